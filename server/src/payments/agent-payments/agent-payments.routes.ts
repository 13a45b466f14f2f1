import * as contract from '@pursestrings/contract/agent-payments/operations'
import type { AnswerOf } from '@pursestrings/contract/operation'
import { readAgentPaymentReceipt } from '@pursestrings/contract/receipts/operations'
import * as binding from '@pursestrings/contract/settlement/binding-operations'
import { readAgentPaymentEvidence } from '@pursestrings/contract/settlement/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { ApiKeyCaller, MerchantCaller } from '../../platform/credentials/callers.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { TenantTx, Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { FactsKeys } from '../../transparency/facts-keys/facts-keys.ts'
import { reachOf } from '../automation-policies/reach-policy.ts'
import { checkKey, idempotencyKeyOf } from '../payment-requests/check-create.ts'
import { checkPayerProof } from '../payment-requests/check-payer-proof.ts'
import { checkTerms } from '../payment-requests/check-terms.ts'
import type { Bindings } from '../payment-requests/ledger-settlement.ts'
import { factsAsPinned, type VersionFacts } from '../payment-requests/version-facts.ts'
import { agentPaymentView, factsOfPayment, signedWithoutAsking } from './agent-payment-view.ts'
import { type AgentPaymentRow, listAgentPayments } from './agent-payments.store.ts'
import { createAgentPayment } from './create-agent-payment.ts'
import { findPayment, noteUseOfKey, type PaymentReader } from './reach-payment.ts'
import { type RefusedAttemptRow, selectRefusedAttempt, selectRefusedAttempts } from './refused-attempts.store.ts'
import { nextAction, refusedAttemptView, termsIn } from './refused-attempts.ts'
import { cancelAgentPayment, reportAgentPayment } from './report-agent-payment.ts'

interface Deps extends Bindings {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly facts_keys: FactsKeys
  readonly base_url: string
  readonly pending_max: number
  readonly pool: pg.Pool
  readonly evidenceOf: (
    merchant_id: Uuid,
    payment_id: Uuid,
  ) => Promise<AnswerOf<typeof readAgentPaymentEvidence>['evidence']>
  readonly receiptOf: (row: AgentPaymentRow, shown: ReturnType<typeof agentPaymentView>) => Promise<string>
}

const idIn = (params: { agent_payment_id: string }): Uuid => uuidOf('apy', params.agent_payment_id)

export const agentPaymentRoutes = (route: Route, deps: Deps): void => {
  const { transactions, versionFacts, facts_keys } = deps

  const shown = async (row: AgentPaymentRow, with_history = true) => {
    const { version, facts, text } = await factsAsPinned(versionFacts, row, (...as) => factsOfPayment(row, ...as))
    const facts_jws = facts_keys.signFacts(text, row.facts_digest)
    const allowed_without_asking = signedWithoutAsking(row, version)
    return agentPaymentView(row, { facts, facts_jws, allowed_without_asking, with_history })
  }
  /** As it is now, with its history. */
  const read = async (caller: PaymentReader, agent_payment_id: Uuid) =>
    shown(await findPayment(deps, caller, agent_payment_id))
  const servedAt = async (recipient_version_id: Uuid) => {
    const version = await versionFacts(recipient_version_id)
    if (!version) throw new Error('an attempt names a version that never served')
    return version
  }
  const shownAttempt = async (row: RefusedAttemptRow) =>
    refusedAttemptView(row, await servedAt(row.recipient_version_id))

  route(
    contract.createAgentPayment,
    async ({ caller, body, headers, reply }) => {
      const idempotency_key = idempotencyKeyOf(headers, body.idempotency_key)
      const { token_hash, share_key } = caller
      const asking = { merchant_id: share_key as Uuid, token_hash }
      const { payment, replayed, unnoted_id } = await createAgentPayment(deps, {
        caller: asking,
        body,
        idempotency_key,
      })
      if (unnoted_id !== null) await noteUseOfKey(deps, caller, unnoted_id)
      if (replayed) reply.header('idempotency-replayed', 'true')
      return shown(payment, false)
    },
    [checkKey, checkTerms(deps.base_url)],
  )

  route(contract.listAgentPayments, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('apy', query)
    const { status } = query
    const page = { before, limit: limit + 1 }
    const look = async (tx: TenantTx | WalletTx) => {
      const reach = tx.whose === 'tenant' ? reachOf(caller) : {}
      const rows = status === 'refused' ? [] : await listAgentPayments(tx, reach, { ...page, status })
      // A wallet has nothing to decide about what was refused, and an agent must not reach its screen that way.
      const told = tx.whose === 'tenant' && (status === undefined || status === 'refused')
      return { rows, attempts: told ? await selectRefusedAttempts(tx, reach, page) : [] }
    }
    const { rows, attempts } =
      caller.kind === 'device_token'
        ? await transactions.asWallet(caller, look)
        : await transactions.asTenant(caller.merchant_id, look)
    const both = [
      ...rows.map((payment) => ({ id: payment.agent_payment_id, payment })),
      ...attempts.map((attempt) => ({ id: attempt.refused_attempt_id, attempt })),
    ].toSorted((x, y) => (x.id < y.id ? 1 : -1))
    const { records, next_cursor } = pageOf(both, limit, (last) => idOf('apy', last.id))
    return {
      agent_payments: await Promise.all(records.flatMap((one) => ('payment' in one ? shown(one.payment, false) : []))),
      refused_attempts: await Promise.all(
        records.flatMap((one) => ('attempt' in one ? shownAttempt(one.attempt) : [])),
      ),
      next_cursor,
    }
  })

  const attemptOf = async (caller: ApiKeyCaller | MerchantCaller, params: { refused_attempt_id: string }) => {
    const id = uuidOf('apr', params.refused_attempt_id)
    const row = await transactions.asTenant(caller.merchant_id, (tx) => selectRefusedAttempt(tx, reachOf(caller), id))
    if (!row) throw new Refusal(resourceNotFound)
    return row
  }

  route(contract.readRefusedAttempt, async ({ caller, params }) => shownAttempt(await attemptOf(caller, params)))

  route(contract.sendAgentPaymentToPayer, async ({ caller, params }) => {
    const { project_id, idempotency_key, ...attempt } = await attemptOf(caller, params)
    const { recipient_id } = await servedAt(attempt.recipient_version_id)
    const { payment } = await createAgentPayment(deps, {
      caller: { merchant_id: caller.merchant_id, project_id },
      body: nextAction(
        {
          connection_id: idOf('con', attempt.connection_id),
          recipient_id: idOf('rcp', recipient_id),
          recipient_version_id: idOf('rcv', attempt.recipient_version_id),
          amount: attempt.amount,
          purpose: attempt.purpose ?? undefined,
          terms: termsIn(attempt.terms),
        },
        idempotency_key,
      ).body,
      idempotency_key,
    })
    return read(caller, payment.agent_payment_id)
  })

  route(contract.readAgentPayment, ({ caller, params }) => read(caller, idIn(params)))

  route(readAgentPaymentEvidence, async ({ caller, params }) => {
    const { merchant_id } = await findPayment(deps, caller, idIn(params))
    return { evidence: await deps.evidenceOf(merchant_id, idIn(params)) }
  })

  route(readAgentPaymentReceipt, async ({ caller, params }) => {
    const payment = await findPayment(deps, caller, idIn(params))
    return { receipt: await deps.receiptOf(payment, await shown(payment, false)) }
  })

  route(contract.reportAgentPaymentStatus, async ({ caller, params, body }) => {
    const { payment, ...result } = await reportAgentPayment(deps, {
      caller,
      agent_payment_id: idIn(params),
      report: body,
    })
    return { ...(await shown(payment)), ...result }
  })

  route(binding.proveAgentPaymentPayer, async ({ caller, params, body: { transaction_hash, ...proof } }) => {
    const agent_payment_id = idIn(params)
    const { merchant_id, ...row } = await findPayment(deps, caller, agent_payment_id)
    const { facts } = await factsAsPinned(versionFacts, row, (...as) => factsOfPayment(row, ...as))
    const checked = await checkPayerProof(proof, { facts, facts_digest: row.facts_digest, transaction_hash })
    await deps.keepProof({ merchant_id, payment_id: agent_payment_id }, checked)
    return read(caller, agent_payment_id)
  })

  route(binding.acceptAgentPayment, async ({ caller, params, body: { transaction_hash } }) => {
    const agent_payment_id = idIn(params)
    const { account_id } = caller
    const { merchant_id, connection_id } = await findPayment(deps, caller, agent_payment_id)
    const target = params.agent_payment_id
    await transactions.asTenant(merchant_id, (tx) =>
      deps.acceptMatch(tx, { payment_id: agent_payment_id, connection_id, target, transaction_hash, account_id }),
    )
    return read(caller, agent_payment_id)
  })

  route(contract.cancelAgentPayment, async ({ caller, params }) => {
    const canceled = (tx: TenantTx) => cancelAgentPayment(tx, reachOf(caller), idIn(params))
    return shown(await transactions.asTenant(caller.merchant_id, canceled))
  })
}

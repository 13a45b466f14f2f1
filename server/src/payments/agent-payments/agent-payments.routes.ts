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
import { type PolicyCaller, reachOf } from '../automation-policies/reach-policy.ts'
import type { Beside, BesideOf } from '../payment-requests/beside.ts'
import { checkKey, idempotencyKeyOf } from '../payment-requests/check-create.ts'
import { checkPayerProof } from '../payment-requests/check-payer-proof.ts'
import type { Bindings } from '../payment-requests/ledger-settlement.ts'
import { factsAsPinned, type VersionFacts } from '../payment-requests/version-facts.ts'
import { agentPaymentView, factsOfPayment } from './agent-payment-view.ts'
import {
  type AgentPaymentRow,
  type EventRow,
  selectAgentPaymentEvents,
  selectAgentPayments,
} from './agent-payments.store.ts'
import { createAgentPayment } from './create-agent-payment.ts'
import { withHeldPayment, withPayment } from './reach-payment.ts'
import { nextAction, refusedAttemptView } from './refused-attempt-view.ts'
import { type RefusedAttemptRow, selectRefusedAttempt, selectRefusedAttempts } from './refused-attempts.store.ts'
import { cancelAgentPayment, reportAgentPayment } from './report-agent-payment.ts'
import { type Hint, signedWithoutAsking } from './signed-without-asking.ts'

interface Deps extends Bindings {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly facts_keys: FactsKeys
  readonly base_url: string
  readonly pending_max: number
  readonly pool: pg.Pool
  readonly besideOf: BesideOf
  readonly evidenceOf: (
    merchant_id: Uuid,
    payment_id: Uuid,
  ) => Promise<AnswerOf<typeof readAgentPaymentEvidence>['evidence']>
  readonly receiptOf: (row: AgentPaymentRow, shown: ReturnType<typeof agentPaymentView>) => Promise<string>
}

const idIn = (params: { agent_payment_id: string }): Uuid => uuidOf('apy', params.agent_payment_id)

export const agentPaymentRoutes = (route: Route, deps: Deps): void => {
  const { transactions, versionFacts, facts_keys } = deps

  const shownAll = async (rows: readonly AgentPaymentRow[], uninvited: Hint, events?: readonly EventRow[]) => {
    const beside = await deps.besideOf(rows.map((row) => ({ ...row, payment_id: row.agent_payment_id })))
    return Promise.all(
      rows.map(async (row, i) => {
        const { version, facts, text } = await factsAsPinned(versionFacts, row, (...as) => factsOfPayment(row, ...as))
        const facts_jws = facts_keys.signFacts(text, row.facts_digest)
        const { repeated, ledger } = beside[i] as Beside
        const about = { facts, facts_jws, repeated, ledger, allowed_without_asking: uninvited(row, version) }
        return agentPaymentView(row, { ...about, ...(events && { events }) })
      }),
    )
  }
  const shown = async (row: AgentPaymentRow, uninvited: Hint, events?: readonly EventRow[]) => {
    const [one] = await shownAll([row], uninvited, events)
    return one as NonNullable<typeof one>
  }
  const servedAt = async (recipient_version_id: Uuid) => {
    const version = await versionFacts(recipient_version_id)
    if (!version) throw new Error('an attempt names a version that never served')
    return version
  }
  const shownAttempt = async (row: RefusedAttemptRow) =>
    refusedAttemptView(row, await servedAt(row.recipient_version_id))
  /** As it is now, with its history. */
  const read = async (caller: PolicyCaller, agent_payment_id: Uuid, merchant_id?: Uuid) => {
    const reached = { caller, agent_payment_id, ...(merchant_id && { merchant_id }) }
    const { payment, uninvited, events } = await withPayment(transactions, reached, async (tx, found) => ({
      payment: found,
      uninvited: await signedWithoutAsking(tx, [found]),
      events: await selectAgentPaymentEvents(tx, agent_payment_id),
    }))
    return shown(payment, uninvited, events)
  }

  route(
    contract.createAgentPayment,
    async ({ caller, body, headers, reply }) => {
      const idempotency_key = idempotencyKeyOf(headers, body.idempotency_key)
      const { payment, replayed } = await createAgentPayment(deps, { caller, body, idempotency_key })
      if (!replayed) return shown(payment, ({ policy_id }) => policy_id !== null)
      reply.header('idempotency-replayed', 'true')
      return shown(payment, await transactions.asTenant(caller.merchant_id, (tx) => signedWithoutAsking(tx, [payment])))
    },
    [checkKey],
  )

  route(contract.listAgentPayments, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('apy', query)
    const { status } = query
    const page = { before, limit: limit + 1 }
    const look = async (tx: TenantTx | WalletTx) => {
      const reach = tx.whose === 'tenant' ? reachOf(caller) : {}
      const rows = status === 'refused' ? [] : await selectAgentPayments(tx, reach, { ...page, status })
      // A wallet has nothing to decide about what was refused, and an agent must not reach its screen that way.
      const told = tx.whose === 'tenant' && (status === undefined || status === 'refused')
      const attempts = told ? await selectRefusedAttempts(tx, reach, page) : []
      return { rows, attempts, uninvited: await signedWithoutAsking(tx, rows) }
    }
    const { rows, attempts, uninvited } =
      caller.kind === 'device_token'
        ? await transactions.asWallet(caller, look)
        : await transactions.asTenant(caller.merchant_id, look)
    const both = [
      ...rows.map((payment) => ({ id: payment.agent_payment_id, payment })),
      ...attempts.map((attempt) => ({ id: attempt.refused_attempt_id, attempt })),
    ].toSorted((x, y) => (x.id < y.id ? 1 : -1))
    const { records, next_cursor } = pageOf(both, limit, (last) => idOf('apy', last.id))
    const payments = records.flatMap((one) => ('payment' in one ? one.payment : []))
    return {
      agent_payments: await shownAll(payments, uninvited),
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
        },
        idempotency_key,
      ).body,
      idempotency_key,
    })
    return read(caller, payment.agent_payment_id)
  })

  route(contract.readAgentPayment, ({ caller, params }) => read(caller, idIn(params)))

  route(readAgentPaymentEvidence, async ({ caller, params }) => {
    const reached = { caller, agent_payment_id: idIn(params) }
    const merchant_id = await withPayment(transactions, reached, (tx) => Promise.resolve(tx.merchant_id))
    return { evidence: await deps.evidenceOf(merchant_id, idIn(params)) }
  })

  route(readAgentPaymentReceipt, async ({ caller, params }) => {
    const reached = { caller, agent_payment_id: idIn(params) }
    const payment = await withPayment(transactions, reached, (_tx, found) => Promise.resolve(found))
    return { receipt: await deps.receiptOf(payment, await shown(payment, () => false)) }
  })

  route(contract.reportAgentPaymentStatus, async ({ caller, params, body }) => {
    const reported = await reportAgentPayment(deps, { caller, agent_payment_id: idIn(params), report: body })
    return { ...(await read(caller, idIn(params), reported.merchant_id)), ...reported.result }
  })

  route(binding.proveAgentPaymentPayer, async ({ caller, params, body: { transaction_hash, ...proof } }) => {
    const agent_payment_id = idIn(params)
    const reached = { caller, agent_payment_id }
    const { row, merchant_id } = await withPayment(transactions, reached, (tx, found) =>
      Promise.resolve({ row: found, merchant_id: tx.merchant_id }),
    )
    const { facts } = await factsAsPinned(versionFacts, row, (...as) => factsOfPayment(row, ...as))
    const checked = await checkPayerProof(proof, { facts, facts_digest: row.facts_digest, transaction_hash })
    await deps.keepProof({ merchant_id, payment_id: agent_payment_id }, checked)
    return read(caller, agent_payment_id)
  })

  route(binding.acceptAgentPayment, async ({ caller, params, body: { transaction_hash } }) => {
    const agent_payment_id = idIn(params)
    const { account_id } = caller
    await withPayment(transactions, { caller, agent_payment_id }, (tx, { connection_id }) =>
      deps.acceptMatch(tx, {
        payment_id: agent_payment_id,
        connection_id,
        target: params.agent_payment_id,
        transaction_hash,
        account_id,
      }),
    )
    return read(caller, agent_payment_id)
  })

  route(contract.cancelAgentPayment, async ({ caller, params }) => {
    await withHeldPayment(transactions, { caller, agent_payment_id: idIn(params) }, cancelAgentPayment)
    return read(caller, idIn(params))
  })
}

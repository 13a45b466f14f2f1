import * as contract from '@countersign/contract/agent-payments/operations'
import { factsText } from '@countersign/contract/payment-requests/payment-facts'
import { idOf, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import { type PolicyCaller, reachOf } from '../automation-policies/reach-policy.ts'
import type { FactsKeys } from '../facts-keys/facts-keys.ts'
import type { Door } from '../http/door.ts'
import { beforeCursor, pageOf } from '../http/page.ts'
import { idempotencyKeyOf } from '../payment-requests/idempotency-key.ts'
import { repeatedTransactions } from '../payment-requests/repeated-transactions.ts'
import type { VersionFacts } from '../payment-requests/version-facts.ts'
import type { TenantTx, Transactions, WalletTx } from '../postgres/transaction.ts'
import { agentPaymentView, factsOfPayment } from './agent-payment-view.ts'
import {
  type AgentPaymentRow,
  type EventRow,
  selectAgentPaymentEvents,
  selectAgentPayments,
} from './agent-payments.store.ts'
import { createAgentPayment } from './create-agent-payment.ts'
import { withHeldPayment, withPayment } from './reach-payment.ts'
import { cancelAgentPayment, reportAgentPayment } from './report-agent-payment.ts'
import { type Hint, signedWithoutAsking } from './signed-without-asking.ts'

interface Means {
  readonly transactions: Transactions
  readonly versionFacts: VersionFacts
  readonly facts_keys: FactsKeys
  readonly pending_max: number
  readonly pool: pg.Pool
}

const idIn = (params: { agent_payment_id: string }): Uuid => uuidOf('apy', params.agent_payment_id)

export const agentPaymentRoutes = (door: Door, means: Means): void => {
  const { transactions, versionFacts, facts_keys } = means

  const repeatedAmong = repeatedTransactions(means.pool)
  const named = (row: AgentPaymentRow) => ({ ...row, payment_id: row.agent_payment_id })

  const shownWith =
    (repeated: ReadonlySet<Uuid>) => async (row: AgentPaymentRow, unasked: Hint, events?: readonly EventRow[]) => {
      const version = await versionFacts(row.recipient_version_id)
      if (!version) throw new Error('a payment is pinned to a version that never served')
      const facts = factsOfPayment(row, version)
      const facts_jws = facts_keys.signFacts(factsText(facts), row.facts_digest)
      const beside = {
        facts,
        facts_jws,
        repeated: repeated.has(row.agent_payment_id),
        allowed_without_asking: unasked(row, version),
      }
      return agentPaymentView(row, { ...beside, ...(events && { events }) })
    }
  const shown = async (row: AgentPaymentRow, unasked: Hint, events?: readonly EventRow[]) =>
    shownWith(await repeatedAmong([named(row)]))(row, unasked, events)
  /** As it is now, with its history. */
  const read = async (caller: PolicyCaller, agent_payment_id: Uuid) => {
    const reached = { caller, agent_payment_id }
    const { payment, unasked, events } = await withPayment(transactions, reached, async (tx, found) => ({
      payment: found,
      unasked: await signedWithoutAsking(tx, [found]),
      events: await selectAgentPaymentEvents(tx, agent_payment_id),
    }))
    return shown(payment, unasked, events)
  }

  door(contract.createAgentPayment, async ({ caller, body, headers, reply }) => {
    const idempotency_key = idempotencyKeyOf(headers, body.idempotency_key)
    const { payment, replayed } = await createAgentPayment(means, { caller, body, idempotency_key })
    if (!replayed) return shown(payment, ({ policy_id }) => policy_id !== null)
    reply.header('idempotency-replayed', 'true')
    return shown(payment, await transactions.asTenant(caller.merchant_id, (tx) => signedWithoutAsking(tx, [payment])))
  })

  door(contract.listAgentPayments, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('apy', query)
    const page = { before, limit: limit + 1, status: query.status }
    const look = async (tx: TenantTx | WalletTx) => {
      const rows = await selectAgentPayments(tx, tx.whose === 'tenant' ? reachOf(caller) : {}, page)
      return { rows, unasked: await signedWithoutAsking(tx, rows) }
    }
    const { rows, unasked } =
      caller.kind === 'device_token'
        ? await transactions.asWallet(caller.device_id, look)
        : await transactions.asTenant(caller.merchant_id, look)
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('apy', last.agent_payment_id))
    const show = shownWith(await repeatedAmong(records.map(named)))
    return { agent_payments: await Promise.all(records.map((row) => show(row, unasked))), next_cursor }
  })

  door(contract.readAgentPayment, ({ caller, params }) => read(caller, idIn(params)))

  door(contract.reportAgentPaymentStatus, async ({ caller, params, body }) => {
    const told = await reportAgentPayment(means, { caller, agent_payment_id: idIn(params), report: body })
    return { ...(await read(caller, idIn(params))), ...told }
  })

  door(contract.cancelAgentPayment, async ({ caller, params }) => {
    await withHeldPayment(transactions, { caller, agent_payment_id: idIn(params) }, cancelAgentPayment)
    return read(caller, idIn(params))
  })
}

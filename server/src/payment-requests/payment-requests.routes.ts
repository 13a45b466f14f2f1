import * as contract from '@countersign/contract/payment-requests/operations'
import { factsText } from '@countersign/contract/payment-requests/payment-facts'
import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import type { PauseAfter } from '../connections/note-decision.ts'
import { sourcesOfConnections } from '../connections/sources-of-connections.ts'
import type { FactsKeys } from '../facts-keys/facts-keys.ts'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Route } from '../http/route.ts'
import { transactionHashOn } from '../networks/transaction-hash.ts'
import { createGatherer } from '../postgres/gather.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { Wake } from '../wake/wake.ts'
import { type CreateLimits, insertPaymentRequests } from './create.store.ts'
import { createPaymentRequest } from './create-payment-request.ts'
import { FAN_OUT_TOPIC, feedNotification } from './feed-notification.ts'
import { idempotencyKeyOf } from './idempotency-key.ts'
import { factsOf, type PaymentRequestRow, paymentRequestView, requestIdOnWire } from './payment-request-view.ts'
import { selectAmong, selectPaymentRequest, selectPaymentRequests } from './payment-requests.store.ts'
import { findPaymentRequests } from './read.store.ts'
import { repeatedTransactions } from './repeated-transactions.ts'
import { reportPaymentStatus } from './report-payment-status.ts'
import { refusalFor } from './verdicts.ts'
import { keepVersionFacts } from './version-facts.ts'
import { findWalletRequest, listWalletRequests } from './wallet-requests.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly transactions: Transactions
  readonly wake: Wake
  readonly facts_keys: FactsKeys
  readonly create_limits: CreateLimits
  readonly rejections: PauseAfter
  /** This process's clock: what it sets by default, the database checks. */
  readonly now: () => Date
}

export const paymentRequestRoutes = (
  route: Route,
  { pool, transactions, wake, facts_keys, create_limits, rejections, now }: Deps,
): void => {
  const versionFacts = keepVersionFacts(transactions)
  const insert = insertPaymentRequests(pool, create_limits)
  const submit = createGatherer(
    async (items: Parameters<typeof insert>[0]) => {
      const verdicts = await insert(items)
      if (verdicts.some(({ verdict }) => verdict === 'created')) wake.notify(FAN_OUT_TOPIC)
      return verdicts
    },
    (item) => item.token_hash.toString('latin1') + item.idempotency_digest,
  )
  const read = createGatherer(
    findPaymentRequests(pool),
    ({ token_hash, request_id }) => token_hash.toString('latin1') + request_id,
  )

  /** With the facts signed: a signature is made when somebody reads, the digest is what was committed. */
  const signedWith = (repeated: ReadonlySet<Uuid>) => async (row: PaymentRequestRow) => {
    const version = await versionFacts(row.recipient_version_id)
    if (!version) throw new Error('a request is pinned to a version that never served')
    const facts = factsOf({ ...row, request_id: requestIdOnWire(row) }, version)
    const facts_jws = facts_keys.signFacts(factsText(facts), row.facts_digest)
    return paymentRequestView(row, facts, { facts_jws, repeated: repeated.has(row.payment_request_id) })
  }
  const repeatedAmong = repeatedTransactions(pool)
  const named = (row: PaymentRequestRow) => ({ ...row, payment_id: row.payment_request_id })
  const signed = async (row: PaymentRequestRow) => signedWith(await repeatedAmong([named(row)]))(row)
  const signedPage = async (rows: readonly PaymentRequestRow[], limit: number) => {
    const { records, next_cursor } = pageOf(rows, limit, (row) => cursorOf(row.payment_request_id))
    const repeated = await repeatedAmong(records.map(named))
    return { payment_requests: await Promise.all(records.map(signedWith(repeated))), next_cursor }
  }
  const sourced = async (merchant_id: Uuid, rows: readonly Omit<PaymentRequestRow, 'source'>[]) => {
    const ids = [...new Set(rows.map((row) => row.connection_id))]
    const sources = await transactions.asTenant(merchant_id, (tx) => sourcesOfConnections(tx, ids))
    return rows.map((row) => ({ ...row, source: (sources.get(row.connection_id) ?? {}) as Record<string, unknown> }))
  }

  const spelt = async (transaction_hash: string, { recipient_version_id }: { recipient_version_id: Uuid }) => {
    const version = await versionFacts(recipient_version_id)
    return version ? transactionHashOn(version.network, transaction_hash) : transaction_hash
  }

  route(contract.createPaymentRequest, async ({ caller, body, headers, reply }) => {
    const idempotency_key = idempotencyKeyOf(headers, body.idempotency_key)
    const outcome = await createPaymentRequest(
      { versionFacts, submit, create_limits, now },
      { caller, body, idempotency_key },
    )
    if (!outcome.replayed) {
      wake.notify(feedNotification(outcome.result.connection_id))
      return { payment_request: outcome.payment_request }
    }
    const { merchant_id, connection_id, payment_request_id, source } = outcome.result
    reply.header('idempotency-replayed', 'true')
    const row = await transactions.asTenant(merchant_id, (tx) =>
      selectPaymentRequest(tx, connection_id, payment_request_id),
    )
    if (!row) throw new Error('a replayed request is not there')
    return { payment_request: await signed({ ...row, source }) }
  })

  route(contract.readPaymentRequest, async ({ caller, params: { request_id }, query: { connection_id } }) => {
    if (caller.kind === 'device_token') {
      const { device_id } = caller
      return {
        payment_request: await signed(await findWalletRequest(transactions, { device_id, request_id, connection_id })),
      }
    }
    const found = await read({ token_hash: caller.token_hash, request_id })
    if (found.verdict !== 'found') throw refusalFor(found.verdict, 'payment.requests.read')
    return { payment_request: await signed(found) }
  })

  route(contract.listPaymentRequests, async ({ caller, query }) => {
    const page = pageFrom(query)
    const input = { ...page, limit: page.limit + 1 }
    if (caller.kind === 'device_token') {
      return signedPage(await listWalletRequests(transactions, caller.device_id, input), page.limit)
    }
    const rows = await transactions.asSystem((tx) => selectAmong(tx, [caller], input))
    return signedPage(rows.length > 0 ? await sourced(caller.merchant_id, rows) : [], page.limit)
  })

  route(contract.listMerchantPaymentRequests, async ({ caller: { merchant_id }, query }) => {
    const page = pageFrom(query)
    const input = { ...page, limit: page.limit + 1 }
    const rows = await transactions.asTenant(merchant_id, (tx) => selectPaymentRequests(tx, input))
    return signedPage(rows.length > 0 ? await sourced(merchant_id, rows) : [], page.limit)
  })

  route(contract.reportPaymentStatus, async ({ caller: { device_id }, params: { request_id }, body }) => {
    const { connection_id } = body
    const find = () => findWalletRequest(transactions, { device_id, request_id, connection_id })
    const transaction_hash = body.transaction_hash && (await spelt(body.transaction_hash, await find()))
    const input = { device_id, request_id, ...body, transaction_hash }
    const { late } = await reportPaymentStatus({ transactions, wake, rejections }, input)
    const row = await find()
    return { payment_request: await signed(row), late }
  })
}

const cursorOf = (payment_request_id: Uuid): string => idOf('pr', payment_request_id)
const pageFrom = (query: { limit?: number; cursor?: string; status?: PaymentStatus }) => ({
  ...beforeCursor('pr', query),
  status: query.status,
})

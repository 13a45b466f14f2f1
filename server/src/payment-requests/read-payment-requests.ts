/** Reads of requests by whoever may see them: the agent by its connection, the wallet by its device, the merchant. */
import type { QueryOf } from '@countersign/contract/operation'
import type { listPaymentRequests as listOperation } from '@countersign/contract/payment-requests/operations'
import type { Uuid } from '@countersign/contract/wire/ids'
import type pg from 'pg'
import { sourcesOfConnections } from '../connections/sources-of-connections.ts'
import type { CallerOf } from '../credentials/callers.ts'
import { beforeCursor } from '../http/page.ts'
import { createGatherer } from '../postgres/gather.ts'
import type { Transactions } from '../postgres/transaction.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'
import { selectAmong, selectPaymentRequests } from './payment-requests.store.ts'
import { findPaymentRequests } from './read.store.ts'
import type { Signer } from './sign-payment-requests.ts'
import { refusalFor } from './verdicts.ts'
import { listWalletRequests } from './wallet-requests.ts'

interface Deps {
  readonly transactions: Transactions
  readonly signer: Signer
}
type Query = QueryOf<typeof listOperation>

/** By connection token; concurrent reads share one statement, which authenticates each. */
export const readerOf = (pool: pg.Pool, signer: Signer) => {
  const read = createGatherer(
    findPaymentRequests(pool),
    ({ token_hash, request_id }) => token_hash.toString('latin1') + request_id,
  )
  return async (token_hash: Buffer, request_id: string) => {
    const found = await read({ token_hash, request_id })
    if (found.verdict !== 'found') throw refusalFor(found.verdict, 'payment.requests.read')
    return signer.one(found)
  }
}

export const listPaymentRequests = async (
  { transactions, signer }: Deps,
  caller: CallerOf<typeof listOperation>,
  query: Query,
) => {
  const { limit, ...page } = pageFrom(query)
  const input = { ...page, limit: limit + 1 }
  if (caller.kind === 'device_token') {
    return signer.page(await listWalletRequests(transactions, caller.device_id, input), limit)
  }
  const rows = await transactions.asSystem((tx) => selectAmong(tx, [caller], input))
  return signer.page(await withSources(transactions, caller.merchant_id, rows), limit)
}

export const listMerchantPaymentRequests = async ({ transactions, signer }: Deps, merchant_id: Uuid, query: Query) => {
  const { limit, ...page } = pageFrom(query)
  const rows = await transactions.asTenant(merchant_id, (tx) =>
    selectPaymentRequests(tx, { ...page, limit: limit + 1 }),
  )
  return signer.page(await withSources(transactions, merchant_id, rows), limit)
}

const withSources = async (
  { asTenant }: Transactions,
  merchant_id: Uuid,
  rows: readonly Omit<PaymentRequestRow, 'source'>[],
): Promise<PaymentRequestRow[]> => {
  if (rows.length === 0) return []
  const ids = [...new Set(rows.map((row) => row.connection_id))]
  const sources = await asTenant(merchant_id, (tx) => sourcesOfConnections(tx, ids))
  return rows.map((row) => ({ ...row, source: (sources.get(row.connection_id) ?? {}) as Record<string, unknown> }))
}

const pageFrom = (query: Query) => ({ ...beforeCursor('pr', query), status: query.status })

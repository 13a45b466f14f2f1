/** Reads of requests by whoever may see them: the agent by its connection, the wallet by its device, the merchant. */
import type { QueryOf } from '@pursestrings/contract/operation'
import type { listPaymentRequests as listOperation } from '@pursestrings/contract/payment-requests/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { DeferredCaller } from '../../platform/credentials/callers.ts'
import { beforeCursor } from '../../platform/http/page.ts'
import { createBatcher } from '../../platform/postgres/batch.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { PaymentRequestRow } from './payment-request-view.ts'
import {
  findPaymentRequests,
  findRequestOfConnection,
  listByToken,
  type Place,
  selectPaymentRequests,
} from './payment-requests.store.ts'
import { countEntries } from './search.store.ts'
import type { Signer } from './sign-payment-requests.ts'
import { refusalFor } from './verdicts.ts'

interface Deps {
  readonly transactions: Transactions
  readonly signer: Signer
}
type Query = QueryOf<typeof listOperation>

/** By connection token; concurrent reads share one statement, which authenticates each. */
export const readerOf = (pool: pg.Pool, signer: Signer) => {
  const read = createBatcher(
    findPaymentRequests(pool),
    ({ token_hash, request_id }) => token_hash.toString('latin1') + request_id,
  )
  return async (token_hash: Buffer, request_id: string) => {
    const found = await read({ token_hash, request_id })
    if (found.verdict !== 'found') throw refusalFor(found.verdict, 'payment.requests.read')
    return signer.shown(found)
  }
}

/** Of the agent's own connection. */
export const findAgentRequest = async (
  { asTenant }: Transactions,
  { merchant_id, connection_id }: Place,
  request_id: string,
): Promise<PaymentRequestRow> => {
  const found = await asTenant(merchant_id, (tx) => findRequestOfConnection(tx, connection_id, request_id))
  if (!found) throw new Refusal(resourceNotFound)
  return found
}

/** An agent's connection, or all connections of a wallet. */
export const listerOf = (pool: pg.Pool, signer: Signer) => {
  const list = listByToken(pool)
  return async ({ kind, token_hash }: Pick<DeferredCaller, 'kind' | 'token_hash'>, query: Query) => {
    const { limit, before } = beforeCursor('pr', query)
    const rows = await list({
      token_hash,
      by_wallet: kind === 'device_token',
      before,
      at_most: limit + 1,
      statuses: query.status === undefined ? undefined : [query.status].flat(),
      connection_id: query.connection_id === undefined ? undefined : uuidOf('con', query.connection_id),
      recipient_id: query.recipient_id === undefined ? undefined : uuidOf('rcp', query.recipient_id),
    })
    const verdict = rows[0]?.verdict ?? 'found'
    if (verdict !== 'found') throw refusalFor(verdict, 'payment.requests.read')
    return signer.shownPage(rows, limit)
  }
}

export const listMerchantPaymentRequests = async ({ transactions, signer }: Deps, merchant_id: Uuid, query: Query) => {
  const { limit, before } = beforeCursor('pr', query)
  const [rows, count] = await transactions.asTenant(merchant_id, async (tx) => [
    await selectPaymentRequests(tx, { before, limit: limit + 1 }),
    before === undefined ? await countEntries(tx, {}) : undefined,
  ])
  return {
    ...(await signer.page(rows, limit)),
    ...(count && { total: count.total, total_is_capped: count.capped }),
  }
}

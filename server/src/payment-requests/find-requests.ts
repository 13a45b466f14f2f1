/**
 * A few requests by what somebody types: how an id begins, a task, a transaction. Each is a look-up along one index of the
 * sequenced requests, which ends after a few entries; creates carry none of it.
 */
import { SEARCH_HITS_MAX } from '@countersign/contract/merchant-search/records'
import type { Uuid } from '@countersign/contract/wire/ids'
import { NETWORK_NAMES } from '@countersign/contract/wire/networks'
import type { TenantTx, Transactions } from '../postgres/transaction.ts'
import { taskRefOf } from './payment-request-view.ts'
import { selectOf } from './payment-requests.store.ts'
import { withSources } from './read-payment-requests.ts'
import { type Entry, fewMatching, findBeginning, findNaming, look } from './search.store.ts'
import { oursFrom } from './search-requests.ts'
import type { Signer } from './sign-payment-requests.ts'

interface Deps {
  readonly transactions: Transactions
  readonly signer: Signer
}

const HASH = /^(0x)?[0-9a-f]{64}$/i
const ID_LENGTH_MAX = 160

export const findRequests = async ({ transactions, signer }: Deps, merchant_id: Uuid, q: string) => {
  const rows = await transactions.asTenant(merchant_id, async (tx) => {
    const found = [...(await byTransaction(tx, q)), ...(await byName(tx, q))]
    const once = [...new Map(found.map((entry) => [entry.payment_request_id, entry])).values()]
    return selectOf(tx, once.slice(0, SEARCH_HITS_MAX))
  })
  const requests = await signer.all(await withSources(transactions, merchant_id, rows))
  return requests.map(({ request_id, connection_id, status, payment, payee, metadata }) => {
    const task_ref = taskRefOf(metadata)
    return {
      type: 'payment_request' as const,
      id: request_id,
      name: request_id,
      status,
      connection_id,
      payment: { amount: payment.amount, asset: payment.asset, payee: payee.name },
      ...(task_ref !== undefined && { task_ref }),
    }
  })
}

const byTransaction = async (tx: TenantTx, q: string): Promise<readonly Entry[]> => {
  if (!HASH.test(q)) return []
  const ids = await findNaming(tx, q.toLowerCase(), NETWORK_NAMES)
  return (await fewMatching(tx, { ids: ids.slice(0, SEARCH_HITS_MAX) })) ?? []
}

const byName = async (tx: TenantTx, q: string): Promise<readonly Entry[]> => {
  const tasks = await look(tx, { task_ref: q }, { before: undefined, at_most: SEARCH_HITS_MAX })
  if (q.length > ID_LENGTH_MAX) return tasks
  return [...(await findBeginning(tx, { named: q, ours: oursFrom(q) }, SEARCH_HITS_MAX)), ...tasks]
}

import * as contract from '@pursestrings/contract/merchant-keys/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Enqueue } from '../../platform/jobs/enqueue.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { merchantKeyOnWire, selectMerchantKeys } from './merchant-keys.store.ts'
import { byOf, createMerchantKey, revokeMerchantKey } from './merchant-keys.ts'

export const merchantKeyRoutes = (
  route: Route,
  { transactions, jobs }: { transactions: Transactions; jobs: Enqueue },
): void => {
  route(contract.createMerchantKey, async ({ caller, body }) => {
    const input = { ...body, ...(await byOf(transactions, caller)) }
    const { row, secret } = await transactions.asTenant(caller.merchant_id, (tx) => createMerchantKey(tx, jobs, input))
    return { merchant_key: merchantKeyOnWire(row), secret }
  })

  route(contract.listMerchantKeys, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('mky', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectMerchantKeys(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('mky', last.merchant_key_id))
    return { merchant_keys: records.map(merchantKeyOnWire), next_cursor }
  })

  route(contract.revokeMerchantKey, async ({ caller, params }) => {
    const merchant_key_id = uuidOf('mky', params.merchant_key_id)
    const input = { merchant_key_id, ...(await byOf(transactions, caller)) }
    const row = await transactions.asTenant(caller.merchant_id, (tx) => revokeMerchantKey(tx, jobs, input))
    return { merchant_key: merchantKeyOnWire(row) }
  })
}

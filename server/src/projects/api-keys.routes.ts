import * as contract from '@countersign/contract/projects/operations'
import { idOf, uuidOf } from '@countersign/contract/wire/ids'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { apiKeyOnWire, selectApiKeys } from './api-keys.store.ts'
import { createApiKey } from './create-api-key.ts'
import { readProject } from './read-project.ts'
import { revokeApiKey } from './revoke-api-key.ts'

export const apiKeyRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.createApiKey, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const input = { ...body, project_id: uuidOf('prj', params.project_id), account_id }
    const { row, secret } = await transactions.asTenant(merchant_id, (tx) => createApiKey(tx, input))
    return { api_key: apiKeyOnWire(row), secret }
  })

  route(contract.listApiKeys, async ({ caller, params, query }) => {
    const { before, limit } = beforeCursor('key', query)
    const rows = await transactions.asTenant(caller.merchant_id, async (tx) => {
      const { project_id } = await readProject(tx, uuidOf('prj', params.project_id))
      return selectApiKeys(tx, project_id, before, limit + 1)
    })
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('key', last.api_key_id))
    return { api_keys: records.map(apiKeyOnWire), next_cursor }
  })

  route(contract.revokeApiKey, async ({ caller: { merchant_id, account_id }, params }) => {
    const name = { project_id: uuidOf('prj', params.project_id), api_key_id: uuidOf('key', params.api_key_id) }
    const row = await transactions.asTenant(merchant_id, (tx) => revokeApiKey(tx, name, account_id))
    return { api_key: apiKeyOnWire(row) }
  })
}

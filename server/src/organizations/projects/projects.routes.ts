import * as contract from '@pursestrings/contract/projects/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { type ApiKeyName, apiKeyOnWire, selectApiKeys } from './api-keys.store.ts'
import { createApiKey, revokeApiKey } from './api-keys.ts'
import { projectOnWire, selectProjects } from './projects.store.ts'
import { createProject, readProject, renameProject } from './projects.ts'

export const projectRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.createProject, async ({ caller: { merchant_id, account_id }, body }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => createProject(tx, { ...body, account_id }))
    return { project: projectOnWire(row) }
  })

  route(contract.listProjects, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('prj', query)
    const rows = await transactions.asTenant(caller.merchant_id, (tx) => selectProjects(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('prj', last.project_id))
    return { projects: records.map(projectOnWire), next_cursor }
  })

  route(contract.updateProject, async ({ caller: { merchant_id, account_id }, params, body }) => {
    const project_id = uuidOf('prj', params.project_id)
    const row = await transactions.asTenant(merchant_id, (tx) => renameProject(tx, project_id, { ...body, account_id }))
    return { project: projectOnWire(row) }
  })
}

const nameOf = (params: { project_id: string; api_key_id: string }): ApiKeyName => ({
  project_id: uuidOf('prj', params.project_id),
  api_key_id: uuidOf('key', params.api_key_id),
})

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
    const row = await transactions.asTenant(merchant_id, (tx) =>
      revokeApiKey(tx, nameOf(params), idOf('acc', account_id)),
    )
    return { api_key: apiKeyOnWire(row) }
  })
}

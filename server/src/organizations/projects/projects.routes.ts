import * as contract from '@pursestrings/contract/projects/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { projectOnWire, selectProjects } from './projects.store.ts'
import { createProject, renameProject } from './projects.ts'

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

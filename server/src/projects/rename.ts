/**
 * Names are for people: a project or a key is called otherwise, and everything else stays as it is. The same name again leaves
 * no second line in the log.
 */

import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { type ApiKeyName, type ApiKeyRow, renameApiKey as renameKey } from './api-keys.store.ts'
import { type ProjectRow, renameProject as rename } from './projects.store.ts'
import { readApiKey, readProject } from './read-project.ts'

interface Rename {
  readonly name: string
  readonly account_id: Uuid
}

export const renameProject = async (
  tx: TenantTx,
  project_id: Uuid,
  { name, account_id }: Rename,
): Promise<ProjectRow> => {
  const project = await rename(tx, project_id, name)
  if (!project) return readProject(tx, project_id)
  const target = idOf('prj', project_id)
  await appendAuditEvent(tx, { action: 'project.renamed', actor: idOf('acc', account_id), target, details: { name } })
  return project
}

export const renameApiKey = async (tx: TenantTx, key: ApiKeyName, { name, account_id }: Rename): Promise<ApiKeyRow> => {
  const row = await renameKey(tx, key, name)
  if (!row) return readApiKey(tx, key)
  await appendAuditEvent(tx, {
    action: 'api_key.renamed',
    actor: idOf('acc', account_id),
    target: idOf('key', key.api_key_id),
    details: { project_id: idOf('prj', key.project_id), name, last_four: row.last_four },
  })
  return row
}

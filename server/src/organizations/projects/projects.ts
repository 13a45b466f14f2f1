/** Projects: created, read and renamed, with their API keys. */
import { PROJECTS_MAX, tooManyProjects } from '@pursestrings/contract/projects/records'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type { TenantTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import { type ApiKeyName, type ApiKeyRow, selectApiKey } from './api-keys.store.ts'
import {
  holdProjectCount,
  insertProject,
  type ProjectRow,
  renameProject as rename,
  selectProject,
} from './projects.store.ts'

// A place for keys; at most twenty, counted where nobody can add one meanwhile.

interface Input {
  readonly name: string
  readonly account_id: Uuid
}

export const createProject = async (tx: TenantTx, { name, account_id }: Input): Promise<ProjectRow> => {
  if ((await holdProjectCount(tx)) >= PROJECTS_MAX) throw new Refusal(tooManyProjects)
  const project = await insertProject(tx, name)
  await appendAuditEvent(tx, {
    action: 'project.created',
    actor: idOf('acc', account_id),
    target: idOf('prj', project.project_id),
    details: { name },
  })
  return project
}

/** One project or one of its keys, or the answer that there is none for this credential. */
export const readProject = async (tx: TenantTx, project_id: Uuid): Promise<ProjectRow> => {
  const project = await selectProject(tx, project_id)
  if (!project) throw new Refusal(resourceNotFound)
  return project
}

export const readApiKey = async (tx: TenantTx, name: ApiKeyName): Promise<ApiKeyRow> => {
  const key = await selectApiKey(tx, name)
  if (!key) throw new Refusal(resourceNotFound)
  return key
}

// Names are for people: a project is called otherwise, and everything else stays as it is. The same name again leaves no second
// line in the log.

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

/** One project or one of its keys, or the answer that there is none for this credential. */

import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type ApiKeyName, type ApiKeyRow, selectApiKey } from './api-keys.store.ts'
import { type ProjectRow, selectProject } from './projects.store.ts'

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

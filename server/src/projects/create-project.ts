/** A place for keys; at most twenty, counted where nobody can add one meanwhile. */

import { tooManyProjects } from '@countersign/contract/projects/errors'
import { PROJECTS_MAX } from '@countersign/contract/projects/records'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { appendAuditEvent } from '../audit-events/append-audit-event.ts'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { holdProjectCount, insertProject, type ProjectRow } from './projects.store.ts'

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

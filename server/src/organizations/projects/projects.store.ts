/** Statements on projects. */
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  projects: Table<'projects'>
}

export interface ProjectRow {
  readonly project_id: Uuid
  readonly name: string
  readonly created_at: Date
}

const SHOWN = ['project_id', 'name', 'created_at'] as const

export const projectOnWire = ({ project_id, name, created_at }: ProjectRow) => ({
  project_id: idOf('prj', project_id),
  name,
  created_at: created_at.toISOString(),
})

/** How many there are, and stay until the commit: whoever else wants to add one waits here. */
export const holdProjectCount = async (tx: TenantTx): Promise<number> => {
  const name = `projects ${tx.merchant_id}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(tx.tables<Tables>())
  const { count } = await tx
    .tables<Tables>()
    .selectFrom('projects')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('merchant_id', '=', tx.merchant_id)
    .executeTakeFirstOrThrow()
  return count
}

export const insertProject = (tx: TenantTx, name: string): Promise<ProjectRow> =>
  tx
    .tables<Tables>()
    .insertInto('projects')
    .values({ merchant_id: tx.merchant_id, project_id: newUuidFor(tx.merchant_id), name })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Undefined if there is none, or it is called so already. */
export const renameProject = (tx: TenantTx, project_id: Uuid, name: string): Promise<ProjectRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('projects')
    .set({ name })
    .where('merchant_id', '=', tx.merchant_id)
    .where('project_id', '=', project_id)
    .where('name', '<>', name)
    .returning(SHOWN)
    .executeTakeFirst()

const ofTenant = (tx: TenantTx) =>
  tx.tables<Tables>().selectFrom('projects').select(SHOWN).where('merchant_id', '=', tx.merchant_id)

export const selectProject = (tx: TenantTx, project_id: Uuid): Promise<ProjectRow | undefined> =>
  ofTenant(tx).where('project_id', '=', project_id).executeTakeFirst()

/** Newest first, strictly before the project that the cursor names. */
export const selectProjects = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<ProjectRow[]> =>
  ofTenant(tx)
    .$if(before !== undefined, (q) => q.where('project_id', '<', before as Uuid))
    .orderBy('project_id', 'desc')
    .limit(limit)
    .execute()

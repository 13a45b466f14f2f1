/** Statements on agents. */
import type { AgentStatus, ENVIRONMENTS } from '@pursestrings/contract/agents/records'
import type { Scope } from '@pursestrings/contract/scopes'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

type Environment = (typeof ENVIRONMENTS)[number]

interface Tables {
  agents: Table<'agents', { allowed_scopes: Scope[] }>
}

export interface AgentRow {
  readonly agent_id: Uuid
  readonly name: string
  readonly runtime: string
  readonly environment: Environment
  readonly allowed_scopes: Scope[]
  readonly status: AgentStatus
  /** Suspended with all others, by an owner. */
  readonly stopped: boolean
  readonly version: number
  readonly created_at: Date
}

const SHOWN = [
  'agent_id',
  'name',
  'runtime',
  'environment',
  'allowed_scopes',
  'status',
  'stopped',
  'version',
  'created_at',
] as const

export const agentOnWire = (agent: AgentRow) => {
  const { stopped: _, ...row } = agent
  return { ...row, agent_id: idOf('agt', row.agent_id), created_at: row.created_at.toISOString() }
}

type NewAgent = Pick<AgentRow, 'agent_id' | 'name' | 'runtime' | 'environment' | 'allowed_scopes'> & {
  /** `draft` by itself. */
  readonly status?: 'active'
}

export const insertAgent = (tx: TenantTx, agent: NewAgent): Promise<AgentRow> =>
  tx
    .tables<Tables>()
    .insertInto('agents')
    .values({ merchant_id: tx.merchant_id, ...agent })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

const one = (tx: TenantTx, agent_id: Uuid) =>
  tx
    .tables<Tables>()
    .selectFrom('agents')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', agent_id)

export const selectAgent = (tx: TenantTx, agent_id: Uuid): Promise<AgentRow | undefined> =>
  one(tx, agent_id).executeTakeFirst()

/** As it is now and stays until the commit; keys that refer to it are not held up. */
export const lockAgent = (tx: TenantTx, agent_id: Uuid): Promise<AgentRow | undefined> =>
  one(tx, agent_id).forNoKeyUpdate().executeTakeFirst()

/** The same for readers, who do not hold up each other. */
export const shareAgent = (tx: TenantTx, agent_id: Uuid): Promise<AgentRow | undefined> =>
  one(tx, agent_id).forShare().executeTakeFirst()

/** Newest first, strictly before the agent that the cursor names. */
export const selectAgents = (tx: TenantTx, before: Uuid | undefined, limit: number): Promise<AgentRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('agents')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .$if(before !== undefined, (q) => q.where('agent_id', '<', before as Uuid))
    .orderBy('agent_id', 'desc')
    .limit(limit)
    .execute()

export type AgentChanges = Partial<Pick<AgentRow, 'name' | 'allowed_scopes' | 'status' | 'stopped'>>

/** Only if the version is still the one that was read. */
export const updateAgent = (
  tx: TenantTx,
  agent_id: Uuid,
  changes: AgentChanges,
  version: number,
): Promise<AgentRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('agents')
    .set({ ...changes, version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', '=', agent_id)
    .where('version', '=', version)
    .returning(SHOWN)
    .executeTakeFirst()

/** Every active agent is suspended, or every one that was suspended so is activated. Answers with how many. */
export const moveAgents = async (tx: TenantTx, to: 'suspended' | 'active'): Promise<number> => {
  const which = sql<boolean>`merchant_id = ${tx.merchant_id} and ${
    to === 'suspended' ? sql`status = 'active'` : sql`status = 'suspended' and stopped`
  }`
  const tables = tx.tables<Tables>()
  await sql`select from agents where ${which} order by agent_id for no key update`.execute(tables)
  const { numUpdatedRows } = await tables
    .updateTable('agents')
    .set({ status: to, stopped: to === 'suspended', version: sql`version + 1` })
    .where(which)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

/** Those that could still do something. */
export const selectUnretired = async (tx: TenantTx): Promise<Uuid[]> => {
  const rows = await tx
    .tables<Tables>()
    .selectFrom('agents')
    .select('agent_id')
    .where('merchant_id', '=', tx.merchant_id)
    .where('status', '<>', 'retired')
    .execute()
  return rows.map(({ agent_id }) => agent_id)
}

export const retireAgents = async (tx: TenantTx, agent_ids: readonly Uuid[]): Promise<void> => {
  await tx
    .tables<Tables>()
    .updateTable('agents')
    .set({ status: 'retired', version: sql`version + 1` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('agent_id', 'in', agent_ids)
    .where('status', '<>', 'retired')
    .execute()
}

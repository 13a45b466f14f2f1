/** The statement that finds the key an assertion names. It names an agent and a kid, and no tenant. */
import type { AgentStatus } from '@countersign/contract/agents/states'
import type { Uuid } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { SystemTx } from '../postgres/transaction.ts'
import type { CredentialTables } from './agent-credentials.store.ts'

interface Tables extends CredentialTables {
  agents: Table<'agents'>
}

export interface AssertionKeyRow {
  readonly merchant_id: Uuid
  readonly credential_id: Uuid
  readonly public_key: Buffer
  readonly status: 'pending' | 'active' | 'revoked'
  readonly agent_status: AgentStatus
  readonly not_before: Date
  readonly expires_at: Date
  /** Its last use was not noted within this minute. */
  readonly use_is_old: boolean
  /** When the present history began, where that was the opening of a restored backup. */
  readonly restored_at: Date | null
  /** The database's clock, which judges all of these times and those of the assertion. */
  readonly now: Date
}

export const selectAssertionKey = (tx: SystemTx, agent_id: Uuid, kid: string): Promise<AssertionKeyRow | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('agent_credentials as c')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.merchant_id', '=', 'c.merchant_id').onRef('a.agent_id', '=', 'c.agent_id'),
    )
    .select(['c.merchant_id', 'c.credential_id', 'c.public_key', 'c.status', 'c.not_before', 'c.expires_at'])
    .select(sql<boolean>`coalesce(c.last_used_at < now() - interval '1 minute', true)`.as('use_is_old'))
    .select(['a.status as agent_status', sql<Date>`now()`.as('now')])
    .select(sql<Date | null>`restored_at()`.as('restored_at'))
    .where('c.agent_id', '=', agent_id)
    .where('c.kid', '=', kid)
    .executeTakeFirst()

/**
 * Whose key an assertion names, and why that key opens nothing now, if so. The reason is for whoever has signed with the
 * key, and for nobody else.
 */
import type { CredentialStanding } from '@pursestrings/contract/agent-auth/records'
import type { AgentStatus } from '@pursestrings/contract/agents/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx, TenantTx } from '../../platform/postgres/transaction.ts'
import { type CredentialName, type CredentialTables, noteUse } from './agent-credentials.store.ts'

// The statement that finds the key an assertion names. It names an agent and a kid, and no tenant.

interface Tables extends CredentialTables {
  agents: Table<'agents'>
}

interface AssertionKeyRow {
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

const selectAssertionKey = (tx: SystemTx, agent_id: Uuid, kid: string): Promise<AssertionKeyRow | undefined> =>
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

interface AssertionKey {
  readonly merchant_id: Uuid
  readonly credential_id: Uuid
  readonly public_key: Buffer
  readonly use_is_old: boolean
  readonly now: Date
  readonly restored_at: Date | null
  readonly unusable: CredentialStanding | undefined
}

export const findAssertionKey = async (
  tx: SystemTx,
  { agent_id, kid }: { agent_id: Uuid; kid: string },
): Promise<AssertionKey | undefined> => {
  const row = await selectAssertionKey(tx, agent_id, kid)
  return row && { ...row, unusable: reasonOf(row) }
}

/** A token was issued for it; asked for once a minute, so that few tokens cost a write. */
export const noteKeyUsed = (tx: TenantTx, key: CredentialName): Promise<void> => noteUse(tx, key)

const reasonOf = (row: AssertionKeyRow): CredentialStanding | undefined => {
  if (row.status !== 'active') return `credential_${row.status}`
  if (row.expires_at <= row.now) return 'credential_expired'
  if (row.not_before > row.now) return 'credential_not_yet_valid'
  return row.agent_status === 'active' ? undefined : `agent_${row.agent_status}`
}

/** Statements on connections. A wallet sees its own, a tenant its agents'. */
import type { ConnectionStatus, PausedBy } from '@pursestrings/contract/connections/records'
import type { Scope } from '@pursestrings/contract/scopes'
import { idOf, newUuidFor, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import type { Source } from './connections.reads.ts'

export interface ConnectionRow {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly device_id: Uuid
  /** In force: granted by the user and still allowed by the merchant. */
  readonly scopes: Scope[]
  readonly granted_scopes: Scope[]
  readonly status: ConnectionStatus
  readonly source: Source
  readonly created_at: Date
  readonly paused_at: Date | null
  readonly paused_by: PausedBy | null
  readonly revoked_at: Date | null
  readonly token_expires_at: Date
  readonly last_used_at: Date | null
  /** Since when decisions must be signed with the device's key. */
  readonly decision_required_at: Date | null
  readonly pause_after_rejections: boolean
}

interface Tables {
  connections: Table<'connections', { scopes: Scope[]; source: Source }>
}

const SHOWN = [
  'merchant_id',
  'connection_id',
  'device_id',
  'status',
  'source',
  'created_at',
  'paused_at',
  'paused_by',
  'revoked_at',
  'scopes as granted_scopes',
  'token_expires_at',
  'decision_required_at',
  'pause_after_rejections',
  sql<Date | null>`greatest(last_used_at, minute_began_at)`.as('last_used_at'),
  sql<Scope[]>`scopes_in_force(merchant_id, agent_id, scopes)`.as('scopes'),
] as const

export const connectionOnWire = ({ connection_id, status, scopes, granted_scopes, source, ...row }: ConnectionRow) => ({
  connection_id: idOf('con', connection_id),
  status,
  scopes: granted_scopes,
  effective_scopes: scopes,
  source,
  decision_signature: row.decision_required_at === null ? ('optional' as const) : ('required' as const),
  pause_after_rejections: row.pause_after_rejections,
  created_at: row.created_at.toISOString(),
  paused_at: row.paused_at?.toISOString() ?? null,
  paused_by: status === 'paused' ? row.paused_by : null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  token_expires_at: row.token_expires_at.toISOString(),
  last_used_at: row.last_used_at?.toISOString() ?? null,
})

const TOKEN_ENDS_AT = sql<Date>`now() + connection_token_lifetime()`

type NewConnection = Pick<Tables['connections'], 'agent_id' | 'device_id' | 'scopes' | 'source' | 'token_hash'> & {
  readonly decision_required: boolean
}

export const insertConnection = (
  tx: TenantTx,
  { decision_required, ...connection }: NewConnection,
): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .insertInto('connections')
    .values({
      merchant_id: tx.merchant_id,
      connection_id: newUuidFor(tx.merchant_id),
      status: 'active',
      token_expires_at: TOKEN_ENDS_AT,
      ...connection,
      ...(decision_required && { decision_required_at: sql<Date>`now()` }),
    })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

const ofWallet = (tx: WalletTx) =>
  tx.tables<Tables>().selectFrom('connections').select(SHOWN).where('device_id', '=', tx.wallet_id)

export const selectConnection = (tx: WalletTx, connection_id: Uuid): Promise<ConnectionRow | undefined> =>
  ofWallet(tx).where('connection_id', '=', connection_id).executeTakeFirst()

/** As it is now and stays until the commit: whoever builds on it shares or waits. */
export const lockConnection = (tx: WalletTx, connection_id: Uuid): Promise<ConnectionRow | undefined> =>
  ofWallet(tx).where('connection_id', '=', connection_id).forNoKeyUpdate().executeTakeFirst()

export const selectOpenConnections = (tx: WalletTx): Promise<ConnectionRow[]> =>
  ofWallet(tx).where('status', '<>', 'revoked').orderBy('connection_id').execute()

/** Newest first, strictly before the connection that the cursor names. */
export const selectConnections = (tx: WalletTx, before: Uuid | undefined, limit: number): Promise<ConnectionRow[]> =>
  ofWallet(tx)
    .$if(before !== undefined, (q) => q.where('connection_id', '<', before as Uuid))
    .orderBy('connection_id', 'desc')
    .limit(limit)
    .execute()

export const selectConnectionOfTenant = (tx: TenantTx, connection_id: Uuid): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .select(SHOWN)
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .executeTakeFirstOrThrow()

export type HeldConnection = Pick<ConnectionRow, 'device_id' | 'status'> & { agent_id: Uuid }

/** As `lockConnection`, for the tenant. */
export const lockConnectionOfTenant = (tx: TenantTx, connection_id: Uuid): Promise<HeldConnection | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .select(['agent_id', 'device_id', 'status'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .forUpdate()
    .executeTakeFirst()

/** A token that replaces whatever was there, a renewed one included. */
const NEW_TOKEN = {
  token_expires_at: TOKEN_ENDS_AT,
  next_token_hash: null,
  next_until: null,
}

/** Of a connection that is held: beside the old token, or in its place where that has ended. */
export const setNextToken = (tx: TenantTx, connection_id: Uuid, next: Buffer): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({
      token_hash: sql<Buffer>`coalesce(token_hash, ${next})`,
      token_expires_at: sql<Date>`case when token_hash is null then ${TOKEN_ENDS_AT} else token_expires_at end`,
      next_token_hash: sql<Buffer | null>`case when token_hash is null then null else ${next}::bytea end`,
      next_until: sql<Date | null>`case when token_hash is null then null else now() + interval '10 minutes' end`,
    })
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

export type ConnectionChanges = Partial<
  Pick<Tables['connections'], 'scopes' | 'token_hash' | 'status' | 'decision_required_at'> &
    Pick<ConnectionRow, 'pause_after_rejections'>
>

/** Of a connection that is held. */
export const updateConnection = (tx: WalletTx, connection_id: Uuid, set: ConnectionChanges): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({
      ...set,
      ...(set.token_hash && NEW_TOKEN),
      ...(set.pause_after_rejections === false && { rejected_at: [] }),
      ...(set.status === 'active' && { paused_at: null, paused_by: null, rejected_at: [] }),
      ...(set.status === 'paused' && { paused_at: sql<Date>`now()`, paused_by: 'wallet' }),
      ...(set.status === 'revoked' && { revoked_at: sql<Date>`now()` }),
    })
    .where('device_id', '=', tx.wallet_id)
    .where('connection_id', '=', connection_id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/**
 * Every active connection of a wallet that is held is paused, or every one that was paused so is resumed. Held in the order in which
 * all hold several.
 */
export const moveConnectionsOfWallet = async (tx: WalletTx, to: 'paused' | 'active'): Promise<ConnectionRow[]> => {
  const which = sql<boolean>`device_id = ${tx.wallet_id} and ${
    to === 'paused' ? sql`status = 'active'` : sql`status = 'paused' and paused_by = 'stop'`
  }`
  const tables = tx.tables<Tables>()
  await sql`select from connections where ${which} order by merchant_id, connection_id for no key update`.execute(
    tables,
  )
  return tables
    .updateTable('connections')
    .set(
      to === 'paused'
        ? { status: to, paused_at: sql<Date>`now()`, paused_by: 'stop' }
        : { status: to, paused_at: null, paused_by: null, rejected_at: [] },
    )
    .where(which)
    .returning(SHOWN)
    .execute()
}

/** Undefined if it had ended before. */
export const endConnectionOfTenant = (tx: TenantTx, connection_id: Uuid): Promise<ConnectionRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({ status: 'revoked', revoked_at: sql<Date>`now()` })
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .where('status', '<>', 'revoked')
    .returning(SHOWN)
    .executeTakeFirst()

/** Undefined if the user has revoked it. */
export const replaceTokenHash = (
  tx: TenantTx,
  connection_id: Uuid,
  token_hash: Buffer,
): Promise<ConnectionRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({ token_hash, ...NEW_TOKEN })
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .where('status', '<>', 'revoked')
    .returning(SHOWN)
    .executeTakeFirst()

export const databaseNow = async (tx: WalletTx): Promise<Date> => {
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(tx.tables<Tables>())
  return (rows[0] as { now: Date }).now
}

interface Wanted {
  readonly connection_id?: Uuid
  readonly agent_id?: Uuid
  readonly status?: ConnectionStatus
}

const ofAgents = (tx: TenantTx, { connection_id, agent_id, status }: Wanted) =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .where('merchant_id', '=', tx.merchant_id)
    .$if(connection_id !== undefined, (q) => q.where('connection_id', '=', connection_id as Uuid))
    .$if(agent_id !== undefined, (q) => q.where('agent_id', '=', agent_id as Uuid))
    .$if(status !== undefined, (q) => q.where('status', '=', status as ConnectionStatus))

/** Of the merchant's agents: newest first, strictly before the connection that the cursor names. */
export const selectConnectionsOfTenant = (
  tx: TenantTx,
  wanted: Wanted,
  before: Uuid | undefined,
  limit: number,
): Promise<ConnectionRow[]> =>
  ofAgents(tx, wanted)
    .select(SHOWN)
    .$if(before !== undefined, (q) => q.where('connection_id', '<', before as Uuid))
    .orderBy('connection_id', 'desc')
    .limit(limit)
    .execute()

/** Whose connections have not ended. */
export const selectConnectedAgents = async (tx: TenantTx): Promise<Uuid[]> => {
  const rows = await ofAgents(tx, {}).select('agent_id').distinct().where('status', '<>', 'revoked').execute()
  return rows.map(({ agent_id }) => agent_id)
}

export const countConnectionsOfTenant = async (
  tx: TenantTx,
  { agent_id }: Wanted,
): Promise<Record<ConnectionStatus, number>> => {
  const rows = await ofAgents(tx, agent_id === undefined ? {} : { agent_id })
    .select(['status', sql<number>`count(*)::int`.as('count')])
    .groupBy('status')
    .execute()
  return { active: 0, paused: 0, revoked: 0, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) }
}

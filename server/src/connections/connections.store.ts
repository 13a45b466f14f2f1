/** Statements on connections. A wallet sees its own, a tenant its agents'. */
import type { PausedBy } from '@countersign/contract/connections/records'
import type { ConnectionStatus } from '@countersign/contract/connections/states'
import type { Scope } from '@countersign/contract/scopes'
import { idOf, newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import type { Source } from './source.ts'

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
  sql<Scope[]>`scopes_in_force(merchant_id, agent_id, scopes)`.as('scopes'),
] as const

export const connectionOnWire = ({ connection_id, status, scopes, source, ...row }: ConnectionRow) => ({
  connection_id: idOf('con', connection_id),
  status,
  scopes,
  source,
  created_at: row.created_at.toISOString(),
  paused_at: row.paused_at?.toISOString() ?? null,
  paused_by: status === 'paused' ? row.paused_by : null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

type NewConnection = Pick<Tables['connections'], 'agent_id' | 'device_id' | 'scopes' | 'source' | 'token_hash'>

export const insertConnection = (tx: TenantTx, connection: NewConnection): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .insertInto('connections')
    .values({ merchant_id: tx.merchant_id, connection_id: newUuidFor(tx.merchant_id), status: 'active', ...connection })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

const ofWallet = (tx: WalletTx) =>
  tx.tables<Tables>().selectFrom('connections').select(SHOWN).where('device_id', '=', tx.device_id)

export const selectConnection = (tx: WalletTx, connection_id: Uuid): Promise<ConnectionRow | undefined> =>
  ofWallet(tx).where('connection_id', '=', connection_id).executeTakeFirst()

/** As it is now and stays until the commit: whoever builds on it shares or waits (I6). */
export const lockConnection = (tx: WalletTx, connection_id: Uuid): Promise<ConnectionRow | undefined> =>
  ofWallet(tx).where('connection_id', '=', connection_id).forNoKeyUpdate().executeTakeFirst()

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

export type HeldConnection = Pick<ConnectionRow, 'device_id' | 'scopes' | 'status' | 'paused_by'> & { agent_id: Uuid }

/** As `lockConnection`, for the tenant; shared, others may build on it at the same time. */
export const lockConnectionOfTenant = (
  tx: TenantTx,
  connection_id: Uuid,
  how: 'alone' | 'shared',
): Promise<HeldConnection | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .select(['agent_id', 'device_id', 'scopes', 'status', 'paused_by'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .$if(how === 'alone', (q) => q.forUpdate())
    .$if(how === 'shared', (q) => q.forShare())
    .executeTakeFirst()

export const selectActive = (
  tx: TenantTx | WalletTx,
  ids: readonly Uuid[],
): Promise<Pick<ConnectionRow, 'connection_id'>[]> =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .select('connection_id')
    .$if(tx.whose === 'tenant', (q) => q.where('merchant_id', '=', (tx as TenantTx).merchant_id))
    .$if(tx.whose === 'wallet', (q) => q.where('device_id', '=', (tx as WalletTx).device_id))
    .where('connection_id', 'in', ids)
    .where('status', '=', 'active')
    .execute()

export type ConnectionChanges = Partial<Pick<Tables['connections'], 'scopes' | 'token_hash' | 'status'>>

/** Of a connection that is held. */
export const updateConnection = (tx: WalletTx, connection_id: Uuid, set: ConnectionChanges): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({
      ...set,
      ...(set.status === 'active' && { paused_at: null, paused_by: null, rejected_at: [] }),
      ...(set.status === 'paused' && { paused_at: sql<Date>`now()`, paused_by: 'wallet' }),
      ...(set.status === 'revoked' && { revoked_at: sql<Date>`now()` }),
    })
    .where('device_id', '=', tx.device_id)
    .where('connection_id', '=', connection_id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Undefined if the user has revoked it. */
export const replaceTokenHash = (
  tx: TenantTx,
  connection_id: Uuid,
  token_hash: Buffer,
): Promise<ConnectionRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({ token_hash })
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', '=', connection_id)
    .where('status', '<>', 'revoked')
    .returning(SHOWN)
    .executeTakeFirst()

export const selectSources = (
  tx: TenantTx,
  ids: readonly Uuid[],
): Promise<Pick<ConnectionRow, 'connection_id' | 'source'>[]> =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .select(['connection_id', 'source'])
    .where('merchant_id', '=', tx.merchant_id)
    .where('connection_id', 'in', ids)
    .execute()

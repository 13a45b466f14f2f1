/** Statements on connections and connection_changes. A wallet sees its own, a tenant its agents'. */
import type { CONNECTION_CHANGES, ConnectionStatus } from '@countersign/contract/connections'
import { idOf, newUuid, type Uuid } from '@countersign/contract/ids'
import type { Scope } from '@countersign/contract/scopes'
import { type Generated, sql } from 'kysely'
import type { SystemTx, TenantTx, WalletTx } from '../postgres/transaction.ts'
import type { Source } from './source.ts'

export interface ConnectionRow {
  readonly merchant_id: Uuid
  readonly connection_id: Uuid
  readonly device_id: Uuid
  readonly scopes: Scope[]
  readonly status: ConnectionStatus
  readonly source: Source
  readonly created_at: Date
  readonly paused_at: Date | null
  readonly revoked_at: Date | null
}

type Change = (typeof CONNECTION_CHANGES)[number]

interface Tables {
  connections: {
    merchant_id: Uuid
    connection_id: Uuid
    agent_id: Uuid
    device_id: Uuid
    scopes: Scope[]
    status: ConnectionStatus
    source: Source
    token_hash: Buffer | null
    created_at: Generated<Date>
    paused_at: Generated<Date | null>
    revoked_at: Generated<Date | null>
  }
  connection_changes: {
    merchant_id: Uuid
    connection_change_id: Uuid
    connection_id: Uuid
    device_id: Uuid
    change: Change
    scopes: Scope[]
    occurred_at: Generated<Date>
  }
}

const SHOWN = [
  'merchant_id',
  'connection_id',
  'device_id',
  'scopes',
  'status',
  'source',
  'created_at',
  'paused_at',
  'revoked_at',
] as const

export const connectionOnWire = ({ connection_id, status, scopes, source, ...row }: ConnectionRow) => ({
  connection_id: idOf('con', connection_id),
  status,
  scopes,
  source,
  created_at: row.created_at.toISOString(),
  paused_at: row.paused_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
})

type NewConnection = Pick<Tables['connections'], 'agent_id' | 'device_id' | 'scopes' | 'source' | 'token_hash'>

export const insertConnection = (tx: TenantTx, connection: NewConnection): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .insertInto('connections')
    .values({ merchant_id: tx.merchant_id, connection_id: newUuid(), status: 'active', ...connection })
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

export type HeldConnection = Pick<Tables['connections'], 'agent_id' | 'device_id' | 'scopes' | 'status'>

/** As `lockConnection`, for the tenant; shared, others may build on it at the same time. */
export const lockConnectionOfTenant = (
  tx: TenantTx,
  connection_id: Uuid,
  how: 'alone' | 'shared',
): Promise<HeldConnection | undefined> =>
  tx
    .tables<Tables>()
    .selectFrom('connections')
    .select(['agent_id', 'device_id', 'scopes', 'status'])
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

export type ConnectionChanges = Partial<Pick<ConnectionRow, 'status' | 'scopes'>> & { token_hash?: Buffer }

/** Of a connection that is held. */
export const updateConnection = (tx: WalletTx, connection_id: Uuid, set: ConnectionChanges): Promise<ConnectionRow> =>
  tx
    .tables<Tables>()
    .updateTable('connections')
    .set({
      ...set,
      ...(set.status === 'active' && { paused_at: null }),
      ...(set.status === 'paused' && { paused_at: sql<Date>`now()` }),
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

export const insertConnectionChange = async (
  tx: TenantTx | WalletTx,
  { merchant_id, connection_id, device_id, scopes }: ConnectionRow,
  change: Change,
): Promise<void> => {
  await tx
    .tables<Tables>()
    .insertInto('connection_changes')
    .values({ merchant_id, connection_change_id: newUuid(), connection_id, device_id, change, scopes })
    .execute()
}

/** Of these tenants, by their ids. */
export const selectConnectionChanges = (tx: SystemTx, merchants: readonly Uuid[], ids: readonly Uuid[]) =>
  tx
    .tables<Tables>()
    .selectFrom('connection_changes')
    .select(['merchant_id', 'connection_change_id', 'connection_id', 'change', 'scopes', 'occurred_at'])
    .where('merchant_id', 'in', merchants)
    .where('connection_change_id', 'in', ids)
    .execute()

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

/** Statements on devices: a device sees its own row and those of the devices that it is linked with. */

import { DEVICES_MAX, LINK_CODE_LIFETIME_S } from '@pursestrings/contract/devices/link-operations'
import type { Platform } from '@pursestrings/contract/devices/records'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import { hashOf } from '../../platform/credentials/credentials.ts'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  devices: Table<'devices', { platform: Platform }>
}

export interface DeviceRow {
  readonly device_id: Uuid
  readonly name: string
  readonly platform: Platform
  readonly public_key: Buffer | null
  readonly created_at: Date
  readonly linked_at: Date | null
  readonly revoked_at: Date | null
}

const SHOWN = ['device_id', 'name', 'platform', 'public_key', 'created_at', 'linked_at', 'revoked_at'] as const

export const deviceOnWire = (row: DeviceRow) => ({
  ...row,
  linked_at: row.linked_at?.toISOString() ?? null,
  revoked_at: row.revoked_at?.toISOString() ?? null,
  device_id: idOf('dev', row.device_id),
  public_key: row.public_key?.toString('base64url') ?? null,
  created_at: row.created_at.toISOString(),
})

export const insertDevice = (
  tx: WalletTx,
  device: Pick<DeviceRow, 'name' | 'platform' | 'public_key'>,
): Promise<DeviceRow> =>
  tx
    .tables<Tables>()
    .insertInto('devices')
    .values({ device_id: tx.device_id, ...device })
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

export const selectDevice = (tx: WalletTx): Promise<DeviceRow> =>
  tx
    .tables<Tables>()
    .selectFrom('devices')
    .select(SHOWN)
    .where('device_id', '=', tx.device_id)
    .executeTakeFirstOrThrow()

/** Those of the wallet that were not removed, the first one first. */
export const selectDevices = (tx: WalletTx): Promise<DeviceRow[]> =>
  tx
    .tables<Tables>()
    .selectFrom('devices')
    .select(SHOWN)
    .where('revoked_at', 'is', null)
    .where((q) => q.or([q('device_id', '=', tx.wallet_id), q('wallet_id', '=', tx.wallet_id)]))
    .orderBy('linked_at', (order) => order.asc().nullsFirst())
    .execute()

/** Until the commit nobody links, revokes or connects a device of this wallet. */
export const holdWallet = async (tx: WalletTx): Promise<void> => {
  await sql`select from devices where device_id = ${tx.wallet_id} for no key update`.execute(tx.tables())
}

/** Undefined for a device of another wallet. */
export const setRevoked = (tx: WalletTx): Promise<DeviceRow | undefined> =>
  tx
    .tables<Tables>()
    .updateTable('devices')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('device_id', '=', tx.device_id)
    .returning(SHOWN)
    .executeTakeFirst()

/** As it is until the commit; a tenant's transaction sees no more of a wallet. */
export const holdDevice = async (
  { tables }: TenantTx | WalletTx,
  wallet_id: Uuid,
): Promise<'open' | 'stopped' | 'revoked'> => {
  const { rows } = await sql<{ standing: 'open' | 'stopped' | 'revoked' }>`
    select hold_device(${wallet_id}) as standing`.execute(tables<Tables>())
  return rows[0]?.standing ?? 'revoked'
}

/** Since when the wallet is stopped. */
export const selectStoppedAt = async (tx: WalletTx): Promise<Date | null> => {
  const { rows } = await sql<{ stopped_at: Date | null }>`
    select stopped_at from devices where device_id = ${tx.wallet_id}`.execute(tx.tables())
  return rows[0]?.stopped_at ?? null
}

/** Until the commit nobody connects or resumes anything in this wallet. Of one that is stopped already, since when. */
export const setStopped = async (tx: WalletTx, stopped: boolean): Promise<Date | null> => {
  const { rows } = await sql<{ stopped_at: Date | null }>`
    update devices set stopped_at = case when ${stopped} then
      coalesce(stopped_at, date_trunc('milliseconds', clock_timestamp())) end
    where device_id = ${tx.wallet_id} returning stopped_at`.execute(tx.tables())
  return rows[0]?.stopped_at ?? null
}

// Statements on the codes that link devices: one open code per device, and only its hash.

/** In place of the one before. */
export const putLinkCode = async ({ client, device_id }: WalletTx, code: string): Promise<Date> => {
  const text = `insert into device_codes (device_id, purpose, code_hash, expires_at)
    values ($1, 'link', $2, now() + make_interval(secs => $3))
    on conflict (device_id, purpose) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at, used_by = null
    returning expires_at`
  const { rows } = await client.query<{ expires_at: Date }>(text, [device_id, hashOf(code), LINK_CODE_LIFETIME_S])
  return (rows[0] as { expires_at: Date }).expires_at
}

export const deleteLinkCode = async ({ client, device_id }: WalletTx): Promise<void> => {
  await client.query("delete from device_codes where device_id = $1 and purpose = 'link'", [device_id])
}

/** `linked`, or the code of a refusal. */
export const linkByCode = async ({ client }: WalletTx, code: string): Promise<string> => {
  const text = 'select link_device($1, $2) as outcome'
  const { rows } = await client.query<{ outcome: string }>(text, [hashOf(code), DEVICES_MAX])
  return rows[0]?.outcome ?? ''
}

export const databaseNow = async ({ client }: WalletTx): Promise<Date> => {
  const { rows } = await client.query<{ now: Date }>('select clock_timestamp() as now')
  return (rows[0] as { now: Date }).now
}

/** Statements on the keys of devices, and on the challenges that prove them. A device sees its own. */

import { KEY_CHALLENGE_LIFETIME_S } from '@pursestrings/contract/devices/key-operations'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { DeviceAlg, DeviceJwk } from '@pursestrings/protocol/device-statements'
import { sql } from 'kysely'
import type { TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'

export interface DeviceKeyRow {
  readonly kid: string
  readonly alg: DeviceAlg
  readonly jwk: DeviceJwk
  readonly status: 'active' | 'replaced' | 'revoked'
  readonly created_at: Date
  readonly proven_at: Date | null
  readonly ended_at: Date | null
}

const view_columns = sql`kid, alg, jwk, status, created_at, proven_at, ended_at`

export const deviceKeyOnWire = ({ jwk, ...row }: DeviceKeyRow) => ({
  ...row,
  public_key: jwk,
  created_at: row.created_at.toISOString(),
  proven_at: row.proven_at?.toISOString() ?? null,
  ended_at: row.ended_at?.toISOString() ?? null,
})

/** Newest first. */
export const selectDeviceKeys = async (tx: WalletTx): Promise<DeviceKeyRow[]> => {
  const { rows } = await sql<DeviceKeyRow>`select ${view_columns} from device_keys where device_id = ${tx.device_id}
    order by created_at desc, status`.execute(tx.tables())
  return rows
}

/** Until the commit nobody else changes the keys of this device. */
export const holdOwnDevice = async (tx: WalletTx): Promise<void> => {
  await sql`select from devices where device_id = ${tx.device_id} for no key update`.execute(tx.tables())
}

export const insertDeviceKey = async (
  tx: WalletTx,
  { kid, alg, jwk }: Pick<DeviceKeyRow, 'kid' | 'alg' | 'jwk'>,
): Promise<DeviceKeyRow> => {
  const { rows } = await sql<DeviceKeyRow>`insert into device_keys (device_id, kid, alg, jwk, proven_at)
    values (${tx.device_id}, ${kid}, ${alg}, ${JSON.stringify(jwk)}, now()) returning ${view_columns}`.execute(
    tx.tables(),
  )
  return rows[0] as DeviceKeyRow
}

/** Of one that is active. */
export const endDeviceKey = async (
  tx: WalletTx,
  kid: string,
  status: 'replaced' | 'revoked',
): Promise<DeviceKeyRow | undefined> => {
  const { rows } = await sql<DeviceKeyRow>`update device_keys set status = ${status}, ended_at = now()
    where device_id = ${tx.device_id} and kid = ${kid} and status = 'active' returning ${view_columns}`.execute(
    tx.tables(),
  )
  return rows[0]
}

/** In place of the one before. */
export const putChallenge = async (tx: WalletTx, challenge_hash: Buffer): Promise<Date> => {
  const { rows } = await sql<{ expires_at: Date }>`
    insert into device_codes (device_id, purpose, code_hash, expires_at)
    values (${tx.device_id}, 'prove_key', ${challenge_hash}, now() + make_interval(secs => ${KEY_CHALLENGE_LIFETIME_S}))
    on conflict (device_id, purpose) do update set code_hash = excluded.code_hash, expires_at = excluded.expires_at
    returning expires_at`.execute(tx.tables())
  return (rows[0] as { expires_at: Date }).expires_at
}

/** Once: whether this very challenge was open. */
export const spendKeyChallenge = async (tx: WalletTx, challenge_hash: Buffer): Promise<boolean> => {
  const { numAffectedRows } = await sql`delete from device_codes where device_id = ${tx.device_id}
    and purpose = 'prove_key' and code_hash = ${challenge_hash} and expires_at > now()`.execute(tx.tables())
  return numAffectedRows === 1n
}

/** Whether any device of the wallet has a key or had one. */
export const walletHasKeys = async (tx: WalletTx): Promise<boolean> => {
  const { rows } = await sql<{ has: boolean }>`select wallet_has_keys() as has`.execute(tx.tables())
  return rows[0]?.has === true
}

/** Whether that key, or any where none is named, is active now; a tenant's transaction sees no more of a device. */
export const isKeyActive = async (tx: TenantTx | WalletTx, device_id: Uuid, kid: string | null): Promise<boolean> => {
  const { rows } = await sql<{ active: boolean }>`select device_key_is_active(${device_id}, ${kid}) as active`.execute(
    tx.tables(),
  )
  return rows[0]?.active === true
}

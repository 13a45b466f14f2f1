/** Statements on the codes that link devices: one open code per device, and only its hash. */
import { DEVICES_MAX, LINK_CODE_LIFETIME_S } from '@pursestrings/contract/devices/link-operations'
import { hashOf } from '../../platform/credentials/presented.ts'
import type { WalletTx } from '../../platform/postgres/transaction.ts'

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

/** Statements on devices: a device sees its own row and no other. */
import type { Platform } from '@countersign/contract/devices/records'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../postgres/table.ts'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'

interface Tables {
  devices: Table<'devices', { platform: Platform }>
}

export interface DeviceRow {
  readonly device_id: Uuid
  readonly name: string
  readonly platform: Platform
  readonly public_key: Buffer | null
  readonly created_at: Date
  readonly revoked_at: Date | null
}

const SHOWN = ['device_id', 'name', 'platform', 'public_key', 'created_at', 'revoked_at'] as const

export const deviceOnWire = (row: DeviceRow) => ({
  ...row,
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

export const setRevoked = (tx: WalletTx): Promise<DeviceRow> =>
  tx
    .tables<Tables>()
    .updateTable('devices')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('device_id', '=', tx.device_id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow()

/** Whether it is there and stays until the commit; a tenant's transaction sees no more of a device. */
export const holdDevice = async ({ tables }: TenantTx, device_id: Uuid): Promise<boolean> => {
  const { rows } = await sql<{ held: boolean }>`select hold_device(${device_id}) as held`.execute(tables<Tables>())
  return rows[0]?.held === true
}

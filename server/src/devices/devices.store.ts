/** Statements on devices: a device sees its own row and no other. */
import type { Platform } from '@countersign/contract/devices/records'
import { idOf, type Uuid } from '@countersign/contract/wire/ids'
import type { Table } from '../postgres/table.ts'
import type { WalletTx } from '../postgres/transaction.ts'

interface Tables {
  devices: Table<'devices', { platform: Platform }>
}

export interface DeviceRow {
  readonly device_id: Uuid
  readonly name: string
  readonly platform: Platform
  readonly public_key: Buffer | null
  readonly created_at: Date
}

const SHOWN = ['device_id', 'name', 'platform', 'public_key', 'created_at'] as const

export const deviceOnWire = (row: DeviceRow) => ({
  ...row,
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

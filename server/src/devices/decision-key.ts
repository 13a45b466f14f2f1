/** The key with which a device signs its decisions now. */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx, WalletTx } from '../postgres/transaction.ts'
import { type DeviceKeyRow, isKeyActive, selectDeviceKeys } from './device-keys.store.ts'

/** `active` is undefined where it has none; `had` tells whether it ever had one, which a thief may have revoked. */
export const decisionKeyOf = async (tx: WalletTx): Promise<{ active: DeviceKeyRow | undefined; had: boolean }> => {
  const keys = await selectDeviceKeys(tx)
  return { active: keys.find(({ status }) => status === 'active'), had: keys.length > 0 }
}

export const hasActiveKey = (tx: TenantTx | WalletTx, device_id: Uuid, kid?: string): Promise<boolean> =>
  isKeyActive(tx, device_id, kid ?? null)

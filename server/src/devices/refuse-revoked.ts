/** Nothing is connected to a device that its user has removed. */
import { deviceRevoked } from '@countersign/contract/devices/errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { holdDevice } from './devices.store.ts'

export const refuseRevokedDevice = async (tx: TenantTx, device_id: Uuid): Promise<void> => {
  if (!(await holdDevice(tx, device_id))) throw new Refusal(deviceRevoked)
}

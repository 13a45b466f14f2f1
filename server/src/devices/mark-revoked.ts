/** The device is gone for good, with the code that it may have shown; holds the wallet. */
import { resourceNotFound } from '@countersign/contract/transport-errors'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { deviceOnWire, holdWallet, selectDevices, setRevoked } from './devices.store.ts'
import { deleteLinkCode } from './link-codes.store.ts'

export const markDeviceRevoked = async (tx: WalletTx) => {
  await holdWallet(tx)
  const device = await setRevoked(tx)
  if (!device) throw new Refusal(resourceNotFound)
  await deleteLinkCode(tx)
  return { device: deviceOnWire(device), is_last: (await selectDevices(tx)).length === 0 }
}

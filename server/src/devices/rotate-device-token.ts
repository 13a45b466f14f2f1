/** A device replaces its own token, and no other device's. Rotations with one token are all given the same next one. */

import { credentialInvalid, resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { rotateDeviceToken as rotate } from '../credentials/device-token.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { deviceOnWire, selectDevice } from './devices.store.ts'

export const rotateDeviceToken = async (
  tx: WalletTx,
  { device_id, ...shown }: { device_id: Uuid; token_hash: Buffer; tokenAfter: (nonce: Buffer) => string },
) => {
  if (device_id !== tx.device_id) throw new Refusal(resourceNotFound)
  const token = await rotate(tx, shown)
  if (token === undefined) throw new Refusal(credentialInvalid)
  return { device: deviceOnWire(await selectDevice(tx)), token }
}

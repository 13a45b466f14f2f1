/**
 * A device replaces its own token, and no other device's. What is replaced is the token that was shown: of two rotations
 * with one token the later finds it gone, and nobody is left holding an answer that was dead when it came (W9).
 */

import { credentialInvalid, resourceNotFound } from '@countersign/contract/transport-errors'
import type { Uuid } from '@countersign/contract/wire/ids'
import { replaceDeviceToken } from '../credentials/device-token.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { deviceOnWire, selectDevice } from './devices.store.ts'

export const rotateDeviceToken = async (
  tx: WalletTx,
  { device_id, token_hash }: { device_id: Uuid; token_hash: Buffer },
) => {
  if (device_id !== tx.device_id) throw new Refusal(resourceNotFound)
  const token = await replaceDeviceToken(tx, token_hash)
  if (token === undefined) throw new Refusal(credentialInvalid)
  return { device: deviceOnWire(await selectDevice(tx)), token }
}

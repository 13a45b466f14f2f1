/** A device comes with its token. Its decision key, if any, is held to the rules of an agent's key (A3). */
import { privateKeySent } from '@countersign/contract/agent-credentials/errors'
import type { registerDevice as operation } from '@countersign/contract/devices/operations'
import type { BodyOf } from '@countersign/contract/operation'
import { validationFailed } from '@countersign/contract/transport-errors'
import { holdsPrivateKey, publicKeyOf } from '../agents/public-key.ts'
import { issueDeviceToken } from '../credentials/device-token.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { deviceOnWire, insertDevice } from './devices.store.ts'

export const registerDevice = async (tx: WalletTx, { name, platform, public_key }: BodyOf<typeof operation>) => {
  const device = await insertDevice(tx, { name, platform, public_key: keyOf(public_key) })
  return { device: deviceOnWire(device), token: await issueDeviceToken(tx) }
}

const keyOf = (input: string | undefined): Buffer | null => {
  if (input === undefined) return null
  if (holdsPrivateKey(input)) throw new Refusal(privateKeySent)
  const parsed = publicKeyOf(input)
  if (!('key' in parsed)) throw new Refusal(validationFailed, { issues: parsed.issues })
  return parsed.key
}

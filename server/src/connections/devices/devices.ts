/** Devices: registered, their tokens and keys, and what a revoked one may not do. */
import { privateKeySent } from '@pursestrings/contract/agent-credentials/records'
import type { registerDevice as registerDeviceOperation } from '@pursestrings/contract/devices/operations'
import { deviceRevoked, walletStopped } from '@pursestrings/contract/devices/records'
import type { BodyOf } from '@pursestrings/contract/operation'
import { credentialInvalid, resourceNotFound, validationFailed } from '@pursestrings/contract/transport-errors'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { issueDeviceToken, rotateDeviceToken as rotate } from '../../platform/credentials/device-token.ts'
import type { SystemTx, TenantTx, WalletTx } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import { holdsPrivateKey, publicKeyOf } from '../agents/public-key.ts'
import { type DeviceKeyRow, deviceKeyOnWire, isKeyActive, selectDeviceKeys } from './device-keys.store.ts'
import {
  deleteLinkCode,
  deviceOnWire,
  holdDevice,
  holdWallet,
  insertDevice,
  selectDevice,
  selectDevices,
  selectStoppedAt,
  setRevoked,
  setStopped,
} from './devices.store.ts'

export const readDeviceWithKeys = async (tx: WalletTx) => ({
  device: deviceOnWire(await selectDevice(tx)),
  device_keys: (await selectDeviceKeys(tx)).map(deviceKeyOnWire),
  stopped_at: (await selectStoppedAt(tx))?.toISOString() ?? null,
  devices: (await selectDevices(tx)).map(deviceOnWire),
})

/** A device comes with its token. Its decision key, if any, is held to the rules of an agent's key. */
export const registerDevice = async (
  tx: WalletTx,
  { name, platform, public_key }: BodyOf<typeof registerDeviceOperation>,
) => {
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

/** A device replaces its own token, and no other device's. Rotations with one token are all given the same next one. */
export const rotateDeviceToken = async (
  tx: WalletTx,
  { device_id, ...shown }: { device_id: Uuid; token_hash: Buffer; tokenAfter: (nonce: Buffer) => string },
) => {
  if (device_id !== tx.device_id) throw new Refusal(resourceNotFound)
  const token = await rotate(tx, shown)
  if (token === undefined) throw new Refusal(credentialInvalid)
  return { device: deviceOnWire(await selectDevice(tx)), token }
}

/** The device is gone for good, with the code that it may have shown; holds the wallet. */
export const markDeviceRevoked = async (tx: WalletTx) => {
  await holdWallet(tx)
  const device = await setRevoked(tx)
  if (!device) throw new Refusal(resourceNotFound)
  await deleteLinkCode(tx)
  return { device: deviceOnWire(device), is_last: (await selectDevices(tx)).length === 0 }
}

/** Nothing is connected to a device that its user has removed, nor to a wallet that is stopped. */
export const refuseUnconnectable = async (tx: TenantTx, wallet_id: Uuid): Promise<void> => {
  const standing = await holdDevice(tx, wallet_id)
  if (standing === 'revoked') throw new Refusal(deviceRevoked)
  if (standing === 'stopped') throw new Refusal(walletStopped)
}

export const markStopped = setStopped

/** Since when the wallet is stopped; until the commit nobody stops it or lets it go on. */
export const holdStoppedAt = async (tx: WalletTx): Promise<Date | null> => {
  await holdWallet(tx)
  return selectStoppedAt(tx)
}

/** In a wallet that is stopped nothing begins and nothing is resumed. Held before all else, as the stop does. */
export const refuseStopped = async (tx: TenantTx | WalletTx, wallet_id: Uuid): Promise<void> => {
  if ((await holdDevice(tx, wallet_id)) === 'stopped') throw new Refusal(walletStopped)
}

/** The wallet of a device, for those who know the device alone. */
export const walletOf = async ({ client }: SystemTx, device_id: Uuid): Promise<Uuid> => {
  const { rows } = await client.query<{ wallet_id: Uuid }>('select wallet_of($1) as wallet_id', [device_id])
  return rows[0]?.wallet_id ?? device_id
}

// The key with which a device signs its decisions now.

/** `active` is undefined where it has none; `had` tells whether it ever had one, which a thief may have revoked. */
export const decisionKeyOf = async (tx: WalletTx): Promise<{ active: DeviceKeyRow | undefined; had: boolean }> => {
  const keys = await selectDeviceKeys(tx)
  return { active: keys.find(({ status }) => status === 'active'), had: keys.length > 0 }
}

export const hasActiveKey = (tx: TenantTx | WalletTx, device_id: Uuid, kid?: string): Promise<boolean> =>
  isKeyActive(tx, device_id, kid ?? null)

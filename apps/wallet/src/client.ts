/** The wallet's one way to the service: the client of the SDK, for as long as the wallet is open. */
import type * as sdk from '@pursestrings/sdk'
import { createQueries } from '@pursestrings/ui/queries'
import type { Device } from './keys/device.ts'
import type { DeviceKey, Opener, Vault } from './keys/vault.ts'
import { settings } from './settings.ts'
import { addOpenWords } from './strings/i18n.ts'

export const queries = createQueries()

let client: sdk.WalletClient | undefined

/** Of the open wallet. Pages are drawn only while it is open, so it is there. */
export const api = (): sdk.WalletClient => {
  if (!client) throw new Error('the wallet is locked')
  return client
}

/** What the open wallet needs and the first screen does without: the client of the service, and the words of its pages. */
export const loadClient = async (): Promise<typeof sdk> =>
  (await Promise.all([import('@pursestrings/sdk'), addOpenWords()]))[0]

/** With the keys that the wallet has pinned: what was not signed by them is not shown as a fact. */
const clientOf = async (device: Device, device_key?: sdk.DeviceKeyPair): Promise<sdk.WalletClient> => {
  const [{ createWalletClient }, { service_url }] = await Promise.all([loadClient(), settings()])
  return createWalletClient({ base_url: service_url, ...device, device_key })
}

export const openClient = async (device: Device): Promise<void> => {
  client = await clientOf(device)
}

/** A wallet that was made before an EVM chain was enabled has no address there yet. Where that fails, it waits for the next time. */
export const learnAddress = async (device: Device, vault: Vault, opener: Opener): Promise<void> => {
  if (device.evm_address !== undefined || (await settings()).chains === undefined) return
  const { keepEvmAddress } = await import('./ledger/evm/evm-keys.ts')
  await keepEvmAddress(device, vault, opener).catch(() => {})
}

/** For one decision: it signs with the device's key, and is dropped with it. */
export const signingClient = async (
  device: Device,
  { private_key, public_key }: DeviceKey,
): Promise<sdk.WalletClient> => {
  const { deviceKid } = await loadClient()
  return clientOf(device, { private_key, public_key, kid: await deviceKid(public_key) })
}

/** Nothing that was read stays. */
export const closeClient = (): void => {
  client = undefined
  queries.clear()
}

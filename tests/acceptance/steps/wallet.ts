/** A wallet that pinned the service's keys, and what it reports. */
import assert from 'node:assert/strict'
import { createWalletClient, type PaymentStatus, servedKeys, type WalletClient } from '@pursestrings/sdk'
import { type Place, patientFetch } from '../place.ts'

/** On first use, over the address that the caller trusts. */
export const pinKeys = async ({ base_url }: Pick<Place, 'base_url'>): Promise<readonly string[]> => {
  const served = await servedKeys(await createWalletClient({ base_url }).factsKeys.read())
  assert.ok(served.length > 0)
  return served.map(({ thumbprint }) => thumbprint)
}

/** With a public key, what the device decides is signed. */
export const registerWallet = async (place: Place, public_key?: string): Promise<WalletClient> => {
  const { base_url, audience } = place
  const wallet = createWalletClient({ base_url, audience, pinned_keys: await pinKeys(place), fetch: patientFetch })
  const { device, token } = await wallet.devices.register({ name: "Ada's phone", platform: 'web', public_key })
  wallet.useDevice({ device_id: device.device_id, token })
  assert.equal((await wallet.devices.readCurrent()).device.device_id, device.device_id)
  return wallet
}

export const TRANSACTION_HASH = 'a'.repeat(64)
const WAYS = {
  confirmed: ['signed', 'broadcasted', 'confirmed'],
  broadcasted: ['signed', 'broadcasted'],
  signed: ['signed'],
  rejected: ['rejected'],
  failed: ['signed', 'failed'],
} as const satisfies Partial<Record<PaymentStatus, readonly PaymentStatus[]>>

/** The wallet reports its way to a status. */
export const reportUpTo = async (wallet: WalletClient, request_id: string, end: keyof typeof WAYS): Promise<void> => {
  for (const status of WAYS[end]) {
    const named = status === 'broadcasted' || status === 'confirmed' ? { transaction_hash: TRANSACTION_HASH } : {}
    const { late } = await wallet.paymentRequests.reportStatus(request_id, { status, ...named })
    assert.equal(late, false)
  }
}

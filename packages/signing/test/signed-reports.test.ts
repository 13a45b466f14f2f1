/** Over a connection that takes signed reports alone, a payment is told to its end by whoever holds the device's key. */
import { createWalletClient, type DeviceKeyPair, generateDeviceKey, type WalletClient } from '@pursestrings/sdk'
import type { PayerOptions } from '@pursestrings/signing/payer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { type Asked, type Ground, Killed, startGround } from './ground.ts'

let ground: Ground
let keyed: WalletClient
let unkeyed: WalletClient
beforeAll(async () => {
  ground = await startGround()
  const { ready, place } = ground
  const key = await generateDeviceKey()
  const { device_id = '' } = ready.wallet
  const { token } = await ready.wallet.devices.rotateToken(device_id)
  ready.wallet.useDevice({ device_id, token })
  await ready.wallet.useDeviceKey(key)
  keyed = await clientOf(token, key)
  unkeyed = await clientOf(token)
  await keyed.connections.update(ready.connection_id, { decision_signature: 'required' })

  async function clientOf(secret: string, device_key?: DeviceKeyPair): Promise<WalletClient> {
    const { base_url, audience } = place
    return createWalletClient({
      base_url,
      audience,
      pinned_keys: await pinKeys(place),
      device_id,
      token: secret,
      device_key,
      retries: 0,
    })
  }
})
afterAll(() => ground.stop())

const withKey = (): Partial<PayerOptions> => ({
  wallet: keyed,
  decide: async ({ payable, transaction_hash }) => {
    const { decision_jws = '' } = await keyed.signReport(payable, { status: 'signed', transaction_hash })
    return { decision_jws }
  },
})

const stands = async ({ request_id }: Asked) => {
  const { payment_request } = await keyed.paymentRequests.read(request_id)
  return [payment_request.status, payment_request.settlement.decision]
}

test('with the key at hand, every report is signed and taken', async () => {
  const asked = await ground.asked()
  const device = ground.device(withKey())
  expect(await device.payer.pay(asked)).toMatchObject({ is: 'paid', reported: true })
  expect(await stands(asked)).toEqual(['confirmed', 'device_signed'])
})

test('without it nothing is claimed, so nothing is sent', async () => {
  const asked = await ground.asked()
  const device = ground.device({ wallet: unkeyed })
  expect(await device.payer.pay(asked)).toEqual({ is: 'not_claimed', why: 'decision_signature_required' })
  expect(ground.payments(asked.units)).toBe(0)
  expect(await stands(asked)).toEqual(['pending', 'none'])
})

test('an end that was found without the key stays to be told, and is told once the key is there', async () => {
  const asked = await ground.asked()
  const device = ground.device({ ...withKey(), dies_at: 'claim_kept' })
  await expect(device.payer.pay(asked)).rejects.toThrow(Killed)
  const { journal } = device
  const resumed = await ground.device({ journal, wallet: unkeyed, signer: undefined }).payer.resume()
  expect(resumed.map(({ result }) => result)).toMatchObject([{ is: 'paid', reported: false }])
  expect(await device.entry(asked.request_id)).toMatchObject({
    state: 'settled',
    reason: 'decision_signature_required',
  })
  expect(await stands(asked)).toEqual(['signed', 'device_signed'])
  const later = await ground.device({ journal, wallet: keyed, signer: undefined }).payer.resume()
  expect(later.map(({ result }) => result)).toMatchObject([{ is: 'paid', reported: true }])
  expect(await stands(asked)).toEqual(['confirmed', 'device_signed'])
  expect(await device.entry(asked.request_id)).not.toHaveProperty('reason')
  expect(ground.payments(asked.units)).toBe(1)
})

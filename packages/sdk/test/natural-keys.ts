/** Adding and revoking the key of a device, linking devices: repeated after a lost answer, and done once. */
import { generateDeviceKey, signKeyProof } from '@pursestrings/sdk'
import { expect } from 'vitest'
import type { Place } from '../../../tests/acceptance/place.ts'
import { registerWallet } from '../../../tests/acceptance/steps/wallet.ts'

interface Stage {
  readonly place: Place
  lost<T>(route: string, call: () => PromiseLike<T>): Promise<T | string>
}

export const naturalKeys = (stage: () => Stage): Readonly<Record<string, () => Promise<void>>> => ({
  'devices.add_key': async () => {
    const { place, lost } = stage()
    const wallet = await registerWallet(place)
    const device_id = wallet.device_id ?? ''
    const key = await generateDeviceKey()
    const { challenge } = await wallet.devices.createKeyChallenge(device_id)
    const aud = place.audience ?? place.base_url
    const proof_jws = await signKeyProof(key, { aud, device_id, kid: key.kid, challenge })
    const answer = await lost(`POST /v1/app-devices/${device_id}/keys`, () =>
      wallet.devices.addKey(device_id, { public_key: key.public_key, proof_jws }),
    )
    expect(answer).toMatchObject({ device_key: { kid: key.kid, status: 'active' } })
    expect((await wallet.devices.readCurrent()).device_keys).toHaveLength(1)
  },
  'devices.revoke_key': async () => {
    const { place, lost } = stage()
    const wallet = await registerWallet(place)
    const device_id = wallet.device_id ?? ''
    const { kid } = await wallet.useDeviceKey(await generateDeviceKey('ES256'))
    const answer = await lost(`DELETE /v1/app-devices/${device_id}/keys/${kid}`, () =>
      wallet.devices.revokeKey(device_id, kid),
    )
    expect(answer).toMatchObject({ device_key: { kid, status: 'revoked' } })
  },
  'devices.link': async () => {
    const { place, lost } = stage()
    const [phone, tablet] = [await registerWallet(place), await registerWallet(place)]
    const { code } = await phone.showLinkCode()
    const answer = await lost('POST /v1/app-devices/current/links', () => tablet.useLinkCode(code))
    expect(answer).toMatchObject({ device: { device_id: tablet.device_id, linked_at: expect.any(String) } })
    expect((await phone.devices.readCurrent()).devices).toHaveLength(2)
  },
  'devices.revoke': async () => {
    const { place, lost } = stage()
    const [phone, tablet] = [await registerWallet(place), await registerWallet(place)]
    await tablet.useLinkCode((await phone.showLinkCode()).code)
    const device_id = tablet.device_id ?? ''
    const answer = await lost(`DELETE /v1/app-devices/${device_id}`, () => phone.devices.revoke(device_id))
    expect(answer).toMatchObject({ device: { device_id, revoked_at: expect.any(String) } })
    expect((await phone.devices.readCurrent()).devices).toHaveLength(1)
    expect(await lost('DELETE /v1/app-devices/current', () => phone.devices.revoke('current'))).toBe(
      'credential_invalid',
    )
  },
})

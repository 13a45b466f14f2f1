/** The keys of a device: proven by itself, replaced only with the word of the one before, and never planted by a token. */
import { hash } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import {
  addKey,
  type DeviceKey,
  newDevice,
  newDeviceKey,
  newKeyChallenge,
  proofOf,
  rawKey,
  revokeKey,
  type TestDevice,
} from './device.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
let aud: string
beforeAll(async () => {
  world = await sharedWorld()
  aud = world.settings.BASE_URL ?? 'http://127.0.0.1:8787'
})

const code = ({ status, json }: Answer) => [status, json.error?.code]
const keysOf = async (device: TestDevice) => {
  const { json } = await device.call('GET', '/v1/app-devices/current')
  return json.device_keys.map(({ kid, status }: { kid: string; status: string }) => [kid, status])
}
const withKey = async (alg: DeviceKey['alg'] = 'EdDSA') => {
  const [device, key] = [await newDevice(world), newDeviceKey(alg)]
  expect(code(await addKey(device, key, { aud }))).toEqual([201, undefined])
  return { device, key }
}

test('the key of the registration is the first one', async () => {
  const key = newDeviceKey()
  const device = await newDevice(world, { public_key: rawKey(key) })
  const { json } = await device.call('GET', '/v1/app-devices/current')
  expect(json.device_keys).toMatchObject([
    { kid: key.kid, alg: 'EdDSA', public_key: key.jwk, status: 'active', proven_at: null, ended_at: null },
  ])
})

test.each(['EdDSA', 'ES256'] as const)('a device proves a key of %s, and its kid is the thumbprint', async (alg) => {
  const [device, key] = [await newDevice(world), newDeviceKey(alg)]
  const { json } = await addKey(device, key, { aud })
  expect(json.device_key).toMatchObject({ kid: key.kid, alg, public_key: key.jwk, status: 'active', ended_at: null })
  expect(json.device_key.proven_at).not.toBeNull()
})

test('a new key replaces the one before, which signs for it, across the two kinds', async () => {
  const { device, key } = await withKey('ES256')
  const next = newDeviceKey('EdDSA')
  expect((await addKey(device, next, { aud, previous: key })).status).toBe(201)
  expect(await keysOf(device)).toEqual([
    [next.kid, 'active'],
    [key.kid, 'replaced'],
  ])
})

test('the same call again answers with the same key, though its challenge is spent', async () => {
  const { device, key } = await withKey()
  const next = newDeviceKey()
  const challenge = await newKeyChallenge(device)
  const call = () => addKey(device, next, { aud, previous: key, challenge })
  const [first, second] = [await call(), await call()]
  expect(second.json.device_key).toEqual(first.json.device_key)
  expect(await keysOf(device)).toHaveLength(2)
})

test('of many calls at once one is taken', async () => {
  const { device, key } = await withKey()
  const challenge = await newKeyChallenge(device)
  const others = Array.from({ length: 6 }, () => newDeviceKey())
  const answers = await Promise.all(others.map((one) => addKey(device, one, { aud, previous: key, challenge })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  expect((await keysOf(device)).filter(([, status]: string[]) => status === 'active')).toHaveLength(1)
})

describe('whoever has the token alone', () => {
  test('cannot replace the key', async () => {
    const { device, key } = await withKey()
    const planted = newDeviceKey()
    expect(code(await addKey(device, planted, { aud }))).toEqual([422, 'device_key_proof_invalid'])
    expect(code(await addKey(device, planted, { aud, previous: planted }))).toEqual([422, 'device_key_proof_invalid'])
    expect(await keysOf(device)).toEqual([[key.kid, 'active']])
  })

  test('cannot plant one by revoking the key first', async () => {
    const { device, key } = await withKey()
    expect((await revokeKey(device, key)).json.device_key.status).toBe('revoked')
    expect(code(await addKey(device, newDeviceKey(), { aud }))).toEqual([422, 'device_key_required'])
    expect(await keysOf(device)).toEqual([[key.kid, 'revoked']])
  })
})

test('what was replaced or revoked signs for nothing and never comes back; revoking again changes nothing', async () => {
  const { device, key } = await withKey()
  const second = newDeviceKey()
  await addKey(device, second, { aud, previous: key })
  expect(code(await addKey(device, newDeviceKey(), { aud, previous: key }))).toEqual([422, 'device_key_proof_invalid'])
  expect(code(await addKey(device, key, { aud, previous: second }))).toEqual([422, 'validation_failed'])
  await revokeKey(device, second)
  const again = await revokeKey(device, second)
  expect([again.status, again.json.device_key.status]).toEqual([200, 'revoked'])
  expect((await revokeKey(device, key)).json.device_key.status).toBe('replaced')
  expect(code(await revokeKey(device, newDeviceKey()))).toEqual([404, 'resource_not_found'])
})

test('a proof is about one service, device, key and challenge', async () => {
  const [device, other] = [await newDevice(world), await newDevice(world)]
  const [key, another] = [newDeviceKey(), newDeviceKey('ES256')]
  const send = async (proof_jws: string) =>
    code(
      await device.call('POST', `/v1/app-devices/${device.device_id}/keys`, {
        body: { public_key: key.jwk, proof_jws },
      }),
    )
  const challenge = await newKeyChallenge(device)
  const theirs = await newKeyChallenge(other)
  const invalid = [422, 'device_key_proof_invalid']
  expect(await send(proofOf(device, key, key, 'https://elsewhere.example', challenge))).toEqual(invalid)
  expect(await send(proofOf(other, key, key, aud, challenge))).toEqual(invalid)
  expect(await send(proofOf(device, another, key, aud, challenge))).toEqual(invalid)
  expect(await send(proofOf(device, key, another, aud, challenge))).toEqual(invalid)
  expect(await send(proofOf(device, key, key, aud, theirs))).toEqual(invalid)
  expect(await send(proofOf(device, key, key, aud, 'made-up'))).toEqual(invalid)
  expect(await send(proofOf(device, key, key, aud, challenge))).toEqual([201, undefined])
})

test('a challenge is good for five minutes and once, and a new one replaces it', async () => {
  const device = await newDevice(world)
  const invalid = [422, 'device_key_proof_invalid']
  const old = await newKeyChallenge(device)
  const challenge = await newKeyChallenge(device)
  expect(code(await addKey(device, newDeviceKey(), { aud, challenge: old }))).toEqual(invalid)
  await world.database.admin.query(
    "update device_codes set expires_at = now() - interval '1 second' where code_hash = $1",
    [hash('sha256', challenge, 'buffer')],
  )
  expect(code(await addKey(device, newDeviceKey(), { aud, challenge }))).toEqual(invalid)
  const first = newDeviceKey()
  const fresh = await newKeyChallenge(device)
  expect((await addKey(device, first, { aud, challenge: fresh })).status).toBe(201)
  expect(code(await addKey(device, newDeviceKey(), { aud, previous: first, challenge: fresh }))).toEqual(invalid)
})

test('only public keys of the two kinds are taken, in their one spelling', async () => {
  const device = await newDevice(world)
  const { jwk } = newDeviceKey('ES256')
  const proof_jws = 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl'
  const send = async (public_key: object) =>
    code(await device.call('POST', `/v1/app-devices/${device.device_id}/keys`, { body: { public_key, proof_jws } }))
  const wrong = [422, 'validation_failed']
  expect(await send({ ...jwk, d: 'secret' })).toEqual([422, 'private_key_sent'])
  expect(await send({ ...jwk, crv: 'P-384' })).toEqual(wrong)
  expect(await send({ ...jwk, y: jwk.x })).toEqual(wrong)
  expect(await send({ ...jwk, x: `${jwk.x}=` })).toEqual(wrong)
  expect(await send({ ...jwk, kid: 'mine' })).toEqual(wrong)
  expect(await send({ kty: 'EC', crv: 'P-256', x: jwk.x })).toEqual(wrong)
  expect(await send({ kty: 'OKP', crv: 'X25519', x: jwk.x })).toEqual(wrong)
  expect(await send({ kty: 'oct', k: 'AAAA' })).toEqual([422, 'private_key_sent'])
})

test("another device's keys are not there", async () => {
  const { device, key } = await withKey()
  const other = await newDevice(world)
  const at = `/v1/app-devices/${device.device_id}`
  expect(code(await other.call('POST', `${at}/key-challenges`))).toEqual([404, 'resource_not_found'])
  expect(code(await other.call('DELETE', `${at}/keys/${key.kid}`))).toEqual([404, 'resource_not_found'])
  const body = { public_key: key.jwk, proof_jws: proofOf(device, key, key, aud, 'x') }
  expect(code(await other.call('POST', `${at}/keys`, { body }))).toEqual([404, 'resource_not_found'])
  expect(await keysOf(other)).toEqual([])
})

test('the database itself changes no key, and brings none back', async () => {
  const { device, key } = await withKey()
  await revokeKey(device, key)
  const change = (what: string) =>
    world.database.admin.query(`update device_keys set ${what} where device_id = $1`, [uuidOf('dev', device.device_id)])
  await expect(change("status = 'active', ended_at = null")).rejects.toThrow('nobody may change')
  await expect(change("kid = 'x'")).rejects.toThrow('nobody may change')
})

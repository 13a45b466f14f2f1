/** A wallet's device: registered with a token of its own, which opens what is the device's and nothing else. */
import { idOf, newUuid } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { beforeAll, expect, test } from 'vitest'
import { newKey } from './agent.ts'
import { hostileKeys } from './agents-hostile-keys.ts'
import { deviceOf, newDevice, type TestDevice } from './device.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
let device: TestDevice
let other: TestDevice
beforeAll(async () => {
  world = await sharedWorld()
  device = await newDevice(world)
  other = await newDevice(world, { name: 'Tablet', platform: 'android' })
})

const CURRENT = '/v1/app-devices/current'
const rotatePath = ({ device_id }: { device_id: string }) => `/v1/app-devices/${device_id}/rotate-token`
const refusedWith = (answer: { status: number; json: { error: { code: string } } }) => [
  answer.status,
  answer.json.error?.code,
]

test.each(['ios', 'android', 'web', 'desktop', 'other'])(
  'a device on %s is registered and reads itself',
  async (platform) => {
    const { public_key } = newKey()
    const made = await world.call('POST', '/v1/app-devices', { body: { name: 'Phone', platform, public_key } })
    expect([made.status, made.json]).toEqual([
      201,
      {
        ok: true,
        device: {
          device_id: expect.stringMatching(/^dev_/),
          name: 'Phone',
          platform,
          public_key,
          created_at: expect.any(String),
          linked_at: null,
          revoked_at: null,
        },
        token: expect.stringMatching(/^svc_device_/),
      },
    ])
    expect(made.headers.get('cache-control')).toBe('no-store')
    const read = await deviceOf(world, { ...made.json.device, token: made.json.token }).call('GET', CURRENT)
    expect(read.json).toMatchObject({ ok: true, device: made.json.device, device_keys: [{ ended_at: null }] })
  },
)

test('a device without a key has none', async () => {
  expect((await device.call('GET', CURRENT)).json.device.public_key).toBe(null)
})

test('id and token open a GET in the query, a change in the body, and the token alone either in the header', async () => {
  const fresh = await newDevice(world)
  const { device_id, token } = fresh
  const query = new URLSearchParams({ device_id, token })
  expect((await world.call('GET', `${CURRENT}?${query.toString()}`)).json.device.device_id).toBe(device_id)
  expect((await fresh.call('GET', CURRENT)).json.device.device_id).toBe(device_id)
  const inBody = await world.call('POST', rotatePath(fresh), { body: { device_id, token } })
  expect([inBody.status, inBody.json.device.device_id]).toEqual([200, device_id])
  const inHeader = await deviceOf(world, { device_id, token: inBody.json.token }).call('POST', rotatePath(fresh))
  expect(inHeader.status).toBe(200)
})

test('an id without its token, a token without its id, and a pair that does not match open nothing', async () => {
  const { device_id, token } = device
  const pairs: Record<string, unknown>[] = [
    { device_id },
    { token },
    { device_id: other.device_id, token },
    { device_id, token: other.token },
    { device_id, token: newSecret('device') },
    { device_id, token: '' },
    { device_id: '', token },
    { device_id: device_id.toUpperCase(), token },
    { device_id: idOf('dev', newUuid()), token },
    { device_id: 'nonsense', token },
    { device_id, token: ` ${token}` },
  ]
  const notTexts = [
    { device_id, token: [token] },
    { device_id: [device_id], token },
    { device_id: null, token: null },
  ]
  for (const pair of pairs) {
    const query = new URLSearchParams(pair as Record<string, string>)
    expect(refusedWith(await world.call('GET', `${CURRENT}?${query.toString()}`))).toEqual([401, 'credential_invalid'])
  }
  for (const body of [...pairs, ...notTexts]) {
    expect(refusedWith(await world.call('POST', rotatePath(device), { body }))).toEqual([401, 'credential_invalid'])
  }
  const twice = `${CURRENT}?device_id=${device_id}&token=${token}&token=${token}`
  expect(refusedWith(await world.call('GET', twice))).toEqual([401, 'credential_invalid'])
  expect((await device.call('GET', CURRENT)).status).toBe(200)
})

test('fields in the query of a change, or in the body of a GET, are no credential', async () => {
  const { device_id, token } = device
  const query = new URLSearchParams({ device_id, token })
  expect(refusedWith(await world.call('POST', `${rotatePath(device)}?${query.toString()}`))).toEqual([
    401,
    'credential_missing',
  ])
  expect((await device.call('GET', CURRENT)).status).toBe(200)
})

test("another device's token is not to be had: its id is answered like an absent one", async () => {
  for (const device_id of [other.device_id, idOf('dev', newUuid()), 'nonsense']) {
    const answer = await device.call('POST', rotatePath({ device_id }))
    expect(refusedWith(answer)).toEqual([404, 'resource_not_found'])
  }
  for (const d of [device, other]) expect((await d.call('GET', CURRENT)).status).toBe(200)
})

test('a decision key is 32 bytes of the prime group, and never a private key', async () => {
  const before = await devices()
  const codes = new Set<string>()
  for (const { name, body, code } of hostileKeys()) {
    const sent = { name: 'Phone', platform: 'web', public_key: body.public_key }
    const answer = await world.call('POST', '/v1/app-devices', { body: sent })
    expect([name, answer.status]).toEqual([name, 422])
    // A device's key is a text: whatever else is sent is refused before it is looked at.
    const expected = typeof body.public_key === 'string' ? code : 'validation_failed'
    expect([name, answer.json.error.code]).toEqual([name, expected])
    codes.add(answer.json.error.code)
  }
  expect(codes).toEqual(new Set(['validation_failed', 'private_key_sent']))
  expect(await devices()).toBe(before)
})

test('a device is registered with nothing but what it is', async () => {
  for (const body of [
    { name: '', platform: 'ios' },
    { name: 'x'.repeat(121), platform: 'ios' },
    { name: 'a\u202eb', platform: 'ios' },
    { name: 'Phone', platform: 'iOS' },
    { name: 'Phone', platform: 'symbian' },
    { name: 'Phone' },
    { name: 'Phone', platform: 'ios', device_id: device.device_id },
    { name: 'Phone', platform: 'ios', token: device.token },
    { name: 'Phone', platform: 'ios', public_key: null },
  ]) {
    expect((await world.call('POST', '/v1/app-devices', { body })).status).toBe(422)
  }
})

const devices = async (): Promise<number> =>
  (await world.database.admin.query('select count(*)::int as n from devices')).rows[0].n

/** Where push messages may go: the caller names the address, so nobody who is not public is ever called. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newAsking } from './asking.ts'
import { newDevice, type TestDevice } from './device.ts'
import { HOSTILE_URLS } from './egress/hostile-zone.ts'
import { DEVICE_PATH, PUSH_PATH, type PushWorld, startPushWorld } from './push-world.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

let stage: PushWorld
let device: TestDevice
beforeAll(async () => {
  stage = await startPushWorld()
  device = await newDevice(stage.world)
})
afterAll(() => stage.stop())

const setting = async (more: object) => {
  const { status, json } = await device.call('POST', PUSH_PATH, {
    body: { ...stage.push.subscribe(stage.application_server_key), ...more },
  })
  return { status, code: json.error?.code, fields: json.error?.issues?.map(({ field }: { field: string }) => field) }
}

test.each([
  'http://push.example/send/1',
  'https://127.0.0.1/send/1',
  'https://10.0.0.8/send/1',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/send/1',
  'https://localhost/send/1',
  'https://intranet/send/1',
  'https://push.example:8443/send/1',
  'https://me@push.example/send/1',
  'https://push.example/send/1#here',
])('%s is no place to send to', async (endpoint) => {
  expect(await setting({ endpoint })).toMatchObject({ status: 422, code: 'push_endpoint_invalid' })
})

test('no hostile address that is written out is kept', async () => {
  const literal = HOSTILE_URLS.filter((url) => url.length < 900 && /^https:\/\/(\[|\d)/.test(url)).slice(0, 100)
  expect(literal.length).toBeGreaterThan(50)
  for (const endpoint of literal) expect([endpoint, (await setting({ endpoint })).status]).toEqual([endpoint, 422])
  const { json } = await device.call('GET', DEVICE_PATH)
  expect(json.push_subscription).toBeNull()
})

test('a name that leads to this machine is not called, although its text looks public', async () => {
  const asking = await newAsking(stage.world, stage.web)
  const body = { ...stage.push.subscribe(stage.application_server_key), endpoint: 'https://books.test/send/1' }
  expect((await asking.device.call('POST', PUSH_PATH, { body })).status).toBe(200)
  await asking.asked()
  const shown = async () => (await asking.device.call('GET', DEVICE_PATH)).json.push_subscription
  await until(async () => (await shown()).failing_since !== null || (await shown()).last_sent_at !== null)
  expect((await shown()).last_sent_at).toBeNull()
  expect(stage.world.log.join('')).toContain('books.test is not at an address that may be called')
})

const OFF_CURVE = Buffer.concat([Buffer.of(4), Buffer.alloc(64, 7)]).toString('base64url')
test.each([
  ['keys.p256dh', { p256dh: OFF_CURVE }],
  ['keys.p256dh', { p256dh: Buffer.alloc(65).toString('base64url') }],
  ['keys.p256dh', { p256dh: 'AAAA' }],
  ['keys.auth', { auth: 'AAAA' }],
  ['keys.auth', { auth: `${'A'.repeat(21)}B` }],
])('%s is a key or is refused: %j', async (field, wrong) => {
  const { keys } = stage.push.subscribe(stage.application_server_key)
  expect(await setting({ keys: { ...keys, ...wrong } })).toEqual({
    status: 422,
    code: 'validation_failed',
    fields: [field],
  })
})

test('a key in its compressed form is refused, too: messages could not be encrypted for it', async () => {
  const { keys } = stage.push.subscribe(stage.application_server_key)
  const point = Buffer.from(keys.p256dh, 'base64url')
  const p256dh = Buffer.concat([Buffer.of(2 + ((point[64] as number) & 1)), point.subarray(1, 33)]).toString(
    'base64url',
  )
  expect((await setting({ keys: { ...keys, p256dh } })).code).toBe('validation_failed')
})

describe('a service without a key', () => {
  test('says so, shows no key to subscribe with, and lets devices delete', async () => {
    const world = await startWorld({ LOG_LEVEL: 'silent' })
    try {
      const one = await newDevice(world)
      const nothing = { application_server_key: null, push_subscription: null }
      expect((await one.call('GET', DEVICE_PATH)).json).toMatchObject(nothing)
      const refused = await one.call('POST', PUSH_PATH, { body: stage.push.subscribe(stage.application_server_key) })
      expect([refused.status, refused.json.error.code]).toEqual([409, 'push_not_configured'])
      expect((await one.call('DELETE', PUSH_PATH)).json).toMatchObject(nothing)
      const rows = 'select from push_subscriptions where device_id = $1'
      expect((await world.database.admin.query(rows, [uuidOf('dev', one.device_id)])).rowCount).toBe(0)
    } finally {
      await world.stop()
    }
  })
})

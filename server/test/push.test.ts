import { randomBytes } from 'node:crypto'
import { PUSH_MESSAGE } from '@pursestrings/contract/devices/push-operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readSealingKeys, webhookSecretsOf } from '../src/delivery/webhooks/endpoints/webhook-secret.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { agentTokenOf, newAgent } from './agent.ts'
import { type Asking, activePayee, askingOver, newAsking } from './asking.ts'
import { call } from './call.ts'
import { ALL_SCOPES, bearing, newConnection, newInvitation } from './connection.ts'
import { newDevice, type TestDevice } from './device.ts'
import { HOSTILE_URLS } from './egress/hostile-targets.ts'
import { newOperator } from './operator.ts'
import type { Payee } from './payee.ts'
import { DEVICE_PATH, newPushKey, PUSH_PATH, type PushWorld, startPushWorld } from './push-world.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

/** Push messages, from the wallet's feed to the device: real HTTPS to a push service that holds us to the standards. */
describe('push', () => {
  /** Ten seconds, divided as the worlds of these tests divide. */
  const REST_MS = 500

  let stage: PushWorld
  let operator: Awaited<ReturnType<typeof newOperator>>
  let payee: Payee
  beforeAll(async () => {
    stage = await startPushWorld({ LOG_LEVEL: 'debug' })
    operator = await newOperator(stage.world)
    payee = await activePayee(stage.web, operator)
  })
  afterAll(() => stage.stop())

  const askingOn = async (device?: TestDevice): Promise<Asking> =>
    askingOver(await newConnection(stage.world, { operator, ...(device && { device }) }), payee)
  const shownBy = async (device: TestDevice) => (await device.call('GET', DEVICE_PATH)).json.push_subscription
  const sql = async (text: string, values: unknown[] = []) =>
    (await stage.world.database.admin.query(text, values)).rows
  const BEING_SENT = 'select from push_subscriptions where device_id = $1 and claim is not null'
  const untilArrived = (endpoint: string, n: number) => until(() => stage.arrivedAt(endpoint).length >= n)

  test('a request reaches a subscribed device as a message that says nothing but that something waits', async () => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    const { request_id } = await asking.asked({ payment: { amount: '98765.4321' } })
    await untilArrived(endpoint, 1)
    const [message] = stage.arrivedAt(endpoint)
    expect(message?.text).toBe(PUSH_MESSAGE)
    expect(JSON.parse(PUSH_MESSAGE)).toEqual({ type: 'something_waits' })
    const seen = JSON.stringify([message?.headers, message?.claims, message?.text])
    for (const secret of [request_id, '98765', asking.connection_id, asking.device.device_id, 'svc_', 'shop.test']) {
      expect(seen).not.toContain(secret)
    }
    expect(message?.headers).toMatchObject({ topic: 'something-waits', urgency: 'high', ttl: '14400' })
    expect(message?.claims).toMatchObject({ aud: stage.push.origin, sub: 'mailto:operator@pursestrings.example' })
    expect([message?.status, stage.push.faults]).toEqual([201, []])
    await until(async () => (await shownBy(asking.device)).last_sent_at !== null)
  })

  test('an invitation is told as well; what the wallet does itself is not', async () => {
    const asking = await askingOn()
    const { request_id } = await asking.asked()
    await stage.untilSequenced()
    const { endpoint } = await stage.subscribe(asking.device)
    await asking.report(request_id, { status: 'rejected' })
    await stage.untilLooked(asking.device)
    expect(stage.arrivedAt(endpoint)).toEqual([])
    const agent = await newAgent(operator, { allowed_scopes: ALL_SCOPES })
    await newInvitation(stage.world, {
      asAgent: bearing(stage.world, await agentTokenOf(stage.world, agent)),
      device: asking.device,
    })
    await untilArrived(endpoint, 1)
  })

  test('a device gets one message at a time and then a rest, and one more for all that came meanwhile', async () => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    for (let n = 0; n < 8; n += 1) await asking.asked()
    await stage.untilLooked(asking.device)
    const times = stage.arrivedAt(endpoint).map(({ at }) => at)
    expect(times.length).toBeGreaterThan(0)
    expect(times.length).toBeLessThan(8)
    times.slice(1).forEach((at, i) => expect(at - (times[i] as number)).toBeGreaterThanOrEqual(REST_MS - 20))
  })

  test.each([404, 410])('an answer of %s from the push service ends the subscription', async (status) => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    stage.push.answerNext(endpoint, { status })
    await asking.asked()
    await untilArrived(endpoint, 1)
    await until(async () => (await sql(BEING_SENT, [uuidOf('dev', asking.device.device_id)])).length === 0)
    expect(await shownBy(asking.device)).toBeNull()
    expect(stage.arrivedAt(endpoint)).toHaveLength(1)
  })

  test('a push service that is busy is asked again, not before it said', async () => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    stage.push.answerNext(endpoint, { status: 429, retry_after: '40' }, { status: 503 })
    await asking.asked()
    await until(async () => (await shownBy(asking.device)).failing_since !== null)
    await untilArrived(endpoint, 3)
    const [first, second, third] = stage.arrivedAt(endpoint)
    expect([first?.status, second?.status, third?.status]).toEqual([429, 503, 201])
    expect((second?.at as number) - (first?.at as number)).toBeGreaterThanOrEqual(2_000 - 20)
    await until(async () => (await shownBy(asking.device)).failing_since === null)
  })

  test('what a push service refuses is not sent again, and the next request is', async () => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    stage.push.answerNext(endpoint, { status: 413 })
    await asking.asked()
    await stage.untilLooked(asking.device)
    expect(stage.arrivedAt(endpoint).map(({ status }) => status)).toEqual([413])
    const id = uuidOf('dev', asking.device.device_id)
    await sql("update push_subscriptions set rests_until = '-infinity' where device_id = $1", [id])
    await asking.asked()
    await untilArrived(endpoint, 2)
  })

  test('what a dead worker had leased is sent when the lease is over', async () => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    await asking.asked()
    await stage.untilLooked(asking.device)
    const before = stage.arrivedAt(endpoint).length
    const id = uuidOf('dev', asking.device.device_id)
    await sql(
      `update push_subscriptions set claim = gen_random_uuid(), notified_cursor = 0, due_at = now() + interval '1 s'
     where device_id = $1`,
      [id],
    )
    await untilArrived(endpoint, before + 1)
  })

  test('a subscription that takes nothing for a week is removed', async () => {
    const device = await newDevice(stage.world)
    await stage.subscribe(device)
    const id = uuidOf('dev', device.device_id)
    await sql("update push_subscriptions set failing_since = now() - interval '6 days 23 hours' where device_id = $1", [
      id,
    ])
    const bystander = await newDevice(stage.world)
    await stage.subscribe(bystander)
    expect(await shownBy(device)).not.toBeNull()
    await sql("update push_subscriptions set failing_since = now() - interval '7 days 1 hour' where device_id = $1", [
      id,
    ])
    await until(async () => (await shownBy(device)) === null)
    expect(await shownBy(bystander)).not.toBeNull()
  })

  test('setting replaces: the old endpoint hears nothing more, and what it says in the end changes nothing', async () => {
    const asking = await askingOn()
    const old = await stage.subscribe(asking.device)
    const late = Promise.withResolvers<void>()
    stage.push.answerNext(old.endpoint, { status: 410, after: late.promise })
    await asking.asked()
    await untilArrived(old.endpoint, 1)
    const { endpoint } = await stage.subscribe(asking.device)
    late.resolve()
    await asking.asked()
    await until(async () => stage.arrivedAt(endpoint).length > 0 || (await shownBy(asking.device)) === null)
    expect(await shownBy(asking.device)).not.toBeNull()
    expect(stage.arrivedAt(old.endpoint)).toHaveLength(1)
  })

  test('deleting ends it at once, and again changes nothing; a removed device has none', async () => {
    const device = await newDevice(stage.world)
    await stage.subscribe(device)
    for (const _ of [1, 2]) {
      const deleted = await device.call('DELETE', PUSH_PATH)
      expect([deleted.status, deleted.json.push_subscription]).toEqual([200, null])
    }
    await stage.subscribe(device)
    expect((await device.call('DELETE', '/v1/app-devices/current')).status).toBe(200)
    const id = uuidOf('dev', device.device_id)
    expect(await sql('select from push_subscriptions where device_id = $1', [id])).toEqual([])
  })

  test("a device sees, replaces and deletes its own subscription and never another's", async () => {
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    const stranger = await newDevice(stage.world)
    expect(await shownBy(stranger)).toBeNull()
    expect((await stranger.call('DELETE', PUSH_PATH)).status).toBe(200)
    const theirs = await stage.subscribe(stranger)
    expect(await shownBy(asking.device)).not.toBeNull()
    await asking.asked()
    await untilArrived(endpoint, 1)
    expect(stage.arrivedAt(theirs.endpoint)).toEqual([])
  })

  test('the database itself lets a wallet see and delete nothing but its own row', async () => {
    const [mine, theirs] = [await newDevice(stage.world), await newDevice(stage.world)]
    for (const device of [mine, theirs]) await stage.subscribe(device)
    const pool = createPool({ url: stage.world.database.url, max: 1, application_name: 'test' })
    try {
      const { asWallet } = transactionsOn({ app: pool, system: pool })
      const id = uuidOf('dev', mine.device_id)
      const seen = await asWallet({ device_id: id, wallet_id: id }, async ({ client }) => [
        (await client.query('select device_id from push_subscriptions')).rows,
        (await client.query('delete from push_subscriptions')).rowCount,
      ])
      expect(seen).toEqual([[{ device_id: id }], 1])
      const peek = asWallet({ device_id: id, wallet_id: id }, ({ client }) =>
        client.query('select sealed from push_subscriptions'),
      )
      await expect(peek).rejects.toMatchObject({ code: '42501' })
    } finally {
      await pool.end()
    }
  })

  test('address and keys stand nowhere in clear: not in the database, not in the log', async () => {
    const asking = await askingOn()
    const { endpoint, keys } = await stage.subscribe(asking.device)
    stage.push.answerNext(endpoint, { status: 500 })
    await asking.asked()
    await untilArrived(endpoint, 2)
    const rows = JSON.stringify(await sql("select p::text, encode(p.sealed, 'escape') from push_subscriptions p"))
    const secrets = [new URL(endpoint).pathname.slice('/send/'.length), keys.p256dh, keys.auth]
    for (const text of [rows, stage.world.log.join('')]) {
      expect(text.length).toBeGreaterThan(0)
      for (const secret of secrets) {
        expect(text).not.toContain(secret)
        expect(text).not.toContain(Buffer.from(secret).toString('hex'))
      }
    }
  })

  test('a new key in front leaves those alone who subscribed with the old one; another key is refused', async () => {
    const old = stage.world.settings['PUSH_KEYS'] as string
    const newer = newPushKey('push-2')
    const asking = await askingOn()
    const { endpoint } = await stage.subscribe(asking.device)
    const both = await stage.world.another({ PUSH_KEYS: `${newer},${old}` })
    const device = { authorization: `Bearer ${asking.device.token}` }
    const shown = (await call(both.url as string, 'GET', DEVICE_PATH, { headers: device })).json
    expect(shown.application_server_key).not.toBe(stage.application_server_key)
    const body = stage.push.subscribe(shown.application_server_key)
    const refused = await asking.device.call('POST', PUSH_PATH, { body })
    expect([refused.status, refused.json.error.code]).toEqual([422, 'push_key_unknown'])
    await asking.asked()
    await untilArrived(endpoint, 1)
    expect(stage.push.faults).toEqual([])
  })

  test('what an older key sealed is sealed again with the newest one', async () => {
    const device = await newDevice(stage.world)
    const { endpoint } = await stage.subscribe(device)
    const id = uuidOf('dev', device.device_id)
    const WEBHOOK_SECRET_KEYS = `seal-2:${randomBytes(32).toString('base64url')},${stage.world.settings['WEBHOOK_SECRET_KEYS']}`
    await stage.world.another({ WEBHOOK_SECRET_KEYS })
    const row = async () => (await sql('select * from push_subscriptions where device_id = $1', [id]))[0]
    await until(async () => (await row()).sealing_key_id === 'seal-2')
    const { sealed } = await row()
    const opened = webhookSecretsOf(readSealingKeys(WEBHOOK_SECRET_KEYS)).open(id, { key_id: 'seal-2', sealed })
    expect(JSON.parse(opened).endpoint).toBe(endpoint)
  })
})

/** Where push messages may go: the caller names the address, so nobody who is not public is ever called. */
describe('endpoints', () => {
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
})

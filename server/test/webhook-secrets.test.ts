/** Secrets of webhook endpoints: replaced without a gap, kept sealed, under keys that are replaced themselves. */
import { randomBytes } from 'node:crypto'
import { type Id, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { call } from './call.ts'
import {
  act,
  activeEndpoint,
  type Heard,
  holds,
  PATH,
  readDelivery,
  readEndpoint,
  said,
  sendTest,
  untilDelivery,
} from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`
const OLD_KEY = key('old')
let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, WEBHOOK_SECRET_KEYS: OLD_KEY, LOG_LEVEL: 'debug' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('after a rotation both secrets sign for 24 hours, then the new one alone', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id, secret: first } = await activeEndpoint(operator, { url })
  const rotate = async () => (await act(operator, id, 'rotate-secret')).json
  const heardNow = async () => {
    expect((await act(operator, id, 'verify')).status).toBe(200)
    return web.webhooks.lastAt(path)
  }
  const { webhook_endpoint, secret: second } = await rotate()
  expect(second).not.toBe(first)
  expect(webhook_endpoint).toMatchObject({ status: 'active', version: 3 })
  const left_h = (Date.parse(webhook_endpoint.previous_secret_until) - Date.now()) / 3_600_000
  expect(left_h).toBeCloseTo(24, 1)
  const both = await heardNow()
  expect(both.headers['webhook-signature']?.split(' ')).toHaveLength(2)
  expect([holds(first, both), holds(second, both)]).toEqual([true, true])

  await world.database.admin.query(
    "update webhook_endpoints set previous_secrets = jsonb_set(previous_secrets, '{0,until}', to_jsonb(now())) where webhook_endpoint_id = $1",
    [uuidOf('whe', id)],
  )
  const after = await heardNow()
  expect(after.headers['webhook-signature']?.split(' ')).toHaveLength(1)
  expect([holds(first, after), holds(second, after)]).toEqual([false, true])
  expect((await readEndpoint(operator, id)).previous_secret_until).toBeNull()
})

test('a second rotation within the day ends no secret early: each signs until its own date', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id, secret: first } = await activeEndpoint(operator, { url })
  const rotate = () => act(operator, id, 'rotate-secret')
  const signing = async (...secrets: string[]) => {
    expect((await act(operator, id, 'verify')).status).toBe(200)
    const heard = web.webhooks.lastAt(path)
    return secrets.map((secret) => holds(secret, heard))
  }
  const second = (await rotate()).json.secret
  await world.database.admin.query(
    `update webhook_endpoints set previous_secrets =
       jsonb_set(previous_secrets, '{0,until}', to_jsonb(now() + interval '1 hour')) where webhook_endpoint_id = $1`,
    [uuidOf('whe', id)],
  )
  const third = (await rotate()).json.secret
  expect(await signing(first, second, third)).toEqual([true, true, true])
  // The delivery of an event is signed by the same secrets as a challenge.
  await act(operator, id, 'test')
  const tested = () => web.webhooks.heard.find((one) => one.path === path && one.body.includes('endpoint.test'))
  await until(() => tested() !== undefined)
  expect([first, second, third].map((secret) => holds(secret, tested() as Heard))).toEqual([true, true, true])

  await world.database.admin.query(
    `update webhook_endpoints set previous_secrets = jsonb_set(previous_secrets, '{0,until}', to_jsonb(now()))
     where webhook_endpoint_id = $1`,
    [uuidOf('whe', id)],
  )
  expect(await signing(first, second, third)).toEqual([false, true, true])
  const left_h = (Date.parse((await readEndpoint(operator, id)).previous_secret_until) - Date.now()) / 3_600_000
  expect(left_h).toBeCloseTo(24, 1)

  for (let i = 0; i < 4; i++) expect((await rotate()).status).toBe(200)
  const refused = await rotate()
  expect(said(refused)).toEqual([409, 'webhook_secrets_exhausted'])
  expect(Date.parse(refused.json.error.first_ends_at)).toBeGreaterThan(Date.now())
  expect(await signing(second, third)).toEqual([true, true])
})

test('a rotation in the midst of traffic breaks no signature, neither for the old secret nor for the new', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id, secret: first } = await activeEndpoint(operator, { url })
  const traffic = Promise.all(Array.from({ length: 40 }, () => act(operator, id, 'test')))
  const tests = () => web.webhooks.heard.filter((one) => one.path === path && one.body.includes('endpoint.test'))
  await until(() => tests().length > 5)
  const { secret: second } = (await act(operator, id, 'rotate-secret')).json
  await traffic
  await act(operator, id, 'test')
  await until(() => tests().length >= 41)
  const signatures = (one: Heard) => one.headers['webhook-signature']?.split(' ').length
  expect(tests().filter((one) => !holds(first, one))).toEqual([])
  expect(tests().filter((one) => holds(second, one) !== (signatures(one) === 2))).toEqual([])
  expect(new Set(tests().map(signatures))).toEqual(new Set([1, 2]))
})

test('an endpoint whose secret cannot be opened keeps no other waiting', async () => {
  const operator = await newOperator(world)
  const [lost, other] = [await activeEndpoint(operator), await activeEndpoint(operator)]
  await world.database.admin.query(
    "update webhook_endpoints set secret_key_id = 'lost' where webhook_endpoint_id = $1",
    [uuidOf('whe', lost.webhook_endpoint_id as Id<'whe'>)],
  )
  const stuck = await sendTest(operator, lost.webhook_endpoint_id)
  const sent = await sendTest(operator, other.webhook_endpoint_id)
  await untilDelivery(operator, sent, (d) => d.status === 'delivered')
  await until(() => world.log.some((line) => line.includes('lacks the key lost')))
  expect(await readDelivery(operator, stuck)).toMatchObject({ status: 'pending', attempts: [] })
})

test('the database holds no secret in clear, and one that is moved to another endpoint does not open', async () => {
  const operator = await newOperator(world)
  const [one, two] = [await activeEndpoint(operator), await activeEndpoint(operator)]
  const rotated = (await act(operator, one.webhook_endpoint_id, 'rotate-secret')).json.secret
  const { rows } = await world.database.admin.query('select e::text as line from webhook_endpoints e')
  const dump = rows.map(({ line }) => line).join('\n')
  for (const secret of [one.secret, two.secret, rotated]) {
    const bytes = Buffer.from(secret.slice('whsec_'.length), 'base64')
    for (const form of [secret, Buffer.from(secret).toString('hex'), bytes.toString('hex')]) {
      expect(dump).not.toContain(form)
    }
  }
  await world.database.admin.query(
    `update webhook_endpoints t set secret_sealed = f.secret_sealed from webhook_endpoints f
     where t.webhook_endpoint_id = $1 and f.webhook_endpoint_id = $2`,
    [two, one].map((endpoint) => uuidOf('whe', endpoint.webhook_endpoint_id)),
  )
  const heard_before = web.webhooks.heard.length
  expect(said(await act(operator, two.webhook_endpoint_id, 'verify'))).toEqual([500, 'internal_error'])
  expect(web.webhooks.heard.slice(heard_before)).toEqual([])
  const log = world.log.join('')
  for (const secret of [one.secret, two.secret, rotated]) expect(log).not.toContain(secret)
  const { text } = await operator.call('GET', '/v1/audit-events')
  expect(text).not.toContain('whsec_')
})

test('a worker seals again what an older key sealed, also secrets that end soon, and leaves alone what it cannot open', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id, secret: first } = await activeEndpoint(operator, { url })
  const second = (await act(operator, id, 'rotate-secret')).json.secret
  const lost = await activeEndpoint(operator)
  const lost_id = uuidOf('whe', lost.webhook_endpoint_id)
  const { admin } = world.database
  await admin.query(
    `update webhook_endpoints set secret_sealed = overlay(secret_sealed placing '\\x00' from 20)
    where webhook_endpoint_id = $1`,
    [lost_id],
  )
  const newest = key('newest')
  const service = (await world.another({ WEBHOOK_SECRET_KEYS: `${newest},${OLD_KEY}` })) as {
    url: string
    stop(): Promise<void>
  }
  const keysOf = async (endpoint: string): Promise<string[]> => {
    const { rows } = await admin.query(
      `select array[secret_key_id] || array(select s ->> 'key_id' from jsonb_array_elements(previous_secrets) s) as keys
      from webhook_endpoints where webhook_endpoint_id = $1`,
      [endpoint],
    )
    return rows[0].keys
  }
  await until(async () => (await keysOf(uuidOf('whe', id))).every((one) => one === 'newest'))
  expect(await keysOf(lost_id)).toEqual(['old'])
  const headers = { cookie: operator.cookie, 'x-csrf-token': operator.csrf }
  expect((await call(service.url, 'POST', `${PATH}/${id}/verify`, { headers })).status).toBe(200)
  const heard = web.webhooks.lastAt(path)
  expect([holds(first, heard), holds(second, heard)]).toEqual([true, true])
  // Its worker would take the endpoints of the tests that follow.
  await service.stop()
})

test('sealing keys are replaced without a pause, and a lost one is repaired by a rotation', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id, secret } = await activeEndpoint(operator, { url })
  const headers = { cookie: operator.cookie, 'x-csrf-token': operator.csrf }
  const at = async (keys: string) => {
    const service = (await world.another({ WEBHOOK_SECRET_KEYS: keys })) as { url: string }
    return (action: string) => call(service.url, 'POST', `${PATH}/${id}/${action}`, { headers })
  }
  const new_key = key('new')
  const both = await at(`${new_key},${OLD_KEY}`)
  expect((await both('verify')).status).toBe(200)
  expect(holds(secret, web.webhooks.lastAt(path))).toBe(true)
  const second = (await both('rotate-secret')).json.secret
  expect((await both('verify')).status).toBe(200)
  expect([holds(secret, web.webhooks.lastAt(path)), holds(second, web.webhooks.lastAt(path))]).toEqual([true, true])

  const later = await at(key('later'))
  expect(said(await later('verify'))).toEqual([500, 'internal_error'])
  expect(world.log.join('')).toContain('WEBHOOK_SECRET_KEYS lacks the key new')
  const repaired = (await later('rotate-secret')).json
  expect(repaired.webhook_endpoint.previous_secret_until).toBeNull()
  expect((await later('verify')).status).toBe(200)
  expect(holds(repaired.secret, web.webhooks.lastAt(path))).toBe(true)
})

test('without keys of its own a service in development says that secrets pass', async () => {
  await world.another({ WEBHOOK_SECRET_KEYS: '' })
  expect(world.log.join('')).toContain('WEBHOOK_SECRET_KEYS is not set')
})

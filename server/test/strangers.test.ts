/**
 * Somebody without a good credential learns nothing about content, shares no statement with anybody, causes no costly work,
 * and soon has to wait; and nobody else at the same address has to.
 */
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { HELD_MS } from '../src/platform/http/address-limits.ts'
import { type Asking, freshKey, newAsking } from './asking.ts'
import { codeOf, type Heard, type Place, placeAt } from './call.ts'
import { connectionPath, newConnection, said } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { startWorld, type World } from './world.ts'

const WRONG_MAX = 20

let web: MerchantWeb
let world: World
let tenant: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, RATE_LIMIT_SCALE: '1', LOG_LEVEL: 'warn' })
  tenant = await newAsking(world, web)
})
const places: Place[] = []
afterAll(async () => {
  for (const place of places) place.close()
  await world.stop()
  await web.stop()
})

/** An address that no other test uses. */
let last = 1
const somewhere = (): Place => {
  last++
  const place = placeAt(world.url, `127.0.0.${last}`)
  places.push(place)
  return place
}

const bodyOf = (of: Asking, more: object = {}) =>
  JSON.stringify({
    recipient_id: of.payee.recipient_id,
    recipient_version_id: of.payee.recipient_version_id,
    payment: { amount: '12.5' },
    policy: { requires_user_approval: true },
    idempotency_key: freshKey(),
    ...more,
  })
const create = (place: Place, token: string, body: string): Promise<Heard> =>
  place.send({ path: '/v1/payment-requests', headers: { authorization: `Bearer ${token}` }, body })
const strangerCreates = (place: Place) => create(place, newSecret('conn'), bodyOf(tenant))
const spend = async (place: Place) => {
  for (let i = 0; i < WRONG_MAX; i++) expect((await strangerCreates(place)).status).toBe(401)
}

test('an address waits after 20 wrong tokens, each a fresh one, and every header of the refusal says so', async () => {
  const place = somewhere()
  await spend(place)
  const refused = await strangerCreates(place)
  expect([refused.status, codeOf(refused)]).toEqual([429, 'rate_limited'])
  expect(refused.headers['ratelimit-policy']).toBe('"wrong_credential";q=20;w=60')
  expect(refused.headers.ratelimit).toMatch(/^"wrong_credential";r=0;t=\d+$/)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
})

test('an address that goes on gets each refusal late', async () => {
  const place = somewhere()
  await spend(place)
  const began = performance.now()
  expect((await strangerCreates(place)).status).toBe(429)
  expect(performance.now() - began).toBeGreaterThanOrEqual(HELD_MS - 5)
})

test('an address that waits is refused before its body is read', async () => {
  const place = somewhere()
  await spend(place)
  const bodies = ['{"not json', `{"display":${'['.repeat(60_000)}`, JSON.stringify({ a: 'x'.repeat(200_000) })]
  for (const body of bodies) expect((await create(place, newSecret('conn'), body)).status).toBe(429)
})

test.each([
  ['no credential at all', {}, '{}', 401],
  ['a body that is no JSON', { authorization: `Bearer ${newSecret('conn')}` }, '{"a":', 401],
  ['two credentials', { authorization: `Bearer ${newSecret('conn')}`, 'x-svc-api-key': newSecret('key') }, '{}', 400],
])('%s counts as a wrong credential', async (_, headers, body, status) => {
  const place = somewhere()
  const statuses: number[] = []
  for (let i = 0; i <= WRONG_MAX; i++) {
    statuses.push((await place.send({ path: '/v1/payment-requests', headers, body })).status)
  }
  expect(new Set(statuses.slice(0, -1))).toEqual(new Set([status]))
  expect(statuses.at(-1)).toBe(429)
})

test('a body that may hold the credential is read, and counts as wrong when it cannot be', async () => {
  const place = somewhere()
  const path = '/v1/connect-keys'
  for (let i = 0; i < WRONG_MAX; i++) expect((await place.send({ path, body: '{"a":' })).status).toBe(400)
  expect((await place.send({ path, body: '{"a":' })).status).toBe(429)
})

test('the body of a stranger is not read: the answer is the same whatever it is', async () => {
  const place = somewhere()
  const headers = { authorization: `Bearer ${newSecret('conn')}` }
  const bodies = ['{"not json', JSON.stringify({ a: 'x'.repeat(200_000) }), '[]']
  for (const body of bodies) {
    const heard = await place.send({ path: '/v1/payment-requests', headers, body })
    expect([heard.status, codeOf(heard)]).toEqual([401, 'credential_invalid'])
  }
  expect((await place.send({ path: '/v1/payment-requests', body: '{"not json' })).status).toBe(401)
})

test('a credential in a header is judged before a body that might hold another', async () => {
  const place = somewhere()
  const headers = { authorization: `Bearer ${newSecret('device')}` }
  for (const body of ['{"not json', JSON.stringify({ a: 'x'.repeat(200_000) })]) {
    const heard = await place.send({ path: '/v1/connect-keys', headers, body })
    expect([heard.status, codeOf(heard)]).toEqual([401, 'credential_invalid'])
  }
})

test('a second credential in the body is refused, also at the first call with a good one', async () => {
  const registered = await somewhere().send({ path: '/v1/app-devices', body: '{"name":"Phone","platform":"ios"}' })
  const { device, token } = JSON.parse(registered.text) as { device: { device_id: string }; token: string }
  const headers = { authorization: `Bearer ${token}` }
  const body = JSON.stringify({ device_id: device.device_id, token })
  for (const _ of ['before it is known', 'after']) {
    const heard = await somewhere().send({ path: '/v1/connect-keys', headers, body })
    expect([heard.status, codeOf(heard)]).toEqual([400, 'credential_conflict'])
  }
})

test('where nobody has to prove anything, a long body is refused unread', async () => {
  const place = somewhere()
  const register = (name: string) =>
    place.send({ path: '/v1/app-devices', body: JSON.stringify({ name, platform: 'ios' }) })
  expect((await register('x'.repeat(7_000))).status).toBe(422)
  const refused = await register('x'.repeat(8_192))
  expect([refused.status, codeOf(refused)]).toEqual([413, 'body_too_large'])
})

test('whoever was good a moment ago goes on at an address that waits; one who is new there waits with it', async () => {
  const place = somewhere()
  const known = await newAsking(world, web)
  const unknown = await newConnection(world, { operator: known.operator })
  expect((await create(place, known.connection_token, bodyOf(known))).status).toBe(201)
  await spend(place)
  expect((await create(place, known.connection_token, bodyOf(known))).status).toBe(201)
  const read = { method: 'GET', path: '/v1/payment-requests/events' }
  const reading = (token: string, at = place) => at.send({ ...read, headers: { authorization: `Bearer ${token}` } })
  expect((await reading(known.connection_token)).status).toBe(200)
  expect((await reading(unknown.connection_token)).status).toBe(429)
  expect((await reading(unknown.connection_token, somewhere())).status).toBe(200)
  expect((await reading(unknown.connection_token)).status).toBe(200)
})

test('a credential that is known for one kind of route does not spare an address at another', async () => {
  const place = somewhere()
  const { token } = tenant.device
  const authorization = `Bearer ${token}`
  expect(
    (await place.send({ method: 'GET', path: '/v1/app-devices/current', headers: { authorization } })).status,
  ).toBe(200)
  for (let i = 0; i < WRONG_MAX; i++) expect((await create(place, token, '{}')).status).toBe(403)
  expect((await create(place, token, '{}')).status).toBe(429)
})

test('a token that was known and is replaced counts as wrong from then on', async () => {
  const place = somewhere()
  const { connection_token, connection_id, device, ...rest } = await newAsking(world, web)
  const body = bodyOf({ connection_token, connection_id, device, ...rest })
  expect((await create(place, connection_token, body)).status).toBe(201)
  expect((await device.call('POST', connectionPath(connection_id, 'rotate-token'))).status).toBe(200)
  for (let i = 0; i < WRONG_MAX; i++) expect((await create(place, connection_token, body)).status).toBe(401)
  expect((await create(place, connection_token, body)).status).toBe(429)
})

test('a stranger hears the same whatever it names, and whatever is wrong with it', async () => {
  const place = somewhere()
  const { recipient_version_id } = tenant.payee
  const contents = [
    bodyOf(tenant),
    bodyOf(tenant, { payment: { amount: '1.123456789' } }),
    bodyOf(tenant, { recipient_version_id: recipient_version_id.replace(/.$/, 'z') }),
    bodyOf(tenant, { display: { pay_to: 'me' } }),
    bodyOf(tenant, { surprise: 1 }),
    bodyOf(tenant, { merchant_id: 'x' }),
    '{}',
  ]
  const heard = new Set<string>()
  for (const body of contents) {
    const { status, text } = await create(place, newSecret('conn'), body)
    heard.add(`${status} ${text.replace(/req_\w+/, '')}`)
  }
  expect(heard.size).toBe(1)
  expect([...heard][0]).toContain('credential_invalid')
})

test('a token that was good a moment ago is asked for again before anything is said about content', async () => {
  const { ask, call, device, connection_id, asked } = await newAsking(world, web)
  await asked()
  const wrong = [
    { display: { pay_to: 'me' } },
    { policy: { requires_user_approval: false } },
    { payment: { amount: '1.123456789' } },
  ]
  for (const more of wrong) expect((await ask(more)).status).toBe(422)
  expect((await call('GET', '/v1/payment-requests/events?since=x')).status).toBe(422)
  expect((await device.call('DELETE', connectionPath(connection_id))).status).toBe(200)
  for (const more of wrong) expect(said(await ask(more))).toEqual([403, 'connection_revoked'])
  expect(said(await call('GET', '/v1/payment-requests/events?since=x'))).toEqual([403, 'connection_revoked'])
})

test('the decimals of a version are told to its own organization alone', async () => {
  const other = await newAsking(world, web)
  const { recipient_version_id } = tenant.payee
  const asOther = (amount: string, recipient_id: string) =>
    other.ask({ recipient_id, recipient_version_id, payment: { amount } })
  for (const recipient_id of [tenant.payee.recipient_id, other.payee.recipient_id]) {
    const [right, wrong] = [await asOther('1.1', recipient_id), await asOther('1.123456789', recipient_id)]
    expect(said(wrong)).toEqual(said(right))
  }
  expect(said(await tenant.ask({ payment: { amount: '1.123456789' } }))).toEqual([422, 'amount_invalid'])
})

test('a stranger never reaches the statements that others share', async () => {
  const place = somewhere()
  const { admin } = world.database
  const signatures = ['create_payment_requests', 'read_payment_requests', 'read_event_pages'].map(
    (name) => `(select oid::regprocedure::text from pg_proc where proname = '${name}') as ${name}`,
  )
  const { rows } = await admin.query<Record<string, string>>(`select ${signatures.join(', ')}`)
  const functions = Object.values(rows[0] as Record<string, string>)
  await tenant.asked()
  for (const each of functions) await admin.query(`revoke execute on function ${each} from pursestrings_app`)
  try {
    const headers = { authorization: `Bearer ${newSecret('conn')}` }
    const reads = [
      ['/v1/payment-requests/pr_1', 'application/json'],
      ['/v1/payment-requests/events', 'application/json'],
      ['/v1/payment-requests/events', 'text/event-stream'],
    ] as const
    expect((await strangerCreates(place)).status).toBe(401)
    for (const [path, accept] of reads) {
      expect((await place.send({ method: 'GET', path, headers: { ...headers, accept } })).status).toBe(401)
    }
    // Not vacuous: who is known does reach them.
    expect((await tenant.ask()).status).toBe(500)
    for (const [path, accept] of reads) {
      expect((await tenant.call('GET', path, { headers: { accept } })).status).toBe(500)
    }
  } finally {
    for (const each of functions) await admin.query(`grant execute on function ${each} to pursestrings_app`)
  }
  expect((await tenant.ask()).status).toBe(201)
})

test('the body of a call to a path that nobody serves is not read', async () => {
  const heard = await somewhere().send({ path: '/v1/nowhere', body: '{"not json' })
  expect([heard.status, codeOf(heard)]).toEqual([404, 'route_not_found'])
})

test('new wallets are not counted among the steps of signing in', async () => {
  const place = somewhere()
  const register = () =>
    place.send({ path: '/v1/app-devices', body: JSON.stringify({ name: 'Phone', platform: 'ios' }) })
  const statuses: number[] = []
  for (let i = 0; i < 30; i++) statuses.push((await register()).status)
  expect(new Set(statuses)).toEqual(new Set([201]))
  const refused = await register()
  expect([refused.status, refused.headers['ratelimit-policy']]).toEqual([429, '"device_registration";q=30;w=60'])
  const body = JSON.stringify({ email: 'patient@merchant.example' })
  expect((await place.send({ path: '/v1/merchant-accounts/registrations', body })).status).toBe(202)
})

test('an organization makes us call out 30 times a minute at most, and another is not held up by it', async () => {
  const [greedy, other] = [await newOperator(world), await newOperator(world)]
  const verify = (by: Operator) => by.call('POST', '/v1/merchant-domains/dom_01k0000000e008000000000000/verify')
  for (let i = 0; i < 30; i++) expect((await verify(greedy)).status).toBe(404)
  const refused = await verify(greedy)
  expect([refused.status, refused.headers.get('ratelimit-policy')]).toEqual([429, '"outbound";q=30;w=60'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await verify(other)).status).toBe(404)
})

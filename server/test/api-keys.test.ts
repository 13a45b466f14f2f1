/** What a project's key opens, what it never opens, and when it stops (specification 5). */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { raceChange } from './connection-races.ts'
import { bearerSession } from './keyring.ts'
import { newOperator, type Operator } from './operator.ts'
import { newApiKey, revokeKey, type TestApiKey } from './project.ts'
import { plantSecondSurface, type SecondSurface } from './second-surface.ts'
import { sharedWorld, type World } from './world.ts'

const READ = '/v1/automation-policies/planted'
const CHANGE = '/v1/agent-payments/any/planted'

let world: World
let surface: SecondSurface
let operator: Operator
let key: TestApiKey
beforeAll(async () => {
  world = await sharedWorld()
  surface = await plantSecondSurface(world)
  operator = await newOperator(world)
  key = await newApiKey(operator)
})
afterAll(() => surface.stop())

const read = (headers: Record<string, string>) => surface.call('GET', READ, { headers })
const change = (headers: Record<string, string>) => surface.call('POST', CHANGE, { body: {}, headers })
const said = ({ status, json }: Answer) => [status, json.error?.code]
/** All of an answer but what is new each time. */
const bare = ({ status, json }: Answer) => JSON.stringify([status, { ...json, timestamp: '' }])

const refused = (answer: Answer, status: number, code: string) => {
  expect(answer.json).toEqual({
    success: false,
    error: { code, message: expect.any(String), details: expect.any(Object) },
    request_id: expect.any(String),
    timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}\.\d{3}Z$/),
  })
  expect(answer.status).toBe(status)
}

test("a key opens the surface in its own project's name, inside the success envelope", async () => {
  const { status, json } = await read(key.headers)
  expect(status).toBe(200)
  expect(json).toEqual({
    success: true,
    data: { kind: 'api_key', project_id: uuidOf('prj', key.project_id), body: {} },
    request_id: expect.any(String),
    timestamp: expect.any(String),
  })
  expect((await change(key.headers)).json.data.project_id).toBe(uuidOf('prj', key.project_id))
})

test('an admin-session route takes a bearer session without a CSRF proof, and a cookie session with one', async () => {
  const authorization = `Bearer ${await bearerSession(world, operator)}`
  expect((await change({ authorization })).json.data.kind).toBe('merchant_session')
  const { cookie, csrf } = operator
  expect((await change({ cookie, 'x-csrf-token': csrf })).json.data.kind).toBe('merchant_session')
  refused(await change({ cookie }), 403, 'csrf_proof_invalid')
  refused(await read({ authorization }), 403, 'credential_kind_not_accepted')
})

test('unknown, malformed, revoked and misplaced keys are one and the same 401', async () => {
  const revoked = await newApiKey(operator)
  await revokeKey(operator, revoked)
  const { secret } = key
  const sent = { 'x-request-id': 'same' }
  const wrong: Record<string, string>[] = [
    { 'x-svc-api-key': newSecret('key') },
    revoked.headers,
    { 'x-svc-api-key': '' },
    { 'x-svc-api-key': 'nonsense' },
    { 'x-svc-api-key': secret.slice(0, -1) },
    { 'x-svc-api-key': `${secret}x` },
    { 'x-svc-api-key': secret.toUpperCase() },
    { 'x-svc-api-key': `Bearer ${secret}` },
    { 'x-svc-api-key': `${secret}, ${secret}` },
    { 'x-svc-api-key': newSecret('session') },
    { 'x-svc-api-key': await bearerSession(world, operator) },
    { 'x-svc-api-key': operator.cookie.split('=')[1] as string },
    { authorization: `Bearer ${secret}` },
    { cookie: `__Host-svc_session=${secret}` },
  ]
  const answers = await Promise.all(wrong.map((headers) => read({ ...headers, ...sent })))
  for (const answer of answers) refused(answer, 401, 'credential_invalid')
  expect(new Set(answers.map(bare)).size).toBe(1)
  refused(await read({}), 401, 'credential_missing')
})

test('no custom header overrides a key or a session', async () => {
  const other = await newApiKey(await newOperator(world, 'Quay Records'))
  const NAMES = [
    ['x-api-key', 'api-key', 'svc-api-key', 'x-svc-apikey', 'x_svc_api_key', 'x-svc-key', 'x-svc-session'],
    ['x-svc-authorization', 'x-authorization', 'proxy-authorization', 'x-forwarded-authorization', 'x-auth-token'],
    ['x-svc-project', 'x-svc-project-id', 'x-project-id', 'x-svc-credential', 'x-http-method-override'],
  ].flat()
  for (const name of NAMES) {
    const value = name.includes('project') ? other.project_id : other.secret
    const { json } = await read({ ...key.headers, [name]: value })
    expect([name, json.data?.project_id]).toEqual([name, uuidOf('prj', key.project_id)])
    refused(await read({ [name]: value }), 401, 'credential_missing')
  }
  for (const name of ['x-svc-merchant-id', 'x-tenant-id', 'x-agent-id']) {
    refused(await read({ ...key.headers, [name]: 'x' }), 422, 'identity_field_forbidden')
  }
})

test('a key beside any other credential is refused, wherever it is taken', async () => {
  const authorization = `Bearer ${await bearerSession(world, operator)}`
  const { cookie, csrf } = operator
  for (const beside of [{ authorization }, { cookie, 'x-csrf-token': csrf }, { authorization: 'Bearer x' }]) {
    refused(await change({ ...key.headers, ...beside }), 400, 'credential_conflict')
    refused(await read({ ...key.headers, ...beside }), 400, 'credential_conflict')
  }
})

test('a key opens nothing of the first surface', async () => {
  for (const path of ['/v1/projects', `/v1/projects/${key.project_id}/api-keys`, '/v1/merchants', '/v1/recipients']) {
    const answer = await world.call('GET', path, { headers: key.headers })
    expect([path, ...said(answer), answer.json.ok]).toEqual([path, 403, 'credential_kind_not_accepted', false])
  }
})

test('revocation holds from the next call on: of calls that start after its acknowledgement none succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const racing = await newApiKey(operator)
    const attempt = async () => [(await read(racing.headers)).status]
    const { before, after } = await raceChange(attempt, () => revokeKey(operator, racing))
    expect(before).toBeGreaterThan(0)
    expect(after).toBe(0)
  }
})

test('the use of a key is noted, at most once a minute', async () => {
  const used = await newApiKey(operator)
  const noted = async () =>
    (await operator.call('GET', `/v1/projects/${used.project_id}/api-keys`)).json.api_keys[0].last_used_at
  expect(await noted()).toBeNull()
  await read(used.headers)
  const first = await noted()
  expect(first).toEqual(expect.any(String))
  await read(used.headers)
  expect(await noted()).toBe(first)
  const uuid = uuidOf('key', used.api_key_id)
  const old = "update api_keys set last_used_at = now() - interval '61 seconds' where api_key_id = $1"
  await world.database.admin.query(old, [uuid])
  await read(used.headers)
  expect(Date.parse(await noted())).toBeGreaterThanOrEqual(Date.parse(first))
})

test('every refusal of the surface has its envelope, with details as an object', async () => {
  const { headers } = key
  const post = (sent: object, path = CHANGE) => surface.call('POST', path, { headers, ...sent })
  refused(await post({ raw: '{' }), 400, 'malformed_json')
  refused(await post({ raw: '{"a":1,"a":2}' }), 400, 'malformed_json')
  refused(await post({ raw: JSON.stringify('x'.repeat(1_100_000)) }), 413, 'body_too_large')
  const typed = { raw: '{}', headers: { ...headers, 'content-type': 'text/plain' } }
  refused(await post(typed), 415, 'unsupported_media_type')
  refused(await post({ body: {}, headers: { ...headers, origin: 'https://evil.example' } }), 403, 'origin_not_allowed')
  const wrong = await post({ body: { surprise: 1, purpose: 1 } })
  refused(wrong, 422, 'validation_failed')
  expect(wrong.json.error.details.issues).toHaveLength(2)
})

test('an address under the surface that nobody serves is refused in its envelope, others in the other', async () => {
  for (const path of ['/v1/agent-payments/x/y/z', '/v1/automation-policies/a/b?c=d']) {
    refused(await surface.call('PATCH', path, { headers: key.headers }), 404, 'route_not_found')
    refused(await surface.call('OPTIONS', path), 404, 'route_not_found')
  }
  for (const path of ['/v1/agent-payments', '/v1/agent-payments?x', '/v1/agent-payments/x']) {
    refused(await world.call('PUT', path), 405, 'method_not_allowed')
  }
  refused(await world.call('GET', '/v1/agent-payments/%zz'), 404, 'route_not_found')
  for (const path of ['/v1/agent-paymentsx', '/v1/automation-policies-2', '/v1/payment-intents', '/agent-payments']) {
    expect((await world.call('PUT', path)).json).toMatchObject({ ok: false, error: { code: 'route_not_found' } })
  }
})

test('a key that calls too often is told to wait, in the envelope of the surface', async () => {
  const hasty = await plantSecondSurface(world, 0.005)
  try {
    const answers: Answer[] = []
    for (let i = 0; i < 4; i++) answers.push(await hasty.call('GET', READ, { headers: key.headers }))
    expect(answers.map((a) => a.status)).toEqual([200, 200, 200, 429])
    const last = answers[3] as Answer
    refused(last, 429, 'rate_limited')
    expect(last.json.error.details.retry_after).toBe(Number(last.headers.get('retry-after')))
    const other = await newApiKey(operator, key.project_id)
    expect((await hasty.call('GET', READ, { headers: other.headers })).status).toBe(200)
  } finally {
    await hasty.stop()
  }
})

/** Refusals say what happened, what to do next and where to read more. */
import { operations } from '@pursestrings/contract/operations'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let tenant: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  tenant = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('an error names a page about itself, and the page is there, on both surfaces', async () => {
  const first = (await world.call('GET', '/v1/connections/current')).json.error
  const second = (await world.call('POST', '/v1/agent-payments', { body: {} })).json.error
  for (const [code, doc_url] of [
    [first.code, first.doc_url],
    [second.code, second.details.doc_url],
  ]) {
    expect(new URL(doc_url).pathname).toBe(`/docs/errors/${code}`)
    const page = await fetch(new URL(new URL(doc_url).pathname, world.url))
    expect([page.status, (await page.text()).includes(code)]).toEqual([200, true])
  }
  const bad = await fetch(`${world.url}/%zz`)
  expect((await bad.json()) as object).toMatchObject({
    error: { code: 'route_not_found', doc_url: expect.stringMatching(/route_not_found$/) },
  })
})

test('a page about a code that there is not is not found, whatever stands in its place', async () => {
  for (const code of ['nosuch', '%0d%0ax:y', '%e2%82%ac', '..%2f..%2fagents', '%2f%2fshop.example']) {
    const { status, headers } = await fetch(`${world.url}/docs/errors/${code}`, { redirect: 'manual' })
    expect([code, status, headers.get('location')]).toEqual([code, 404, null])
  }
})

test('a known path with another method says which methods it has', async () => {
  const refused = await world.call('PUT', '/v1/payment-requests/pr_1')
  expect([refused.status, refused.json.error.code, refused.headers.get('allow')]).toEqual([
    405,
    'method_not_allowed',
    'GET, HEAD',
  ])
  // `current` fits two paths: its own, and that of an id.
  expect((await world.call('PUT', '/v1/connections/current')).headers.get('allow')).toContain('GET')
  expect((await world.call('PUT', '/v1/nowhere')).status).toBe(404)
  for (const { path, method } of operations) {
    const other = method === 'PATCH' ? 'PUT' : 'PATCH'
    const known = new Set(operations.filter((o) => o.path === path).map((o) => o.method as string))
    if (known.has(other)) continue
    const { status, headers } = await world.call(other, path.replaceAll(/\{\w+\}/g, 'x'))
    // An id in this place may have the method.
    if (status !== 405) expect([path, status === 401 || status === 403]).toEqual([path, true])
    else expect(headers.get('allow')).toContain(method)
  }
})

test('a good credential of another kind is refused with the kinds that are taken', async () => {
  const { connection_token, device } = tenant
  const asking = (token: string) =>
    world.call('POST', '/v1/payment-requests', { body: {}, headers: { authorization: `Bearer ${token}` } })
  const refused = await asking(device.token)
  expect([refused.status, refused.json.error.code]).toEqual([403, 'credential_kind_not_accepted'])
  expect(refused.json.error.accepted).toEqual(['connection_token'])
  const answered = await world.call('GET', '/v1/app-devices/current', {
    headers: { authorization: `Bearer ${connection_token}` },
  })
  expect([answered.status, answered.json.error.accepted]).toEqual([403, ['device_token']])
})

test('a credential of another kind that opens nothing is told nothing about the route', async () => {
  const headers = { authorization: `Bearer ${newSecret('device')}` }
  const refused = await world.call('POST', '/v1/payment-requests', { body: {}, headers })
  expect([refused.status, refused.json.error.code]).toEqual([401, 'credential_invalid'])
  expect(refused.json.error.accepted).toBeUndefined()
})

test('a code that is about one field names it', async () => {
  const { error } = (await tenant.ask({ expires_at: '2026-01-01T00:00:00Z' })).json
  expect([error.code, error.field]).toEqual(['expiry_out_of_range', 'expires_at'])
  const list = await tenant.call('GET', '/v1/payment-requests?cursor=x')
  expect([list.json.error.code, list.json.error.field]).toEqual(['cursor_invalid', 'cursor'])
})

test('one answer names every problem that no data is needed for', async () => {
  const { status, json } = await tenant.call('POST', '/v1/payment-requests', {
    headers: { 'x-merchant-id': 'mer_1', 'idempotency-key': 'one' },
    body: {
      agent_id: 'agt_1',
      recipient_id: tenant.payee.recipient_id,
      payment: { amount: '-1' },
      policy: { requires_user_approval: false },
      expires_at: '2020-01-01T00:00:00Z',
      idempotency_key: 'two',
      display: { to: 'GB' },
      colour: 'red',
      payee: { address: 'GB' },
    },
  })
  expect([status, json.error.code, json.error.field]).toEqual([422, 'identity_field_forbidden', 'agent_id'])
  expect(json.error.issues.map((i: { field: string; code: string }) => `${i.field} ${i.code}`).toSorted()).toEqual([
    'agent_id identity_field_forbidden',
    'display.to override_forbidden',
    'expires_at expiry_out_of_range',
    'idempotency_key IDEMPOTENCY_KEY_MISMATCH',
    'payee.address override_forbidden',
    'payment.amount invalid_format',
    'policy.requires_user_approval not_allowed',
    'recipient_version_id required',
    'x-merchant-id identity_field_forbidden',
  ])
})

test('without a key the call is told so, beside all else that is wrong', async () => {
  const { status, json } = await tenant.call('POST', '/v1/payment-requests', { body: { metadata: { address: 'GB' } } })
  const codes = json.error.issues.map((i: { code: string }) => i.code)
  expect([status, json.error.code]).toEqual([422, 'validation_failed'])
  expect(codes).toEqual(expect.arrayContaining(['required', 'idempotency_key_required', 'override_forbidden']))
})

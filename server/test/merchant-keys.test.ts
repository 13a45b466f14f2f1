/** What a merchant key opens, what it never opens, and when it stops. */
import { credentialsOf } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { MERCHANT_SCOPES } from '@pursestrings/contract/scopes'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { newSecret } from '@pursestrings/protocol/secrets'
import { beforeAll, expect, test } from 'vitest'
import type { Answer } from './call.ts'
import { raceChange } from './connection-races.ts'
import { newMember, newOperator, type Operator } from './operator.ts'
import { newMerchantKey, revokeMerchantKey, type TestMerchantKey } from './project.ts'
import { sharedWorld, type World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
})

const LIST = '/v1/payment-requests'
const get = (path: string, { headers }: Pick<TestMerchantKey, 'headers'>) => world.call('GET', path, { headers })
const said = ({ status, json }: Answer) => [status, json.error?.code]

test('a key is shown once, and then only its last four characters, scopes and last use', async () => {
  const body = { name: 'Order server', scopes: ['recipients:read', 'payment_requests:read'] }
  const { status, json } = await operator.call('POST', '/v1/merchant-keys', { body })
  expect([status, json.secret]).toEqual([201, expect.stringMatching(/^svc_mkey_/)])
  const { merchant_key } = json
  expect(merchant_key).toEqual({
    merchant_key_id: expect.stringMatching(/^mky_/),
    name: 'Order server',
    scopes: ['payment_requests:read', 'recipients:read'],
    last_four: json.secret.slice(-4),
    created_at: expect.any(String),
    expires_at: null,
    last_used_at: null,
    revoked_at: null,
  })
  const listed = await operator.call('GET', '/v1/merchant-keys')
  expect(listed.json.merchant_keys[0]).toEqual(merchant_key)
  expect(JSON.stringify(listed.json)).not.toContain(json.secret)
})

test('owners get a letter when a key is created and when it is revoked, without the key', async () => {
  const owner = await newOperator(world)
  await newMember(world, owner, 'admin')
  const body = { name: 'Night job', scopes: ['audit:read'] }
  const { merchant_key, secret } = (await owner.call('POST', '/v1/merchant-keys', { body })).json
  const created = await world.mailbox.next(owner.email, 0, 'created the merchant key')
  expect(created.subject).toBe('Merchant key Night job was created')
  expect(created.text).toContain(
    `${owner.email} created the merchant key "Night job", which ends in ${secret.slice(-4)}`,
  )
  expect(created.text).not.toContain(secret)
  await owner.call('DELETE', `/v1/merchant-keys/${merchant_key.merchant_key_id}`)
  const revoked = await world.mailbox.next(owner.email, 0, 'revoked the merchant key')
  expect(revoked.subject).toBe('Merchant key Night job was revoked')
})

const TAKES_KEY = operations.filter((o) => credentialsOf(o).includes('merchant_key'))
const pathOf = ({ path, example }: (typeof operations)[number]) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String((example.params as never)[name]))

test.each(MERCHANT_SCOPES)(
  'a key with %s alone opens what names that scope, and is told the scope it lacks',
  async (scope) => {
    const { headers } = await newMerchantKey(operator, [scope])
    for (const o of TAKES_KEY) {
      const query = new URLSearchParams({ ...(o.example.query as object), surprise: '1' })
      const { status, json } = await world.call(o.method, `${pathOf(o)}?${query.toString()}`, {
        headers,
        ...(o.method !== 'GET' && { body: o.example.body ?? {} }),
      })
      const told = [o.id, status, json.error.code, json.error.scope]
      if (o.merchant_scope === scope) expect(told).toEqual([o.id, 422, 'unknown_field', undefined])
      else expect(told).toEqual([o.id, 403, 'scope_missing', o.merchant_scope])
    }
  },
)

test("a key reads its own organization's records and no other's", async () => {
  const other = await newOperator(world, 'Quay Records')
  const key = await newMerchantKey(operator)
  await newMerchantKey(other)
  const audit = await get('/v1/audit-events', key)
  expect(audit.json.audit_events.map((e: { action: string }) => e.action)).toContain('merchant_key.created')
  expect((await get(LIST, key)).json).toMatchObject({ ok: true, payment_requests: [] })
  const theirs = (await other.call('GET', '/v1/merchant-keys')).json.merchant_keys[0].merchant_key_id
  expect(said(await operator.call('DELETE', `/v1/merchant-keys/${theirs}`))).toEqual([404, 'resource_not_found'])
})

test('what a key did stands in the audit log under the key, not under a person', async () => {
  const key = await newMerchantKey(operator, ['webhooks:manage'])
  const body = { url: 'https://shop.example/webhooks' }
  const made = await world.call('POST', '/v1/webhook-endpoints', { body, headers: key.headers })
  expect(made.status).toBe(201)
  const { webhook_endpoint_id } = made.json.webhook_endpoint
  await world.call('DELETE', `/v1/webhook-endpoints/${webhook_endpoint_id}`, { headers: key.headers })
  const { json } = await operator.call('GET', '/v1/audit-events')
  const actors = json.audit_events
    .filter((e: { target: string }) => e.target === webhook_endpoint_id)
    .map((e: { action: string; actor: string }) => [e.action, e.actor])
  expect(actors).toEqual([
    ['webhook_endpoint.deleted', key.merchant_key_id],
    ['webhook_endpoint.created', key.merchant_key_id],
  ])
})

test('unknown, mistyped, revoked, expired and misplaced keys are one and the same 401', async () => {
  const revoked = await newMerchantKey(operator)
  await revokeMerchantKey(operator, revoked)
  const expired = await newMerchantKey(operator, MERCHANT_SCOPES, { expires_at: '2099-01-01T00:00:00Z' })
  expect((await get(LIST, expired)).status).toBe(200)
  await passTime(expired)
  const { secret } = await newMerchantKey(operator)
  const wrong: Record<string, string>[] = [
    { authorization: `Bearer ${newSecret('mkey')}` },
    revoked.headers,
    expired.headers,
    { authorization: `Bearer ${secret.slice(0, -1)}` },
    { authorization: `Bearer ${secret}x` },
    { authorization: `Bearer ${secret.replace('svc_mkey_', 'svc_key_')}` },
    { 'x-svc-api-key': secret },
    { cookie: `__Host-svc_session=${secret}` },
  ]
  const answers = await Promise.all(wrong.map((headers) => world.call('GET', LIST, { headers })))
  expect(answers.map(said)).toEqual(wrong.map(() => [401, 'credential_invalid']))
})

/** Its end comes: the clock is the database's, so the key's own time is moved back. */
const passTime = async ({ merchant_key_id }: TestMerchantKey) => {
  const { admin } = world.database
  await admin.query('alter table merchant_keys disable trigger keep_merchant_key')
  const ended = "update merchant_keys set expires_at = now() - interval '1 second' where merchant_key_id = $1"
  await admin.query(ended, [uuidOf('mky', merchant_key_id)])
  await admin.query('alter table merchant_keys enable trigger keep_merchant_key')
}

test('a key that would end in the past is refused', async () => {
  const body = { name: 'Late', scopes: ['audit:read'], expires_at: '2020-01-01T00:00:00Z' }
  const { status, json } = await operator.call('POST', '/v1/merchant-keys', { body })
  expect([status, json.error.code, json.error.field]).toEqual([422, 'validation_failed', 'expires_at'])
})

test('revocation holds from the next call on: of calls that start after its acknowledgement none succeeds', async () => {
  for (let round = 0; round < 3; round++) {
    const racing = await newMerchantKey(operator)
    const attempt = async () => [(await get(LIST, racing)).status]
    const { before, after } = await raceChange(attempt, () => revokeMerchantKey(operator, racing))
    expect(before).toBeGreaterThan(0)
    expect(after).toBe(0)
  }
})

test('revoking again changes nothing, and neither the name nor the scopes of a key ever change', async () => {
  const key = await newMerchantKey(operator)
  const first = await revokeMerchantKey(operator, key)
  expect(first.json.merchant_key.revoked_at).toEqual(expect.any(String))
  expect((await revokeMerchantKey(operator, key)).json).toEqual(first.json)
  const { json } = await operator.call('GET', '/v1/audit-events')
  const about = json.audit_events.filter((e: { target: string }) => e.target === key.merchant_key_id)
  expect(about.map((e: { action: string }) => e.action)).toEqual(['merchant_key.revoked', 'merchant_key.created'])
  const id = [uuidOf('mky', key.merchant_key_id)]
  for (const change of ["scopes = '{audit:read}'", 'revoked_at = null', 'expires_at = now()']) {
    const changing = world.database.admin.query(`update merchant_keys set ${change} where merchant_key_id = $1`, id)
    await expect(changing).rejects.toThrow('merchant key never')
  }
})

test('the use of a key is noted, at most once a minute', async () => {
  const used = await newMerchantKey(operator)
  const noted = async () => {
    const { merchant_keys } = (await operator.call('GET', '/v1/merchant-keys')).json
    return merchant_keys.find((one: typeof used) => one.merchant_key_id === used.merchant_key_id).last_used_at
  }
  expect(await noted()).toBeNull()
  await get(LIST, used)
  const first = await noted()
  expect(first).toEqual(expect.any(String))
  await get(LIST, used)
  expect(await noted()).toBe(first)
  const old = "update merchant_keys set last_used_at = now() - interval '61 seconds' where merchant_key_id = $1"
  await world.database.admin.query(old, [uuidOf('mky', used.merchant_key_id)])
  await get(LIST, used)
  expect(Date.parse(await noted())).toBeGreaterThanOrEqual(Date.parse(first))
})

test('at most 50 keys work at a time; a revoked one makes room', async () => {
  const full = await newOperator(world, 'Lantern Press')
  const keys: TestMerchantKey[] = []
  for (let i = 0; i < 50; i++) keys.push(await newMerchantKey(full, ['audit:read']))
  const body = { name: 'One more', scopes: ['audit:read'] }
  expect(said(await full.call('POST', '/v1/merchant-keys', { body }))).toEqual([409, 'too_many_merchant_keys'])
  await revokeMerchantKey(full, keys[0] as TestMerchantKey)
  expect((await full.call('POST', '/v1/merchant-keys', { body })).status).toBe(201)
})

/** Exports: what the lists show, whole, as files; harmless in a spreadsheet, told in the audit log, and no way around a right. */
import { newUuidFor, uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newMember, newOperator, type Operator } from './operator.ts'
import { newMerchantKey, revokeMerchantKey } from './project.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

const REQUESTS = '/v1/merchant/exports/payment-requests'
const AUDIT = '/v1/audit-events/export'
const MANY = 130

let web: MerchantWeb
let world: World
let one: Asking

beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({
    ...web.settings,
    PENDING_MAX: '500',
    WALLET_PENDING_MAX: '500',
    CREATES_PER_MINUTE_MAX: '500',
  })
  one = await newAsking(world, web)
  for (let i = 0; i < MANY; i++) await one.asked({ request_id: `order-${String(i).padStart(3, '0')}` })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const linesOf = (text: string): string[] => text.split('\r\n').slice(0, -1)

test('all requests come once, newest first, over several pages of the list', async () => {
  const { status, headers, text } = await one.operator.call('GET', REQUESTS)
  expect(status).toBe(200)
  expect(headers.get('content-type')).toContain('text/csv')
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="payment-requests-\d{4}-\d\d-\d\d\.csv"$/)
  expect(headers.get('cache-control')).toContain('no-store')
  const [head, ...rows] = linesOf(text)
  expect(head).toMatch(/^request_id,task_ref,created_at,.*,assurance,/)
  const ids = rows.map((row) => row.split(',')[0])
  expect(ids).toEqual(Array.from({ length: MANY }, (_, i) => `order-${String(MANY - 1 - i).padStart(3, '0')}`))
  const basic = await one.operator.call('GET', `${REQUESTS}?settlement=leave_out`)
  expect(linesOf(basic.text)[0]).not.toContain('assurance')
})

test('a line of NDJSON is the record of the list', async () => {
  const { headers, text } = await one.operator.call('GET', `${REQUESTS}?format=ndjson`)
  expect(headers.get('content-type')).toContain('application/x-ndjson')
  const lines = text.trimEnd().split('\n')
  expect(lines).toHaveLength(MANY)
  const { json } = await one.operator.call('GET', '/v1/payment-requests?limit=2')
  const withoutJws = ({ facts_jws: _jws, ...rest }: { facts_jws: string }) => rest
  expect(lines.slice(0, 2).map((line) => withoutJws(JSON.parse(line)))).toEqual(json.payment_requests.map(withoutJws))
})

test('an agent cannot make a spreadsheet calculate', async () => {
  const other = await newAsking(world, web)
  await other.asked({ metadata: { task_ref: '=HYPERLINK("https://evil.example","pay")' } })
  const { text } = await other.operator.call('GET', REQUESTS)
  expect(text).toContain(`,"'=HYPERLINK(""https://evil.example"",""pay"")",`)
  const exact = await other.operator.call('GET', `${REQUESTS}?format=ndjson`)
  expect(JSON.parse(exact.text).metadata.task_ref).toBe('=HYPERLINK("https://evil.example","pay")')
})

test('the filters of the list narrow the export', async () => {
  const rejected = 'order-007'
  await one.report(rejected, { status: 'rejected' })
  const moved = "select from payment_request_index where status = 'rejected'"
  await until(async () => (await world.database.admin.query(moved)).rowCount === 1)
  const { text } = await one.operator.call('GET', `${REQUESTS}?status=rejected`)
  expect(linesOf(text).map((row) => row.split(',')[0])).toEqual(['request_id', rejected])
  const begins = await one.operator.call('GET', `${REQUESTS}?request_id=order-12`)
  expect(linesOf(begins.text)).toHaveLength(11)
})

test('who may list may export, and nobody else', async () => {
  const stranger = await newOperator(world, 'Quay Records')
  expect(linesOf((await stranger.call('GET', REQUESTS)).text)).toHaveLength(1)
  const viewer = await newMember(world, one.operator, 'viewer')
  expect(linesOf((await viewer.call('GET', REQUESTS)).text)).toHaveLength(MANY + 1)
  const reads = await newMerchantKey(one.operator, ['payment_requests:read'])
  const by = { headers: reads.headers }
  expect((await world.call('GET', REQUESTS, by)).status).toBe(200)
  const refused = await world.call('GET', AUDIT, by)
  expect([refused.status, refused.json.error.code]).toEqual([403, 'scope_missing'])
  const wrong = await one.operator.call('GET', `${REQUESTS}?format=xlsx`)
  expect([wrong.status, wrong.json.error.code]).toEqual([422, 'validation_failed'])
})

test('every export is in the audit log, with who took it and what they asked for', async () => {
  const owner = await newOperator(world)
  const key = await newMerchantKey(owner, ['payment_requests:read', 'audit:read'])
  await world.call('GET', `${REQUESTS}?format=ndjson&status=pending`, { headers: key.headers })
  await owner.call('GET', `${AUDIT}?action=payment_request.exported`)
  const { text } = await owner.call('GET', `${AUDIT}?format=ndjson`)
  const lines = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [audit, narrowed, requests] = lines.filter(({ action }) => action.endsWith('.exported'))
  expect(requests).toMatchObject({
    action: 'payment_request.exported',
    actor: key.merchant_key_id,
    target_name: 'Harbour Books',
    details: { format: 'ndjson', filters: { status: 'pending' } },
  })
  expect(narrowed).toMatchObject({
    action: 'audit_event.exported',
    actor_name: owner.email,
    details: { format: 'csv', filters: { action: 'payment_request.exported' } },
  })
  expect(audit).toMatchObject({ action: 'audit_event.exported', details: { format: 'ndjson', filters: {} } })
  const csv = linesOf((await owner.call('GET', AUDIT)).text)
  expect(csv[0]).toBe('occurred_at,action,actor,actor_name,target,target_name,details,audit_event_id')
  expect(csv.slice(1).at(-1)).toContain('merchant.created')
})

/** More than sockets hold, so that the service must wait for its reader. As many calls would take minutes. */
const fillLog = async ({ merchant_id }: Operator): Promise<void> => {
  const tenant = uuidOf('mer', merchant_id)
  const ids = Array.from({ length: 12_000 }, () => newUuidFor(tenant))
  const table = 'audit_events'
  await world.database.admin.query(
    `insert into ${table} (merchant_id, audit_event_id, action, actor, target, details)
     select $1, unnest($2::uuid[]), 'project.renamed', 'test', 'test', jsonb_build_object('name', repeat('x', 2500))`,
    [tenant, ids],
  )
}

test('a long download is read at the pace of its reader, ends with its key, and takes one of two places', async () => {
  const owner = await newOperator(world)
  await fillLog(owner)
  const key = await newMerchantKey(owner, ['audit:read'])
  const open = (headers: Record<string, string>) => fetch(`${world.url}${AUDIT}`, { headers })
  const first = await open(key.headers)
  const second = await open(key.headers)
  expect([first.status, second.status]).toEqual([200, 200])
  const third = await world.call('GET', AUDIT, { headers: key.headers })
  expect([third.status, third.json.error.code]).toEqual([429, 'rate_limited'])
  expect(third.headers.get('retry-after')).toBe('10')

  const reader = first.body?.getReader()
  expect((await reader?.read())?.done).toBe(false)
  await second.body?.cancel()
  const other = await newMerchantKey(owner, ['audit:read'])
  await until(async () => {
    const again = await open(other.headers)
    await again.body?.cancel()
    return again.status === 200
  })
  await revokeMerchantKey(owner, key)
  const rest = async () => {
    while (!(await reader?.read())?.done);
  }
  await expect(rest()).rejects.toThrow('terminated')
  expect((await open(key.headers)).status).toBe(401)
})

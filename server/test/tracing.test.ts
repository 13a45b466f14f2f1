/** Whoever runs a collector sees where a call spent its time; nobody else can make the service trace, and no person is in it. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAsking } from './asking.ts'
import { call } from './call.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { type CollectorDouble, type ReceivedSpan, startCollectorDouble } from './otlp-collector-double.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

const TRACE = '0af7651916cd43dd8448eb211c80319c'
const traceparent = (sampled: boolean) => `00-${TRACE}-b7ad6b7169203331-${sampled ? '01' : '00'}`

const MANY = { PENDING_MAX: '1000', WALLET_PENDING_MAX: '1000' }
let collector: CollectorDouble
let web: MerchantWeb
let world: World
beforeAll(async () => {
  collector = await startCollectorDouble()
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, TRACE_URL: collector.url, TRACE_RATIO: '1', TRUST_PROXY: '1', ...MANY })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
  await collector.stop()
})

const spanNamed = async (name: string, of: (span: ReceivedSpan) => boolean = () => true): Promise<ReceivedSpan> => {
  const find = () => collector.spans.find((span) => span.name === name && of(span))
  await until(async () => find() !== undefined)
  return find() as ReceivedSpan
}
const partsOf = ({ spanId }: ReceivedSpan) => collector.spans.filter(({ parentSpanId }) => parentSpanId === spanId)

test('a create shows its statement, and its log line names the trace', async () => {
  const asking = await newAsking(world, web)
  await asking.asked()
  const span = await spanNamed('payment_requests.create')
  expect([span.kind, span.parentSpanId, span.attributes]).toEqual([2, undefined, { 'http.response.status_code': 201 }])
  const statement = partsOf(span).find(({ name }) => name === 'statement')
  expect(statement?.attributes).toEqual({ items: 1 })
  const line = world.log.find((l) => l.includes('"operation":"payment_requests.create"'))
  expect(JSON.parse(line ?? '{}').trace_id).toBe(span.traceId)
})

test('calls that share a statement are all linked to it, and each has its own trace', async () => {
  const asking = await newAsking(world, web)
  await Promise.all(Array.from({ length: 60 }, () => asking.asked()))
  await until(async () => collector.spans.filter(({ name }) => name === 'payment_requests.create').length >= 60)
  const shared = await spanNamed('statement', ({ attributes }) => Number(attributes['items']) > 1)
  expect(shared.links.length).toBe(Number(shared.attributes['items']) - 1)
  expect(new Set(shared.links.map(({ traceId }) => traceId)).size).toBe(shared.links.length)
})

test('a job goes on with the trace of the call that asked for it, and tells nothing of the person', async () => {
  const email = 'traced@example.test'
  await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
  const asked = await spanNamed('merchant_accounts.register')
  const job = await spanNamed('sign-in-mail', ({ traceId }) => traceId === asked.traceId)
  expect(job.kind).toBe(5)
  expect(partsOf(job).length).toBeGreaterThan(0)
  expect(collector.text()).not.toContain('traced@')
})

test('a refusal is told by its code', async () => {
  await world.call('GET', '/v1/merchants', { headers: { authorization: 'Bearer nothing' } })
  const { attributes } = await spanNamed('merchants.list', (span) => span.attributes['code'] !== undefined)
  expect(attributes).toEqual({ 'http.response.status_code': 401, code: 'credential_invalid' })
})

test('a proxy of ours decides what is traced; a stranger cannot', async () => {
  const statusOf = (headers: Record<string, string>) => call(world.url, 'GET', '/v1/merchants', { headers })
  const behind = { 'x-forwarded-for': '203.0.113.7' }
  await statusOf({ ...behind, traceparent: traceparent(true) })
  await until(async () => collector.spans.some(({ traceId }) => traceId === TRACE))
  expect(collector.spans.find(({ traceId }) => traceId === TRACE)?.parentSpanId).toBe('b7ad6b7169203331')
  const before = collector.spans.length
  await statusOf({ ...behind, traceparent: traceparent(false) })
  await statusOf({ traceparent: traceparent(true) })
  await until(async () => collector.spans.length > before)
  expect(collector.spans.slice(before).map(({ traceId }) => traceId)).not.toContain(TRACE)
})

const OPEN = { accept: 'application/openmetrics-text; version=1.0.0' }

test('a scrape in OpenMetrics names a trace that was sent for a measured time, at both ports; plain text names none', async () => {
  const asking = await newAsking(world, web)
  await asking.asked()
  for (const base of [world.service.ops_url, world.url]) {
    const open = await call(base, 'GET', '/metrics', { headers: OPEN })
    expect(open.headers.get('content-type')).toBe('application/openmetrics-text; version=1.0.0; charset=utf-8')
    const [, trace_id] =
      /^svc_call_duration_seconds_bucket\{.*operation="payment_requests.create".*\} \d+ # \{trace_id="(\w{32})"\} [\d.]+ [\d.]+$/m.exec(
        open.text,
      ) ?? []
    expect(trace_id).toBeDefined()
    await spanNamed('payment_requests.create', ({ traceId }) => traceId === trace_id)
    const plain = await call(base, 'GET', '/metrics')
    expect(plain.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
    expect(plain.text).not.toContain('trace_id')
  }
})

test.each([{ TRACE_URL: '' }, { TRACE_RATIO: '0' }])('with %j no call has an exemplar', async (settings) => {
  const service = await world.another(settings)
  expect((await call(service.url as string, 'GET', '/v1/merchants')).status).toBe(401)
  const { text } = await call(service.ops_url, 'GET', '/metrics', { headers: OPEN })
  expect(text).toMatch(/^svc_call_duration_seconds_bucket\{.*operation="merchants.list"/m)
  expect(text).not.toContain('trace_id')
  await service.stop()
})

test('at a ratio of 0 nothing is sent, and a stranger who asks for it changes nothing', async () => {
  const quiet = await startCollectorDouble()
  const service = await world.another({ TRACE_URL: quiet.url, TRACE_RATIO: '0', TRUST_PROXY: '' })
  const url = service.url as string
  for (let i = 0; i < 20; i++)
    await call(url, 'GET', '/health', { headers: { traceparent: traceparent(true), 'x-forwarded-for': '203.0.113.7' } })
  await service.stop()
  expect(quiet.spans).toEqual([])
  await quiet.stop()
})

test('a collector that refuses costs spans, which are counted, and no call', async () => {
  const broken = await startCollectorDouble()
  broken.refuse()
  const service = await world.another({ TRACE_URL: broken.url, TRACE_RATIO: '1' })
  const url = service.url as string
  expect((await call(url, 'GET', '/v1/merchants')).status).toBe(401)
  await until(async () =>
    /svc_trace_spans_dropped_total [1-9]/.test((await call(service.ops_url, 'GET', '/metrics')).text),
  )
  await service.stop()
  await broken.stop()
})

/** Whatever is lost on the way, a task asks for one payment; and what is not known is not called failed. */
import {
  ApiError,
  createAgentClient,
  OutcomeUnknownError,
  type PaymentInput,
  type PaymentWanted,
  RateLimitedError,
  TimeoutError,
} from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../server/test/until.ts'
import { getReady, type Ready } from '../../../tests/acceptance/steps/ready.ts'
import { startPlace, type TestPlace } from './place.ts'
import { type Fate, type Passing, startProxy } from './proxy.ts'

const CREATE = '/v1/payment-requests'

let place: TestPlace
let ready: Ready
let connection_token: string
beforeAll(async () => {
  place = await startPlace()
  ready = await getReady(place)
  const { connection_id } = (await ready.agent.connections.read('current')).connection
  connection_token = (await ready.wallet.connections.rotateToken(connection_id)).connection_token
  ready.agent.useConnection(connection_token)
})
afterAll(() => place.stop())

const behind = async (fate: (passing: Passing) => Fate, options: object = {}) => {
  const proxy = await startProxy(place.base_url, fate)
  const agent = createAgentClient({ base_url: proxy.base_url, connection_token, ...options })
  return { proxy, agent, [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose]() }
}

const wanted = (task_ref: string, more: Partial<PaymentWanted> = {}): PaymentWanted => {
  const { recipient_id, recipient_version_id } = ready.payee
  return { task_ref, recipient_id, recipient_version_id, amount: '12.5', ...more }
}

const aborting = () => {
  const controller = new AbortController()
  return { signal: controller.signal, abort: (reason: Error) => controller.abort(reason) }
}

const madeWith = async (key_prefix: string) =>
  (await ready.agent.paymentRequests.list({ limit: 100 }).toArray()).filter((one) =>
    one.idempotency_key.startsWith(key_prefix),
  ).length

test('an agent that starts over 50 times, behind a proxy that loses every third answer, asks once', async () => {
  const before = (await ready.agent.paymentRequests.list().toArray()).length
  await using lossy = await behind(({ nth }) => (nth % 3 === 0 ? 'lose' : 'pass'))
  const plan = async (n: number): Promise<string | undefined> => {
    // A model words it otherwise each time, writes the amount otherwise, and forgets what it did.
    const worded = {
      amount: n % 2 === 0 ? '12.5' : '12.50',
      display: { note: `plan ${n}` },
      ...(n % 5 === 0 && { expires_at: new Date(Date.now() + 600_000 + n * 1000).toISOString() }),
    }
    const agent = createAgentClient({ base_url: lossy.proxy.base_url, connection_token, retries: n % 3 })
    const asked = await agent.requestPayment(wanted('order-50', worded)).catch((failure: unknown) => failure)
    if (!(asked instanceof Error)) return (asked as PaymentInput).payment_request.request_id
    expect(asked.name).toMatch(/^(OutcomeUnknownError|NetworkError)$/)
    return undefined
  }
  const known: string[] = []
  for (let round = 0; round < 2; round++) {
    const ids = await Promise.all(Array.from({ length: 25 }, (_, i) => plan(round * 25 + i)))
    known.push(...ids.filter((id) => id !== undefined))
  }
  expect(new Set(known).size).toBe(1)
  expect(known.length).toBeGreaterThan(10)
  expect((await ready.agent.paymentRequests.list().toArray()).length).toBe(before + 1)
})

test('a create whose answers are all lost is unknown, and the same key finds what was made', async () => {
  await using lossy = await behind(({ path }) => (path === CREATE ? 'lose' : 'pass'), { retries: 1 })
  const failure: unknown = await lossy.agent.requestPayment(wanted('order-lost')).catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(OutcomeUnknownError)
  const { idempotency_key, message } = failure as OutcomeUnknownError
  expect(message).toContain('same idempotency key')
  expect(lossy.proxy.count('POST', CREATE)).toBe(2)
  const asked = await ready.agent.requestPayment(wanted('order-lost'))
  expect([asked.replayed, asked.idempotency_key]).toEqual([true, idempotency_key])
  expect(await madeWith(idempotency_key)).toBe(1)
})

test('a create that once got no answer stays unknown, even if the last try was turned away', async () => {
  const later = { status: 429, headers: { 'retry-after': '0' }, body: { ok: false, error: { code: 'rate_limited' } } }
  let creates = 0
  const fate = ({ path }: Passing): Fate => (path !== CREATE ? 'pass' : creates++ === 0 ? 'lose' : later)
  await using lossy = await behind(fate, { retries: 1 })
  const failure: unknown = await lossy.agent.requestPayment(wanted('order-turned')).catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(OutcomeUnknownError)
  const { cause } = failure as Error
  expect(cause).toBeInstanceOf(RateLimitedError)
  expect((cause as RateLimitedError).retry_after_s).toBe(0)
})

test('a create made without a key gets one, and its tries carry the same', async () => {
  let creates = 0
  await using lossy = await behind(({ path }) => (path === CREATE && creates++ === 0 ? 'lose' : 'pass'))
  const { recipient_id, recipient_version_id } = ready.payee
  const policy = { requires_user_approval: true } as const
  const input = { recipient_id, recipient_version_id, payment: { amount: '3' }, policy }
  const { payment_request } = await lossy.agent.paymentRequests.create(input)
  const keys = lossy.proxy.seen.map(({ body }) => (JSON.parse(body) as { idempotency_key: string }).idempotency_key)
  expect(keys).toEqual([payment_request.idempotency_key, payment_request.idempotency_key])
  expect(await madeWith(payment_request.idempotency_key)).toBe(1)
})

test('a change without a key is sent once, whatever becomes of it', async () => {
  for (const fate of ['lose', 'drop', { status: 503 }, { status: 500 }] as const) {
    await using lossy = await behind(() => fate)
    await expect(lossy.agent.transactionContexts.create({ title: 'Once' })).rejects.toThrow(
      /It may have been done: look|without saying why/,
    )
    expect(lossy.proxy.seen.length).toBe(1)
  }
})

test('hooks see every try, and no credential', async () => {
  const seen: object[] = []
  const note = (one: object) => void seen.push(one)
  await using lossy = await behind(({ nth }) => (nth < 2 ? 'drop' : 'pass'), { onRequest: note, onResponse: note })
  const { request_id } = await lossy.agent.connections.read('current', { request_id: 'mine-1' }).withResponse()
  const call = { operation: 'connections.read', method: 'GET', path: '/v1/connections/current' }
  const answered = { ...call, attempt: 2, status: 200, request_id: 'mine-1', duration_ms: expect.any(Number) }
  expect(seen).toEqual([{ ...call, attempt: 1 }, { ...call, attempt: 2 }, answered])
  expect([request_id, JSON.stringify(seen).includes('svc_')]).toEqual(['mine-1', false])
})

test('a read is repeated, no more often than told', async () => {
  await using lossy = await behind(({ nth }) => (nth < 3 ? 'drop' : 'pass'))
  expect((await lossy.agent.connections.read('current')).connection.status).toBe('active')
  expect(lossy.proxy.seen.length).toBe(3)
  await using broken = await behind(() => 'drop', { retries: 1 })
  await expect(broken.agent.connections.read('current')).rejects.toMatchObject({ name: 'NetworkError' })
  expect(broken.proxy.seen.length).toBe(2)
})

test('a try ends when its time is over, and the call when its signal says so', async () => {
  await using silent = await behind(() => 'hang', { timeout_ms: 100, retries: 0 })
  await expect(silent.agent.connections.read('current')).rejects.toBeInstanceOf(TimeoutError)
  const { signal, abort } = aborting()
  const call = silent.agent.connections.read('current', { signal, timeout_ms: 60_000, retries: 5 })
  const ended = call.catch((failure: unknown) => failure)
  await until(() => silent.proxy.seen.length === 2)
  abort(new Error('enough'))
  expect(String(await ended)).toBe('Error: enough')
  expect(silent.proxy.seen.length).toBe(2)
})

test('what a proxy answers in place of the service is an ApiError that says so', async () => {
  await using page = await behind(() => ({ status: 502, body: '<html>bad gateway</html>' }), { retries: 0 })
  const failure: unknown = await page.agent.connections.read('current').catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(ApiError)
  expect(failure).toMatchObject({ status: 502, code: 'unexpected_answer', retry: 'safe' })
})

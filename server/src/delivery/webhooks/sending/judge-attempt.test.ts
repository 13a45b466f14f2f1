import { WEBHOOK_SCHEDULE_S } from '@pursestrings/contract/webhook-deliveries/webhook-events'
import { expect, test } from 'vitest'
import { judgeAttempt, nextAttempt, retryAfterS } from './judge-attempt.ts'

const NOW = new Date('2026-11-15T09:30:00.000Z')
const judge = (status_code: number, step = 0, retry_after?: string) =>
  judgeAttempt({ status_code, retry_after }, step, { random: 0.5, now: NOW })

test('the whole schedule lasts 75 hours and 35 minutes, each delay ten in a hundred more or less', () => {
  const walk = (random: number) => {
    const delays: number[] = []
    for (let next = nextAttempt(0, random); next; next = nextAttempt(next.step, random)) delays.push(next.delay_s)
    return delays
  }
  expect(walk(0.5)).toEqual(WEBHOOK_SCHEDULE_S.slice(1))
  expect(walk(0.5).reduce((a, b) => a + b)).toBe(272_105)
  for (const [random, factor] of [
    [0, 0.9],
    [1, 1.1],
  ] as const) {
    for (const [i, delay] of walk(random).entries()) {
      expect(delay).toBeCloseTo((WEBHOOK_SCHEDULE_S[i + 1] as number) * factor, 6)
    }
  }
})

test('2xx is success and nothing else is', () => {
  for (const status of [200, 201, 202, 204, 226, 299]) expect(judge(status)).toMatchObject({ status: 'delivered' })
  for (const status of [100, 199, 300, 301, 302, 304, 307, 308, 400, 404, 410, 500, 503, 599]) {
    expect(judge(status)).toMatchObject({ status: 'pending', error_kind: 'status', step: 1, delay_s: 5 })
  }
})

test('only 410 says that nobody wants to hear more', () => {
  expect([200, 404, 410, 411].map((status) => judge(status).gone)).toEqual([false, false, true, false])
})

test('after the last attempt a delivery has failed, whatever the receiver asks for', () => {
  const last = WEBHOOK_SCHEDULE_S.length - 1
  expect(judge(503, last, '60')).toMatchObject({ status: 'failed', delay_s: 0 })
  expect(judge(503, last - 1, '60')).toMatchObject({ status: 'pending', delay_s: 86_400 })
  expect(judgeAttempt({ error_kind: 'timeout' }, last, { random: 0, now: NOW })).toMatchObject({ status: 'failed' })
})

test('a receiver may ask for more time with 429 and 503, for a day at most, and never for less', () => {
  expect(judge(429, 0, '60').delay_s).toBe(60)
  expect(judge(503, 0, 'Sun, 15 Nov 2026 10:30:00 GMT').delay_s).toBe(3_600)
  expect(judge(429, 0, '1').delay_s).toBe(5)
  expect(judge(429, 0, '99999999').delay_s).toBe(86_400)
  expect(judge(500, 0, '60').delay_s).toBe(5)
})

test.each([undefined, '', ' ', '-5', '1.5', '1e9', 'soon', '2026-11-15', 'Sun, 15 Nov 2026', '0x10', '9'.repeat(400)])(
  'a Retry-After of %s is none',
  (header) => expect(retryAfterS(header, NOW)).toBe(0),
)

test('a Retry-After in the past is none', () => {
  expect(retryAfterS('Sun, 15 Nov 2026 09:29:59 GMT', NOW)).toBe(0)
})

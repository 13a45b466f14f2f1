import { WEBHOOK_SCHEDULE_S } from '@pursestrings/contract/webhook-deliveries/records'
import { newUuid, type Uuid } from '@pursestrings/contract/wire/ids'
import { describe, expect, test } from 'vitest'
import { judgeAttempt, nextAttempt, retryAfterS } from './judge-attempt.ts'
import { type Made, signsOf } from './record-attempts.ts'
import { createSendSlots, type SendSlotBounds } from './send-slots.ts'
import type { EndpointKey } from './sending.store.ts'

describe('judge attempt', () => {
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

  test.each([
    undefined,
    '',
    ' ',
    '-5',
    '1.5',
    '1e9',
    'soon',
    '2026-11-15',
    'Sun, 15 Nov 2026',
    '0x10',
    '9'.repeat(400),
  ])('a Retry-After of %s is none', (header) => expect(retryAfterS(header, NOW)).toBe(0))

  test('a Retry-After in the past is none', () => {
    expect(retryAfterS('Sun, 15 Nov 2026 09:29:59 GMT', NOW)).toBe(0)
  })
})

describe('lines', () => {
  const endpointOf = (merchant_id: Uuid = newUuid()): EndpointKey => ({ merchant_id, webhook_endpoint_id: newUuid() })

  const start = (bounds: Partial<SendSlotBounds>) => {
    const lines = createSendSlots({ in_all: 100, per_tenant: 100, per_endpoint: 100, ...bounds })
    const begun: string[] = []
    const away: string[] = []
    const enter = (of: EndpointKey, name: string) =>
      void lines.enter(of).then((begin) => (begin ? begun : away).push(name))
    /** All that has its turn by now has begun. */
    const settled = () => new Promise((resolve) => setImmediate(resolve))
    return { lines, begun, away, enter, settled }
  }

  test('of an endpoint so many at once, in their order, and the next when one leaves', async () => {
    const { lines, begun, enter, settled } = start({ per_endpoint: 2 })
    const [a, b] = [endpointOf(), endpointOf()]
    for (const name of ['a1', 'a2', 'a3', 'a4']) enter(a, name)
    enter(b, 'b1')
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    lines.leave(a)
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test.each([
    ['of a tenant', { per_tenant: 2 }],
    ['in all', { in_all: 2 }],
  ])('%s so many at once, and a place that becomes free goes to another line first', async (_, bounds) => {
    const { lines, begun, enter, settled } = start(bounds)
    const merchant_id = newUuid()
    const [a, b] = [endpointOf(merchant_id), endpointOf(merchant_id)]
    for (const name of ['a1', 'a2', 'a3']) enter(a, name)
    enter(b, 'b1')
    await settled()
    expect(begun).toEqual(['a1', 'a2'])
    lines.leave(a)
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1'])
    lines.leave(b)
    await settled()
    expect(begun).toEqual(['a1', 'a2', 'b1', 'a3'])
  })

  test('a line that is sent away begins nothing more, and no other line is touched', async () => {
    const { lines, begun, away, enter, settled } = start({ per_endpoint: 1 })
    const [a, b] = [endpointOf(), endpointOf()]
    for (const name of ['a1', 'a2', 'a3']) enter(a, name)
    for (const name of ['b1', 'b2']) enter(b, name)
    lines.sendAway(a)
    lines.leave(a)
    lines.leave(b)
    await settled()
    expect([begun, away]).toEqual([
      ['a1', 'b1', 'b2'],
      ['a2', 'a3'],
    ])
    enter(a, 'a4')
    await settled()
    expect(begun).toContain('a4')
  })
})

describe('record attempts', () => {
  const made = (endpoint: string, status: 'delivered' | 'pending', more: object = {}): Made =>
    ({
      webhook_endpoint_id: endpoint as Uuid,
      probe: false,
      ailing: false,
      verdict: { status, gone: false },
      ...more,
    }) as unknown as Made

  test('only what came back after the last success counts against an endpoint', () => {
    const all = [
      made('a', 'pending'),
      made('b', 'pending'),
      made('a', 'delivered'),
      made('a', 'pending', { probe: true }),
      made('b', 'pending'),
      made('a', 'pending'),
      made('c', 'delivered'),
      made('d', 'delivered', { ailing: true }),
    ]
    expect(signsOf(all)).toMatchObject([
      { webhook_endpoint_id: 'a', succeeded: true, failures: 2, probed: true },
      { webhook_endpoint_id: 'b', succeeded: false, failures: 2, probed: false },
      { webhook_endpoint_id: 'd', succeeded: true, failures: 0, probed: false },
    ])
  })
})

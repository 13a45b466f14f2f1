import { PUSH_TTL_S } from '@pursestrings/contract/devices/push-operations'
import { expect, test } from 'vitest'
import { judgePush, RETRIES_S } from './send-push.worker.ts'

const NOW = new Date('2026-11-15T09:30:00.000Z')
const judge = (status?: number, failures = 0, retry_after?: string) =>
  judgePush({ ...(status !== undefined && { status }), retry_after }, failures, { random: 0.5, now: NOW })

test('2xx is taken, 404 and 410 say that nobody is there', () => {
  for (const status of [200, 201, 202, 204]) expect(judge(status)).toEqual({ outcome: 'sent' })
  for (const status of [404, 410]) expect(judge(status)).toEqual({ outcome: 'gone' })
})

test('silence, 429 and 5xx are tried again, later each time, and then given up before the message would end', () => {
  for (const status of [undefined, 429, 500, 502, 503]) {
    expect(RETRIES_S.map((_, failures) => judge(status, failures))).toEqual(
      RETRIES_S.map((delay_s) => ({ outcome: 'failed', again: true, delay_s })),
    )
    expect(judge(status, RETRIES_S.length)).toMatchObject({ outcome: 'failed', again: false })
  }
  expect(RETRIES_S.reduce((a, b) => a + b) * 1.1).toBeLessThan(PUSH_TTL_S)
})

test('a push service may ask for more time, for a day at most and never for less', () => {
  expect(judge(429, 0, '120')).toEqual({ outcome: 'failed', again: true, delay_s: 120 })
  expect(judge(503, 0, 'Sun, 15 Nov 2026 10:30:00 GMT')).toMatchObject({ delay_s: 3_600 })
  expect(judge(429, 0, '1')).toMatchObject({ delay_s: 10 })
  expect(judge(429, 0, '99999999')).toMatchObject({ delay_s: 86_400 })
})

test('what a push service does not want like this is not sent again', () => {
  for (const status of [301, 307, 400, 401, 403, 413]) {
    expect(judge(status)).toMatchObject({ outcome: 'failed', again: false })
  }
})

import { describe, expect, test } from 'vitest'
import { checkClock, checkDns, checkTls } from './checks.ts'

describe('the clock', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  test.each([
    ['Sun, 15 Nov 2026 12:00:00 GMT', 'ok'],
    ['Sun, 15 Nov 2026 11:59:54 GMT', 'warn'],
    ['Sun, 15 Nov 2026 12:00:20 GMT', 'fail'],
    ['Sun, 15 Nov 2026 11:00:00 GMT', 'fail'],
    [null, 'warn'],
  ])('%s is %s', (date, verdict) => {
    const check = checkClock(date, now)
    expect(check.verdict).toBe(verdict)
    expect(check.remedy === undefined).toBe(verdict === 'ok')
  })
})

describe('the way to the service', () => {
  test('a name without an address fails, with a remedy', async () => {
    expect(await checkDns(new URL('https://no-such-host.invalid'))).toMatchObject({
      verdict: 'fail',
      remedy: expect.any(String),
    })
  })
  test('plain http is fine on this machine, and nowhere else', async () => {
    expect((await checkTls(new URL('http://127.0.0.1:8787'))).verdict).toBe('ok')
    expect((await checkTls(new URL('http://pay.example.com'))).verdict).toBe('fail')
  })
})

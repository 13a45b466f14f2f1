import { listEvents, listFeed } from '@pursestrings/contract/events/operations'
import { readService } from '@pursestrings/contract/service/operations'
import { describe, expect, test } from 'vitest'
import { createReturnTimes, RETURN_S_MAX, RETURNS_PER_S } from './admission.ts'
import { wantsStream } from './headers.ts'
import { addressKey, createWindows } from './limits.ts'
import { readTrustedProxies, trustOf } from './trusted-proxies.ts'

describe('address key', () => {
  test.each([
    ['203.0.113.9', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:0:0:ffff::', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
  ])('%s is counted as %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

describe('trusted proxies', () => {
  test.each([
    ['', false],
    ['false', false],
    ['0', false],
    ['1', 1],
    [' 2 ', 2],
    ['10.0.0.5', ['10.0.0.5']],
    ['10.0.0.0/24, ::1,fd00::/8', ['10.0.0.0/24', '::1', 'fd00::/8']],
  ])('TRUST_PROXY=%j trusts %j', (setting, trusted) => {
    expect(readTrustedProxies(setting)).toEqual(trusted)
  })

  test('true is refused, and the message says what to write instead', () => {
    expect(() => readTrustedProxies('true')).toThrow(/cannot be true.*10\.0\.0\.0\/24.*such as 1/)
  })

  test.each([
    '0.0.0.0/0',
    '::/0',
    'proxy.internal',
    '10.0.0.0/33',
    '10.0.0/24',
    '10.0.0.1/8/8',
    '1.5',
    '-1',
    '11',
    '127.1',
    '0x7f000001',
  ])('TRUST_PROXY=%s is refused', (setting) => {
    expect(() => readTrustedProxies(setting)).toThrow(/10.0.0.0.24|at most 10/)
  })

  test('a count of proxies believes nobody who reaches us from a public address', () => {
    const trust = trustOf(2) as (address: string, hop: number) => boolean
    expect(trust('10.0.0.1', 0)).toBe(true)
    expect(trust('203.0.113.9', 0)).toBe(false)
    expect(trust('203.0.113.9', 1)).toBe(true)
    expect(trust('10.0.0.1', 2)).toBe(false)
  })
})

describe('wants stream', () => {
  test.each([
    ['text/event-stream', true],
    ['Text/Event-Stream', true],
    ['text/event-stream; charset=utf-8', true],
    ['text/event-stream, */*;q=0.1', true],
    ['application/json, text/event-stream', false],
    ['text/event-stream;q=0', false],
    ['text/event-stream-like', false],
    ['*/*', false],
    [undefined, false],
  ])('accept %s: %s', (accept, wanted) => {
    for (const feed of [listEvents, listFeed]) expect(wantsStream(feed, { headers: { accept } })).toBe(wanted)
    expect(wantsStream(readService, { headers: { accept } })).toBe(false)
  })
})

describe('windows', () => {
  const clock = () => {
    const time = { ms: 0 }
    return { time, now: () => time.ms }
  }

  test('a key is counted within its window, and from nothing again after it', () => {
    const { time, now } = clock()
    const windows = createWindows({ window_ms: 1000, keys_max: 10, now })
    expect(windows.take('a')).toEqual({ taken: 1, reset_ms: 1000 })
    time.ms = 400
    expect(windows.take('a')).toEqual({ taken: 2, reset_ms: 600 })
    expect(windows.look('a')).toEqual({ taken: 2, reset_ms: 600 })
    expect(windows.look('b')).toEqual({ taken: 0, reset_ms: 0 })
    windows.giveBack('a')
    windows.giveBack('b')
    expect(windows.look('a').taken).toBe(1)
    time.ms = 1000
    expect(windows.look('a').taken).toBe(0)
    expect(windows.take('a')).toEqual({ taken: 1, reset_ms: 1000 })
  })

  test('no more keys are kept than the bound, and none that has ended', () => {
    const { time, now } = clock()
    const windows = createWindows({ window_ms: 1000, keys_max: 100, now })
    for (let i = 0; i < 100_000; i++) windows.take(`address ${i}`)
    expect(windows.size).toBe(100)
    expect(windows.look('address 99999').taken).toBe(1)
    time.ms = 1000
    windows.take('later')
    expect(windows.size).toBe(1)
  })
})

// Callers that find no place are spread over the seconds that follow, and a few of them wait no longer than needed.
describe('return times', () => {
  const at = (ms: number) => {
    const clock = { ms }
    const next = createReturnTimes(() => clock.ms)
    return { clock, many: (n: number) => Array.from({ length: n }, next) }
  }
  const countsOf = (waits: readonly number[]) =>
    Object.fromEntries([...Map.groupBy(waits, (wait) => wait)].map(([wait, all]) => [wait, all.length]))

  test('a few come again after a second, more of them a second later each', () => {
    const { many } = at(12_345)
    expect(countsOf(many(RETURNS_PER_S))).toEqual({ 1: RETURNS_PER_S })
    expect(countsOf(many(2 * RETURNS_PER_S + 5))).toEqual({ 2: RETURNS_PER_S, 3: RETURNS_PER_S, 4: 5 })
  })

  test('a second that has come is free again, one that is still to come is not', () => {
    const { clock, many } = at(0)
    many(3 * RETURNS_PER_S)
    clock.ms = 1_000
    // What was the second one is the first now.
    expect(countsOf(many(RETURNS_PER_S))).toEqual({ 3: RETURNS_PER_S })
    clock.ms = 60_000
    expect(countsOf(many(1))).toEqual({ 1: 1 })
  })

  test('nobody waits longer than the longest time, however many there are', () => {
    const { many } = at(500)
    many(RETURN_S_MAX * RETURNS_PER_S)
    const waits = many(1_000)
    expect(Math.min(...waits)).toBe(1)
    expect(Math.max(...waits)).toBe(RETURN_S_MAX)
  })
})

import { expect, test } from 'vitest'
import { readTrustedProxies, trustOf } from './trusted-proxies.ts'

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

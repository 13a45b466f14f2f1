import { expect, test } from 'vitest'
import { idempotencyKeyOf } from './idempotency-key.ts'

test('one key, wherever it is sent; the standard header may be quoted', () => {
  expect(idempotencyKeyOf({ 'x-idempotency-key': 'k' }, undefined)).toBe('k')
  expect(idempotencyKeyOf({ 'idempotency-key': 'k' }, undefined)).toBe('k')
  expect(idempotencyKeyOf({ 'idempotency-key': '"k"' }, undefined)).toBe('k')
  expect(idempotencyKeyOf({ 'idempotency-key': '"a\\"b\\\\"' }, undefined)).toBe('a"b\\')
  expect(idempotencyKeyOf({}, 'k')).toBe('k')
  expect(idempotencyKeyOf({ 'x-idempotency-key': 'k', 'idempotency-key': '"k"' }, 'k')).toBe('k')
})

test('keys that differ by one byte are refused, none at all too', () => {
  const pairs = [
    ['k', 'k '],
    ['k', 'K'],
    ['é', 'e\u0301'],
    ['k', ''],
  ] as const
  for (const [a, b] of pairs) {
    expect(() => idempotencyKeyOf({ 'x-idempotency-key': a }, b)).toThrow('differ')
    expect(() => idempotencyKeyOf({ 'x-idempotency-key': a, 'idempotency-key': b }, undefined)).toThrow('differ')
  }
  expect(() => idempotencyKeyOf({}, undefined)).toThrow('no idempotency key')
})

test('256 characters pass and 257 do not', () => {
  expect(idempotencyKeyOf({ 'x-idempotency-key': 'k'.repeat(256) }, undefined)).toHaveLength(256)
  expect(() => idempotencyKeyOf({ 'x-idempotency-key': 'k'.repeat(257) }, undefined)).toThrow('does not fit')
  expect(() => idempotencyKeyOf({ 'x-idempotency-key': '' }, undefined)).toThrow('does not fit')
})

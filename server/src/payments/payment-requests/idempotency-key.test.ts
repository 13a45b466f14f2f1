import { expect, test } from 'vitest'
import type { Refusal } from '../../platform/refusal.ts'
import { idempotencyKeyOf } from './check-create.ts'

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
  expect(issueOf('k'.repeat(257))).toMatchObject({
    code: 'too_long',
    message: expect.stringContaining('more than 256'),
  })
})

test('an empty key is called empty, not too long, and one that cannot be printed is called that', () => {
  for (const empty of ['', '""']) {
    expect(issueOf(empty)).toMatchObject({ code: 'too_short', message: expect.stringContaining('is empty') })
  }
  for (const odd of ['a\u0000b', 'a\tb', '\u202ek', 'k ', '\u0085', '\ud800']) {
    expect(issueOf(odd)).toMatchObject({ code: 'invalid_format', message: expect.stringContaining('printable') })
  }
})

const issueOf = (key: string) => {
  try {
    idempotencyKeyOf({ 'idempotency-key': key }, undefined)
  } catch (error) {
    return (error as Refusal).issues?.[0]
  }
  return undefined
}

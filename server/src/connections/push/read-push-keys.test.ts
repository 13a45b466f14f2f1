import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../platform/config.ts'
import { readPushKeys } from './read-push-keys.ts'

const least = { ENVIRONMENT: 'development', DATABASE_URL: 'postgres://app@db.example/x' }
const good = randomBytes(32).toString('base64url')

test('a key is read with its public half, as RFC 8291 shows one', () => {
  const [first, second] = readPushKeys(` a.1:yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw , b:${good}`)
  expect(first).toMatchObject({
    key_id: 'a.1',
    public_key: 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
  })
  expect(second?.key_id).toBe('b')
})

test('without the setting there are no keys', () => {
  expect(readConfig(least).PUSH_KEYS).toEqual([])
})

const ORDER = 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551'
test.each([
  'nonsense',
  good,
  `a:${good}=`,
  `a:${good.slice(1)}`,
  `a:${good},`,
  // Zero, and the order of the curve: numbers that are no key.
  `a:${Buffer.alloc(32).toString('base64url')}`,
  `a:${Buffer.from(ORDER, 'hex').toString('base64url')}`,
])('%j is refused, and not quoted', (PUSH_KEYS) => {
  const read = () => readConfig({ ...least, PUSH_KEYS })
  expect(read).toThrow('PUSH_KEYS must be id:key with the 32 bytes of a P-256 private key in base64url')
  expect(read).not.toThrow(good)
})

test('two keys with one id are refused', () => {
  expect(() => readConfig({ ...least, PUSH_KEYS: `a:${good},a:${good}` })).toThrow('PUSH_KEYS has two keys with one id')
})

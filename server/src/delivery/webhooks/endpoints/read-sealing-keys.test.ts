import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { readSealingKeys } from './read-sealing-keys.ts'

const key = () => randomBytes(32).toString('base64url')
const least = {
  DATABASE_URL: 'postgres://app@db.example/x',
  DNS_SERVERS: '192.0.2.1,192.0.2.2',
  FACTS_KEYS: `one:${key()}`,
}

test('keys are read in their order, with white space between them', () => {
  const [one, two] = [key(), key()]
  const keys = readSealingKeys(` b.2:${one} , a-1:${two}`)
  expect(keys.map(({ key_id }) => key_id)).toEqual(['b.2', 'a-1'])
  expect(keys.map(({ key: made }) => made.export().toString('base64url'))).toEqual([one, two])
})

test('production does not start without, and development makes one by itself', () => {
  expect(() => readConfig(least)).toThrow('WEBHOOK_SECRET_KEYS must be set in production')
  expect(readConfig({ ...least, ENVIRONMENT: 'development' }).WEBHOOK_SECRET_KEYS).toEqual([])
})

const good = key()
test.each([
  'nonsense',
  good,
  `:${good}`,
  `a:`,
  `a b:${good}`,
  `${'a'.repeat(65)}:${good}`,
  `a:${good}A`,
  `a:${good.slice(1)}`,
  `a:${good}=`,
  `a:${Buffer.alloc(32, 255).toString('base64')}`,
  `a:${Buffer.alloc(31).toString('base64url')}`,
  `a:${'A'.repeat(42)}B`,
  `a:${good},`,
  `,a:${good}`,
  `a:${good};b:${good}`,
  `a:b:${good}`,
])('%j is refused, and not quoted', (setting) => {
  const read = () => readConfig({ ...least, WEBHOOK_SECRET_KEYS: setting })
  expect(read).toThrow('WEBHOOK_SECRET_KEYS must be id:key with 32 bytes in base64url, separated by commas')
  expect(read).not.toThrow(good)
})

test('two keys with one id are refused', () => {
  const read = () => readConfig({ ...least, WEBHOOK_SECRET_KEYS: `a:${key()},a:${key()}` })
  expect(read).toThrow('WEBHOOK_SECRET_KEYS has two keys with one id')
})

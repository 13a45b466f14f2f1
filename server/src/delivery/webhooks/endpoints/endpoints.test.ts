import { randomBytes } from 'node:crypto'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { SECRET_PATTERN } from '@pursestrings/protocol/secrets'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../platform/config.ts'
import { readSealingKeys } from './read-sealing-keys.ts'
import { passingSealingKey, webhookSecretsOf } from './webhook-secret.ts'

describe('read sealing keys', () => {
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
})

describe('webhook secret', () => {
  const setting = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`
  const secretsFrom = (...settings: string[]) => webhookSecretsOf(readSealingKeys(settings.join(',')))
  const [old_key, new_key] = [setting('old'), setting('new')]
  const endpoint = newUuid()

  test('a secret is whsec_ and 32 random bytes, of the form that logs strike out, and opens as it was made', () => {
    const secrets = secretsFrom(old_key)
    const { secret, ...sealed } = secrets.make(endpoint)
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(secret.replace(new RegExp(SECRET_PATTERN), '')).toBe('')
    expect(sealed.key_id).toBe('old')
    expect(sealed.sealed.includes(secret)).toBe(false)
    expect(secrets.open(endpoint, sealed)).toBe(secret)
  })

  test('a thousand secrets, and what seals them, are distinct', () => {
    const secrets = secretsFrom(old_key)
    const made = Array.from({ length: 1000 }, () => secrets.make(endpoint))
    expect(new Set(made.map(({ secret }) => secret)).size).toBe(1000)
    expect(new Set(made.map(({ sealed }) => sealed.subarray(0, 12).toString('hex'))).size).toBe(1000)
  })

  test('what was sealed for one endpoint opens for no other', () => {
    const secrets = secretsFrom(old_key)
    const sealed = secrets.make(endpoint)
    expect(() => secrets.open(newUuid(), sealed)).toThrow(/authenticate/)
  })

  test('no changed bit of what is sealed goes unnoticed', () => {
    const secrets = secretsFrom(old_key)
    const { key_id, sealed } = secrets.make(endpoint)
    for (let at = 0; at < sealed.length * 8; at++) {
      const bent = Buffer.from(sealed)
      bent[at >> 3] = (bent[at >> 3] ?? 0) ^ (1 << (at & 7))
      expect(() => secrets.open(endpoint, { key_id, sealed: bent })).toThrow(/authenticate/)
    }
    for (const length of [0, 11, 12, 28, sealed.length - 1]) {
      expect(() => secrets.open(endpoint, { key_id, sealed: sealed.subarray(0, length) })).toThrow(Error)
    }
  })

  test('the first key seals, all open, and a missing one is named', () => {
    const before = secretsFrom(old_key).make(endpoint)
    const rotated = secretsFrom(new_key, old_key)
    expect(rotated.open(endpoint, before)).toBe(before.secret)
    const after = rotated.make(endpoint)
    expect([after.key_id, secretsFrom(new_key).open(endpoint, after)]).toEqual(['new', after.secret])
    expect(() => secretsFrom(new_key).open(endpoint, before)).toThrow('WEBHOOK_SECRET_KEYS lacks the key old')
    expect([rotated.holds('old'), secretsFrom(new_key).holds('old')]).toEqual([true, false])
  })

  test('another key under the same id opens nothing', () => {
    const sealed = secretsFrom(old_key).make(endpoint)
    expect(() => secretsFrom(setting('old')).open(endpoint, sealed)).toThrow(/authenticate/)
  })

  test('a passing key has an id of its own, and no key at all is a fault', () => {
    expect(passingSealingKey().key_id).toMatch(/^passing-[0-9a-f]{8}$/)
    expect(passingSealingKey().key_id).not.toBe(passingSealingKey().key_id)
    expect(() => webhookSecretsOf([])).toThrow('no key')
  })
})

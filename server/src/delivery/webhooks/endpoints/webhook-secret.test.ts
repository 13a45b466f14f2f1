import { randomBytes } from 'node:crypto'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { SECRET_PATTERN } from '@pursestrings/protocol/secrets'
import { expect, test } from 'vitest'
import { readSealingKeys } from './read-sealing-keys.ts'
import { passingSealingKey, webhookSecretsOf } from './webhook-secret.ts'

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

import { randomBytes } from 'node:crypto'
import { WEBHOOK_URL_LENGTH_MAX } from '@pursestrings/contract/webhook-endpoints/records'
import { newUuid } from '@pursestrings/contract/wire/ids'
import { SECRET_PATTERN } from '@pursestrings/protocol/secrets'
import { describe, expect, test } from 'vitest'
import {
  carriersOf,
  FORBIDDEN_IPV4,
  FORBIDDEN_IPV6,
  ODD_URLS,
  spellingsOf,
} from '../../../../test/egress/hostile-targets.ts'
import { readConfig } from '../../../platform/config.ts'
import { endpointUrl } from './endpoint-url.ts'
import { passingSealingKey, readSealingKeys, webhookSecretsOf } from './webhook-secret.ts'

describe('endpoints', () => {
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
})

describe('endpoint url', () => {
  const reasonOf = (text: string, loopback: readonly string[] = []) => {
    const verdict = endpointUrl(text, loopback)
    return verdict.ok ? `called: ${verdict.url}` : verdict.reason
  }
  const padded = (length: number) => `https://shop.test/${'a'.repeat(length - 'https://shop.test/'.length)}`

  test.each([
    ['https://shop.test/webhooks', 'https://shop.test/webhooks'],
    ['HTTPS://Shop.TEST:443/Webhooks?a=1&b=%20', 'https://shop.test/Webhooks?a=1&b=%20'],
    ['https://shop.test', 'https://shop.test/'],
    ['https://bücher.test/ä', 'https://xn--bcher-kva.test/%C3%A4'],
    ['https://8.8.8.8/x', 'https://8.8.8.8/x'],
    ['https://[2606:4700::1111]/', 'https://[2606:4700::1111]/'],
    ['https://shop.test/a@b', 'https://shop.test/a@b'],
    ['https://shop.test/?to=a@b', 'https://shop.test/?to=a@b'],
    [padded(WEBHOOK_URL_LENGTH_MAX), padded(WEBHOOK_URL_LENGTH_MAX)],
  ])('%.60s can be called, as %.60s', (text, url) => {
    expect(endpointUrl(text, [])).toEqual({ ok: true, url })
  })

  test.each([
    ['http://shop.test/', 'begins with https'],
    ['https:shop.test/', 'begins with https'],
    ['https:/shop.test/', 'begins with https'],
    ['//shop.test/', 'begins with https'],
    ['ws://shop.test/', 'begins with https'],
    [' https://shop.test/', 'begins with https'],
    ['https://shop.test/ ', 'white space'],
    ['https://shop.test/a\tb', 'white space'],
    ['https://sh\nop.test/', 'white space'],
    ['https://shop.test/\u0000', 'cannot be seen'],
    ['https://shop.test/\u202egnp', 'cannot be seen'],
    ['https://sh\u00adop.test/', 'cannot be seen'],
    ['https://evil.test\\@shop.test/', 'backslash'],
    ['https:\\\\shop.test/', 'begins with https'],
    ['https://shop.test/#', 'fragment'],
    ['https://shop.test/#@evil.test', 'fragment'],
    ['https://user@shop.test/', 'user name'],
    ['https://@shop.test/', 'user name'],
    ['https://:@shop.test/', 'user name'],
    ['https://user:secret@shop.test/', 'user name'],
    ['https://shop.test:8443/', 'only port 443'],
    ['https://shop.test:80/', 'only port 443'],
    ['https://shop.test:0/', 'only port 443'],
    ['https://shop.test:65536/', 'not a valid URL'],
    ['https://shop.test./', 'final dot'],
    ['https://intranet/', 'not a full host name'],
    ['https://localhost/', 'not a full host name'],
    ['https://a.localhost/', 'not at a public address'],
    ['https://127.1/', 'not at a public address'],
    ['https://①②⑦.0.0.1/', 'not at a public address'],
    ['https://[::ffff:169.254.169.254]/', 'not at a public address'],
    ['https://%31%32%37.0.0.1/', 'not at a public address'],
    ['https://', 'not a valid URL'],
    ['https:///', 'not a valid URL'],
    [padded(WEBHOOK_URL_LENGTH_MAX + 1), `more than ${WEBHOOK_URL_LENGTH_MAX} characters`],
    [`https://shop.test/${'ä'.repeat(400)}`, `more than ${WEBHOOK_URL_LENGTH_MAX} characters`],
  ])('%j is refused with its reason', (text, reason) => {
    expect(reasonOf(text)).toContain(reason)
  })

  test('every way to write an address that is not public is refused', () => {
    const hosts = [
      ...FORBIDDEN_IPV4.flatMap(spellingsOf),
      ...FORBIDDEN_IPV4.flatMap(carriersOf).map((ip) => `[${ip}]`),
      ...FORBIDDEN_IPV6.map((ip) => `[${ip}]`),
    ]
    const urls = [...hosts.map((host) => `https://${host}/`), ...ODD_URLS]
    expect(urls.length).toBeGreaterThan(600)
    expect(
      urls.map((url) => [url, endpointUrl(url, [])]).filter(([, verdict]) => (verdict as { ok: boolean }).ok),
    ).toEqual([])
  })

  test('a site that the setting lists is called on loopback, at its port and under its name alone', () => {
    const loopback = ['shop.test:443=18443', 'localhost:8443']
    expect(reasonOf('https://shop.test/', loopback)).toBe('called: https://shop.test/')
    expect(reasonOf('https://localhost:8443/', loopback)).toBe('called: https://localhost:8443/')
    expect(reasonOf('https://localhost/', loopback)).toContain('not a full host name')
    expect(reasonOf('https://127.0.0.1/', loopback)).toContain('not at a public address')
    expect(reasonOf('https://shop.test:18443/', loopback)).toContain('only port 443')
  })
})

import { createHash, generateKeyPairSync, randomBytes } from 'node:crypto'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { factsText, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWK } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { factsDigest, factsKeysOf, passingFactsKey } from '../src/transparency/facts-keys/facts-keys.ts'
import { readFactsKeys } from '../src/transparency/facts-keys/read-facts-keys.ts'
import { askingOver } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { type Answer, call } from './call.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { PRODUCTION } from './process.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** Signed payment facts, checked by jose as a wallet would, with nothing but the published keys. */
describe('facts keys', () => {
  const FACTS = factsText(
    paymentFactsOf({
      issuer: 'http://127.0.0.1:8787',
      connection_id: 'con_1',
      request_id: 'pr_1',
      recipient_id: 'rcp_1',
      recipient_version_id: 'rcv_1',
      payee: { name: 'Buchhandlung Möwe 😀', domain: 'shop.test' },
      payment: { rail: 'stellar_xlm', network: 'stellar_testnet', asset: 'XLM', amount: '12.5', to: 'GA', decimals: 7 },
      expires_at: '2026-11-15T09:30:00.000Z',
    }),
  )
  const DIGEST = factsDigest(FACTS)
  const seed = (): string => randomBytes(32).toString('base64url')
  const ISSUER = 'http://127.0.0.1:8787'
  const keysFrom = (setting: string, issuer = ISSUER) => factsKeysOf(readFactsKeys(setting, issuer), issuer)
  const verified = async (jws: string, jwks: string): Promise<string> => {
    const { payload, protectedHeader } = await compactVerify(jws, createLocalJWKSet(JSON.parse(jwks) as JSONWebKeySet))
    expect(protectedHeader.typ).toBe('svc-payment-facts+jws')
    return new TextDecoder().decode(payload)
  }
  const holds = (jws: string, jwks: string): Promise<boolean> =>
    verified(jws, jwks).then(
      () => true,
      () => false,
    )

  describe('a signature over payment facts', () => {
    const { signFacts, jwks } = keysFrom(`2026-11:${seed()}`)

    test('is a compact JWS with alg, kid and typ over the exact text', async () => {
      const jws = signFacts(FACTS, DIGEST)
      expect(JSON.parse(Buffer.from(jws.split('.')[0] ?? '', 'base64url').toString())).toEqual({
        alg: 'EdDSA',
        kid: '2026-11',
        typ: 'svc-payment-facts+jws',
      })
      expect(await verified(jws, jwks)).toBe(FACTS)
    })

    test('fails when any byte of the facts or of the header is another', async () => {
      const [header = '', payload = '', signature = ''] = signFacts(FACTS, DIGEST).split('.')
      let tried = 0
      for (const [part, put] of [
        [payload, (bent: string) => `${header}.${bent}.${signature}`],
        [header, (bent: string) => `${bent}.${payload}.${signature}`],
      ] as const) {
        const bytes = Buffer.from(part, 'base64url')
        for (let at = 0; at < bytes.length; at++) {
          const bent = Buffer.from(bytes)
          bent[at] = (bent[at] ?? 0) ^ (1 << (at % 8))
          expect([at, await holds(put(bent.toString('base64url')), jwks)]).toEqual([at, false])
          tried++
        }
      }
      expect(tried).toBeGreaterThan(FACTS.length)
    })

    test('is given in well under a millisecond', () => {
      for (let i = 0; i < 200; i++) signFacts(FACTS, DIGEST)
      const before = process.cpuUsage()
      for (let i = 0; i < 2000; i++) signFacts(FACTS, DIGEST)
      const { user, system } = process.cpuUsage(before)
      console.log(JSON.stringify({ sign_us: (user + system) / 2000 }))
      expect((user + system) / 2000).toBeLessThan(1000)
    })
  })

  test('the digest is the SHA-256 of the text in UTF-8', () => {
    expect(factsDigest(FACTS)).toEqual(createHash('sha256').update(Buffer.from(FACTS)).digest())
  })

  describe('a key is replaced', () => {
    const [old_key, new_key] = [`old:${seed()}`, `new:${seed()}`]

    test('old signatures hold while the old key is published, new ones name the new key, and then the old ones end', async () => {
      const before = keysFrom(old_key).signFacts(FACTS, DIGEST)
      const rotated = keysFrom(`${new_key}, ${old_key}`)
      expect(await holds(before, rotated.jwks)).toBe(true)
      expect(await holds(rotated.signFacts(FACTS, DIGEST), keysFrom(new_key).jwks)).toBe(true)
      expect(await holds(before, keysFrom(new_key).jwks)).toBe(false)
    })

    test('the old key may stay as its public part alone', async () => {
      const { privateKey, publicKey } = generateKeyPairSync('ed25519')
      const set = JSON.stringify({
        keys: [
          { kid: 'b', ...privateKey.export({ format: 'jwk' }) },
          { kid: 'a', ...publicKey.export({ format: 'jwk' }) },
        ],
      })
      const { signFacts, jwks } = keysFrom(set)
      expect(await verified(signFacts(FACTS, DIGEST), jwks)).toBe(FACTS)
      expect(JSON.parse(jwks).keys.map((key: { kid: string }) => key.kid)).toEqual(['b', 'a'])
    })
  })

  interface PublishedKey {
    readonly kid: string
    readonly endorsement_jws?: string
  }
  const publishedBy = (setting: string): PublishedKey[] => JSON.parse(keysFrom(setting).jwks).keys
  const decoded = (jws: string | undefined): string[] =>
    (jws ?? '').split('.', 2).map((part) => Buffer.from(part, 'base64url').toString())

  describe('a newer key is vouched for', () => {
    const [k1, k2, k3] = [`k1:${seed()}`, `k2:${seed()}`, `k3:${seed()}`]
    const holder = (setting: string, kid: string, more: object = {}) => {
      const key = readFactsKeys(setting, ISSUER).find((one) => one.kid === kid)
      return { ...(key?.private_key ?? key?.public_key)?.export({ format: 'jwk' }), kid, ...more }
    }

    test('by the one before it, in canonical JSON, for this service and with every member', async () => {
      const keys = publishedBy(`${k3},${k2},${k1}`)
      expect(
        keys.map(({ kid, endorsement_jws }) => [kid, JSON.parse(decoded(endorsement_jws)[0] || '{}').kid]),
      ).toEqual([
        ['k3', 'k2'],
        ['k2', 'k1'],
        ['k1', undefined],
      ])
      const { endorsement_jws = '', ...jwk } = keys[0] as PublishedKey
      const text = canonicalJson({
        type: 'svc.key_endorsement.v1',
        issuer: ISSUER,
        jwk,
        not_before: '1970-01-01T00:00:00.000Z',
      })
      expect(decoded(endorsement_jws)).toEqual(['{"alg":"EdDSA","kid":"k2","typ":"svc-key-endorsement+jws"}', text])
      const { payload } = await compactVerify(endorsement_jws, createLocalJWKSet({ keys }))
      expect(new TextDecoder().decode(payload)).toBe(text)
      expect(Object.keys(jwk).toSorted()).toEqual(['alg', 'crv', 'kid', 'kty', 'purpose', 'use', 'x'])
    })

    test('with the same bytes at every start', () => {
      expect(publishedBy(`${k2},${k1}`)).toEqual(publishedBy(`${k2},${k1}`))
    })

    test('also when the old private key is gone, if its word was kept', () => {
      const [word] = publishedBy(`${k2},${k1}`)
      const { d: _, ...old } = holder(k1, 'k1') as { d?: string }
      const kept = { keys: [holder(k2, 'k2', { endorsement_jws: word?.endorsement_jws }), old] }
      expect(publishedBy(JSON.stringify(kept))[0]).toEqual(word)
      const unvouched = { keys: [holder(k2, 'k2'), old] }
      expect(publishedBy(JSON.stringify(unvouched))[0]?.endorsement_jws).toBeUndefined()
    })

    test('from its valid_from on, where one is given', () => {
      const set = { keys: [holder(k2, 'k2', { valid_from: '2026-11-15T00:00:00.000Z' }), holder(k1, 'k1')] }
      const [key] = publishedBy(JSON.stringify(set))
      expect(JSON.parse(decoded(key?.endorsement_jws)[1] ?? '')).toMatchObject({
        jwk: { kid: 'k2', purpose: 'facts', valid_from: '2026-11-15T00:00:00.000Z' },
        not_before: '2026-11-15T00:00:00.000Z',
      })
    })

    test('by nobody, if the word that was kept is for another key, another service, or by a stranger', () => {
      const [word] = publishedBy(`${k2},${k1}`)
      const elsewhere = JSON.parse(keysFrom(`${k2},${k1}`, 'https://pay.example.com').jwks).keys[0].endorsement_jws
      const [stranger] = publishedBy(`${k2},k1:${seed()}`)
      const bent = word?.endorsement_jws?.replace(/.$/, (last) => (last === 'A' ? 'Q' : 'A'))
      for (const [kid, key, jws] of [
        ['k3', k3, word?.endorsement_jws],
        ['k2', k2, elsewhere],
        ['k2', k2, stranger?.endorsement_jws],
        ['k2', k2, bent],
        ['k2', k2, `${word?.endorsement_jws}.`],
        ['k2', k2, 'nonsense'],
      ] as const) {
        const set = JSON.stringify({ keys: [holder(key, kid, { endorsement_jws: jws }), holder(k1, 'k1')] })
        expect(() => readFactsKeys(set, ISSUER)).toThrow('number 1) whose endorsement_jws was not made')
      }
    })
  })

  describe('the setting FACTS_KEYS', () => {
    const least = { ...PRODUCTION, DATABASE_URL: 'postgres://app@db.example/x' }
    const pair = generateKeyPairSync('ed25519')
    const jwk = { kid: 'a', ...pair.privateKey.export({ format: 'jwk' }) }
    const set = (...keys: unknown[]) => JSON.stringify({ keys })
    const other_x = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' }).x

    test('is needed in production, and in development a key is made', () => {
      expect(() => readConfig(least)).toThrow('FACTS_KEYS must be set in production')
      expect(readConfig({ ...least, ENVIRONMENT: 'development' }).FACTS_KEYS).toEqual([])
      expect(passingFactsKey().kid).toMatch(/^passing-/)
    })

    test.each([
      ['nonsense', 'must be a JWK set'],
      [`a:${seed()}A`, 'must be a JWK set'],
      [`a b:${seed()}`, 'must be a JWK set'],
      [`:${seed()}`, 'must be a JWK set'],
      [`a:${Buffer.alloc(31).toString('base64url')}`, 'must be a JWK set'],
      [`a:${Buffer.alloc(32, 255).toString('base64')}`, 'must be a JWK set'],
      [`a:${seed()},a:${seed()}`, 'two keys with one kid'],
      ['{"keys":', 'is not JSON'],
      ['{"keys":{}}', 'without keys'],
      [set(), 'has no key'],
      [set(null), 'number 1) that has no kid'],
      [set({ ...jwk, kid: 'a b' }), 'has no kid of letters'],
      [set({ ...jwk, crv: 'X25519' }), 'is not an Ed25519 key'],
      [set({ ...jwk, x: 'short' }), 'cannot be read'],
      [set({ ...jwk, x: other_x }), 'not the public part'],
      [set({ ...jwk, valid_from: '2026-11-15' }), 'has a valid_from that is not like'],
      [set({ ...jwk, endorsement_jws: 7 }), 'that is not a text'],
      [set({ ...jwk, endorsement_jws: 'x' }), 'whose endorsement_jws was not made'],
      [set({ kid: 'a', ...pair.publicKey.export({ format: 'jwk' }) }), 'must begin with a private key'],
    ])('is refused, and not quoted, when it reads %j', (setting, fault) => {
      const read = () => readConfig({ ...least, FACTS_KEYS: setting })
      expect(read).toThrow(`FACTS_KEYS ${fault.startsWith('must') ? fault : ''}`)
      expect(read).toThrow(fault)
      if (jwk.d !== undefined) expect(read).not.toThrow(jwk.d)
    })
  })

  describe('a running service', () => {
    const secret = seed()
    const keys = `k2:${secret},k1:${seed()}`
    let world: World
    beforeAll(async () => {
      world = await startWorld({ FACTS_KEYS: keys, LOG_LEVEL: 'debug' })
    })
    afterAll(() => world.stop())

    test('publishes all its keys to any page, for five minutes, and no private part', async () => {
      const answer = await world.call('GET', '/.well-known/jwks.json', {
        headers: { origin: 'https://wallet.example' },
      })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300'])
      expect(answer.headers.get('access-control-allow-origin')).toBe('*')
      expect(answer.json.keys.map((key: object) => Object.keys(key).toSorted())).toEqual([
        ['alg', 'crv', 'endorsement_jws', 'kid', 'kty', 'purpose', 'use', 'x'],
        ['alg', 'crv', 'kid', 'kty', 'purpose', 'use', 'x'],
      ])
      expect(await holds(keysFrom(keys).signFacts(FACTS, DIGEST), answer.text)).toBe(true)
      const shown = [answer.text, ...world.log, JSON.stringify(readConfig({ ...world.settings, FACTS_KEYS: keys }))]
      expect(shown.join('\n')).not.toContain(secret)
      expect(world.log.join('')).not.toContain('FACTS_KEYS')
      const thumbprint = await calculateJwkThumbprint(answer.json.keys[0] as JWK)
      expect(world.log.join('')).toContain(`"kid":"k2","thumbprint":"${thumbprint}"`)
    })

    test('without keys of its own says in its log that they pass', async () => {
      const another = (await world.another({ FACTS_KEYS: '' })) as { url: string }
      expect(world.log.join('')).toContain('FACTS_KEYS is not set')
      const { json } = await call(another.url, 'GET', '/.well-known/jwks.json')
      expect(json.keys[0].kid).toMatch(/^passing-/)
    })
  })
})

/** What was changed after its commit, by whatever hand, is never signed: the read fails and an alarm is counted. */
describe('facts that differ', () => {
  let web: MerchantWeb
  let world: World
  let mine: Automation
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
    mine = await newAutomation(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const withTriggersOff = (change: string) =>
    world.database.admin.query(`begin; set local session_replication_role = replica; ${change}; commit`)

  const refused = (answer: Answer, jws: string): void => {
    expect([answer.status, answer.json.error?.code.toLowerCase()]).toEqual([500, 'internal_error'])
    expect(answer.text).not.toContain('facts_jws')
    expect(answer.text).not.toContain(jws)
  }
  const alarms = async (): Promise<number> =>
    Number(/^svc_facts_mismatch_total (\d+)$/m.exec((await world.call('GET', '/metrics')).text)?.[1])

  test('a request whose amount was edited is answered with 500 wherever it is read, and nothing is signed', async () => {
    const asking = askingOver(mine, mine.payee)
    const idempotency_key = 'edited'
    const { request_id, facts_digest } = await asking.asked({ idempotency_key })
    const read = () => mine.call('GET', `/v1/payment-requests/${request_id}`)
    const { facts_jws } = (await read()).json.payment_request
    const before = await alarms()
    await withTriggersOff("update payment_requests set amount = '999999' where idempotency_key = 'edited'")
    const answers = [
      await read(),
      await mine.call('GET', '/v1/payment-requests'),
      await mine.device.call('GET', `/v1/payment-requests/${request_id}`),
      await mine.device.call('GET', '/v1/payment-requests'),
      await mine.operator.call('GET', '/v1/payment-requests'),
      await asking.ask({ idempotency_key }),
      await asking.report(request_id, { status: 'signed' }),
    ]
    for (const answer of answers) refused(answer, facts_jws)
    expect(await alarms()).toBe(before + answers.length)
    await until(() => world.log.some((line) => line.includes(facts_digest) && line.includes('"level":"error"')))
    await withTriggersOff("update payment_requests set amount = '12.5' where idempotency_key = 'edited'")
    expect((await read()).status).toBe(200)
  })

  test('an agent payment whose amount was edited is answered with 500, and nothing is signed', async () => {
    await mine.consented()
    const { id, facts_jws } = await mine.intended()
    await withTriggersOff("update agent_payments set amount = '999999'")
    for (const answer of [
      await mine.asProject('GET', paymentPath(id)),
      await mine.asProject('GET', '/v1/agent-payments'),
      await mine.device.call('GET', paymentPath(id)),
    ]) {
      refused(answer, facts_jws)
    }
  })
})

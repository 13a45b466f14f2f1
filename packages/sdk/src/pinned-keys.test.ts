/** Keys come over the channel that they are to prove: only those count that are pinned, or that a key that counts signed for. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { expect, test } from 'vitest'
import { PinRequiredError, servedKeys, trustedKeys } from './pinned-keys.ts'

const ISSUER = 'https://pay.example.com'
type Jwk = Record<string, unknown>

interface Pair {
  readonly private_key: KeyObject
  readonly jwk: Jwk & { readonly kid: string }
  readonly thumbprint: string
}

const newPair = async (kid: string, more: Jwk = {}): Promise<Pair> => {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const jwk = { ...publicKey.export({ format: 'jwk' }), kid, alg: 'EdDSA', use: 'sig', purpose: 'facts', ...more }
  const [served] = await servedKeys({ keys: [jwk] })
  return { private_key: privateKey, jwk, thumbprint: served?.thumbprint ?? '' }
}

const part = (value: unknown): string =>
  Buffer.from(typeof value === 'string' ? value : canonicalJson(value)).toString('base64url')
const jwsOf = (by: Pair, payload: unknown, header: unknown = headerOf(by)): string => {
  const input = `${part(header)}.${part(payload)}`
  return `${input}.${sign(null, Buffer.from(input), by.private_key).toString('base64url')}`
}
const headerOf = ({ jwk }: Pair) => ({ alg: 'EdDSA', kid: jwk.kid, typ: 'svc-key-endorsement+jws' })
const payloadOf = (jwk: Jwk, more: Jwk = {}) => ({
  type: 'svc.key_endorsement.v1',
  issuer: ISSUER,
  jwk,
  not_before: '2026-11-01T00:00:00.000Z',
  ...more,
})
const endorsed = ({ jwk }: Pair, by: Pair): Jwk => ({ ...jwk, endorsement_jws: jwsOf(by, payloadOf(jwk)) })
const kids = async (keys: readonly unknown[], ...pinned: readonly Pair[]): Promise<string[]> => {
  const trust = { issuer: ISSUER, pinned_keys: pinned.map((one) => one.thumbprint) }
  return (await trustedKeys({ keys }, trust)).map(({ kid }) => kid).toSorted()
}

const [a, b, c, stranger] = await Promise.all(['a', 'b', 'c', 'stranger'].map((kid) => newPair(kid)))
if (!a || !b || !c || !stranger) throw new Error('no keys')

test('the thumbprint is that of RFC 7638, as RFC 8037 shows it', async () => {
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'x' }
  expect(await servedKeys({ keys: [jwk] })).toEqual([
    { kid: 'x', thumbprint: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k' },
  ])
})

test('a pinned key counts, and over keys that vouch for each other so does a newer one, in any order', async () => {
  const chain = [endorsed(c, b), endorsed(b, a), a.jwk]
  expect(await kids(chain, a)).toEqual(['a', 'b', 'c'])
  expect(await kids(chain.toReversed(), a)).toEqual(['a', 'b', 'c'])
  expect(await kids(chain, b)).toEqual(['b', 'c'])
  expect(await kids(chain, c)).toEqual(['c'])
  expect(await kids(chain, stranger)).toEqual([])
})

test('a key that nobody vouches for, a stranger vouches for, or that vouches for itself does not count', async () => {
  expect(await kids([b.jwk, a.jwk], a)).toEqual(['a'])
  expect(await kids([endorsed(b, stranger), a.jwk, stranger.jwk], a)).toEqual(['a'])
  expect(await kids([endorsed(b, b), a.jwk], a)).toEqual(['a'])
  expect(await kids([endorsed(b, c), endorsed(c, b), a.jwk], a)).toEqual(['a'])
  // The stranger takes the name of the key that is pinned.
  const named = { ...stranger, jwk: { ...stranger.jwk, kid: 'a' } }
  expect(await kids([endorsed(b, named), named.jwk, a.jwk], a)).toEqual(['a'])
})

test('every altered member is refused: of the key, of what vouches for it, and of its header', async () => {
  const good = endorsed(b, a)
  expect(await kids([good, a.jwk], a)).toEqual(['a', 'b'])
  for (const name of ['kid', 'x', 'alg', 'use', 'purpose', 'kty', 'crv', 'endorsement_jws']) {
    const { [name]: _, ...without } = good
    for (const bent of [
      { ...good, [name]: `${String(good[name])}A` },
      { ...good, [name]: stranger.jwk[name] ?? '' },
      without,
    ]) {
      if (bent[name] !== good[name]) expect([name, await kids([bent, a.jwk], a)]).toEqual([name, ['a']])
    }
  }
  expect(await kids([{ ...good, valid_from: '2026-11-01T00:00:00.000Z' }, a.jwk], a)).toEqual(['a'])
  const payload = payloadOf(b.jwk)
  const { type: _, ...no_type } = payload
  const text = canonicalJson(payload)
  const later = new Date(Date.now() + 3_600_000).toISOString()
  for (const [what, jws] of Object.entries({
    'another service': jwsOf(a, { ...payload, issuer: 'https://evil.example' }),
    'another type': jwsOf(a, { ...payload, type: 'svc.payment_facts.v2' }),
    'no type': jwsOf(a, no_type),
    'not yet': jwsOf(a, { ...payload, not_before: later }),
    'no time': jwsOf(a, { ...payload, not_before: 'soon' }),
    'a number for a time': jwsOf(a, { ...payload, not_before: 0 }),
    'one more member': jwsOf(a, { ...payload, more: 1 }),
    'a member twice': jwsOf(a, text.replace('{', '{"issuer":"https://evil.example",')),
    'another order': jwsOf(a, JSON.stringify(payload)),
    'another typ': jwsOf(a, payload, { ...headerOf(a), typ: 'svc-payment-facts+jws' }),
    'another alg': jwsOf(a, payload, { ...headerOf(a), alg: 'none' }),
    'another kid': jwsOf(a, payload, { ...headerOf(a), kid: 'b' }),
    'one more header': jwsOf(a, payload, { ...headerOf(a), jwk: stranger.jwk }),
    'headers in another order': jwsOf(a, payload, JSON.stringify({ typ: headerOf(a).typ, kid: 'a', alg: 'EdDSA' })),
    'a fourth part': `${jwsOf(a, payload)}.`,
    padding: jwsOf(a, payload).replace(/\./g, '=.'),
    nothing: '',
    'no JSON': jwsOf(a, 'x'),
  })) {
    expect([what, await kids([{ ...b.jwk, endorsement_jws: jws }, a.jwk], a)]).toEqual([what, ['a']])
  }
  expect(await kids([{ ...b.jwk, endorsement_jws: jwsOf(a, payload) }, a.jwk], a)).toEqual(['a', 'b'])
})

test('a pinned key that is said to be for something else does not count', async () => {
  for (const other of [{ purpose: 'receipt' }, { use: 'enc' }, { alg: 'ES256' }, { crv: 'X25519' }, { kid: 7 }]) {
    expect(await kids([{ ...a.jwk, ...other }], a)).toEqual([])
  }
  const receipt = await newPair('receipt', { purpose: 'receipt' })
  expect(await kids([endorsed(receipt, a), a.jwk], a)).toEqual(['a'])
})

test('a set full of nonsense or without an end is looked at in bounded time, and counts for nothing', async () => {
  for (const keys of [undefined, 'a', {}, [null, 1, 'a', [], {}]]) {
    await expect(trustedKeys({ keys }, { issuer: ISSUER, pinned_keys: [a.thumbprint] })).resolves.toEqual([])
  }
  expect(await kids([{ ...endorsed(b, a), more: '\ud800' }, a.jwk], a)).toEqual(['a'])
  const many = Array.from({ length: 1000 }, (_, n) => ({ ...stranger.jwk, kid: `k${n}` }))
  expect(await kids([...many, a.jwk], a)).toEqual([])
  let last = a
  const chain: Jwk[] = [a.jwk]
  for (let n = 0; n < 70; n++) {
    const next = await newPair(`n${n}`)
    chain.push(endorsed(next, last))
    last = next
  }
  expect((await kids(chain, a)).length).toBe(64)
})

test('without a pin the error names the line to add, with what is served, and says to compare it', async () => {
  for (const pinned_keys of [undefined, []]) {
    const failure = await trustedKeys({ keys: [a.jwk] }, { issuer: ISSUER, pinned_keys }).catch((one: unknown) => one)
    expect(failure).toBeInstanceOf(PinRequiredError)
    const { message, served } = failure as PinRequiredError
    expect(served).toEqual([{ kid: 'a', thumbprint: a.thumbprint }])
    expect(message).toContain('Compare the thumbprint')
    expect(message.split('\n').at(-1)).toBe(`  pinned_keys: ['${a.thumbprint}'],`)
  }
  await expect(trustedKeys({}, { issuer: ISSUER })).rejects.toThrow('It serves no key')
})

test.each([['a'], [''], [`${a.thumbprint}=`], [7]])('%j is no thumbprint, which is told at once', async (wrong) => {
  const pinned_keys = [a.thumbprint, wrong as string]
  await expect(trustedKeys({ keys: [] }, { issuer: ISSUER, pinned_keys })).rejects.toThrow('RFC 7638')
})

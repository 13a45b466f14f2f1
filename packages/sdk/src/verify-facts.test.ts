/** Signed facts: whatever byte is changed on the way, of the facts, the digest or the signature, does not pass. */
import { createHash, generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { factsText, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import { expect, test } from 'vitest'
import type { PaymentRequest } from './generated/records.ts'
import { FactsMismatchError, verifyFacts } from './verify-facts.ts'

const pair = generateKeyPairSync('ed25519')
const jwkOf = (kid: string, key: KeyObject) => ({ kid, ...key.export({ format: 'jwk' }), alg: 'EdDSA', use: 'sig' })
const jwks = { keys: [jwkOf('k1', generateKeyPairSync('ed25519').publicKey), jwkOf('k2', pair.publicKey)] }

const ISSUER = 'https://pay.example.com'
const thumbprintOf = (key: KeyObject): string => {
  const { crv, kty, x } = key.export({ format: 'jwk' })
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url')
}
const trust = { issuer: ISSUER, pinned_keys: [thumbprintOf(pair.publicKey)] }

const part = (value: string | object) =>
  Buffer.from(typeof value === 'string' ? value : JSON.stringify(value)).toString('base64url')
const jwsOf = (text: string, header: object = {}, key = pair.privateKey): string => {
  const input = `${part({ alg: 'EdDSA', kid: 'k2', typ: 'svc-payment-facts+jws', ...header })}.${part(text)}`
  return `${input}.${sign(null, Buffer.from(input), key).toString('base64url')}`
}

const UNSIGNED = {
  protocol: 'svc.payment_request.v1',
  request_id: 'pr_01k0000000e008000000000000',
  issuer: ISSUER,
  connection_id: 'con_01k0000000e008000000000000',
  created_at: '2026-11-15T09:00:00.000Z',
  expires_at: '2026-11-15T09:30:00.000Z',
  terms_digest: 'c0ffee'.repeat(11).slice(2),
  idempotency_key: 'order-1',
  status: 'pending',
  recipient_id: 'rcp_01k0000000e008000000000000',
  recipient_version_id: 'rcv_01k0000000e008000000000000',
  source: {
    agent_id: 'agt_01k0000000e008000000000000',
    agent_name: 'Checkout agent',
    runtime: 'node-24',
    merchant_name: 'Bücher am Hafen',
    verified_domain: 'shop.example',
  },
  payee: { name: 'Bücher am Hafen', verified: true, domain: 'shop.example' },
  payment: {
    rail: 'stellar_xlm',
    network: 'stellar_testnet',
    asset: 'XLM',
    amount: '12.5',
    to: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
    memo: 'id:42',
    reference: 'authorization_nonce',
    method: 'evm.eip3009',
    decimals: 7,
    chain_id: 3,
    contract: 'C1',
    issuer: 'I1',
  },
  policy: { requires_user_approval: true },
  settlement: { assurance: 'none', decision: 'none', notes: [] },
  late_reports: [],
} as const

const signed = (facts_jws?: string): PaymentRequest => {
  const text = factsText(paymentFactsOf(UNSIGNED))
  const facts_digest = createHash('sha256').update(text).digest('hex')
  return { ...UNSIGNED, facts_digest, facts_jws: facts_jws ?? jwsOf(text) }
}

const bent = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'a' ? 'b' : 'a') + text.slice(at + 1)

/** Every request that differs in one letter or figure of a fact, the digest or the signature. */
function* forgeries(request: PaymentRequest): Generator<[string, PaymentRequest]> {
  const ids = ['request_id', 'connection_id', 'recipient_id', 'recipient_version_id'] as const
  for (const name of [...ids, 'issuer', 'expires_at', 'terms_digest', 'facts_digest'] as const) {
    for (let at = 0; at < (request[name] ?? '').length; at++)
      yield [`${name} ${at}`, { ...request, [name]: bent(request[name] ?? '', at) }]
  }
  for (const inside of ['payee', 'payment'] as const) {
    for (const [name, value] of Object.entries(request[inside])) {
      if (typeof value === 'number') yield [name, { ...request, [inside]: { ...request[inside], [name]: value + 1 } }]
      if (typeof value !== 'string') continue
      for (let at = 0; at < value.length; at++) {
        yield [`${name} ${at}`, { ...request, [inside]: { ...request[inside], [name]: bent(value, at) } }]
      }
    }
  }
  const jws = request.facts_jws ?? ''
  for (let at = 0; at < jws.length; at++) yield [`facts_jws ${at}`, { ...request, facts_jws: bent(jws, at) }]
}

test('what was signed passes, and gives the facts to pay by', async () => {
  const facts = await verifyFacts(signed(), jwks, trust)
  expect(facts.payment).toEqual(UNSIGNED.payment)
  expect(facts.payee).toEqual({ name: 'Bücher am Hafen', domain: 'shop.example' })
})

test('every changed byte fails', async () => {
  let tried = 0
  for (const [where, forged] of forgeries(signed())) {
    const said: unknown = await verifyFacts(forged, jwks, trust).catch((failure: unknown) => failure)
    expect([where, said instanceof FactsMismatchError]).toEqual([where, true])
    tried++
  }
  expect(tried).toBeGreaterThan(800)
})

test('a fact left out or added fails', async () => {
  const request = signed()
  for (const name of ['memo', 'reference', 'method', 'issuer', 'contract', 'chain_id'] as const) {
    const { [name]: _, ...payment } = request.payment
    await expect(verifyFacts({ ...request, payment }, jwks, trust)).rejects.toMatchObject({ reason: 'digest' })
  }
})

test('whatever a service sends in place of a request fails as a mismatch', async () => {
  const nest: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000))
  for (const odd of [null, undefined, 7, 'x', [], {}, nest, Number.NaN]) {
    for (const name of ['payment', 'payee', 'issuer', 'request_id', 'expires_at', 'facts_jws', 'facts_digest']) {
      const said: unknown = await verifyFacts({ ...signed(), [name]: odd }, jwks, trust).catch((e: unknown) => e)
      expect([name, said]).toEqual([name, expect.any(FactsMismatchError)])
    }
  }
})

test('a served key that cannot be written down is left aside, and the others count', async () => {
  const [key] = jwks.keys
  for (const x of ['\ud800', ' ', '', `${key?.x}=`, 7, null])
    expect((await verifyFacts(signed(), { keys: [{ ...key, x }, ...jwks.keys] }, trust)).payee.domain).toBe(
      'shop.example',
    )
})

test('facts and digest changed together still fail, at the signature', async () => {
  const payment = { ...UNSIGNED.payment, to: 'GEVIL' }
  const facts_digest = createHash('sha256')
    .update(factsText(paymentFactsOf({ ...UNSIGNED, payment })))
    .digest('hex')
  const forged = { ...signed(), payment, facts_digest }
  await expect(verifyFacts(forged, jwks, trust)).rejects.toMatchObject({ reason: 'facts' })
})

test('what the same key signed for another service is refused, and the addresses are told', async () => {
  const refused = await verifyFacts(signed(), jwks, { ...trust, issuer: 'https://pay.test' }).catch((e: unknown) => e)
  expect(refused).toBeInstanceOf(FactsMismatchError)
  expect(refused).toMatchObject({
    reason: 'issuer',
    message: expect.stringMatching(
      /from the service at https:\/\/pay\.example\.com, .* https:\/\/pay\.test\..* Don't pay\.$/,
    ),
  })
})

test('only a signature over payment facts, by a key that is given, counts', async () => {
  const text = factsText(paymentFactsOf(UNSIGNED))
  const foreign = generateKeyPairSync('ed25519').privateKey
  for (const [jws, reason] of [
    [jwsOf(text, { typ: 'JWT' }), 'signature'],
    [jwsOf(text, { alg: 'none' }), 'signature'],
    [jwsOf(text, { kid: 'k9' }), 'unknown_key'],
    [jwsOf(text, { kid: 'k1' }), 'not_pinned'],
    [jwsOf(text, { crit: [] }), 'signature'],
    [jwsOf(text, {}, foreign), 'signature'],
    [`${jwsOf(text)}.`, 'not_signed'],
    ['', 'not_signed'],
  ] as const) {
    await expect(verifyFacts(signed(jws), jwks, trust)).rejects.toMatchObject({ reason })
  }
  const { facts_jws: _, ...without } = signed()
  await expect(verifyFacts(without, jwks, trust)).rejects.toMatchObject({ reason: 'not_signed' })
  for (const wrong of [{}, { keys: [] }, { keys: 'k2' }]) {
    await expect(verifyFacts(signed(), wrong, trust)).rejects.toMatchObject({ reason: 'unknown_key' })
  }
})

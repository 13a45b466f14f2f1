/** Nothing that was changed on the way is ever shown as a fact, whatever was changed and whichever keys are in memory. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { expect, test } from 'vitest'
import { checkRequest, type RequestCheck } from './check-request.ts'
import { factsKeys } from './facts-keys.ts'
import { ASKED, endorsed, factsSigner, ISSUER, NOW, signedBy, UNSIGNED } from './signed-request.vectors.ts'

const service = await factsSigner('k1')
const jwks = { keys: [service.jwk] }
const trust = { issuer: ISSUER, pinned_keys: [service.thumbprint] }
const request = await signedBy(service)
const check = (given: PaymentRequest) => checkRequest(given, ASKED, jwks, trust)

/** What the facts, their digest and their signature are read from; the rest of an answer is nobody's signed word. */
const documentOf = ({ request_id, recipient_id, recipient_version_id, ...rest }: PaymentRequest) => ({
  issuer: rest.issuer,
  connection_id: rest.connection_id,
  request_id,
  recipient_id,
  recipient_version_id,
  payee: { name: rest.payee.name, domain: rest.payee.domain },
  payment: rest.payment,
  expires_at: rest.expires_at,
  facts_digest: rest.facts_digest,
  facts_jws: rest.facts_jws,
})

test('what was signed is checked, and gives facts that nobody can change afterwards', async () => {
  const found = await check(request)
  expect(found).toMatchObject({ is: 'checked', facts: { payment: UNSIGNED.payment } })
  const { facts } = found as Extract<RequestCheck, { is: 'checked' }>
  expect([facts, facts.payment, facts.payee].every(Object.isFrozen)).toBe(true)
})

test('every byte of the document, changed in turn, is refused', async () => {
  const bytes = new TextEncoder().encode(JSON.stringify(documentOf(request)))
  const passed: number[] = []
  let read = 0
  for (let at = 0; at < bytes.length; at++) {
    // Another bit each time: letters become other letters, other signs, and no letters at all.
    const changed = bytes.with(at, (bytes[at] ?? 0) ^ (1 << (at % 6)))
    let document: unknown
    try {
      document = JSON.parse(new TextDecoder().decode(changed))
    } catch {
      continue
    }
    read++
    const { payee, ...rest } = document as ReturnType<typeof documentOf>
    const given = { ...UNSIGNED, ...dropped, ...rest, payee: { ...payee, verified: true } } as PaymentRequest
    const found = await check(given).catch(() => ({ is: 'no request at all' }))
    if (found.is === 'checked') passed.push(at)
  }
  expect(passed).toEqual([])
  expect(read).toBeGreaterThan(1_000)
}, 240_000)

/** A fact whose name was changed is a fact that is missing: nothing of the fixture may stand in for it. */
const dropped = {
  issuer: '',
  connection_id: '',
  request_id: '',
  recipient_id: '',
  recipient_version_id: '',
  expires_at: '',
  payment: {},
}

test('a changed address is named, as signed and as received, and nothing else is', async () => {
  const to = 'GAXH2LADVFIHVYTF5T23KNLIQWSTHE5CAKOSIE4UTFZGLINCLLX4NYFB'
  expect(await check({ ...request, payment: { ...request.payment, to } })).toEqual({
    is: 'altered',
    differences: [{ fact: 'payment.to', signed: request.payment.to, received: to }],
  })
  const { memo: _, ...payment } = request.payment
  expect(await check({ ...request, payment })).toEqual({
    is: 'altered',
    differences: [{ fact: 'payment.memo', signed: 'id:42', received: undefined }],
  })
  expect(await check({ ...request, facts_digest: 'a'.repeat(64) })).toMatchObject({
    is: 'altered',
    differences: [{ fact: 'facts_digest', signed: request.facts_digest }],
  })
})

test('an answer about another request, or another connection, is refused however well it is signed', async () => {
  const other = await signedBy(service, { ...UNSIGNED, request_id: 'pr_other' })
  expect(await check(other)).toMatchObject({ is: 'altered', differences: [{ fact: 'request_id' }] })
  const connection_id = 'con_01k0000000e00800000000000z'
  for (const elsewhere of [{ ...request, connection_id }, await signedBy(service, { ...UNSIGNED, connection_id })])
    expect(await check(elsewhere)).toMatchObject({ is: 'altered', differences: [{ fact: 'connection_id' }] })
})

test('what the same key signed for another service is refused, and that service is named', async () => {
  const issuer = 'https://pay.test'
  expect(await check(await signedBy(service, { ...UNSIGNED, issuer }))).toEqual({
    is: 'altered',
    differences: [{ fact: 'issuer', signed: issuer, received: ISSUER }],
  })
})

test('what a stranger signed shows no difference to trust: there is nothing to compare with', async () => {
  const stranger = await factsSigner('k1')
  const forged = await signedBy(stranger, { ...UNSIGNED, payment: { ...UNSIGNED.payment, to: 'GEVIL' } })
  expect(await check(forged)).toEqual({ is: 'altered', differences: [] })
})

test('without a pin nothing is checked', async () => {
  const found = await checkRequest(request, ASKED, jwks, { issuer: ISSUER, pinned_keys: [] })
  expect(found).toMatchObject({ is: 'unknown_key', key: { thumbprint: service.thumbprint }, trusted: [] })
})

/** Stands between the wallet and the service, and swaps whatever it likes while it is awake. */
const proxied = async (kid: string) => {
  const evil = await factsSigner(kid)
  const state = { awake: false, now: NOW, pins: [service.thumbprint] as string[], reads: 0, served: jwks.keys }
  const keys = factsKeys({
    read: async () => {
      state.reads++
      return { keys: state.awake ? [evil.jwk] : state.served }
    },
    issuer: ISSUER,
    pins: async () => state.pins,
    addPins: async (added) => void state.pins.push(...added),
    now: () => state.now,
  })
  const forged = await signedBy(evil, { ...UNSIGNED, payment: { ...UNSIGNED.payment, to: 'GEVIL' } })
  return { state, keys, forged }
}

test.each(['k1', 'k2'])(
  'address, digest, signature and keys (as %s) swapped by a proxy: refused, cold and warm',
  async (kid) => {
    const cold = await proxied(kid)
    cold.state.awake = true
    expect((await cold.keys.check(cold.forged, ASKED)).is).toBe('unknown_key')

    const warm = await proxied(kid)
    expect((await warm.keys.check(request, ASKED)).is).toBe('checked')
    warm.state.awake = true
    expect((await warm.keys.check(warm.forged, ASKED)).is).toBe(kid === 'k1' ? 'altered' : 'unknown_key')
    warm.state.now += 3_600_000
    expect((await warm.keys.check(warm.forged, ASKED)).is).toBe('unknown_key')

    // What it left in memory does not outlive it: the real request is read again.
    warm.state.awake = false
    expect((await warm.keys.check(request, ASKED)).is).toBe('checked')
    expect(warm.state.pins).toEqual([service.thumbprint])
  },
)

test('pins move by endorsement, and by nothing else', async () => {
  const next = await factsSigner('k2')
  const { state, keys } = await proxied('k9')
  state.served = [service.jwk, next.jwk]
  const later = await signedBy(next)
  expect((await keys.check(later, ASKED)).is).toBe('unknown_key')
  expect(state.pins).toEqual([service.thumbprint])

  state.served = [service.jwk, await endorsed(service, next)]
  expect((await keys.check(later, ASKED)).is).toBe('checked')
  expect(state.pins).toEqual([service.thumbprint, next.thumbprint])

  // From now on the new key counts by itself.
  state.served = [next.jwk]
  state.now += 3_600_000
  expect((await keys.check(later, ASKED)).is).toBe('checked')
})

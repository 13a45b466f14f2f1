import { fc, test } from '@fast-check/vitest'
import { describe, expect } from 'vitest'
import { canonicalJson } from './canonical.ts'
import { ALL_NETWORK_NAMES, RAILS } from './network-names.ts'
import { factsText, type GivenFacts, METHODS, type PaymentFacts, paymentFactsOf, REFERENCES } from './payment-facts.ts'

const text = fc.oneof(
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('', ':null', '\\ud800', '\\', '"', '\u2028', '\0', '😀', '__proto__'),
)
/** Lone surrogates too, which canonical JSON refuses. */
const anyText = fc.oneof(
  { weight: 20, arbitrary: text },
  { weight: 1, arbitrary: fc.constantFrom('\ud800', 'a\udfff') },
)
const orNull = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: null })

const givenFacts: fc.Arbitrary<GivenFacts> = fc.record({
  issuer: text,
  connection_id: text,
  request_id: anyText,
  recipient_id: text,
  recipient_version_id: text,
  payee: fc.record({ name: anyText, domain: text }),
  payment: fc.record({
    rail: fc.constantFrom(...RAILS),
    network: fc.constantFrom(...ALL_NETWORK_NAMES),
    asset: text,
    amount: text,
    to: anyText,
    memo: orNull(anyText),
    reference: orNull(fc.constantFrom(...REFERENCES)),
    method: orNull(fc.constantFrom(...METHODS)),
    contract: orNull(text),
    issuer: orNull(text),
    decimals: fc.oneof(fc.integer({ min: 0, max: 255 }), fc.constantFrom(Number.NaN, 1e21, -0, 0.1)),
    chain_id: orNull(fc.integer({ min: 0 })),
  }),
  expires_at: text,
  terms_digest: orNull(text),
})

const attempt = (work: () => string): string => {
  try {
    return work()
  } catch (error) {
    return String(error)
  }
}

describe('the text of the facts', () => {
  test.prop([givenFacts], { numRuns: 2_000 })('is canonical JSON byte for byte, and refused where that is', (given) => {
    const facts = paymentFactsOf(given)
    expect(attempt(() => factsText(facts))).toBe(attempt(() => canonicalJson(facts)))
  })

  test.prop([givenFacts])('does not depend on the order in which anybody wrote the facts', (given) => {
    const facts = paymentFactsOf(given)
    const reversed = Object.fromEntries(Object.entries(facts).toReversed()) as unknown as PaymentFacts
    expect(attempt(() => factsText(reversed))).toBe(attempt(() => factsText(facts)))
  })

  const plain: GivenFacts = {
    issuer: 'https://pay.test',
    connection_id: 'con_1',
    request_id: 'pr_1',
    recipient_id: 'rcp_1',
    recipient_version_id: 'rcv_1',
    payee: { name: 'Harbour Books', domain: 'shop.test' },
    payment: {
      rail: 'stellar_xlm',
      network: 'stellar_testnet',
      asset: 'XLM',
      amount: '12.50',
      to: 'GA',
      memo: null,
      contract: null,
      issuer: null,
      decimals: 7,
      chain_id: null,
    },
    expires_at: '2026-11-15T09:30:00.000Z',
  }

  test('leaves out a fact that the payment does not have, and has no place for what is no fact', () => {
    const more = { ...plain, note: 'x', payment: { ...plain.payment, note: 'x' } }
    expect(factsText(paymentFactsOf(more))).toBe(
      '{"connection_id":"con_1","expires_at":"2026-11-15T09:30:00.000Z","issuer":"https://pay.test","payee":{"domain":"shop.test","name":"Harbour Books"},' +
        '"payment":{"amount":"12.50","asset":"XLM","decimals":7,"network":"stellar_testnet","rail":"stellar_xlm","to":"GA"},' +
        '"recipient_id":"rcp_1","recipient_version_id":"rcv_1","request_id":"pr_1","type":"svc.payment_facts.v2"}',
    )
  })

  test('differs for any two requests that differ in a single fact', () => {
    const { payment } = plain
    const texts = [
      plain,
      { ...plain, request_id: 'pr_2' },
      { ...plain, connection_id: 'con_2' },
      { ...plain, issuer: 'https://other.test' },
      { ...plain, recipient_version_id: 'rcv_2' },
      { ...plain, payee: { ...plain.payee, domain: 'shop.example' } },
      { ...plain, expires_at: '2026-11-15T09:30:00.001Z' },
      { ...plain, terms_digest: 'a'.repeat(64) },
      { ...plain, terms_digest: 'b'.repeat(64) },
      ...[{ amount: '12.5' }, { memo: 'x' }, { issuer: 'x' }, { contract: 'x' }, { chain_id: 0 }, { to: 'GB' }].map(
        (change) => ({ ...plain, payment: { ...payment, ...change } }),
      ),
    ].map((facts) => factsText(paymentFactsOf(facts)))
    expect(new Set(texts).size).toBe(texts.length)
  })
})

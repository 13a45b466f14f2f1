import { fc, test } from '@fast-check/vitest'
import { text } from '@pursestrings/contract/wire/amount.vectors'
import { describe, expect } from 'vitest'
import { DIGEST, factsOf, ISSUER, PAYEE, type Payment } from './stellar.vectors.ts'
import { termsOf } from './terms.ts'

const reasonOf = (more: Partial<Payment>, expires_at?: string) => {
  const verdict = termsOf(factsOf(more, expires_at), DIGEST)
  return verdict.ok ? 'ok' : verdict.reason
}
const issuer = ISSUER.publicKey()

describe('what the ledger can carry exactly', () => {
  test('is read into units, seconds and a memo by its kind', () => {
    expect(termsOf(factsOf({ memo: 'id:7' }), DIGEST)).toEqual({
      ok: true,
      terms: {
        passphrase: 'Test SDF Network ; September 2015',
        testnet: true,
        to: PAYEE.publicKey(),
        asset: { code: 'XLM' },
        units: 125_000_000n,
        memo: { kind: 'id', value: '7' },
        referenced: false,
        max_time: BigInt(Date.parse('2026-11-15T09:30:00Z') / 1000),
      },
    })
  })

  test('carries the digest of the facts where they ask for it', () => {
    const verdict = termsOf(factsOf({ reference: 'memo_hash' }), DIGEST)
    expect(verdict).toMatchObject({ ok: true, terms: { memo: { kind: 'hash', value: DIGEST }, referenced: true } })
  })

  test.each(['', 'f'.repeat(63), 'F'.repeat(64), `0x${'f'.repeat(62)}`])('and %j is no digest', (digest) => {
    expect(termsOf(factsOf({ reference: 'memo_hash' }), digest)).toEqual({ ok: false, reason: 'memo' })
  })

  test.each([
    ['another ledger', { network: 'ethereum_mainnet' }, 'network'],
    ['another coin without an issuer', { asset: 'USD' }, 'asset'],
    ['a code of thirteen letters', { asset: 'A'.repeat(13), issuer }, 'asset'],
    ['a code with a sign', { asset: 'US-D', issuer }, 'asset'],
    ['an issuer that is no account', { asset: 'USD', issuer: `${issuer.slice(0, -1)}A` }, 'asset'],
    ['a token contract', { contract: 'C' }, 'asset'],
    ['other decimals than the ledger has', { decimals: 6 }, 'asset'],
    ['a payee that is no account', { to: PAYEE.publicKey().toLowerCase() }, 'destination'],
    ['a text of 29 bytes', { memo: 'x'.repeat(29) }, 'memo'],
    ['a text of 29 bytes in 15 letters', { memo: `x${'ü'.repeat(14)}` }, 'memo'],
    ['half a character', { memo: '\ud800' }, 'memo'],
    ['an empty memo', { memo: '' }, 'memo'],
    ['an id past 64 bits', { memo: 'id:18446744073709551616' }, 'memo'],
    ['an id with a leading zero', { memo: 'id:07' }, 'memo'],
    ['a hash in capitals', { memo: `hash:${'AB'.repeat(32)}` }, 'memo'],
    ['a reference beside a memo', { reference: 'memo_hash', memo: 'id:7' }, 'memo'],
    ['a reference of an unknown kind', { reference: 'authorization_nonce' as 'memo_hash' }, 'memo'],
  ] as const)('%s is refused', (_, more, reason) => {
    expect(reasonOf(more)).toBe(reason)
  })

  test.each([
    '',
    'soon',
    '2026-11-15',
    '1970-01-01T00:00:00.999Z',
    '2026-11-15T09:30:00+01:00',
    '2026-13-15T09:30:00Z',
  ])('the expiry %j is refused: a bound of zero would be none', (expires_at) => {
    expect(reasonOf({}, expires_at)).toBe('expires_at')
  })

  test.each(['1e3', ' 1', '1 ', '+1', '-1', '01', '1.', '.5', '0', '0.00000001', '922337203685.4775808', '１', '0x10'])(
    'the amount %j is refused, though the library of the ledger might take it',
    (amount) => {
      expect(reasonOf({ amount })).toBe('amount')
    },
  )

  test.prop([fc.bigInt({ min: 1n, max: 2n ** 63n - 1n })])('every amount of the ledger keeps its units', (units) => {
    const digits = units.toString().padStart(8, '0')
    const verdict = termsOf(factsOf({ amount: `${digits.slice(0, -7)}.${digits.slice(-7)}` }), DIGEST)
    expect(verdict.ok && verdict.terms.units).toBe(units)
  })

  test.prop([text])('no text is an amount that is not written digit by digit', (amount) => {
    if (reasonOf({ amount }) === 'ok') expect(amount).toMatch(/^(0|[1-9]\d*)(\.\d{1,7})?$/)
  })
})

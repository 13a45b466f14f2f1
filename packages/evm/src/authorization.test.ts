import { BASE_SEPOLIA_USDC } from '@pursestrings/protocol/evm'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { describe, expect, test } from 'vitest'
import {
  authorizationBytes,
  authorizationOf,
  compareAuthorization,
  readAuthorization,
  type Terms,
  termsOf,
} from './authorization.ts'
import { SIGNED } from './evm.vectors.ts'

const PAYER = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const PAYEE = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const facts_digest = 'ab'.repeat(32)

const payment: PaymentFacts['payment'] = {
  rail: 'base_usdc',
  network: 'base_sepolia',
  asset: 'USDC',
  amount: '0.01',
  to: PAYEE,
  reference: 'authorization_nonce',
  method: 'evm.eip3009',
  contract: BASE_SEPOLIA_USDC.contract,
  decimals: 6,
  chain_id: 84532,
}
const expires_at = '2026-11-20T12:00:00.900Z'

const accepted = (): Terms => {
  const verdict = termsOf({ payment, expires_at }, facts_digest)
  if (!verdict.ok) throw new Error(verdict.reason)
  return verdict.terms
}

describe('the authorization of a request', () => {
  test('pays its payee its amount, once, and ends with it', () => {
    expect(authorizationOf(accepted(), PAYER)).toEqual({
      from: PAYER,
      to: PAYEE,
      value: '10000',
      validAfter: '0',
      validBefore: String(Date.parse('2026-11-20T12:00:00Z') / 1000),
      nonce: `0x${facts_digest}`,
    })
    const { name, version, contract } = BASE_SEPOLIA_USDC
    expect(accepted().domain).toEqual({ name, version, contract, chain_id: 84532 })
  })

  test.each([
    ['network', { network: 'stellar_testnet' }],
    ['network', { network: 'base_mainnet' }],
    ['network', { chain_id: 8453 }],
    ['asset', { asset: 'USDT' }],
    ['asset', { contract: PAYER }],
    ['asset', { contract: undefined }],
    ['asset', { decimals: 7 }],
    ['asset', { issuer: PAYER }],
    ['amount', { amount: '0.0000001' }],
    ['amount', { amount: '1e4' }],
    ['destination', { to: PAYEE.toLowerCase() }],
    ['reference', { reference: undefined }],
    ['reference', { reference: 'memo_hash' }],
    ['reference', { memo: 'id:7' }],
  ] as const)('is not made where the %s does not fit (%o)', (reason, changed) => {
    const facts = { payment: { ...payment, ...changed } as PaymentFacts['payment'], expires_at }
    expect(termsOf(facts, facts_digest)).toEqual({ ok: false, reason })
  })

  test('is not made without an end, or without a digest', () => {
    expect(termsOf({ payment, expires_at: 'soon' }, facts_digest)).toEqual({ ok: false, reason: 'expires_at' })
    expect(termsOf({ payment, expires_at: '1970-01-01T00:00:00Z' }, facts_digest)).toMatchObject({ ok: false })
    expect(termsOf({ payment, expires_at }, facts_digest.toUpperCase())).toEqual({ ok: false, reason: 'reference' })
  })

  test('names every member in which another one differs', () => {
    const wanted = authorizationOf(accepted(), PAYER)
    expect(compareAuthorization(wanted, accepted())).toEqual([])
    const other = { to: PAYER, value: '1', validAfter: '1', validBefore: '9', nonce: `0x${'00'.repeat(32)}` }
    for (const [field, value] of Object.entries(other))
      expect(compareAuthorization({ ...wanted, [field]: value }, accepted())).toEqual([field])
    expect(compareAuthorization({ ...wanted, from: PAYER.toLowerCase() }, accepted())).toEqual(['from'])
  })
})

describe('what is sealed', () => {
  const [{ authorization, signature }] = SIGNED as [(typeof SIGNED)[number]]
  const bytes = authorizationBytes({ authorization, signature })
  const text = (change: (value: Record<string, unknown>) => unknown) =>
    new TextEncoder().encode(JSON.stringify(change(JSON.parse(new TextDecoder().decode(bytes)))))

  test('is read as it was written', () => {
    expect(readAuthorization(bytes)).toEqual({ authorization, signature })
  })

  test('is read in one form only', () => {
    const others = [
      text((value) => ({ ...value, more: 1 })),
      text((value) => ({ ...value, type: 'svc.eip3009.v2' })),
      text((value) => ({ ...value, authorization: { ...authorization, value: 10_000 } })),
      text((value) => ({ ...value, authorization: { ...authorization, extra: '1' } })),
      text((value) => ({ ...value, authorization: null })),
      text((value) => ({ type: value['type'], ...value, signature: undefined })),
      new TextEncoder().encode(` ${new TextDecoder().decode(bytes)}`),
      new Uint8Array(),
      bytes.slice(1),
    ]
    for (const other of others) expect(readAuthorization(other)).toBeUndefined()
  })
})

/** Payments and accounts that the tests of this folder share. */
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { Keypair, sign } from '@stellar/stellar-sdk/base'
import { type Terms, termsOf } from './terms.ts'

export const TESTNET = 'Test SDF Network ; September 2015'
export const PUBLIC = 'Public Global Stellar Network ; September 2015'

const keys = (fill: number) => Keypair.fromRawEd25519Seed(new Uint8Array(32).fill(fill))
export const PAYER = keys(1)
export const PAYEE = keys(2)
export const ISSUER = keys(3)
export const STRANGER = keys(4)

export const signAs =
  (key: Keypair) =>
  async (hash: Uint8Array): Promise<Uint8Array> =>
    sign(hash, key.rawSecretKey())

export type Payment = PaymentFacts['payment']

export const factsOf = (more: Partial<Payment> = {}, expires_at = '2026-11-15T09:30:00.999Z') => ({
  payment: {
    rail: 'stellar_xlm' as const,
    network: 'stellar_testnet' as const,
    asset: 'XLM',
    amount: '12.50',
    to: PAYEE.publicKey(),
    decimals: 7,
    ...more,
  },
  expires_at,
})

/** Of the facts; what it is computed from does not matter here. */
export const DIGEST = '5f70bf18'.repeat(8)

export const terms = (more: Partial<Payment> = {}): Terms => {
  const verdict = termsOf(factsOf(more), DIGEST)
  if (!verdict.ok) throw new Error(verdict.reason)
  return verdict.terms
}

export const payer = { source: PAYER.publicKey(), sequence: 7_777_777_777n, fee: 250, creates: false }

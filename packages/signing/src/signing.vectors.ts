/** A ledger in the test's hands, and payments on it. */
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { type Terms, termsOf } from '@pursestrings/stellar/terms'
import type { LedgerDouble } from '../../../tests/ledger-double/ledger-double.ts'
import { fundedKey } from '../../../tests/ledger-double/payer.ts'
import { createLedgerClient, type LedgerClient } from './ledger-client.ts'

export const STARTED_AT = 1_800_000_000n
const iso = (seconds: number): string => new Date(seconds * 1000).toISOString()

export const clientOf = (double: LedgerDouble, timeout_ms = 5000): LedgerClient =>
  createLedgerClient({ rpc_url: double.source.rpc_url, passphrase: double.ledger.passphrase, timeout_ms })

export const accountOf = (double: LedgerDouble, fill: number): string => fundedKey(double.ledger, fill).publicKey()

const DIGEST = 'd1'.repeat(32)

export function termsFor(
  double: LedgerDouble,
  payment: Partial<PaymentFacts['payment']> & { to: string },
  seconds_left = 600,
): Terms {
  const facts = {
    payment: {
      rail: 'stellar_xlm' as const,
      network: 'stellar_testnet' as const,
      asset: 'XLM',
      amount: '12.5',
      decimals: 7,
      ...payment,
    },
    expires_at: iso(Number(double.ledger.latest().closed_at) + seconds_left),
  }
  const verdict = termsOf(facts, DIGEST)
  if (!verdict.ok) throw new Error(verdict.reason)
  return verdict.terms
}

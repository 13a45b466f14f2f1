/**
 * Payment facts as the ledger counts them: exact units, a bound in whole seconds, a memo by its kind. What the ledger
 * cannot carry exactly is refused here, with our rules first: the ledger's library would also read `1e3`, `+1` or ` 1`.
 */
import { parseAmount } from '@pursestrings/protocol/amount'
import type { LedgerMemo } from '@pursestrings/protocol/match-payment'
import { ledgerOf, networkOf } from '@pursestrings/protocol/networks'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { stellarMemo } from '@pursestrings/protocol/stellar'
import { StrKey } from '@stellar/stellar-sdk/base'

/** Without an issuer it is the ledger's own coin. */
export interface StellarAsset {
  readonly code: string
  readonly issuer?: string
}

export interface Terms {
  readonly passphrase: string
  readonly testnet: boolean
  readonly to: string
  readonly asset: StellarAsset
  readonly units: bigint
  /** The payee's own, or the digest of the facts where they ask for it. */
  readonly memo: LedgerMemo
  /** Whether the memo is the digest of the facts. */
  readonly referenced: boolean
  /** Seconds since 1970: a ledger that closes at this second may still hold the payment, a later one may not. */
  readonly max_time: bigint
}

export type TermsVerdict =
  | { readonly ok: true; readonly terms: Terms }
  | { readonly ok: false; readonly reason: 'network' | 'asset' | 'amount' | 'destination' | 'memo' | 'expires_at' }

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/

/** `facts_digest` is that of these facts, in hexadecimal. */
export function termsOf(
  { payment, expires_at }: Pick<PaymentFacts, 'payment' | 'expires_at'>,
  facts_digest: string,
): TermsVerdict {
  const ledger = ledgerOf(payment.network)
  if (ledger?.kind !== 'stellar') return { ok: false, reason: 'network' }
  const { passphrase } = ledger
  const { asset: native, decimals, max_units, testnet } = networkOf(payment.network)
  const { issuer } = payment
  const known = issuer === undefined ? payment.asset === native : isIssued(payment.asset, issuer)
  if (!known || payment.contract !== undefined || payment.decimals !== decimals) return { ok: false, reason: 'asset' }
  const amount = parseAmount(payment.amount, { decimals, max_units })
  if (!amount.ok) return { ok: false, reason: 'amount' }
  if (!StrKey.isValidEd25519PublicKey(payment.to)) return { ok: false, reason: 'destination' }
  const referenced = payment.reference === 'memo_hash'
  const memo = stellarMemo(referenced ? `hash:${facts_digest}` : payment.memo)
  const crowded = payment.reference !== undefined && (!referenced || payment.memo !== undefined)
  if (memo === undefined || crowded) return { ok: false, reason: 'memo' }
  const max_time = secondsOf(expires_at)
  if (max_time === undefined) return { ok: false, reason: 'expires_at' }
  const asset = { code: payment.asset, ...(issuer !== undefined && { issuer }) }
  const { units } = amount
  return { ok: true, terms: { passphrase, testnet, to: payment.to, asset, units, memo, referenced, max_time } }
}

const isIssued = (code: string, issuer: string): boolean =>
  /^[a-zA-Z0-9]{1,12}$/.test(code) && StrKey.isValidEd25519PublicKey(issuer)

/** Rounded down, and never zero: on the ledger zero means no bound at all. */
function secondsOf(time: string): bigint | undefined {
  const ms = TIME.test(time) ? Date.parse(time) : Number.NaN
  return ms >= 1000 ? BigInt(Math.floor(ms / 1000)) : undefined
}

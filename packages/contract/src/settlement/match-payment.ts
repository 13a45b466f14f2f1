/**
 * Decides whether a transaction in a ledger paid a request (rule `svc.match.v1`). Everything must fit exactly: nothing is
 * summed, rounded or guessed, and who paid does not matter. Pure: what else is known, such as other claims, is passed in.
 */
import type { StellarMemo } from '../wire/stellar-memo.ts'

export const MATCH_RULE = 'svc.match.v1'

/** In the order in which they are listed; the first is the reason. */
export const MISMATCHES = [
  'wrong_network',
  'transaction_failed',
  'no_payment_operation',
  'not_yet_claimable',
  'wrong_destination',
  'wrong_asset',
  'wrong_issuer',
  'amount_short',
  'amount_over',
  'memo_missing',
  'memo_unexpected',
  'memo_kind_wrong',
  'memo_wrong',
  'before_request',
  'late_payment',
  'already_claimed',
] as const
export type Mismatch = (typeof MISMATCHES)[number]

/** Clocks of ledgers and of the service may differ by so much. */
const EARLY_S_MAX = 10n

interface PaidAsset {
  readonly code: string
  readonly issuer?: string
}

export interface WantedPayment {
  readonly network: string
  readonly to: string
  readonly asset: PaidAsset
  readonly units: bigint
  readonly memo: StellarMemo
  /** Seconds since 1970, both. A ledger that closes at `max_time` is still in time. */
  readonly created_at: bigint
  readonly max_time: bigint
}

export interface LedgerTransfer {
  /** `op/0` is the first operation. With hash and network it names one movement of money. */
  readonly place: string
  /** A claimable balance is money promised: it is listed so that it can be named, and it pays nothing. */
  readonly kind: 'payment' | 'path_payment' | 'create_account' | 'claimable_balance'
  readonly to: string
  readonly asset: PaidAsset
  readonly units: bigint
  readonly memo: StellarMemo
}

export interface LedgerPayment {
  readonly network: string
  readonly successful: boolean
  readonly closed_at: bigint
  readonly transfers: readonly LedgerTransfer[]
}

export type MatchVerdict =
  | { readonly ok: true; readonly transfer: LedgerTransfer }
  | {
      readonly ok: false
      readonly reason: Mismatch
      readonly mismatches: readonly Mismatch[]
      /** The transfer that came nearest, where there is one. */
      readonly transfer?: LedgerTransfer
    }

/** `isClaimed` tells whether the transfer at a place already serves another request. */
export function matchPayment(
  wanted: WantedPayment,
  payment: LedgerPayment,
  isClaimed: (place: string) => boolean,
): MatchVerdict {
  if (payment.network !== wanted.network) return mismatch(['wrong_network'])
  if (!payment.successful) return mismatch(['transaction_failed'])
  const counted = payment.transfers.filter(({ kind }) => kind !== 'claimable_balance')
  const promised = payment.transfers.find(({ kind, to }) => kind === 'claimable_balance' && to === wanted.to)
  if (promised !== undefined && counted.every(({ to }) => to !== wanted.to))
    return mismatch(['not_yet_claimable'], promised)
  const judged = counted.map((transfer) => ({
    transfer,
    mismatches: mismatchesOf(wanted, payment.closed_at, transfer, isClaimed),
  }))
  const nearest = judged.toSorted((a, b) => a.mismatches.length - b.mismatches.length)[0]
  if (nearest === undefined) return mismatch(['no_payment_operation'])
  const { transfer, mismatches } = nearest
  return mismatches.length === 0 ? { ok: true, transfer } : mismatch(mismatches, transfer)
}

function mismatch(mismatches: readonly Mismatch[], transfer?: LedgerTransfer): MatchVerdict {
  const [reason = 'no_payment_operation'] = mismatches
  return { ok: false, reason, mismatches, ...(transfer !== undefined && { transfer }) }
}

function mismatchesOf(
  wanted: WantedPayment,
  closed_at: bigint,
  { place, to, asset, units, memo }: LedgerTransfer,
  isClaimed: (place: string) => boolean,
): Mismatch[] {
  const found = new Set<Mismatch | undefined>([
    to === wanted.to ? undefined : 'wrong_destination',
    assetFault(wanted.asset, asset),
    units === wanted.units ? undefined : units < wanted.units ? 'amount_short' : 'amount_over',
    memoFault(wanted.memo, memo),
    closed_at + EARLY_S_MAX < wanted.created_at ? 'before_request' : undefined,
    closed_at > wanted.max_time ? 'late_payment' : undefined,
    isClaimed(place) ? 'already_claimed' : undefined,
  ])
  return MISMATCHES.filter((one) => found.has(one))
}

/** The native coin has no issuer, so an asset that borrows its code is another asset, not another issuer's. */
function assetFault(wanted: PaidAsset, { code, issuer }: PaidAsset): Mismatch | undefined {
  if (code === wanted.code && issuer === wanted.issuer) return undefined
  const twins = code === wanted.code && issuer !== undefined && wanted.issuer !== undefined
  return twins ? 'wrong_issuer' : 'wrong_asset'
}

function memoFault(wanted: StellarMemo, { kind, value }: StellarMemo): Mismatch | undefined {
  if (wanted.kind === 'none') return kind === 'none' ? undefined : 'memo_unexpected'
  if (kind === 'none') return 'memo_missing'
  if (kind !== wanted.kind) return 'memo_kind_wrong'
  return value === wanted.value ? undefined : 'memo_wrong'
}

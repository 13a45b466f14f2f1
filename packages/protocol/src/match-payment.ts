/**
 * Decides whether a transaction in a ledger fits a request, and whether it is bound to it (rule `svc.match.v2`). Everything
 * must fit exactly: nothing is summed, rounded or guessed. What fits is bound by the digest of the request's facts inside
 * the payment, or by a signature of the paying account; nothing else makes it this request's. Pure: what else is known,
 * such as other claims, is passed in.
 */
import type { Network } from './network-names.ts'

export const MATCH_RULE = 'svc.match.v2'

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

/** How a payment belongs to a request. Naming a transaction binds nothing: anybody can read its hash. */
export const BINDINGS = ['reference', 'payer_signature'] as const
export type BoundBy = (typeof BINDINGS)[number]

/** Clocks of ledgers and of the service may differ by so much. Only what is bound gets the benefit of that doubt. */
export const EARLY_S_MAX = 10n

/** By its kind and bytes. One string could mean two memos: the text `id:7` and the number 7. So facts and ledger are compared in this form. */
export interface LedgerMemo {
  /** `several` is a memo beside an id in the destination: no facts ask for that. */
  readonly kind: 'none' | 'text' | 'id' | 'hash' | 'return' | 'several'
  /** The number of an `id` in decimal; the bytes of a `text`, `hash` or `return` in lower-case hex; else empty. */
  readonly value: string
}

export const NO_MEMO: LedgerMemo = { kind: 'none', value: '' }

export const sameMemo = (a: LedgerMemo, b: LedgerMemo): boolean => a.kind === b.kind && a.value === b.value

interface PaidAsset {
  readonly code: string
  readonly issuer?: string
}

export interface WantedPayment {
  readonly network: Network
  readonly to: string
  readonly asset: PaidAsset
  readonly units: bigint
  readonly memo: LedgerMemo
  /** The digest of the facts, where a payment may carry it as its memo. The payee has no memo of its own then. */
  readonly reference?: string
  /** Seconds since 1970, both. A ledger that closes at `max_time` is still in time. */
  readonly created_at: bigint
  readonly max_time: bigint
}

export interface LedgerTransfer {
  /** `op/0` is the first operation. With hash and network it names one movement of money. */
  readonly place: string
  /** A claimable balance is money promised: it is listed so that it can be named, and it pays nothing. */
  readonly kind: 'payment' | 'path_payment' | 'create_account' | 'claimable_balance'
  readonly from: string
  readonly to: string
  readonly asset: PaidAsset
  readonly units: bigint
  readonly memo: LedgerMemo
}

export interface LedgerPayment {
  readonly network: string
  readonly successful: boolean
  readonly closed_at: bigint
  readonly transfers: readonly LedgerTransfer[]
}

export type MatchVerdict =
  | { readonly ok: true; readonly transfer: LedgerTransfer; readonly bound_by: BoundBy | undefined }
  | {
      readonly ok: false
      readonly reason: Mismatch
      readonly mismatches: readonly Mismatch[]
      /** The transfer that came nearest, where there is one. */
      readonly transfer?: LedgerTransfer
    }

export interface KnownOfPlaces {
  /** Whether the transfer at a place serves another request, or carries the reference of one. */
  readonly isOfAnother: (place: string) => boolean
  /** Whether the payer has signed that the transfer at a place pays this request. */
  readonly isProven: (place: string) => boolean
}

export function matchPayment(wanted: WantedPayment, payment: LedgerPayment, known: KnownOfPlaces): MatchVerdict {
  if (payment.network !== wanted.network) return mismatch(['wrong_network'])
  if (!payment.successful) return mismatch(['transaction_failed'])
  const counted = payment.transfers.filter(({ kind }) => kind !== 'claimable_balance')
  const promised = payment.transfers.find(({ kind, to }) => kind === 'claimable_balance' && to === wanted.to)
  if (promised !== undefined && counted.every(({ to }) => to !== wanted.to))
    return mismatch(['not_yet_claimable'], promised)
  const judged = counted.map((transfer) => {
    const bound_by = boundBy(wanted, transfer, known)
    return { transfer, bound_by, mismatches: mismatchesOf(wanted, payment.closed_at, transfer, bound_by, known) }
  })
  const rank = ({ mismatches, bound_by }: (typeof judged)[number]) =>
    mismatches.length * 2 + (bound_by === undefined ? 1 : 0)
  const nearest = judged.toSorted((a, b) => rank(a) - rank(b))[0]
  if (nearest === undefined) return mismatch(['no_payment_operation'])
  const { transfer, bound_by, mismatches } = nearest
  return mismatches.length === 0 ? { ok: true, transfer, bound_by } : mismatch(mismatches, transfer)
}

/** A signature says more than a reference: it also shows who paid. */
function boundBy(wanted: WantedPayment, { place, memo }: LedgerTransfer, known: KnownOfPlaces): BoundBy | undefined {
  if (known.isProven(place)) return 'payer_signature'
  const referenced = wanted.reference !== undefined && memo.kind === 'hash' && memo.value === wanted.reference
  return referenced ? 'reference' : undefined
}

function mismatch(mismatches: readonly Mismatch[], transfer?: LedgerTransfer): MatchVerdict {
  const [reason = 'no_payment_operation'] = mismatches
  return { ok: false, reason, mismatches, ...(transfer !== undefined && { transfer }) }
}

function mismatchesOf(
  wanted: WantedPayment,
  closed_at: bigint,
  { place, to, asset, units, memo }: LedgerTransfer,
  bound_by: BoundBy | undefined,
  { isOfAnother }: KnownOfPlaces,
): Mismatch[] {
  const early_s_max = bound_by === undefined ? 0n : EARLY_S_MAX
  const is_early = !isReferenceAlone(wanted) && closed_at + early_s_max < wanted.created_at
  const found = new Set<Mismatch | undefined>([
    to === wanted.to ? undefined : 'wrong_destination',
    assetFault(wanted.asset, asset),
    units === wanted.units ? undefined : units < wanted.units ? 'amount_short' : 'amount_over',
    memoFault(wanted, memo),
    is_early ? 'before_request' : undefined,
    closed_at > wanted.max_time ? 'late_payment' : undefined,
    isOfAnother(place) ? 'already_claimed' : undefined,
  ])
  return MISMATCHES.filter((one) => found.has(one))
}

/**
 * Nothing but the digest of the facts pays, and nobody has it before the request. So nothing is too early, whatever the clock of
 * the ledger says: one that halted lags behind by minutes while it catches up.
 */
const isReferenceAlone = ({ memo, reference }: WantedPayment): boolean =>
  reference !== undefined && memo.kind === 'hash' && memo.value === reference

/** The native coin has no issuer, so an asset that borrows its code is another asset, not another issuer's. */
function assetFault(wanted: PaidAsset, { code, issuer }: PaidAsset): Mismatch | undefined {
  if (code === wanted.code && issuer === wanted.issuer) return undefined
  const twins = code === wanted.code && issuer !== undefined && wanted.issuer !== undefined
  return twins ? 'wrong_issuer' : 'wrong_asset'
}

/** A wallet that does not know references sends none: that fits, and binds nothing. */
function memoFault({ memo: wanted, reference }: WantedPayment, { kind, value }: LedgerMemo): Mismatch | undefined {
  if (reference !== undefined && kind === 'hash') return value === reference ? undefined : 'memo_wrong'
  if (wanted.kind === 'none') return kind === 'none' ? undefined : 'memo_unexpected'
  if (kind === 'none') return 'memo_missing'
  if (kind !== wanted.kind) return 'memo_kind_wrong'
  return value === wanted.value ? undefined : 'memo_wrong'
}

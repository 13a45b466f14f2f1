/**
 * What the ledger means for one payment. Nothing is guessed: what fits several payments is given to none, what sources
 * contradict is no verdict, and "unpaid" is said only when every ledger of the window was read. The status is the wallet's
 * word and never moves here. Pure.
 */
import { SERVICE_REASONS } from '@countersign/contract/payment-requests/records'
import type { PaymentStatus } from '@countersign/contract/payment-requests/states'
import { type LedgerTransfer, matchPayment, type WantedPayment } from '@countersign/contract/settlement/match-payment'
import type { Head, LedgerTransaction } from '../outside/ledger/ledger-source.ts'
import type { Agreed, AgreedScan } from './agree.ts'
import { type Finding, findingOf, mismatchFinding } from './finding.ts'

export interface Watched {
  readonly wanted: WantedPayment
  readonly status: PaymentStatus
  readonly reason: string | null
  readonly reported_hash: string | null
  /** What was said before; null: only the wallet has spoken. */
  readonly assurance: 'chain_observed' | 'disputed' | 'proven_unpaid' | null
  readonly ledger_reason: string | null
  /** The movement that pays it, once known. */
  readonly paid: { readonly transaction_hash: string; readonly place: string } | null
}

export interface Seen {
  /** Of the reported transaction; undefined where none is reported. */
  readonly looked: Agreed | undefined
  /** Undefined where too few sources could be read. */
  readonly scan: AgreedScan | undefined
  /** Read without a gap from before the payment was asked for, up to this ledger, by a quorum. */
  readonly whole_through: Head | undefined
  /** The window is over for a quorum, and will never be read whole: why. */
  readonly never_whole: 'history_gone' | 'ledger_reset' | undefined
  readonly isClaimedByOther: (transaction_hash: string, place: string) => boolean
  readonly isYoung: (transaction: LedgerTransaction) => boolean
  /** Whether this movement would pay another open payment as well. */
  readonly fitsAnother: (transaction: LedgerTransaction, place: string) => boolean
}

export interface Paid {
  readonly transaction: LedgerTransaction
  readonly transfer: LedgerTransfer
  readonly observers: readonly string[]
}

export interface Says {
  readonly assurance: 'chain_observed' | 'disputed' | 'proven_unpaid' | null
  readonly ledger_outcome: 'paid' | 'unpaid' | 'mismatch' | 'unknown'
  readonly reason: string | null
  readonly notes: readonly string[]
  readonly paid?: Paid
  /** The nearest thing that was found, where nothing paid. */
  readonly nearest?: { readonly transaction: LedgerTransaction; readonly transfer?: LedgerTransfer }
  readonly observers: readonly string[]
}

export interface Verdict {
  /** Undefined: nothing new to say. */
  readonly says: Says | undefined
  readonly findings: readonly Finding[]
  /** Nothing that comes later can change it. */
  readonly done: boolean
}

export function judge(watched: Watched, seen: Seen): Verdict {
  const over = seen.whole_through !== undefined && seen.whole_through.closed_at > watched.wanted.max_time
  if (watched.paid !== null) return { says: undefined, findings: duplicates(watched, watched.paid, seen), done: over }
  const paid = paidByReport(watched, seen) ?? paidByScan(watched, seen)
  if (paid !== undefined) return { says: paidSays(watched, paid), findings: [], done: over }
  const findings = findingsOf(watched, seen)
  const meanwhile = saysMeanwhile(watched, seen, findings)
  const has = (reason: string) => findings.some((finding) => finding.reason === reason)
  if (has('source_disagreement') || isWaiting(watched, seen)) return { says: meanwhile, findings, done: false }
  if (!over) return neverWhole(watched, seen, findings, meanwhile) ?? { says: meanwhile, findings, done: false }
  if (watched.assurance === 'disputed') return { says: undefined, findings, done: true }
  if (meanwhile?.assurance === 'disputed' || has('ambiguous_payment')) return { says: meanwhile, findings, done: true }
  const says = saysAtEnd(watched, seen, findings)
  return says === undefined
    ? { says: meanwhile, findings, done: false }
    : { says, findings: withEnd(findings, says), done: true }
}

/** Something that would pay is so young that its wallet may still be about to name it. */
const isWaiting = (watched: Watched, seen: Seen): boolean =>
  (seen.scan?.transactions ?? []).some(
    ({ transaction }) => seen.isYoung(transaction) && match(watched, transaction, seen).ok,
  )

/** The window is over, and the ledgers of its beginning are out of reach: nobody can say that nothing was paid. */
function neverWhole(
  watched: Watched,
  { never_whole: reason }: Seen,
  findings: readonly Finding[],
  meanwhile: Says | undefined,
): Verdict | undefined {
  if (reason === undefined) return undefined
  const all = [...findings, findingOf(reason)]
  if (watched.assurance !== null || meanwhile?.assurance === 'disputed')
    return { says: meanwhile, findings: all, done: true }
  return {
    says: { assurance: null, ledger_outcome: 'unknown', reason, notes: [], observers: [] },
    findings: all,
    done: true,
  }
}

/** What a wallet reported in so many words. A request that its agent took back, or that ran out, is nobody's denial. */
const walletSays = ({ status, reason }: Watched): 'paid' | 'not_paid' | 'nothing' => {
  if (status === 'confirmed') return 'paid'
  const by_service = (SERVICE_REASONS as readonly string[]).includes(reason ?? '')
  return status === 'rejected' || (status === 'failed' && !by_service) ? 'not_paid' : 'nothing'
}

const match = (watched: Watched, transaction: LedgerTransaction, seen: Seen) =>
  matchPayment(
    watched.wanted,
    { ...transaction, network: watched.wanted.network, closed_at: transaction.ledger.closed_at },
    (place) => seen.isClaimedByOther(transaction.hash, place),
  )

/** A reported transaction is meant for this payment, so it need not be the only one that it fits. */
function paidByReport(watched: Watched, seen: Seen): Paid | undefined {
  if (seen.looked?.is !== 'found') return undefined
  const { transaction, observers } = seen.looked
  const verdict = match(watched, transaction, seen)
  return verdict.ok ? { transaction, transfer: verdict.transfer, observers } : undefined
}

function paidByScan(watched: Watched, seen: Seen): Paid | undefined {
  for (const { transaction, observers } of seen.scan?.transactions ?? []) {
    const verdict = match(watched, transaction, seen)
    if (verdict.ok && !seen.isYoung(transaction) && !seen.fitsAnother(transaction, verdict.transfer.place))
      return { transaction, transfer: verdict.transfer, observers }
  }
  return undefined
}

function paidSays(watched: Watched, paid: Paid): Says {
  const denied = walletSays(watched) === 'not_paid'
  const { valid_until, hash } = paid.transaction
  const open_ended = valid_until === null || valid_until > watched.wanted.max_time
  return {
    assurance: denied ? 'disputed' : 'chain_observed',
    ledger_outcome: 'paid',
    reason: denied ? 'reported_otherwise' : null,
    notes: [
      ...(watched.reported_hash === hash ? [] : ['unreported_payment']),
      ...(open_ended ? ['expiry_not_enforced'] : []),
    ],
    paid,
    observers: paid.observers,
  }
}

function findingsOf(watched: Watched, seen: Seen): Finding[] {
  const { looked, scan } = seen
  const findings: Finding[] = []
  if (looked?.is === 'disagreement')
    findings.push(findingOf('source_disagreement', looked.transaction, { claims: looked.claims }))
  if (looked?.is === 'found') findings.push(...mismatchOf(watched, looked.transaction, seen))
  for (const { transaction, versions, claims } of scan?.contested ?? [])
    if (versions.some((one) => match(watched, one, seen).ok))
      findings.push(findingOf('source_disagreement', transaction, { claims }))
  for (const { transaction } of scan?.transactions ?? []) {
    if (transaction.hash === watched.reported_hash && looked?.is === 'found') continue
    const verdict = match(watched, transaction, seen)
    if (verdict.ok) {
      if (!seen.isYoung(transaction))
        findings.push(findingOf('ambiguous_payment', transaction, { place: verdict.transfer.place }))
    }
    // Without a memo, a payment that does not fit is anybody's.
    else if (watched.wanted.memo.kind !== 'none' && !verdict.mismatches.some((one) => NOT_MEANT.has(one)))
      findings.push(...mismatchOf(watched, transaction, seen))
  }
  return findings
}

/** Whatever else fits: it was for another payment, or for none. */
const NOT_MEANT: ReadonlySet<string> = new Set([
  'memo_missing',
  'memo_wrong',
  'memo_kind_wrong',
  'memo_unexpected',
  'wrong_destination',
  'already_claimed',
  'before_request',
])

function mismatchOf(watched: Watched, transaction: LedgerTransaction, seen: Seen): Finding[] {
  const verdict = match(watched, transaction, seen)
  return verdict.ok ? [] : [mismatchFinding(watched.wanted, transaction, verdict)]
}

/** While the window is open, a wallet's word can be contradicted, but not yet missed. */
function saysMeanwhile(watched: Watched, { looked }: Seen, findings: readonly Finding[]): Says | undefined {
  const [first] = findings
  if (first === undefined || watched.assurance !== null) return undefined
  const reported = looked?.is === 'found' ? looked : undefined
  const failed = reported !== undefined && !reported.transaction.successful
  const contradicted = reported !== undefined && (!failed || walletSays(watched) === 'paid')
  const own = first.reason === 'source_disagreement' || first.reason === 'ambiguous_payment'
  return {
    assurance: contradicted ? 'disputed' : null,
    ledger_outcome: own ? 'unknown' : 'mismatch',
    reason: first.reason,
    notes: [],
    ...(reported !== undefined && { nearest: { transaction: reported.transaction, ...transferOf(first) } }),
    observers: reported?.observers ?? [],
  }
}

const transferOf = ({ transfer }: Finding) => (transfer === undefined ? {} : { transfer })

/** Every ledger of the window was read, and nothing in them pays. Undefined while the reported transaction is unknown. */
function saysAtEnd(watched: Watched, { looked, scan }: Seen, findings: readonly Finding[]): Says | undefined {
  if (watched.reported_hash !== null && looked?.is !== 'found' && looked?.is !== 'absent') return undefined
  const observers = scan?.observers ?? []
  if (walletSays(watched) === 'paid')
    return { assurance: 'disputed', ledger_outcome: 'unpaid', reason: 'transaction_not_found', notes: [], observers }
  const reason = findings[0]?.reason ?? watched.ledger_reason
  return { assurance: 'proven_unpaid', ledger_outcome: 'unpaid', reason, notes: [], observers }
}

const withEnd = (findings: readonly Finding[], { reason, assurance }: Says): Finding[] =>
  assurance === 'disputed' && reason === 'transaction_not_found'
    ? [...findings, findingOf('transaction_not_found')]
    : [...findings]

function duplicates(watched: Watched, paid: NonNullable<Watched['paid']>, seen: Seen): Finding[] {
  return (seen.scan?.transactions ?? []).flatMap(({ transaction }) => {
    const others = transaction.transfers.filter(
      ({ place }) => transaction.hash !== paid.transaction_hash || place !== paid.place,
    )
    const verdict = match(watched, { ...transaction, transfers: others }, seen)
    return verdict.ok && !seen.fitsAnother(transaction, verdict.transfer.place)
      ? [findingOf('duplicate_payment', transaction, { place: verdict.transfer.place })]
      : []
  })
}

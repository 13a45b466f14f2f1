/**
 * What the ledger means for one payment. A transaction belongs to it only if it is bound: it carries the digest of the facts,
 * or the payer signed for it. What fits without that is shown for what it is. What sources contradict is no verdict, and
 * "unpaid" is said only when every ledger of the window was read and nothing fits. The status is the wallet's word and never
 * moves here. Pure.
 */
import { SERVICE_REASONS } from '@pursestrings/contract/payment-requests/records'
import { EARLY_S_MAX, type LedgerTransfer } from '@pursestrings/protocol/match-payment'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type { Head, LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { Agreed, AgreedScan } from './agree.ts'
import {
  type Bindable,
  type Found,
  firstBound,
  firstUnbound,
  type LedgerMatch,
  match,
  type Others,
  type Paid,
} from './binding.ts'
import { type Finding, findingOf, mismatchFinding } from './finding.ts'

export type LedgerAssurance = 'chain_observed' | 'merchant_accepted' | 'disputed' | 'proven_unpaid'

export interface Watched extends Bindable {
  readonly status: PaymentStatus
  readonly reason: string | null
  /** Transactions that sources did not agree about, and that would have fitted. */
  readonly doubts: readonly string[]
  /** Something that fits was found before. */
  readonly matched: boolean
  /** What was said before; null: only the wallet has spoken. */
  readonly assurance: LedgerAssurance | null
  readonly ledger_reason: string | null
  /** When the wallet said that it is paid. */
  readonly confirmed_at: Date | null
  /** Ledgers after this one could hold what its wallet named. */
  readonly from: number
  /** The movement that pays it, once known. */
  readonly paid: { readonly transaction_hash: string; readonly place: string } | null
}

export interface Seen extends Others {
  /** Of the transactions that the wallet named, by their hashes. */
  readonly looked: ReadonlyMap<string, Agreed>
  /** Undefined where too few sources could be read. */
  readonly scan: AgreedScan | undefined
  /** Read without a gap from before the payment was asked for, up to this ledger, by a quorum. */
  readonly whole_through: Head | undefined
  /** The window is over for a quorum, and will never be read whole: why. */
  readonly never_whole: 'history_gone' | 'ledger_reset' | 'unreadable_transaction' | undefined
}

export interface Says {
  readonly assurance: Exclude<LedgerAssurance, 'merchant_accepted'> | null
  readonly ledger_outcome: 'paid' | 'unpaid' | 'mismatch' | 'unknown'
  readonly reason: string | null
  readonly notes: readonly string[]
  readonly paid?: Paid
  /** Null: what was found before is another's. */
  readonly ledger_match?: LedgerMatch | null
  /** The nearest thing that was found, where nothing paid. */
  readonly nearest?: { readonly transaction: LedgerTransaction; readonly transfer?: LedgerTransfer }
  readonly observers: readonly string[]
}

export interface Verdict {
  /** Undefined: nothing new to say. */
  readonly says: Says | undefined
  readonly findings: readonly Finding[]
  /** Nothing that comes later can change it, unless the payer proves something. */
  readonly done: boolean
}

/** No source is asked to remember for longer than this after a window. */
const FORGOTTEN_AFTER_S = 8n * 86_400n

export function judge(watched: Watched, seen: Seen): Verdict {
  const { max_time } = watched.wanted
  const over = seen.whole_through !== undefined && seen.whole_through.closed_at > max_time
  // Nothing more of the window will be read.
  const read = over || seen.never_whole !== undefined
  const found = allFound(seen)
  if (watched.paid !== null)
    return { says: undefined, findings: duplicates(watched, watched.paid, seen, found), done: read }
  const paid = firstBound(watched, seen, found)
  if (paid !== undefined) return { says: paidSays(watched, paid), findings: [], done: read }
  const findings = findingsOf(watched, seen, found)
  if (watched.assurance === 'merchant_accepted') return { says: undefined, findings, done: read }
  const ledger_match = firstUnbound(watched, seen, found)
  const meanwhile = saysMeanwhile(watched, seen, findings, ledger_match)
  if (meanwhile?.reason === MISSED) findings.push(findingOf(MISSED))
  if (findings.some(({ reason }) => reason === 'source_disagreement')) return { says: meanwhile, findings, done: false }
  if (!over) return neverWhole(watched, seen, findings, meanwhile) ?? { says: meanwhile, findings, done: false }
  if (watched.assurance === 'disputed' && !wasMissed(watched)) return { says: undefined, findings, done: true }
  const contradicted = meanwhile?.assurance === 'disputed' && meanwhile.reason !== MISSED
  if (ledger_match !== undefined || watched.matched || contradicted || findings.some(isDoubtful))
    return { says: meanwhile, findings, done: true }
  const says = saysAtEnd(watched, seen, findings)
  if (says !== undefined) return { says, findings: withEnd(findings, says), done: true }
  const forgotten = (seen.whole_through?.closed_at ?? 0n) > max_time + FORGOTTEN_AFTER_S
  return { says: meanwhile, findings, done: forgotten }
}

/** What was looked up, then what the scan found besides, in the order of the ledger. */
function allFound({ looked, scan }: Seen): Found[] {
  const named = [...looked.values()].flatMap((one) => (one.is === 'found' ? [one] : []))
  const scanned = (scan?.transactions ?? []).filter(({ transaction }) => !looked.has(transaction.hash))
  return [...named, ...scanned].toSorted((a, b) => a.transaction.ledger.sequence - b.transaction.ledger.sequence)
}

/** The window is over, and the ledgers of its beginning are out of reach: nobody can say that nothing was paid. */
function neverWhole(
  watched: Watched,
  { never_whole: reason }: Seen,
  findings: readonly Finding[],
  meanwhile: Says | undefined,
): Verdict | undefined {
  if (reason === undefined) return undefined
  const all = [...findings, findingOf(reason)]
  const said = watched.assurance !== null || watched.matched || meanwhile?.assurance === 'disputed'
  if (said || meanwhile?.ledger_match) return { says: meanwhile, findings: all, done: true }
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

function paidSays(watched: Watched, paid: Paid): Says {
  const denied = walletSays(watched) === 'not_paid'
  const { valid_until, hash } = paid.transaction
  const open_ended = valid_until === null || (valid_until ?? 0n) > watched.wanted.max_time
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

/** What strangers send that nobody named is none of these, however much of it there is: it is the payee's. */
function findingsOf(watched: Watched, seen: Seen, found: readonly Found[]): Finding[] {
  const named = new Set([watched.reported_hash, ...watched.proofs.map((proof) => proof.transaction_hash)])
  const contested = [...seen.looked.values()].flatMap((one) => (one.is === 'disagreement' ? [one] : []))
  const disagreeing = [...contested, ...(seen.scan?.contested ?? [])].flatMap(({ transaction, versions, claims }) => {
    const has_event = named.has(transaction.hash)
    const concerns = has_event || versions.some((version) => match(watched, version, seen).ok)
    return concerns ? [{ ...findingOf('source_disagreement', transaction, { claims }), has_event }] : []
  })
  const about = found.flatMap(({ transaction }) => {
    const verdict = match(watched, transaction, seen)
    if (verdict.ok) {
      const unbound = verdict.bound_by === undefined && named.has(transaction.hash)
      return unbound ? [findingOf('unbound_payment', transaction, { place: verdict.transfer.place })] : []
    }
    const meant = named.has(transaction.hash) || isLateOnly(watched, transaction, verdict.mismatches)
    return meant ? [mismatchFinding(watched.wanted, transaction, verdict)] : []
  })
  return [...disagreeing, ...about]
}

/** All of it fits, and it carries the reference: it came too late for this payment, and for no other. */
const isLateOnly = ({ wanted }: Watched, { transfers }: LedgerTransaction, mismatches: readonly string[]): boolean =>
  mismatches.length === 1 &&
  mismatches[0] === 'late_payment' &&
  wanted.reference !== undefined &&
  transfers.some(({ memo }) => memo.kind === 'hash' && memo.value === wanted.reference)

/** Clocks may differ: a named payment that nothing binds is not given the benefit of that doubt, and not held against anyone. */
const isDoubtful = ({ reason, early_s }: Finding): boolean =>
  reason === 'before_request' && early_s !== undefined && early_s <= EARLY_S_MAX

const MISSED = 'transaction_not_found'
/** How long after the wallet said so a ledger must have closed that lacks it: what is confirmed is in one. */
const MISSED_AFTER_S = 60n

/** It was confirmed, and is in none of the ledgers up to one that closed later. */
const isMissed = ({ status, confirmed_at, from }: Watched, reported: Agreed | undefined): boolean =>
  status === 'confirmed' &&
  confirmed_at !== null &&
  reported?.is === 'absent' &&
  reported.oldest <= from + 1 &&
  reported.latest.closed_at >= BigInt(Math.floor(confirmed_at.getTime() / 1000)) + MISSED_AFTER_S

/** That was said already. */
const wasMissed = ({ assurance, ledger_reason }: Watched): boolean =>
  assurance === 'disputed' && ledger_reason === MISSED

/** While the window is open, a wallet's word can be contradicted. Only a payment that it called confirmed can be missed. */
function saysMeanwhile(
  watched: Watched,
  { looked }: Seen,
  findings: readonly Finding[],
  ledger_match: LedgerMatch | undefined,
): Says | undefined {
  if (watched.assurance !== null && !wasMissed(watched)) return undefined
  const reported = watched.reported_hash === null ? undefined : looked.get(watched.reported_hash)
  const first = findings.find(({ reason }) => reason === 'source_disagreement') ?? findings[0]
  if (ledger_match !== undefined && first?.reason !== 'source_disagreement') {
    const { observers } = ledger_match
    return { assurance: null, ledger_outcome: 'unknown', reason: 'unbound_payment', notes: [], ledger_match, observers }
  }
  if (first?.reason !== 'source_disagreement' && isMissed(watched, reported)) {
    if (wasMissed(watched) || reported?.is !== 'absent') return undefined
    const { observers } = reported
    return { assurance: 'disputed', ledger_outcome: 'unknown', reason: MISSED, notes: [], observers }
  }
  if (first === undefined) return undefined
  const found = reported?.is === 'found' ? reported : undefined
  const failed = found !== undefined && !found.transaction.successful
  const about_it = found !== undefined && first.transaction_hash === found.transaction.hash
  const contradicted = about_it && !isDoubtful(first) && (!failed || walletSays(watched) === 'paid')
  return {
    assurance: contradicted ? 'disputed' : null,
    ledger_outcome: first.reason === 'source_disagreement' || isDoubtful(first) ? 'unknown' : 'mismatch',
    reason: first.reason,
    notes: [],
    ...(ledger_match && { ledger_match }),
    ...(about_it && { nearest: { transaction: found.transaction, ...transferOf(first) } }),
    observers: found?.observers ?? [],
  }
}

const transferOf = ({ transfer }: Finding) => (transfer === undefined ? {} : { transfer })

/** Every ledger of the window was read, and nothing in them fits. Undefined while a named transaction is unknown. */
function saysAtEnd(watched: Watched, { looked, scan }: Seen, findings: readonly Finding[]): Says | undefined {
  const proven = watched.proofs.map((proof) => proof.transaction_hash)
  const named = [watched.reported_hash ?? [], proven, watched.doubts].flat()
  const known = named.every((hash) => ['found', 'absent'].includes(looked.get(hash)?.is ?? 'unknown'))
  if (!known) return undefined
  const observers = scan?.observers ?? []
  if (walletSays(watched) === 'paid')
    return { assurance: 'disputed', ledger_outcome: 'unpaid', reason: MISSED, notes: [], observers }
  const reason = findings[0]?.reason ?? watched.ledger_reason
  return { assurance: 'proven_unpaid', ledger_outcome: 'unpaid', reason, notes: [], observers }
}

const withEnd = (findings: readonly Finding[], { reason, assurance }: Says): Finding[] =>
  assurance === 'disputed' && reason === MISSED ? [...findings, findingOf(MISSED)] : [...findings]

/** What is bound to a payment that is paid already. */
function duplicates(
  watched: Watched,
  paid: NonNullable<Watched['paid']>,
  seen: Seen,
  found: readonly Found[],
): Finding[] {
  return found.flatMap(({ transaction }) => {
    const others = transaction.transfers.filter(
      ({ place }) => transaction.hash !== paid.transaction_hash || place !== paid.place,
    )
    const verdict = match(watched, { ...transaction, transfers: others }, seen)
    return verdict.ok && verdict.bound_by !== undefined
      ? [findingOf('duplicate_payment', transaction, { place: verdict.transfer.place })]
      : []
  })
}

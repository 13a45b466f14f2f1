/**
 * The open payments of one payee, judged side by side. What is bound to one payment is never given to another, whoever asks
 * and however many list the same address. Pure, so that histories in numbers can be run through it.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { LedgerTransfer } from '@pursestrings/protocol/match-payment'
import type { Network } from '@pursestrings/protocol/network-names'
import type { Head, LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { LedgerReading } from '../../platform/egress/ledger/ledgers.ts'
import type { Agreed, AgreedScan } from './agree.ts'
import { type Found, match } from './binding.ts'
import { judge, type Says, type Verdict } from './judge.ts'
import { fitsAt, namedBy, type Open, paidOf } from './open-payments.ts'
import { type PayeeFinding, payeeFindings } from './payee-findings.ts'
import type { ClaimRow, ReferenceRow, WatchedRow } from './settlements.store.ts'

export interface SeenOfPayee extends Pick<LedgerReading, 'isProofOf'> {
  readonly network: Network
  readonly payee: string
  readonly opens: readonly Open[]
  /** What was looked up by name, by hash. */
  readonly looked: ReadonlyMap<string, Agreed>
  /** Undefined where too few sources could be read. */
  readonly scan: AgreedScan | undefined
  readonly head: Head
  readonly claims: readonly ClaimRow[]
  /** Which payments the digests belong to that transactions carry. */
  readonly references: readonly ReferenceRow[]
}

export interface Judged {
  readonly open: Open
  readonly verdict: Verdict
  /** Where the next look goes on; undefined where nothing was read. */
  readonly through: { readonly sequence: number; readonly closed_at: bigint | null } | undefined
  readonly whole: boolean
}

const nameOf = (hash: string, place: string): string => `${hash} ${place}`

export function judgePayee(seen: SeenOfPayee): { judged: Judged[]; findings: PayeeFinding[] } {
  const { opens, scan, head, isProofOf } = seen
  const scanned = scannedFor(scan)
  const wanting = wantingIn(opens)
  const taken = new Map(seen.claims.map((claim) => [nameOf(claim.transaction_hash, claim.place), claim.payment_id]))
  const referenced = new Map(seen.references.map((one) => [one.facts_digest.toString('hex'), one.payment_id]))
  const ownerOf = (transaction: LedgerTransaction, place: string): Uuid | undefined => {
    const memo = transaction.transfers.find((one) => one.place === place)?.memo
    return (
      taken.get(nameOf(transaction.hash, place)) ?? (memo?.kind === 'hash' ? referenced.get(memo.value) : undefined)
    )
  }
  const isOfAnotherThan = (id: Uuid) => (transaction: LedgerTransaction, place: string) =>
    (ownerOf(transaction, place) ?? id) !== id
  // A payer may have signed for two payments: the first that was kept counts.
  const ordered = opens.toSorted((a, b) => firstProof(a.row) - firstProof(b.row))
  const judged = ordered.map((open) => {
    const { row, wanted } = open
    const isOfAnother = isOfAnotherThan(row.payment_id)
    const given =
      row.matched_hash === null || row.matched_place === null ? undefined : nameOf(row.matched_hash, row.matched_place)
    const lost = given !== undefined && (taken.get(given) ?? row.payment_id) !== row.payment_id
    const unread = hasUnread(open, scan)
    const whole = open.whole && !unread
    // A flooded account is read in parts; about the window as a whole nothing is said before the last one.
    const sequence = scan && Math.max(open.after, scan.through)
    const to_the_end = sequence === undefined || sequence >= head.sequence
    const through = sequence === undefined ? undefined : { sequence, closed_at: to_the_end ? head.closed_at : null }
    const verdict = judge(
      { ...row, wanted, from: open.from, paid: paidOf(row), matched: given !== undefined && !lost },
      {
        looked: new Map(namedBy(row).flatMap((hash) => entryOf(seen.looked, hash))),
        scan: scan && { ...scan, transactions: scanned(open, { isOfAnother, isProofOf }) },
        whole_through: whole && !lost && to_the_end && scan !== undefined ? head : undefined,
        never_whole: to_the_end && head.closed_at > wanted.max_time && !whole ? unreadBecause(row, unread) : undefined,
        isOfAnother,
        isProofOf,
        rivalsOf: (transaction, place) => wanting.rivalsOf(open, transaction, place),
      },
    )
    const { paid } = verdict.says ?? {}
    if (paid) taken.set(nameOf(paid.transaction.hash, paid.transfer.place), row.payment_id)
    // What it matched was another's. Something else may match, and was passed over: all of the window is read again.
    if (lost && paid === undefined) {
      const says = { ...(verdict.says ?? NOTHING), ledger_match: null }
      return {
        open,
        verdict: { ...verdict, says, done: false },
        through: { sequence: open.from, closed_at: null },
        whole,
      }
    }
    const doubted = unread && row.assurance === null ? { ...NOTHING, reason: 'unreadable_transaction' } : undefined
    return { open, verdict: { ...verdict, says: verdict.says ?? doubted }, through, whole }
  })
  const isTaken = (transaction: LedgerTransaction, place: string) => taken.has(nameOf(transaction.hash, place))
  return { judged, findings: payeeFindings(seen, { ...wanting, isTaken, ownerOf }) }
}

const NOTHING: Says = { assurance: null, ledger_outcome: 'unknown', reason: null, notes: [], observers: [] }

const firstProof = ({ proofs }: WatchedRow): number => Math.min(...proofs.map((proof) => proof.proof_id))

const entryOf = (looked: SeenOfPayee['looked'], hash: string): [string, Agreed][] => {
  const found = looked.get(hash)
  return found === undefined ? [] : [[hash, found]]
}

const unreadBecause = ({ ledger_reason }: WatchedRow, unread: boolean) => {
  if (unread) return 'unreadable_transaction' as const
  return ledger_reason === 'ledger_reset' || ledger_reason === 'unreadable_transaction'
    ? ledger_reason
    : ('history_gone' as const)
}

/** In its window there is something that nobody could read: it may have paid. */
const hasUnread = ({ wanted, after }: Open, scan: AgreedScan | undefined): boolean =>
  (scan?.unread ?? []).some(
    ({ ledger, closed_at }) => ledger > after && closed_at <= wanted.max_time && closed_at + 20n >= wanted.created_at,
  )

// Which open payments and which transactions could belong together. Anybody can fill an account with either, so not every one
// is compared with every other: asset, amount and memo must fit exactly, and are looked up. Pure.

type Moved = Pick<LedgerTransfer, 'asset' | 'units' | 'memo'>

const keyOf = ({ asset, units, memo }: Moved): string =>
  `${units} ${asset.code} ${asset.issuer ?? ''} ${memo.kind} ${memo.value}`

const referenced = ({ wanted }: Open): string | undefined =>
  wanted.reference && keyOf({ ...wanted, memo: { kind: 'hash', value: wanted.reference } })

/** Of what was scanned, what can matter to one open payment, in the order of the scan. */
function scannedFor(scan: AgreedScan | undefined) {
  const all = (scan?.transactions ?? []).map((one, at) => ({ one, at }))
  const by_hash = new Map(all.map((each) => [each.one.transaction.hash, each]))
  // A transaction with a hundred operations is shown with those that fit.
  const moving = Map.groupBy(
    all.flatMap(({ one, at }) =>
      [...Map.groupBy(one.transaction.transfers, keyOf)].map(([key, transfers]) => ({
        key,
        at,
        one: { ...one, transaction: { ...one.transaction, transfers } },
      })),
    ),
    ({ key }) => key,
  )
  return (open: Open, seen: Parameters<typeof match>[2]): Found[] => {
    const reference = referenced(open)
    const named = namedBy(open.row).flatMap((hash) => by_hash.get(hash) ?? [])
    // Nothing binds it, so the first that fits says as much as all of them.
    const unbound = (moving.get(keyOf(open.wanted)) ?? []).find(
      ({ one }) => match({ ...open.row, wanted: open.wanted }, one.transaction, seen).ok,
    )
    const found = [
      ...(reference === undefined ? [] : (moving.get(reference) ?? [])),
      ...(unbound ? [unbound] : []),
      ...named,
    ]
    return [...new Map(found.map(({ at, one }) => [at, one]))].toSorted(([a], [b]) => a - b).map(([, one]) => one)
  }
}

/** The open payments that a movement could pay, if it were bound or nobody else's. */
function wantingIn(opens: readonly Open[]) {
  const wanted = opens.flatMap((open) =>
    [keyOf(open.wanted), referenced(open) ?? []].flat().map((key) => ({ key, open })),
  )
  const grouped = Map.groupBy(wanted, ({ key }) => key)
  const wanting = new Map([...grouped].map(([key, list]) => [key, list.map(({ open }) => open)]))
  const at = (transaction: LedgerTransaction, place: string): readonly Open[] => {
    const moved = transaction.transfers.find((transfer) => transfer.place === place)
    return (moved && wanting.get(keyOf(moved))) ?? []
  }
  const unpaid = new Map<string, ReadonlySet<Open>>()
  return {
    isWanted: (transaction: LedgerTransaction, place: string): boolean =>
      at(transaction, place).some((open) => fitsAt(open, transaction, place)),
    /** How many others are open besides the one. */
    rivalsOf(open: Open, transaction: LedgerTransaction, place: string): number {
      const name = `${transaction.hash} ${place}`
      const fitting =
        unpaid.get(name) ??
        new Set(at(transaction, place).filter((one) => paidOf(one.row) === null && fitsAt(one, transaction, place)))
      unpaid.set(name, fitting)
      return fitting.size - (fitting.has(open) ? 1 : 0)
    },
  }
}

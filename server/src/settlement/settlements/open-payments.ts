/** Rows of watched payments, as what the ledger must hold: exact units, a memo by its kind, and the ledgers still to be read. */
import { matchPayment, type WantedPayment } from '@pursestrings/protocol/match-payment'
import type { Network } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { LedgerReading } from '../../platform/egress/ledger/ledgers.ts'
import type { Anchor, WatchedRow } from './settlements.store.ts'

export interface Open {
  readonly row: WatchedRow
  readonly wanted: WantedPayment
  /** Ledgers after this one are still to be read for it. */
  readonly after: number
  /** Whether everything from before it was asked for up to there has been read, or lies before it. */
  readonly whole: boolean
  readonly from: number
}

/** As far as clocks may differ (rule svc.match.v2), and a ledger more. */
const EARLIER_S = 20n

interface Ledger {
  readonly network: Network
  readonly reading: Pick<LedgerReading, 'termsOf'>
}

/** Undefined where no transaction of this network could pay it. */
export function wantedOf({ network, reading }: Ledger, row: WatchedRow): WantedPayment | undefined {
  const { rail } = networkOf(network)
  const { asset, amount, address: to, decimals } = row
  const optional = {
    ...(row.issuer !== null && { issuer: row.issuer }),
    ...(row.contract !== null && { contract: row.contract }),
    ...(row.memo !== null && { memo: row.memo }),
    ...(row.reference !== null && { reference: row.reference }),
  }
  const payment = { rail, network, asset, amount, to, decimals, ...optional }
  const digest = row.facts_digest.toString('hex')
  const terms = reading.termsOf({ payment, expires_at: row.expires_at.toISOString() }, digest)
  if (terms === undefined) return undefined
  const { units, memo, referenced, max_time } = terms
  const created_at = BigInt(Math.floor(row.created_at.getTime() / 1000))
  const wanted = { network, to, asset: terms.asset, units, memo, created_at, max_time }
  return referenced ? { ...wanted, reference: digest } : wanted
}

/** Its window was read to the end. It may be open again, for a proof, and needs no ledger any more. */
export const isRead = ({ row, wanted }: Pick<Open, 'row' | 'wanted'>): boolean =>
  row.scan_closed_at !== null && row.scan_closed_at > wanted.max_time

/** From `oldest` on, sources have ledgers. Whoever needs older ones must not keep the others of its payee from being read. */
export function openOf(
  row: WatchedRow,
  wanted: WantedPayment,
  { anchors, oldest }: { anchors: readonly Anchor[]; oldest: number },
): Open {
  const open = begunOf(row, wanted, anchors)
  return isRead(open) || open.after + 1 >= oldest ? open : { ...open, after: oldest - 1, whole: false }
}

/** Where reading goes on, or begins: at the last known ledger from before the payment was asked for. */
function begunOf(row: WatchedRow, wanted: WantedPayment, anchors: readonly Anchor[]): Open {
  const [first] = anchors as [Anchor]
  if (row.scan_epoch === first.epoch && row.scan_through !== null)
    return {
      row,
      wanted,
      after: row.scan_through,
      whole: row.scan_whole ?? false,
      from: row.scan_from ?? row.scan_through,
    }
  const before = anchors.findLast(({ closed_at }) => closed_at + EARLIER_S <= wanted.created_at)
  const start = (before ?? first).sequence
  // The first ledger of all has nothing before it, and where it is the block 0, nothing in it.
  const whole = before !== undefined || start === 0
  const after = whole ? start : start - 1
  return { row, wanted, after, whole, from: after }
}

/** The movement that pays it, once known. */
export const paidOf = ({ ledger_outcome, paid_hash, paid_place }: WatchedRow) =>
  ledger_outcome === 'paid' && paid_hash !== null && paid_place !== null
    ? { transaction_hash: paid_hash, place: paid_place }
    : null

/** Every transaction that is looked up for a payment: what its wallet named, and what sources did not agree about. */
export const namedBy = (row: WatchedRow): string[] => [
  ...new Set([
    ...(row.reported_hash === null ? [] : [row.reported_hash.toLowerCase()]),
    ...row.proofs.map((proof) => proof.transaction_hash),
    ...row.doubts,
  ]),
]

/** Whether it would be this payment, if it were bound or nobody else's. */
export function fitsAt({ wanted }: Open, transaction: LedgerTransaction, place: string): boolean {
  const transfers = transaction.transfers.filter((transfer) => transfer.place === place)
  const payment = { ...transaction, transfers, network: wanted.network, closed_at: transaction.ledger.closed_at }
  return matchPayment(wanted, payment, { isOfAnother: () => false, isProven: () => false }).ok
}

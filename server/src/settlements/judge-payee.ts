/**
 * All open payments of one payee, judged side by side: what is reported claims before what is only found, and what fits
 * several is given to none. Pure, so that histories in numbers can be run through it.
 */
import { matchPayment } from '@countersign/contract/settlement/match-payment'
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Head, LedgerTransaction } from '../outside/ledger/ledger-source.ts'
import type { Agreed, AgreedScan } from './agree.ts'
import { judge, type Verdict } from './judge.ts'
import { type Open, paidOf } from './look-at-payments.ts'
import type { ClaimRow, WatchedRow } from './settlements.store.ts'

/** A wallet names its transaction before it sends it: what it may still be about to name is not guessed at. */
const INFER_AFTER_S = 10n

interface Seen {
  readonly opens: readonly Open[]
  readonly looked: ReadonlyMap<Uuid, Agreed | undefined>
  /** Undefined where too few sources could be read. */
  readonly scan: AgreedScan | undefined
  readonly head: Head
  readonly claims: readonly ClaimRow[]
  /** More payments to this payee may be asked for than are open here: then what is only found is left for later. */
  readonly behind?: boolean
}

export interface Judged {
  readonly open: Open
  readonly verdict: Verdict
  /** Where the next look goes on; undefined where nothing was read. */
  readonly through: { readonly sequence: number; readonly closed_at: bigint } | undefined
}

type Taken = ReadonlyMap<string, Uuid>
const nameOf = (hash: string, place: string): string => `${hash} ${place}`

export function judgePayee({ opens, looked, scan, head, claims, behind = false }: Seen): Judged[] {
  const taken = new Map(claims.map((claim) => [nameOf(claim.transaction_hash, claim.place), claim.payment_id]))
  const isYoung = ({ ledger }: LedgerTransaction) => behind || head.closed_at < ledger.closed_at + INFER_AFTER_S
  const rank = ({ row }: Open): number => (looked.get(row.payment_id)?.is === 'found' ? 0 : 1)
  const ordered = opens.toSorted((a, b) => rank(a) - rank(b) || Number(a.wanted.created_at - b.wanted.created_at))
  return ordered.map((open) => {
    const { row, wanted } = open
    const over = head.closed_at > wanted.max_time
    const verdict = judge(
      { ...row, wanted, paid: paidOf(row) },
      {
        looked: looked.get(row.payment_id),
        scan,
        whole_through: scan !== undefined && open.whole ? head : undefined,
        never_whole: over && !open.whole ? unreadBecause(row) : undefined,
        isClaimedByOther: (hash, place) => (taken.get(nameOf(hash, place)) ?? row.payment_id) !== row.payment_id,
        isYoung,
        fitsAnother: (transaction, place) =>
          opens.some((one) => one !== open && paidOf(one.row) === null && fitsAt(one, transaction, place, taken)),
      },
    )
    const { paid } = verdict.says ?? {}
    if (paid) taken.set(nameOf(paid.transaction.hash, paid.transfer.place), row.payment_id)
    return { open, verdict, through: scan && readThrough(open, scan, head, isYoung) }
  })
}

const unreadBecause = ({ ledger_reason }: WatchedRow) =>
  ledger_reason === 'ledger_reset' ? ('ledger_reset' as const) : ('history_gone' as const)

function fitsAt({ wanted, row }: Open, transaction: LedgerTransaction, place: string, taken: Taken): boolean {
  const transfers = transaction.transfers.filter((transfer) => transfer.place === place)
  const payment = { ...transaction, transfers, network: wanted.network, closed_at: transaction.ledger.closed_at }
  const claimed = (at: string) => (taken.get(nameOf(transaction.hash, at)) ?? row.payment_id) !== row.payment_id
  return matchPayment(wanted, payment, claimed).ok
}

/** Up to before the first thing that must be looked at again: what is contested or young, and what would pay. */
function readThrough(open: Open, scan: AgreedScan, head: Head, isYoung: (one: LedgerTransaction) => boolean) {
  const fits = (transaction: LedgerTransaction) =>
    transaction.transfers.some(({ place }) => fitsAt(open, transaction, place, new Map()))
  const again = [
    ...scan.contested.map(({ transaction }) => transaction),
    ...scan.transactions.map(({ transaction }) => transaction).filter((one) => isYoung(one) || fits(one)),
  ].map(({ ledger }) => ledger)
  const first = again.toSorted((a, b) => a.sequence - b.sequence)[0]
  if (first === undefined) return head
  const sequence = Math.max(open.after, Math.min(head.sequence, first.sequence - 1))
  return { sequence, closed_at: first.closed_at - 1n }
}

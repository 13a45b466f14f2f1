/** Rows of watched payments, as what the ledger must hold: exact units, a memo by its kind, and the ledgers still to be read. */
import type { WantedPayment } from '@countersign/contract/settlement/match-payment'
import { isNetwork, networkOf } from '@countersign/contract/wire/networks'
import { termsOf } from '@countersign/stellar/terms'
import type { Open } from './look-at-payments.ts'
import type { Anchor, WatchedRow } from './settlements.store.ts'

/** As far as clocks may differ (rule svc.match.v1), and a ledger more. */
const EARLIER_S = 20n

/** Undefined where no transaction of this network could pay it. */
export function wantedOf(network: string, row: WatchedRow): WantedPayment | undefined {
  if (!isNetwork(network)) return undefined
  const { rail } = networkOf(network)
  const { asset, amount, address: to, decimals } = row
  const optional = {
    ...(row.issuer !== null && { issuer: row.issuer }),
    ...(row.contract !== null && { contract: row.contract }),
    ...(row.memo !== null && { memo: row.memo }),
  }
  const payment = { rail, network, asset, amount, to, decimals, ...optional }
  const verdict = termsOf({ payment, expires_at: row.expires_at.toISOString() })
  if (!verdict.ok) return undefined
  const { units, memo, max_time } = verdict.terms
  const created_at = BigInt(Math.floor(row.created_at.getTime() / 1000))
  return { network, to, asset: verdict.terms.asset, units, memo, created_at, max_time }
}

/** Where reading goes on, or begins: at the last known ledger from before the payment was asked for. */
export function openOf(row: WatchedRow, wanted: WantedPayment, anchors: readonly Anchor[]): Open {
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
  // The first ledger of all has nothing before it.
  const whole = before !== undefined
  const after = whole ? start : start - 1
  return { row, wanted, after, whole, from: after }
}

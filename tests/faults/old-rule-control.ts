/**
 * The rule of before, as a control: a named payment that fits is given to whoever names it, and one that nobody named to the
 * only open request that it fits. It is the smallest model of it, and nothing uses it but the run that shows how a thief wins.
 */
import type { LedgerTransaction } from '../../server/src/platform/egress/ledger/ledger-source.ts'
import type { Open } from '../../server/src/settlement/settlements/open-payments.ts'
import type { Rule } from '../../server/test/thief-rounds.ts'

const EARLY_S = 10n

/** There were no references then: memos are left out. */
const fits = ({ wanted }: Open, { ledger, transfers }: LedgerTransaction): boolean =>
  transfers.some(({ to, units }) => to === wanted.to && units === wanted.units) &&
  ledger.closed_at + EARLY_S >= wanted.created_at &&
  ledger.closed_at <= wanted.max_time

export const oldRule: Rule = ({ opens, closed, head, claims }) => {
  const taken = new Map(claims.map((claim) => [claim.transaction_hash, claim.payment_id]))
  const open_ones = opens.filter(({ row }) => row.paid_hash === null)
  const given = new Map<Open, LedgerTransaction>()
  const give = (open: Open | undefined, transaction: LedgerTransaction) => {
    if (open === undefined || taken.has(transaction.hash)) return
    taken.set(transaction.hash, open.row.payment_id)
    given.set(open, transaction)
  }
  const byAge = open_ones.toSorted((a, b) => Number(a.wanted.created_at - b.wanted.created_at))
  for (const transaction of closed)
    give(
      byAge.find((open) => open.row.reported_hash === transaction.hash && fits(open, transaction)),
      transaction,
    )
  for (const transaction of closed) {
    const fitting = open_ones.filter((open) => fits(open, transaction))
    if (fitting.length === 1) give(fitting[0], transaction)
  }
  return opens.map((open) => {
    const transaction = given.get(open)
    const named = closed.find(({ hash }) => hash === open.row.reported_hash)
    const robbed = named !== undefined && (taken.get(named.hash) ?? open.row.payment_id) !== open.row.payment_id
    const paid = transaction && { hash: transaction.hash, place: 'op/0' }
    return {
      open,
      assurance: paid ? 'chain_observed' : robbed ? 'disputed' : null,
      paid,
      matched: undefined,
      reason: undefined,
      done: head.closed_at > open.wanted.max_time,
    }
  })
}

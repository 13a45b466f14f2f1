/**
 * Which open payments and which transactions could belong together. Anybody can fill an account with either, so not every one
 * is compared with every other: asset, amount and memo must fit exactly, and are looked up. Pure.
 */
import type { LedgerTransfer } from '@pursestrings/protocol/match-payment'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { AgreedScan } from './agree.ts'
import { type Found, match } from './binding.ts'
import { fitsAt, namedBy, type Open, paidOf } from './open-payments.ts'

type Moved = Pick<LedgerTransfer, 'asset' | 'units' | 'memo'>

const keyOf = ({ asset, units, memo }: Moved): string =>
  `${units} ${asset.code} ${asset.issuer ?? ''} ${memo.kind} ${memo.value}`

const referenced = ({ wanted }: Open): string | undefined =>
  wanted.reference && keyOf({ ...wanted, memo: { kind: 'hash', value: wanted.reference } })

/** Of what was scanned, what can matter to one open payment, in the order of the scan. */
export function scannedFor(scan: AgreedScan | undefined) {
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
  return (open: Open, isOfAnother: (transaction: LedgerTransaction, place: string) => boolean): Found[] => {
    const reference = referenced(open)
    const named = namedBy(open.row).flatMap((hash) => by_hash.get(hash) ?? [])
    // Nothing binds it, so the first that fits says as much as all of them.
    const unbound = (moving.get(keyOf(open.wanted)) ?? []).find(
      ({ one }) => match({ ...open.row, wanted: open.wanted }, one.transaction, { isOfAnother }).ok,
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
export function wantingIn(opens: readonly Open[]) {
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

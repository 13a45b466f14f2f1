/**
 * Payments that reached a payee and that no open payment can want: dust, wrong amounts, what was never asked for. Anybody can
 * send them, so they are told of the payee, and of none of its payments.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import type { Network } from '@pursestrings/protocol/network-names'
import { networkOf } from '@pursestrings/protocol/networks'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { AgreedScan } from './agree.ts'
import { namedBy, type Open } from './open-payments.ts'

export interface PayeeFinding {
  readonly transaction_hash: string
  readonly place: string
  readonly ledger: number
  readonly closed_at: string
  readonly amount: string
  readonly asset: string
  readonly issuer?: string
  readonly from: string
}

interface Around {
  /** Whether an open payment could be paid by it. */
  readonly isWanted: (transaction: LedgerTransaction, place: string) => boolean
  readonly isTaken: (transaction: LedgerTransaction, place: string) => boolean
  /** The payment whose reference it carries, open or not. */
  readonly ownerOf: (transaction: LedgerTransaction, place: string) => Uuid | undefined
}

interface Reached {
  readonly network: Network
  readonly payee: string
  readonly opens: readonly Open[]
  readonly scan: AgreedScan | undefined
}

export function payeeFindings(
  { network, payee, opens, scan }: Reached,
  { isWanted, isTaken, ownerOf }: Around,
): PayeeFinding[] {
  const { decimals } = networkOf(network)
  const named = new Set(opens.flatMap(({ row }) => namedBy(row)))
  // What came before anybody asked is nobody's business here.
  const since = opens.reduce((least, { wanted }) => (wanted.created_at < least ? wanted.created_at : least), 2n ** 62n)
  const here = new Set(opens.map(({ row }) => row.payment_id))
  return (scan?.transactions ?? []).flatMap(({ transaction }) => {
    if (named.has(transaction.hash) || transaction.ledger.closed_at < since) return []
    const unwanted = transaction.transfers.filter(({ to, kind, place }) => {
      if (to !== payee || kind === 'claimable_balance' || isTaken(transaction, place)) return false
      const owner = ownerOf(transaction, place)
      if (owner !== undefined && !here.has(owner)) return false
      return !isWanted(transaction, place)
    })
    return unwanted.map(({ place, units, asset, from }) => ({
      transaction_hash: transaction.hash,
      place,
      ledger: transaction.ledger.sequence,
      closed_at: new Date(Number(transaction.ledger.closed_at) * 1000).toISOString(),
      amount: formatUnits(units, decimals),
      asset: asset.code,
      ...(asset.issuer !== undefined && { issuer: asset.issuer }),
      from,
    }))
  })
}

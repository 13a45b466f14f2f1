/**
 * Payments that reached a payee and that no open payment can want: dust, wrong amounts, what was never asked for. Anybody can
 * send them, so they are told of the payee, and of none of its payments.
 */
import { readLedgerFindings } from '@pursestrings/contract/settlement/payee-operations'
import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { formatUnits } from '@pursestrings/protocol/amount'
import type pg from 'pg'
import { expectRecipient } from '../../payees/recipients/expect-recipient.ts'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import type { AgreedScan } from './agree.ts'
import { namedBy, type Open } from './open-payments.ts'
import { payeeFindingsFrom } from './settlements.reads.ts'

/** Of every Stellar asset. */
const DECIMALS = 7

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
  readonly payee: string
  readonly opens: readonly Open[]
  readonly scan: AgreedScan | undefined
}

export function payeeFindings({ payee, opens, scan }: Reached, { isWanted, isTaken, ownerOf }: Around): PayeeFinding[] {
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
      amount: formatUnits(units, DECIMALS),
      asset: asset.code,
      ...(asset.issuer !== undefined && { issuer: asset.issuer }),
      from,
    }))
  })
}

export const payeeFindingRoutes = (
  route: Route,
  { transactions, pool }: { transactions: Transactions; pool: pg.Pool },
) => {
  const findingsOf = payeeFindingsFrom(pool)
  route(readLedgerFindings, async ({ caller: { merchant_id }, params }) => {
    const recipient_id = uuidOf('rcp', params.recipient_id)
    await transactions.asTenant(merchant_id, (tx) => expectRecipient(tx, recipient_id))
    return findingsOf(merchant_id, recipient_id)
  })
}

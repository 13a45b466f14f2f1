/**
 * Which transaction on the ledger fits a payment, and what binds it. A payer's proof counts only for the operation that it
 * names, in a transaction that the same key signed. Pure.
 */
import {
  type BoundBy,
  type LedgerTransfer,
  matchPayment,
  type WantedPayment,
} from '@pursestrings/protocol/match-payment'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'
import type { LedgerReading } from '../../platform/egress/ledger/ledgers.ts'

/** By a key of the paying account; whether it signed was checked when the proof came. */
export interface Proof {
  readonly transaction_hash: string
  readonly place: string
  readonly account: string
  readonly signer: string
  readonly signature: string
}

export interface Found {
  readonly transaction: LedgerTransaction
  readonly observers: readonly string[]
}

export interface Paid extends Found {
  readonly transfer: LedgerTransfer
  readonly bound_by: BoundBy
  /** The proof that binds it, where one does. */
  readonly proof: Proof | undefined
}

/** It fits, and nothing shows that it was made for this payment. */
export interface LedgerMatch extends Found {
  readonly transfer: LedgerTransfer
  readonly named_before_close: boolean
  readonly rivals: number
}

/** What is known of the payment. */
export interface Bindable {
  readonly wanted: WantedPayment
  readonly reported_hash: string | null
  /** When the wallet first named a transaction. */
  readonly named_at: Date | null
  readonly proofs: readonly Proof[]
}

/** What is known of the other payments, and how the ledger shows who paid. */
export interface Others extends Pick<LedgerReading, 'isProofOf'> {
  /** Whether this movement pays another payment, or carries the reference of one. */
  readonly isOfAnother: (transaction: LedgerTransaction, place: string) => boolean
  /** How many other open payments this movement would fit. */
  readonly rivalsOf: (transaction: LedgerTransaction, place: string) => number
}

const proofOf = (
  { proofs }: Bindable,
  { transaction, place, isProofOf }: Pick<Others, 'isProofOf'> & { transaction: LedgerTransaction; place: string },
): Proof | undefined =>
  proofs.find(
    (proof) =>
      proof.transaction_hash === transaction.hash &&
      proof.place === place &&
      transaction.transfers.some((transfer) => transfer.place === place && isProofOf(proof, transaction, transfer)),
  )

export const match = (
  watched: Bindable,
  transaction: LedgerTransaction,
  seen: Pick<Others, 'isOfAnother' | 'isProofOf'>,
) =>
  matchPayment(
    watched.wanted,
    { ...transaction, network: watched.wanted.network, closed_at: transaction.ledger.closed_at },
    {
      isOfAnother: (place) => seen.isOfAnother(transaction, place),
      isProven: (place) => proofOf(watched, { ...seen, transaction, place }) !== undefined,
    },
  )

export function firstBound(watched: Bindable, seen: Others, found: readonly Found[]): Paid | undefined {
  for (const { transaction, observers } of found) {
    const verdict = match(watched, transaction, seen)
    if (!verdict.ok || verdict.bound_by === undefined) continue
    const { transfer, bound_by } = verdict
    const proof = proofOf(watched, { ...seen, transaction, place: transfer.place })
    return { transaction, transfer, observers, bound_by, proof }
  }
  return undefined
}

/** The one that the wallet named, or else the first. */
export function firstUnbound(watched: Bindable, seen: Others, found: readonly Found[]): LedgerMatch | undefined {
  const fitting = found.flatMap((one) => {
    const verdict = match(watched, one.transaction, seen)
    return verdict.ok && verdict.bound_by === undefined ? [{ ...one, transfer: verdict.transfer }] : []
  })
  const chosen = fitting.find(({ transaction }) => transaction.hash === watched.reported_hash) ?? fitting[0]
  if (chosen === undefined) return undefined
  const { transaction, transfer } = chosen
  const named_s =
    transaction.hash === watched.reported_hash ? (watched.named_at?.getTime() ?? Infinity) / 1000 : Infinity
  return {
    ...chosen,
    named_before_close: named_s < Number(transaction.ledger.closed_at),
    rivals: seen.rivalsOf(transaction, transfer.place),
  }
}

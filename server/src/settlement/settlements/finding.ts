/** Something about a payment that does not fit: its name, what was expected and what was seen. */
import { formatUnits } from '@pursestrings/protocol/amount'
import type { LedgerTransfer, MatchVerdict, WantedPayment } from '@pursestrings/protocol/match-payment'
import { networkOf } from '@pursestrings/protocol/networks'
import type { LedgerTransaction } from '../../platform/egress/ledger/ledger-source.ts'

export interface Finding {
  readonly reason: string
  /** Empty where no transaction is meant. */
  readonly transaction_hash: string
  readonly seen: Readonly<Record<string, unknown>>
  /** Whether an event tells it. Nobody is woken up for what a stranger did. */
  readonly has_event: boolean
  readonly transfer?: LedgerTransfer
  /** By how much it came before the payment was asked for. */
  readonly early_s?: bigint
}

const placeOf = ({ ledger, result_code }: LedgerTransaction) => ({
  ledger: ledger.sequence,
  closed_at: new Date(Number(ledger.closed_at) * 1000).toISOString(),
  result_code,
})

export const findingOf = (reason: string, transaction?: LedgerTransaction, more: object = {}): Finding => ({
  reason,
  transaction_hash: transaction?.hash ?? '',
  seen: { ...(transaction !== undefined && placeOf(transaction)), ...more },
  has_event: true,
})

export function mismatchFinding(
  wanted: WantedPayment,
  transaction: LedgerTransaction,
  { reason, mismatches, transfer }: Extract<MatchVerdict, { ok: false }>,
): Finding {
  const expected = shown(wanted, wanted)
  const seen = { ...placeOf(transaction), mismatches, expected, ...(transfer && { received: shown(transfer, wanted) }) }
  const early_s = wanted.created_at - transaction.ledger.closed_at
  return { reason, transaction_hash: transaction.hash, seen, has_event: true, early_s, ...(transfer && { transfer }) }
}

type Moved = Pick<LedgerTransfer, 'to' | 'asset' | 'units' | 'memo'>

const shown = ({ to, asset, units, memo }: Moved, { network }: WantedPayment) => ({
  to,
  asset: asset.code,
  ...(asset.issuer !== undefined && { issuer: asset.issuer }),
  amount: formatUnits(units, networkOf(network).decimals),
  memo_kind: memo.kind,
  memo: memo.value,
})

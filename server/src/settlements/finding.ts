/** Something about a payment that does not fit: its name, what was expected and what was seen. */

import type { LedgerTransfer, MatchVerdict, WantedPayment } from '@countersign/contract/settlement/match-payment'
import { formatUnits } from '@countersign/contract/wire/amount'
import { networkOf } from '@countersign/contract/wire/networks'
import type { LedgerTransaction } from '../outside/ledger/ledger-source.ts'

export interface Finding {
  readonly reason: string
  /** Empty where no transaction is meant. */
  readonly transaction_hash: string
  readonly seen: Readonly<Record<string, unknown>>
  readonly transfer?: LedgerTransfer
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
})

export function mismatchFinding(
  wanted: WantedPayment,
  transaction: LedgerTransaction,
  { reason, mismatches, transfer }: Extract<MatchVerdict, { ok: false }>,
): Finding {
  const expected = shown(wanted, wanted)
  const seen = { ...placeOf(transaction), mismatches, expected, ...(transfer && { received: shown(transfer, wanted) }) }
  return { reason, transaction_hash: transaction.hash, seen, ...(transfer && { transfer }) }
}

type Moved = Pick<LedgerTransfer, 'to' | 'asset' | 'units' | 'memo'>

const shown = ({ to, asset, units, memo }: Moved, { network }: WantedPayment) => ({
  to,
  asset: asset.code,
  ...(asset.issuer !== undefined && { issuer: asset.issuer }),
  amount: formatUnits(units, networkOf(network as 'stellar_testnet').decimals),
  memo_kind: memo.kind,
  memo: memo.value,
})

/** A transaction as its receipt shows it: the movements of the token, each with the nonce of the authorization that allowed it. */
import type { Receipt } from '@pursestrings/evm/json-rpc'
import { type Log, transfersIn } from '@pursestrings/evm/read-logs'
import { NO_MEMO } from '@pursestrings/protocol/match-payment'
import type { Head, LedgerTransaction } from '../ledger-source.ts'

interface Around {
  readonly ledger: Head
  readonly token: string
  readonly asset: string
}

export function readReceipt(receipt: Receipt, { ledger, token, asset }: Around): LedgerTransaction {
  const { transaction_hash: hash, successful } = receipt
  const its_logs = receipt.logs.filter(({ address }) => address.toLowerCase() === token.toLowerCase())
  const result_code = successful ? 'success' : 'reverted'
  return {
    hash,
    listed_hash: hash,
    successful,
    result_code,
    transfers: transfersIn(its_logs, token).map(({ index, from, to, units, nonce }) => ({
      place: placeOf(index),
      kind: 'payment',
      from,
      to,
      asset: { code: asset },
      units,
      memo: nonce === undefined ? NO_MEMO : { kind: 'hash', value: nonce },
    })),
    // Who may send it says nothing about who pays: an authorization is signed by itself.
    signed: { sources: [], signatures: [] },
    ledger,
    envelope: JSON.stringify(its_logs.map(shownLog)),
    result: result_code,
  }
}

export const placeOf = (index: number): string => `log/${index}`

/** Written alike, whichever node gave it. */
const shownLog = ({ address, topics, data, index }: Log) => ({
  log_index: index,
  address: address.toLowerCase(),
  topics,
  data,
})

type ShownLog = ReturnType<typeof shownLog>

/** Of what stands in the envelope: the movement, and the authorization that allowed it. */
export const logsAt = ({ envelope }: Pick<LedgerTransaction, 'envelope'>, place: string): ShownLog[] => {
  const logs = JSON.parse(envelope) as ShownLog[]
  const at = logs.findIndex(({ log_index }) => placeOf(log_index) === place)
  if (at === -1) return []
  return logs.slice(0, at + 1).filter(({ log_index }) => log_index >= (logs[at]?.log_index ?? 0) - 1)
}

/** The words about a transaction, the latest or those of one revision, for the agent that wrote them and the wallet that shows them. */

import { transactionIdAmbiguous } from '@countersign/contract/transaction-contexts/errors'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import type { ConnectionCaller, DeviceCaller } from '../credentials/callers.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { type ContextRow, selectOfConnection, selectOfDevice, type Wanted } from './transaction-contexts.store.ts'

interface Input {
  readonly transaction_id: string
  readonly connection_id?: string | undefined
  readonly revision?: number | undefined
}

export const readTransactionContext = async (
  transactions: Transactions,
  caller: ConnectionCaller | DeviceCaller,
  input: Input,
): Promise<ContextRow> => {
  const { transaction_id, revision } = input
  const connection_id = input.connection_id === undefined ? undefined : uuidOf('con', input.connection_id)
  const [found, another] = await foundBy(transactions, caller, { transaction_id, revision }, connection_id)
  if (!found) throw new Refusal(resourceNotFound)
  // Two agents' words under one name: to show either would be to guess which payment is meant.
  if (another) throw new Refusal(transactionIdAmbiguous)
  return found
}

const foundBy = async (
  transactions: Transactions,
  caller: ConnectionCaller | DeviceCaller,
  wanted: Wanted,
  connection_id: Uuid | undefined,
): Promise<ContextRow[]> => {
  if (caller.kind === 'device_token') {
    return transactions.asWallet(caller, (tx) => selectOfDevice(tx, wanted, connection_id))
  }
  const row = await transactions.asTenant(caller.merchant_id, (tx) =>
    selectOfConnection(tx, caller.connection_id, wanted),
  )
  // An agent has one connection: to name another is to ask for what is not there.
  return row && (connection_id ?? row.connection_id) === row.connection_id ? [row] : []
}

/** What an agent says that a purchase is about, revision by revision. */
import type { BodyOf } from '@pursestrings/contract/operation'
import { overridesIn, refusalOfOverrides } from '@pursestrings/contract/payment-requests/no-overrides'
import {
  CONTEXT_BYTES_MAX,
  type createTransactionContext,
  transactionIdAmbiguous,
} from '@pursestrings/contract/transaction-contexts/operations'
import { resourceNotFound } from '@pursestrings/contract/transport-errors'
import { idOf, newUuidFor, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { ConnectionCaller, DeviceCaller } from '../../platform/credentials/callers.ts'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { type Check, Refusal } from '../../platform/refusal.ts'
import {
  type ContextRow,
  insertRevision,
  lockTransaction,
  selectOfConnection,
  selectOfDevice,
  type Wanted,
} from './transaction-contexts.store.ts'

// A context's words are kept as they were sent, unless they name a payment fact; each sending is a revision.

/** The schema counts line items and references; none of its own names is a payment fact. */
const LIMITS = { bytes_max: CONTEXT_BYTES_MAX, keys_max: Number.POSITIVE_INFINITY }

export const checkWords: Check = ({ body: { transaction_id: _id, ...words } }) => {
  const issues = overridesIn('context', words, LIMITS)
  if (issues.length === 0) return
  const named = issues.map((i) => ({ ...i, field: i.field.replace(/^context\./, '') }))
  throw new Refusal(refusalOfOverrides(issues), { issues: named })
}

type AddTransactionContextInput = BodyOf<typeof createTransactionContext>

export const addTransactionContext = async (
  tx: TenantTx,
  { transaction_id = idOf('txn', newUuidFor(tx.merchant_id)), ...words }: AddTransactionContextInput,
  { connection_id, device_id }: { connection_id: Uuid; device_id: Uuid },
): Promise<ContextRow> => {
  await lockTransaction(tx, connection_id, transaction_id)
  return insertRevision(tx, { connection_id, device_id, transaction_id, words })
}

// The words about a transaction, the latest or those of one revision, for the agent that wrote them and the wallet that shows them.

interface ReadTransactionContextInput {
  readonly transaction_id: string
  readonly connection_id?: string | undefined
  readonly revision?: number | undefined
}

export const readTransactionContext = async (
  transactions: Transactions,
  caller: ConnectionCaller | DeviceCaller,
  input: ReadTransactionContextInput,
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

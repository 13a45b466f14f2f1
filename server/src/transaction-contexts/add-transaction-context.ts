/** A context's words are kept as they were sent, unless they name a payment fact (A12); each sending is a revision. */

import type { BodyOf } from '@countersign/contract/operation'
import { overridesIn, refusalOfOverrides } from '@countersign/contract/payment-requests/no-overrides'
import { type createTransactionContext } from '@countersign/contract/transaction-contexts/operations'
import { CONTEXT_BYTES_MAX } from '@countersign/contract/transaction-contexts/records'
import { idOf, newUuidFor, type Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { type Check, Refusal } from '../refusal.ts'
import { type ContextRow, insertRevision, lockTransaction } from './transaction-contexts.store.ts'

/** The schema counts line items and references; none of its own names is a payment fact. */
const LIMITS = { bytes_max: CONTEXT_BYTES_MAX, keys_max: Number.POSITIVE_INFINITY }

export const checkWords: Check = ({ body: { transaction_id: _id, ...words } }) => {
  const issues = overridesIn('context', words, LIMITS)
  if (issues.length === 0) return
  const named = issues.map((i) => ({ ...i, field: i.field.replace(/^context\./, '') }))
  throw new Refusal(refusalOfOverrides(issues), { issues: named })
}

type Input = BodyOf<typeof createTransactionContext>

export const addTransactionContext = async (
  tx: TenantTx,
  { transaction_id = idOf('txn', newUuidFor(tx.merchant_id)), ...words }: Input,
  { connection_id, device_id }: { connection_id: Uuid; device_id: Uuid },
): Promise<ContextRow> => {
  await lockTransaction(tx, connection_id, transaction_id)
  return insertRevision(tx, { connection_id, device_id, transaction_id, words })
}

import * as contract from '@countersign/contract/transaction-contexts/operations'
import type { Door } from '../http/door.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { addTransactionContext } from './add-transaction-context.ts'
import { readTransactionContext } from './read-transaction-context.ts'
import { contextOnWire } from './transaction-contexts.store.ts'

export const transactionContextRoutes = (door: Door, { transactions }: { transactions: Transactions }): void => {
  door(contract.createTransactionContext, async ({ caller, body }) => {
    const row = await transactions.asTenant(caller.merchant_id, (tx) => addTransactionContext(tx, body, caller))
    return { transaction_context: contextOnWire(row) }
  })

  door(contract.readTransactionContext, async ({ caller, params, query }) => {
    const asked = { transaction_id: params.transaction_id, connection_id: query.connection_id }
    return { transaction_context: contextOnWire(await readTransactionContext(transactions, caller, asked)) }
  })
}

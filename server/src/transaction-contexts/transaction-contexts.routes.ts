import * as contract from '@countersign/contract/transaction-contexts/operations'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { addTransactionContext, checkWords } from './add-transaction-context.ts'
import { readTransactionContext } from './read-transaction-context.ts'
import { contextOnWire } from './transaction-contexts.store.ts'

export const transactionContextRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(
    contract.createTransactionContext,
    async ({ caller, body }) => {
      const row = await transactions.asTenant(caller.merchant_id, (tx) => addTransactionContext(tx, body, caller))
      return { transaction_context: contextOnWire(row) }
    },
    [checkWords],
  )

  route(contract.readTransactionContext, async ({ caller, params, query }) => {
    const input = { transaction_id: params.transaction_id, ...query }
    return { transaction_context: contextOnWire(await readTransactionContext(transactions, caller, input)) }
  })
}

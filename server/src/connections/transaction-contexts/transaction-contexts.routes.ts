import * as contract from '@pursestrings/contract/transaction-contexts/operations'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { contextOnWire } from './transaction-contexts.store.ts'
import { addTransactionContext, checkWords, readTransactionContext } from './transaction-contexts.ts'

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

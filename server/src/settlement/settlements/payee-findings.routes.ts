import { readLedgerFindings } from '@pursestrings/contract/settlement/payee-operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { expectRecipient } from '../../payees/recipients/recipients.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { payeeFindingsFrom } from './settlements.reads.ts'

export const payeeFindingRoutes = (
  route: Route,
  { transactions, pool }: { transactions: Transactions; pool: pg.Pool },
) => {
  const findingsOf = payeeFindingsFrom(pool)
  route(readLedgerFindings, async ({ caller: { merchant_id }, params }) => {
    const recipient_id = uuidOf('rcp', params.recipient_id)
    await transactions.asTenant(merchant_id, (tx) => expectRecipient(tx, recipient_id))
    return findingsOf(merchant_id, recipient_id)
  })
}

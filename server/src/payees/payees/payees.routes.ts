import * as contract from '@pursestrings/contract/payees/operations'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import { lookUpPayees, readPayee, readPayeeRecord } from './read-payee.ts'

export const payeeRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.lookUpPayees, ({ query }) => transactions.asSystem((tx) => lookUpPayees(tx, query)))
  route(contract.readPayee, ({ params }) =>
    transactions.asSystem((tx) => readPayee(tx, uuidOf('rcp', params.recipient_id))),
  )
  route(contract.readPayeeRecord, ({ params, query }) =>
    transactions.asSystem((tx) =>
      readPayeeRecord(tx, {
        recipient_id: uuidOf('rcp', params.recipient_id),
        recipient_version_id: uuidOf('rcv', params.recipient_version_id),
        name: query.name,
      }),
    ),
  )
}

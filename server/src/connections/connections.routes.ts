import * as contract from '@countersign/contract/connections/operations'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, uuidOf } from '@countersign/contract/wire/ids'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Route } from '../http/route.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { revokeConnection, rotateConnectionToken, updateConnection } from './change-connection.ts'
import { connectionOnWire, selectConnection, selectConnectionOfTenant, selectConnections } from './connections.store.ts'

const idIn = (params: { connection_id: string }) => uuidOf('con', params.connection_id)

export const connectionRoutes = (route: Route, { transactions }: { transactions: Transactions }): void => {
  route(contract.listConnections, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('con', query)
    const rows = await transactions.asWallet(caller.device_id, (tx) => selectConnections(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('con', last.connection_id))
    return { connections: records.map(connectionOnWire), next_cursor }
  })

  route(contract.readCurrentConnection, async ({ caller: { merchant_id, connection_id } }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => selectConnectionOfTenant(tx, connection_id))
    return { connection: connectionOnWire(row) }
  })

  route(contract.readConnection, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => selectConnection(tx, idIn(params)))
    if (!row) throw new Refusal(resourceNotFound)
    return { connection: connectionOnWire(row) }
  })

  route(contract.updateConnection, async ({ caller, params, body }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => updateConnection(tx, idIn(params), body))
    return { connection: connectionOnWire(row) }
  })

  route(contract.revokeConnection, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => revokeConnection(tx, idIn(params)))
    return { connection: connectionOnWire(row) }
  })

  route(contract.rotateConnectionToken, async ({ caller, params }) => {
    const { connection, connection_token } = await transactions.asWallet(caller.device_id, (tx) =>
      rotateConnectionToken(tx, idIn(params)),
    )
    return { connection: connectionOnWire(connection), connection_token }
  })
}

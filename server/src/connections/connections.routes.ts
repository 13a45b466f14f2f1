import * as contract from '@countersign/contract/connections/operations'
import { resourceNotFound } from '@countersign/contract/transport-errors'
import { idOf, uuidOf } from '@countersign/contract/wire/ids'
import type { Door } from '../http/door.ts'
import { beforeCursor, pageOf } from '../http/page.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { revokeConnection, rotateConnectionToken, updateConnection } from './change-connection.ts'
import { connectionOnWire, selectConnection, selectConnectionOfTenant, selectConnections } from './connections.store.ts'

const idIn = (params: { connection_id: string }) => uuidOf('con', params.connection_id)

export const connectionRoutes = (door: Door, { transactions }: { transactions: Transactions }): void => {
  door(contract.listConnections, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('con', query)
    const rows = await transactions.asWallet(caller.device_id, (tx) => selectConnections(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('con', last.connection_id))
    return { connections: records.map(connectionOnWire), next_cursor }
  })

  door(contract.readCurrentConnection, async ({ caller: { merchant_id, connection_id } }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => selectConnectionOfTenant(tx, connection_id))
    return { connection: connectionOnWire(row) }
  })

  door(contract.readConnection, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => selectConnection(tx, idIn(params)))
    if (!row) throw new Refusal(resourceNotFound)
    return { connection: connectionOnWire(row) }
  })

  door(contract.updateConnection, async ({ caller, params, body }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => updateConnection(tx, idIn(params), body))
    return { connection: connectionOnWire(row) }
  })

  door(contract.revokeConnection, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller.device_id, (tx) => revokeConnection(tx, idIn(params)))
    return { connection: connectionOnWire(row) }
  })

  door(contract.rotateConnectionToken, async ({ caller, params }) => {
    const { connection, connection_token } = await transactions.asWallet(caller.device_id, (tx) =>
      rotateConnectionToken(tx, idIn(params)),
    )
    return { connection: connectionOnWire(connection), connection_token }
  })
}

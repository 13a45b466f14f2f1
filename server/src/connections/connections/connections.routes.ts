import * as contract from '@pursestrings/contract/connections/operations'
import { revokeDevice as revokeLinkedDevice } from '@pursestrings/contract/devices/link-operations'
import { revokeCurrentDevice } from '@pursestrings/contract/devices/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { activePayees } from '../../payees/recipients/active-payees.ts'
import { actorOf } from '../../platform/credentials/actor-of.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import {
  endConnection,
  renewConnectionToken,
  revokeConnection,
  rotateConnectionToken,
  updateConnection,
} from './change-connection.ts'
import {
  connectionOnWire,
  countConnectionsOfTenant,
  selectConnectionOfTenant,
  selectConnections,
  selectConnectionsOfTenant,
} from './connections.store.ts'

import { revokeDevice, revokeForMerchant } from './revoke-connections.ts'

const idIn = (params: { connection_id: string }) => uuidOf('con', params.connection_id)

export const connectionRoutes = (
  route: Route,
  { transactions, base_url }: { transactions: Transactions; base_url: string },
): void => {
  route(contract.listConnections, async ({ caller, query }) => {
    const { before, limit } = beforeCursor('con', query)
    const rows = await transactions.asWallet(caller, (tx) => selectConnections(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('con', last.connection_id))
    return { connections: records.map(connectionOnWire), next_cursor }
  })

  route(contract.listConnectionsForMerchant, async ({ caller, query: { asked_by, status, ...query } }) => {
    const { before, limit } = beforeCursor('con', query)
    const wanted = {
      ...(asked_by !== undefined && { agent_id: uuidOf('agt', asked_by) }),
      ...(status !== undefined && { status }),
    }
    const [rows, counts] = await transactions.asTenant(caller.merchant_id, async (tx) => [
      await selectConnectionsOfTenant(tx, wanted, before, limit + 1),
      await countConnectionsOfTenant(tx, wanted),
    ])
    const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('con', last.connection_id))
    return { connections: records.map(connectionOnWire), next_cursor, counts }
  })

  route(contract.revokeConnectionForMerchant, async ({ caller, params }) => {
    const input = { connection_id: idIn(params), actor: actorOf(caller) }
    const row = await transactions.asTenant(caller.merchant_id, (tx) => revokeForMerchant(tx, input))
    return { connection: connectionOnWire(row) }
  })

  route(contract.readCurrentConnection, async ({ caller: { merchant_id, connection_id } }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => selectConnectionOfTenant(tx, connection_id))
    return { connection: connectionOnWire(row) }
  })

  route(contract.listConnectionRecipients, async ({ caller: { merchant_id }, query }) => {
    const { before, limit } = beforeCursor('rcp', query)
    const rows = await transactions.asTenant(merchant_id, (tx) => activePayees(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => last.recipient_id)
    return { recipients: records, next_cursor }
  })

  route(contract.endCurrentConnection, async ({ caller: { merchant_id, connection_id } }) => {
    const row = await transactions.asTenant(merchant_id, (tx) => endConnection(tx, connection_id))
    return { connection: connectionOnWire(row) }
  })

  route(revokeCurrentDevice, ({ caller }) => transactions.asWallet(caller, revokeDevice))

  // A device of another wallet is not there: the wallet of the transaction is the caller's.
  route(revokeLinkedDevice, ({ caller: { wallet_id }, params }) =>
    transactions.asWallet({ device_id: uuidOf('dev', params.device_id), wallet_id }, revokeDevice),
  )

  route(contract.updateConnection, async ({ caller, params, body }) => {
    const row = await transactions.asWallet(caller, (tx) => updateConnection(tx, idIn(params), body, base_url))
    return { connection: connectionOnWire(row) }
  })

  route(contract.revokeConnection, async ({ caller, params }) => {
    const row = await transactions.asWallet(caller, (tx) => revokeConnection(tx, idIn(params)))
    return { connection: connectionOnWire(row) }
  })

  route(contract.renewConnectionToken, async ({ caller: { merchant_id, agent_id }, params }) => {
    const { connection, connection_token } = await transactions.asTenant(merchant_id, (tx) =>
      renewConnectionToken(tx, { agent_id, connection_id: idIn(params) }),
    )
    return { connection: connectionOnWire(connection), connection_token }
  })

  route(contract.rotateConnectionToken, async ({ caller, params }) => {
    const { connection, connection_token } = await transactions.asWallet(caller, (tx) =>
      rotateConnectionToken(tx, idIn(params)),
    )
    return { connection: connectionOnWire(connection), connection_token }
  })
}

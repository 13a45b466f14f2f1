import * as contract from '@pursestrings/contract/connections/operations'
import { revokeDevice as revokeDeviceOperation } from '@pursestrings/contract/devices/operations'
import { idOf, uuidOf } from '@pursestrings/contract/wire/ids'
import { CURRENT } from '@pursestrings/contract/wire/inputs'
import { activePayees } from '../../payees/recipients/read-payees.ts'
import { actorOf, type CallerOf } from '../../platform/credentials/callers.ts'
import { beforeCursor, pageOf } from '../../platform/http/page.ts'
import type { Route } from '../../platform/http/route.ts'
import type { Transactions, WalletTx } from '../../platform/postgres/transaction.ts'
import {
  endConnection,
  renewConnectionToken,
  revokeConnection,
  rotateConnectionToken,
  updateConnection,
} from './change-connection.ts'
import { ownConnection } from './connections.reads.ts'
import {
  type ConnectionRow,
  connectionOnWire,
  countConnectionsOfTenant,
  selectConnections,
  selectConnectionsOfTenant,
} from './connections.store.ts'
import { revokeDevice, revokeForMerchant } from './revoke-connections.ts'

const idIn = (params: { connection_id: string }) => uuidOf('con', params.connection_id)

interface Deps {
  readonly transactions: Transactions
  readonly base_url: string
  /** With its policies. */
  readonly stopWallet: (
    tx: WalletTx,
    how: { undo_jws: string | undefined; issuer: string },
  ) => Promise<{ stopped_at: string | null }>
}

export const connectionRoutes = (route: Route, { transactions, base_url, stopWallet }: Deps): void => {
  route(contract.listConnections, async ({ caller, query: { asked_by, status, ...query } }) => {
    const { before, limit } = beforeCursor('con', query)
    const listed = (rows: ConnectionRow[]) => {
      const { records, next_cursor } = pageOf(rows, limit, (last) => idOf('con', last.connection_id))
      return { connections: records.map(connectionOnWire), next_cursor }
    }
    if (caller.kind === 'device_token') {
      return listed(await transactions.asWallet(caller, (tx) => selectConnections(tx, before, limit + 1)))
    }
    const wanted = {
      ...(asked_by !== undefined && { agent_id: uuidOf('agt', asked_by) }),
      ...(status !== undefined && { status }),
    }
    const [rows, counts] = await transactions.asTenant(caller.merchant_id, async (tx) => [
      await selectConnectionsOfTenant(tx, wanted, before, limit + 1),
      await countConnectionsOfTenant(tx, wanted),
    ])
    return { ...listed(rows), counts }
  })

  route(contract.listConnectionRecipients, async ({ caller: { merchant_id }, query }) => {
    const { before, limit } = beforeCursor('rcp', query)
    const rows = await transactions.asTenant(merchant_id, (tx) => activePayees(tx, before, limit + 1))
    const { records, next_cursor } = pageOf(rows, limit, (last) => last.recipient_id)
    return { recipients: records, next_cursor }
  })

  // A device of another wallet is not there: the wallet of the transaction is the caller's.
  route(revokeDeviceOperation, ({ caller: { wallet_id, device_id: own }, params }) => {
    const device_id = params.device_id === CURRENT ? own : uuidOf('dev', params.device_id)
    return transactions.asWallet({ device_id, wallet_id }, revokeDevice)
  })

  route(contract.updateConnection, async ({ caller, params, body }) => {
    const row = await transactions.asWallet(caller, (tx) => updateConnection(tx, idIn(params), body, base_url))
    return { connection: connectionOnWire(row) }
  })

  route(contract.stopWallet, ({ caller, body: { undo_jws } }) =>
    transactions.asWallet(caller, (tx) => stopWallet(tx, { undo_jws, issuer: base_url })),
  )

  const revoked = (caller: CallerOf<typeof contract.revokeConnection>, named: string): Promise<ConnectionRow> => {
    const { asTenant, asWallet } = transactions
    switch (caller.kind) {
      case 'device_token':
        return asWallet(caller, (tx) => revokeConnection(tx, uuidOf('con', named)))
      case 'connection_token':
        return asTenant(caller.merchant_id, (tx) => endConnection(tx, ownConnection(caller, named)))
      default: {
        const input = { connection_id: uuidOf('con', named), actor: actorOf(caller) }
        return asTenant(caller.merchant_id, (tx) => revokeForMerchant(tx, input))
      }
    }
  }

  route(contract.revokeConnection, async ({ caller, params }) => ({
    connection: connectionOnWire(await revoked(caller, params.connection_id)),
  }))

  route(contract.rotateConnectionToken, async ({ caller, params }) => {
    const connection_id = idIn(params)
    const { connection, connection_token } =
      caller.kind === 'device_token'
        ? await transactions.asWallet(caller, (tx) => rotateConnectionToken(tx, connection_id))
        : await transactions.asTenant(caller.merchant_id, (tx) =>
            renewConnectionToken(tx, { agent_id: caller.agent_id, connection_id }),
          )
    return { connection: connectionOnWire(connection), connection_token }
  })
}

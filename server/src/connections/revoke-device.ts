/**
 * A lost or sold device: its token opens nothing from the answer on, and its connections end with it. The device is held
 * first, so that no invitation that it approved becomes a connection afterwards.
 */
import { removeDeviceToken } from '../credentials/device-token.ts'
import { markDeviceRevoked } from '../devices/mark-revoked.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { revokeConnection } from './change-connection.ts'
import { selectOpenConnections } from './connections.store.ts'

export const revokeDevice = async (tx: WalletTx) => {
  const device = await markDeviceRevoked(tx)
  await removeDeviceToken(tx)
  const open = await selectOpenConnections(tx)
  for (const { connection_id } of open) await revokeConnection(tx, connection_id)
  return { device, connections_ended: open.length }
}

/**
 * A lost or sold device: its token opens nothing from the answer on, and with the last device of a wallet its connections end.
 * The wallet is held first, so that no invitation that was approved becomes a connection afterwards.
 */
import { removeDeviceToken } from '../credentials/device-token.ts'
import { markDeviceRevoked } from '../devices/mark-revoked.ts'
import type { WalletTx } from '../postgres/transaction.ts'
import { revokeConnection } from './change-connection.ts'
import { selectOpenConnections } from './connections.store.ts'

export const revokeDevice = async (tx: WalletTx) => {
  const { device, is_last } = await markDeviceRevoked(tx)
  await removeDeviceToken(tx)
  if (!is_last) return { device, connections_ended: 0 }
  const open = await selectOpenConnections(tx)
  for (const { connection_id } of open) await revokeConnection(tx, connection_id)
  return { device, connections_ended: open.length }
}

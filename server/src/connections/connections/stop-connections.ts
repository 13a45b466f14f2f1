/**
 * One press stops all that is connected to a wallet. Its row is held first: whatever is being connected or resumed is either paused
 * here, or finds the wallet stopped. Creates and claims meet the stop at the connection that they hold.
 */
import type { WalletTx } from '../../platform/postgres/transaction.ts'
import { holdStoppedAt, markStopped } from '../devices/devices.ts'
import { appendConnectionEvents } from './change-connection.ts'
import { moveConnectionsOfWallet } from './connections.store.ts'
import { checkStopUndo } from './decision-signature.ts'

const move = async (tx: WalletTx, to: 'paused' | 'active'): Promise<void> =>
  appendConnectionEvents(tx, await moveConnectionsOfWallet(tx, to), to === 'paused' ? 'paused' : 'resumed')

/** Since when it is stopped. */
export const stopConnections = async (tx: WalletTx): Promise<Date | null> => {
  const stopped_at = await markStopped(tx, true)
  await move(tx, 'paused')
  return stopped_at
}

/** By a device with its key, and only the stop that it signed for. Nothing where the wallet goes on already. */
export const resumeConnections = async (tx: WalletTx, undo_jws: string, issuer: string): Promise<void> => {
  const stopped_at = await holdStoppedAt(tx)
  if (stopped_at === null) return
  await checkStopUndo(tx, undo_jws, { issuer, stopped_at })
  await markStopped(tx, false)
  await move(tx, 'active')
}

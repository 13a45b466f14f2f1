/**
 * What the user's decisions say of a connection: several rejections in a row within a while pause it, since a wallet is not
 * to be worn down by asking again. Anything else that the wallet reports of a request ends the row; what expires or is taken
 * back says nothing of the user, and changes nothing. Only the user resumes the connection, in the wallet.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { TenantTx } from '../postgres/transaction.ts'
import { appendConnectionEvent } from './append-connection-event.ts'
import { addRejection, forgetRejections, pauseAfterRejections } from './connections.store.ts'

export interface PauseAfter {
  /** So many rejections in a row … */
  readonly max: number
  /** … of which the first is at most so long ago. */
  readonly within_s: number
}

/** Of a connection that is held, in the transaction that moves the request. */
export const noteDecision = async (
  tx: TenantTx,
  connection_id: Uuid,
  { rejected, rejections }: { rejected: boolean; rejections: PauseAfter },
): Promise<void> => {
  if (!rejected) return forgetRejections(tx, connection_id)
  const { status, in_row, lasted_s } = await addRejection(tx, connection_id, rejections.max)
  if (status !== 'active' || in_row < rejections.max || lasted_s > rejections.within_s) return
  await appendConnectionEvent(tx, await pauseAfterRejections(tx, connection_id), 'paused')
}

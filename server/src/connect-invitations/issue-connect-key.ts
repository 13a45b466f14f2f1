/**
 * A wallet hands out a key. What can come to wait for its decision stays within bounds from here on: every open key may
 * become a pending invitation without asking again, so both are counted together (A8).
 */

import { newConnectKey } from '@countersign/contract/connect-invitations/connect-key'
import { tooManyInvitations } from '@countersign/contract/connect-invitations/errors'
import { OPEN_KEYS_MAX, PENDING_INVITATIONS_MAX } from '@countersign/contract/connect-invitations/records'
import type { WalletTx } from '../postgres/transaction.ts'
import { Refusal } from '../refusal.ts'
import { forgetOldInvitations } from './connect-invitations.store.ts'
import { insertConnectKey, keepNewestKeys } from './connect-keys.store.ts'
import { countWaiting, oneAtATime } from './waiting.store.ts'

export const issueConnectKey = async (tx: WalletTx): Promise<{ key: string; expires_at: string }> => {
  await oneAtATime(tx)
  await forgetOldInvitations(tx)
  const { pending } = await countWaiting(tx)
  await keepNewestKeys(tx, Math.max(0, Math.min(OPEN_KEYS_MAX, PENDING_INVITATIONS_MAX - pending) - 1))
  const key = newConnectKey()
  const expires_at = await insertConnectKey(tx, key)
  // A claim in between only turns an open key into a pending invitation: the sum of this moment cannot grow.
  const waiting = await countWaiting(tx)
  if (waiting.pending + waiting.open > PENDING_INVITATIONS_MAX) throw new Refusal(tooManyInvitations)
  return { key, expires_at: expires_at.toISOString() }
}

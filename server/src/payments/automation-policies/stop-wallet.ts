/**
 * The user stops the whole wallet, or undoes that: its connections and its policies, in one transaction. The connections are held
 * first, as everybody holds them. What was paused before the stop stays paused when it is undone.
 */
import { resumeConnections, stopConnections } from '../../connections/connections/stop-connections.ts'
import type { WalletTx } from '../../platform/postgres/transaction.ts'
import { insertPolicyChanges, movePoliciesOfWallet } from './automation-policies.store.ts'
import { termsView } from './policy-view.ts'

/** `undo_jws` is what a device signed to undo it. */
export const stopWallet = (
  tx: WalletTx,
  { undo_jws, issuer }: { readonly undo_jws: string | undefined; readonly issuer: string },
): Promise<{ stopped_at: string | null }> => (undo_jws === undefined ? stop(tx) : undoStop(tx, undo_jws, issuer))

export const stop = async (tx: WalletTx): Promise<{ stopped_at: string | null }> => {
  const stopped_at = await stopConnections(tx)
  await move(tx, 'paused')
  return { stopped_at: stopped_at?.toISOString() ?? null }
}

const undoStop = async (tx: WalletTx, undo_jws: string, issuer: string): Promise<{ stopped_at: null }> => {
  await resumeConnections(tx, undo_jws, issuer)
  await move(tx, 'active')
  return { stopped_at: null }
}

const move = async (tx: WalletTx, to: 'paused' | 'active'): Promise<void> => {
  const change = to === 'paused' ? 'paused' : 'resumed'
  const policies = await movePoliciesOfWallet(tx, to)
  await insertPolicyChanges(
    tx,
    policies.map((policy) => ({ policy, change, actor: 'wallet', terms: termsView(policy) })),
  )
}

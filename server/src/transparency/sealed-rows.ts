/** How many rows each sealing key sealed, whatever they are: a key may go once there are none. */
import { countSealedSubscriptions } from '../connections/push/push-subscriptions.store.ts'
import { countSealed } from '../delivery/webhooks/endpoints/reseal-secrets.worker.ts'
import type { SystemTx } from '../platform/postgres/transaction.ts'

export const sealedRows = async (tx: SystemTx): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map(await countSealed(tx))
  for (const [key_id, n] of await countSealedSubscriptions(tx)) counts.set(key_id, (counts.get(key_id) ?? 0) + n)
  return counts
}

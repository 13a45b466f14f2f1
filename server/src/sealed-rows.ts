/** How many rows each sealing key sealed, whatever they are: a key may go once there are none. */
import type { SystemTx } from './postgres/transaction.ts'
import { countSealedSubscriptions } from './push/push-subscriptions.store.ts'
import { countSealed } from './webhooks/endpoints/sealed.store.ts'

export const sealedRows = async (tx: SystemTx): Promise<ReadonlyMap<string, number>> => {
  const counts = new Map(await countSealed(tx))
  for (const [key_id, n] of await countSealedSubscriptions(tx)) counts.set(key_id, (counts.get(key_id) ?? 0) + n)
  return counts
}

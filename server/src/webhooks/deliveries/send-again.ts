/** After a restored backup: every pending delivery is due at once, also one that some process held or that was to wait. */
import type { SystemTx } from '../../postgres/transaction.ts'

export const sendPendingAgain = async ({ client }: SystemTx): Promise<number> => {
  const text = `update webhook_due set state = 'ready', holder = null, claim = claim + 1, due_at = now()`
  return (await client.query(text)).rowCount ?? 0
}

/** After a restored backup: a pairing that waits may be over already, or have been locked. Its agent starts another one. */
import type { SystemTx } from '../postgres/transaction.ts'

export const endPairings = async ({ client }: SystemTx): Promise<void> => {
  await client.query('update pairing_sessions set expires_at = now() where expires_at > now()')
}

/** Statements that remove devices which nobody needs. */
import type { SystemTx } from '../postgres/transaction.ts'

/** How many it removed, with their tokens and keys. */
export const deleteUnusedDevices = async (
  { client }: SystemTx,
  { unused_days, at_most }: { unused_days: number; at_most: number },
): Promise<number> => {
  const text = 'select forget_unused_devices($1, $2) as removed'
  const { rows } = await client.query<{ removed: number }>(text, [unused_days, at_most])
  return rows[0]?.removed ?? 0
}

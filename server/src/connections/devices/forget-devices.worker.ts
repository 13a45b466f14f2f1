/** What time ends: replaced tokens of devices, and devices that never connected. */
import { endReplacedDeviceTokens } from '../../platform/credentials/device-token.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { SystemTx, Transactions } from '../../platform/postgres/transaction.ts'

// Ten minutes after a rotation the old token is dead everywhere, whether or not the new one was used.

const EVERY_MS = 10_000

export const endReplacedTokens = (jobs: Jobs, { transactions }: { transactions: Transactions }): void =>
  jobs.every(EVERY_MS, 'end-replaced-tokens', () => transactions.asSystem(endReplacedDeviceTokens))

// Statements that remove devices which nobody needs.

/** How many it removed, with their tokens and keys. */
const deleteUnusedDevices = async (
  { client }: SystemTx,
  { unused_days, at_most }: { unused_days: number; at_most: number },
): Promise<number> => {
  const text = 'select forget_unused_devices($1, $2) as removed'
  const { rows } = await client.query<{ removed: number }>(text, [unused_days, at_most])
  return rows[0]?.removed ?? 0
}

// Devices that never connected, and that nobody has used for 90 days, are forgotten: every table has a bound.

const UNUSED_DAYS = 90
const AT_ONCE = 500

export const forgetUnusedDevices = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('unused-devices', async () => {
    const which = { unused_days: UNUSED_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteUnusedDevices(tx, which))) === AT_ONCE);
  })

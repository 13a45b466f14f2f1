/** Devices that never connected, and that nobody has used for 90 days, are forgotten: every table has a bound (I12). */
import type { Jobs } from '../jobs/jobs.ts'
import type { Transactions } from '../postgres/transaction.ts'
import { deleteUnusedDevices } from './unused-devices.store.ts'

const UNUSED_DAYS = 90
const AT_ONCE = 500

export const forgetUnusedDevices = (jobs: Jobs, { transactions }: { transactions: Transactions }): Promise<void> =>
  jobs.work('unused-devices', async () => {
    const which = { unused_days: UNUSED_DAYS, at_most: AT_ONCE }
    while ((await transactions.asSystem((tx) => deleteUnusedDevices(tx, which))) === AT_ONCE);
  })

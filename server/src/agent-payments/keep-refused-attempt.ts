/**
 * An attempt that its policy refused is kept, so that people can see what was asked and decide. A connection keeps a few a
 * minute and a day: an agent that asks in vain all day fills no table, and what is left out is counted at the newest one.
 */
import type { TenantTx } from '../postgres/transaction.ts'
import { countNotKept, insertRefusedAttempt, type NewRefusedAttempt, recentAttempts } from './refused-attempts.store.ts'

export const KEPT_A_MINUTE = 10
const KEPT_A_DAY = 200

export const keepRefusedAttempt = async (tx: TenantTx, attempt: NewRefusedAttempt): Promise<void> => {
  const { newest, of_minute, of_day } = await recentAttempts(tx, attempt.connection_id, KEPT_A_DAY)
  const full = of_minute >= KEPT_A_MINUTE || of_day >= KEPT_A_DAY
  if (full && newest !== null) await countNotKept(tx, newest)
  else await insertRefusedAttempt(tx, attempt)
}

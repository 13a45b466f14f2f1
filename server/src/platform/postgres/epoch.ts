/**
 * Which history the database holds. It grows by one when a restored backup is opened: what was handed out after the backup is
 * then unknown here, and nothing of it may count again.
 */
import type pg from 'pg'
import type { SystemTx } from './transaction.ts'

/** By how much counters that readers see move on with each epoch. */
export const EPOCH_JUMP = 1_000_000

export interface Epoch {
  readonly epoch: number
  readonly began_at: Date
}

export const readEpoch = async (on: Pick<pg.Pool, 'query'>): Promise<Epoch> => {
  const { rows } = await on.query<Epoch>('select epoch, began_at from service_epoch order by epoch desc limit 1')
  const [newest] = rows
  if (!newest) throw new Error('service_epoch has no row: run `pursestrings-server migrate`')
  return newest
}

export const beginEpoch = async ({ client }: SystemTx, epoch: number, reason: string): Promise<void> => {
  await client.query('insert into service_epoch (epoch, reason) values ($1, $2)', [epoch, reason])
}

/**
 * Changes of the schema wait briefly for their locks, since everybody else queues behind them meanwhile. What did not get
 * its locks is rolled back and tried again, after a pause that grows and differs.
 */
import { setTimeout as pause } from 'node:timers/promises'

export const LOCK_TIMEOUT_MS = 2_000
const TRIES = 10
/** No lock in time, a deadlock, or a row of the catalogue that somebody else changed at the same moment. */
const IN_THE_WAY = /^(55P03|40P01)$/
const CATALOGUE_CHANGED = 'tuple concurrently updated'

interface Options {
  readonly pause_ms?: number
  readonly onRetry?: (() => void) | undefined
}

export const retryOnLock = async <T>(
  attempt: () => Promise<T>,
  { pause_ms = 100, onRetry }: Options = {},
): Promise<T> => {
  for (let tries = 1; ; tries++) {
    try {
      return await attempt()
    } catch (error) {
      const { code, message } = error as { code?: string; message: string }
      if (tries === TRIES || !(IN_THE_WAY.test(code ?? '') || message.includes(CATALOGUE_CHANGED))) throw error
      onRetry?.()
      await pause(pause_ms * tries * (0.5 + Math.random()))
    }
  }
}

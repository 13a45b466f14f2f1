/**
 * Turns of a queue, one at a time: at a ring, at the poll, and again while a turn says that there is more. Unless a turn
 * got what it asked for, a pause as long as the turn follows, so that looking never keeps the database busy.
 */
import { setTimeout as sleep } from 'node:timers/promises'

/** `all`: what it asked for, or nearly. `some`: there may be more. */
export type Got = 'all' | 'some' | 'none'

export interface Attending {
  wake(): void
  stop(): Promise<void>
}

export const attend = (poll_ms: number, turn: () => Promise<Got>, onFault: (error: unknown) => void): Attending => {
  const stopping = new AbortController()
  let ring = Promise.withResolvers<void>()
  const turns = async () => {
    while (!stopping.signal.aborted) {
      ring = Promise.withResolvers<void>()
      const began = performance.now()
      const got = await turn().catch((error: unknown): Got => {
        onFault(error)
        return 'none'
      })
      if (got === 'all') continue
      await sleep(Math.min(performance.now() - began, poll_ms))
      if (got === 'some') continue
      const poll = new AbortController()
      await Promise.race([ring.promise, sleep(poll_ms, undefined, { signal: poll.signal }).catch(() => {})])
      poll.abort()
    }
  }
  const ended = turns()
  return {
    wake: () => ring.resolve(),
    stop() {
      stopping.abort()
      ring.resolve()
      return ended
    },
  }
}

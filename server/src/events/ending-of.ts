/** When a wait is over before it has succeeded: its time is up, the client has gone, or this process stops. */
import type { ServerResponse } from 'node:http'

export interface Ends {
  readonly response: ServerResponse
  readonly closing: AbortSignal
  /** A stream ends at a moment of its own within the drain, so that clients come back elsewhere one after the other. */
  readonly drain?: Drain
  readonly after_ms?: number
}

export interface Drain {
  /** Aborts when this process begins to stop; it closes `ms` later. */
  readonly signal: AbortSignal
  readonly ms: number
}

export const endingOf = ({ response, closing, drain, after_ms }: Ends): { signal: AbortSignal; clear(): void } => {
  const over = new AbortController()
  const end = () => over.abort()
  let timer = after_ms === undefined ? undefined : setTimeout(end, after_ms)
  const endSometime = () => {
    timer = setTimeout(end, Math.random() * (drain?.ms ?? 0))
  }
  response.once('close', end)
  closing.addEventListener('abort', end)
  drain?.signal.addEventListener('abort', endSometime)
  if (closing.aborted || response.destroyed) end()
  return {
    signal: over.signal,
    /** Ends it, too: whatever still listens is let go. */
    clear() {
      clearTimeout(timer)
      response.off('close', end)
      closing.removeEventListener('abort', end)
      drain?.signal.removeEventListener('abort', endSometime)
      end()
    },
  }
}

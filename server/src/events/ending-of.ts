/** When a wait is over before it has succeeded: its time is up, the client has gone, or this process stops. */
import type { ServerResponse } from 'node:http'

export interface Ends {
  readonly response: ServerResponse
  readonly closing: AbortSignal
  readonly after_ms?: number
}

export const endingOf = ({ response, closing, after_ms }: Ends): { signal: AbortSignal; clear(): void } => {
  const over = new AbortController()
  const end = () => over.abort()
  const timer = after_ms === undefined ? undefined : setTimeout(end, after_ms)
  response.once('close', end)
  closing.addEventListener('abort', end)
  if (closing.aborted || response.destroyed) end()
  return {
    signal: over.signal,
    /** Ends it, too: whatever still listens is let go. */
    clear() {
      clearTimeout(timer)
      response.off('close', end)
      closing.removeEventListener('abort', end)
      end()
    },
  }
}

/**
 * One stream of events per browser. The tab that holds the lock follows the feed and tells the others; when it closes, the
 * lock and the cursor pass to another one.
 */
import { api, queries } from '../client.ts'
import { readSessionAgain } from '../session.ts'
import { dropCursor, keepCursor, keptCursor, refreshCursor } from './cursor.ts'
import { readAgain } from './read-again.ts'
import { concernsOf } from './reasons.ts'
import { live, setLive } from './state.ts'

const FIRST_RETRY_MS = 500
const RETRY_MS_MAX = 30_000
const CURSOR_FRESH_MS = 60_000

type Said =
  | { readonly kind: 'changed'; readonly concerns: readonly string[] }
  | { readonly kind: 'state'; readonly state: ReturnType<typeof live> }
  | { readonly kind: 'hello' | 'try' }

let tellOthers = (_said: Said): void => {}
let tryAgain = (): void => {}

/** Whichever tab follows, it connects now. */
export const tryNow = (): void => {
  tryAgain()
  tellOthers({ kind: 'try' })
}

/** Until the function that it returns is called. */
export const follow = (merchant_id: string): (() => void) => {
  const over = new AbortController()
  const channel = new BroadcastChannel(`live-${merchant_id}`)
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel reaches this origin alone
  tellOthers = (said) => channel.postMessage(said)
  let leads = false
  channel.addEventListener('message', ({ data }: MessageEvent<Said>) => {
    if (data.kind === 'changed') readAgain(data.concerns)
    if (data.kind === 'state') learn(data.state)
    if (data.kind === 'hello' && leads) tellOthers({ kind: 'state', state: live() })
    if (data.kind === 'try') tryAgain()
  })
  tellOthers({ kind: 'hello' })
  const lead = async () => {
    leads = true
    await followUntil(merchant_id, over.signal)
  }
  navigator.locks.request(`live-${merchant_id}`, { signal: over.signal }, lead).catch((error: unknown) => {
    if (!over.signal.aborted) throw error
  })
  addEventListener('online', tryNow, { signal: over.signal })
  return () => {
    over.abort()
    channel.close()
    tellOthers = () => {}
    tryAgain = () => {}
    setLive({ is_live: false, failures: 0 })
  }
}

/** What could not be read while the connection was lost is read once it is back. */
const learn = (state: ReturnType<typeof live>): void => {
  const comes_back = state.is_live && !live().is_live
  setLive(state)
  if (comes_back) void queries.refetchQueries({ type: 'active', predicate: (query) => query.state.error !== null })
}

const tell = (state: ReturnType<typeof live>): void => {
  learn(state)
  tellOthers({ kind: 'state', state })
}

const followUntil = async (merchant_id: string, signal: AbortSignal): Promise<void> => {
  const fresh = setInterval(() => refreshCursor(merchant_id), CURSOR_FRESH_MS)
  signal.addEventListener('abort', () => clearInterval(fresh))
  while (!signal.aborted) {
    await oneStream(merchant_id, signal).catch(() => {})
    if (signal.aborted) return
    const { is_live, seen_at, failures } = live()
    const pause_ms = Math.min(FIRST_RETRY_MS * 2 ** failures, RETRY_MS_MAX)
    tell({
      is_live: false,
      failures: failures + 1,
      seen_at: is_live ? Date.now() : seen_at,
      retry_at: Date.now() + pause_ms,
    })
    // A stream ends with its session, too.
    void readSessionAgain()
    await pauseUntilTried(pause_ms, signal)
  }
}

/** Resolves when the stream has ended, for whatever reason. */
const oneStream = async (merchant_id: string, signal: AbortSignal): Promise<void> => {
  const kept = keptCursor(merchant_id)
  const since = kept ?? (await api.merchantEvents.list({ since: 'latest', limit: 1 })).next_since
  if (kept === undefined) keepCursor(merchant_id, since)
  const stream = new EventSource(`/v1/merchant/events/stream?since=${since}`)
  stream.addEventListener('open', () => {
    // Pages that were read before this first cursor know nothing of what came in between.
    if (kept === undefined) changedNow(['requests', 'request', 'overview', 'setup'])
    tell({ is_live: true, failures: 0 })
  })
  stream.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
    const { type } = JSON.parse(data) as { readonly type: string }
    changedNow(concernsOf(type))
    keepCursor(merchant_id, Number(lastEventId))
  })
  await new Promise<void>((ended) => {
    const end = () => {
      stream.close()
      ended()
    }
    signal.addEventListener('abort', end)
    // A connection without a network stays open and silent for long.
    addEventListener('offline', end, { signal, once: true })
    stream.addEventListener('error', () => {
      // Refused, and not only interrupted: the cursor may be of a feed that is no more.
      if (stream.readyState === EventSource.CLOSED) dropCursor(merchant_id)
      end()
    })
  })
}

const changedNow = (concerns: readonly string[]): void => {
  readAgain(concerns)
  tellOthers({ kind: 'changed', concerns })
}

const pauseUntilTried = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, ms)
    tryAgain = () => {
      clearTimeout(timer)
      resume()
    }
    signal.addEventListener('abort', tryAgain)
  })

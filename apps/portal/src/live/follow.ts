/**
 * One stream of events per browser. The tab that holds the lock follows the feed and tells the others; when it closes, the
 * lock and the cursor pass to another one.
 */
import type { MerchantEvent } from '@pursestrings/sdk'
import { api, queries } from '../client.ts'
import { readSessionAgain } from '../session.ts'
import { live, setLive } from './state.ts'

// How far this browser has read the feed, shared by its tabs, so that whichever follows next goes on from there.

/** Older ones are not caught up with: pages read everything when they open. */
const KEPT_MS = 3_600_000

const nameOf = (merchant_id: string): string => `feed-${merchant_id}`

const keepCursor = (merchant_id: string, cursor: number): void =>
  localStorage.setItem(nameOf(merchant_id), JSON.stringify({ cursor, at: Date.now() }))

const dropCursor = (merchant_id: string): void => localStorage.removeItem(nameOf(merchant_id))

/** Undefined if this browser has none that is recent. */
const keptCursor = (merchant_id: string): number | undefined => {
  const { cursor, at } = JSON.parse(localStorage.getItem(nameOf(merchant_id)) ?? '{}') as {
    readonly cursor?: number
    readonly at?: number
  }
  return at !== undefined && Date.now() - at < KEPT_MS ? cursor : undefined
}

/** A quiet feed does not make its cursor old. */
const refreshCursor = (merchant_id: string): void => {
  const cursor = keptCursor(merchant_id)
  if (cursor !== undefined) keepCursor(merchant_id, cursor)
}

// Reads again what events have changed. Events that come together are one reason, reads of one round end before the next
// begins, and rounds slow down while events keep coming, so that a busy hour costs a few calls a second at most. What is new
// is still shown within a second.

const EVERY_MS = 200
const EVERY_MS_MAX = 500

const changed = new Set<string>()
let round: Promise<void> | undefined

const readAgain = (concerns: readonly string[]): void => {
  for (const name of concerns) changed.add(name)
  round ??= rounds().finally(() => {
    round = undefined
  })
}

const rounds = async (): Promise<void> => {
  for (let every_ms = EVERY_MS; changed.size > 0; every_ms = Math.min(2 * every_ms, EVERY_MS_MAX)) {
    const now = new Set(changed)
    changed.clear()
    await Promise.all([pause(every_ms), read(now)])
  }
}

/** A tab that nobody looks at reads when it is looked at. */
const read = (names: ReadonlySet<string>): Promise<void> =>
  queries.invalidateQueries({
    predicate: ({ queryKey }) => names.has(String(queryKey[0])),
    refetchType: document.visibilityState === 'visible' ? 'active' : 'none',
  })

const pause = (ms: number): Promise<void> => new Promise((resume) => setTimeout(resume, ms))

// Which pages an event concerns. An event is a reason to read again; what it says is not shown.

type About = MerchantEvent['type'] extends `${infer R}.${string}` ? R : never

/** First words of query keys. */
const CONCERNS: Readonly<Record<About, readonly string[]>> = {
  payment_request: ['requests', 'request', 'overview', 'setup'],
  agent_payment: ['agent-payments', 'agent-payment', 'refused-attempt', 'policies', 'policy', 'policy-usage'],
  connection: ['connections', 'agents', 'agent'],
  recipient: ['recipients', 'recipient', 'version', 'setup'],
  merchant_domain: ['domains', 'domain', 'recipients', 'recipient', 'setup'],
  merchant: ['session', 'merchant', 'setup'],
  automation_policy: ['policies', 'policy', 'policy-usage'],
}

/** Nothing for a kind that is newer than this page. */
const concernsOf = (type: string): readonly string[] => CONCERNS[type.split('.')[0] as About] ?? []

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
  const since = kept ?? (await api.feed.list({ since: 'latest', limit: 1 })).next_since
  if (kept === undefined) keepCursor(merchant_id, since)
  const stream = new EventSource(`/v1/events?since=${since}`)
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

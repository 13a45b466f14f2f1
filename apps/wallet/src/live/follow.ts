/**
 * The wallet's feed, followed by fetch: the token goes in a header, never in an address. An event is a reason to read again;
 * what it says is not shown.
 */
import { ApiError } from '@pursestrings/sdk'
import { wakeAutomatic } from '../automatic/wake.ts'
import { api, queries } from '../client.ts'
import { openedDevice } from '../keys/session.ts'
import { settings } from '../settings.ts'
import { readEvents } from './read-events.ts'
import { failuresNow, onTry, setFailures, tryNow } from './state.ts'

const FIRST_RETRY_MS = 500
const RETRY_MS_MAX = 30_000
/** Where the service has no feed. */
const LOOK_EVERY_MS = 5_000

/** First words of query keys, by what an event is about. */
const CONCERNS: Readonly<Record<string, readonly string[]>> = {
  payment_request: ['requests', 'request', 'connection', 'balance'],
  agent_payment: ['requests', 'request', 'policies', 'policy', 'balance'],
  connection: ['connections', 'connection', 'stopped'],
  connect_invitation: ['invitations', 'invitation', 'connections'],
  automation_policy: ['policies', 'policy'],
}

const MAY_BE_DUE: ReadonlySet<string> = new Set(['agent_payment', 'automation_policy', 'connection'])

const readAgain = (concerns: readonly string[]): void => {
  void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => concerns.includes(String(first)) })
}

/** Until the function that it returns is called. */
export const follow = (): (() => void) => {
  const over = new AbortController()
  void followUntil(over.signal)
  addEventListener('online', tryNow, { signal: over.signal })
  return () => {
    over.abort()
    setFailures(0)
  }
}

const followUntil = async (signal: AbortSignal): Promise<void> => {
  let since: number | undefined
  while (!signal.aborted) {
    try {
      if ((await settings()).extensions === 'none') return await lookAgainUntil(signal)
      since ??= await api().feed.latest({ signal })
      since = await oneStream(since, signal)
    } catch (error) {
      // A cursor of a feed that is no more, as after the service was restored: start at its end again.
      if (error instanceof StreamRefused || error instanceof ApiError) since = undefined
    }
    if (signal.aborted) return
    const pause_ms = Math.min(FIRST_RETRY_MS * 2 ** failuresNow(), RETRY_MS_MAX)
    setFailures(failuresNow() + 1)
    await pauseUntilTried(pause_ms, signal)
  }
}

const lookAgainUntil = async (signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    await pauseUntilTried(LOOK_EVERY_MS, signal)
    if (signal.aborted || document.visibilityState === 'hidden') continue
    void queries.invalidateQueries()
    wakeAutomatic()
  }
}

class StreamRefused extends Error {}

/** Resolves with the last cursor when the stream has ended. */
const oneStream = async (since: number, signal: AbortSignal): Promise<number> => {
  const { service_url } = await settings()
  const answer = await fetch(`${service_url}/v1/events?since=${since}`, {
    headers: { authorization: `Bearer ${openedDevice().token}`, accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
  })
  if (!answer.ok || !answer.body) throw new StreamRefused()
  setFailures(0)
  // What came between the last read of a page and this stream is read once.
  void queries.invalidateQueries()
  wakeAutomatic()
  let last = since
  for await (const { id, data } of readEvents(answer.body)) {
    last = Number(id) || last
    const { type = '' } = JSON.parse(data) as { readonly type?: string }
    const about = type.split('.')[0] ?? ''
    readAgain(CONCERNS[about] ?? [])
    if (MAY_BE_DUE.has(about)) wakeAutomatic()
  }
  return last
}

const pauseUntilTried = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resume) => {
    const timer = setTimeout(resume, ms)
    const go = () => {
      clearTimeout(timer)
      resume()
    }
    onTry(go)
    signal.addEventListener('abort', go, { once: true })
  })

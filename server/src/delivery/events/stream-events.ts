/**
 * The feed as server-sent events: the id is the cursor, so that a client that comes back with `Last-Event-ID` misses and
 * repeats nothing. It is pulled by the client's own pace. It ends when the token opens no more, when this process stops or
 * when anything fails: a client always comes back by itself, and is told then what is wrong.
 */
import { Readable } from 'node:stream'
import type { listFeed } from '@pursestrings/contract/events/operations'
import { EVENTS_LIMIT_DEFAULT } from '@pursestrings/contract/events/records'
import type { QueryOf } from '@pursestrings/contract/operation'
import { rateLimited, validationFailed } from '@pursestrings/contract/transport-errors'
import { limitReached, Refusal } from '../../platform/refusal.ts'
import { type Ends, endingOf } from './event-on-wire.ts'
import type { FeedLook, Page, PageEvent } from './read-page.ts'
import { type NextPage, type Waiting, waiterOn } from './wait-for-page.ts'
import type { WaitingRoom } from './waiting-room.ts'

/** Different for each, so that those whose process has ended don't all come back at once. */
const COME_BACK_AFTER_MS = { least: 500, most: 3_000 }
/** Quiet looks until a sign of life, 12 to 15 seconds. */
const QUIET_LOOKS_MAX = 6
/** A client that has taken nothing for so long, not even signs of life, is gone. */
const STALLED_MS = 60_000
/** What is still on its way to a client when the stream has ended; a process that stops waits no longer for it. */
const LAST_WORDS_MS = 1_000
const ROOM_RETRY_AFTER_S = 5

interface Deps extends Waiting {
  readonly waiting: WaitingRoom
  readonly epoch: () => number
}

interface Input {
  readonly share_key: string
  readonly since?: number
  readonly last_event_id: string | string[] | undefined
  readonly ends: Ends
}

export const streamEvents = async (deps: Deps, { share_key, since = 0, last_event_id, ends }: Input) => {
  const look = { since: cursorFrom(last_event_id) ?? since, limit: EVENTS_LIMIT_DEFAULT }
  const first = await deps.readPage(look)
  const leave = deps.waiting.enter({ owner_id: first.owner_id, share_key })
  if (!leave) {
    const limit = { policy: 'streams', quota: deps.waiting.places.of_owner, retry_after: ROOM_RETRY_AFTER_S }
    throw limitReached(rateLimited, { ...limit, authenticated: true })
  }
  const { signal, clear } = endingOf(ends)
  const end = () => {
    leave()
    setTimeout(() => ends.response.destroy(), LAST_WORDS_MS).unref()
  }
  signal.addEventListener('abort', end)
  if (signal.aborted) end()
  ends.response.setTimeout(STALLED_MS, () => ends.response.destroy())
  const next = waiterOn(deps, first.owner_id, signal)
  const begins = beginning(deps.epoch())
  return Readable.from(frames(begins, first, look, next, signal), { objectMode: false }).once('close', clear)
}

/** What a stream takes of the query; the rest is for polls, whose answer says from where to go on. */
export const streamed = ({ since, limit, wait }: QueryOf<typeof listFeed>): { readonly since?: number } => {
  const told = { ...(since === 'latest' && { since }), limit, wait }
  const only = Object.entries(told).filter(([, value]) => value !== undefined)
  const issues = only.map(([field]) => ({
    code: 'poll_only',
    field,
    message:
      field === 'since'
        ? 'must be a cursor of this feed: a stream does not take `latest`'
        : 'is for a poll, not for a stream',
  }))
  if (issues.length > 0) throw new Refusal(validationFailed, { issues })
  return since === undefined || since === 'latest' ? {} : { since }
}

const beginning = (epoch: number): string => {
  const { least, most } = COME_BACK_AFTER_MS
  const retry = Math.round(least + Math.random() * (most - least))
  return `retry: ${retry}\nevent: epoch\ndata: {"epoch":${epoch}}\n\n`
}

async function* frames(
  begins: string,
  first: Page,
  look: FeedLook,
  next: NextPage,
  signal: AbortSignal,
): AsyncGenerator<string> {
  yield begins + first.events.map(frameOf).join('')
  let since = first.next_since
  while (!signal.aborted) {
    const page = await next({ ...look, since }, QUIET_LOOKS_MAX).catch(endOnRefusal)
    if (!page) return
    yield page.events.length > 0 ? page.events.map(frameOf).join('') : ': quiet\n\n'
    since = page.next_since
  }
}

const endOnRefusal = (error: unknown): undefined => {
  if (!(error instanceof Refusal)) throw error
}

const frameOf = ({ cursor, json }: PageEvent): string => `id: ${cursor}\ndata: ${json}\n\n`

/** What the client last saw wins over where it first wished to start. Browsers send an empty one before they saw any. */
const cursorFrom = (id: string | string[] | undefined): number | undefined => {
  if (id === undefined || id === '') return undefined
  const cursor = typeof id === 'string' && /^\d{1,16}$/.test(id) ? Number(id) : Number.NaN
  if (Number.isSafeInteger(cursor)) return cursor
  const issue = { code: 'wrong_form', field: 'Last-Event-ID', message: 'must be a cursor of this feed' }
  throw new Refusal(validationFailed, { issues: [issue] })
}

/**
 * Waiting for the next events of a feed. The notification is heard before the look, so that what comes in between is not slept
 * through; and it is only a hint: without any notification the feed is looked at every few seconds, and that is what is right.
 */
import { cursorAhead, EVENTS_LIMIT_DEFAULT } from '@pursestrings/contract/events/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import { Refusal } from '../../platform/refusal.ts'
import { feedNotification } from './append-event.ts'
import { type Ends, endingOf } from './event-on-wire.ts'
import type { FeedLook, Page, PageEvent, ReadPage } from './read-page.ts'
import type { WaitingRoom } from './waiting-room.ts'

// Thousands who wait look again every few seconds, and hardly any of them finds anything. So those who were not rung are asked
// for together, in one statement, whether there is news. Only they read.

/** How long looks are gathered, and how many at most go into one statement. */
const GATHER_MS = 100
const ITEMS_MAX = 1_000

/** By the hash of a connection's token, or by the id of a feed's owner. */
type Reader = Buffer | Uuid

interface Item {
  readonly reader: Reader
  readonly since: number
  readonly resolve: (has_news: boolean) => void
  readonly reject: (error: unknown) => void
}

type HasNews = (since: number) => Promise<boolean>

/** Of connections. News is also that it opens nothing any more. */
export const connectionLooks = (pool: pg.Pool): ((token_hash: Buffer) => HasNews) =>
  quietLooks(pool, 'readers_with_news')

/** Every fourth look reads in any case, because reading asks for the credential again and a look doesn't. */
const LOOKS_PER_READ = 4

/** Of merchants, wallets and projects. */
export const feedLooks = (pool: pg.Pool): ((owner_id: Uuid) => HasNews) => {
  const looksOf = quietLooks(pool, 'feeds_with_news')
  return (owner_id) => {
    const look = looksOf(owner_id)
    let looks = 0
    return async (since) => ++looks % LOOKS_PER_READ === 0 || look(since)
  }
}

const quietLooks = (pool: pg.Pool, name: string): ((reader: Reader) => HasNews) => {
  const text = `select ${name}($1, $2) as item`
  let gathered: Item[] = []
  let timer: NodeJS.Timeout | undefined

  const ask = async (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    const asking = gathered
    gathered = []
    const values = [asking.map((one) => one.reader), asking.map((one) => one.since)]
    try {
      const { rows } = await pool.query<{ item: number }>({ name, text, values })
      const news = new Set(rows.map(({ item }) => item))
      asking.forEach(({ resolve }, at) => resolve(news.has(at + 1)))
    } catch (error) {
      for (const { reject } of asking) reject(error)
    }
  }

  return (reader) => (since) =>
    new Promise((resolve, reject) => {
      gathered.push({ reader, since, resolve, reject })
      if (gathered.length >= ITEMS_MAX) void ask()
      else timer ??= setTimeout(() => void ask(), GATHER_MS)
    })
}

/** Uneven, so that many who wait do not look all at once; the longest leaves time for the look within three seconds. */
const LOOK_EVERY_MS = { least: 2_000, most: 2_500 }

export interface Waiting {
  readonly notifications: Notifications
  readonly readPage: ReadPage
  /** Asked before a look that nothing rang for. */
  readonly hasNews: HasNews
  /** Told of events that somebody had been waiting for. */
  readonly onWaited: (events: readonly PageEvent[]) => void
}

/** Answers with the next page that has events, or with an empty one after so many quiet looks or when told to stop. */
export type NextPage = (look: FeedLook, looks_max: number) => Promise<Page>

/** A ring may come first; nobody hears then what came of asking. */
const quietly = (asking: Promise<boolean>): Promise<boolean> => {
  asking.catch(() => {})
  return asking
}

export const waiterOn = (
  { notifications, readPage, hasNews, onWaited }: Waiting,
  owner_id: Uuid,
  stop: AbortSignal,
): NextPage => {
  let notification: Promise<boolean> | undefined
  const listen = (): Promise<boolean> => {
    const { least, most } = LOOK_EVERY_MS
    notification ??= notifications
      .wait(feedNotification(owner_id), least + Math.random() * (most - least), stop)
      .finally(() => (notification = undefined))
    return notification
  }
  return async (from, looks_max) => {
    let look = from
    let rung = false
    for (let looks = 1; ; looks++) {
      const heard = listen()
      const reads: boolean = rung || (await Promise.race([quietly(hasNews(look.since)), heard]))
      const page: Page = reads
        ? await readPage(look)
        : { owner_id, events: [], next_since: look.since, has_more: false }
      if (page.events.length > 0 && looks > 1) onWaited(page.events)
      if (page.events.length > 0 || stop.aborted || looks >= looks_max) return page
      // What came is not for this reader.
      look = { ...look, since: page.next_since }
      rung = page.has_more || (await heard)
    }
  }
}

// A poll, which may wait: it answers with the first events that come, or with none when the seconds are over.

interface Deps extends Waiting {
  readonly waiting: WaitingRoom
}

interface Input {
  readonly share_key: string
  readonly since?: number | 'latest'
  readonly limit?: number
  readonly wait?: number
  readonly ends: Ends
}

export const listEvents = async (deps: Deps, { share_key, since = 0, limit, wait = 0, ends }: Input): Promise<Page> => {
  const look = { since: since === 'latest' ? await endOf(deps.readPage) : since, limit: limit ?? EVENTS_LIMIT_DEFAULT }
  const page = await deps.readPage(look)
  if (page.events.length > 0 || wait === 0) return page
  // Where too many wait already, the answer comes at once: a poll without a wait is never wrong.
  const leave = deps.waiting.enter({ owner_id: page.owner_id, share_key })
  if (!leave) return page
  const { signal, clear } = endingOf({ ...ends, after_ms: wait * 1000 })
  try {
    return await waiterOn(deps, page.owner_id, signal)({ ...look, since: page.next_since }, Number.POSITIVE_INFINITY)
  } finally {
    clear()
    leave()
  }
}

/** Whoever asks beyond the end is told where it is. */
const endOf = async (readPage: ReadPage): Promise<number> => {
  try {
    return (await readPage({ since: Number.MAX_SAFE_INTEGER, limit: 1 })).next_since
  } catch (error) {
    if (error instanceof Refusal && error.entry === cursorAhead) return Number(error.details['last_cursor'])
    throw error
  }
}

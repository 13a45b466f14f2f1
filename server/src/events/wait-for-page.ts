/**
 * Waiting for the next events of a feed. The notification is heard before the look, so that what comes in between is not slept
 * through; and it is only a hint: without any notification the feed is looked at every few seconds, and that is what is right.
 */
import type { Uuid } from '@countersign/contract/wire/ids'
import type { Wake } from '../wake/wake.ts'
import { feedNotification } from './feed-notification.ts'
import type { HasNews } from './quiet-looks.ts'
import type { FeedLook, Page, PageEvent, ReadPage } from './read-page.ts'

/** Uneven, so that many who wait do not look all at once; the longest leaves time for the look within three seconds. */
const LOOK_EVERY_MS = { least: 2_000, most: 2_500 }

export interface Waiting {
  readonly wake: Wake
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
  { wake, readPage, hasNews, onWaited }: Waiting,
  owner_id: Uuid,
  stop: AbortSignal,
): NextPage => {
  let notification: Promise<boolean> | undefined
  const listen = (): Promise<boolean> => {
    const { least, most } = LOOK_EVERY_MS
    notification ??= wake
      .wait(feedNotification(owner_id), least + Math.random() * (most - least), stop)
      .finally(() => (notification = undefined))
    return notification
  }
  return async (look, looks_max) => {
    let rung = false
    for (let looks = 1; ; looks++) {
      const heard = listen()
      const reads = rung || (await Promise.race([quietly(hasNews(look.since)), heard]))
      const page = reads ? await readPage(look) : { owner_id, events: [], next_since: look.since, has_more: false }
      if (page.events.length > 0 && looks > 1) onWaited(page.events)
      if (page.events.length > 0 || stop.aborted || looks >= looks_max) return page
      rung = await heard
    }
  }
}

/** A poll, which may wait: it answers with the first events that come, or with none when the seconds are over. */
import { cursorAhead } from '@countersign/contract/events/errors'
import { EVENTS_LIMIT_DEFAULT } from '@countersign/contract/events/records'
import { Refusal } from '../refusal.ts'
import { type Ends, endingOf } from './ending-of.ts'
import type { Page, ReadPage } from './read-page.ts'
import { type Waiting, waiterOn } from './wait-for-page.ts'
import type { WaitingRoom } from './waiting-room.ts'

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
    return await waiterOn(deps, page.owner_id, signal)(look, Number.POSITIVE_INFINITY)
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

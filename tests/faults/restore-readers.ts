/** Readers of every feed that follow it by the SDK across the loss, and what each must have seen in the end. */

import type { Feed } from '@pursestrings/contract/events/kinds'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import {
  createAgentClient,
  createMerchantClient,
  createProjectClient,
  createWalletClient,
  type FeedReset,
  type Followed,
} from '@pursestrings/sdk'
import type pg from 'pg'
import { expectedIn } from './feeds-readers.ts'

interface Seen {
  readonly cursor: number
  readonly event_id: string
}

export interface Reader {
  readonly feed: Feed
  readonly seen: readonly Seen[]
  readonly resets: readonly FeedReset[]
  /** What ended it, if it ended before it was told to. */
  fault: unknown
  stop(): Promise<void>
}

export interface Followable {
  readonly base_url: string
  readonly connection_token: string
  readonly merchant_key: string
  readonly api_key: string
  readonly device: { readonly device_id: string; readonly token: string }
}

export const startReaders = ({ base_url, connection_token, merchant_key, api_key, device }: Followable): Reader[] => [
  startReader('agent', createAgentClient({ base_url, connection_token }).events),
  startReader('merchant', createMerchantClient({ base_url, merchant_key }).feed),
  startReader('wallet', createWalletClient({ base_url, ...device }).feed),
  startReader('project', createProjectClient({ base_url, api_key }).feed),
]

const startReader = (feed: Feed, { follow }: Followed<Seen>): Reader => {
  const over = new AbortController()
  const [seen, resets] = [[] as Seen[], [] as FeedReset[]]
  const reader: Reader = {
    feed,
    seen,
    resets,
    fault: undefined,
    async stop() {
      over.abort()
      await reading
    },
  }
  const reading = (async () => {
    const options = { signal: over.signal, wait_s: 5, onReset: (reset: FeedReset) => void resets.push(reset) }
    for await (const { cursor, event_id } of follow(options)) seen.push({ cursor, event_id })
  })().catch((error: unknown) => {
    reader.fault = error
  })
  return reader
}

/** Nothing that the database has was missed, nothing came twice, and all that it has not was told to be lost. */
export const tallyOf = async (admin: pg.Pool, { feed, seen, resets, fault }: Reader, owner_id: Uuid) => {
  const expected = await expectedIn(admin, feed, owner_id)
  const ids = new Set(seen.map(({ event_id }) => event_id))
  const { rows } = await admin.query<{ event_id: Uuid }>('select event_id from events')
  const kept = new Set<string>(rows.map(({ event_id }) => idOf('evt', event_id)))
  const lost = seen.filter(({ event_id }) => !kept.has(event_id))
  const isTold = ({ cursor }: Seen) => resets.some((one) => cursor > one.resume_from && cursor <= one.since)
  const told = lost.filter(isTold)
  // One that the backup had, without its place in the feed, comes again with another: its first place was told to be lost.
  const stands = seen.filter((one) => !isTold(one))
  const cursors = seen.map(({ cursor }) => cursor)
  return {
    feed,
    fault: fault instanceof Error ? fault.message : fault,
    events: expected.size,
    missed: [...expected].filter((id) => !ids.has(id)).length,
    repeated: stands.length - new Set(stands.map(({ event_id }) => event_id)).size,
    cursors_twice: cursors.length - new Set(cursors).size,
    lost: lost.length,
    lost_silently: lost.length - told.length,
    resets: resets.length,
  }
}

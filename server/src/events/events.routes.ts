import * as contract from '@countersign/contract/events/operations'
import type pg from 'pg'
import type { Route } from '../http/route.ts'
import { Written } from '../http/written.ts'
import { createGatherer } from '../postgres/gather.ts'
import type { Wake } from '../wake/wake.ts'
import { readFeeds } from './feed.store.ts'
import { listEvents } from './list-events.ts'
import { pageReader } from './read-page.ts'
import { streamEvents } from './stream-events.ts'
import { createWaitingRoom } from './waiting-room.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly wake: Wake
  /** Aborts when this process begins to close, and nobody should wait here any longer. */
  readonly closing: AbortSignal
}

const STREAMS = { of_connection: 10, of_share: 1_000, in_all: 5_000 }
const POLLS = { of_connection: 20, of_share: 1_000, in_all: 5_000 }

export const eventRoutes = (route: Route, { pool, wake, closing }: Deps): void => {
  let looks = 0
  const readPage = pageReader(createGatherer(readFeeds(pool), () => String(looks++)))
  const polling = { wake, readPage, waiting: createWaitingRoom(POLLS) }
  const streaming = { wake, readPage, waiting: createWaitingRoom(STREAMS) }

  route(contract.listEvents, async ({ caller: { token_hash, share_key }, query, reply }) => {
    const input = { token_hash, share_key, ...query, ends: { response: reply.raw, closing } }
    const { events, next_since, has_more } = await listEvents(polling, input)
    const list = events.map(({ json }) => json).join()
    return new Written(`"events":[${list}],"next_since":${next_since},"has_more":${has_more}`)
  })

  route(contract.streamEvents, ({ caller: { token_hash, share_key }, query, headers, reply }) => {
    // The connection carries nothing else afterwards, and must not outlive the stream when this process stops.
    reply.header('connection', 'close').header('x-accel-buffering', 'no')
    const last_event_id = headers['last-event-id']
    const input = { token_hash, share_key, ...query, last_event_id }
    return streamEvents(streaming, { ...input, ends: { response: reply.raw, closing } })
  })
}

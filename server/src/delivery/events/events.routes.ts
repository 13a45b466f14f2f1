/**
 * Every feed by poll and as a stream: of a connection, whose page authenticates by itself, and of a merchant, a wallet and a
 * project, whose callers are admitted again before anything more is read.
 */
import * as contract from '@pursestrings/contract/events/operations'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { RawJson } from '../../platform/http/json-body.ts'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { CallOf, Route } from '../../platform/http/route.ts'
import type { Notifications } from '../../platform/notifications/notifications.ts'
import { createBatcher } from '../../platform/postgres/batch.ts'
import type { Transactions } from '../../platform/postgres/transaction.ts'
import type { Drain } from './event-on-wire.ts'
import { lastEventOn, readFeeds } from './events.store.ts'
import { type FeedPage, readMerchantFeed, readProjectFeed, readWalletFeed } from './read-feed.ts'
import { type FeedLook, type Page, type PageEvent, pageReader, type ReadPage } from './read-page.ts'
import { streamEvents, streamed } from './stream-events.ts'
import { connectionLooks, feedLooks, listEvents, type Waiting } from './wait-for-page.ts'
import { createWaitingRoom } from './waiting-room.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly transactions: Transactions
  readonly notifications: Notifications
  /** Aborts when this process begins to close, and nobody should wait here any longer. */
  readonly closing: AbortSignal
  readonly drain: Drain
  readonly metrics: Metrics
  readonly now: () => Date
  /** Of the history that is served. */
  readonly epoch: () => number
}

const STREAMS = { of_owner: 10, of_share: 1_000, in_all: 5_000 }
const POLLS = { of_owner: 20, of_share: 1_000, in_all: 5_000 }
/** A merchant has several people and servers that follow. */
const OWN_STREAMS = { of_owner: 50, of_share: 200, in_all: 2_000 }
const OWN_POLLS = { of_owner: 50, of_share: 200, in_all: 2_000 }

export const eventRoutes = (route: Route, deps: Deps): void => {
  const { pool, transactions, notifications, closing, drain, metrics, now, epoch } = deps
  let looks = 0
  const pageOf = pageReader({
    read: createBatcher(readFeeds(pool), () => String(looks++)),
    lastEvent: lastEventOn(pool),
    epoch,
  })
  const looksOf = { connection: connectionLooks(pool), feed: feedLooks(pool) }
  const rooms = { polls: createWaitingRoom(POLLS), streams: createWaitingRoom(STREAMS) }
  const own = { polls: createWaitingRoom(OWN_POLLS), streams: createWaitingRoom(OWN_STREAMS) }
  metrics.count('svc_streams_open', 'streams of events', () => rooms.streams.size() + own.streams.size())
  metrics.count('svc_polls_waiting', 'polls that wait for an event', () => rooms.polls.size() + own.polls.size())
  const waiting = { notifications, epoch, onWaited: delayObserver(metrics, now) }

  const listed = async (reading: Promise<Page>) => {
    const { events, next_since, has_more } = await reading
    const list = events.map(({ json }) => json).join()
    return new RawJson(`"events":[${list}],"next_since":${next_since},"has_more":${has_more},"epoch":${epoch()}`)
  }
  type Following = Pick<Waiting, 'readPage' | 'hasNews'> & { readonly share_key: string; readonly places: typeof rooms }
  type Called = Pick<CallOf<typeof contract.listFeed>, 'streams' | 'query' | 'headers' | 'reply' | 'again'>

  const answerTo = ({ share_key, places, ...reads }: Following, { streams, query, headers, reply }: Called) => {
    const ends = { response: reply.raw, closing }
    const follows = { ...waiting, ...reads }
    if (!streams) return listed(listEvents({ ...follows, waiting: places.polls }, { share_key, ...query, ends }))
    // The connection carries nothing else afterwards, and must not outlive the stream when this process stops.
    reply.header('connection', 'close').header('x-accel-buffering', 'no')
    const input = { share_key, ...streamed(query), last_event_id: headers['last-event-id'], ends: { ...ends, drain } }
    return streamEvents({ ...follows, waiting: places.streams }, input)
  }
  /** The feed of an owner whose caller is admitted again before anything more is read. */
  const answerFor = (owner_id: Uuid, share_key: Uuid, call: Called, read: (look: FeedLook) => Promise<FeedPage>) =>
    answerTo(
      { share_key, places: own, readPage: readerOf(owner_id, read, call.again), hasNews: looksOf.feed(owner_id) },
      call,
    )

  route(contract.listEvents, (call) => {
    const { token_hash, share_key } = call.caller
    const hasNews = looksOf.connection(token_hash)
    return answerTo({ share_key, places: rooms, readPage: pageOf(token_hash, call.query.changes), hasNews }, call)
  })

  route(contract.listFeed, (call) => {
    const { caller } = call
    if (caller.kind === 'device_token') {
      const { wallet_id, device_id } = caller
      return answerFor(wallet_id, device_id, call, (look) =>
        transactions.asWallet(caller, (tx) => readWalletFeed(tx, look, epoch())),
      )
    }
    const { merchant_id } = caller
    if (caller.kind === 'api_key') {
      const { project_id } = caller
      return answerFor(project_id, merchant_id, call, (look) =>
        transactions.asTenant(merchant_id, (tx) => readProjectFeed(tx, project_id, look, epoch())),
      )
    }
    return answerFor(merchant_id, merchant_id, call, (look) =>
      transactions.asTenant(merchant_id, (tx) => readMerchantFeed(tx, look, epoch())),
    )
  })
}

/** The first page follows the call's own admission; before each later one the credential must still be good. */
const readerOf = (
  owner_id: Uuid,
  read: (look: FeedLook) => Promise<FeedPage>,
  again: () => Promise<void>,
): ReadPage => {
  let first = true
  return async (look) => {
    if (!first) await again()
    first = false
    const { events, ...page } = await read(look)
    return { ...page, owner_id, events: events.map((event) => ({ cursor: event.cursor, json: JSON.stringify(event) })) }
  }
}

/** When it happened stands in the event itself: `occurred_at` in a connection's feed, `timestamp` in the others. */
const HAPPENED = /"(?:occurred_at|timestamp)":"([^"]+)"/

const delayObserver =
  ({ feed_delay }: Metrics, now: () => Date) =>
  ([first]: readonly PageEvent[]): void => {
    const happened = Date.parse(HAPPENED.exec(first?.json ?? '')?.[1] ?? '')
    if (!Number.isNaN(happened)) feed_delay.observe(Math.max(0, now().getTime() - happened) / 1000)
  }

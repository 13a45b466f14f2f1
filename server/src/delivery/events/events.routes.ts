/**
 * Every feed by poll and as a stream: of a connection, whose page authenticates by itself, and of a merchant, a wallet and a
 * project, whose callers are admitted again before anything more is read.
 */
import * as contract from '@pursestrings/contract/events/operations'
import type { QueryOf } from '@pursestrings/contract/operation'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { FastifyReply } from 'fastify'
import type pg from 'pg'
import type { Metrics } from '../../platform/http/metrics.ts'
import type { Route } from '../../platform/http/route.ts'
import { Written } from '../../platform/http/written.ts'
import type { Wake } from '../../platform/notifications/wake.ts'
import { createGatherer } from '../../platform/postgres/gather.ts'
import type { Transactions, WalletIdentity } from '../../platform/postgres/transaction.ts'
import type { Drain } from './event-on-wire.ts'
import { lastEventOn, readFeeds } from './feed.store.ts'
import { type FeedPage, readMerchantFeed, readProjectFeed, readWalletFeed } from './read-feed.ts'
import { type FeedLook, type PageEvent, pageReader, type ReadPage } from './read-page.ts'
import { streamEvents } from './stream-events.ts'
import { connectionLooks, feedLooks, listEvents } from './wait-for-page.ts'
import { createWaitingRoom } from './waiting-room.ts'

interface Deps {
  readonly pool: pg.Pool
  readonly transactions: Transactions
  readonly wake: Wake
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

interface Following {
  readonly owner_id: Uuid
  readonly share_key: string
  readonly reply: FastifyReply
  readonly again: () => Promise<void>
  readonly read: (look: FeedLook) => Promise<FeedPage>
}

export const eventRoutes = (route: Route, deps: Deps): void => {
  const { pool, transactions, wake, closing, drain, metrics, now, epoch } = deps
  let looks = 0
  const pageOf = pageReader({
    read: createGatherer(readFeeds(pool), () => String(looks++)),
    lastEvent: lastEventOn(pool),
    epoch,
  })
  const looksOf = { connection: connectionLooks(pool), feed: feedLooks(pool) }
  /** Of the connection with this token. */
  const byToken = (token_hash: Buffer) => ({ readPage: pageOf(token_hash), hasNews: looksOf.connection(token_hash) })
  const byOwner = (following: Following) => ({
    readPage: readerOf(following),
    hasNews: looksOf.feed(following.owner_id),
  })
  const rooms = { polls: createWaitingRoom(POLLS), streams: createWaitingRoom(STREAMS) }
  const own = { polls: createWaitingRoom(OWN_POLLS), streams: createWaitingRoom(OWN_STREAMS) }
  metrics.count('svc_streams_open', 'streams of events', () => rooms.streams.size() + own.streams.size())
  metrics.count('svc_polls_waiting', 'polls that wait for an event', () => rooms.polls.size() + own.polls.size())
  const waiting = { wake, epoch, onWaited: delayObserver(metrics, now) }
  const endsOf = (reply: FastifyReply) => ({ response: reply.raw, closing })

  const listed = async (
    reading: Promise<{ events: readonly { json: string }[]; next_since: number; has_more: boolean }>,
  ) => {
    const { events, next_since, has_more } = await reading
    const list = events.map(({ json }) => json).join()
    return new Written(`"events":[${list}],"next_since":${next_since},"has_more":${has_more},"epoch":${epoch()}`)
  }
  /** The connection carries nothing else afterwards, and must not outlive the stream when this process stops. */
  const unbuffered = (reply: FastifyReply) => reply.header('connection', 'close').header('x-accel-buffering', 'no')

  route(contract.listEvents, ({ caller: { token_hash, share_key }, query, reply }) =>
    listed(
      listEvents(
        { ...waiting, ...byToken(token_hash), waiting: rooms.polls },
        { share_key, ...query, ends: endsOf(reply) },
      ),
    ),
  )
  route(contract.streamEvents, ({ caller: { token_hash, share_key }, query, headers, reply }) => {
    unbuffered(reply)
    const input = { share_key, ...query, last_event_id: headers['last-event-id'], ends: { ...endsOf(reply), drain } }
    return streamEvents({ ...waiting, ...byToken(token_hash), waiting: rooms.streams }, input)
  })

  const list = (following: Following, query: QueryOf<typeof contract.listMerchantEvents>) => {
    const { share_key, reply } = following
    const input = { share_key, ...query, ends: endsOf(reply) }
    return listed(listEvents({ ...waiting, ...byOwner(following), waiting: own.polls }, input))
  }
  const stream = (following: Following, { since }: QueryOf<typeof contract.streamMerchantEvents>) => {
    const { share_key, reply } = following
    unbuffered(reply)
    const last_event_id = reply.request.headers['last-event-id']
    const input = { share_key, ...(since !== undefined && { since }), last_event_id, ends: { ...endsOf(reply), drain } }
    return streamEvents({ ...waiting, ...byOwner(following), waiting: own.streams }, input)
  }

  type Called<C> = { readonly caller: C; readonly reply: FastifyReply; readonly again: () => Promise<void> }
  const ofMerchant = ({
    caller: { merchant_id },
    reply,
    again,
  }: Called<{ readonly merchant_id: Uuid }>): Following => ({
    owner_id: merchant_id,
    share_key: merchant_id,
    reply,
    again,
    read: (look) => transactions.asTenant(merchant_id, (tx) => readMerchantFeed(tx, look, epoch())),
  })
  const ofWallet = ({ caller, reply, again }: Called<WalletIdentity>): Following => ({
    owner_id: caller.wallet_id,
    share_key: caller.device_id,
    reply,
    again,
    read: (look) => transactions.asWallet(caller, (tx) => readWalletFeed(tx, look, epoch())),
  })
  type OfProject = { readonly merchant_id: Uuid; readonly project_id: Uuid }
  const ofProject = ({ caller: { merchant_id, project_id }, reply, again }: Called<OfProject>): Following => ({
    owner_id: project_id,
    share_key: merchant_id,
    reply,
    again,
    read: (look) => transactions.asTenant(merchant_id, (tx) => readProjectFeed(tx, project_id, look, epoch())),
  })

  route(contract.listMerchantEvents, (call) => list(ofMerchant(call), call.query))
  route(contract.streamMerchantEvents, (call) => stream(ofMerchant(call), call.query))
  route(contract.listWalletEvents, (call) => list(ofWallet(call), call.query))
  route(contract.streamWalletEvents, (call) => stream(ofWallet(call), call.query))
  route(contract.listAgentPaymentEvents, (call) => list(ofProject(call), call.query))
  route(contract.streamAgentPaymentEvents, (call) => stream(ofProject(call), call.query))
}

/** The first page follows the call's own admission; before each later one the credential must still be good. */
const readerOf = ({ owner_id, again, read }: Following): ReadPage => {
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

/** Readers that keep account: of every cursor in order, and of whether all who saw an event saw the same one. */

import { readFileSync } from 'node:fs'
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import type { TestConnection } from '../../server/test/connection.ts'
import type { FeedWorld } from '../../server/test/events-feed.ts'
import { follow, type SeenEvent } from '../../server/test/events-reader.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { report } from '../../server/test/reports-wallet.ts'
import { until } from '../../server/test/until.ts'

/** One connection's feed, as all its readers together have seen it. */
export interface Account {
  readonly connection: TestConnection
  readonly connection_id: Uuid
  readonly seen: Map<number, string>
  disagreeing: number
  /** Polls that were told to come again later, on a machine that has more to do than it can. */
  unavailable: number
}

export const identityOf = (e: Pick<SeenEvent, 'request_id' | 'status' | 'previous_status'>): string =>
  `${e.request_id} ${e.previous_status} ${e.status}`

export const note = (account: Account, event: SeenEvent): void => {
  const identity = identityOf(event)
  const before = account.seen.get(event.cursor)
  if (before === undefined) account.seen.set(event.cursor, identity)
  else if (before !== identity) account.disagreeing++
}

/** What is wrong with the cursors of one reader that began after `from` and read to the end. */
export const judge = (cursors: readonly number[], from: number, to: number) => {
  let [repeated, disordered] = [0, 0]
  const once = new Set<number>()
  cursors.forEach((cursor, i) => {
    if (once.has(cursor)) repeated++
    once.add(cursor)
    if (i > 0 && cursor <= (cursors[i - 1] as number)) disordered++
  })
  let missed = 0
  for (let cursor = from + 1; cursor <= to; cursor++) if (!once.has(cursor)) missed++
  return { missed, repeated, disordered }
}

/** Polls to the end, whose place is told when the writers have stopped. */
export const pollToEnd = async (
  account: Account,
  { base, from, end }: { base: string; from: number; end: () => number | undefined },
): Promise<number[]> => {
  const cursors: number[] = []
  let since = from
  while (since < (end() ?? Number.POSITIVE_INFINITY)) {
    const limit = 1 + Math.floor(Math.random() * 500)
    const answer = await fetch(
      `${base}/v1/payment-requests/events?changes=all&since=${since}&limit=${limit}&wait=${Math.floor(Math.random() * 6)}`,
      {
        headers: { authorization: `Bearer ${account.connection.connection_token}` },
      },
    )
    if (answer.status === 503) {
      account.unavailable++
      await answer.body?.cancel()
      continue
    }
    const { events, next_since } = (await answer.json()) as { events: SeenEvent[]; next_since: number }
    for (const event of events) {
      cursors.push(event.cursor)
      note(account, event)
    }
    since = next_since
  }
  return cursors
}

export const endOf = async (admin: pg.Pool, connection_id: Uuid): Promise<number> => {
  const { rows } = await admin.query('select last_cursor::int from connections where connection_id = $1', [
    connection_id,
  ])
  return rows[0].last_cursor
}

/** What happens beside the writers: wallets that report through HTTP, and time that runs out for some requests. */
export const keepReporting = async (
  feed: FeedWorld,
  accounts: readonly Account[],
  over: AbortSignal,
): Promise<{ http_reports: number }> => {
  let http_reports = 0
  for (let n = 0; !over.aborted; n++) {
    const { connection, connection_id } = accounts[n % accounts.length] as Account
    const { rows } = await feed.world.database.admin.query(
      `select payment_request_id as id from payment_requests where connection_id = $1 and status = 'pending'
        order by payment_request_id desc limit 10`,
      [connection_id],
    )
    const [due, ...waiting] = rows.map((r): Uuid => r.id)
    if (due) await feed.expireAt([due], '-1 second')
    for (const id of waiting) {
      const { status } = await report(connection, idOf('pr', id), { status: 'signed' })
      if (status === 200) http_reports++
    }
  }
  return { http_reports }
}

// What a wait costs, in time and in memory: measured at processes of their own.

/** First calls of a process compile; they are no part of the figures. */
const WARM_UP = 40

const percentile = (sorted: readonly number[], share: number): number =>
  Math.round((sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] as number) * 10) / 10

const startApi = async (feed: FeedWorld, more: Record<string, string>): Promise<Process> =>
  startProcess('api', { ...feed.world.settings, ...more, LOG_LEVEL: 'info' })

const connections = (feed: FeedWorld, count: number): Promise<TestConnection[]> =>
  Promise.all(Array.from({ length: count }, () => feed.connect()))

/** From the event's own time, just before its commit, to the answer of the agent's wait at the other process. */
export const wakeLatency = async (
  feed: FeedWorld,
  { samples, at_once, settings }: { samples: number; at_once: number; settings: Record<string, string> },
) => {
  const [wallet_side, agent_side] = [await startApi(feed, settings), await startApi(feed, settings)]
  const taken: number[] = []
  const measure = async (connection: TestConnection, turns: number) => {
    const ids = await feed.create(connection, turns)
    const authorization = `Bearer ${connection.connection_token}`
    for (const [i, id] of ids.entries()) {
      const waiting = fetch(`${agent_side.url}/v1/payment-requests/events?since=${turns + i}&wait=30`, {
        headers: { authorization },
      }).then(async (answer) => {
        const { events } = (await answer.json()) as { events: SeenEvent[] }
        return Date.now() - Date.parse(events[0]?.occurred_at ?? '')
      })
      // Long enough for the wait to have begun, at a moment that is as good as any within the rhythm of looks.
      const { promise, resolve } = Promise.withResolvers<void>()
      setTimeout(resolve, 100 + Math.random() * (at_once > 1 ? 2_000 : 20))
      await promise
      const answer = await fetch(`${wallet_side.url}/v1/payment-requests/${idOf('pr', id)}/status`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${connection.device.token}` },
        body: JSON.stringify({ status: 'signed' }),
      })
      if (answer.status !== 200) throw new Error(await answer.text())
      const took = await waiting
      if (i >= WARM_UP / at_once) taken.push(took)
    }
  }
  const agents = await connections(feed, at_once)
  await Promise.all(agents.map((connection) => measure(connection, (samples + WARM_UP) / at_once)))
  await Promise.all([wallet_side.end(), agent_side.end()])
  const sorted = taken.toSorted((a, b) => a - b)
  return { samples, p50: percentile(sorted, 0.5), p99: percentile(sorted, 0.99), max: percentile(sorted, 1) }
}

const rssOf = ({ pid }: Process): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024

/** Half of them stream, half of them poll again and again with a wait; the most that the process grew by. */
export const costOfWaiting = async (feed: FeedWorld, agents: number) => {
  const api = await startApi(feed, { NATS_URL: 'nats://127.0.0.1:4222' })
  const all = await connections(feed, agents / 10)
  const poll = (connection: TestConnection, wait: number) =>
    fetch(`${api.url}/v1/payment-requests/events?wait=${wait}`, {
      headers: { authorization: `Bearer ${connection.connection_token}` },
    }).then((answer) => answer.text())
  // A process that has worked before: what its first calls cost is no part of what waiting costs.
  for (let round = 0; round < 10; round++) await Promise.all(all.map((connection) => poll(connection, 0)))
  const before = rssOf(api)
  const over = new AbortController()
  let most = before
  const polling = all.flatMap((connection) =>
    Array.from({ length: 5 }, async () => {
      while (!over.signal.aborted) await poll(connection, 10)
    }),
  )
  const streams = await Promise.all(
    all.flatMap((c) => Array.from({ length: 5 }, () => follow(api.url, c.connection_token))),
  )
  const end = performance.now() + 30_000
  await until(() => {
    most = Math.max(most, rssOf(api))
    return performance.now() > end
  }, 60_000)
  over.abort()
  for (const stream of streams) stream.close()
  await Promise.all(polling)
  await api.end()
  return { agents, rss_before_mb: Math.round(before), rss_mb: Math.round(most - before) }
}

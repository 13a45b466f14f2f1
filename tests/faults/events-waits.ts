/** What a wait costs, in time and in memory: measured at processes of their own. */
import { readFileSync } from 'node:fs'
import { idOf } from '@pursestrings/contract/wire/ids'
import type { TestConnection } from '../../server/test/connection.ts'
import type { FeedWorld } from '../../server/test/events-feed.ts'
import { follow, type SeenEvent } from '../../server/test/events-reader.ts'
import { type Process, startProcess } from '../../server/test/process.ts'
import { until } from '../../server/test/until.ts'

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

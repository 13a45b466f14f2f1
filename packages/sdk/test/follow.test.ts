/** An agent that follows its feed misses nothing and sees nothing twice, whatever happens to the service meanwhile. */
import { ApiError, createAgentClient } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type FeedWorld, startFeedWorld } from '../../../server/test/events-feed.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import { followAcrossRestarts } from './following.ts'
import { startProxy } from './proxy.ts'

let feed: FeedWorld
beforeAll(async () => {
  feed = await startFeedWorld()
})
afterAll(() => feed.stop())

const dense = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

test('across five restarts of the service, each event comes once and in order', async () => {
  const PORT = String(await freePort())
  let service = await feed.world.another({ PORT })
  const { cursors, written, interruptions } = await followAcrossRestarts(feed, {
    restarts: 5,
    options: { base_url: `http://127.0.0.1:${PORT}` },
    connection: await feed.connect(),
    async restart() {
      await service.stop()
      service = await feed.world.another({ PORT })
    },
  })
  expect(cursors).toEqual(dense(written))
  expect(interruptions).toBeGreaterThan(0)
})

test('across lost answers, dropped connections and 5xx', async () => {
  const connection = await feed.connect()
  await feed.create(connection, 600)
  const fates = ['pass', 'lose', 'drop', { status: 503, headers: { 'retry-after': '0' } }, { status: 500 }] as const
  await using proxy = await startProxy(feed.world.url, ({ nth }) => fates[nth % fates.length] ?? 'pass')
  const { connection_token } = connection
  const agent = createAgentClient({ base_url: proxy.base_url, connection_token })
  const cursors: number[] = []
  for await (const { cursor } of agent.events.follow()) {
    cursors.push(cursor)
    if (cursor === 600) break
  }
  expect(cursors).toEqual(dense(600))
})

test('it ends quietly with its signal, and loudly when the connection is revoked or the cursor is not its own', async () => {
  const connection = await feed.connect()
  const agent = createAgentClient({ base_url: feed.world.url, connection_token: connection.connection_token })
  const over = new AbortController()
  const quiet = (async () => {
    for await (const _ of agent.events.follow({ signal: over.signal })) throw new Error('there is nothing yet')
  })()
  over.abort()
  await quiet
  await expect(agent.events.follow({ since: 7 }).next()).rejects.toMatchObject({ code: 'cursor_ahead' })
  expect(await agent.events.latest()).toBe(0)
  await feed.create(connection, 2)
  expect(await agent.events.latest()).toBe(2)
  const waiting = agent.events.follow({ since: 2 }).next()
  await connection.device.call('DELETE', `/v1/connections/${connection.connection_id}`)
  await expect(waiting).rejects.toBeInstanceOf(ApiError)
})

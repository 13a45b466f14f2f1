import { ApiError, createAgentClient, type FeedReset } from '@pursestrings/sdk'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestConnection } from '../../../server/test/connection.ts'
import { type FeedWorld, startFeedWorld } from '../../../server/test/events-feed.ts'
import { restorable } from '../../../server/test/restorable.ts'
import { until } from '../../../server/test/until.ts'
import { freePort } from '../../../tools/dev/free-port.ts'
import { followAcrossRestarts } from './following.ts'
import { startProxy } from './proxy.ts'

// An agent that follows its feed misses nothing and sees nothing twice, whatever happens to the service meanwhile.
describe('follow', () => {
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
})

// The service is restored from a backup that lacks what a reader has seen: nobody goes on as if nothing were missing.
describe('follow restored', () => {
  const JUMP = 1_000_000
  let feed: FeedWorld
  let connection: TestConnection
  let waiting: Promise<unknown>
  beforeAll(async () => {
    feed = await startFeedWorld()
    connection = await feed.connect()
    const { backUp, restore, open } = restorable(feed.world)
    await feed.create(connection, 3)
    const { payment_requests } = (await connection.call('GET', '/v1/payment-requests')).json
    const { request_id } = payment_requests[0]
    await backUp()
    await until(async () => (await connection.call('GET', '/v1/payment-requests')).status === 200)
    await feed.create(connection, 2)
    waiting = agent()
      .paymentRequests.waitForPaid(request_id, { timeout_ms: 60_000 })
      .catch((failure: unknown) => failure)
    expect(await agent().events.latest()).toBe(5)
    await restore()
    await open(2)
    // A process that was not restarted notices within a second or two.
    await until(async () => (await connection.call('GET', '/v1/payment-requests/events')).json.epoch === 2)
    const body = { status: 'rejected', reason: 'not mine' }
    const path = `/v1/payment-requests/${request_id}/status`
    expect((await connection.device.call('POST', path, { body })).status).toBe(200)
  }, 60_000)
  afterAll(() => feed.stop())

  const agent = () => createAgentClient({ base_url: feed.world.url, connection_token: connection.connection_token })

  test('whoever follows is told what was lost, and then given everything that is new', async () => {
    const resets: FeedReset[] = []
    const following = agent().events.follow({ since: 5, onReset: (reset) => void resets.push(reset) })
    const { value } = await following.next()
    expect(resets).toEqual([{ since: 5, resume_from: 3, epoch: 2 }])
    expect(value).toMatchObject({ cursor: 3 + JUMP + 1, status: 'rejected' })
    await following.return()
  })

  test('whoever did not say what to do then gets the error, and can go on by hand', async () => {
    const lost = agent().events.follow({ since: 4 }).next()
    await expect(lost).rejects.toMatchObject({ code: 'cursor_reset', details: { resume_from: 3, epoch: 2 } })
    const { value } = await agent().events.follow({ since: 3 }).next()
    expect(value).toMatchObject({ cursor: 3 + JUMP + 1 })
    expect(await agent().events.latest()).toBe(3 + JUMP + 1)
  })

  test('a wait for the end of a request goes on across the restore', async () => {
    expect(await waiting).toMatchObject({ outcome: 'rejected' })
  })
})

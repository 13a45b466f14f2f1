/** The service is restored from a backup that lacks what a reader has seen: nobody goes on as if nothing were missing. */
import { createAgentClient, type FeedReset } from '@pursestrings/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestConnection } from '../../../server/test/connection.ts'
import { type FeedWorld, startFeedWorld } from '../../../server/test/events-feed.ts'
import { restorable } from '../../../server/test/restorable.ts'
import { until } from '../../../server/test/until.ts'

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

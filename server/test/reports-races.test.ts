/** Reports against each other and against time, many at once through HTTP: one outcome each. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { faultsOf } from './events-integrity.ts'
import { raceReports, raceWithExpiry } from './reports-races.ts'

let feed: FeedWorld
let connection: TestConnection
beforeAll(async () => {
  feed = await startFeedWorld()
  connection = await feed.connect()
})
afterAll(() => feed.stop())

const sound = async () =>
  expect(await faultsOf(feed.world.database.admin, uuidOf('con', connection.connection_id))).toEqual([])

test('200 reports within 50 ms of expiry: one outcome each, and every late transaction is kept', async () => {
  const { signed, expired, lost } = await raceWithExpiry(feed, connection, 200)
  expect([signed + expired, lost]).toEqual([200, 0])
  await sound()
})

test('64 conflicting reports at once: what is accepted is a way through the table, and each has its event', async () => {
  const { accepted, events } = await raceReports(feed, connection, 64)
  expect(events).toBe(accepted)
  await sound()
})

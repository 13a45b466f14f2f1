/** 2,000 reports at the very time of expiry, and 100 requests with 64 conflicting reports each. */
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { expect, test } from 'vitest'
import { startFeedWorld } from '../../server/test/events-feed.ts'
import { faultsOf } from '../../server/test/events-reader.ts'
import { raceReports, raceWithExpiry } from '../../server/test/reports-wallet.ts'
import { report } from './report.ts'

const RACES = 2_000
const REQUESTS = 100
const CALLERS = 64

test('one outcome in every race, and no late transaction is lost', { timeout: 1_800_000 }, async () => {
  const feed = await startFeedWorld({ LOG_LEVEL: 'silent', DATABASE_POOL_MAX: '20' })
  await feed.world.another()
  const connection = await feed.connect()
  const { signed, expired, lost } = await raceWithExpiry(feed, connection, RACES)
  let accepted = 0
  let events = 0
  for (let request = 0; request < REQUESTS; request++) {
    const raced = await raceReports(feed, connection, CALLERS)
    accepted += raced.accepted
    events += raced.events
  }
  const broken = await faultsOf(feed.world.database.admin, uuidOf('con', connection.connection_id))
  await feed.stop()
  const late = { races: RACES, signed, late: expired, lost }
  report('report-races', { ...late, requests: REQUESTS, callers: CALLERS, accepted, events, broken: broken.length })
  expect([signed + expired, lost, broken]).toEqual([RACES, 0, []])
  expect(Math.min(signed, expired)).toBeGreaterThan(0)
  expect(events).toBe(accepted)
})

/** Many reports at once, through HTTP; what must hold is said by the test. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { expect } from 'vitest'
import type { TestConnection } from './connection.ts'
import type { FeedWorld } from './events-feed.ts'
import { report } from './reports-wallet.ts'

const AT_ONCE = 50
const SPREAD_MS = 50

/** Reports a signature with its transaction at random moments around the very time of expiry. */
export const raceWithExpiry = async (feed: FeedWorld, connection: TestConnection, races: number) => {
  const told = { signed: 0, expired: 0, lost: 0 }
  for (let raced = 0; raced < races; raced += AT_ONCE) {
    const ids = await feed.create(connection, Math.min(AT_ONCE, races - raced))
    await feed.expireAt(ids, `${SPREAD_MS} milliseconds`)
    const answers = await Promise.all(
      ids.map(async (id) => {
        const { promise, resolve } = Promise.withResolvers<void>()
        setTimeout(resolve, Math.random() * 2 * SPREAD_MS)
        await promise
        return report(connection, idOf('pr', id), { status: 'signed', transaction_hash: `h-${id}` })
      }),
    )
    for (const [i, { status, json }] of answers.entries()) {
      expect(status).toBe(200)
      const outcome = await outcomeOf(feed, ids[i] as Uuid)
      if (json.late) expect([outcome.status, outcome.late]).toEqual(['expired', 1])
      else expect([outcome.status, outcome.late, outcome.transaction_hash]).toEqual(['signed', 0, `h-${ids[i]}`])
      told[json.late ? 'expired' : 'signed']++
      if (outcome.late === 0 && outcome.transaction_hash === null) told.lost++
    }
  }
  return told
}

/** Every status, several wallets' worth of conflicting transactions, on one request at once. */
export const raceReports = async (feed: FeedWorld, connection: TestConnection, callers: number) => {
  const [id] = (await feed.create(connection, 1)) as [Uuid]
  const statuses = ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected']
  const say = (i: number) => {
    const status = statuses[i % statuses.length]
    return report(connection, idOf('pr', id), { status, transaction_hash: `t-${Math.floor(i / statuses.length) % 2}` })
  }
  const answers = await Promise.all(Array.from({ length: callers }, (_, i) => say(i)))
  for (const { status } of answers) expect([200, 409]).toContain(status)
  const { rows } = await feed.world.database.admin.query(
    "select data ->> 'status' as status from events where subject_id = $1 order by cursor",
    [id],
  )
  // Answers 200 may repeat; the statuses that were accepted are as many as those that have an event.
  const accepted = new Set(answers.flatMap((a, i) => (a.status === 200 ? [statuses[i % statuses.length]] : [])))
  expect(new Set(rows.slice(1).map((r) => r.status))).toEqual(accepted)
  return { accepted: accepted.size, events: rows.length - 1 }
}

const outcomeOf = async (feed: FeedWorld, id: Uuid) => {
  const { rows } = await feed.world.database.admin.query(
    `select status::text, transaction_hash, (select count(*)::int from late_reports l
      where l.payment_request_id = p.payment_request_id) as late
    from payment_requests p where payment_request_id = $1`,
    [id],
  )
  return rows[0] as { status: string; transaction_hash: string | null; late: number }
}

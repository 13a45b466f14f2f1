/** A wallet that reports, and a request walked to where a test wants it. */
import { idOf, type Uuid } from '@pursestrings/contract/wire/ids'
import { NEEDS_TRANSACTION_HASH, PAYMENT_STATUS_NEXT, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import { expect } from 'vitest'
import { reportJudgeOf } from '../src/payments/agent-payments/judge-report.ts'
import type { Answer } from './call.ts'
import type { TestConnection } from './connection.ts'
import type { FeedWorld } from './events-feed.ts'

export const report = (
  { device }: Pick<TestConnection, 'device'>,
  request_id: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Answer> => device.call('POST', `/v1/payment-requests/${request_id}/status`, { body })

/** Which reports lead to a status, from pending. */
const WAYS: Record<PaymentStatus, readonly PaymentStatus[]> = {
  pending: [],
  signed: ['signed'],
  broadcasted: ['signed', 'broadcasted'],
  confirmed: ['signed', 'broadcasted', 'confirmed'],
  failed: ['failed'],
  rejected: ['rejected'],
  expired: [],
}

export const TRANSACTION = 'a1b2c3'

export const reportOf = (status: PaymentStatus) => ({
  status,
  ...((status === 'broadcasted' || status === 'confirmed') && { transaction_hash: TRANSACTION }),
})

/** A new request of the connection in that status, by its id on the wire. */
export const requestIn = async (
  feed: FeedWorld,
  connection: TestConnection,
  status: PaymentStatus,
): Promise<string> => {
  const [uuid] = (await feed.create(connection, 1)) as [Uuid]
  const request_id = idOf('pr', uuid)
  for (const step of WAYS[status]) expect((await report(connection, request_id, reportOf(step))).status).toBe(200)
  if (status === 'expired') await feed.expireAt([uuid], '-1 second')
  return request_id
}

// Many reports at once, through HTTP; what must hold is said by the test.

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

// What a wallet's report does to a payment request, by the rule in TypeScript: the model for the one in SQL.

export const REPORTED = ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'] as const satisfies PaymentStatus[]

const judgeAfter = (late_after: readonly PaymentStatus[]) =>
  reportJudgeOf<PaymentStatus, (typeof REPORTED)[number]>({
    waiting: 'pending',
    expired: 'expired',
    late_after,
    next: PAYMENT_STATUS_NEXT,
    reported: REPORTED,
    needs_hash: NEEDS_TRANSACTION_HASH,
  })

export const judgeReport = judgeAfter(['expired'])
/** Of one that the agent took back. */
export const judgeReportOfCanceled = judgeAfter(['expired', 'failed'])

/** All 7 × 7 moves: the contract's table, the database's function and trigger, and the wallet's reports say the same. */

import { type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import {
  mayFollow,
  PAYMENT_STATUS_NEXT,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '@pursestrings/protocol/payment-status'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import type { TestConnection } from './connection.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { faultsOf, poll, type SeenEvent } from './events-reader.ts'
import { report, reportOf, requestIn } from './reports-wallet.ts'

let feed: FeedWorld
let connection: TestConnection
let merchant_id: Uuid
beforeAll(async () => {
  feed = await startFeedWorld()
  connection = await feed.connect()
  merchant_id = uuidOf('mer', connection.operator.merchant_id)
})
afterAll(() => feed.stop())

const endOfFeed = async (): Promise<number> =>
  (
    await feed.world.database.admin.query('select last_cursor::int from connections where connection_id = $1', [
      uuidOf('con', connection.connection_id),
    ])
  ).rows[0].last_cursor

const REPORTED = ['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'] as const
const pairs = PAYMENT_STATUSES.flatMap((previous) => PAYMENT_STATUSES.map((next) => [previous, next] as const))

test('the database knows the same statuses and the same moves as the contract', async () => {
  const { rows } =
    await feed.app.query(`select previous::text, next::text, payment_status_may_follow(previous, next) as may
    from unnest(enum_range(null::payment_status)) previous, unnest(enum_range(null::payment_status)) next`)
  expect(rows.length).toBe(49)
  for (const { previous, next, may } of rows)
    expect([previous, next, may]).toEqual([previous, next, mayFollow(previous, next)])
})

test('as the application role, exactly the moves of the table can be written', async () => {
  const set = (id: Uuid, status: PaymentStatus) =>
    transactionsOn(feed.app).asTenant(merchant_id, ({ client }) =>
      client.query('update payment_requests set status = $2 where payment_request_id = $1', [id, status]),
    )
  const wayTo = (status: PaymentStatus): PaymentStatus[] => {
    if (status === 'pending') return []
    const before = PAYMENT_STATUSES.find((s) => mayFollow(s, status)) as PaymentStatus
    return [...wayTo(before), status]
  }
  const ids = await feed.create(await feed.connect(), pairs.length)
  for (const [i, [previous, next]] of pairs.entries()) {
    const id = ids[i] as Uuid
    for (const step of wayTo(previous)) await set(id, step)
    const outcome = await set(id, next).then(
      () => 'written',
      (error: { code: string }) => error.code,
    )
    const expected = previous === next || mayFollow(previous, next) ? 'written' : '42501'
    expect([previous, next, outcome]).toEqual([previous, next, expected])
  }
})

test.each(PAYMENT_STATUSES.flatMap((previous) => REPORTED.map((next) => [previous, next] as const)))(
  'a report on a request that is %s that it is %s moves it, repeats or is refused, as the table says',
  async (previous, next) => {
    const since = await endOfFeed()
    const told = async () =>
      ((await poll(connection, `since=${since}`)).json.events as SeenEvent[]).filter((e) => e.request_id === request_id)
    // The sweep tells of the expiry at a moment of its own.
    const toldByWallet = async () => (await told()).filter((e) => e.type !== 'payment_request.expired').length
    const request_id = await requestIn(feed, connection, previous)
    const before = await toldByWallet()
    const answer = await report(connection, request_id, reportOf(next))
    const events = await told()
    if (previous === 'expired' && 'transaction_hash' in reportOf(next)) {
      expect([answer.status, answer.json.late, answer.json.payment_request.status]).toEqual([200, true, 'expired'])
      expect(events.at(-1)).toMatchObject({ type: 'payment_request.late_report', status: 'expired' })
    } else if (mayFollow(previous, next)) {
      expect([answer.status, answer.json.late, answer.json.payment_request.status]).toEqual([200, false, next])
      expect(events.at(-1)).toMatchObject({ type: `payment_request.${next}`, previous_status: previous, status: next })
    } else if (previous === next) {
      expect([answer.status, answer.json.payment_request.status]).toEqual([200, next])
      expect(await toldByWallet()).toBe(before)
    } else {
      const allowed = (PAYMENT_STATUS_NEXT[previous] as readonly string[]).filter((s) => s !== 'expired')
      expect(answer.status).toBe(409)
      expect(answer.json.error).toMatchObject({ code: 'invalid_transition', current_status: previous, allowed })
      expect(await toldByWallet()).toBe(before)
    }
  },
)

test('a request never begins again and is not expired by a report: neither can be said', async () => {
  const request_id = await requestIn(feed, connection, 'signed')
  for (const status of ['pending', 'expired', 'paid']) {
    const { status: code, json } = await report(connection, request_id, { status })
    expect([code, json.error.code]).toEqual([422, 'validation_failed'])
  }
})

test('after all that, the feed is dense and tells of every request what its record says', async () => {
  expect(await faultsOf(feed.world.database.admin, uuidOf('con', connection.connection_id))).toEqual([])
})

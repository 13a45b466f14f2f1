/** A wallet's report against time, another report and a revocation, in every order of statements. */

import { createHash } from 'node:crypto'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type { PaymentStatus } from '@pursestrings/protocol/payment-status'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { revokeConnection } from '../src/connections/connections/change-connection.ts'
import { sweep } from '../src/payments/payment-requests/expire-payment-requests.worker.ts'
import {
  isAccepted,
  isLate,
  type Reported,
  reportPaymentRequests,
} from '../src/payments/payment-requests/reports.store.ts'
import { refusalFor } from '../src/payments/payment-requests/verdicts.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import type { TestConnection } from './connection.ts'
import { identityOf } from './device.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { type Pair, startInterleave } from './interleave.ts'
import { NEVER_PAUSED } from './new-request.ts'

/** A clock of the racing sides' own, found before PostgreSQL's, so that time passes when it is told to. */
const CLOCK = `create table interleave_clock as select interval '0' as shift;
  grant select on interleave_clock to public;
  create function now() returns timestamptz language sql return pg_catalog.now() + (select shift from interleave_clock);
  create function clock_timestamp() returns timestamptz language sql
    return pg_catalog.clock_timestamp() + (select shift from interleave_clock)`
const TRANSACTION = { transaction_hash: 'a1b2c3' }

interface Report {
  readonly status: PaymentStatus
  readonly transaction_hash?: string
}

describe('a report against others', { timeout: 1_800_000 }, () => {
  let feed: FeedWorld
  let connection: TestConnection
  let connection_id: Uuid
  let interleave: Awaited<ReturnType<typeof startInterleave>>
  let request: Uuid
  beforeAll(async () => {
    feed = await startFeedWorld()
    connection = await feed.connect()
    connection_id = uuidOf('con', connection.connection_id)
    interleave = await startInterleave(feed.world.database.url, feed.world.database.admin)
    await feed.world.database.admin.query(CLOCK)
    for (const name of ['expire_payment_requests', 'report_payment_requests'])
      await interleave.change(name, { "'pg_temp'": "'pg_catalog', 'pg_temp'" })
  })
  afterAll(async () => {
    await interleave.stop()
    await feed.stop()
  })

  const notifications = startNotifications(undefined, () => {})
  const report = async (pool: pg.Pool, said: Report): Promise<Reported> => {
    const token_hash = createHash('sha256').update(connection.device.token).digest()
    const unsaid = { connection_id: null, transaction_hash: null, reason: null }
    const [told] = await reportPaymentRequests(
      pool,
      NEVER_PAUSED,
    )([{ token_hash, request_id: idOf('pr', request), ...unsaid, ...said }])
    if (!told || !isAccepted(told)) throw refusalFor(told?.verdict ?? '')
    return told
  }
  const setClock = (shift: string) => feed.world.database.admin.query('update interleave_clock set shift = $1', [shift])
  const newRequest =
    (...reports: Report[]) =>
    async () => {
      await setClock('0')
      request = (await feed.create(connection, 1))[0] as Uuid
      for (const before of reports) await report(feed.app, before)
    }
  /** The feed since the request was made, and what stands at its end. */
  const outcome = async () => {
    const { admin } = feed.world.database
    const events = await admin.query(
      "select data ->> 'status' as status, kind = 'payment_request.late_report' as late from events where cursor > 0 order by cursor",
    )
    const requests = await admin.query('select status, transaction_hash from payment_requests')
    const late = await admin.query('select transaction_hash from late_reports')
    return {
      events: events.rows.map((row): string => row.status + (row.late ? ' late' : '')),
      status: requests.rows[0].status as PaymentStatus,
      hash: requests.rows[0].transaction_hash as string | null,
      late: late.rows.map((row): string => row.transaction_hash),
    }
  }

  /** The time comes in a turn of its own, before the sweep's first statement. */
  const againstTheSweep = (patient: boolean, seen: Set<string>): Pair<Reported, number> => ({
    connection_id,
    before: newRequest(),
    a: ({ pool }) => report(pool, { status: 'signed', ...TRANSACTION }),
    async b({ transactions, step }) {
      await step(() => setClock('1 day'))
      return sweep({ transactions, notifications }, { at_most: 10, patient })
    },
    async holds({ a, b }) {
      expect([a.status, b.status]).toEqual(['fulfilled', 'fulfilled'])
      const is_late = a.status === 'fulfilled' && isLate(a.value)
      const hash = TRANSACTION.transaction_hash
      expect(await outcome()).toEqual(
        is_late
          ? { events: ['pending', 'expired', 'expired late'], status: 'expired', hash: null, late: [hash] }
          : { events: ['pending', 'signed'], status: 'signed', hash, late: [] },
      )
      seen.add(is_late ? 'expired' : 'signed')
    },
  })

  test.each([
    ['that passes by what is held', false],
    ['that waits', true],
  ])(
    'pair 10: signed against a sweep %s has one outcome, and the transaction is kept in both',
    async (how, patient) => {
      const seen = new Set<string>()
      expect(await interleave.race(`10 signed × sweep ${how}`, againstTheSweep(patient, seen))).toEqual([])
      expect(seen).toEqual(new Set(['signed', 'expired']))
    },
  )

  const againstEachOther = (
    one: PaymentStatus,
    other: PaymentStatus,
    before: readonly Report[],
  ): Pair<Reported, Reported> => ({
    connection_id,
    before: newRequest(...before),
    a: ({ pool }) => report(pool, { status: one, ...TRANSACTION }),
    b: ({ pool }) => report(pool, { status: other, ...TRANSACTION }),
    async holds({ a, b, commits }) {
      expect([a.status, b.status].toSorted()).toEqual(['fulfilled', 'rejected'])
      // Both commit, since a refusal is a verdict; the first is accepted.
      expect(commits[0]).toBe(a.status === 'fulfilled' ? 'a' : 'b')
      const status = a.status === 'fulfilled' ? one : other
      expect(await outcome()).toMatchObject({
        status,
        events: ['pending', ...before.map((step) => step.status), status],
      })
    },
  })

  test.each([
    [11, 'signed', 'rejected', []],
    [12, 'confirmed', 'failed', [{ status: 'signed' }, { status: 'broadcasted', ...TRANSACTION }]],
  ] as const)('pair %i: of %s and %s one is accepted, with its event', async (n, one, other, before) => {
    expect(await interleave.race(`${n} ${one} × ${other}`, againstEachOther(one, other, before))).toEqual([])
  })

  test('pair 13: signed against a revocation is accepted, with its event: the user has acted', async () => {
    const pair: Pair<Reported, unknown> = {
      connection_id,
      before: newRequest(),
      a: ({ pool }) => report(pool, { status: 'signed', ...TRANSACTION }),
      b: ({ transactions }) =>
        transactions.asWallet(identityOf(connection.device), (tx) => revokeConnection(tx, connection_id)),
      async holds({ a, b }) {
        expect([a.status, b.status]).toEqual(['fulfilled', 'fulfilled'])
        expect(await outcome()).toMatchObject({ status: 'signed', events: ['pending', 'signed'] })
        const { rows } = await feed.world.database.admin.query('select status from connections')
        expect(rows).toEqual([{ status: 'revoked' }])
      },
    }
    expect(await interleave.race('13 signed × revoke', pair)).toEqual([])
  })

  test('planted: a sweep that does not hold the connection is found', async () => {
    const undo = await interleave.change('expire_payment_requests', { 'for update skip locked': '' })
    expect(
      await interleave.race('planted: 10 without the hold', againstTheSweep(false, new Set()), 400, 1),
    ).not.toEqual([])
    await undo()
  })

  test('planted: a report that does not hold the connection is found', async () => {
    const undo = await interleave.change('report_payment_requests', { ' for update) held': ') held' })
    const pair = againstEachOther('signed', 'rejected', [])
    expect(await interleave.race('planted: 11 without the hold', pair, 400, 1)).not.toEqual([])
    await undo()
  })
})

/**
 * Whether a merchant's lists and figures slow down as its requests pile up: filtered looks, their totals and the overview at
 * 10 thousand and 10 million requests of one merchant. Measured at the statements, since reading the found requests is by
 * their keys.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { readOverview } from '../../server/src/organizations/overview/read-overview.ts'
import {
  countEntries,
  type Filter,
  fewMatching,
  isExact,
  LOOKS,
  look,
} from '../../server/src/payments/payment-requests/search.store.ts'
import { type TenantTx, transactionsOn } from '../../server/src/platform/postgres/transaction.ts'
import { type Ground, prepareGround } from './ground.ts'

const SIZES = (process.env.SIZES ?? '10000,10000000').split(',').map(Number)
const ROUNDS = Number(process.env.ROUNDS ?? 200)
const TIMES_MAX = 3
const LIMIT = 25

/** Spread over 30 days, 20 payees, 5 agents and 1,000 connections; one in 200 has failed. */
const FILL = `insert into payment_request_index (merchant_id, payment_request_id, connection_id, agent_id, recipient_id, status,
    assurance, request_id, task_ref, created_at, cursors)
  select $1, md5('r' || g)::uuid, md5('c' || g % 1000)::uuid, md5('a' || g % 5)::uuid, md5('p' || g % 20)::uuid, s.status,
    case when s.status = 'confirmed' then 'wallet_reported' else 'none' end, 'order-' || g, 'task-' || g,
    now() - interval '30 days' * random(), array[g]
  from generate_series($2::int, $3::int) g cross join lateral (
    select (case when g % 200 = 0 then 'failed' when g % 10 = 0 then 'rejected' when g % 7 = 0 then 'expired'
      else 'confirmed' end)::payment_status as status) s`
const ROLL_UP = `insert into payment_request_counts (merchant_id, bucket, starts_at, measure, count)
  select i.merchant_id, b.bucket, date_trunc(b.bucket, i.created_at, 'UTC'), i.status::text, count(*)
  from payment_request_index i cross join (values ('hour'), ('day')) b (bucket) group by 1, 2, 3, 4`

const fill = async ({ admin }: Ground, merchant_id: Uuid, from: number, to: number): Promise<void> => {
  const STEP = 250_000
  for (let done = from; done < to; done += STEP)
    await admin.query(FILL, [merchant_id, done + 1, Math.min(done + STEP, to)])
  await admin.query('delete from payment_request_counts')
  await admin.query(ROLL_UP)
  await admin.query('vacuum analyze payment_request_index, payment_request_counts')
}

const asked = async (admin: pg.Pool): Promise<Record<string, Filter>> => {
  const { rows } = await admin.query<{ agent_id: Uuid; recipient_id: Uuid; connection_id: Uuid }>(
    "select md5('a1')::uuid as agent_id, md5('p3')::uuid as recipient_id, md5('c17')::uuid as connection_id",
  )
  const { agent_id, recipient_id, connection_id } = rows[0] as (typeof rows)[number]
  const [from, to] = [new Date(Date.now() - 20 * 86_400_000), new Date(Date.now() - 19 * 86_400_000)]
  return {
    everything: {},
    failed: { statuses: ['failed'] },
    'rejected or expired': { statuses: ['rejected', 'expired'] },
    'of a payee': { recipient_id },
    'failed of a payee': { recipient_id, statuses: ['failed'] },
    'of an agent in a day': { agent_id, from, to },
    'of a connection': { connection_id },
    'of a task': { task_ref: 'task-4711' },
    'begins with': { prefix: { named: 'order-471', ours: undefined } },
    'of an agent and a payee': { agent_id, recipient_id, statuses: ['confirmed'] },
  }
}

const first = async (tx: TenantTx, filter: Filter): Promise<void> => {
  if ((await fewMatching(tx, filter)) !== undefined) return
  await look(tx, filter, { before: undefined, at_most: isExact(filter) ? LIMIT + 1 : LOOKS[0] })
  await countEntries(tx, filter)
}

const p99 = async (work: () => Promise<unknown>): Promise<number> => {
  const took: number[] = []
  for (let i = 0; i < ROUNDS; i++) {
    const began = performance.now()
    await work()
    took.push(performance.now() - began)
  }
  const sorted = took.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0) * 100) / 100
}

export const run = async (): Promise<object> => {
  const ground = await prepareGround(10)
  const pool = new pg.Pool({ connectionString: ground.database_url, max: 1, options: '-c search_path=pursestrings' })
  try {
    const { asTenant } = transactionsOn(pool)
    const { rows } = await ground.admin.query<{ merchant_id: Uuid }>('select merchant_id from merchants limit 1')
    const { merchant_id } = rows[0] as { merchant_id: Uuid }
    const filters = await asked(ground.admin)
    const sizes: { stored: number; p99_ms: Record<string, number> }[] = []
    let stored = 0
    for (const size of SIZES) {
      await fill(ground, merchant_id, stored, size)
      stored = size
      const p99_ms: Record<string, number> = {}
      for (const [name, filter] of Object.entries(filters)) {
        const work = () => asTenant(merchant_id, (tx) => first(tx, filter))
        await work()
        p99_ms[name] = await p99(work)
      }
      p99_ms.overview = await p99(() => asTenant(merchant_id, (tx) => readOverview(tx, { bucket: 'day' }, new Date())))
      sizes.push({ stored, p99_ms })
      console.log(sizes.at(-1))
    }
    const [small, large] = [sizes[0]?.p99_ms ?? {}, sizes.at(-1)?.p99_ms ?? {}]
    const times = Object.fromEntries(
      Object.keys(large).map((name) => [name, Math.round(((large[name] ?? 0) / (small[name] ?? 1)) * 100) / 100]),
    )
    return {
      sizes,
      times,
      rounds: ROUNDS,
      times_max: TIMES_MAX,
      met: Object.values(times).every((one) => one <= TIMES_MAX),
    }
  } finally {
    await pool.end()
    await ground.stop()
  }
}

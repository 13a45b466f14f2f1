/**
 * Two handlers against each other on two connections, in every order of their statements that PostgreSQL lets happen: while
 * a side waits for the other's lock only the other can go on, so orders that differ in turns nobody could take are one. A
 * statement of its own is stepped as the transaction that it is, with its commit apart, and at gates in its function.
 */
import { hash } from 'node:crypto'
import { setImmediate as turn } from 'node:timers/promises'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/platform/postgres/transaction.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { faultsOf } from './events-reader.ts'
import { drawn } from './races.ts'

/** With `step`, something that is no statement takes a turn too. */
type Stage = { pool: pg.Pool; transactions: Transactions; step<T>(run: () => Promise<T>): Promise<T> }
type Work<R> = (stage: Stage) => Promise<R>

export interface Pair<A, B> {
  readonly connection_id: Uuid
  /** Before each order; all feeds are empty then. */
  before(): Promise<unknown>
  readonly a: Work<A>
  readonly b: Work<B>
  /** Throws where something does not hold; `commits` has the sides in the order in which they committed. */
  holds(run: { a: PromiseSettledResult<A>; b: PromiseSettledResult<B>; commits: string }): Promise<void>
}

/** The check draws so many of a pair's orders where there are more; a fault run takes all. What was run adds up. */
export const racing = {
  orders_max: drawn({ check: 20, full: 60 }),
  /** Orders that can happen, and how many there were if nobody waited. */
  raced: [] as { pair: string; orders: number; statement_orders: number; broken: number }[],
}

const STUCK_MS = 30_000
const GATES_MAX = 4
const GATE = `create function interleave_gate() returns void language plpgsql as $$
  declare nth integer := coalesce(nullif(current_setting('interleave.gate', true), ''), '0')::integer + 1;
  begin
    perform set_config('interleave.gate', nth::text, true), pg_advisory_xact_lock_shared(pg_backend_pid(), nth);
  end $$`
/** A gate may be closed for longer than a lock may be waited for; what a test puts into the schema goes before what is. */
const SETTINGS = 'set lock_timeout = 0; set statement_timeout = 0; set search_path = pursestrings, pg_catalog'
const HOLD_GATES = 'select pg_advisory_lock(pid, nth) from unnest($1::int[]) pid, generate_series(1, $2) nth'
const WAITS = `select pid, locktype = 'advisory' as gate, objid::int as nth from pg_locks
  where pid = any ($1) and not granted and (locktype = 'advisory' or pg_blocking_pids(pid) && $1)`
const EMPTY_FEED = `begin; set local session_replication_role = replica;
  delete from events where cursor is not null; delete from events_pending; delete from payment_requests; delete from late_reports;
  update connections set last_cursor = 0, pending_count = 0, status = 'active', paused_at = null, revoked_at = null; commit`

type Edits = Readonly<Record<string, string>>
const gated = (...places: string[]): Edits =>
  Object.fromEntries(places.map((place) => [place, `perform interleave_gate(); ${place}`]))
const EDITS: Readonly<Record<string, Edits>> = {
  create_payment_requests: gated('perform from recipients', 'return query'),
  report_payment_requests: gated('perform from (select distinct', 'judged_at := ', 'return query'),
  hold_for_intent: gated('select m.status, m.pending_max', 'if not by_human then', 'now := '),
  hold_agent_payment: gated('select c.status, c.paused_by', 'select policy_told(p)', 'select * into held', 'now := '),
  // Nobody else sweeps meanwhile.
  expire_payment_requests: {
    ...gated('if patient then', 'return query'),
    'where p.pending_until <=': "where current_setting('application_name') = 'interleave' and p.pending_until <=",
  },
}

const sideOf = <R>(client: pg.PoolClient, work: Work<R>, onCommit: () => void) => {
  let next: (() => void) | undefined
  let in_transaction = false
  const raw = client.query.bind(client) as unknown as (...all: unknown[]) => Promise<unknown>
  const commit = () => raw('commit').finally(onCommit)
  const step = async <T>(run: () => Promise<T>): Promise<T> => {
    const { promise, resolve } = Promise.withResolvers<void>()
    next = resolve
    await promise
    return run()
  }
  const query = async (...given: [string | { text: string }, ...unknown[]]) => {
    const text = typeof given[0] === 'string' ? given[0] : given[0].text
    if (text.startsWith('begin')) in_transaction = true
    if (!in_transaction) {
      await step(() => raw('begin'))
      const answer = await raw(...given).catch((error) => raw('rollback').then(() => Promise.reject(error)))
      await step(commit)
      return answer
    }
    if (text === 'commit' || text === 'rollback') in_transaction = false
    return step(text === 'commit' ? commit : () => raw(...given))
  }
  const stepped = Object.assign(Object.create(client), { query, release: () => {} })
  const pool = { connect: () => Promise.resolve(stepped) } as unknown as pg.Pool
  const side = {
    pid: (client as unknown as { processID: number }).processID,
    /** What its statement waits for: one of our gates by its number, or a lock of the other side's. */
    waits: undefined as number | 'lock' | undefined,
    over: false,
    result: Promise.allSettled([work({ pool, transactions: transactionsOn(pool), step })]).then(([result]) => {
      side.over = true
      return result
    }),
    idle: () => side.over || next !== undefined,
    canGo: () => next !== undefined || typeof side.waits === 'number',
    async go(observer: pg.PoolClient) {
      if (next === undefined) await observer.query('select pg_advisory_unlock($1, $2)', [side.pid, side.waits])
      next?.()
      side.waits = next = undefined
    },
  }
  return side
}
type Side = Omit<ReturnType<typeof sideOf>, 'result'>

/** Until each side has a statement before it, waits for something, or has ended. */
const settle = async (observer: pg.PoolClient, sides: readonly Side[]): Promise<void> => {
  for (const end = Date.now() + STUCK_MS; Date.now() < end; ) {
    await turn()
    const busy = sides.filter((side) => !side.idle())
    if (busy.length === 0) return
    const { rows } = await observer.query(WAITS, [sides.map((side) => side.pid)])
    for (const side of busy) {
      const wait = rows.find((row) => row.pid === side.pid)
      side.waits = wait && (wait.gate ? wait.nth : 'lock')
    }
    const stand = busy.every((side) => side.waits !== undefined && !side.idle())
    if (stand && sides.some((side) => side.canGo())) return
  }
  throw new Error('neither side goes on')
}

const switchesIn = (order: string): number => order.match(/ab|ba/g)?.length ?? 0
const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)
/** A bug, or a deadlock, that reached the caller. */
const unmeant = (...results: PromiseSettledResult<unknown>[]): string[] =>
  results.flatMap((r) => (r.status === 'fulfilled' || r.reason instanceof Refusal ? [] : [String(r.reason)]))

export const startInterleave = async (url: string, admin: pg.Pool) => {
  await admin.query(GATE)
  /** Replaces a function with a changed one; answers with how to undo it. */
  const change = async (name: string, edits: Edits): Promise<() => Promise<unknown>> => {
    const { rows } = await admin.query('select pg_get_functiondef($1::regproc) as source', [name])
    let { source }: { source: string } = rows[0]
    for (const [from, to] of Object.entries(edits)) {
      if (source.split(from).length !== 2) throw new Error(`${name} does not have one "${from}"`)
      source = source.replace(from, () => to)
    }
    await admin.query(source)
    return () => admin.query(rows[0].source)
  }
  for (const [name, edits] of Object.entries(EDITS)) await change(name, edits)
  const pool = createPool({ url, max: 2, application_name: 'interleave' })
  const [one, other, observer] = [await pool.connect(), await pool.connect(), await admin.connect()]
  // A backend that is ended fails the test that it serves, not the process.
  observer.on('error', () => {})
  for (const client of [one, other]) await client.query(SETTINGS)

  /** Goes the way that is begun, then stays with a side while it can or draws one; the forks are the ways that it did not go. */
  const run = async <A, B>(pair: Pair<A, B>, beginning: string, random: (() => number) | 'stay') => {
    let [taken, commits] = ['', '']
    const forks: string[] = []
    const a = sideOf(one, pair.a, () => (commits += 'a'))
    const b = sideOf(other, pair.b, () => (commits += 'b'))
    const sides = { a, b }
    await observer.query(HOLD_GATES, [[a.pid, b.pid], GATES_MAX])
    for (await settle(observer, [a, b]); !(a.over && b.over); await settle(observer, [a, b])) {
      const free = (['a', 'b'] as const).filter((n) => sides[n].canGo())
      const last = free.find((n) => n === taken.at(-1)) ?? free[0]
      const any = (random === 'stay' ? last : free[Math.floor(random() * free.length)]) as 'a' | 'b'
      const name = free.find((n) => n === beginning[taken.length]) ?? any
      if (taken.length >= beginning.length) forks.push(...free.filter((n) => n !== name).map((n) => taken + n))
      taken += name
      await sides[name].go(observer)
    }
    await observer.query('select pg_advisory_unlock_all()')
    return { taken, forks, result: { a: await a.result, b: await b.result, commits } }
  }

  /**
   * Every order that can happen, or so many; answers with what did not hold in which order. Every other one is drawn. The
   * rest are those with the fewest switches between the sides, first of all one side after the other and one side whole
   * between two statements of the other, since that is where a missing lock shows. Goes no further once `enough` are broken.
   */
  const race = async <A, B>(
    name: string,
    pair: Pair<A, B>,
    orders_max = racing.orders_max,
    enough = Number.POSITIVE_INFINITY,
  ): Promise<string[]> => {
    let [orders, draws, steps_a, steps_b] = [0, 0, 0, 0]
    const random = () => Number.parseInt(hash('sha256', `${draws++}`, 'hex').slice(0, 8), 16) / 2 ** 32
    const [open, broken] = [[''], [] as string[]]
    for (; open.length > 0 && orders < orders_max && broken.length < enough; orders++) {
      const plain = orders % 2 === 0
      if (plain) open.sort((first, second) => switchesIn(first) - switchesIn(second))
      const [beginning] = open.splice(plain ? 0 : Math.floor(random() * open.length), 1) as [string]
      await admin.query(EMPTY_FEED)
      await pair.before()
      const { taken, forks, result } = await run(pair, beginning, plain ? 'stay' : random)
      open.push(...forks)
      steps_a = Math.max(steps_a, taken.split('a').length - 1)
      steps_b = Math.max(steps_b, taken.split('b').length - 1)
      const faults = [...unmeant(result.a, result.b), ...(await faultsOf(admin, pair.connection_id))]
      await pair.holds(result).catch((error: Error) => faults.push(error.message))
      if (faults.length > 0) broken.push(`${taken}: ${faults.join('; ')}`)
    }
    const statement_orders = choose(steps_a + steps_b, steps_a)
    racing.raced.push({ pair: name, orders, statement_orders, broken: broken.length })
    return broken
  }
  const stop = () => {
    for (const client of [one, other, observer]) client.release()
    return pool.end()
  }
  return { race, change, stop }
}

import { setTimeout as pause, setTimeout as sleep } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { describe, expect, test } from 'vitest'
import { startJobs } from '../src/platform/jobs/jobs.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { createTestDatabase } from './database.ts'
import { until } from './until.ts'
import { startWorld } from './world.ts'

/** Jobs are committed with their change, run once by one of many workers, and outlive the worker that dies. */
describe('jobs', () => {
  const silent = () => {}

  test('a job exists if and only if its transaction commits', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
    const notification = startNotifications(undefined, silent)
    const jobs = await startJobs(pool, { notification, worker: false, onFault: silent })
    const { asSystem } = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
    await asSystem(async (tx) => {
      await jobs.enqueue(tx, 'sign-in-mail', { email: 'lost@merchant.example' })
      throw new Error('no')
    }).catch(silent)
    await asSystem((tx) => jobs.enqueue(tx, 'sign-in-mail', { email: 'kept@merchant.example' }))
    const { rows } = await database.admin.query("select data from pgboss.job where name = 'sign-in-mail'")
    expect(rows).toEqual([{ data: { email: 'kept@merchant.example' } }])
    await jobs.stop()
    await pool.end()
    await database.drop()
  })

  test('a handler that fails is run again, and both ends are counted', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
    const notification = startNotifications(undefined, silent)
    const faults: unknown[] = []
    const counted: string[] = []
    const jobs = await startJobs(pool, {
      notification,
      worker: true,
      onFault: (error) => faults.push(error),
      count: (queue, outcome, n) => void (n > 0 && counted.push(`${queue} ${outcome} ${n}`)),
    })
    let runs = 0
    await jobs.work('sign-in-mail', () => {
      if (++runs === 1) throw new Error('the mail server is away')
      return Promise.resolve()
    })
    await transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE }).asSystem((tx) =>
      jobs.enqueue(tx, 'sign-in-mail', { email: 'a@merchant.example' }),
    )
    await until(() => counted.includes('sign-in-mail done 1'))
    expect(runs).toBe(2)
    expect(counted).toEqual(['sign-in-mail failed 1', 'sign-in-mail done 1'])
    expect(faults).toHaveLength(1)
    await jobs.stop()
    await pool.end()
    await database.drop()
  })

  test('jobs that came together are done one after the other, not one at each look', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
    const jobs = await startJobs(pool, {
      notification: startNotifications(undefined, silent),
      worker: true,
      onFault: silent,
    })
    const done: string[] = []
    const emails = Array.from({ length: 60 }, (_, i) => `together-${i}@merchant.example`)
    await transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE }).asSystem((tx) =>
      jobs.enqueueMany(
        tx,
        'sign-in-mail',
        emails.map((email) => ({ data: { email } })),
      ),
    )
    await jobs.work('sign-in-mail', ({ email }: { email: string }) => Promise.resolve(void done.push(email)))
    // A look for each would take 40 s.
    await until(() => done.length === emails.length, 10_000).catch(silent)
    expect(done.toSorted()).toEqual(emails.toSorted())
    await jobs.stop()
    await pool.end()
    await database.drop()
  })

  test('two processes share the work: every mail is sent once', async () => {
    const world = await startWorld({ NATS_URL: 'nats://127.0.0.1:4222' })
    const other = await world.another()
    const emails = Array.from({ length: 20 }, (_, i) => `shared-${i}@merchant.example`)
    await Promise.all(
      emails.map((email, i) =>
        fetch(`${i % 2 ? world.url : other.url}/v1/merchant-accounts/registrations`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ email }),
        }),
      ),
    )
    const unfinished = "select from pgboss.job where name = 'sign-in-mail' and state <> 'completed'"
    await until(async () => (await world.database.admin.query(unfinished)).rowCount === 0)
    expect(world.mailbox.mails.map((m) => m.to).toSorted()).toEqual(emails.toSorted())
    await world.stop()
  })

  test('a job that a statement of the database asks for is the very row that `send` writes', async () => {
    const database = await createTestDatabase()
    const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, migrate: false })
    await boss.start()
    for (const [queue, group, after_s] of [
      ['webhook-events', null, 0],
      ['letters', 'group', 0],
      ['cooled-recipient-version', null, 86_400],
      ['sign-in-mail', null, 0],
    ] as const) {
      const data = { merchant_id: 'm', from: 1 }
      await boss.send(queue, data, { ...(group && { group: { id: group } }), ...(after_s && { startAfter: after_s }) })
      await database.admin.query(
        'select pgboss.enqueue_jobs($1, array[$2::jsonb], array[$3::text], array[$4::float8])',
        [queue, JSON.stringify(data), group, after_s],
      )
      const { rows } = await database.admin.query(
        `select *, start_after - created_on as waits, keep_until - created_on as kept from pgboss.job where name = $1`,
        [queue],
      )
      const [sent, asked] = rows.map(({ id: _id, created_on: _c, start_after: _s, keep_until: _k, ...rest }) => rest)
      expect(rows).toHaveLength(2)
      expect(asked).toEqual(sent)
    }
    await boss.stop({ graceful: false })
    await database.drop()
  })

  test('a job that nobody rang for starts within a second', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
    const jobs = await startJobs(pool, {
      notification: startNotifications(undefined, silent),
      worker: false,
      onFault: silent,
    })
    const waited_ms: number[] = []
    await jobs.work('sign-in-mail', ({ asked_at }: { asked_at: number }) =>
      Promise.resolve(void waited_ms.push(performance.now() - asked_at)),
    )
    for (let n = 1; n <= 7; n++) {
      const data = JSON.stringify({ asked_at: performance.now() })
      await database.admin.query(`select pgboss.enqueue_jobs('sign-in-mail', array[$1::jsonb])`, [data])
      await until(() => waited_ms.length === n, 5_000).catch(silent)
    }
    expect(waited_ms).toHaveLength(7)
    // The median: a busy machine may be late at times.
    expect(waited_ms.toSorted((a, b) => a - b)[3]).toBeLessThan(1_000)
    await jobs.stop()
    await pool.end()
    await database.drop()
  })

  test('a service that has nothing to do makes a few transactions a second', async () => {
    const world = await startWorld()
    const count = async (): Promise<number> => {
      const text = 'select xact_commit::float8 as n from pg_stat_database where datname = current_database()'
      return (await world.database.admin.query<{ n: number }>(text)).rows[0]?.n ?? Number.NaN
    }
    // What its start left to do is done, and PostgreSQL has counted it.
    await sleep(3_000)
    const before = await count()
    await sleep(5_000)
    expect((await count()) - before).toBeLessThanOrEqual(5 * 5)
    await world.stop()
  })
})

/** Many at once, and many jobs in one transaction: bounded, ended once, and outliving whoever fails. */
describe('many at once', () => {
  const silent = () => {}

  test('many run side by side up to a bound, one that throws is told of, and stopping waits for all', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
    const notification = startNotifications(undefined, silent)
    const faults: unknown[] = []
    const jobs = await startJobs(pool, { notification, worker: false, onFault: (error) => faults.push(error) })
    const waiting = Array.from({ length: 50 }, (_, n) => n)
    const done: number[] = []
    let running = 0
    let most = 0
    const work = {
      concurrency: 8,
      claim: (capacity: number) => Promise.resolve(waiting.splice(0, capacity)),
      async run(n: number) {
        most = Math.max(most, ++running)
        await pause(n === 50 ? 200 : 5)
        running--
        if (n === 7) throw new Error('seven')
        done.push(n)
      },
    }
    jobs.attendMany('many', { topic: 'many', due: 'false' }, work)
    await until(() => done.length === 49)
    expect([most, faults]).toEqual([8, [new Error('seven')]])
    waiting.push(50)
    notification.notify('many')
    await until(() => running > 0)
    await jobs.stop()
    expect(done).toContain(50)
    await pool.end()
    await database.drop()
  })

  test('a batch is done in one transaction; a bad job in it delays only itself', async () => {
    const database = await createTestDatabase()
    const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
    const notification = startNotifications(undefined, silent)
    const jobs = await startJobs(pool, { notification, worker: false, onFault: silent })
    const done: number[] = []
    jobs.workBatch('webhook-events', 50, (tx, datas: readonly { n: number }[]) => {
      if (datas.some(({ n }) => n === 7)) return Promise.reject(new Error('seven'))
      tx.afterCommit(() => done.push(...datas.map(({ n }) => n)))
      return Promise.resolve()
    })
    const news = Array.from({ length: 20 }, (_, n) => ({ data: { n } }))
    await transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE }).asSystem((tx) =>
      jobs.enqueueMany(tx, 'webhook-events', news),
    )
    const left = async () => (await database.admin.query("select (data ->> 'n')::int as n, state from pgboss.job")).rows
    await until(async () => (await left()).every(({ state }) => state === 'retry'))
    expect(await left()).toEqual([{ n: 7, state: 'retry' }])
    expect(done.toSorted((a, b) => a - b)).toEqual(news.map((_, n) => n).filter((n) => n !== 7))
    await jobs.stop()
    await pool.end()
    await database.drop()
  })
})

/** Many jobs at once, and many in one transaction: bounded, ended once, and outliving whoever fails (I4, I11). */
import { setTimeout as pause } from 'node:timers/promises'
import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { startJobs } from '../src/jobs/jobs.ts'
import { createPool, WORKER_ROLE } from '../src/postgres/pool.ts'
import { transactionsOn } from '../src/postgres/transaction.ts'
import { startWake } from '../src/wake/wake.ts'
import { createTestDatabase } from './database.ts'
import { until } from './until.ts'

const silent = () => {}

test('many at once: each ends once, a group keeps its bound over two workers, and one that threw is given out again', async () => {
  const database = await createTestDatabase()
  const pool = createPool({ url: database.url, max: 10, application_name: 'test', role: WORKER_ROLE })
  const notification = startWake(undefined, silent)
  const { asSystem } = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
  const faults: unknown[] = []
  const runs = new Map<string, number>()
  const active = new Map<string, number>()
  let most = 0
  const start = async () => {
    const jobs = await startJobs(pool, { notification, worker: false, onFault: (error) => faults.push(error) })
    jobs.workMany('webhook-delivery', {
      concurrency: 20,
      group_concurrency: 3,
      resting: () => Promise.resolve(['resting']),
      begin: (_tx, claimed) => Promise.resolve({ run: claimed, back: [] }),
      async run(job) {
        const [group, name] = [String(job.groupId), (job.data as { name: string }).name]
        active.set(group, (active.get(group) ?? 0) + 1)
        most = Math.max(most, active.get(group) as number)
        await pause(5)
        active.set(group, (active.get(group) as number) - 1)
        runs.set(name, (runs.get(name) ?? 0) + 1)
        if (name === 'bad' && runs.get(name) === 1) throw new Error('no')
        await asSystem((tx) => jobs.settle(tx, 'webhook-delivery', [job]))
      },
    })
    return jobs
  }
  const workers = [await start(), await start()]
  const [first] = workers as [Awaited<ReturnType<typeof start>>]
  const news = Array.from({ length: 120 }, (_, i) => ({ data: { name: `n${i}` }, group: `g${i % 4}` }))
  await asSystem((tx) =>
    first.enqueueMany(tx, 'webhook-delivery', [
      ...news,
      { data: { name: 'bad' }, group: 'g0' },
      { data: { name: 'asleep' }, group: 'resting' },
      { data: { name: 'later' }, group: 'g0', after_s: 3600 },
    ]),
  )
  const left = async () =>
    (await database.admin.query("select data ->> 'name' as name, state from pgboss.job order by 1")).rows
  await until(async () => (await left()).length === 3 && faults.length > 0)
  expect(await left()).toEqual([
    { name: 'asleep', state: 'created' },
    { name: 'bad', state: 'active' },
    { name: 'later', state: 'created' },
  ])
  expect([...runs.values()].every((n) => n === 1)).toBe(true)
  expect(most).toBeLessThanOrEqual(3)
  expect(faults).toHaveLength(1)
  // Its time is up: what a supervisor does every ten seconds.
  await database.admin.query("update pgboss.job set started_on = started_on - interval '31s' where state = 'active'")
  const boss = new PgBoss({ connectionString: database.url, supervise: false, schedule: false, migrate: false })
  await boss.start()
  await boss.supervise('webhook-delivery')
  await until(() => runs.get('bad') === 2)
  await until(async () => (await left()).length === 2)
  await boss.stop({ graceful: false })
  for (const jobs of workers) await jobs.stop()
  await pool.end()
  await database.drop()
})

test('a batch is done in one transaction; a bad job in it delays only itself', async () => {
  const database = await createTestDatabase()
  const pool = createPool({ url: database.url, max: 5, application_name: 'test', role: WORKER_ROLE })
  const notification = startWake(undefined, silent)
  const jobs = await startJobs(pool, { notification, worker: false, onFault: silent })
  const done: number[] = []
  jobs.workBatch('webhook-fan-out', 50, (tx, datas: readonly { n: number }[]) => {
    if (datas.some(({ n }) => n === 7)) return Promise.reject(new Error('seven'))
    tx.afterCommit(() => done.push(...datas.map(({ n }) => n)))
    return Promise.resolve()
  })
  const news = Array.from({ length: 20 }, (_, n) => ({ data: { n } }))
  await transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE }).asSystem((tx) =>
    jobs.enqueueMany(tx, 'webhook-fan-out', news),
  )
  const left = async () => (await database.admin.query("select (data ->> 'n')::int as n, state from pgboss.job")).rows
  await until(async () => (await left()).length === 1)
  expect(await left()).toEqual([{ n: 7, state: 'retry' }])
  expect(done.toSorted((a, b) => a - b)).toEqual(news.map((_, n) => n).filter((n) => n !== 7))
  await jobs.stop()
  await pool.end()
  await database.drop()
})

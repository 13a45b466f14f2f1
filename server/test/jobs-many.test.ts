/** Many at once, and many jobs in one transaction: bounded, ended once, and outliving whoever fails. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startJobs } from '../src/platform/jobs/jobs.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { createTestDatabase } from './database.ts'
import { until } from './until.ts'

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

/** A process starts with a database that answers late, says why it waits, and does not wait for what waiting cannot mend. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tools/dev/free-port.ts'
import { installJobs } from '../src/platform/jobs/jobs.ts'
import { migrate } from '../src/platform/postgres/migrate.ts'
import { call } from './call.ts'
import { type DatabaseCutter, startDatabaseCutter } from './database-cutter.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await startWorld()
})
afterAll(() => world.stop())

const urlAt = (port: number | string) =>
  Object.assign(new URL(world.database.url), { hostname: '127.0.0.1', port: String(port) }).href
const waits = () => world.log.filter((line) => line.includes('the database does not answer yet'))

const startsOnce = async (settings: Record<string, string>, answers: () => Promise<unknown>): Promise<void> => {
  const before = waits().length
  let started = false
  const starting = world.another(settings).then((service) => {
    started = true
    return service
  })
  await until(() => waits().length > before + 1)
  expect(started).toBe(false)
  await answers()
  const { url } = await starting
  expect((await call(url as string, 'GET', '/ready')).status).toBe(200)
}

test('a database that takes connections and says nothing is asked again until it answers', async () => {
  const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
  cutter.silence(true)
  await startsOnce({ DATABASE_URL: urlAt(cutter.port) }, async () => cutter.heal())
  await cutter.stop()
})

test('a database that is not there yet is asked again until it is', async () => {
  const port = await freePort()
  let cutter: DatabaseCutter | undefined
  await startsOnce({ DATABASE_URL: urlAt(port) }, async () => {
    cutter = await startDatabaseCutter(Number(new URL(world.database.url).port), port)
  })
  await cutter?.stop()
})

test.each([
  ['login', { username: 'nobody_knows' }],
  ['database', { pathname: '/nowhere' }],
])('a %s that is not known is told at once', async (_what, wrong) => {
  const before = waits().length
  const url = Object.assign(new URL(world.database.url), wrong).href
  await expect(world.another({ DATABASE_URL: url })).rejects.toThrow('does not exist')
  expect(waits()).toHaveLength(before)
})

test('migrate waits for its database, too', async () => {
  const cutter = await startDatabaseCutter(Number(new URL(world.database.url).port))
  cutter.cut({ when: 'before', at: ['user'], every: 1 })
  const reasons: string[] = []
  const migrating = migrate(urlAt(cutter.port), installJobs, ({ message }) => reasons.push(message))
  await until(() => reasons.length > 1)
  cutter.heal()
  expect(await migrating).toEqual([])
  await cutter.stop()
})

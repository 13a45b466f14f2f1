/** Several api processes behind one port are one service: one private port, sums, a draining stop, and none stays away. */
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readConfig } from '../src/platform/config.ts'
import { call } from './call.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { type Process, startProcess } from './process.ts'
import { until } from './until.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'
const key = () => `one:${randomBytes(32).toString('base64url')}`
const keys = { FACTS_KEYS: key(), WEBHOOK_SECRET_KEYS: key() }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

const running: Process[] = []
const startGroup = async (settings: Record<string, string> = {}): Promise<Process> => {
  const group = await startProcess('api', {
    ENVIRONMENT: 'development',
    DATABASE_URL: database.url,
    DRAIN_MS: '0',
    API_PROCESSES: '2',
    RATE_LIMIT_SCALE: '1000',
    METRICS_TOKEN,
    ...keys,
    ...settings,
  })
  running.push(group)
  return group
}
afterEach(async () => {
  for (const one of running.splice(0)) await one.end('SIGKILL')
})

const alive = (pid: number) => existsSync(`/proc/${pid}`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
const membersOf = ({ pid }: Process): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number)
/** Each over a connection of its own, so that they are spread. */
const health = ({ url }: Process) => call(url, 'GET', '/health', { headers: { connection: 'close' } })
const ready = async ({ ops_url }: Process) => (await call(ops_url, 'GET', '/ready')).status

test('metrics are the sum over all processes, at both ports, and each process takes calls', async () => {
  const group = await startGroup()
  expect(membersOf(group)).toHaveLength(2)
  for (let i = 0; i < 20; i++) expect((await health(group)).status).toBe(200)
  const counted = (text: string) =>
    /^svc_call_duration_seconds_count\{operation="health.read",status="200"\} (\d+)/m.exec(text)?.[1]
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  const texts = [await call(group.ops_url, 'GET', '/metrics'), await call(group.url, 'GET', '/metrics', { headers })]
  for (const { text } of texts) expect(counted(text)).toBe('20')
  for (const [base, more] of [[group.ops_url, {}] as const, [group.url, headers] as const]) {
    const open = await call(base, 'GET', '/metrics', { headers: { ...more, accept: 'application/openmetrics-text' } })
    expect(open.headers.get('content-type')).toMatch(/^application\/openmetrics-text/)
    expect([counted(open.text), open.text.endsWith('# EOF\n')]).toEqual(['20', true])
  }
  // One process that stands still answers nothing, and the other has its share all the same.
  const [first] = membersOf(group) as [number]
  process.kill(first, 'SIGSTOP')
  await until(async () => (await ready(group)) === 503)
  const partial = counted((await call(group.ops_url, 'GET', '/metrics')).text)
  expect(Number(partial)).toBe(10)
  process.kill(first, 'SIGCONT')
  await until(async () => (await ready(group)) === 200)
})

test('a process that is killed is replaced, and the others go on meanwhile', async () => {
  const group = await startGroup()
  const before = membersOf(group)
  process.kill(before[0] as number, 'SIGKILL')
  await until(() => !membersOf(group).includes(before[0] as number))
  for (let i = 0; i < 10; i++) expect((await health(group)).status).toBe(200)
  await until(async () => (await ready(group)) === 200)
  const after = membersOf(group)
  expect(after).toHaveLength(2)
  expect(after).toContain(before[1])
  expect(group.output()).toContain('an api process ended; another one is started')
})

test('a stop drains: not ready at once, calls are taken meanwhile, then all processes end', async () => {
  const group = await startGroup({ DRAIN_MS: '1500' })
  const members = membersOf(group)
  const ended = group.end('SIGTERM')
  await until(async () => (await ready(group)) === 503)
  for (let i = 0; i < 10; i++) expect((await health(group)).status).toBe(200)
  expect(await ended).toBe(0)
  expect(members.filter(alive)).toEqual([])
  await expect(health(group)).rejects.toThrow(/ECONN|hang up/)
})

test('a signal to every process at once, as a terminal sends it, stops the group just so', async () => {
  const group = await startGroup({ DRAIN_MS: '300' })
  const members = membersOf(group)
  for (const pid of members) process.kill(pid, 'SIGINT')
  expect(await group.end('SIGINT')).toBe(0)
  expect(members.filter(alive)).toEqual([])
  expect(group.output()).not.toContain('another one is started')
})

test('processes do not outlive the one that started them', async () => {
  const group = await startGroup()
  const members = membersOf(group)
  await group.end('SIGKILL')
  await until(() => members.filter(alive).length === 0)
})

test('a group whose processes cannot start does not start', async () => {
  const nowhere = Object.assign(new URL(database.url), { pathname: '/none' }).href
  await expect(startGroup({ DATABASE_URL: nowhere })).rejects.toThrow('an api process did not start')
})

test('processes of a group share their keys, so these must be set', () => {
  const settings = { ENVIRONMENT: 'development', DATABASE_URL: database.url, API_PROCESSES: '2' }
  expect(() => readConfig(settings)).toThrow('FACTS_KEYS must be set where API_PROCESSES is more than 1')
  expect(readConfig({ ...settings, ...keys }).API_PROCESSES).toBe(2)
})

test('a thousand callers that connect at once are let in, even while the process is held up', async () => {
  const { pid, url } = await startGroup({ API_PROCESSES: '1' })
  process.kill(pid, 'SIGSTOP')
  let connected = 0
  const sockets = Array.from({ length: 1_000 }, () =>
    connect(Number(new URL(url).port), '127.0.0.1', () => {
      connected++
    }),
  )
  await until(() => connected === sockets.length, 5_000).catch(() => {})
  expect(connected).toBe(sockets.length)
  for (const socket of sockets) socket.destroy()
})

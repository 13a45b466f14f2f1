/** Every process, whatever its role, tells those who run it how it is, at a private port and without a token. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freePort } from '../../tools/dev/free-port.ts'
import { readConfig } from '../src/platform/config.ts'
import { watchProcess } from '../src/platform/health/watch-process.ts'
import { createLog } from '../src/platform/http/log.ts'
import { createMetrics } from '../src/platform/http/metrics.ts'
import { startNotifications } from '../src/platform/notifications/notifications.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Service, startService } from '../src/service.ts'
import { call } from './call.ts'
import { onServer } from './database.ts'
import { startProcess } from './process.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

const METRICS_TOKEN = 'metrics-token-of-the-test'
let world: World
beforeAll(async () => {
  world = await startWorld({ METRICS_TOKEN, LOG_LEVEL: 'silent' })
})
afterAll(() => world.stop())

type Role = 'api' | 'worker'
const start = (roles: readonly Role[], settings: Record<string, string> = {}): Promise<Service> =>
  startService({
    config: readConfig({ ...world.settings, ...settings }),
    log: createLog('silent'),
    api: roles.includes('api'),
    worker: roles.includes('worker'),
  })

const figure = (metrics: string, series: string): number | undefined => {
  const line = metrics.split('\n').find((l) => l.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length + 1))
}

test.each([[['worker']], [['api']], [['api', 'worker']]] as const)(
  'a process with the roles %j has health, readiness and metrics there',
  async (roles) => {
    const service = await start(roles)
    try {
      expect(service.ops_url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
      const health = await call(service.ops_url, 'GET', '/health')
      expect([health.status, health.json]).toEqual([200, { ok: true, status: 'alive', version: '0.1.0' }])
      const ready = await call(service.ops_url, 'GET', '/ready')
      const checks = { database: 'ok', migrations: 'ok', wake: 'not_configured' }
      expect([ready.status, ready.json]).toEqual([200, { ok: true, status: 'ready', checks }])
      const metrics = await call(service.ops_url, 'GET', '/metrics')
      expect([metrics.status, metrics.headers.get('content-type')]).toEqual([
        200,
        'text/plain; version=0.0.4; charset=utf-8',
      ])
      expect(metrics.text).toContain('svc_database_connections ')
      const has = (role: Role) => ((roles as readonly Role[]).includes(role) ? 0 : undefined)
      const first = [
        figure(metrics.text, 'svc_calls_total{operation="payment_requests.create",outcome="failed"}'),
        figure(metrics.text, 'svc_jobs_total{queue="sign-in-mail",outcome="failed"}'),
        figure(metrics.text, 'svc_mail_total{outcome="failed"}'),
      ]
      // What has not happened yet is 0, so that its first time is seen.
      expect(first).toEqual([has('api'), has('worker'), has('worker')])
      for (const role of roles) {
        expect(figure(metrics.text, `svc_processes_ready{role="${role}"}`)).toBe(1)
        expect(figure(metrics.text, `svc_processes_wanted{role="${role}"}`)).toBe(1)
      }
      expect(figure(metrics.text, 'svc_outcome_unknown_total')).toBe(0)
      const of = (what: string) => figure(metrics.text, `svc_database_server_connections{of="${what}"}`) ?? 0
      expect([of('open') > 0, of('max') > of('open')]).toEqual([true, true])
      expect(figure(metrics.text, 'svc_webhook_pending')).toBe(
        (roles as readonly Role[]).includes('worker') ? 0 : undefined,
      )
    } finally {
      await service.stop()
    }
  },
)

test('a clock is off by what no delay explains: a database that answers late has the right time', async () => {
  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test' })
  const notifications = startNotifications(undefined, () => {})
  /** As this process reads its clock before it asks and after it was answered, in ms from the right time. */
  const offset = async (...read: readonly [number, number]): Promise<number> => {
    const metrics = createMetrics(new Map(), { traced: false })
    const times = [...read]
    const now = () => new Date(Date.now() + (times.shift() ?? 0))
    watchProcess(metrics, { pool, notifications, version: '0.1.0', now })
    return figure(await metrics.text('text'), 'svc_clock_offset_seconds') ?? Number.NaN
  }
  expect(await offset(-8_000, 0)).toBeLessThan(1)
  expect(await offset(0, 8_000)).toBeLessThan(1)
  expect(await offset(-60_000, -60_000)).toBeGreaterThan(30)
  expect(await offset(60_000, 60_000)).toBeGreaterThan(30)
  await notifications.stop()
  await pool.end()
})

test('it has nothing else, and changes nothing', async () => {
  const { ops_url } = world.service
  expect((await call(ops_url, 'POST', '/health')).status).toBe(405)
  for (const path of ['/', '/v1/merchants', '/openapi.json', '//health', '/metrics/']) {
    expect((await call(ops_url, 'GET', path)).status).toBe(404)
  }
  const head = await call(ops_url, 'HEAD', '/metrics')
  expect([head.status, head.text]).toEqual([200, ''])
})

test('metrics need the token at the public port and none at the private one', async () => {
  expect((await world.call('GET', '/metrics')).status).toBe(401)
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  expect((await world.call('GET', '/metrics', { headers })).status).toBe(200)
  expect((await call(world.service.ops_url, 'GET', '/metrics')).status).toBe(200)
})

test('of the calls of strangers those that were turned away are not counted: they say nothing of how callers are served', async () => {
  const answered = async (operation: string) =>
    figure(
      (await call(world.service.ops_url, 'GET', '/metrics')).text,
      `svc_calls_total{operation="${operation}",outcome="answered"}`,
    )
  const headers = { authorization: `Bearer svc_conn_${'0'.repeat(40)}` }
  expect((await world.call('POST', '/v1/payment-requests', { headers, body: {} })).status).toBe(401)
  expect((await world.call('GET', '/health')).status).toBe(200)
  expect(await answered('payment_requests.create')).toBe(undefined)
  expect(await answered('health.read')).toBeGreaterThan(0)
})

test('what a worker has done is counted by queue and outcome', async () => {
  const worker = await start(['worker'])
  const done = async () => {
    const texts = [worker, world.service].map(async ({ ops_url }) => (await call(ops_url, 'GET', '/metrics')).text)
    const counts = (await Promise.all(texts)).map((text) =>
      figure(text, 'svc_jobs_total{queue="sign-in-mail",outcome="done"}'),
    )
    return counts.reduce<number>((sum, n) => sum + (n ?? 0), 0)
  }
  try {
    const before = await done()
    for (const email of ['one@merchant.example', 'two@merchant.example']) {
      const answer = await world.call('POST', '/v1/merchant-accounts/registrations', { body: { email } })
      expect(answer.status).toBe(202)
    }
    await until(async () => (await done()) === before + 2)
  } finally {
    await worker.stop()
  }
})

test('while the database is away a worker is alive and not ready', async () => {
  const lone = await startWorld({ LOG_LEVEL: 'silent' })
  const name = new URL(lone.database.url).pathname.slice(1)
  const ready = () => call(lone.service.ops_url, 'GET', '/ready')
  await onServer(`alter database ${name} allow_connections false`)
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  await until(async () => (await ready()).status === 503)
  expect((await ready()).json).toMatchObject({ ok: false, error: { code: 'service_unavailable' } })
  expect((await call(lone.service.ops_url, 'GET', '/health')).status).toBe(200)
  await onServer(`alter database ${name} allow_connections true`)
  await until(async () => (await ready()).status === 200)
  await lone.stop()
})

test('a process whose connections are all busy is ready: its neighbours would be as busy', async () => {
  const busy = await start(['api'], { DATABASE_POOL_MAX: '2' })
  const holder = await world.database.admin.connect()
  try {
    await holder.query('begin; lock table rate_limits in access exclusive mode')
    const body = { email: 'waits@merchant.example' }
    const calls = Array.from({ length: 6 }, () =>
      call(busy.url as string, 'POST', '/v1/merchant-accounts/registrations', { body }),
    )
    const waiting = async () => (await call(busy.ops_url, 'GET', '/metrics')).text.match(/svc_database_waiting.* [1-9]/)
    await until(async () => (await waiting()) !== null)
    expect((await call(busy.ops_url, 'GET', '/ready')).status).toBe(200)
    expect((await call(busy.url as string, 'GET', '/ready')).status).toBe(200)
    await holder.query('rollback')
    await Promise.all(calls)
  } finally {
    holder.release()
    await busy.stop()
  }
})

test('a process says that it is ready only when its public ports take calls', async () => {
  const [PORT, WALLET_PORT, OPS_PORT] = [await freePort(), await freePort(), await freePort()]
  const ports = { PORT: `${PORT}`, WALLET_PORT: `${WALLET_PORT}`, OPS_PORT: `${OPS_PORT}` }
  const settings = { ...world.settings, ...ports, WALLET_URL: `http://localhost:${WALLET_PORT}`, LOG_LEVEL: 'info' }
  const at = (port: number, path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  const starting = startProcess('api', settings)
  const isReady = () =>
    at(OPS_PORT, '/ready').then(
      ({ ok }) => ok,
      () => false,
    )
  await until(isReady)
  const answers = [at(PORT, '/health'), at(WALLET_PORT, '/settings.json')].map((answer) =>
    answer.then(
      ({ status }) => status,
      ({ cause }) => String(cause),
    ),
  )
  expect(await Promise.all(answers)).toEqual([200, 200])
  await (await starting).end()
})

test('a stopping process says there that it is not ready, until the end', async () => {
  const service = await start(['api', 'worker'], { DRAIN_MS: '2000' })
  const stopped = service.stop()
  const ready = await call(service.ops_url, 'GET', '/ready')
  expect([ready.status, ready.json.error?.message]).toEqual([503, 'This process is stopping.'])
  expect((await call(service.ops_url, 'GET', '/health')).status).toBe(200)
  await stopped
  await expect(call(service.ops_url, 'GET', '/health')).rejects.toThrow(/ECONN|hang up/)
})

test('a port that is taken is a fault which says what to do', async () => {
  const OPS_PORT = new URL(world.service.ops_url).port
  await expect(start(['worker'], { OPS_PORT })).rejects.toThrow(
    `OPS_PORT ${OPS_PORT} of 127.0.0.1 is taken: give each process on a machine an OPS_PORT of its own`,
  )
})

test('the OpenAPI document is compressed only for clients that accept it, and says the same', async () => {
  const read = async (encoding: string) => {
    const answer = await fetch(`${world.url}/openapi.json`, { headers: { 'accept-encoding': encoding } })
    expect(answer.headers.get('vary')).toContain('accept-encoding')
    return { text: await answer.text(), encoding: answer.headers.get('content-encoding') }
  }
  const plain = await read('identity')
  expect(plain.encoding).toBeNull()
  expect(await read('gzip')).toEqual({ text: plain.text, encoding: 'gzip' })
})

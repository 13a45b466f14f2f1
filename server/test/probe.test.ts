/** Whoever runs a service can try it as an agent does; what fails is told by its step and its cause, and nothing is left behind. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { certificateSecondsLeft } from '../src/commands/probe.ts'
import { type Asking, askingOver, newAsking } from './asking.ts'
import { call } from './call.ts'
import { probeOnce, startCanary } from './canary-process.ts'
import { newConnection } from './connection.ts'
import { onServer } from './database.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const canaryOf = ({ connection_token, payee }: Asking, base_url = world.url) => ({
  base_url,
  connection_token,
  recipient_id: payee.recipient_id,
  recipient_version_id: payee.recipient_version_id,
})
/** As the wallet sees them. */
const requestsOf = async ({ device }: Asking) => {
  const { json } = await device.call('GET', '/v1/payment-requests')
  return json.payment_requests.map(({ status, reason }: Record<string, unknown>) => [status, reason])
}

test('it creates, reads and cancels a request, and says so in one line', async () => {
  const { code, stdout, stderr } = await probeOnce(canaryOf(asking))
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toMatch(
    /^canary passed: connection \d+ ms, create \d+ ms, read \d+ ms, cancel \d+ ms; its token works for 89 more days\n$/,
  )
  expect(await requestsOf(asking)).toEqual([['failed', 'canceled_by_agent']])
})

test('a request that cannot be read back is canceled all the same', async () => {
  const { operator, payee } = asking
  const blind = askingOver(await newConnection(world, { operator, granted: ['payment.requests.create'] }), payee)
  const { code, stderr } = await probeOnce(canaryOf(blind))
  expect([code, stderr]).toEqual([1, expect.stringContaining(`read: ${world.url} answered 403 scope_missing: `)])
  expect(await requestsOf(blind)).toEqual([['failed', 'canceled_by_agent']])
})

test('with --every it goes on, and its port tells how the last run went', async () => {
  const other = await newAsking(world, web)
  const canary = await startCanary(canaryOf(other), 5)
  const metrics = async () => (await call(canary.url, 'GET', '/metrics')).text
  await until(async () => /^svc_canary_runs_total\{outcome="passed"\} [2-9]/m.test(await metrics()))
  const told = await metrics()
  expect(told).toMatch(/^svc_canary_ok 1$/m)
  expect(Number(/^svc_canary_token_seconds_left (\S+)$/m.exec(told)?.[1])).toBeGreaterThan(89 * 86_400)
  for (const step of ['connection', 'create', 'read', 'cancel'])
    expect(told).toMatch(new RegExp(`^svc_canary_step_duration_seconds_count\\{step="${step}"\\} [2-9]`, 'm'))
  expect((await other.device.call('DELETE', `/v1/connections/${other.connection_id}`)).status).toBe(200)
  await until(async () => /^svc_canary_ok 0$/m.test(await metrics()))
  expect(await metrics()).toMatch(/^svc_canary_runs_total\{outcome="failed"\} [1-9]/m)
  expect(canary.output()).toMatch(
    /Z canary passed: .*\n.*Z canary failed: connection: \S+ answered 403 connection_revoked: /,
  )
  expect(await canary.end()).toBe(0)
})

test('how long a certificate is still valid is seen by connecting; without TLS there is none', async () => {
  const port = /shop\.test:443=(\d+)/.exec(web.settings['OUTBOUND_LOOPBACK'] ?? '')?.[1]
  expect(await certificateSecondsLeft(`https://127.0.0.1:${port}/`)).toBeGreaterThan(3_600)
  expect(await certificateSecondsLeft(world.url)).toBe(undefined)
  expect(await certificateSecondsLeft('https://127.0.0.1:1')).toBe(undefined)
})

test('what keeps it from passing is told: a revoked token, a stopped database, nobody there, somebody else there', async () => {
  const revoked = await newAsking(world, web)
  await revoked.device.call('DELETE', `/v1/connections/${revoked.connection_id}`)
  expect(await probeOnce(canaryOf(revoked))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^canary failed: connection: \S+ answered 403 connection_revoked: .+\n$/),
  })
  expect(await probeOnce(canaryOf(asking, 'http://127.0.0.1:1'))).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^canary failed: connection: http:\/\/127.0.0.1:1 could not be reached: /),
  })
  const elsewhere = createServer((request, response) =>
    response.writeHead(307, { location: world.url + request.url }).end(),
  )
  await new Promise<void>((resolve) => elsewhere.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void elsewhere.close())
  const { port } = elsewhere.address() as AddressInfo
  expect(await probeOnce(canaryOf(asking, `http://127.0.0.1:${port}`))).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('could not be reached: unexpected redirect'),
  })
  const name = new URL(world.database.url).pathname.slice(1)
  await onServer(`alter database ${name} allow_connections false`)
  await onServer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
  const stopped = await probeOnce(canaryOf(asking))
  await onServer(`alter database ${name} allow_connections true`)
  expect(stopped).toMatchObject({ code: 1, stderr: expect.stringContaining('answered 503 service_unavailable: ') })
  const { text } = await call(world.service.ops_url, 'GET', '/metrics')
  expect(text).toMatch(/^svc_calls_total\{operation="connections.read",outcome="failed"\} [1-9]/m)
})

test('a file or an option that is wrong is told without the token', async () => {
  const token = asking.connection_token
  const { recipient_id: _, ...lacking } = canaryOf(asking)
  const faults = [
    await probeOnce(lacking),
    await probeOnce({ ...canaryOf(asking), connection_token: `${token} ` }),
    await probeOnce(`{ "connection_token": "${token}", oops`),
    await probeOnce(canaryOf(asking), '--every', '1', '--listen', '127.0.0.1:0'),
    await probeOnce(canaryOf(asking), '--every', '30'),
    await probeOnce(canaryOf(asking), '--often'),
  ]
  expect(faults.map(({ code }) => code)).toEqual(faults.map(() => 1))
  const told = faults.map(({ stderr }) => stderr)
  expect(told).toEqual([
    expect.stringContaining(
      'must be a JSON object with base_url, connection_token, recipient_id, recipient_version_id',
    ),
    expect.stringContaining('look at connection_token'),
    expect.stringContaining('canary.json is not JSON'),
    expect.stringContaining('--every must be a number of seconds from 5 to 3600'),
    expect.stringContaining('--every and --listen go together'),
    expect.stringContaining("Unknown option '--often'"),
  ])
  for (const text of told) expect(text).not.toContain(token)
})

/** More calls than a process can work on: the rest is told at once to come again, and what stops something still gets in. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '@countersign/contract/operations'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { URGENT } from '../src/http/admission.ts'
import { call } from './call.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let world: World
let operators: readonly Operator[]
beforeAll(async () => {
  world = await startWorld({
    CALLS_AT_ONCE_MAX: '16',
    CALLS_WAITING_MAX: '0',
    DATABASE_POOL_MAX: '40',
    TRUST_PROXY: '127.0.0.1',
  })
  // One organization never has all places.
  operators = [await newOperator(world), await newOperator(world)]
})
afterAll(() => world.stop())

const figure = async (series: string): Promise<number> => {
  const { text } = await call(world.service.ops_url, 'GET', '/metrics')
  return Number(new RegExp(`^${series} (.+)$`, 'm').exec(text)?.[1] ?? 0)
}
const register = () =>
  world.call('POST', '/v1/merchant-accounts/registrations', { body: { email: 'waits@merchant.example' } })

test('calls that stop something exist', () => {
  const ids = new Set<string>(operations.map(({ id }) => id))
  expect([...URGENT].filter((id) => !ids.has(id))).toEqual([])
})

/** Every place is taken by calls that wait for a lock. */
const whileFull = async (act: () => Promise<void>): Promise<void> => {
  const holder = await world.database.admin.connect()
  await holder.query('begin; lock table projects in access exclusive mode')
  const load = { running: true }
  // One after the other: those that began together would give up their wait together, and leave their places empty.
  const busy = Array.from({ length: 60 }, async (_, i) => {
    await pause(i * 40)
    while (load.running) {
      await operators[i % 2]?.call('POST', '/v1/projects', { body: { name: 'Waits' } })
      await pause(5)
    }
  })
  try {
    await until(async () => (await figure('svc_calls_in_flight')) >= 14)
    await act()
  } finally {
    load.running = false
    await holder.query('rollback')
    holder.release()
    await Promise.all(busy)
  }
}

test('beyond its places a process refuses at once, keeps the last ones for what stops something, and recovers', async () => {
  const leaving = await newOperator(world)
  await whileFull(async () => {
    const refused = await register()
    expect([refused.status, refused.json.error.code]).toEqual([503, 'overloaded'])
    expect(['1', '2', '3']).toContain(refused.headers.get('retry-after'))
    expect(refused.json.error.retry_after).toBe(Number(refused.headers.get('retry-after')))
    expect(await figure('svc_shed_total{reason="waiting"}')).toBeGreaterThan(0)
    expect((await world.call('GET', '/health')).status).toBe(200)
    expect((await leaving.call('DELETE', '/v1/merchant-sessions/current')).status).toBe(200)
  })
  await until(async () => (await figure('svc_calls_in_flight')) === 0)
  expect((await register()).status).toBe(202)
})

/** Calls over one connection; tells when each was answered, and what it was told. */
const onOneConnection = (headers: Readonly<Record<string, string>> = {}) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async () => {
    const sent = request(`${world.url}/v1/merchant-accounts/registrations`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.end('{"email":"waits@merchant.example"}')
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    return { status: answer.statusCode, retry_after: Number(answer.headers['retry-after']), at: performance.now() }
  }
  return { send, close: () => agent.destroy() }
}

test('a connection that calls again before its time is left waiting until then, and holds up nobody else', async () => {
  const impatient = onOneConnection()
  const other = onOneConnection()
  await whileFull(async () => {
    const first = await impatient.send()
    const [second, beside] = await Promise.all([impatient.send(), other.send()])
    expect([first.status, second.status, beside.status]).toEqual([503, 503, 503])
    expect(second.at - first.at).toBeGreaterThan(1000 * first.retry_after - 50)
    expect(beside.at).toBeLessThan(second.at)
  })
  impatient.close()
  other.close()
})

test('the connection of a proxy carries many clients and is never left waiting', async () => {
  const proxy = onOneConnection({ 'x-forwarded-for': '203.0.113.9' })
  await whileFull(async () => {
    const first = await proxy.send()
    const second = await proxy.send()
    expect([first.status, second.status]).toEqual([503, 503])
    expect(second.at - first.at).toBeLessThan(1000 * first.retry_after - 300)
  })
  proxy.close()
})

test('a call whose body never comes holds no place', async () => {
  const { hostname, port } = new URL(world.url)
  const head = `POST /v1/merchant-accounts/registrations HTTP/1.1\r\nhost: ${hostname}\r\ncontent-type: application/json\r\ncontent-length: 60\r\n\r\n{`
  const sockets = await Promise.all(
    Array.from({ length: 20 }, async (): Promise<Socket> => {
      const socket = connect(Number(port), hostname)
      await once(socket, 'connect')
      socket.write(head)
      return socket
    }),
  )
  expect((await register()).status).toBe(202)
  expect(await figure('svc_calls_in_flight')).toBe(0)
  for (const socket of sockets) socket.destroy()
})

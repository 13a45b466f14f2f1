/** More calls than a process can work on: the rest is told at once to come again, and what stops something still gets in. */
import { once } from 'node:events'
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
let operator: Operator
beforeAll(async () => {
  world = await startWorld({ CALLS_AT_ONCE_MAX: '16', DATABASE_POOL_MAX: '40' })
  operator = await newOperator(world)
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

test('beyond its places a process refuses at once, keeps the last ones for what stops something, and recovers', async () => {
  const leaving = await newOperator(world)
  const holder = await world.database.admin.connect()
  await holder.query('begin; lock table projects in access exclusive mode')
  const load = { running: true }
  const busy = Array.from({ length: 24 }, async () => {
    while (load.running) {
      await operator.call('POST', '/v1/projects', { body: { name: 'Waits' } })
      await pause(5)
    }
  })
  try {
    let refused = await register()
    await until(async () => {
      refused = await register()
      return refused.status !== 202
    })
    expect([refused.status, refused.json.error.code]).toEqual([503, 'overloaded'])
    expect(['1', '2', '3']).toContain(refused.headers.get('retry-after'))
    expect(refused.json.error.retry_after).toBe(Number(refused.headers.get('retry-after')))
    expect(await figure('svc_shed_total{reason="calls"}')).toBeGreaterThan(0)
    expect((await world.call('GET', '/health')).status).toBe(200)
    // A process that falls behind lets in fewer for a moment.
    await until(async () => (await leaving.call('DELETE', '/v1/merchant-sessions/current')).status === 200)
  } finally {
    load.running = false
    await holder.query('rollback')
    holder.release()
    await Promise.all(busy)
  }
  await until(async () => (await figure('svc_calls_in_flight')) === 0)
  expect((await register()).status).toBe(202)
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

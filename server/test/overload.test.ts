/** More calls than a process can work on: the rest is told at once to come again, and what stops something still gets in. */
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { operations } from '@pursestrings/contract/operations'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { URGENT } from '../src/platform/http/admission.ts'
import { newAsking } from './asking.ts'
import { call, placeAt } from './call.ts'
import { said } from './connection.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let operators: readonly Operator[]
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({
    ...web.settings,
    CALLS_AT_ONCE_MAX: '16',
    CALLS_WAITING_MAX: '0',
    DATABASE_POOL_MAX: '40',
    TRUST_PROXY: '127.0.0.1',
  })
  // One organization never has all places.
  operators = [await newOperator(world), await newOperator(world)]
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

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

/** A call that stays longer than any time limit of the database would let it, and then leaves nothing behind. */
const STAYS = `create or replace function stays() returns trigger language plpgsql as $$ begin
    perform set_config('lock_timeout', '0', true);
    begin
      perform pg_advisory_xact_lock_shared(1);
    exception when query_canceled then
      perform pg_advisory_xact_lock_shared(1);
    end;
    raise lock_not_available;
  end $$;
  create or replace trigger stays before insert on projects for each row execute function stays()`

/** Every place is taken by calls that stay. */
const whileFull = async (act: () => Promise<void>): Promise<void> => {
  const holder = await world.database.admin.connect()
  await holder.query(STAYS)
  await holder.query('select pg_advisory_lock(1)')
  const load = { running: true }
  const busy = Array.from({ length: 60 }, async (_, i) => {
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
    await holder.query('select pg_advisory_unlock(1)')
    holder.release()
    await Promise.all(busy)
  }
}

/** On a machine that stalls, calls give up their places after all, or time goes by: that says nothing, and is tried again. */
const conclusive = async <T>(measure: () => Promise<T>, says: (measured: T) => boolean): Promise<T> => {
  for (let tries = 1; ; tries++) {
    const measured = await measure()
    if (says(measured) || tries === 10) return measured
  }
}
const isRefused = ({ status }: { readonly status: number | undefined }): boolean => status === 503

test('beyond its places a process refuses at once, keeps the last ones for what stops something, and recovers', async () => {
  const leaving = await newOperator(world)
  await whileFull(async () => {
    const refused = await conclusive(register, isRefused)
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

test('only whoever is known has a place among calls that stop something', async () => {
  const reporting = (given: object) =>
    world.call('POST', '/v1/payment-requests/none/status', { body: { status: 'signed', ...given } })
  const [new_here, known] = [await newDevice(world), await newDevice(world)]
  const { device_id, token } = known
  expect(said(await reporting({ device_id, token }))).toEqual([404, 'resource_not_found'])
  await whileFull(async () => {
    const unknown = () => reporting({ device_id, token: newSecret('device') })
    expect(said(await conclusive(unknown, isRefused))).toEqual([503, 'overloaded'])
    expect(said(await reporting({ device_id, token }))).toEqual([404, 'resource_not_found'])
    // Its token came in a header, and was asked for before its turn.
    expect((await new_here.call('DELETE', '/v1/app-devices/current')).status).toBe(200)
  })
})

test('one organization that floods with calls that stop something leaves room for all calls of the others', async () => {
  const [greedy, ...others] = [await newAsking(world, web), await newAsking(world, web), await newAsking(world, web)]
  const { request_id } = await greedy.asked({ request_id: 'canceled-all-the-time' })
  const holder = await world.database.admin.connect()
  await holder.query('begin')
  const held = await holder.query('select from payment_requests where request_id = $1 for update', [request_id])
  expect(held.rowCount).toBe(1)
  const sockets = 200
  const flood = placeAt(world.url, '127.0.0.9', sockets)
  const cancel = {
    path: `/v1/payment-requests/${request_id}/cancel`,
    headers: { authorization: `Bearer ${greedy.connection_token}` },
  }
  const load = { running: true, refused: 0 }
  const busy = Array.from({ length: sockets }, async () => {
    while (load.running) {
      const { status } = await flood.send(cancel)
      if (status === 503) load.refused++
    }
  })
  try {
    await until(async () => load.refused > 100)
    const answers = others.map(async (other) => {
      const { request_id: asked } = await other.asked()
      return said(await other.report(asked, { status: 'signed' }))
    })
    expect(await Promise.all(answers)).toEqual(others.map(() => [200]))
  } finally {
    load.running = false
    await holder.query('rollback')
    holder.release()
    await Promise.all(busy)
    flood.close()
  }
})

/** Calls over one connection; tells when each was sent and answered, and what it was told. */
const onOneConnection = (headers: Readonly<Record<string, string>> = {}) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const send = async () => {
    const sent_at = performance.now()
    const sent = request(`${world.url}/v1/merchant-accounts/registrations`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    sent.end('{"email":"waits@merchant.example"}')
    const [answer] = await once(sent, 'response')
    answer.resume()
    await once(answer, 'end')
    const told_ms = 1000 * Number(answer.headers['retry-after'])
    return { status: answer.statusCode, told_ms, sent_at, at: performance.now() }
  }
  return { send, close: () => agent.destroy() }
}

type Sent = Awaited<ReturnType<ReturnType<typeof onOneConnection>['send']>>
/** Well before the time that the first one was told. */
const isEarly = (first: Sent, later: Sent): boolean => later.at < first.at + first.told_ms - 300

test('a connection that calls again before its time is left waiting until then, and holds up nobody else', async () => {
  const impatient = onOneConnection()
  const other = onOneConnection()
  await whileFull(async () => {
    const [first, second, beside] = await conclusive(
      async () => [await impatient.send(), ...(await Promise.all([impatient.send(), other.send()]))] as const,
      (all) => all.every(isRefused) && isEarly(all[0], all[2]),
    )
    expect([first, second, beside].map(({ status }) => status)).toEqual([503, 503, 503])
    expect(second.at).toBeGreaterThan(first.sent_at + first.told_ms - 5)
    expect(isEarly(first, beside)).toBe(true)
  })
  impatient.close()
  other.close()
})

test('the connection of a proxy carries many clients and is never left waiting', async () => {
  const proxy = onOneConnection({ 'x-forwarded-for': '203.0.113.9' })
  await whileFull(async () => {
    const [first, second] = await conclusive(
      async () => [await proxy.send(), await proxy.send()] as const,
      (both) => both.every(isRefused) && isEarly(...both),
    )
    expect([first.status, second.status]).toEqual([503, 503])
    expect(isEarly(first, second)).toBe(true)
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

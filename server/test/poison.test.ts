/** No call, however it was made, fails anybody else's or the service: strangers and tenants send poison beside honest ones. */
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertPaymentRequests } from '../src/payments/payment-requests/create.store.ts'
import { createBatcher } from '../src/platform/postgres/batch.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Asking, newAsking } from './asking.ts'
import { newConnection } from './connection.ts'
import { placeAt } from './from-address.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { itemOf, UNLIMITED } from './new-request.ts'
import { poisonsFor } from './poisons.ts'
import { startWorld, type World } from './world.ts'

const HOSTILE_SOCKETS = 8
const HONEST_AT_ONCE = 4

let web: MerchantWeb
let world: World
let honest: Asking
let hostile: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, PENDING_MAX: '100000', LOG_LEVEL: 'error' })
  honest = await newAsking(world, web)
  hostile = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('poison of every kind, by strangers and by tenants, fails no honest create or report and is no error of ours', async () => {
  const poisons = poisonsFor(hostile.payee)
  expect(new Set(poisons.map((p) => p.kind)).size).toBeGreaterThanOrEqual(40)
  const calls = poisons.flatMap((poison) => [
    { ...poison, by: 'tenant', token: poison.token_of === 'device' ? hostile.device.token : hostile.connection_token },
    { ...poison, by: 'stranger', token: newSecret(poison.token_of === 'device' ? 'device' : 'conn') },
  ])
  const attack = { running: true }
  const heard: string[] = []
  const send = async (socket: number) => {
    const place = placeAt(world.url, `127.0.0.${2 + socket}`)
    for (let i = socket; i < calls.length; i += HOSTILE_SOCKETS) {
      const { kind, by, token, token_of: _token_of, headers, ...sending } = calls[i] as (typeof calls)[number]
      const { status } = await place.send({ ...sending, headers: { ...headers, authorization: `Bearer ${token}` } })
      if (status >= 500 || (by === 'stranger' && status < 400)) heard.push(`${by}, ${kind}: ${status}`)
    }
    place.close()
  }
  const failed: string[] = []
  let made = 0
  const ask = async () => {
    while (attack.running) {
      const { status, text, json } = await honest.ask()
      made++
      if (status !== 201) failed.push(text)
      const reported = await honest.report(json.payment_request?.request_id, { status: 'signed' })
      if (reported.status !== 200) failed.push(reported.text)
    }
  }
  const asking = Array.from({ length: HONEST_AT_ONCE }, ask)
  await Promise.all(Array.from({ length: HOSTILE_SOCKETS }, (_, socket) => send(socket)))
  attack.running = false
  await Promise.all(asking)
  expect(heard).toEqual([])
  expect(failed).toEqual([])
  expect(made).toBeGreaterThan(HONEST_AT_ONCE)
  expect(world.log.filter((line) => line.includes('call failed'))).toEqual([])
})

test('where PostgreSQL itself refuses a shared statement because of one item, the others are kept', async () => {
  const pool = createPool({ url: world.database.url, max: 2, application_name: 'test' })
  const sizes: number[] = []
  const insert = insertPaymentRequests(pool, UNLIMITED)
  const submit = createBatcher(
    (items: Parameters<typeof insert>[0]) => {
      sizes.push(items.length)
      return insert(items)
    },
    (item) => item.idempotency_digest,
  )
  const other = await newConnection(world, { operator: honest.operator })
  const good = () => itemOf(other.connection_token, honest.payee)
  const bad = { ...good(), amount: '1', expires_at: 'the day after' }
  const outcomes = await Promise.allSettled([good(), good(), good(), bad, good()].map((item) => submit(item)))
  await pool.end()
  expect(sizes).toEqual([1, 1, 3, 1, 1, 1])
  const verdicts = outcomes.map((o) =>
    o.status === 'fulfilled' ? o.value.verdict : (o.reason as { code: string }).code,
  )
  expect(verdicts).toEqual(['created', 'created', 'created', '22007', 'created'])
})

import { operations } from '@pursestrings/contract/operations'
import { newSecret } from '@pursestrings/protocol/secrets'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPaymentRequests } from '../src/payments/payment-requests/create.store.ts'
import { createBatcher } from '../src/platform/postgres/batch.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { type Asking, newAsking } from './asking.ts'
import { type Automation, newAutomation } from './automation.ts'
import { type Answer, placeAt } from './call.ts'
import { newConnection } from './connection.ts'
import {
  type Field,
  fieldsOf,
  HOSTILE_SETTINGS,
  type HostileRun,
  nameOf,
  type Put,
  startHostileRun,
  valuesFor,
} from './hostile-run.ts'
import { HOSTILE } from './hostile-stage.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { itemOf, UNLIMITED } from './new-request.ts'
import { poisonsFor } from './poisons.ts'
import { drawn } from './races.ts'
import { startWorld, type World } from './world.ts'

/** What a field takes, and what a caller is told of what it does not. */
describe('inputs', () => {
  let web: MerchantWeb
  let world: World
  let asking: Asking
  let automation: Automation
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, PENDING_MAX: '1000' })
    asking = await newAsking(world, web)
    automation = await newAutomation(world, web, { connection: asking, payee: asking.payee })
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const said = ({ status, json }: Answer) => [status, json.error?.code, json.error?.issues?.[0]?.field]
  const UNSEEN = ['a\u0000b', 'a\u001fb', '\u202eevil', 'a\u2066b', 'a\u200bb', '\ud800', 'a\ndef']

  test('keys and reasons take nothing that cannot be seen or that moves what can', async () => {
    const request_id = (await asking.asked()).request_id
    for (const odd of UNSEEN) {
      for (const field of ['idempotency_key', 'transaction_id', 'request_id']) {
        expect([odd, ...said(await asking.ask({ [field]: odd }))]).toEqual([odd, 422, 'validation_failed', field])
      }
      const reported = await asking.report(request_id, { status: 'rejected', reason: odd })
      expect([odd, ...said(reported)]).toEqual([odd, 422, 'validation_failed', 'reason'])
    }
    const fine = await asking.ask({ transaction_id: 'Bestellung №7 ☕', idempotency_key: '注文 42' })
    expect(fine.json.payment_request).toMatchObject({ transaction_id: 'Bestellung №7 ☕', idempotency_key: '注文 42' })
  })

  test('a time that no clock shows is refused, with the rule and an example', async () => {
    for (const expires_at of [
      '2026-12-31T23:59:60Z',
      '9999-12-31T23:59:59-23:59',
      '0000-01-01T00:00:00Z',
      '2027-02-30T00:00:00Z',
    ]) {
      const answer = await asking.ask({ expires_at })
      expect([expires_at, ...said(answer)]).toEqual([expires_at, 422, 'validation_failed', 'expires_at'])
      expect(answer.json.error.issues).toHaveLength(1)
      expect(answer.json.error.message).toContain('such as `2026-11-15T09:30:00.000Z`')
    }
  })

  test('a number that only fits infinity is no JSON of ours', async () => {
    const body = (number: string) => `{"recipient_id":"x","metadata":{"n":${number}}}`
    const sent = await asking.call('POST', '/v1/payment-requests', { raw: body('1e999') })
    expect([sent.status, sent.json.error.code]).toEqual([400, 'malformed_json'])
    expect(sent.json.error.message).toContain('too large')
  })

  test('a request may be called anything printable that a path can carry, and is found by it', async () => {
    for (const request_id of [
      'Bestellung №7/2',
      'a b',
      '100%',
      'q?x=1#y',
      '☕'.repeat(160),
      "o'clock",
      'x'.repeat(160),
    ]) {
      expect((await asking.asked({ request_id })).request_id).toBe(request_id)
      const path = `/v1/payment-requests/${encodeURIComponent(request_id)}`
      expect((await asking.call('GET', path)).json.payment_request.request_id).toBe(request_id)
      expect((await asking.device.call('GET', path)).json.payment_request.request_id).toBe(request_id)
      const rejected = await asking.device.call('POST', `${path}/status`, { body: { status: 'rejected' } })
      expect([rejected.status, rejected.json.payment_request.status]).toEqual([200, 'rejected'])
    }
    for (const request_id of ['events', '.', '..', '', 'x'.repeat(161)]) {
      expect(said(await asking.ask({ request_id }))).toEqual([422, 'validation_failed', 'request_id'])
    }
  })

  test('a Stellar hash in another case is the same hash, and is kept in lower case', async () => {
    const hash = 'ABCDEF0123456789'.repeat(4)
    const { request_id } = await asking.asked()
    expect((await asking.report(request_id, { status: 'signed' })).status).toBe(200)
    const first = await asking.report(request_id, { status: 'broadcasted', transaction_hash: hash })
    expect([first.status, first.json.payment_request.transaction_hash]).toEqual([200, hash.toLowerCase()])
    const again = await asking.report(request_id, { status: 'broadcasted', transaction_hash: hash.toLowerCase() })
    expect(again.status).toBe(200)
    const confirmed = await asking.report(request_id, { status: 'confirmed', transaction_hash: hash })
    expect([confirmed.status, confirmed.json.payment_request.transaction_hash]).toEqual([200, hash.toLowerCase()])

    const { id } = await automation.intended({ initiator: 'human' })
    expect((await automation.report(id, { status: 'approved' })).status).toBe(200)
    const submitted = await automation.report(id, { status: 'submitted', transaction_hash: hash })
    expect([submitted.status, submitted.json.data.transaction_hash]).toEqual([200, hash.toLowerCase()])
    const settled = await automation.report(id, { status: 'settled', transaction_hash: hash.toLowerCase() })
    expect([settled.status, settled.json.data.transaction_hash]).toEqual([200, hash.toLowerCase()])
  })

  const context = (more: object) =>
    asking.call('POST', '/v1/transaction-contexts', { body: { title: 'Order', ...more } })

  test('unknown fields are refused and named however many they are, and hide nothing else', async () => {
    for (const count of [1, 7, 8, 9, 50]) {
      const many = Object.fromEntries(Array.from({ length: count }, (_, i) => [`surprise${i}`, 1]))
      const unknown = await context(many)
      expect([count, unknown.status, unknown.json.error?.code]).toEqual([count, 422, 'unknown_field'])
      expect(unknown.json.error.issues.map((i: { field: string }) => i.field)).toEqual(Object.keys(many))
      const both = await context({ ...many, transaction_id: 'a\u0000b' })
      expect([count, both.status, both.json.error?.code]).toEqual([count, 422, 'validation_failed'])
      expect(both.json.error.issues.map((i: { field: string }) => i.field)).toContain('transaction_id')
    }
  })

  test('thousands of wrong fields are answered with a hundred issues, and long names are cut', async () => {
    const many = Object.fromEntries(Array.from({ length: 3_000 }, (_, i) => [`surprise${i}`, 1]))
    const answer = await context({ ...many, ['x'.repeat(5_000)]: 1 })
    expect([answer.status, answer.json.error.issues.length]).toEqual([422, 100])
    const long = await context({ ['x'.repeat(5_000)]: 1 })
    expect(long.json.error.field).toBe(`${'x'.repeat(64)}…`)
  })
})

/**
 * No input makes the service fail, and no answer is one that the document does not foresee: every field of every operation
 * with values from the corpus. All values at every field: `npm run faults -- hostile-input`.
 */
describe('hostile input', () => {
  /** Each declared field meets so many of the values, and the next one goes on where it stopped. */
  const AT_EACH_FIELD = drawn({ check: 2, full: 5 })
  const AT_OTHER_PLACES = drawn({ check: 1, full: 2 })
  const isDeclared = ({ part, way }: Field): boolean => part !== 'header' && way[0] !== 'surprise'

  let web: MerchantWeb
  let world: World
  let run: HostileRun
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, ...HOSTILE_SETTINGS })
    run = await startHostileRun(world, web)
  })
  afterAll(async () => {
    run.stop()
    await world.stop()
    await web.stop()
  })

  test('the corpus has at least 60 values', () => {
    expect(new Set(HOSTILE.map((value) => value.json)).size).toBeGreaterThanOrEqual(60)
  })

  test('every field of every operation takes hostile values without a server error or an undocumented answer', async () => {
    let next = 0
    const touched = new Set<string>()
    for (const o of operations) {
      const puts: Put[] = fieldsOf(o).flatMap((field) => {
        touched.add(`${o.id} ${nameOf(field)}`)
        const values = valuesFor(field)
        const many = isDeclared(field) ? AT_EACH_FIELD : AT_OTHER_PLACES
        const some = Array.from({ length: many }, () => values[next++ % values.length] ?? '')
        return some.map((value): Put => [[field, value]])
      })
      await run.send(o, puts)
    }
    const { findings } = run
    expect({ ...findings, calls: 0, renewed: 0 }).toEqual({
      calls: 0,
      renewed: 0,
      unreached: 0,
      server_errors: [],
      outside_document: [],
    })
    expect(findings.calls).toBeGreaterThanOrEqual(touched.size * AT_OTHER_PLACES)
  }, 600_000)
})

/** No call, however it was made, fails anybody else's or the service: strangers and tenants send poison beside honest ones. */
describe('poison', () => {
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
      {
        ...poison,
        by: 'tenant',
        token: poison.token_of === 'device' ? hostile.device.token : hostile.connection_token,
      },
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
})

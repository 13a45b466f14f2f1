import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { insertPaymentRequests, type NewPaymentRequest } from '../src/payments/payment-requests/create.store.ts'
import { createPool } from '../src/platform/postgres/pool.ts'
import { activePayee, askingOver, freshKey, newAsking } from './asking.ts'
import type { Answer } from './call.ts'
import { newConnection, said } from './connection.ts'
import { newDevice } from './device.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { itemOf, UNLIMITED } from './new-request.ts'
import { newOperator } from './operator.ts'
import { startWorld, type World } from './world.ts'

/** A wallet is not to be worn down: how many creates a minute, and how many may wait in a wallet over all connections. */
describe("a connection's limits", () => {
  const A_MINUTE = 6
  let web: MerchantWeb
  let world: World
  /** Where the limits per call do not matter, but the ones of this page do. */
  let strict: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent', PENDING_MAX: '4', WALLET_PENDING_MAX: '10' })
    strict = await startWorld({
      ...web.settings,
      LOG_LEVEL: 'silent',
      RATE_LIMIT_SCALE: '1',
      CREATES_PER_MINUTE_MAX: String(A_MINUTE),
    })
  })
  afterAll(async () => {
    await world.stop()
    await strict.stop()
    await web.stop()
  })

  const counted = (answers: readonly Answer[]): Record<string, number> => {
    const counts: Record<string, number> = {}
    for (const answer of answers) counts[said(answer).join(' ')] = (counts[said(answer).join(' ')] ?? 0) + 1
    return counts
  }

  test('a connection creates so many a minute and no more, however many ask at once, and the next minute starts from zero', async () => {
    const asking = await newAsking(strict, web)
    const other = askingOver(await newConnection(strict, { operator: asking.operator }), asking.payee)
    const key = freshKey()
    expect(said(await asking.ask({ idempotency_key: key }))).toEqual([201])
    const answers = await Promise.all(Array.from({ length: 15 }, () => asking.ask()))
    expect(counted(answers)).toEqual({ '201': A_MINUTE - 1, '429 too_many_creates': 15 - A_MINUTE + 1 })
    const refused = answers.find((answer) => answer.status === 429) as Answer
    const wait_s = Number(refused.headers.get('retry-after'))
    expect([wait_s > 0, wait_s <= 60, refused.json.error.retry_after]).toEqual([true, true, wait_s])
    // What is refused counts for nothing, neither does a replay, and another connection has a minute of its own.
    expect(said(await asking.ask({ idempotency_key: key }))).toEqual([201])
    expect(said(await other.ask())).toEqual([201])
    await strict.database.admin.query("update connections set minute_began_at = minute_began_at - interval '1 minute'")
    expect(counted(await Promise.all(Array.from({ length: 8 }, () => asking.ask())))).toEqual({
      '201': A_MINUTE,
      '429 too_many_creates': 2,
    })
  })

  test('a wallet has so many waiting over all its connections, whichever merchants they are of', async () => {
    const device = await newDevice(world)
    const one = await newAsking(world, web, { device })
    const two = await newAsking(world, web, { device })
    const three = await newAsking(world, web, { device })
    // One after the other, since what runs at the same moment may go beyond by what it brings.
    const answers: Answer[] = []
    const made: string[] = []
    for (const { ask } of [one, two, three]) {
      for (let i = 0; i < 5; i++) {
        const answer = await ask()
        answers.push(answer)
        if (answer.status === 201) made.push(answer.json.payment_request.request_id)
      }
    }
    // Four of each connection; the third finds the wallet full after two.
    expect(counted(answers)).toEqual({ '201': 10, '429 too_many_pending': 2, '429 too_many_pending_in_wallet': 3 })
    expect(answers.at(-1)?.headers.get('retry-after')).toBe('60')
    // An answer to any of them makes room, and another wallet was never concerned.
    expect((await one.report(made[0] as string, { status: 'rejected' })).status).toBe(200)
    const next = [await three.ask(), await three.ask()]
    expect(counted(next)).toEqual({ '201': 1, '429 too_many_pending_in_wallet': 1 })
    const elsewhere = askingOver(await newConnection(world, { operator: one.operator }), one.payee)
    expect(said(await elsewhere.ask())).toEqual([201])
  })

  test('what is created together in one statement counts together for the wallet', async () => {
    const device = await newDevice(world)
    const operator = await newOperator(world)
    const payee = await activePayee(web, operator)
    const tokens = await Promise.all(
      [0, 1, 2].map(async () => (await newConnection(world, { operator, device })).connection_token),
    )
    const app = createPool({ url: world.database.url, max: 1, application_name: 'test' })
    const insert = insertPaymentRequests(app, { ...UNLIMITED, pending_max: 2, wallet_pending_max: 3 })
    // The second of a connection that is full takes no place from the wallet's.
    const items = [0, 0, 0, 1, 1, 2].map((i) => itemOf(tokens[i] as string, payee))
    expect((await insert(items)).map(({ verdict }) => verdict)).toEqual([
      'created',
      'created',
      'too_many_pending',
      'created',
      'too_many_pending_in_wallet',
      'too_many_pending_in_wallet',
    ])
    await app.end()
  })

  test('an id is taken only by a request that is there: a refused neighbour of the same statement does not count', async () => {
    const asking = await newAsking(world, web)
    const app = createPool({ url: world.database.url, max: 1, application_name: 'test' })
    const insert = insertPaymentRequests(app, { ...UNLIMITED, pending_max: 3 })
    const item = (request_id: string, more: Partial<NewPaymentRequest> = {}): NewPaymentRequest => ({
      ...itemOf(asking.connection_token, asking.payee),
      request_id,
      ...more,
    })
    const verdicts = async (...items: NewPaymentRequest[]) => (await insert(items)).map(({ verdict }) => verdict)
    const yesterday = new Date(Date.now() - 86_400_000).toISOString()
    expect(
      await verdicts(item('a', { expires_at: yesterday }), item('a'), item('a'), item('b', { facts_digest: null })),
    ).toEqual(['expiry_out_of_range', 'created', 'request_id_taken', 'recipient_version_not_active'])
    // Ids of our own form too.
    const ours = itemOf(asking.connection_token, asking.payee)
    const twin = { ...itemOf(asking.connection_token, asking.payee), payment_request_id: ours.payment_request_id }
    expect(await verdicts({ ...ours, expires_at: yesterday }, twin)).toEqual(['expiry_out_of_range', 'created'])
    // One place is left: the first of two namesakes that do not fit is no reason to say that the id is taken.
    expect(await verdicts(item('c'), item('d'), item('d'), item('c'))).toEqual([
      'created',
      'too_many_pending',
      'too_many_pending',
      'too_many_pending',
    ])
    const { rows } = await world.database.admin.query(
      `select e.cursor::int, e.data ->> 'request_id' as request_id from events e
      where e.cursor is not null and e.connection_id = (select connection_id from connections order by connection_id desc limit 1) order by 1`,
    )
    expect(rows.map((row) => [row.cursor, row.request_id])).toEqual([
      [1, 'a'],
      [2, null],
      [3, 'c'],
    ])
    await app.end()
  })

  test('a key that was used before takes neither a place nor an id from its neighbours in the statement', async () => {
    const asking = await newAsking(world, web)
    const app = createPool({ url: world.database.url, max: 1, application_name: 'test' })
    const insert = insertPaymentRequests(app, { ...UNLIMITED, pending_max: 4 })
    const next = (more: Partial<NewPaymentRequest> = {}) => ({
      ...itemOf(asking.connection_token, asking.payee),
      ...more,
    })
    const verdicts = async (...items: NewPaymentRequest[]) => (await insert(items)).map(({ verdict }) => verdict)
    const used = next()
    const again = { ...used, payment_request_id: next().payment_request_id }
    expect(await verdicts(used)).toEqual(['created'])
    const another = { ...again, request_id: 'n', intent_digest: Buffer.alloc(32, 7) }
    expect(await verdicts(another, next({ request_id: 'n' }), next({ request_id: 'n' }))).toEqual([
      'idempotency_key_reused',
      'created',
      'request_id_taken',
    ])
    expect(await verdicts(again, next(), next(), next())).toEqual([
      'replayed',
      'created',
      'created',
      'too_many_pending',
    ])
    await app.end()
  })
})

/** A wallet is not to be worn down: at most 20 requests of a connection wait at once. */
describe("a wallet's waiting requests", () => {
  let web: MerchantWeb
  let world: World
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  test('50 creates at once leave exactly 20 pending; an answer by the wallet makes room for one', async () => {
    const asking = await newAsking(world, web)
    const answers = await Promise.all(Array.from({ length: 50 }, () => asking.ask()))
    const made = answers.filter((a) => a.status === 201)
    expect(made).toHaveLength(20)
    for (const refused of answers.filter((a) => a.status !== 201)) {
      expect([refused.status, refused.json.error.code]).toEqual([429, 'too_many_pending'])
      expect(refused.headers.get('retry-after')).toBe('60')
    }
    await asking.report(made[0]?.json.payment_request.request_id, { status: 'rejected' })
    const next = await Promise.all([asking.ask(), asking.ask()])
    expect(next.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 429])
  })

  test('paused, revoked, suspended and without scope: each holds from the next create on, and replays still answer', async () => {
    const asking = await newAsking(world, web)
    const key = 'kept'
    const made = await asking.ask({ idempotency_key: key })
    const { connection_id, device, operator, agent } = asking
    const codeOf = async (more = {}) => (await asking.ask(more)).json.error?.code
    await device.call('PATCH', `/v1/connections/${connection_id}`, { body: { status: 'paused' } })
    expect(await codeOf()).toBe('connection_paused')
    expect((await asking.ask({ idempotency_key: key })).json.payment_request.request_id).toBe(
      made.json.payment_request.request_id,
    )
    await device.call('PATCH', `/v1/connections/${connection_id}`, { body: { status: 'active' } })
    expect(await codeOf()).toBeUndefined()
    await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, {
      body: { status: 'suspended', version: agent.version },
    })
    expect(await codeOf()).toBe('agent_not_active')
    await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, {
      body: { status: 'active', version: agent.version + 1 },
    })
    await device.call('PATCH', `/v1/connections/${connection_id}`, { body: { scopes: ['payment.requests.read'] } })
    expect(await codeOf()).toBe('scope_missing')
    await device.call('DELETE', `/v1/connections/${connection_id}`)
    expect(await codeOf()).toBe('connection_revoked')
  })

  test('a suspended merchant cannot be asked for', async () => {
    const asking = await newAsking(world, web)
    await world.database.admin.query(
      "update merchants set status = 'suspended' where merchant_id = (select merchant_id from connections order by connection_id desc limit 1)",
    )
    expect((await asking.ask()).json.error.code).toBe('merchant_not_active')
  })
})

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

/** A budget of calls for every organization: one that goes beyond it is told so, others and what must never wait go on. */
describe('tenant budget', () => {
  /** More than setting up an organization calls in a second, one after the other. */
  const BUDGET = 20

  let web: MerchantWeb
  let world: World
  let greedy: Asking
  let other: Asking
  beforeAll(async () => {
    web = await startMerchantWeb()
    const limits = { PENDING_MAX: '1000', CREATES_PER_MINUTE_MAX: '1000', TENANT_CALLS_PER_S: String(BUDGET) }
    world = await startWorld({ ...web.settings, LOG_LEVEL: 'error', ...limits })
    greedy = await newAsking(world, web)
    other = await newAsking(world, web)
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  /** Every test begins with a budget that nobody has used. */
  const newBudget = () => new Promise((resolve) => setTimeout(resolve, 1_100))
  beforeEach(newBudget)

  const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status)

  /** So many at once come within four seconds, so that some are always beyond it. */
  const beyond = (asking: Asking) => Promise.all(Array.from({ length: 5 * BUDGET }, () => asking.ask()))

  test('beyond its budget an organization is refused, with the policy and when to come back', async () => {
    await greedy.ask()
    const began = performance.now()
    const answers = await beyond(greedy)
    const seconds = Math.ceil((performance.now() - began) / 1_000)
    const refused = answers.filter(({ status }) => status !== 201)
    expect(refused.length).toBeGreaterThan(0)
    for (const { status, json, headers } of refused) {
      expect([status, json.error.code, headers.get('retry-after')]).toEqual([429, 'rate_limited', '1'])
      expect(headers.get('ratelimit-policy')).toBe(`"tenant";q=${BUDGET};w=1`)
    }
    // A budget for each second that the answers took, and one that was there before.
    expect(answers.length - refused.length).toBeLessThanOrEqual((seconds + 1) * BUDGET)
  })

  test('all connections of an organization share its budget', async () => {
    const more = [
      await newConnection(world, { operator: greedy.operator }),
      await newConnection(world, { operator: greedy.operator }),
    ]
    await newBudget()
    // None of them would be beyond a budget of its own.
    const calls = [greedy, ...more].flatMap(({ call }) =>
      Array.from({ length: BUDGET - 5 }, () => call('GET', '/v1/payment-requests')),
    )
    expect(new Set(statuses(await Promise.all(calls)))).toEqual(new Set([200, 429]))
  })

  test('people who are signed in get in while a key uses up the budget', async () => {
    // More than a budget, and no more than a slow machine answers before it gives up waiting for a connection.
    const reads = Array.from({ length: BUDGET + 10 }, () => greedy.operator.call('GET', '/v1/agents'))
    const [flood, ...seen] = await Promise.all([beyond(greedy), ...reads])
    expect(statuses(flood)).toContain(429)
    expect(new Set(statuses(seen))).toEqual(new Set([200]))
  })

  test('others are not refused, nor is what stops something or comes from a wallet', async () => {
    const request = await greedy.asked()
    const told = await greedy.asked()
    const [, theirs] = await Promise.all([beyond(greedy), other.ask()])
    expect(theirs.status).toBe(201)
    const often = (call: () => Promise<{ status: number }>) =>
      Promise.all(Array.from({ length: 3 * BUDGET }, call)).then((answers) => new Set(statuses(answers)))
    const cancel = () => greedy.call('POST', `/v1/payment-requests/${request.request_id}/cancel`, { body: {} })
    expect(await often(cancel)).toEqual(new Set([200]))
    const reject = () => greedy.report(told.request_id, { status: 'rejected' })
    expect(await often(reject)).toEqual(new Set([200]))
  })
})

/** Nobody can wear down a mailbox or guess at credentials, and a refusal says how long to wait. */
describe('limits', () => {
  let world: World
  beforeAll(async () => {
    world = await startWorld({ RATE_LIMIT_SCALE: '1' })
  })
  afterAll(() => world.stop())

  const register = (email: string, base = world.url) =>
    fetch(`${base}/v1/merchant-accounts/registrations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    })

  test('one mailbox gets five mails in ten minutes, across processes, whoever asks', async () => {
    const other = (await world.another()).url as string
    for (const base of [world.url, other, world.url, other, world.url]) {
      expect((await register('flooded@merchant.example', base)).status).toBe(202)
    }
    for (const base of [world.url, other]) {
      const refused = await register('Flooded@merchant.example', base)
      expect([refused.status, ((await refused.json()) as { error: { code: string } }).error.code]).toEqual([
        429,
        'rate_limited',
      ])
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(500)
    }
  })

  test('a mail that could not be queued uses nothing up', async () => {
    const sql = (text: string) => world.database.admin.query(text)
    await sql(`create function refuse_jobs() returns trigger language plpgsql
    as $$ begin raise exception 'the queue is broken'; end $$`)
    await sql('create trigger refused before insert on pgboss.job for each row execute function refuse_jobs()')
    const broken = await Promise.all(Array.from({ length: 6 }, () => register('unlucky@merchant.example')))
    await sql('drop trigger refused on pgboss.job')
    expect(broken.map(({ status }) => status)).toEqual(broken.map(() => 500))
    expect((await register('unlucky@merchant.example')).status).toBe(202)
  })

  test('an answer says how many calls are left in which window', async () => {
    const { headers } = await register('counted@merchant.example')
    expect(headers.get('ratelimit-policy')).toBe('"sign_in";q=30;w=60')
    expect(headers.get('ratelimit')).toMatch(/^"sign_in";r=\d+;t=\d+$/)
  })

  test('credentials that open nothing are counted by address, until the address must wait', async () => {
    const statuses: number[] = []
    for (let i = 0; i < 65; i++) statuses.push((await world.call('GET', '/v1/merchants')).status)
    expect(statuses.filter((s) => s === 401).length).toBe(20)
    expect(statuses.at(-1)).toBe(429)
  })
})

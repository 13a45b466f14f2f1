/** The merchant's figures follow what happens, once for each thing, and are the merchant's own. */
import { ANSWERED_WITHIN_S, OVERVIEW_MEASURES, type OverviewMeasure } from '@pursestrings/contract/overview/records'
import { ASSURANCES } from '@pursestrings/contract/settlement/records'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quantile } from '../src/organizations/overview/read-overview.ts'
import { measureOf } from '../src/payments/payment-requests/search-requests.ts'
import { type Asking, newAsking } from './asking.ts'
import { changeFacts } from './change-facts.ts'
import { activeEndpoint, sendTest, untilDelivery, withStatuses } from './deliveries.ts'
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

const read = async (query = '', by = asking) =>
  (await by.operator.call('GET', `/v1/merchant/overview${query}`)).json.overview
type Bucket = Record<OverviewMeasure, number>
const sum = (buckets: Bucket[], measure: OverviewMeasure) => buckets.reduce((all, b) => all + b[measure], 0)

test('each request is counted where it stands, answers by how long they took, and what waits with the oldest', async () => {
  const [oldest] = [await asking.asked(), await asking.asked()]
  const [signed, rejected, paid, late] = [
    await asking.asked(),
    await asking.asked(),
    await asking.asked(),
    await asking.asked(),
  ]
  await asking.report(signed.request_id, { status: 'signed' })
  await asking.report(rejected.request_id, { status: 'rejected' })
  for (const status of ['signed', 'broadcasted', 'confirmed'])
    await asking.report(paid.request_id, { status, ...(status !== 'signed' && { transaction_hash: 'aa'.repeat(32) }) })
  await changeFacts(world.database.admin, [uuidOf('pr', late.request_id)], "expires_at = now() - interval '1s'")
  await until(async () => sum((await read()).buckets, 'expired') === 1)
  for (const bucket of ['hour', 'day']) {
    const { buckets, time_to_answer, waiting, previous } = await read(`?bucket=${bucket}`)
    const told = Object.fromEntries(OVERVIEW_MEASURES.map((measure) => [measure, sum(buckets, measure)]))
    const none = Object.fromEntries(OVERVIEW_MEASURES.map((measure) => [measure, 0]))
    expect(told).toEqual({ ...none, pending: 2, under_way: 1, confirmed: 1, rejected: 1, expired: 1 })
    expect(waiting).toEqual({ count: 2, oldest_at: oldest.created_at })
    expect(previous).toEqual({ total: 0, confirmed: 0 })
    const answers: { count: number }[] = time_to_answer.histogram
    expect(answers.reduce((all, { count }) => all + count, 0)).toBe(3)
    expect(time_to_answer).toMatchObject({ unanswered: 1, p50_s: expect.any(Number), p90_s: expect.any(Number) })
  }
})

test('events that are entered again change no figure', async () => {
  const before = await read('?bucket=day')
  await world.database.admin.query(
    'select index_payment_requests(array_agg(merchant_id), array_agg(event_id)) from events',
  )
  expect(await read('?bucket=day')).toEqual(before)
})

test('the time before is told beside, by whole buckets', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  const after = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const { buckets, previous } = await read(`?bucket=day&from=${tomorrow}&to=${after}`)
  expect(buckets.every((b: Bucket & { from: string }) => b.from.endsWith('T00:00:00.000Z') && b.confirmed === 0)).toBe(
    true,
  )
  expect(previous).toEqual({ total: 6, confirmed: 1 })
})

test('another merchant has figures of its own, and a time that cannot be told is refused', async () => {
  const other = await newAsking(world, web)
  const { buckets, waiting } = await read('', other)
  expect([sum(buckets, 'pending'), waiting]).toEqual([0, { count: 0, oldest_at: null }])
  const now = '2026-11-15T09:30:00.000Z'
  for (const query of [`from=${now}&to=${now}`, `from=2026-09-01T00:00:00.000Z&to=${now}`]) {
    const { status, json } = await asking.operator.call('GET', `/v1/merchant/overview?${query}`)
    expect([status, json.error.code]).toEqual([422, 'overview_range_invalid'])
  }
})

test('what the ledger says goes before what the wallet says, as in lists', async () => {
  const { rows } = await world.database.admin.query(
    `
    select s as status, a as assurance, s || ' ' || a as standing, payment_request_measure(s, a) as measure
    from unnest(enum_range(null::payment_status)) s, unnest($1::text[]) a`,
    [[...ASSURANCES]],
  )
  for (const { status, assurance, standing, measure } of rows)
    expect([standing, measureOf(status, assurance)]).toEqual([standing, measure])
  const measures: Record<string, string> = Object.fromEntries(rows.map(({ standing, measure }) => [standing, measure]))
  expect(new Set(Object.values(measures))).toEqual(new Set(OVERVIEW_MEASURES))
  for (const status of ['pending', 'signed', 'confirmed', 'rejected', 'expired'])
    expect(measures[`${status} disputed`]).toBe('disputed')
  expect(measures['broadcasted proven_unpaid']).toBe('unpaid')
  expect(measures['rejected proven_unpaid']).toBe('rejected')
})

test('the bounds of answers are the same in the contract and in the database', async () => {
  const { rows } = await world.database.admin.query('select answered_within_s() as bounds')
  expect(rows[0].bounds).toEqual([...ANSWERED_WITHIN_S])
})

test('attempts are counted by the hour at each endpoint, with how fast it answers and what waits for another', async () => {
  const { operator } = await newAsking(world, web)
  const { url } = web.webhooks.place(withStatuses(200, 503))
  const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
  const quiet = await activeEndpoint(operator, { url: web.webhooks.place().url })
  await untilDelivery(operator, await sendTest(operator, webhook_endpoint_id), ({ status }) => status === 'delivered')
  await untilDelivery(operator, await sendTest(operator, webhook_endpoint_id), ({ attempts }) => attempts.length === 1)
  const { deliveries } = (await operator.call('GET', '/v1/merchant/overview')).json.overview
  const [tried, silent] = deliveries
  expect([tried.webhook_endpoint_id, silent.webhook_endpoint_id]).toEqual([
    webhook_endpoint_id,
    quiet.webhook_endpoint_id,
  ])
  expect(tried.hours).toHaveLength(48)
  const sums = (name: 'delivered' | 'failed') =>
    tried.hours.reduce((all: number, hour: Record<typeof name, number>) => all + hour[name], 0)
  expect([sums('delivered'), sums('failed'), tried.open]).toEqual([1, 1, 1])
  expect(tried.p50_ms).toBeGreaterThan(0)
  expect([silent.p50_ms, silent.open]).toEqual([null, 0])
})

test('a quantile lies where so many answers are behind it', () => {
  const histogram = [
    { to: 10, count: 2 },
    { to: 20, count: 0 },
    { to: 60, count: 2 },
  ]
  expect([0.5, 0.75, 0.9].map((part) => quantile(histogram, part))).toEqual([10, 40, 52])
  expect(quantile([{ to: 10, count: 0 }], 0.5)).toBe(null)
})

/** The demo's past week: paid on the practice ledger, told alike everywhere, and the same a day later. */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { createMerchantClient, type MerchantClient, type PaymentRequest } from '@pursestrings/sdk'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { standingOf } from '../../packages/ui/src/standing.ts'
import { changeFacts } from '../../server/test/change-facts.ts'
import { CLI } from './demo-stage.ts'
import { type DevRun, startDev } from './dev-run.ts'
import { scratchFolder } from './document-walk.ts'
import { createScratchDatabase } from './scratch-database.ts'

const DAY_MS = 86_400_000
const WEEK = { bucket: 'day', from: new Date(Date.now() - 8 * DAY_MS).toISOString() } as const

const stack = new AsyncDisposableStack()
let dev: DevRun
let database: pg.Pool
let merchant: MerchantClient
let steps: { name: string; text: string; made: boolean }[]
let pursestrings: (...words: string[]) => Promise<string>

beforeAll(async () => {
  const scratch = stack.use(await scratchFolder())
  const scratched = await createScratchDatabase()
  stack.defer(() => scratched.drop())
  database = new pg.Pool({ connectionString: scratched.url, options: '-c search_path=pursestrings' })
  stack.defer(() => database.end())
  dev = await startDev([], { DATABASE_URL: scratched.url })
  stack.defer(() => dev.stop())
  const env = { ...process.env, PURSESTRINGS_CONFIG_DIR: join(scratch.path, 'profiles'), PURSESTRINGS_BASE_URL: '' }
  pursestrings = async (...words) =>
    (await promisify(execFile)(process.execPath, [CLI, ...words], { cwd: scratch.path, env })).stdout
  const told = JSON.parse(await pursestrings('demo', '--history', '--json', '--site', dev.site_folder))
  ;({ steps } = told)
  merchant = createMerchantClient({ base_url: dev.base_url })
  await merchant.signIn({ link: told.link, organization: (choices) => choices[0] ?? { name: 'none' } })
})
afterAll(() => stack.disposeAsync())

const all = (): Promise<PaymentRequest[]> => merchant.paymentRequests.list().toArray({ limit: 200 })
const assuranceOf = ({ settlement }: PaymentRequest) => settlement.assurance
const countedBy = <T>(list: readonly T[], by: (one: T) => string): Record<string, number> =>
  Object.fromEntries([...Map.groupBy(list, by)].map(([name, found]) => [name, found.length]))

/** What lists call a request, as the overview calls it. */
const MEASURES: Readonly<Record<string, string>> = {
  paid: 'chain_observed',
  accepted: 'merchant_accepted',
  signed: 'under_way',
  broadcasted: 'under_way',
  canceled: 'failed',
  recalled: 'failed',
}

test('whatever a wallet reported as paid is on the ledger, at a time of the past week, but for one that is disputed', async () => {
  const requests = await all()
  expect(requests).toHaveLength(49)
  const reported = requests.filter(({ status }) => status === 'confirmed')
  expect(countedBy(reported, assuranceOf)).toEqual({ chain_observed: 38, disputed: 1 })
  for (const { settlement, created_at } of reported) {
    const after_s = (Date.parse(settlement.closed_at ?? '') - Date.parse(created_at)) / 1000
    expect(after_s).toBeGreaterThanOrEqual(-1)
    expect(after_s).toBeLessThan(1000)
  }
  const days = new Set(reported.map(({ settlement }) => settlement.closed_at?.slice(0, 10)))
  expect(days.size).toBeGreaterThanOrEqual(7)
  expect(countedBy(requests, (one) => standingOf(one))).toMatchObject({ pending: 4, rejected: 3, canceled: 3 })
  expect(
    requests.every(({ display, metadata }) => display !== undefined || metadata?.['task_ref'] === 'demo-payment'),
  ).toBe(true)
  const [disputed] = requests.filter((one) => assuranceOf(one) === 'disputed')
  expect(disputed).toMatchObject({ settlement: { reason: 'amount_short' } })
  expect(JSON.stringify(disputed?.display)).toContain('Demo: the wallet paid 1 XLM too little')
  expect((await merchant.agents.list().toArray()).map(({ name }) => name).toSorted()).toEqual([
    'Checkout agent',
    'Restock agent',
  ])
})

test('the overview counts what the list shows, for every status', async () => {
  const counted = countedBy(await all(), (one) => MEASURES[standingOf(one)] ?? standingOf(one))
  const told = async () => {
    const { buckets } = (await merchant.overview.read(WEEK)).overview
    const sums: Record<string, number> = {}
    for (const { from: _from, ...measures } of buckets)
      for (const [name, count] of Object.entries(measures)) if (count > 0) sums[name] = (sums[name] ?? 0) + count
    return sums
  }
  await expect.poll(told, { timeout: 30_000 }).toEqual(counted)
})

test('a webhook endpoint has deliveries and one that failed, and a policy has payments', async () => {
  const [endpoint] = await merchant.webhookEndpoints.list().toArray()
  expect(endpoint).toMatchObject({ status: 'active', url: 'https://shop.localhost/webhooks' })
  const attempts = (await merchant.webhookDeliveries.list().toArray({ limit: 200 })).flatMap((one) => one.attempts)
  expect(attempts.filter(({ error_kind }) => error_kind !== null)).toHaveLength(1)
  const [policy] = await merchant.automationPolicies.list().toArray()
  expect((await merchant.automationPolicies.read(policy?.id ?? '')).usage).toMatchObject({ used: '8.7', allowed: 2 })
})

test('the audit log is still the tree that was signed: none of its times was moved', async () => {
  const moved = `select from audit_leaves l join audit_events e using (merchant_id, audit_event_id)
    where e.occurred_at < now() - interval '1 day'`
  expect((await database.query(moved)).rows).toEqual([])
})

test('a day later nothing turned red by itself', async () => {
  const before = new Map((await all()).map((one) => [one.request_id, standingOf(one)]))
  const open = `select p.payment_request_id as id from payment_requests p join settlements s
    on s.merchant_id = p.merchant_id and s.payment_id = p.payment_request_id where s.assurance is distinct from 'chain_observed'`
  const { rows } = await database.query<{ id: Uuid }>(open)
  const back = "interval '1 day'"
  await changeFacts(
    database,
    rows.map(({ id }) => id),
    `created_at = created_at - ${back}, expires_at = expires_at - ${back}`,
  )
  const proven = async () => (await all()).filter((one) => assuranceOf(one) === 'proven_unpaid').length
  // The observer has read past the end of every window: rejected, canceled and expired.
  await expect.poll(proven, { timeout: 60_000 }).toBe(7)
  const changed = (await all()).flatMap((one) => {
    const [was, is] = [before.get(one.request_id), standingOf(one)]
    return was === is ? [] : [`${was} to ${is}`]
  })
  expect(changed).toEqual(['pending to expired'])
}, 90_000)

test('run again, it keeps what is there', async () => {
  const told = JSON.parse(await pursestrings('demo', '--history', '--json', '--site', dev.site_folder))
  expect(steps.filter(({ made }) => !made)).toEqual([])
  expect(told.steps.filter(({ made }: { made: boolean }) => made)).toEqual([])
})

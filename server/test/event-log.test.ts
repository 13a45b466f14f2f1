/** The log and its feeds, through the module: who gets what, in which order, and that no fault leaves a gap. */
import { EVENT_KINDS, EVENT_RESOURCES, eventResourceOf } from '@pursestrings/contract/events/kinds'
import { newUuidFor, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { appendEvent, type NewEvent } from '../src/delivery/events/append-event.ts'
import { eventIdOf } from '../src/delivery/events/event-on-wire.ts'
import { type FeedPage, readMerchantFeed, readProjectFeed, readWalletFeed } from '../src/delivery/events/read-feed.ts'
import { sequenceOnce } from '../src/delivery/events/sequence-events.worker.ts'
import { fanOutLater } from '../src/delivery/webhooks/deliveries/fan-out.worker.ts'
import { startJobs } from '../src/platform/jobs/jobs.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { type Transactions, transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import { connectionPath } from './connection.ts'
import { activeEndpoint } from './deliveries.ts'
import { type FeedWorld, startFeedWorld } from './events-feed.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'

let feed: FeedWorld
let automation: Automation
let without_endpoint: Operator
let worker: pg.Pool
let transactions: Transactions
beforeAll(async () => {
  feed = await startFeedWorld()
  automation = await newAutomation(feed.world, feed.web, { operator: feed.operator, payee: feed.payee })
  await automation.consented()
  const { id } = await automation.intended()
  await automation.asProject('POST', paymentPath(id, 'cancel'))
  await automation.report(id, { status: 'submitted', transaction_hash: 'a1b2c3' })
  await feed.create(automation, 3)
  await activeEndpoint(feed.operator, { url: feed.web.webhooks.place().url })
  without_endpoint = await newOperator(feed.world)
  for (const status of ['paused', 'active']) {
    await automation.device.call('PATCH', connectionPath(automation.connection_id), { body: { status } })
  }
  await sequenced()
  // From here on nobody sequences but the test.
  await feed.world.service.stop()
  worker = createPool({ url: feed.world.database.url, max: 4, application_name: 'test', role: WORKER_ROLE })
  transactions = transactionsOn({ app: feed.app, system: worker, system_role: WORKER_ROLE })
})
afterAll(async () => {
  await worker.end()
  await feed.stop()
})

const sql = async (text: string, values: unknown[] = []) => (await feed.world.database.admin.query(text, values)).rows
const sequenced = () => until(async () => (await sql('select from events_pending')).length === 0)
const owners = () => ({
  merchant_id: uuidOf('mer', feed.operator.merchant_id),
  device_id: uuidOf('dev', automation.device.device_id),
  project_id: uuidOf('prj', automation.project_id),
  connection_id: uuidOf('con', automation.connection_id),
})
const feeds = () => {
  const { merchant_id, device_id, project_id } = owners()
  type Look = { since: number; limit: number }
  return {
    merchant: (look: Look) => transactions.asTenant(merchant_id, (tx) => readMerchantFeed(tx, look, 1)),
    wallet: (look: Look) =>
      transactions.asWallet({ device_id, wallet_id: device_id }, (tx) => readWalletFeed(tx, look, 1)),
    project: (look: Look) => transactions.asTenant(merchant_id, (tx) => readProjectFeed(tx, project_id, look, 1)),
  }
}
const readAll = async (read: (look: { since: number; limit: number }) => Promise<FeedPage>, limit = 7) => {
  const events: FeedPage['events'][number][] = []
  for (let since = 0; ; ) {
    const page = await read({ since, limit })
    events.push(...page.events)
    since = page.next_since
    if (!page.has_more) return events
    // A feed that says it has more and shows none has lost an entry.
    expect(page.events.length).toBeGreaterThan(0)
  }
}
const dense = (events: readonly { cursor: number }[]) =>
  expect(events.map((e) => e.cursor)).toEqual(events.map((_, i) => i + 1))
const byText = (a: string, b: string) => a.localeCompare(b)
const notifications = { notify() {} } as never
const sequence = (at_most?: number) => sequenceOnce({ transactions, notifications }, () => Promise.resolve(), at_most)
/** An event of a connection, as a wallet or a tenant appends it. */
const narrowed = (): NewEvent => {
  const { merchant_id, connection_id, device_id } = owners()
  const about = { kind: 'connection.narrowed', merchant_id, subject_id: connection_id } as const
  return { ...about, connection_id, device_id, data: { scopes: [] } }
}
const append = (event: NewEvent = narrowed()) =>
  transactions.asTenant(event.merchant_id, (tx) => appendEvent(tx, event))

test('the database knows the same kinds as the contract', async () => {
  const rows = await sql('select unnest(enum_range(null::event_kind))::text as kind')
  expect(new Set(rows.map((row) => row.kind))).toEqual(new Set(EVENT_KINDS))
})

test('each kind is in the feeds that the contract names and in no other, and what happened to a subject is in order', async () => {
  const all = {
    merchant: await readAll(feeds().merchant),
    wallet: await readAll(feeds().wallet),
    project: await readAll(feeds().project),
  }
  const logged = await sql('select event_id, kind, subject_id from events')
  for (const [name, events] of Object.entries(all) as ['merchant' | 'wallet' | 'project', typeof all.merchant][]) {
    dense(events)
    const held = new Map(events.map((e) => [uuidOf('evt', e.event_id), e.type]))
    expect(held.size).toBe(events.length)
    for (const { event_id, kind } of logged) {
      expect([name, kind, held.get(event_id)]).toEqual([
        name,
        kind,
        eventResourceOf(kind).feeds.includes(name) ? kind : undefined,
      ])
    }
  }
  const resources = new Set(logged.map(({ kind }) => kind.split('.')[0]))
  // Nobody was suspended here.
  expect(resources).toEqual(new Set(Object.keys(EVENT_RESOURCES).filter((name) => name !== 'merchant')))
  const statuses = all.project.map((e) => e.type)
  expect(statuses).toEqual(['agent_payment.intent_created', 'agent_payment.canceled', 'agent_payment.late_report'])
  expect(all.wallet.filter((e) => e.type.startsWith('agent_payment.')).map((e) => e.type)).toEqual(statuses)
})

test("the merchant's feed shows what webhooks say, with the ids of the agent's feed", async () => {
  const { connection_id } = owners()
  const events = (await readAll(feeds().merchant)).filter((e) => e.type === 'payment_request.pending')
  expect(events.map((e) => e.event_id)).toEqual([1, 2, 3].map((cursor) => eventIdOf(connection_id, cursor)))
  expect(events[0]).toMatchObject({
    timestamp: expect.any(String),
    data: { connection_id: automation.connection_id, status: 'pending', previous_status: null, cursor: 1 },
  })
  expect(Object.keys(events[0]?.data ?? {})).toEqual([
    'request_id',
    'connection_id',
    'status',
    'previous_status',
    'cursor',
  ])
})

test('a cursor beyond the end is refused, and nobody reads a feed or appends to one that is not its own', async () => {
  await expect(feeds().project({ since: 4, limit: 1 })).rejects.toMatchObject({ entry: { code: 'cursor_ahead' } })
  const { merchant_id, device_id, project_id } = owners()
  const stranger = newUuidFor(merchant_id)
  const forbidden = { code: '42501' }
  const asStranger = transactions.asTenant(stranger, (tx) => readProjectFeed(tx, project_id, { since: 0, limit: 1 }, 1))
  await expect(asStranger).rejects.toMatchObject(forbidden)
  const strange = transactions.asTenant(stranger, (tx) => appendEvent(tx, narrowed()))
  await expect(strange).rejects.toMatchObject(forbidden)
  const byWallet = transactions.asWallet({ device_id: stranger, wallet_id: stranger }, (tx) =>
    appendEvent(tx, narrowed()),
  )
  await expect(byWallet).rejects.toMatchObject(forbidden)
  const other = append({ ...narrowed(), device_id: stranger })
  await expect(other).rejects.toMatchObject(forbidden)
  for (const table of ['events', 'events_pending', 'feeds', 'feed_entries']) {
    const written = transactions.asTenant(merchant_id, (tx) => tx.client.query(`insert into ${table} default values`))
    await expect(written).rejects.toMatchObject(forbidden)
  }
  expect(
    await transactions.asWallet({ device_id, wallet_id: device_id }, (tx) => appendEvent(tx, narrowed())),
  ).toBeUndefined()
})

test('an event that commits after later ones is sequenced after them, and never skipped', async () => {
  const { merchant_id } = owners()
  await sequence()
  const before = await readAll(feeds().merchant)
  const late = Promise.withResolvers<void>()
  const appended = Promise.withResolvers<void>()
  const slow = transactions.asTenant(merchant_id, async (tx) => {
    await appendEvent(tx, { kind: 'recipient.version_retired', merchant_id, subject_id: merchant_id, data: {} })
    appended.resolve()
    await late.promise
  })
  await appended.promise
  for (let i = 0; i < 3; i++) await append()
  expect(await sequence()).toBe(3)
  late.resolve()
  await slow
  await append()
  expect(await sequence()).toBe(2)
  const after = await readAll(feeds().merchant)
  dense(after)
  expect(after.slice(before.length).map((e) => e.type)).toEqual([
    ...Array.from({ length: 3 }, () => 'connection.narrowed'),
    'recipient.version_retired',
    'connection.narrowed',
  ])
})

test('one process sequences at a time, and one that dies midway leaves everything as it was', async () => {
  for (let i = 0; i < 5; i++) await append()
  const { merchant_id } = owners()
  const before = (await readAll(feeds().merchant)).length
  const [held, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const dying = sequenceOnce({ transactions, notifications }, async (tx) => {
    held.resolve()
    await go.promise
    await sql('select pg_terminate_backend($1)', [(tx.client as unknown as { processID: number }).processID])
  })
  await held.promise
  expect(await sequence()).toBe(0)
  go.resolve()
  await expect(dying).rejects.toThrow(/connection|terminat/i)
  expect((await readAll(feeds().merchant)).length).toBe(before)
  const told: Uuid[] = []
  const tell = (_tx: unknown, fed: readonly { merchant_id: Uuid; event_ids: readonly Uuid[] }[]) => {
    for (const { event_ids } of fed.filter((f) => f.merchant_id === merchant_id)) told.push(...event_ids)
    return Promise.resolve()
  }
  while ((await sequenceOnce({ transactions, notifications }, tell, 2)) > 0);
  const after = await readAll(feeds().merchant)
  dense(after)
  expect(after.slice(before).map((e) => uuidOf('evt', e.event_id))).toEqual(told)
  expect(told).toHaveLength(5)
})

test('the transaction that gives events their cursors leaves the jobs for webhooks, all of them and no others', async () => {
  const jobs = await startJobs(worker, {
    notification: { notify() {}, on() {}, state: () => 'not_configured' },
    worker: false,
    onFault() {},
  })
  const { merchant_id } = owners()
  const named = async () => {
    const rows = await sql("select data from pgboss.job where name = 'webhook-events'")
    return rows.flatMap(({ data }): Uuid[] => (expect(data.merchant_id).toBe(merchant_id), data.event_ids))
  }
  await sequence()
  await sql("delete from pgboss.job where name = 'webhook-events'")
  const deaf = uuidOf('mer', without_endpoint.merchant_id)
  await append({ kind: 'recipient.version_retired', merchant_id: deaf, subject_id: deaf, data: {} })
  await feed.create(automation, 250)
  await append()
  const before = (await readAll(feeds().merchant, 500)).length
  await sequenceOnce({ transactions, notifications }, fanOutLater(jobs))
  const after = (await readAll(feeds().merchant, 500)).slice(before).map((e) => uuidOf('evt', e.event_id))
  expect(after).toHaveLength(251)
  expect((await named()).toSorted(byText)).toEqual(after.toSorted(byText))
  await jobs.stop()
})

test('two processes that sequence side by side while others append leave no gap and enter nothing twice', async () => {
  const over = new AbortController()
  const sequencing = Promise.all(
    [0, 1].map(async () => {
      while (!over.signal.aborted) await sequence(3)
    }),
  )
  try {
    await Promise.all([feed.create(automation, 200), ...Array.from({ length: 50 }, () => append())])
    await sequenced()
  } finally {
    over.abort()
    await sequencing
  }
  for (const read of Object.values(feeds())) {
    const events = await readAll(read, 100)
    dense(events)
    expect(new Set(events.map((e) => e.event_id)).size).toBe(events.length)
  }
  const cursors = (await readAll(feeds().wallet, 100)).flatMap((e) =>
    e.data.cursor === undefined ? [] : [e.data.cursor],
  )
  expect(cursors).toEqual(cursors.map((_, i) => i + 1))
  const [missing] = await sql(`select count(*)::int as n from events e
    where e.kind::text not like 'connect\\_invitation.%' and not exists (select from feed_entries f
      where f.owner_id = e.merchant_id and f.event_merchant_id = e.merchant_id and f.event_id = e.event_id)`)
  expect(missing.n).toBe(0)
})

/** Nothing is lost between an event and its deliveries: what fails for good waits for an operator, what vanished is found. */
import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { promisify } from 'node:util'
import { WEBHOOK_EVENT_TYPES } from '@pursestrings/contract/webhook-deliveries/records'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../src/commands/admin/admin.ts'
import { reconcileNext } from '../src/delivery/webhooks/deliveries/reconcile.store.ts'
import { readConfig } from '../src/platform/config.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { transactionsOn } from '../src/platform/postgres/transaction.ts'
import { type Asking, newAsking } from './asking.ts'
import { call } from './call.ts'
import { connectionPath, newConnection } from './connection.ts'
import { activeEndpoint, deliveriesOf } from './deliveries.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { activate, verifiedPayee } from './payee.ts'
import { MAIN } from './process.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let asking: Asking
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, WEBHOOK_TIME_SCALE: '1000', LOG_LEVEL: 'silent' })
  asking = await newAsking(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const admin = (...words: string[]) => runAdmin(readConfig(world.settings), words)
const sql = async (text: string, values: unknown[] = []) => (await world.database.admin.query(text, values)).rows
const figure = async (name: string): Promise<number> => {
  const { text } = await call(world.service.ops_url, 'GET', '/metrics')
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}
const deadLetters = async () => {
  const lines = (await admin('dead-letters', 'list', '--json')).split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line))
}
/** What was done before is told with nothing that comes. */
const sequenced = () => until(async () => (await sql('select from events_pending')).length === 0)
/** The reconciler leaves everything alone until it is let go. */
const holdReconciler = async () => {
  const holder = await world.database.admin.connect()
  await holder.query('begin; select from webhook_reconciliation for update')
  return async () => {
    await holder.query('commit')
    holder.release()
  }
}

test('a fan-out that fails as often as it may becomes a dead letter, which is counted, listed and replayed', async () => {
  const operator = asking.operator
  const { url } = web.webhooks.place()
  const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
  await sql(
    "update pgboss.queue set retry_limit = 1, retry_delay = 0, retry_backoff = false where name = 'webhook-events'",
  )
  await sql(`create function break_deliveries() returns trigger language plpgsql
    as $$ begin raise exception 'deliveries are broken'; end $$`)
  await sql(
    'create trigger broken before insert on webhook_deliveries for each row execute function break_deliveries()',
  )
  const letGo = await holdReconciler()
  expect(await deadLetters()).toEqual([])
  await sequenced()
  const { request_id } = await asking.asked()
  await until(async () => (await deadLetters()).length === 1)
  const [letter] = await deadLetters()
  expect(letter).toMatchObject({
    queue: 'webhook-events',
    tries: 2,
    error: 'deliveries are broken',
    data: { event_ids: [expect.any(String)] },
  })
  await until(async () => (await figure('svc_dead_letters')) === 1)
  const { stdout } = await promisify(execFile)(process.execPath, [MAIN, 'admin', 'dead-letters', 'list'], {
    env: { PATH: process.env.PATH, ...world.settings },
  })
  expect(stdout).toMatch(new RegExp(`^${letter.id}  webhook-events  .*  2 tries  deliveries are broken  \\{`))

  // The retention of the queues leaves it alone, however long nobody looks.
  await sql("update pgboss.job set created_on = created_on - interval '1 year' where name = 'dead-letters'")
  await sql('drop trigger broken on webhook_deliveries')
  expect(await deliveriesOf(operator)).toEqual([])
  expect(await admin('dead-letters', 'replay', randomUUID())).toMatch(/^replayed 0 of 1/)
  expect(await admin('dead-letters', 'replay', '--queue', 'letters')).toBe('replayed 0')
  expect(await admin('dead-letters', 'replay')).toBe('replayed 1')
  await until(async () => (await deliveriesOf(operator)).some((d) => d.status === 'delivered'))
  const [delivery, ...more] = await deliveriesOf(operator)
  expect([delivery?.event_type, delivery?.webhook_endpoint_id, more]).toEqual([
    'payment_request.pending',
    webhook_endpoint_id,
    [],
  ])
  expect(web.webhooks.heard.some((one) => one.body.includes(request_id))).toBe(true)
  expect(await admin('dead-letters', 'list')).toBe('no dead letters')
  await letGo()
})

test.each([
  [[]],
  [['dead-letters']],
  [['dead-letters', 'drop']],
  [['dead-letters', 'replay', 'one']],
  [['dead-letters', 'replay', '--queue']],
])('admin %j is answered with how to use it', async (words) => {
  await expect(admin(...words)).rejects.toThrow('usage:')
})

test('fan-outs that vanished are found, and every event arrives once', async () => {
  const one = await newAsking(world, web)
  const { operator, payee } = one
  const { url } = web.webhooks.place()
  await activeEndpoint(operator, { url })
  const deaf = web.webhooks.place()
  await activeEndpoint(operator, { url: deaf.url, event_types: ['connection.paused'] })
  const another = await verifiedPayee(web, operator, payee.domain_id)
  const letGo = await holdReconciler()
  await sequenced()
  await sql(`create function delay_job() returns trigger language plpgsql
    as $$ begin new.start_after := now() + interval '1 day'; return new; end $$`)
  await sql(`create trigger delayed before insert on pgboss.job for each row
    when (new.name = 'webhook-events') execute function delay_job()`)
  await one.asked()
  const paused = await one.device.call('PATCH', connectionPath(one.connection_id), { body: { status: 'paused' } })
  expect([paused.status, (await activate(operator, another)).status]).toEqual([200, 200])
  const delayed = "from pgboss.job where name = 'webhook-events' and start_after > now() + interval '1 hour'"
  const events = `select coalesce(sum(jsonb_array_length(data -> 'event_ids')), 0)::int as n ${delayed}`
  await until(async () => (await sql(events))[0].n === 3)
  await sql('drop trigger delayed on pgboss.job')
  await sql(`delete ${delayed}`)
  const before = await figure('svc_webhook_reconciled_total')
  await letGo()

  await until(async () => (await deliveriesOf(operator)).filter((d) => d.status === 'delivered').length === 4)
  const types = (await deliveriesOf(operator)).map((d) => d.event_type)
  expect(types.toSorted()).toEqual([
    'connection.paused',
    'connection.paused',
    'payment_request.pending',
    'recipient.version_activated',
  ])
  expect((await figure('svc_webhook_reconciled_total')) - before).toBe(3)

  // Looked at once more, nothing is missing: the ids that it looks for are those that are delivered.
  const [{ at }] = await sql('select now() as at')
  await sql("update webhook_reconciliation set reconciled_to = now() - interval '30 minutes'")
  await until(async () => (await sql('select from webhook_reconciliation where reconciled_to < $1', [at])).length === 0)
  expect((await figure('svc_webhook_reconciled_total')) - before).toBe(3)
  expect(await deliveriesOf(operator)).toHaveLength(4)
})

test('however many events share a moment, pages miss none and show none twice', async () => {
  const lone = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  const { operator, device, connection_id } = await newConnection(lone)
  await activeEndpoint(operator, { url: web.webhooks.place().url, event_types: ['connection.paused'] })
  for (let i = 0; i < 15; i++) {
    for (const status of ['paused', 'active']) {
      expect((await device.call('PATCH', connectionPath(connection_id), { body: { status } })).status).toBe(200)
    }
  }
  // No other reconciler runs from here on, and all deliveries are lost.
  await lone.service.stop()
  const client = await lone.database.admin.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query('delete from webhook_deliveries')
  await client.query("update webhook_endpoints set verified_at = now() - interval '3 hours'")
  await client.query("update webhook_reconciliation set reconciled_to = now() - interval '20 minutes'")
  // Five each of what is due to be looked at, what was looked at before and what is too young, all of one moment.
  await client.query(`update events e set occurred_at = now() - case n % 3 when 0 then interval '10 minutes'
      when 1 then interval '2 hours' else interval '1 minute' end
    from (select event_id as id, row_number() over (partition by kind order by event_id) as n from events) o
    where o.id = e.event_id`)
  await client.query('commit')
  const due =
    "select event_id as id from events where kind = 'connection.paused' and occurred_at between now() - interval '15 minutes' and now() - interval '5 minutes'"
  const ids = (await client.query<{ id: string }>(due)).rows.map(({ id }) => id)
  client.release()
  expect(ids).toHaveLength(5)

  const pool = createPool({ url: lone.database.url, max: 2, application_name: 'test', role: WORKER_ROLE })
  const transactions = transactionsOn({ app: pool, system: pool, system_role: WORKER_ROLE })
  const found: string[] = []
  let more = true
  while (more) {
    const page = await transactions.asSystem((tx) =>
      reconcileNext(tx, { lag_s: 300, at_most: 3, event_types: WEBHOOK_EVENT_TYPES }),
    )
    found.push(...(page?.missing ?? []).flatMap(({ event_ids }) => event_ids))
    more = page?.more ?? false
  }
  expect(new Set(found)).toEqual(new Set(ids))
  expect(found).toHaveLength(5)
  await pool.end()
  await lone.stop()
})

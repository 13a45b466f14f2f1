/** What an endpoint misses is kept for it, its operators are told, and nothing is kept forever. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAsking } from './asking.ts'
import { said } from './connection.ts'
import { DELIVERIES, deliveriesOf, sendTest, untilDelivery, withStatuses } from './deliveries.ts'
import { act, activeEndpoint, change, PATH, readEndpoint } from './endpoint.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, WEBHOOK_TIME_SCALE: '100000' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const recover = ({ call }: Operator, webhook_endpoint_id: string, since = '2020-01-01T00:00:00.000Z') =>
  call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_endpoint_id, since } })
const untilStatuses = (operator: Operator, expected: Record<string, number>) =>
  until(async () => {
    const counts: Record<string, number> = {}
    for (const { status } of await deliveriesOf(operator)) counts[status] = (counts[status] ?? 0) + 1
    return JSON.stringify(counts) === JSON.stringify(expected)
  })

test('what happens while an endpoint is disabled is held, and a recovery sends it', async () => {
  const asking = await newAsking(world, web)
  const { operator } = asking
  const { path, url } = web.webhooks.place()
  const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
  await change(operator, id, { status: 'disabled', version: 2 })
  await asking.asked()
  await asking.asked()
  await untilStatuses(operator, { held: 2 })
  const refused = await recover(operator, id)
  expect([...said(refused), refused.json.error.status]).toEqual([409, 'webhook_endpoint_not_active', 'disabled'])
  await change(operator, id, { status: 'active', version: 3 })
  expect((await recover(operator, id, new Date().toISOString())).json).toEqual({ ok: true, redelivered: 0 })
  expect((await recover(operator, id)).json).toEqual({ ok: true, redelivered: 2 })
  await untilStatuses(operator, { delivered: 2 })
  expect(web.webhooks.heard.filter((one) => one.path === path)).toHaveLength(3)
  expect((await recover(operator, id)).json.redelivered).toBe(0)
  const { audit_events } = (await operator.call('GET', '/v1/audit-events')).json
  const recoveries = audit_events.filter((e: { action: string }) => e.action === 'webhook_endpoint.recovered')
  expect(recoveries.map((e: { details: { recovered: number } }) => e.details.recovered)).toEqual([0, 2, 0])
})

test('410 disables an endpoint at once; its operators get a letter, and what is pending is held', async () => {
  const operator = await newOperator(world)
  const { url } = web.webhooks.place(withStatuses(200, 410, 200))
  const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
  await untilDelivery(operator, await sendTest(operator, id), (d) => d.status === 'delivered')
  const mails = world.mailbox.mails.filter((m) => m.to === operator.email).length
  const gone = await sendTest(operator, id)
  const held = await untilDelivery(operator, gone, (d) => d.status === 'held')
  expect(held.attempts).toMatchObject([{ attempt: 1, status_code: 410, error_kind: 'status' }])
  expect(await readEndpoint(operator, id)).toMatchObject({ status: 'disabled', disabled_reason: 'gone', version: 3 })
  const mail = await world.mailbox.next(operator.email, mails)
  expect(mail.subject).toBe('Webhooks to shop.test are disabled')
  expect(mail.text).toContain(id)
  expect(mail.text).not.toContain('/hooks/')
  const { audit_events } = (await operator.call('GET', '/v1/audit-events')).json
  expect(audit_events[0]).toMatchObject({
    action: 'webhook_endpoint.disabled',
    actor: 'service',
    target: id,
    details: { disabled_reason: 'gone' },
  })
  expect((await act(operator, id, 'verify')).status).toBe(200)
  expect((await recover(operator, id)).json.redelivered).toBe(1)
  await untilDelivery(operator, gone, (d) => d.status === 'delivered')
})

test('a delivery of a deleted endpoint ends, and nothing is sent any more', async () => {
  const operator = await newOperator(world)
  const { path, url } = web.webhooks.place(withStatuses(500))
  const { webhook_endpoint_id } = await activeEndpoint(operator, { url })
  const id = await sendTest(operator, webhook_endpoint_id)
  await untilDelivery(operator, id, (d) => d.attempts.length >= 2)
  expect((await operator.call('DELETE', `${PATH}/${webhook_endpoint_id}`)).status).toBe(200)
  const failed = await untilDelivery(operator, id, (d) => d.status === 'failed')
  expect(failed.attempts.length).toBeLessThan(10)
  await until(() => web.webhooks.heard.filter((one) => one.path === path).length === failed.attempts.length + 1)
  const again = await operator.call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_delivery_id: id } })
  expect([...said(again), again.json.error.status]).toEqual([409, 'webhook_endpoint_not_active', 'deleted'])
})

test('finished deliveries are forgotten after thirty days with their attempts, younger ones are not', async () => {
  const operator = await newOperator(world)
  const { webhook_endpoint_id } = await activeEndpoint(operator)
  await sendTest(operator, webhook_endpoint_id)
  const young = await sendTest(operator, webhook_endpoint_id)
  await untilStatuses(operator, { delivered: 2 })
  const { admin } = world.database
  const { rows } = await admin.query(
    `update webhook_deliveries set created_at = created_at - interval '30 days 1 second'
     where merchant_id = (select merchant_id from webhook_deliveries order by webhook_delivery_id desc limit 1)
       and webhook_delivery_id = (select min(webhook_delivery_id::text)::uuid from webhook_deliveries d
         where d.merchant_id = webhook_deliveries.merchant_id) returning webhook_delivery_id`,
  )
  expect(rows).toHaveLength(1)
  await world.runJob('webhook-retention')
  expect((await deliveriesOf(operator)).map((d) => d.webhook_delivery_id)).toEqual([young])
  const left = await admin.query('select from webhook_attempts where webhook_delivery_id = $1', [
    rows[0].webhook_delivery_id,
  ])
  expect(left.rowCount).toBe(0)
})

test('the figures of the service show deliveries by outcome, their time, and what waits', async () => {
  const text = async () => (await world.call('GET', '/metrics')).text
  const metrics = await text()
  expect(metrics).toMatch(/^svc_webhook_deliveries_total\{outcome="delivered"\} [1-9]/m)
  expect(metrics).toMatch(/^svc_webhook_attempt_duration_seconds_count\{outcome="status"\} [1-9]/m)
  expect(metrics).toMatch(/^svc_webhook_pending 0$/m)
  expect(metrics).toMatch(/^svc_webhook_oldest_pending_seconds 0$/m)
})

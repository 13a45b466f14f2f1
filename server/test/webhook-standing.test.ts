/** What a merchant can ask of its deliveries: what they are about, when they were made, and how an endpoint stands. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAsking } from './asking.ts'
import { said } from './connection.ts'
import { DELIVERIES, deliveriesOf, sendTest, toDeliveries, untilDelivery, withStatuses } from './deliveries.ts'
import { activeEndpoint, change, PATH } from './endpoint.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

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

const standingOf = async ({ call }: Operator, id: string) => {
  const { counts, last_status_code } = (await call('GET', `${PATH}/${id}`)).json
  return { ...counts, last_status_code }
}
const again = ({ call }: Operator, webhook_delivery_id: string) =>
  call('POST', `${DELIVERIES}/redeliver`, { body: { webhook_delivery_id } })

test('deliveries are found by what their events are about, and by when they were made', async () => {
  const asking = await newAsking(world, web)
  const { operator } = asking
  const { webhook_endpoint_id } = await activeEndpoint(operator, { url: web.webhooks.place(withStatuses(200)).url })
  const { request_id } = await asking.asked()
  await asking.asked()
  expect((await asking.report(request_id, { status: 'rejected' })).status).toBe(200)
  const sent = await sendTest(operator, webhook_endpoint_id)
  await until(async () => (await deliveriesOf(operator)).length === 4)
  const about = await deliveriesOf(operator, `about=${request_id}`)
  expect(about.map((d) => [d.event_type, d.about])).toEqual([
    ['payment_request.rejected', request_id],
    ['payment_request.pending', request_id],
  ])
  const [test_event] = await deliveriesOf(operator, `about=${webhook_endpoint_id}`)
  expect(test_event?.webhook_delivery_id).toBe(sent)
  expect(await deliveriesOf(operator, 'about=nothing')).toEqual([])
  expect(await deliveriesOf(await newOperator(world), `about=${request_id}`)).toEqual([])

  const all = await deliveriesOf(operator)
  const made = all.map((d) => d.created_at).toSorted()
  const [first = '', last = ''] = [made[0], made.at(-1)]
  expect(await deliveriesOf(operator, `created_from=${first}`)).toHaveLength(4)
  expect((await deliveriesOf(operator, `created_from=${first}&created_to=${last}`)).length).toBeLessThan(4)
  expect(await deliveriesOf(operator, `created_to=${first}`)).toEqual([])
  expect(await deliveriesOf(operator, 'created_from=9998-01-01T00:00:00Z')).toEqual([])
  expect(await deliveriesOf(operator, 'created_from=1970-01-01T00:00:00Z')).toHaveLength(4)
})

test('an endpoint says what has not arrived there, and what it answered last', async () => {
  const asking = await newAsking(world, web)
  const { operator } = asking
  const { url } = web.webhooks.place(withStatuses(200, 503))
  const { webhook_endpoint_id: id } = await activeEndpoint(operator, { url })
  expect(await standingOf(operator, id)).toEqual({ pending: 0, held: 0, failed: 0, last_status_code: null })
  await untilDelivery(operator, await sendTest(operator, id), (d) => d.status === 'delivered')
  expect(await standingOf(operator, id)).toEqual({ pending: 0, held: 0, failed: 0, last_status_code: 200 })
  await untilDelivery(operator, await sendTest(operator, id), (d) => d.attempts.length === 1)
  expect(await standingOf(operator, id)).toEqual({ pending: 1, held: 0, failed: 0, last_status_code: 503 })
  await change(operator, id, { status: 'disabled', version: 2 })
  await asking.asked()
  await until(async () => (await standingOf(operator, id)).held === 2)
})

test('a delivery that waits for its next attempt is tried now, and one that is being sent is left alone', async () => {
  const operator = await newOperator(world)
  const answers: (() => void)[] = []
  let heard = 0
  const receiver = toDeliveries((_, response) => {
    heard += 1
    if (heard === 1) response.writeHead(503).end()
    else answers.push(() => response.writeHead(200).end())
  })
  const { webhook_endpoint_id } = await activeEndpoint(operator, { url: web.webhooks.place(receiver).url })
  const id = await sendTest(operator, webhook_endpoint_id)
  const waiting = await untilDelivery(operator, id, (d) => d.attempts.length === 1)
  // A later attempt, so that only the wish can bring it about within this test.
  await world.database.admin.query("update pursestrings.webhook_due set due_at = now() + interval '1 hour'")
  expect(waiting.next_attempt_at).not.toBeNull()
  expect((await again(operator, id)).status).toBe(200)
  await until(() => answers.length === 1)
  expect(said(await again(operator, id))).toEqual([409, 'webhook_delivery_pending'])
  answers[0]?.()
  const done = await untilDelivery(operator, id, (d) => d.status === 'delivered')
  expect(done.attempts.map((a) => a.status_code)).toEqual([503, 200])
  expect(said(await again(await newOperator(world), id))).toEqual([404, 'resource_not_found'])
})

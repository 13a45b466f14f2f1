/** What was changed after its commit, by whatever hand, is never signed: the read fails and an alarm is counted. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { askingOver } from './asking.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import type { Answer } from './call.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let mine: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  mine = await newAutomation(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const withTriggersOff = (change: string) =>
  world.database.admin.query(`begin; set local session_replication_role = replica; ${change}; commit`)

const refused = (answer: Answer, jws: string): void => {
  expect([answer.status, answer.json.error?.code.toLowerCase()]).toEqual([500, 'internal_error'])
  expect(answer.text).not.toContain('facts_jws')
  expect(answer.text).not.toContain(jws)
}
const alarms = async (): Promise<number> =>
  Number(/^svc_facts_mismatch_total (\d+)$/m.exec((await world.call('GET', '/metrics')).text)?.[1])

test('a request whose amount was edited is answered with 500 wherever it is read, and nothing is signed', async () => {
  const asking = askingOver(mine, mine.payee)
  const idempotency_key = 'edited'
  const { request_id, facts_digest } = await asking.asked({ idempotency_key })
  const read = () => mine.call('GET', `/v1/payment-requests/${request_id}`)
  const { facts_jws } = (await read()).json.payment_request
  const before = await alarms()
  await withTriggersOff("update payment_requests set amount = '999999' where idempotency_key = 'edited'")
  const answers = [
    await read(),
    await mine.call('GET', '/v1/payment-requests'),
    await mine.device.call('GET', `/v1/payment-requests/${request_id}`),
    await mine.device.call('GET', '/v1/payment-requests'),
    await mine.operator.call('GET', '/v1/payment-requests'),
    await asking.ask({ idempotency_key }),
    await asking.report(request_id, { status: 'signed' }),
  ]
  for (const answer of answers) refused(answer, facts_jws)
  expect(await alarms()).toBe(before + answers.length)
  await until(() => world.log.some((line) => line.includes(facts_digest) && line.includes('"level":"error"')))
  await withTriggersOff("update payment_requests set amount = '12.5' where idempotency_key = 'edited'")
  expect((await read()).status).toBe(200)
})

test('an agent payment whose amount was edited is answered with 500, and nothing is signed', async () => {
  await mine.consented()
  const { id, facts_jws } = await mine.intended()
  await withTriggersOff("update agent_payments set amount = '999999'")
  for (const answer of [
    await mine.asProject('GET', paymentPath(id)),
    await mine.asProject('GET', '/v1/agent-payments'),
    await mine.device.call('GET', paymentPath(id)),
  ]) {
    refused(answer, facts_jws)
  }
})

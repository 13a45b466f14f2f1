/** A wallet is not to be worn down: at most 20 requests of a connection wait at once. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newAsking } from './asking.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
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

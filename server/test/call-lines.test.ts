/** The `request_id` that a caller reports leads to who called and about what, by ids alone; a switch leaves both out. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, newAsking } from './asking.ts'
import { call } from './call.ts'
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

const lineOf = async (request_id: string) => {
  const found = () => world.log.flatMap((text) => text.split('\n')).find((line) => line.includes(`"${request_id}"`))
  await until(() => found() !== undefined)
  return JSON.parse(found() as string) as Record<string, unknown>
}
const ask = (url: string, headers: Record<string, string>) => {
  const { payee } = asking
  const { recipient_id, recipient_version_id } = payee
  return call(url, 'POST', '/v1/payment-requests', {
    headers: { authorization: `Bearer ${asking.connection_token}`, ...headers },
    body: {
      recipient_id,
      recipient_version_id,
      payment: { amount: '1' },
      policy: { requires_user_approval: true },
      idempotency_key: headers['x-request-id'],
    },
  })
}

test('an agent, a wallet and a member are told by their organization or wallet, with the record', async () => {
  const organization = asking.operator.merchant_id
  const made = await ask(world.url, { 'x-request-id': 'made-by-agent' })
  expect(made.status).toBe(201)
  const record = made.json.payment_request.request_id
  expect(await lineOf('made-by-agent')).toMatchObject({
    operation: 'payment_requests.create',
    status: 201,
    caller: 'connection_token',
    organization,
    connection: asking.connection_id,
    record,
  })
  const headers = (id: string) => ({ 'x-request-id': id })
  await asking.device.call('GET', `/v1/payment-requests/${record}`, { headers: headers('read-by-wallet') })
  expect(await lineOf('read-by-wallet')).toMatchObject({
    caller: 'device_token',
    wallet: asking.device.device_id,
    record,
  })
  const path = `/v1/merchants/${organization}`
  await asking.operator.call('GET', path, { headers: headers('read-by-member') })
  expect(await lineOf('read-by-member')).toMatchObject({
    caller: 'merchant_session',
    organization,
    record: organization,
  })
  await asking.operator.call('GET', '/v1/merchants/mer_../../x', { headers: headers('strange') })
  expect(JSON.stringify(await lineOf('strange'))).not.toContain('..')
})

test('with LOG_CALLERS=none a line says neither', async () => {
  const quiet = await world.another({ LOG_CALLERS: 'none' })
  expect((await ask(quiet.url as string, { 'x-request-id': 'made-in-silence' })).status).toBe(201)
  const line = await lineOf('made-in-silence')
  expect(Object.keys(line).toSorted()).toEqual(['level', 'ms', 'msg', 'operation', 'request_id', 'status', 'time'])
})

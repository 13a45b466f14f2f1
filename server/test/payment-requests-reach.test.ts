/** A connection token reads the requests of its own connection, and of no other: not even of its own merchant. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asking, askingOver, freshKey, newAsking } from './asking.ts'
import { newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
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

const NEVER_MADE = 'pr_01jcqr6t9vfj2t7b7zq5xv0m1n'

test('another connection of the same agent and wallet reads no request of this one, by either of its ids', async () => {
  const { operator, agent, device, payee } = asking
  const beside = askingOver(await newConnection(world, { operator, agent, device }), payee)
  const chosen = `order.${freshKey()}`
  const made = [(await asking.asked()).request_id, (await asking.asked({ request_id: chosen })).request_id]
  const read = (by: Asking, id: string) =>
    by.call('GET', `/v1/payment-requests/${id}`, { headers: { 'x-request-id': 'alike' } })
  const absent = await read(beside, NEVER_MADE)
  expect([absent.status, absent.json.error.code]).toEqual([404, 'resource_not_found'])
  for (const id of made) {
    expect((await read(asking, id)).json.payment_request).toMatchObject({ connection_id: asking.connection_id })
    const answer = await read(beside, id)
    expect([id, answer.status, answer.text]).toEqual([id, 404, absent.text])
  }
})

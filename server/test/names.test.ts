/** Names that deceive are refused wherever one is given, and a merchant's name never stands without its proven domain. */
import { isTextAnswer } from '@pursestrings/contract/operation'
import { operations } from '@pursestrings/contract/operations'
import { beforeAll, expect, test } from 'vitest'
import { draftAgent } from './agent.ts'
import type { Answer } from './call.ts'
import { said } from './connection.ts'
import { grantFor, newOperator, type Operator } from './operator.ts'
import { sharedWorld } from './shared-world.ts'
import type { World } from './world.ts'

let world: World
let operator: Operator
beforeAll(async () => {
  world = await sharedWorld()
  operator = await newOperator(world)
})

/** Two letters of the first are Cyrillic. */
const DECEIVING = ['PаyPаl Support', 'Support of paypal.com', 'PayPal (verified)', 'Official PayPal ✔']

const expectRefused = (answer: Answer): void => {
  expect(said(answer)).toEqual([422, 'name_misleading'])
  expect(answer.json.error).toMatchObject({ field: 'name', issues: [{ code: 'name_misleading', field: 'name' }] })
}

test('an organization takes no deceiving name, neither at first nor later, and its grant is not used up by trying', async () => {
  const { grant } = await grantFor(world, 'names@merchant.example')
  const create = (name: string) => world.call('POST', '/v1/merchants', { body: { grant, name } })
  for (const name of DECEIVING) expectRefused(await create(name))
  expect(said(await create('Harbour Books'))).toEqual([201])
  const path = `/v1/merchants/${operator.merchant_id}`
  for (const name of DECEIVING) expectRefused(await operator.call('PATCH', path, { body: { name, version: 1 } }))
  expect((await operator.call('GET', path)).json.merchant).toMatchObject({ name: 'Harbour Books', version: 1 })
})

test('nor does an agent, whose runtime claims nothing either', async () => {
  const given = { runtime: 'node-24', environment: 'testnet', allowed_scopes: ['payment.requests.read'] }
  const create = (body: object) => operator.call('POST', '/v1/agents', { body: { name: 'Till', ...given, ...body } })
  for (const name of DECEIVING) expectRefused(await create({ name }))
  const runtime = await create({ runtime: 'node-24 ✔ verified by PayPal' })
  expect([...said(runtime), runtime.json.error.field]).toEqual([422, 'name_misleading', 'runtime'])
  const agent_id = await draftAgent(operator)
  for (const name of DECEIVING) {
    expectRefused(await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { name, version: 1 } }))
  }
  expect(
    said(await operator.call('PATCH', `/v1/agents/${agent_id}`, { body: { name: 'Till 2', version: 1 } })),
  ).toEqual([200])
})

test('nor does a payee', async () => {
  const address = 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H'
  const create = (name: string) =>
    operator.call('POST', '/v1/recipients', { body: { name, network: 'stellar_testnet', asset: 'XLM', address } })
  for (const name of DECEIVING.slice(1)) expectRefused(await create(name))
  expect(said(await create(DECEIVING[0] as string))).toEqual([422, 'recipient_name_look_alike'])
  const { recipient } = (await create('Harbour Books')).json
  const path = `/v1/recipients/${recipient.recipient_id}`
  for (const name of DECEIVING.slice(1))
    expectRefused(await operator.call('PATCH', path, { body: { name, version: 1 } }))
  expect((await operator.call('GET', path)).json.recipient.name).toBe('Harbour Books')
})

test("wherever an answer has a merchant's name beside an agent's, the proven domains stand with it", () => {
  const alone: string[] = []
  let together = 0
  const walk = (id: string, node: unknown): void => {
    if (node === null || typeof node !== 'object') return
    const { properties } = node as { properties?: Record<string, unknown> }
    if (properties && 'merchant_name' in properties) {
      const proven = Object.keys(properties).some((name) => /^verified_domains?$/.test(name))
      if (proven) together++
      else alone.push(id)
    }
    for (const inner of Object.values(node)) walk(id, inner)
  }
  for (const { id, answer } of operations) if (!isTextAnswer(answer.body)) walk(id, answer.body)
  expect(alone).toEqual([])
  expect(together).toBeGreaterThan(8)
})

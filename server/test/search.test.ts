/** One search over what an organization has: by ids, names, tasks, transactions and addresses; bounded, and never another's. */
import { SEARCH_HITS_MAX } from '@pursestrings/contract/merchant-search/records'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { draftAgent } from './agent.ts'
import { type Asking, freshKey, newAsking } from './asking.ts'
import { newMerchantKey } from './merchant-key.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { newOperator, type Operator } from './operator.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

interface Hit {
  readonly type: string
  readonly id: string
  readonly name: string
  readonly status: string
  readonly connection_id?: string
  readonly task_ref?: string
  readonly payment?: object
  readonly domain?: string
}

let web: MerchantWeb
let world: World
let one: Asking
let stranger: Operator
const HASH = 'c5'.repeat(32)
const task = `task ${freshKey()}`

beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'silent' })
  one = await newAsking(world, web)
  stranger = await newOperator(world, 'Quay Records')
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await one.asked({ request_id: `search-100${number}` })
  const paid = await one.asked({ request_id: 'other%_1', metadata: { task_ref: task } })
  for (const report of [{ status: 'signed' }, { status: 'broadcasted', transaction_hash: HASH }]) {
    expect((await one.report(encodeURIComponent(paid.request_id), report)).status).toBe(200)
  }
  await one.asked()
  const settled = "select from payment_request_index where status = 'broadcasted'"
  await until(async () => (await world.database.admin.query(settled)).rowCount === 1)
  const all = 'select from payment_request_index'
  await until(async () => (await world.database.admin.query(all)).rowCount === 9)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

const find = async (q: string, by: Operator = one.operator): Promise<Hit[]> => {
  const { status, json } = await by.call('GET', `/v1/merchant/search?${new URLSearchParams({ q }).toString()}`)
  expect([status, json.error]).toEqual([200, undefined])
  return json.hits
}
const ids = async (q: string, by?: Operator): Promise<string[]> => (await find(q, by)).map(({ id }) => id)

test('requests are found by how their id begins, the last numbers first and no more than a few', async () => {
  const hits = await find('search-10')
  expect(hits.map(({ id }) => id)).toEqual([7, 6, 5, 4, 3].map((number) => `search-100${number}`))
  expect(hits).toHaveLength(SEARCH_HITS_MAX)
  expect(hits[0]).toEqual({
    type: 'payment_request',
    id: 'search-1007',
    name: 'search-1007',
    status: 'pending',
    connection_id: one.connection_id,
    payment: { amount: '12.5', asset: 'XLM', payee: expect.any(String) },
  })
  expect(await ids('other%')).toEqual(['other%_1'])
  expect(await ids('%')).toEqual([])
})

test('requests are found by their task and by the transaction that they name', async () => {
  expect(await find(task)).toMatchObject([{ id: 'other%_1', task_ref: task, status: 'broadcasted' }])
  expect(await ids(HASH)).toEqual(['other%_1'])
  expect(await ids(HASH.toUpperCase())).toEqual(['other%_1'])
  const { json } = await one.operator.call('GET', '/v1/payment-requests?limit=1')
  const [{ request_id }] = json.payment_requests
  expect(request_id).toMatch(/^pr_/)
  expect(await ids(request_id)).toEqual([request_id])
})

test('payees, agents and domains are found by name, by id, and payees by their address', async () => {
  const { operator, payee } = one
  const { json } = await operator.call('GET', `/v1/recipients/${payee.recipient_id}`)
  const { name } = json.recipient
  const versions = await operator.call('GET', `/v1/recipients/${payee.recipient_id}/versions`)
  const [{ address }] = versions.json.recipient_versions
  const found = { type: 'recipient', id: payee.recipient_id, name, status: 'active', domain: expect.any(String) }
  for (const q of [name.toUpperCase(), name.slice(2, 8), payee.recipient_id, payee.recipient_version_id, address]) {
    expect((await find(q)).filter(({ type }) => type === 'recipient')).toContainEqual(found)
  }
  const agent_id = await draftAgent(operator)
  expect(await find(agent_id)).toMatchObject([{ type: 'agent', id: agent_id, status: 'draft' }])
  expect(await ids('checkout ag')).toContain(agent_id)
  const { domains } = (await operator.call('GET', '/v1/merchant-domains')).json
  const [{ domain, domain_id }] = domains
  for (const q of [domain.slice(0, 5), domain_id]) {
    expect(await find(q)).toContainEqual({ type: 'merchant_domain', id: domain_id, name: domain, status: 'verified' })
  }
})

test('nothing of another organization is found, by whatever it is called', async () => {
  const { payee, operator } = one
  const versions = await operator.call('GET', `/v1/recipients/${payee.recipient_id}/versions`)
  const [{ address }] = versions.json.recipient_versions
  const agents = (await operator.call('GET', '/v1/agents')).json.agents
  for (const q of [
    'search-10',
    task,
    HASH,
    payee.recipient_id,
    payee.recipient_version_id,
    address,
    agents[0].agent_id,
  ]) {
    expect(await find(q, stranger)).toEqual([])
  }
})

test('a key finds payees only with the scope that reads them, and neither agents nor domains', async () => {
  const { payee, operator } = one
  const { domain } = (await find(payee.recipient_id))[0] as Hit
  const { agents } = (await operator.call('GET', '/v1/agents')).json
  const wanted = [payee.recipient_id, payee.recipient_version_id, payee.address, agents[0].agent_id, domain ?? '']
  const by = async (scopes: Parameters<typeof newMerchantKey>[1]) => {
    const { headers } = await newMerchantKey(operator, scopes)
    const answers = wanted.map((q) => world.call('GET', `/v1/merchant/search?q=${q}`, { headers }))
    return (await Promise.all(answers)).map(({ json }) => json.hits.map(({ type }: Hit) => type))
  }
  expect(domain).toBe('shop.test')
  expect(await by(['payment_requests:read'])).toEqual([[], [], [], [], []])
  const payees = ['recipient']
  expect(await by(['payment_requests:read', 'recipients:read'])).toEqual([payees, payees, payees, [], []])
})

test('a key needs the scope that reads requests, and a search needs words', async () => {
  const call = async (scope: 'payment_requests:read' | 'audit:read', q: string) => {
    const { headers } = await newMerchantKey(one.operator, [scope])
    const answer = await world.call('GET', `/v1/merchant/search?q=${q}`, { headers })
    return [answer.status, answer.json.error?.code]
  }
  expect(await call('payment_requests:read', 'search')).toEqual([200, undefined])
  expect(await call('audit:read', 'search')).toEqual([403, 'scope_missing'])
  expect(await call('payment_requests:read', '')).toEqual([422, 'validation_failed'])
})

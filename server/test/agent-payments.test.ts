/** An agent pays within what the user has agreed to, and asks where it would go beyond (specification 1.7, 4.6). */
import { hash } from 'node:crypto'
import { THRESHOLDS } from '@pursestrings/protocol/policy-judge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Automation, inMinutes, newAutomation, passTime, paymentPath, policyPath } from './automation.ts'
import { connectionPath } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let automation: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  automation = await newAutomation(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

test('the journey: proposed, consented, paid within it; beyond it, asked of a person, approved and settled', async () => {
  const { connection_id, payee, device, asProject, intend, report } = automation
  const refused = await intend()
  expect([refused.status, refused.json.error.code]).toEqual([403, 'HC_NC_5_HITL_REQUIRED'])
  expect(refused.json.error.details).toMatchObject({ rule: 'no_policy', triggered_thresholds: THRESHOLDS })

  const policy = await automation.proposed({ cumulative_limit: '15' })
  expect(policy).toMatchObject({ status: 'awaiting_consent', missing: [], consent: null, used: '0', connection_id })
  expect((await intend()).json.error.details).toMatchObject({ rule: 'not_opted_in', triggered_thresholds: THRESHOLDS })
  const consented = (await automation.optIn(policy)).json.data
  expect(consented).toMatchObject({ status: 'active', consent: { policy_version: 1, signature: null } })

  const inside = await automation.intended({ amount: '10', purpose: 'Groceries of the week' })
  expect(inside).toMatchObject({
    status: 'intent_created',
    initiator: 'agent',
    purpose: 'Groceries of the week',
    policy: { policy_id: policy.id, policy_version: 1, allowed_without_asking: true },
    payment: { amount: '10', network: 'stellar_testnet', to: payee.address },
  })
  const seen = (await device.call('GET', paymentPath(inside.id))).json.data
  expect(seen.policy.allowed_without_asking).toBe(true)
  const facts = Buffer.from(seen.facts_jws.split('.')[1], 'base64url').toString()
  expect([hash('sha256', facts, 'hex'), JSON.parse(facts).request_id]).toEqual([inside.facts_digest, inside.id])

  const over = await intend({ amount: '11', idempotency_key: 'basket-7' })
  expect([over.status, over.json.success]).toEqual([403, false])
  const { triggered_thresholds, rule, next_action } = over.json.error.details
  expect([triggered_thresholds, rule]).toEqual([['single_tx_limit', 'cumulative_limit'], 'single_tx_limit'])
  expect(next_action).toMatchObject({ method: 'POST', path: '/v1/agent-payments', body: { initiator: 'human' } })

  const resubmitted = await asProject(next_action.method, next_action.path, { body: next_action.body })
  expect(resubmitted.status).toBe(201)
  const { id, policy: none } = resubmitted.json.data
  expect(none).toEqual({ policy_id: null, policy_version: null, allowed_without_asking: false })
  for (const body of [
    { status: 'approved' },
    { status: 'submitted', transaction_hash: 'a1b2c3' },
    { status: 'settled', transaction_hash: 'a1b2c3' },
  ])
    expect((await report(id, body)).json.data).toMatchObject({ id, status: body.status, late: false })
  const settled = (await asProject('GET', paymentPath(id))).json
  expect(settled).toMatchObject({ success: true, data: { id, status: 'settled', transaction_hash: 'a1b2c3' } })
  expect(settled.data.settlement).toEqual({ assurance: 'wallet_reported', decision: 'device_token', notes: [] })
  expect(settled.data.history.map((h: { status: string }) => h.status)).toEqual([
    'intent_created',
    'approved',
    'submitted',
    'settled',
  ])
  const usage = (await asProject('GET', policyPath(policy.id))).json.data.usage
  expect(usage).toMatchObject({ used: '10', remaining: '5', allowed: 1, refused: 2, given_back: '0' })
})

test('without a policy_id the newest in force for the asset speaks; a named one speaks for itself', async () => {
  const mine = await newAutomation(world, web)
  const first = await mine.consented({ single_tx_limit: '1' })
  const second = await mine.consented({ single_tx_limit: '2' })
  await mine.proposed({ single_tx_limit: '3' })
  expect((await mine.intended({ amount: '2' })).policy.policy_id).toBe(second.id)
  expect((await mine.intended({ amount: '1', policy_id: first.id })).policy.policy_id).toBe(first.id)
  expect((await mine.intend({ amount: '2', policy_id: first.id })).json.error.details.rule).toBe('single_tx_limit')
})

test('a pause of policy or connection reaches what waits to be signed: the wallet is to ask, until it is resumed', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented()
  const { id } = await mine.intended()
  const allowed = async () =>
    (await mine.device.call('GET', '/v1/agent-payments')).json.data.agent_payments.map(
      (p: { id: string; policy: { allowed_without_asking: boolean } }) => [p.id, p.policy.allowed_without_asking],
    )
  expect(await allowed()).toEqual([[id, true]])
  await mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'paused' } })
  expect(await allowed()).toEqual([[id, false]])
  expect((await mine.intend()).json.error.details.rule).toBe('paused')
  await mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'active' } })
  expect(await allowed()).toEqual([[id, true]])
  const connection = connectionPath(mine.connection_id)
  await mine.device.call('PATCH', connection, { body: { status: 'paused' } })
  expect(await allowed()).toEqual([[id, false]])
  await mine.device.call('PATCH', connection, { body: { status: 'active' } })
  expect(await allowed()).toEqual([[id, true]])
  await mine.report(id, { status: 'approved' })
  expect(await allowed()).toEqual([[id, false]])
})

test('all thresholds at once, and each by itself, as the judge names them', async () => {
  const mine = await newAutomation(world, web)
  const stranger = await newAutomation(world, web, { operator: mine.operator })
  const { recipient_id, recipient_version_id } = stranger.payee
  await mine.consented({ cumulative_limit: '25', validity_window: { from: inMinutes(-2), to: inMinutes(60) } })
  const triggered = async (more: object) => (await mine.intend(more)).json.error?.details.triggered_thresholds
  expect(await triggered({ amount: '10' })).toBeUndefined()
  expect(await triggered({ amount: '10.0000001' })).toEqual(['single_tx_limit'])
  expect(await triggered({ recipient_id, recipient_version_id })).toEqual(['allowlist'])
  expect(await triggered({ amount: '16', recipient_id, recipient_version_id })).toEqual([
    'single_tx_limit',
    'cumulative_limit',
    'allowlist',
  ])
  await world.database.admin.query("update automation_policies set valid_to = now() - interval '1 second'")
  expect(await triggered({ amount: '16', recipient_id, recipient_version_id })).toEqual(THRESHOLDS)
  expect(await triggered({ amount: '1' })).toEqual(['validity_window'])
})

test('each side sees its own: the project by key, the organization by session, the wallet by device', async () => {
  const other = await newAutomation(world, web, { connection: automation, payee: automation.payee })
  const { id } = await other.intended({ initiator: 'human' })
  const theirs = await newAutomation(world, web)
  const ids = async (call: Automation['asProject']) =>
    (await call('GET', '/v1/agent-payments?limit=100')).json.data.agent_payments.map((p: { id: string }) => p.id)
  expect(await ids(other.asProject)).toEqual([id])
  expect(await ids(automation.asProject)).not.toContain(id)
  for (const call of [other.operator.call, other.device.call]) expect(await ids(call)).toContain(id)
  for (const call of [theirs.asProject, theirs.operator.call, theirs.device.call]) {
    expect(await ids(call)).toEqual([])
    expect((await call('GET', paymentPath(id))).json.error.code).toBe('resource_not_found')
  }
  expect((await automation.asProject('GET', paymentPath(id))).json.error.code).toBe('resource_not_found')
  expect((await automation.asProject('POST', paymentPath(id, 'cancel'))).json.error.code).toBe('resource_not_found')
})

test('a list is read page by page, by status, and a cursor of another list is refused', async () => {
  const mine = await newAutomation(world, web)
  const made = []
  for (let i = 0; i < 3; i++) made.unshift((await mine.intended({ initiator: 'human' })).id)
  await mine.asProject('POST', paymentPath(made[1], 'cancel'))
  const page = async (query: string) => (await mine.asProject('GET', `/v1/agent-payments?${query}`)).json
  const first = (await page('limit=2')).data
  expect(first.agent_payments.map((p: { id: string }) => p.id)).toEqual(made.slice(0, 2))
  const rest = (await page(`limit=2&cursor=${first.next_cursor}`)).data
  expect([rest.agent_payments.map((p: { id: string }) => p.id), rest.next_cursor]).toEqual([made.slice(2), null])
  expect((await page('status=canceled')).data.agent_payments.map((p: { id: string }) => p.id)).toEqual([made[1]])
  expect((await page('cursor=pol_x')).error.code).toBe('cursor_invalid')
})

test('an intent past its time reads as expired at once and is swept within seconds; a late transaction is kept', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented()
  const payment = await mine.intended()
  const { id } = payment
  await passTime(world, payment)
  const read = async () => (await mine.asProject('GET', paymentPath(id))).json.data
  expect((await read()).status).toBe('expired')
  expect((await mine.asProject('POST', paymentPath(id, 'cancel'))).json.error).toMatchObject({
    code: 'invalid_transition',
    details: { current_status: 'expired' },
  })
  await until(async () => (await read()).history.length === 2)
  await until(async () => (await mine.read(policy.id)).used === '0')
  const late = await mine.report(id, { status: 'submitted', transaction_hash: 'feed' })
  expect(late.json.data).toMatchObject({ status: 'expired', late: true })
  expect(late.json.data.history.at(-1)).toMatchObject({ late: true, transaction_hash: 'feed', status: 'expired' })
  expect((await mine.report(id, { status: 'submitted', transaction_hash: 'feed' })).json.data.history).toHaveLength(3)
})

test('what the connection, its agent or its merchant may not do, no policy allows', async () => {
  const mine = await newAutomation(world, web)
  await mine.consented()
  const { device, operator, agent, connection_id } = mine
  const code = async () => (await mine.intend({ amount: '1' })).json.error?.code
  const at = connectionPath(connection_id)
  await device.call('PATCH', at, { body: { status: 'paused' } })
  expect(await code()).toBe('connection_paused')
  await device.call('PATCH', at, { body: { status: 'active' } })
  const suspend = { status: 'suspended', version: agent.version }
  await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, { body: suspend })
  expect(await code()).toBe('agent_not_active')
  await operator.call('PATCH', `/v1/agents/${agent.agent_id}`, {
    body: { status: 'active', version: agent.version + 1 },
  })
  const { rows } = await world.database.admin.query('select max(merchant_id::text) as id from merchants')
  await world.database.admin.query("update merchants set status = 'suspended' where merchant_id = $1", [rows[0].id])
  expect(await code()).toBe('merchant_not_active')
  await world.database.admin.query("update merchants set status = 'active' where merchant_id = $1", [rows[0].id])
  expect(await code()).toBeUndefined()
  await device.call('PATCH', at, { body: { scopes: ['payment.requests.read'] } })
  expect(await code()).toBe('scope_missing')
  await device.call('DELETE', at)
  expect(await code()).toBe('connection_revoked')
})

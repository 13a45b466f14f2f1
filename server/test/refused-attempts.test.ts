/** What an agent asked for beyond its policy: people see it and can decide, a wallet does not, and it fills no table. */

import { uuidOf } from '@pursestrings/contract/wire/ids'
import { THRESHOLDS } from '@pursestrings/protocol/policy-judge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { KEPT_A_MINUTE } from '../src/payments/agent-payments/refused-attempts.ts'
import { createPool, WORKER_ROLE } from '../src/platform/postgres/pool.ts'
import { type Automation, newAutomation, paymentPath } from './automation.ts'
import type { Answer } from './call.ts'
import { type Call, connectionPath } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, PENDING_MAX: '2' })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any
const ok = ({ status, json }: Answer): Json => {
  expect([status, json.error]).toEqual([200, undefined])
  return json.data
}
const list = async (call: Call, query = ''): Promise<Json> => ok(await call('GET', `/v1/agent-payments?${query}`))
const refuse = async (mine: Automation, more: object): Promise<void> => {
  expect((await mine.intend(more)).json.error.code).toBe('HC_NC_5_HITL_REQUIRED')
}

test('an attempt says which limits it passed and by how much, and leads to the call that asks a person', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented({ cumulative_limit: '20' })
  await mine.intended({ amount: '9' })
  await refuse(mine, { amount: '12', purpose: 'Monthly box', idempotency_key: 'box-1' })
  const { refused_attempts, agent_payments } = await list(mine.operator.call)
  const [attempt] = refused_attempts
  expect([refused_attempts.length, agent_payments.length]).toEqual([1, 1])
  const window = `${policy.validity_window.from}/${policy.validity_window.to}`
  expect(attempt).toMatchObject({
    amount: '12',
    purpose: 'Monthly box',
    payee: { domain: 'shop.test' },
    policy_id: policy.id,
    policy_version: 1,
    rule: 'single_tx_limit',
    triggered_thresholds: [
      { name: 'single_tx_limit', limit: '10', would_be: '12' },
      { name: 'cumulative_limit', limit: '20', would_be: '21' },
    ],
    held_thresholds: [
      { name: 'validity_window', limit: window },
      { name: 'allowlist', limit: null, would_be: mine.payee.recipient_id },
    ],
    agent_payment_id: null,
    not_kept: 0,
  })
  expect(attempt).not.toHaveProperty('facts_jws')
  const { method, path, body } = attempt.next_action
  const asked = await mine.asProject(method, path, { body })
  expect([asked.status, asked.json.data.initiator]).toEqual([201, 'human'])
  for (const by of [mine.asProject, mine.operator.call]) {
    const after = (await by('GET', paymentPath(`refused/${attempt.id}`))).json.data
    expect(after).toMatchObject({ id: attempt.id, agent_payment_id: asked.json.data.id, next_action: null })
  }
})

const refusedOf = async (mine: Automation, more: object): Promise<string> => {
  await refuse(mine, more)
  return (await list(mine.asProject, 'status=refused')).refused_attempts[0].id
}
const send = (call: Call, id: string): Promise<Answer> => call('POST', paymentPath(`refused/${id}/send-to-payer`))

test('a member sends an attempt to the payer, once, however often and by whichever way it is asked for', async () => {
  const mine = await newAutomation(world, web)
  const id = await refusedOf(mine, { amount: '3', purpose: 'Monthly box', idempotency_key: 'box-2' })
  const { body } = ok(await mine.asProject('GET', paymentPath(`refused/${id}`))).next_action
  const sent = await Promise.all([send(mine.operator.call, id), send(mine.operator.call, id), send(mine.asProject, id)])
  const [payment] = sent.map(ok)
  expect(payment).toMatchObject({ initiator: 'human', purpose: 'Monthly box', payment: { amount: '3' } })
  expect(payment.policy).toEqual({ policy_id: null, policy_version: null, allowed_without_asking: false })
  const replayed = await mine.asProject('POST', '/v1/agent-payments', { body })
  expect([...sent, replayed].map(({ json }) => json.data.id)).toEqual(Array(4).fill(payment.id))
  const waiting = async () => (await list(mine.device.call)).agent_payments.map(({ id: shown }: Json) => shown)
  expect(await waiting()).toEqual([payment.id])
  expect((await mine.device.call('POST', paymentPath(`refused/${id}/send-to-payer`))).status).toBe(403)
  const unsent = await refusedOf(mine, { amount: '4', idempotency_key: 'box-4' })
  const stranger = await newAutomation(world, web)
  const sibling = await newAutomation(world, web, { connection: mine, payee: mine.payee })
  for (const call of [stranger.operator.call, sibling.asProject])
    for (const one of [id, unsent]) expect((await send(call, one)).json.error.code).toBe('resource_not_found')
  expect(await waiting()).toEqual([payment.id])
})

test('what stands in the way of a payment stands in the way of sending it', async () => {
  const mine = await newAutomation(world, web)
  const { operator, device, agent } = mine
  const { admin } = world.database
  const id = await refusedOf(mine, { idempotency_key: 'box-3' })
  const code = async (of = id) => (await send(operator.call, of)).json.error?.code
  const at = connectionPath(mine.connection_id)
  await device.call('PATCH', at, { body: { status: 'paused' } })
  expect(await code()).toBe('connection_paused')
  await device.call('PATCH', at, { body: { status: 'active' } })
  const agentPath = `/v1/agents/${agent.agent_id}`
  await operator.call('PATCH', agentPath, { body: { status: 'suspended', version: agent.version } })
  expect(await code()).toBe('agent_not_active')
  await operator.call('PATCH', agentPath, { body: { status: 'active', version: agent.version + 1 } })
  const standing = (status: string) =>
    admin.query('update merchants set status = $2 where merchant_id = $1', [
      uuidOf('mer', operator.merchant_id),
      status,
    ])
  await standing('suspended')
  expect(await code()).toBe('merchant_not_active')
  await standing('active')
  const serving = (version: string | null) =>
    admin.query('update recipients set active_version_id = $2 where recipient_id = $1', [
      uuidOf('rcp', mine.payee.recipient_id),
      version,
    ])
  await serving(null)
  expect(await code()).toBe('recipient_version_not_active')
  await serving(uuidOf('rcv', mine.payee.recipient_version_id))

  // The agent has come back with the key and stayed within its limits: what it was refused is not asked for as well.
  const again = await refusedOf(mine, { amount: '4', idempotency_key: 'box-4' })
  await mine.consented()
  await mine.intended({ amount: '4', idempotency_key: 'box-4' })
  expect(await code(again)).toBe('idempotency_key_reused')
  for (let i = 0; i < 2; i++) await mine.intended({ initiator: 'human' })
  expect(await code()).toBe('too_many_pending')
  const { credentials } = (await operator.call('GET', agentPath)).json
  for (const { credential_id } of credentials)
    await operator.call('DELETE', `${agentPath}/credentials/${credential_id}`)
  expect(await code()).toBe('agent_credential_inactive')
  await device.call('PATCH', at, { body: { scopes: ['payment.requests.read'] } })
  expect(await code()).toBe('scope_missing')
  await device.call('DELETE', at)
  expect(await code()).toBe('connection_revoked')
})

test('without a policy all four limits are named, and nothing is agreed', async () => {
  const mine = await newAutomation(world, web)
  await refuse(mine, { amount: '3' })
  const [{ rule, policy_id, triggered_thresholds }] = (await list(mine.asProject)).refused_attempts
  expect([rule, policy_id]).toEqual(['no_policy', null])
  expect(triggered_thresholds.map(({ name, limit }: Json) => [name, limit])).toEqual(THRESHOLDS.map((t) => [t, null]))
})

test('a page holds the newest of payments and attempts together, and the cursor misses none', async () => {
  const mine = await newAutomation(world, web)
  await mine.consented()
  for (const amount of ['1', '11', '12', '2', '13']) await mine.intend({ amount })
  const seen: string[][] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const page: Json = await list(mine.asProject, `limit=2${cursor && `&cursor=${cursor}`}`)
    seen.push([
      ...page.agent_payments.map((p: Json) => p.payment.amount),
      ...page.refused_attempts.map((r: Json) => r.amount),
    ])
    cursor = page.next_cursor
  }
  expect(seen).toEqual([['2', '13'], ['12', '11'], ['1']])
  const refused = await list(mine.asProject, 'status=refused')
  expect([refused.agent_payments, refused.refused_attempts.length]).toEqual([[], 3])
  const waiting = await list(mine.asProject, 'status=intent_created')
  expect([waiting.agent_payments.length, waiting.refused_attempts]).toEqual([2, []])
})

test('neither the wallet nor another project nor another organization sees an attempt', async () => {
  const mine = await newAutomation(world, web)
  const sibling = await newAutomation(world, web, { connection: mine, payee: mine.payee })
  const stranger = await newAutomation(world, web)
  await refuse(mine, {})
  const [{ id }] = (await list(mine.asProject)).refused_attempts
  for (const query of ['', 'status=refused']) {
    expect((await list(mine.device.call, query)).refused_attempts).toEqual([])
    expect((await list(sibling.asProject, query)).refused_attempts).toEqual([])
    expect((await list(stranger.operator.call, query)).refused_attempts).toEqual([])
  }
  for (const by of [sibling.asProject, stranger.operator.call]) {
    expect((await by('GET', paymentPath(`refused/${id}`))).json.error.code).toBe('resource_not_found')
  }
  expect((await mine.device.call('GET', paymentPath(`refused/${id}`))).status).toBe(403)
})

test('an agent that asks in vain without end leaves a few attempts a minute; the rest are counted', async () => {
  const mine = await newAutomation(world, web)
  for (let i = 0; i < KEPT_A_MINUTE + 5; i++) await refuse(mine, {})
  const { refused_attempts } = await list(mine.asProject)
  expect([refused_attempts.length, refused_attempts[0].not_kept]).toEqual([KEPT_A_MINUTE, 5])
  expect(refused_attempts.slice(1).every(({ not_kept }: Json) => not_kept === 0)).toBe(true)
})

test('attempts are forgotten after 90 days and not before, and nobody changes one', async () => {
  const mine = await newAutomation(world, web)
  for (const amount of ['1', '2']) await refuse(mine, { amount })
  const { refused_attempts } = await list(mine.asProject)
  const [newer, older] = refused_attempts.map(({ id }: Json) => uuidOf('apr', id))
  const age = (id: string, days: number) =>
    world.database.admin.query(`begin; set local session_replication_role = replica;
      update refused_attempts set refused_at = now() - interval '${days} days' where refused_attempt_id = '${id}'; commit`)
  await age(older, 91)
  await age(newer, 89)
  await world.runJob('refused-attempts')
  expect((await list(mine.asProject)).refused_attempts.map(({ amount }: Json) => amount)).toEqual(['2'])
  const pool = createPool({ url: world.database.url, max: 1, application_name: 'test', role: WORKER_ROLE })
  const removed = pool.query('delete from refused_attempts where refused_attempt_id = $1', [newer])
  await expect(removed).rejects.toThrow('facts that nobody may change')
  await pool.end()
  for (const set of ["amount = '9'", 'not_kept = not_kept - 1'])
    await expect(world.database.admin.query(`update refused_attempts set ${set}`)).rejects.toThrow('facts that nobody')
})

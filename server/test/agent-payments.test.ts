import { hash } from 'node:crypto'
import { THRESHOLDS } from '@pursestrings/protocol/policy-judge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshKey } from './asking.ts'
import { type Automation, inMinutes, newAutomation, passTime, paymentPath, policyPath } from './automation.ts'
import { connectionPath, newConnection } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

/** An agent pays within what the user has agreed to, and asks where it would go beyond (specification 1.7, 4.6). */
describe('agent payments', () => {
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
    expect((await intend()).json.error.details).toMatchObject({
      rule: 'not_opted_in',
      triggered_thresholds: THRESHOLDS,
    })
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
})

/** One payment per key and project, forever: retries, twins, other intents, other projects, a refusal and its next action. */
describe('idempotency', () => {
  let web: MerchantWeb
  let world: World
  let automation: Automation
  beforeAll(async () => {
    web = await startMerchantWeb()
    world = await startWorld(web.settings)
    automation = await newAutomation(world, web)
    await automation.consented()
  })
  afterAll(async () => {
    await world.stop()
    await web.stop()
  })

  const count = async (key: string): Promise<number> =>
    (await world.database.admin.query('select from agent_payments where idempotency_key = $1', [key])).rowCount ?? 0

  test('a retry answers with the payment as it is now, says so, and commits a write of its own', async () => {
    const key = freshKey()
    const first = await automation.intend({ amount: '1', idempotency_key: key })
    expect(first.headers.get('idempotency-replayed')).toBeNull()
    await automation.report(first.json.data.id, { status: 'approved' })
    for (const sent of [
      [{ idempotency_key: key }, {}],
      [{ idempotency_key: undefined }, { 'idempotency-key': key }],
      [{ idempotency_key: undefined }, { 'x-idempotency-key': key }],
      [{ idempotency_key: key }, { 'idempotency-key': `"${key}"`, 'x-idempotency-key': key }],
    ] as const) {
      const again = await automation.intend({ amount: '1', ...sent[0] }, sent[1])
      expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true'])
      expect(again.json.data).toMatchObject({ id: first.json.data.id, status: 'approved' })
    }
    const { rows } = await world.database.admin.query(
      'select replay_count from agent_payments where idempotency_key = $1',
      [key],
    )
    expect(rows).toEqual([{ replay_count: 4 }])
  })

  test('no key, keys that differ by a byte, and one that is too long are refused', async () => {
    const code = async (...sent: Parameters<Automation['intend']>) => (await automation.intend(...sent)).json.error.code
    expect(await code({ idempotency_key: undefined })).toBe('idempotency_key_required')
    expect(await code({ idempotency_key: 'k' }, { 'idempotency-key': 'K' })).toBe('IDEMPOTENCY_KEY_MISMATCH')
    expect(await code({ idempotency_key: undefined }, { 'x-idempotency-key': 'k'.repeat(257) })).toBe(
      'validation_failed',
    )
  })

  test('the same key for another intent is refused, also over another connection; another project has its own', async () => {
    const key = freshKey()
    const made = await automation.intended({ amount: '1', idempotency_key: key })
    const { connection_id } = await newConnection(world, { operator: automation.operator })
    for (const more of [{ amount: '2' }, { purpose: 'x' }, { initiator: 'human' }, { connection_id }]) {
      const other = await automation.intend({ amount: '1', idempotency_key: key, ...more })
      expect([more, other.status, other.json.error.code]).toEqual([more, 422, 'idempotency_key_reused'])
    }
    const elsewhere = await newAutomation(world, web, { connection: automation, payee: automation.payee })
    const own = await elsewhere.intended({ initiator: 'human', idempotency_key: key })
    expect(own.id).not.toBe(made.id)
    expect(await count(key)).toBe(2)
  })

  test('twenty twins at once make one payment, reserve once, and are told of that one, also for all that is left', async () => {
    const mine = await newAutomation(world, web)
    const { id } = await mine.consented({ single_tx_limit: '100', cumulative_limit: '100' })
    for (const [amount, used] of [
      ['1', '1'],
      ['99', '100'],
    ] as const) {
      const key = freshKey()
      const answers = await Promise.all(Array.from({ length: 20 }, () => mine.intend({ amount, idempotency_key: key })))
      expect(answers.map((a) => a.status)).toEqual(answers.map(() => 201))
      expect(new Set(answers.map((a) => a.json.data.id)).size).toBe(1)
      expect(answers.filter((a) => a.headers.get('idempotency-replayed') === null)).toHaveLength(1)
      expect(await count(key)).toBe(1)
      expect((await mine.read(id)).used).toBe(used)
    }
  })

  test('twins over two connections with one key make one payment', async () => {
    const { connection_id } = await newConnection(world, { operator: automation.operator })
    for (let round = 0; round < 5; round++) {
      const key = freshKey()
      const human = { initiator: 'human', idempotency_key: key }
      const answers = await Promise.all([automation.intend(human), automation.intend({ ...human, connection_id })])
      expect(answers.map((a) => a.status).toSorted((a, b) => a - b)).toEqual([201, 422])
      expect(await count(key)).toBe(1)
      const won = answers.find((a) => a.status === 201)?.json.data.id
      await automation.asProject('POST', paymentPath(won, 'cancel'))
    }
  })

  test('a refused intent uses up no key: its next action comes under the same one, and of the two one payment stays', async () => {
    const key = freshKey()
    const refused = await automation.intend({ amount: '11', idempotency_key: key })
    const { next_action } = refused.json.error.details
    expect(next_action.body.idempotency_key).toBe(key)
    const human = await automation.asProject(next_action.method, next_action.path, { body: next_action.body })
    expect(human.status).toBe(201)
    const again = await automation.intend({ amount: '11', idempotency_key: key })
    expect([again.status, again.json.error.code]).toEqual([422, 'idempotency_key_reused'])
    expect(await count(key)).toBe(1)
    await automation.asProject('POST', paymentPath(human.json.data.id, 'cancel'))
  })
})

/**
 * A wallet wins a claim before it signs: the claim is judged by what holds then, and what it authorised stays authorised.
 * Nobody gives it back, and no hash that a wallet names is lost.
 */

import { uuidOf } from '@pursestrings/contract/wire/ids'
import { THRESHOLDS } from '@pursestrings/protocol/policy-judge'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activePayee } from './asking.ts'
import { type Automation, inMinutes, newAutomation, passTime, paymentPath, policyPath } from './automation.ts'
import type { Answer } from './call.ts'
import { connectionPath } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { until } from './until.ts'
import { startWorld, type World } from './world.ts'

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

let web: MerchantWeb
let world: World
let base: Automation
let projects = 0
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld({ ...web.settings, LOG_LEVEL: 'error' })
  base = await newAutomation(world, web)
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

/** A connection and a project of their own; a merchant has 20 projects at most, so that now and then there is a new one. */
const newProject = async (): Promise<Automation> => {
  if (projects++ % 15 === 14) base = await newAutomation(world, web)
  return newAutomation(world, web, { operator: base.operator, payee: base.payee })
}
const claim = (mine: Automation, id: string): Promise<Answer> => mine.report(id, { status: 'approved' })
const cancel = (mine: Automation, id: string): Promise<Answer> => mine.asProject('POST', paymentPath(id, 'cancel'))
const read = async (mine: Automation, id: string): Promise<Json> =>
  (await mine.asProject('GET', paymentPath(id))).json.data
const usage = async (mine: Automation, policy: Json): Promise<Json> =>
  (await mine.asProject('GET', policyPath(policy.id))).json.data.usage
const hashesIn = ({ history }: Json): string[] => history.flatMap((h: Json) => (h.late ? [h.transaction_hash] : []))

test('after the claim neither the project nor time takes it back, and the use stays reserved', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })
  const { id } = await mine.intended({ amount: '10' })
  expect((await claim(mine, id)).json.data).toMatchObject({ status: 'approved', repeated: false })
  expect((await cancel(mine, id)).json.error).toMatchObject({
    code: 'invalid_transition',
    details: { current_status: 'approved' },
  })
  await passTime(world, await read(mine, id))
  expect((await read(mine, id)).status).toBe('approved')
  const other = await newProject()
  await other.consented()
  const due = await other.intended()
  await passTime(world, due)
  // The sweep has been round once the other is written down as expired.
  await until(async () => (await read(other, due.id)).history.length === 2)
  expect((await read(mine, id)).status).toBe('approved')
  const again = await mine.intend({ amount: '10' })
  expect(again.json.error.details.triggered_thresholds).toEqual(['cumulative_limit'])
  expect(await usage(mine, policy)).toMatchObject({ used: '10', claimed: '10', given_back: '0', remaining: '0' })
})

test('an agent that cancels after each claim is authorised for the cap, not for more', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '30' })
  let authorised = 0
  for (let i = 0; i < 8; i++) {
    const made = await mine.intend({ amount: '10' })
    if (made.status !== 201) continue
    if ((await claim(mine, made.json.data.id)).status === 200) authorised += 10
    await cancel(mine, made.json.data.id)
  }
  expect(authorised).toBe(30)
  expect(await usage(mine, policy)).toMatchObject({ used: '30', claimed: '30', given_back: '0' })
})

test('a wallet that says failed after its claim gives nothing back; before the claim each end does, once', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '100' })
  const [claimed, submitted, failed, rejected, canceled] = (await Promise.all(
    Array.from({ length: 5 }, async () => (await mine.intended({ amount: '10' })).id as string),
  )) as [string, string, string, string, string]
  await claim(mine, claimed)
  await mine.report(claimed, { status: 'failed' })
  await claim(mine, submitted)
  await mine.report(submitted, { status: 'submitted', transaction_hash: 'aa' })
  await mine.report(submitted, { status: 'failed', reason: 'the ledger refused it' })
  expect((await mine.report(claimed, { status: 'rejected' })).json.error.code).toBe('invalid_transition')
  await mine.report(failed, { status: 'failed' })
  await mine.report(rejected, { status: 'rejected' })
  await cancel(mine, canceled)
  expect(await usage(mine, policy)).toMatchObject({ used: '20', claimed: '20', given_back: '30' })
})

test('a claim told twice, and by many at once, has one answer; only the first is not a repetition', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ cumulative_limit: '10' })
  const { id } = await mine.intended({ amount: '10' })
  const answers = await Promise.all(Array.from({ length: 16 }, () => claim(mine, id)))
  for (const { status, json } of answers) expect([status, json.data?.status]).toEqual([200, 'approved'])
  expect(answers.filter(({ json }) => !json.data.repeated)).toHaveLength(1)
  await mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'paused' } })
  expect((await claim(mine, id)).json.data).toMatchObject({ status: 'approved', repeated: true })
  expect((await read(mine, id)).history).toHaveLength(2)
  expect(await usage(mine, policy)).toMatchObject({ used: '10', claimed: '10' })
})

test('a claim against a cancellation: one of them wins, and the use says which', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '1', cumulative_limit: '100' })
  let won = 0
  for (let i = 0; i < 12; i++) {
    const { id } = await mine.intended({ amount: '1' })
    const [claimed, canceled] = await Promise.all([claim(mine, id), cancel(mine, id)])
    expect(new Set([claimed.status, canceled.status])).toEqual(new Set([200, 409]))
    if (claimed.status === 200) won++
  }
  expect(await usage(mine, policy)).toMatchObject({
    used: String(won),
    claimed: String(won),
    given_back: String(12 - won),
  })
})

/** What the claim is judged by, each changed after the payment was created within it. */
const CHANGES: readonly (readonly [string, (mine: Automation, policy: Json) => Promise<unknown>, object])[] = [
  [
    'is over',
    (_mine, policy) =>
      world.database.admin.query(
        "update automation_policies set valid_to = clock_timestamp() - interval '1 millisecond' where policy_id = $1",
        [uuidOf('pol', policy.id)],
      ),
    { rule: 'validity_window', triggered_thresholds: ['validity_window'] },
  ],
  [
    'lets less be paid at once',
    (mine, policy) =>
      mine.asProject('PATCH', policyPath(policy.id), { body: { version: policy.version, single_tx_limit: '9' } }),
    { rule: 'single_tx_limit', triggered_thresholds: ['single_tx_limit'] },
  ],
  [
    'lets less be paid in all',
    (mine, policy) =>
      mine.asProject('PATCH', policyPath(policy.id), { body: { version: policy.version, cumulative_limit: '9' } }),
    { rule: 'cumulative_limit', triggered_thresholds: ['cumulative_limit'] },
  ],
  [
    'lists another payee',
    async (mine, policy) => {
      const { recipient_id } = mine.payee
      const other = await activePayee(web, mine.operator)
      const { json } = await mine.asProject('PATCH', policyPath(policy.id), {
        body: { version: policy.version, allowlist: [other.recipient_id] },
      })
      expect(json.data.proposed.allowlist).not.toContain(recipient_id)
      await mine.optIn(json.data.proposed, json.data)
    },
    { rule: 'allowlist', triggered_thresholds: ['allowlist'] },
  ],
  [
    'is paused',
    (mine, policy) => mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'paused' } }),
    { rule: 'paused', triggered_thresholds: THRESHOLDS },
  ],
  [
    'is withdrawn',
    (mine, policy) => mine.device.call('DELETE', policyPath(policy.id)),
    { rule: 'withdrawn', triggered_thresholds: THRESHOLDS },
  ],
]

test.each(CHANGES)(
  'a claim under a policy that %s is refused; the payment waits, and says so',
  async (_how, change, details) => {
    const mine = await newProject()
    const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '100' })
    const { id } = await mine.intended({ amount: '10' })
    await change(mine, policy)
    const refused = await claim(mine, id)
    expect([refused.status, refused.json.error?.code]).toEqual([403, 'HC_NC_5_HITL_REQUIRED'])
    expect(refused.json.error.details).toMatchObject({ ...details, current_status: 'intent_created' })
    const waits = await read(mine, id)
    expect([waits.status, waits.policy.allowed_without_asking]).toEqual(['intent_created', false])
    expect(await usage(mine, policy)).toMatchObject({ used: '10', claimed: '0' })
    expect((await cancel(mine, id)).json.data.status).toBe('canceled')
    expect(await usage(mine, policy)).toMatchObject({ used: '0', claimed: '0' })
    // What a person is asked for needs no policy.
    const human = await mine.intended({ initiator: 'human', amount: '10' })
    expect((await claim(mine, human.id)).json.data.status).toBe('approved')
  },
)

test('a limit narrowed below what is reserved lets those claim that fit into it, whoever comes first', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '60' })
  const ids: string[] = []
  for (let i = 0; i < 6; i++) ids.push((await mine.intended({ amount: '10' })).id)
  await mine.asProject('PATCH', policyPath(policy.id), { body: { version: 1, cumulative_limit: '30' } })
  const answers = await Promise.all(ids.map((id) => claim(mine, id)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  for (const { json } of answers.filter(({ status }) => status !== 200))
    expect(json.error.details.triggered_thresholds).toEqual(['cumulative_limit'])
  expect(await usage(mine, policy)).toMatchObject({ used: '60', claimed: '30' })
})

test('what the connection, its agent, its merchant or its payee may no longer do, no claim authorises', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented()
  const { device, operator, agent, connection_id } = mine
  const { id } = await mine.intended({ amount: '1' })
  const code = async () => (await claim(mine, id)).json.error?.code
  const at = connectionPath(connection_id)
  await device.call('PATCH', at, { body: { status: 'paused' } })
  expect(await code()).toBe('connection_paused')
  await device.call('PATCH', at, { body: { status: 'active' } })
  const agentPath = `/v1/agents/${agent.agent_id}`
  await operator.call('PATCH', agentPath, { body: { status: 'suspended', version: agent.version } })
  expect(await code()).toBe('agent_not_active')
  await operator.call('PATCH', agentPath, { body: { status: 'active', version: agent.version + 1 } })
  const merchant = uuidOf('mer', operator.merchant_id)
  const standing = (status: string) =>
    world.database.admin.query('update merchants set status = $2 where merchant_id = $1', [merchant, status])
  await standing('suspended')
  expect(await code()).toBe('recipient_suspended')
  await standing('active')
  const serving = (version: string | null) =>
    world.database.admin.query('update recipients set active_version_id = $2 where recipient_id = $1', [
      uuidOf('rcp', mine.payee.recipient_id),
      version,
    ])
  await serving(null)
  expect(await code()).toBe('recipient_version_not_active')
  await serving(uuidOf('rcv', mine.payee.recipient_version_id))
  await device.call('PATCH', at, { body: { scopes: ['payment.requests.read'] } })
  expect(await code()).toBe('scope_missing')
  await device.call('DELETE', at)
  expect(await code()).toBe('connection_revoked')
  expect(await usage(mine, policy)).toMatchObject({ used: '1', claimed: '0' })
})

const ENDS: Readonly<Record<string, (mine: Automation, id: string) => Promise<unknown>>> = {
  canceled: cancel,
  rejected: (mine, id) => mine.report(id, { status: 'rejected' }),
  failed: (mine, id) => mine.report(id, { status: 'failed' }),
  expired: async (mine, id) => passTime(world, await read(mine, id)),
}

test.each(Object.entries(ENDS))(
  'a hash that comes after a payment was %s is kept in history, once, and counts against the policy again',
  async (status, end) => {
    const mine = await newProject()
    const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })
    const { id } = await mine.intended({ amount: '10' })
    await end(mine, id)
    await until(async () => (await usage(mine, policy)).used === '0')
    const late = await mine.report(id, { status: 'submitted', transaction_hash: 'f1' })
    expect([late.status, late.json.data?.status, late.json.data?.late]).toEqual([200, status, true])
    const repeated = await mine.report(id, { status: 'submitted', transaction_hash: 'f1' })
    expect(repeated.json.data).toMatchObject({ late: true, repeated: true })
    await mine.report(id, { status: 'settled', transaction_hash: 'f2' })
    expect(hashesIn(await read(mine, id))).toEqual(['f1', 'f2'])
    expect(await usage(mine, policy)).toMatchObject({
      used: '10',
      claimed: '10',
      given_back: '10',
      counted_again: '10',
    })
    expect((await mine.intend({ amount: '1' })).json.error.details.rule).toBe('cumulative_limit')
  },
)

test('a payment that ends with a transaction nobody had claimed gives nothing back', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })
  const { id } = await mine.intended({ amount: '10' })
  await mine.report(id, { status: 'failed', transaction_hash: 'f3' })
  expect(await read(mine, id)).toMatchObject({ status: 'failed', transaction_hash: 'f3' })
  await mine.report(id, { status: 'settled', transaction_hash: 'f4' })
  expect(await usage(mine, policy)).toMatchObject({ used: '10', claimed: '10', given_back: '0', counted_again: '0' })
})

test('late hashes count beyond the cap and on a policy that is out of force: then nothing more passes', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })
  const first = await mine.intended({ amount: '10' })
  await cancel(mine, first.id)
  const second = await mine.intended({ amount: '10' })
  await mine.report(first.id, { status: 'submitted', transaction_hash: 'f1' })
  expect(await usage(mine, policy)).toMatchObject({ used: '20', claimed: '10', remaining: '0' })
  expect((await claim(mine, second.id)).json.error.details.triggered_thresholds).toEqual(['cumulative_limit'])
  await mine.device.call('DELETE', policyPath(policy.id))
  await cancel(mine, second.id)
  const late = await mine.report(second.id, { status: 'submitted', transaction_hash: 'f2' })
  expect(late.json.data).toMatchObject({ status: 'canceled', late: true })
  expect(await usage(mine, policy)).toMatchObject({ used: '20', claimed: '20', given_back: '20', counted_again: '20' })
})

test('a hash without a claim is refused as a move and kept as evidence: its use never comes back, and nobody can claim', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '10' })
  const { id } = await mine.intended({ amount: '10' })
  const unclaimed = await mine.report(id, { status: 'submitted', transaction_hash: 'e1' })
  expect(unclaimed.json.error).toMatchObject({
    code: 'invalid_transition',
    details: { current_status: 'intent_created', hash_kept: true },
  })
  expect(hashesIn(await read(mine, id))).toEqual(['e1'])
  expect((await read(mine, id)).policy.allowed_without_asking).toBe(false)
  expect((await claim(mine, id)).json.error).toMatchObject({
    code: 'invalid_transition',
    details: { current_status: 'intent_created', allowed: ['rejected', 'failed'] },
  })
  await cancel(mine, id)
  expect(await usage(mine, policy)).toMatchObject({ used: '10', claimed: '10', given_back: '0' })
})

test('a second hash for a payment that has one is refused and kept; so is one that comes with a refused claim', async () => {
  const mine = await newProject()
  const policy = await mine.consented({ single_tx_limit: '10', cumulative_limit: '100' })
  const { id } = await mine.intended({ amount: '10' })
  await claim(mine, id)
  await mine.report(id, { status: 'submitted', transaction_hash: 'h1' })
  const other = await mine.report(id, { status: 'settled', transaction_hash: 'h2' })
  expect(other.json.error).toMatchObject({ code: 'transaction_hash_fixed', details: { hash_kept: true } })
  const after = await mine.report(id, { status: 'settled', transaction_hash: 'h1' })
  expect(after.json.data).toMatchObject({ status: 'settled', transaction_hash: 'h1' })
  expect(hashesIn(after.json.data)).toEqual(['h2'])
  expect(await usage(mine, policy)).toMatchObject({ used: '10', claimed: '10' })

  const refused = await mine.intended({ amount: '10' })
  await mine.device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'paused' } })
  const claimed = await mine.report(refused.id, { status: 'approved', transaction_hash: 'h3' })
  expect(claimed.json.error).toMatchObject({ code: 'HC_NC_5_HITL_REQUIRED', details: { hash_kept: true } })
  expect(hashesIn(await read(mine, refused.id))).toEqual(['h3'])
  expect(await usage(mine, policy)).toMatchObject({ used: '20', claimed: '20' })
})

test('the hint follows the window and the limits: what a claim would be refused for is not called allowed', async () => {
  const mine = await newProject()
  const policy = await mine.consented({
    single_tx_limit: '10',
    cumulative_limit: '100',
    validity_window: { from: inMinutes(-1), to: inMinutes(60) },
  })
  const { id } = await mine.intended({ amount: '10' })
  const hint = async () => (await read(mine, id)).policy.allowed_without_asking
  expect(await hint()).toBe(true)
  await mine.asProject('PATCH', policyPath(policy.id), { body: { version: 1, single_tx_limit: '9' } })
  expect(await hint()).toBe(false)
})

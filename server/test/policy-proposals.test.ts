/** Wider terms beside those in force: who drops them, what a consent to them names, and what the database itself refuses. */
import { hash } from 'node:crypto'
import { uuidOf } from '@pursestrings/contract/wire/ids'
import { policyText } from '@pursestrings/protocol/policy-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { activePayee } from './asking.ts'
import { type Automation, newAutomation, policyPath } from './automation.ts'
import type { Call } from './connection.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { startWorld, type World } from './world.ts'

let web: MerchantWeb
let world: World
let mine: Automation
beforeAll(async () => {
  web = await startMerchantWeb()
  world = await startWorld(web.settings)
  mine = await newAutomation(world, web, { signs: true })
})
afterAll(async () => {
  await world.stop()
  await web.stop()
})

interface Named {
  readonly id: string
  readonly version: number
}
const patch = async ({ id, version }: Named, body: object) =>
  (await mine.asProject('PATCH', policyPath(id), { body: { version, ...body } })).json.data
const drop = (by: Call, { id, version }: Named) => by('POST', policyPath(id, 'drop-proposal'), { body: { version } })
const changes = async (id: string) =>
  (await mine.read(id)).history.map(({ change }: { change: string }) => change).toReversed()

test('wallet and project see both side by side, and each digest is made of what is shown', async () => {
  const other = await activePayee(web, mine.operator)
  const { id } = await patch(await mine.consented(), { allowlist: [mine.payee.recipient_id, other.recipient_id] })
  for (const read of [mine.device.call, mine.asProject, mine.operator.call]) {
    const { proposed, ...policy } = (await read('GET', policyPath(id))).json.data
    const digest = (of: object) => hash('sha256', policyText({ ...policy, policy_id: id, ...of }), 'hex')
    expect([policy.policy_digest, proposed.policy_digest]).toEqual([digest({}), digest(proposed)])
    expect([policy.payees.length, proposed.payees.length, proposed.missing]).toEqual([1, 2, []])
    const [listed] = (await read('GET', '/v1/automation-policies?limit=1')).json.data.automation_policies
    expect(listed).toMatchObject({ id, status: 'active', proposed: { policy_digest: proposed.policy_digest } })
  }
})

test('the wallet declines and the project takes back; either repeats without effect, and the terms in force stay', async () => {
  for (const [by, change] of [
    [mine.device.call, 'declined'],
    [mine.asProject, 'proposal_withdrawn'],
    [mine.operator.call, 'proposal_withdrawn'],
  ] as const) {
    const wider = await patch(await mine.consented(), { single_tx_limit: '20' })
    for (const answer of [await drop(by, wider), await drop(by, wider)]) {
      expect([answer.status, answer.json.data]).toMatchObject([200, { status: 'active', proposed: null }])
      expect(answer.json.data.single_tx_limit).toBe('10')
    }
    expect(await changes(wider.id)).toEqual(['created', 'consented', 'proposed', change])
    expect((await mine.optIn(wider.proposed, wider)).json.error.code).toBe('consent_outdated')
    await mine.asProject('DELETE', policyPath(wider.id))
  }
})

test('nobody drops or consents to a proposal that they have not seen', async () => {
  const first = await patch(await mine.consented(), { single_tx_limit: '20' })
  const second = await patch(first, { single_tx_limit: '200' })
  const stale = await drop(mine.device.call, first)
  expect([stale.status, stale.json.error.code]).toEqual([409, 'version_conflict'])
  expect(stale.json.error.details.current_version).toBe(second.version)
  const outdated = await mine.optIn(first.proposed, first)
  expect([outdated.status, outdated.json.error.code]).toEqual([409, 'consent_outdated'])
  expect((await mine.read(first.id)).proposed.single_tx_limit).toBe('200')
})

test('once the user has agreed, taking it back is refused, so that nobody believes it is not in force', async () => {
  const wider = await patch(await mine.consented(), { single_tx_limit: '20' })
  const agreed = await mine.optIn(wider.proposed, wider)
  expect(agreed.json.data).toMatchObject({ single_tx_limit: '20', proposed: null })
  const late = await drop(mine.asProject, wider)
  expect([late.status, late.json.error.code]).toEqual([409, 'policy_state'])
  const again = await mine.optIn(wider.proposed, wider)
  expect([again.status, (await changes(wider.id)).length]).toEqual([200, 4])
})

test('a change of a threshold drops what was proposed before it, a new name does not', async () => {
  const wider = await patch(await mine.consented(), { single_tx_limit: '20' })
  const renamed = await patch(wider, { name: 'Groceries' })
  expect(renamed.proposed.single_tx_limit).toBe('20')
  expect((await mine.optIn(wider.proposed, wider)).json.error.code).toBe('consent_outdated')
  const narrowed = await patch(renamed, { cumulative_limit: '50' })
  expect(narrowed).toMatchObject({ cumulative_limit: '50', single_tx_limit: '10', proposed: null })
  expect((await mine.optIn(renamed.proposed, renamed)).json.error.code).toBe('consent_outdated')
})

test('consenting to the terms in force renews them, and what is proposed goes on waiting', async () => {
  const wider = await patch(await mine.consented(), { single_tx_limit: '20' })
  const renewed = (await mine.optIn(wider)).json.data
  expect(renewed).toMatchObject({ single_tx_limit: '10', proposed: { single_tx_limit: '20' } })
  expect((await mine.optIn(wider.proposed, wider)).json.data.single_tx_limit).toBe('20')
})

test('what waits can still be claimed while wider terms are proposed, within the terms in force', async () => {
  const policy = await mine.consented({ cumulative_limit: '10' })
  const { id } = await mine.intended({ amount: '6', policy_id: policy.id })
  await patch(policy, { cumulative_limit: '100' })
  expect((await mine.report(id, { status: 'approved' })).json.data.status).toBe('approved')
  const over = await mine.intend({ amount: '6', policy_id: policy.id })
  expect(over.json.error.details.triggered_thresholds).toEqual(['cumulative_limit'])
})

test('a dry run judges by the terms in force, and by those proposed once the user agrees', async () => {
  const wider = await patch(await mine.consented(), { single_tx_limit: '20' })
  const { recipient_id, recipient_version_id } = mine.payee
  const body = { recipient_id, recipient_version_id, amount: '15' }
  const { verdict, if_in_force } = (await mine.asProject('POST', policyPath(wider.id, 'simulate'), { body })).json.data
  expect([verdict.allowed, verdict.rule, if_in_force.allowed]).toEqual([false, 'single_tx_limit', true])
})

test('another wallet and another project can neither see nor drop a proposal', async () => {
  const wider = await patch(await mine.consented(), { single_tx_limit: '20' })
  const stranger = await newAutomation(world, web)
  for (const by of [stranger.device.call, stranger.asProject]) expect((await drop(by, wider)).status).toBe(404)
  expect((await mine.read(wider.id)).proposed.single_tx_limit).toBe('20')
})

test('no statement widens terms in force without a new consent beside them', async () => {
  const { id } = await mine.consented()
  const { admin } = world.database
  for (const set of [
    'single_tx_limit = single_tx_limit + 1',
    'cumulative_limit = cumulative_limit + 1',
    "valid_from = valid_from - interval '1 second'",
    "valid_to = valid_to + interval '1 second'",
    'allowlist = allowlist || gen_random_uuid()',
  ]) {
    const statement = `update automation_policies set ${set} where policy_id = $1`
    await expect(admin.query(statement, [uuidOf('pol', id)])).rejects.toThrow('nobody may change')
  }
})

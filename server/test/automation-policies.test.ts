/** Policies: proposed by a project, consented to in the wallet, narrowed at once, widened only with consent. */
import { hash, verify } from 'node:crypto'
import { consentTextOf, payeeText, policyText } from '@pursestrings/protocol/policy-text'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from './agent.ts'
import { activePayee } from './asking.ts'
import { type Automation, consentTo, inMinutes, newAutomation, policyPath } from './automation.ts'
import { type MerchantWeb, startMerchantWeb } from './merchant-web.ts'
import { moveAway } from './payee.ts'
import { newProject } from './project.ts'
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

const sha256 = (text: string): string => hash('sha256', text, 'hex')
const patch = (mine: Automation, { id, version }: { id: string; version: number }, body: object) =>
  mine.asProject('PATCH', policyPath(id), { body: { version, ...body } })

test('a draft lacks thresholds; it cannot be opted into, and all that is missing is named', async () => {
  const draft = await automation.proposed({
    single_tx_limit: undefined,
    validity_window: undefined,
    allowlist: undefined,
  })
  const missing = ['single_tx_limit', 'validity_window', 'allowlist']
  expect(draft).toMatchObject({ status: 'draft', missing, policy_digest: null, allowlist: [] })
  const body = { policy_digest: '0'.repeat(64) }
  const refused = await automation.device.call('POST', policyPath(draft.id, 'opt-in'), { body })
  expect([refused.status, refused.json.error.code]).toEqual([422, 'policy_incomplete'])
  expect(refused.json.error.details.missing).toEqual(missing)
  expect(refused.json.error.details.issues.map((i: { field: string }) => i.field)).toEqual(missing)
  const filled = await patch(automation, draft, {
    single_tx_limit: '1',
    validity_window: { from: inMinutes(0), to: inMinutes(1) },
    allowlist: [automation.payee.recipient_id],
  })
  expect(filled.json.data).toMatchObject({ status: 'awaiting_consent', missing: [], version: 2 })
})

test('the digest is made of what is shown, so that a wallet makes it by itself', async () => {
  const policy = await automation.proposed()
  const [payee] = policy.payees
  expect(payee).toMatchObject({ address: automation.payee.address, domain: 'shop.test' })
  expect(payee.payee_digest).toBe(sha256(payeeText({ ...payee, network: policy.network, asset: policy.asset })))
  expect(policy.policy_digest).toBe(sha256(policyText({ ...policy, policy_id: policy.id })))
})

test('a device with a key must sign its consent, and what it signed can be checked by anybody', async () => {
  const mine = await newAutomation(world, web, { signs: true })
  const policy = await mine.proposed()
  const stranger = newKey()
  for (const signature of [undefined, 'x', (consentTo(policy, stranger) as { signature: string }).signature]) {
    const body = { ...consentTo(policy), signature }
    const refused = await mine.device.call('POST', policyPath(policy.id, 'opt-in'), { body })
    expect([refused.status, refused.json.error.code]).toEqual([422, 'consent_signature_invalid'])
  }
  const { consent } = (await mine.optIn(policy)).json.data
  expect(consent.public_key).toBe(mine.key?.public_key)
  const text = Buffer.from(consentTextOf(consent.policy_digest))
  const key = { key: { kty: 'OKP', crv: 'Ed25519', x: consent.public_key }, format: 'jwk' as const }
  expect(verify(null, text, key as never, Buffer.from(consent.signature, 'base64url'))).toBe(true)
})

test('a signature from a device that has no key is no proof, and is refused', async () => {
  const policy = await automation.proposed()
  const body = consentTo(policy, newKey())
  const refused = await automation.device.call('POST', policyPath(policy.id, 'opt-in'), { body })
  expect(refused.json.error.code).toBe('consent_signature_invalid')
})

test('consent names what was shown: after any change, or a payee that has moved, it is outdated', async () => {
  const mine = await newAutomation(world, web)
  const shown = await mine.proposed()
  const renamed = (await patch(mine, shown, { name: 'Fortnightly' })).json.data
  const outdated = await mine.optIn(shown)
  expect([outdated.status, outdated.json.error.code]).toEqual([409, 'consent_outdated'])
  await moveAway(world, web, mine.operator, mine.payee)
  expect((await mine.optIn(renamed)).json.error.code).toBe('consent_outdated')
  expect((await mine.optIn(await mine.read(shown.id))).json.data.status).toBe('active')
  const again = await mine.optIn(await mine.read(shown.id))
  expect([again.status, again.json.data.status]).toEqual([200, 'active'])
})

test('a recipient that moves to another address is no longer on the list until the wallet consents again', async () => {
  const mine = await newAutomation(world, web)
  const policy = await mine.consented()
  const { recipient_version_id } = await moveAway(world, web, mine.operator, mine.payee)
  const refused = await mine.intend({ recipient_version_id })
  expect(refused.json.error.details).toMatchObject({ triggered_thresholds: ['allowlist'], rule: 'allowlist' })
  const seen = await mine.read(policy.id)
  expect([seen.status, seen.policy_digest === policy.policy_digest]).toEqual(['active', false])
  expect((await mine.optIn(seen)).json.data.consent.payees[0].recipient_version_id).toBe(recipient_version_id)
  expect((await mine.intend({ recipient_version_id })).status).toBe(201)
})

test('what narrows holds at once; wider terms wait beside those in force until the wallet consents to them', async () => {
  const mine = await newAutomation(world, web)
  let policy = await mine.consented()
  policy = (await patch(mine, policy, { single_tx_limit: '5' })).json.data
  expect(policy).toMatchObject({ status: 'active', single_tx_limit: '5', version: 2, consent: { policy_version: 1 } })
  expect((await mine.intend({ amount: '6' })).json.error.details.triggered_thresholds).toEqual(['single_tx_limit'])
  expect((await mine.intend({ amount: '5' })).status).toBe(201)
  const other = await activePayee(web, mine.operator)
  for (const [wider, widened] of [
    [{ single_tx_limit: '6' }, ['single_tx_limit']],
    [{ cumulative_limit: '101' }, ['cumulative_limit']],
    [{ validity_window: { from: inMinutes(-60), to: inMinutes(90) } }, ['validity_window']],
    [{ allowlist: [mine.payee.recipient_id, other.recipient_id] }, ['allowlist']],
    [{ single_tx_limit: '1', cumulative_limit: '200' }, ['cumulative_limit']],
  ] as const) {
    const { version, single_tx_limit, cumulative_limit, validity_window, allowlist } = policy
    const now = { single_tx_limit, cumulative_limit, validity_window, allowlist }
    policy = (await patch(mine, policy, wider)).json.data
    expect(policy).toMatchObject({ status: 'active', version: version + 1, ...now, proposed: { ...wider, widened } })
    const paid = await mine.intended({ amount: '1' })
    expect(paid.policy).toMatchObject({ policy_version: version, allowed_without_asking: true })
    policy = (await mine.optIn(policy.proposed, policy)).json.data
    expect(policy).toMatchObject({
      status: 'active',
      ...wider,
      proposed: null,
      consent: { policy_version: version + 1 },
    })
    expect(policy.policy_digest).toBe(policy.consent.policy_digest)
    expect((await mine.intended({ amount: '1' })).policy.policy_version).toBe(version + 1)
  }
  const { history } = await mine.read(policy.id)
  expect(
    history
      .map((h: { change: string }) => h.change)
      .toReversed()
      .slice(0, 5),
  ).toEqual(['created', 'consented', 'narrowed', 'proposed', 'consented'])
  expect(history.at(-1).terms).toMatchObject({ single_tx_limit: '10', cumulative_limit: '100' })
  expect(history.at(-4)).toMatchObject({ terms: { single_tx_limit: '5' }, proposed: { single_tx_limit: '6' } })
})

test('an update carries the version that it read', async () => {
  const policy = await automation.proposed()
  await patch(automation, policy, { name: 'One' })
  const stale = await patch(automation, policy, { name: 'Two' })
  expect([stale.status, stale.json.error.code]).toEqual([409, 'version_conflict'])
  expect(stale.json.error.details.current_version).toBe(2)
})

test('the wallet pauses, resumes and withdraws; each repeats without effect, and withdrawn is final', async () => {
  const { device, asProject } = automation
  const policy = await automation.consented()
  const tell = async (action: 'pause' | 'resume') => {
    const body = { status: action === 'pause' ? 'paused' : 'active' }
    const { status, json } = await device.call('POST', policyPath(policy.id, 'status'), { body })
    return [status, json.data?.status ?? json.error.code]
  }
  expect([await tell('resume'), await tell('pause'), await tell('pause'), await tell('resume')]).toEqual([
    [200, 'active'],
    [200, 'paused'],
    [200, 'paused'],
    [200, 'active'],
  ])
  await tell('pause')
  const widened = (await patch(automation, policy, { single_tx_limit: '11' })).json.data
  expect(widened).toMatchObject({ status: 'paused', proposed: { single_tx_limit: '11' } })
  expect([await tell('resume'), await tell('pause')]).toEqual([
    [200, 'active'],
    [200, 'paused'],
  ])
  const draft = await automation.proposed({ allowlist: undefined })
  const resumed = await device.call('POST', policyPath(draft.id, 'status'), { body: { status: 'active' } })
  expect([resumed.status, resumed.json.error.code]).toEqual([409, 'policy_state'])
  for (const call of [device.call, asProject]) {
    const { status, json } = await call('DELETE', policyPath(policy.id))
    expect([status, json.data.status, json.data.proposed]).toEqual([200, 'withdrawn', null])
  }
  const paused = await device.call('POST', policyPath(policy.id, 'status'), { body: { status: 'paused' } })
  expect(paused.json.error).toMatchObject({
    code: 'policy_state',
    details: { current_status: 'withdrawn', allowed: [] },
  })
  expect((await automation.optIn(widened)).json.error.code).toBe('policy_state')
  expect((await patch(automation, widened, { name: 'Late' })).json.error.code).toBe('policy_state')
})

test('every fault of what was sent is named at once', async () => {
  const stranger = await newAutomation(world, web)
  const soon = inMinutes(1)
  const refused = await automation.propose({
    single_tx_limit: '1.00000001',
    cumulative_limit: '922337203686',
    validity_window: { from: soon, to: soon },
    allowlist: [automation.payee.recipient_id, stranger.payee.recipient_id],
  })
  expect([refused.status, refused.json.error.code]).toEqual([422, 'validation_failed'])
  expect(refused.json.error.details.issues.map((i: { field: string; code: string }) => [i.field, i.code])).toEqual([
    ['single_tx_limit', 'too_many_decimals'],
    ['cumulative_limit', 'too_large'],
    ['validity_window', 'out_of_range'],
    ['allowlist.1', 'unknown_recipient'],
  ])
  const asset = await automation.propose({ asset: 'USDC' })
  expect(asset.json.error.details.issues[0]).toMatchObject({ field: 'asset', code: 'asset_unknown' })
  for (const more of [{ connection_id: stranger.connection_id }, { project_id: stranger.project_id }])
    expect((await automation.propose(more)).json.error.code).toBe('resource_not_found')
})

test('a session says whose project a policy is for, and sees all of the organization', async () => {
  const { operator, connection_id, device, asProject } = automation
  const terms = { connection_id, name: 'By the operator', network: 'stellar_testnet', asset: 'XLM' }
  const propose = (more: object) => operator.call('POST', '/v1/automation-policies', { body: { ...terms, ...more } })
  const nobody = await propose({})
  expect(nobody.json.error.details.field).toBe('project_id')
  const project_id = await newProject(operator)
  const made = (await propose({ project_id })).json.data
  expect(made).toMatchObject({ project_id, status: 'draft' })
  expect((await operator.call('GET', policyPath(made.id))).json.data.history[0].actor).toMatch(/^acc_/)
  expect((await asProject('GET', policyPath(made.id))).json.error.code).toBe('resource_not_found')
  const listed = async (call: Automation['asProject'], query: string) =>
    (await call('GET', `/v1/automation-policies?limit=100&${query}`)).json.data.automation_policies.map(
      (p: { id: string }) => p.id,
    )
  expect(await listed(operator.call, 'status=draft')).toContain(made.id)
  expect(await listed(device.call, 'status=draft')).toContain(made.id)
  expect(await listed(asProject, '')).not.toContain(made.id)
  expect((await asProject('GET', '/v1/automation-policies?cursor=apy_x')).json.error.code).toBe('cursor_invalid')
  const actions = (await operator.call('GET', '/v1/audit-events')).json.audit_events
  expect(actions[0]).toMatchObject({ action: 'automation_policy.created', target: made.id })
})

test('another wallet can neither see nor touch a policy', async () => {
  const policy = await automation.consented()
  const { device } = await newAutomation(world, web)
  for (const [method, action] of [
    ['GET', ''],
    ['POST', 'status'],
    ['DELETE', ''],
  ] as const) {
    const sent = action === '' ? {} : { body: { status: 'paused' } }
    const { json } = await device.call(method, policyPath(policy.id, action), sent)
    expect(json.error.code).toBe('resource_not_found')
  }
  const body = consentTo(policy)
  expect((await device.call('POST', policyPath(policy.id, 'opt-in'), { body })).status).toBe(404)
  expect((await automation.read(policy.id)).status).toBe('active')
})

test('a connection has twenty live policies at most, however many are proposed at once', async () => {
  const mine = await newAutomation(world, web)
  const propose: typeof mine.propose = async (...more) => {
    const answer = await mine.propose(...more)
    return answer.status === 503 ? propose(...more) : answer
  }
  const answers = await Promise.all(Array.from({ length: 25 }, () => propose()))
  expect(answers.filter((a) => a.status === 201)).toHaveLength(20)
  const refused = answers.find((a) => a.status !== 201)
  expect([refused?.status, refused?.json.error.code]).toEqual([409, 'too_many_policies'])
  const id = answers.find((a) => a.status === 201)?.json.data.id
  await mine.asProject('DELETE', policyPath(id))
  expect((await mine.propose()).status).toBe(201)
})

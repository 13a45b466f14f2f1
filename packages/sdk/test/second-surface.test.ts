/** Agent payments and policies through the SDK: refused beyond the thresholds, allowed within what the user signed. */
import {
  checkPolicy,
  createProjectClient,
  createWalletClient,
  FactsMismatchError,
  generateKeyPair,
  HitlRequiredError,
  type ProjectClient,
  signPolicyConsent,
  type WalletClient,
} from '@countersign/sdk'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectByKey, getReady, pinKeys, type Ready } from './journeys.ts'
import { startPlace, type TestPlace } from './place.ts'

let place: TestPlace
let ready: Ready
let project: ProjectClient
let wallet: WalletClient
let private_key: string
let intent: { connection_id: string; recipient_id: string; recipient_version_id: string; amount: string }
beforeAll(async () => {
  place = await startPlace()
  const { base_url } = place
  const pair = await generateKeyPair()
  private_key = pair.private_key
  wallet = createWalletClient({ base_url, pinned_keys: await pinKeys(place) })
  const { device, token } = await wallet.devices.register({
    name: 'Phone',
    platform: 'ios',
    public_key: pair.public_key,
  })
  wallet.useDevice({ device_id: device.device_id, token })
  let connection_id = ''
  ready = await getReady(place, async (agent) => {
    connection_id = await connectByKey(agent, wallet)
    return connection_id
  })
  const { project_id } = (await ready.merchant.projects.create({ name: 'Assistant' })).project
  const { secret } = await ready.merchant.apiKeys.create(project_id, { name: 'Server' })
  project = createProjectClient({ base_url, api_key: secret })
  const { recipient_id, recipient_version_id } = ready.payee
  intent = { connection_id, recipient_id, recipient_version_id, amount: '2.5' }
})
afterAll(() => place.stop())

test('an agent without a policy is told every threshold, and a human may ask instead', async () => {
  const failure: unknown = await project.agentPayments
    .create({ initiator: 'agent', ...intent })
    .catch((e: unknown) => e)
  expect(failure).toBeInstanceOf(HitlRequiredError)
  const { code, status, triggered_thresholds, request_id, recovery } = failure as HitlRequiredError
  expect([code, status]).toEqual(['HC_NC_5_HITL_REQUIRED', 403])
  expect(triggered_thresholds.toSorted()).toEqual([
    'allowlist',
    'cumulative_limit',
    'single_tx_limit',
    'validity_window',
  ])
  expect(request_id && recovery).toBeTruthy()
  const asked = await project.agentPayments.create({ initiator: 'human', ...intent }, { idempotency_key: 'human-1' })
  expect([asked.status, asked.policy.allowed_without_asking]).toEqual(['intent_created', false])
  const again = await project.agentPayments
    .create({ initiator: 'human', ...intent }, { idempotency_key: 'human-1' })
    .withResponse()
  expect([again.data.id, again.response.headers.get('idempotency-replayed')]).toEqual([asked.id, 'true'])
  expect((await wallet.agentPayments.list().toArray()).map(({ id }) => id)).toContain(asked.id)
})

test('a wallet consents to the terms that it shows, with its own signature, and the agent may then pay within them', async () => {
  const day = 86_400_000
  const policy = await project.automationPolicies.create({
    connection_id: intent.connection_id,
    name: 'Weekly groceries',
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '5',
    cumulative_limit: '6',
    validity_window: { from: new Date(Date.now() - day).toISOString(), to: new Date(Date.now() + day).toISOString() },
    allowlist: [intent.recipient_id],
  })
  const shown = await wallet.automationPolicies.read(policy.id)
  const consent = await signPolicyConsent(private_key, await checkPolicy(shown))
  for (const forged of [
    { ...shown, single_tx_limit: '500' },
    { ...shown, payees: shown.payees.map((payee) => ({ ...payee, address: place.newAddress() })) },
  ]) {
    await expect(checkPolicy(forged)).rejects.toBeInstanceOf(FactsMismatchError)
  }
  const inForce = await wallet.automationPolicies.optIn(policy.id, consent)
  expect(inForce.consent?.signature).toBe(consent.signature)
  const paid = await project.agentPayments.create({ initiator: 'agent', ...intent })
  expect([paid.status, paid.policy.allowed_without_asking]).toEqual(['intent_created', true])
  await expect(project.agentPayments.create({ initiator: 'agent', ...intent, amount: '4' })).rejects.toMatchObject({
    triggered_thresholds: ['cumulative_limit'],
  })
})

test('a wallet claims before it signs: what is claimed cannot be canceled, and what was canceled or paused is not signed', async () => {
  const [policy] = await wallet.automationPolicies.list().toArray()
  const policy_id = policy?.id as string
  const signed: string[] = []
  const sign = ({ facts, repeated }: { facts: { request_id: string }; repeated: boolean }) => {
    signed.push(facts.request_id)
    return Promise.resolve({ transaction_hash: repeated ? 'again' : 'a'.repeat(64) })
  }
  const newPayment = (amount: string) => project.agentPayments.create({ initiator: 'agent', ...intent, amount })
  const paid = await newPayment('1')
  const submitted = await wallet.payAgentPayment(paid.id, async (claimed) => {
    await expect(project.agentPayments.cancel(paid.id)).rejects.toMatchObject({ code: 'invalid_transition' })
    return sign(claimed)
  })
  expect(submitted).toMatchObject({ status: 'submitted', transaction_hash: 'a'.repeat(64) })
  expect(submitted).not.toHaveProperty('late')

  const canceled = await newPayment('1')
  await project.agentPayments.cancel(canceled.id)
  await expect(wallet.payAgentPayment(canceled.id, sign)).rejects.toMatchObject({ code: 'invalid_transition' })
  const paused = await newPayment('1')
  await wallet.automationPolicies.pause(policy_id)
  await expect(wallet.payAgentPayment(paused.id, sign)).rejects.toBeInstanceOf(HitlRequiredError)
  await wallet.automationPolicies.resume(policy_id)
  expect(signed).toEqual([paid.id])

  const claimed = await wallet.claimAgentPayment(paused.id)
  expect([claimed.agent_payment.status, claimed.repeated]).toEqual(['approved', false])
  expect((await wallet.claimAgentPayment(paused.id)).repeated).toBe(true)
  await expect(wallet.payAgentPayment(paused.id, () => Promise.reject(new Error('no power')))).rejects.toThrow(
    'no power',
  )
  expect((await wallet.agentPayments.read(paused.id)).status).toBe('approved')
})

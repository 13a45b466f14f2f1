/** Agent payments and policies: refused beyond the thresholds, allowed within what the user signed, claimed before signing. */
import assert from 'node:assert/strict'
import { before } from 'node:test'
import {
  checkPolicy,
  checkProposal,
  createProjectClient,
  FactsMismatchError,
  generateKeyPair,
  HitlRequiredError,
  type ProjectClient,
  signPolicyConsent,
  type WalletClient,
} from '@pursestrings/sdk'
import { thePlace } from '../place.ts'
import { journey, newReady, refused } from '../stage.ts'
import { newStellarAddress } from '../steps/merchant.ts'
import { registerWallet, TRANSACTION_HASH } from '../steps/wallet.ts'

const DAY_MS = 86_400_000

let project: ProjectClient
let wallet: WalletClient
let private_key: string
let intent: { connection_id: string; recipient_id: string; recipient_version_id: string; amount: string }
before(async () => {
  const place = thePlace()
  const pair = await generateKeyPair()
  private_key = pair.private_key
  wallet = await registerWallet(place, pair.public_key)
  const { merchant, payee, connection_id } = await newReady({ wallet })
  const { project_id } = (await merchant.projects.create({ name: 'Assistant' })).project
  const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  project = createProjectClient({ base_url: place.base_url, api_key: secret })
  const { recipient_id, recipient_version_id } = payee
  intent = { connection_id, recipient_id, recipient_version_id, amount: '2.5' }
})

const hitl = async (call: PromiseLike<unknown>): Promise<readonly string[]> => {
  const failure = await refused(call, 'HC_NC_5_HITL_REQUIRED', 403)
  assert.ok(failure instanceof HitlRequiredError && failure.recovery)
  return failure.triggered_thresholds.toSorted()
}

journey('agent', 'My agent has no policy, learns what stops it, and a person asks instead', async () => {
  const create = project.agentPayments.create({ initiator: 'agent', ...intent }, { idempotency_key: 'human-1' })
  const told = await hitl(create)
  assert.deepEqual(told, ['allowlist', 'cumulative_limit', 'single_tx_limit', 'validity_window'])
  const failure = await create.then(undefined, (refusal: unknown) => refusal)
  assert.ok(failure instanceof HitlRequiredError && failure.next_action)
  const { body } = failure.next_action
  const ask = () => project.agentPayments.create(body).withResponse()
  const { data: asked } = await ask()
  assert.deepEqual([asked.status, asked.policy.allowed_without_asking], ['intent_created', false])
  const again = await ask()
  assert.deepEqual([again.data.id, again.response.headers.get('idempotency-replayed')], [asked.id, 'true'])
  assert.ok((await wallet.agentPayments.list().toArray()).some(({ id }) => id === asked.id))
})

journey('payer', 'I let an agent pay within limits that I signed', async () => {
  const policy = await project.automationPolicies.create({
    connection_id: intent.connection_id,
    name: 'Weekly groceries',
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '5',
    cumulative_limit: '6',
    validity_window: {
      from: new Date(Date.now() - DAY_MS).toISOString(),
      to: new Date(Date.now() + DAY_MS).toISOString(),
    },
    allowlist: [intent.recipient_id],
  })
  const shown = await wallet.automationPolicies.read(policy.id)
  const consent = await signPolicyConsent(private_key, await checkPolicy(shown))
  for (const forged of [
    { ...shown, single_tx_limit: '500' },
    { ...shown, payees: shown.payees.map((payee) => ({ ...payee, address: newStellarAddress() })) },
  ]) {
    await assert.rejects(checkPolicy(forged), FactsMismatchError)
  }
  const in_force = await wallet.automationPolicies.optIn(policy.id, consent)
  assert.equal(in_force.consent?.signature, consent.signature)
  const paid = await project.agentPayments.create({ initiator: 'agent', ...intent })
  assert.deepEqual([paid.status, paid.policy.allowed_without_asking], ['intent_created', true])
  const beyond = await hitl(project.agentPayments.create({ initiator: 'agent', ...intent, amount: '4' }))
  assert.deepEqual(beyond, ['cumulative_limit'])
})

journey(
  'merchant',
  'I see what my agent asked for in vain, by how much it was over, and let a person decide',
  async () => {
    await hitl(project.agentPayments.create({ initiator: 'agent', ...intent, amount: '7' }))
    const { refused_attempts } = await project.agentPayments.list({ status: 'refused' }).page()
    const [attempt] = refused_attempts
    assert.deepEqual(attempt?.triggered_thresholds, [
      { name: 'single_tx_limit', limit: '5', would_be: '7' },
      { name: 'cumulative_limit', limit: '6', would_be: '9.5' },
    ])
    const { body } = attempt?.next_action ?? assert.fail('nothing to do next')
    const asked = await project.agentPayments.create({ ...body, initiator: 'human' })
    const after = await project.agentPayments.readRefused(attempt?.id ?? '')
    assert.deepEqual([after.agent_payment_id, after.next_action], [asked.id, null])
    assert.deepEqual((await wallet.agentPayments.list({ status: 'refused' }).page()).refused_attempts, [])
  },
)

journey('payer', 'An agent asks me for wider limits, and my old ones stay until I agree', async () => {
  const [policy] = await wallet.automationPolicies.list().toArray()
  const policy_id = policy?.id ?? ''
  const intend = (amount: string) => project.agentPayments.create({ initiator: 'agent', ...intent, amount })
  const propose = async (cumulative_limit: string) => {
    const { version } = await project.automationPolicies.read(policy_id)
    await project.automationPolicies.update(policy_id, { version, cumulative_limit })
    return wallet.automationPolicies.read(policy_id)
  }
  const first = await propose('60')
  assert.deepEqual([first.status, first.cumulative_limit, first.proposed?.cumulative_limit], ['active', '6', '60'])
  assert.equal((await intend('1')).policy.allowed_without_asking, true)
  assert.deepEqual(await hitl(intend('4')), ['cumulative_limit'])
  await wallet.automationPolicies.dropProposal(policy_id, { version: first.version })
  assert.equal((await project.automationPolicies.read(policy_id)).proposed, null)

  const second = await propose('16')
  const stale = await signPolicyConsent(private_key, await checkProposal(first))
  await refused(wallet.automationPolicies.optIn(policy_id, stale), 'consent_outdated', 409)
  const consent = await signPolicyConsent(private_key, await checkProposal(second))
  const in_force = await wallet.automationPolicies.optIn(policy_id, consent)
  assert.deepEqual([in_force.cumulative_limit, in_force.proposed], ['16', null])
  assert.equal((await intend('4')).status, 'intent_created')
})

journey('wallet', 'My wallet claims a payment before signing it, so that nobody can cancel what I sign', async () => {
  const [policy] = await wallet.automationPolicies.list().toArray()
  const policy_id = policy?.id ?? ''
  const signed: string[] = []
  const sign = ({ facts, repeated }: { facts: { request_id: string }; repeated: boolean }) => {
    signed.push(facts.request_id)
    return Promise.resolve({ transaction_hash: repeated ? 'again' : TRANSACTION_HASH })
  }
  const newPayment = () => project.agentPayments.create({ initiator: 'agent', ...intent, amount: '1' })
  const paid = await newPayment()
  const submitted = await wallet.payAgentPayment(paid.id, async (claimed) => {
    await refused(project.agentPayments.cancel(paid.id), 'invalid_transition', 409)
    return sign(claimed)
  })
  assert.deepEqual([submitted.status, submitted.transaction_hash], ['submitted', TRANSACTION_HASH])
  assert.equal('late' in submitted, false)

  const canceled = await newPayment()
  await project.agentPayments.cancel(canceled.id)
  await refused(wallet.payAgentPayment(canceled.id, sign), 'invalid_transition', 409)
  const paused = await newPayment()
  await wallet.automationPolicies.setStatus(policy_id, { status: 'paused' })
  await hitl(wallet.payAgentPayment(paused.id, sign))
  await wallet.automationPolicies.setStatus(policy_id, { status: 'active' })
  assert.deepEqual(signed, [paid.id])

  const claimed = await wallet.claimAgentPayment(paused.id)
  assert.deepEqual([claimed.agent_payment.status, claimed.repeated], ['approved', false])
  assert.equal((await wallet.claimAgentPayment(paused.id)).repeated, true)
  const broken = () => Promise.reject(new Error('no power'))
  await assert.rejects(wallet.payAgentPayment(paused.id, broken), { message: 'no power' })
  assert.equal((await wallet.agentPayments.read(paused.id)).status, 'approved')
})

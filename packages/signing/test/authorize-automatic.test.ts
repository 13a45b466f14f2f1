/** Approvals that nobody is asked about: within what was agreed to on this device, counted from its journal; and signed reports alone. */

import { BASE_SEPOLIA_USDC } from '@pursestrings/protocol/evm'
import {
  checkPolicy,
  createProjectClient,
  createWalletClient,
  generateDeviceKey,
  type ProjectClient,
  type WalletClient,
} from '@pursestrings/sdk'
import { type AgreedPolicy, agreedOf } from '@pursestrings/signing/agreed-policy'
import { payDue } from '@pursestrings/signing/pay-due'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pinKeys } from '../../../tests/acceptance/steps/wallet.ts'
import { type EvmDevice, type EvmGround, startEvmGround } from './evm-ground.ts'
import { Killed } from './ground.ts'

const DAY_MS = 86_400_000

let ground: EvmGround
let project: ProjectClient
let agreed: AgreedPolicy
beforeAll(async () => {
  ground = await startEvmGround()
  const { merchant, payee, connection_id, wallet } = ground.ready
  const { project_id } = (await merchant.projects.create({ name: 'Weather agent' })).project
  const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  project = createProjectClient({ base_url: ground.place.base_url, api_key })
  const { id } = await project.automationPolicies.create({
    connection_id,
    name: 'Weather of the week',
    network: 'base_sepolia',
    asset: 'USDC',
    contract: BASE_SEPOLIA_USDC.contract,
    single_tx_limit: '5',
    cumulative_limit: '20',
    validity_window: {
      from: new Date(Date.now() - DAY_MS).toISOString(),
      to: new Date(Date.now() + DAY_MS).toISOString(),
    },
    allowlist: [payee.recipient_id],
  })
  const policy = await wallet.automationPolicies.read(id)
  const policy_digest = await checkPolicy(policy)
  await wallet.automationPolicies.optIn(id, await wallet.signConsent(policy_digest))
  agreed = agreedOf(policy, policy_digest)
})
afterAll(() => ground.stop())

const ask = async (amount: string, more: object = {}) => {
  const { connection_id, payee } = ground.ready
  const { recipient_id, recipient_version_id } = payee
  const about = { connection_id, recipient_id, recipient_version_id, amount, terms: ground.termsFor(amount, more) }
  return project.agentPayments.create({ initiator: 'agent', policy_id: agreed.policy_id, ...about })
}

const approveAll = (device: EvmDevice, terms: AgreedPolicy | undefined = agreed) =>
  payDue({
    wallet: ground.ready.wallet,
    agreed: () => terms,
    mayPay: () => true,
    pay: (input) => device.payer.pay(input),
  })

test('what is within the limits is handed over once, and counts whether or not the agent has used it', async () => {
  const [first, second] = [await ask('4.11'), await ask('3.11')]
  const device = ground.device()
  expect((await approveAll(device)).map(({ result }) => result?.is)).toEqual(['handed_over', 'handed_over'])
  expect(await approveAll(device)).toEqual([])
  for (const { id } of [first, second]) {
    expect((await device.entry(id))?.within).toMatchObject({ policy_id: agreed.policy_id })
    expect((await ground.ready.wallet.agentPayments.read(id)).status).toBe('approved')
    expect((await project.paymentAuthorizations.read(id)).authorization.sealed).toBe((await device.entry(id))?.sealed)
  }
  // Nothing moved yet, and the service would let more through: this device counts what it approved.
  await ask('2.11')
  const lied = { ...agreed, cumulative_limit: '9' }
  const [refused] = await approveAll(device, lied)
  expect(refused?.result).toEqual({ is: 'refused', findings: [{ code: 'beyond_policy', rule: 'cumulative_limit' }] })
})

test('an address of another host, or a key that this device does not know, waits for the person', async () => {
  const { id } = await ask('1.11', { url: 'https://elsewhere.test/' })
  const device = ground.device()
  const results = new Map((await approveAll(device)).map(({ agent_payment, result }) => [agent_payment.id, result]))
  expect(results.get(id)).toMatchObject({ is: 'refused', findings: [{ code: 'wrong_host' }] })
  const { id: other } = await ask('1.12')
  const stranger = ground.device({ isKnownAgentKey: () => false })
  const [found] = (await approveAll(stranger)).filter(({ agent_payment }) => agent_payment.id === other)
  expect(found?.result).toMatchObject({ is: 'refused', findings: [{ code: 'agent_key_unknown' }] })
  expect((await ground.ready.wallet.agentPayments.read(other)).status).toBe('intent_created')
})

test('after a pause nothing is handed over, not even what was signed and not claimed yet', async () => {
  const { id } = await ask('1.21')
  const dying = ground.device({ dies_at: 'kept' })
  const killed = (await approveAll(dying)).find(({ agent_payment }) => agent_payment.id === id)
  expect(killed?.failure).toBeInstanceOf(Killed)
  await ground.ready.wallet.automationPolicies.setStatus(agreed.policy_id, { status: 'paused' })
  const again = ground.device({ journal: dying.journal })
  expect(new Set((await again.payer.resume()).map(({ result }) => result.is))).toEqual(new Set(['not_claimed']))
  expect((await again.entry(id))?.state).toBe('erased')
  expect(ground.sealedTexts(id).size).toBe(0)
})

test('a connection that takes signed reports alone gets them from the claim to the end', async () => {
  const key = await generateDeviceKey()
  const { wallet, connection_id } = ground.ready
  const { device_id = '' } = wallet
  const { token } = await wallet.devices.rotateToken(device_id)
  wallet.useDevice({ device_id, token })
  await wallet.useDeviceKey(key)
  const { base_url, audience } = ground.place
  const clientWith = async (device_key?: typeof key): Promise<WalletClient> =>
    createWalletClient({ base_url, audience, pinned_keys: await pinKeys(ground.place), device_id, token, device_key })
  const [keyed, unkeyed] = [await clientWith(key), await clientWith()]
  await keyed.connections.update(connection_id, { decision_signature: 'required' })

  const refused = await ground.asked()
  expect(await ground.device({ wallet: unkeyed }).payer.pay(refused)).toMatchObject({ is: 'not_claimed' })
  expect(ground.sealedTexts(refused.request_id).size).toBe(0)

  const asked = await ground.asked()
  const device = ground.device({
    wallet: keyed,
    decide: async ({ payable }) => {
      const { decision_jws = '' } = await keyed.signReport(payable, { status: 'signed' })
      return { decision_jws }
    },
  })
  expect(await device.whole(asked)).toMatchObject({ is: 'paid', reported: true })
  const { payment_request } = await keyed.paymentRequests.read(asked.request_id)
  expect([payment_request.status, payment_request.settlement.decision]).toEqual(['confirmed', 'device_signed'])
})

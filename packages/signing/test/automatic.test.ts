/** Payments that nobody is asked about: within what was agreed to on this device, on a real service, and never past it. */
import { checkPolicy, createProjectClient, generateDeviceKey, type ProjectClient } from '@pursestrings/sdk'
import { type AgreedPolicy, agreedOf } from '@pursestrings/signing/agreed-policy'
import { payDue } from '@pursestrings/signing/pay-due'
import type { PayInput } from '@pursestrings/signing/payer'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Device, type Ground, startGround } from './ground.ts'

const DAY_MS = 86_400_000

let ground: Ground
let project: ProjectClient
beforeAll(async () => {
  ground = await startGround()
  const { merchant } = ground.ready
  const { project_id } = (await merchant.projects.create({ name: 'Grocery agent' })).project
  const { secret: api_key } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  project = createProjectClient({ base_url: ground.place.base_url, api_key })
})
afterAll(() => ground.stop())

const agree = async (): Promise<AgreedPolicy> => {
  const { payee, connection_id, wallet } = ground.ready
  const { id } = await project.automationPolicies.create({
    connection_id,
    name: 'Weekly groceries',
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '5',
    cumulative_limit: '12',
    validity_window: {
      from: new Date(Date.now() - DAY_MS).toISOString(),
      to: new Date(Date.now() + DAY_MS).toISOString(),
    },
    allowlist: [payee.recipient_id],
  })
  const policy = await wallet.automationPolicies.read(id)
  const policy_digest = await checkPolicy(policy)
  await wallet.automationPolicies.optIn(id, await wallet.signConsent(policy_digest))
  return agreedOf(policy, policy_digest)
}

const ask = (amount: string, policy_id: string) => {
  const { connection_id, payee } = ground.ready
  const { recipient_id, recipient_version_id } = payee
  const intent = { initiator: 'agent' as const, connection_id, recipient_id, recipient_version_id, amount, policy_id }
  return project.agentPayments.create(intent)
}

const payAll = (device: Device, agreed: AgreedPolicy | undefined, more: { mayPay?: () => boolean } = {}) =>
  payDue({
    wallet: ground.ready.wallet,
    agreed: () => agreed,
    mayPay: () => true,
    pay: (input: PayInput) => device.payer.pay(input),
    ...more,
  })

test('what is within the limits is paid once, with the proof, and counted from the journal alone', async () => {
  const agreed = await agree()
  const [first, second] = [await ask('4.11', agreed.policy_id), await ask('3.11', agreed.policy_id)]
  const device = ground.device()
  expect((await payAll(device, agreed)).map(({ result }) => result?.is)).toEqual(['paid', 'paid'])
  expect(await payAll(device, agreed)).toEqual([])
  expect([ground.payments(41_100_000n), ground.payments(31_100_000n)]).toEqual([1, 1])
  for (const { id } of [first, second]) {
    expect((await ground.ready.wallet.agentPayments.read(id)).status).toBe('settled')
    expect((await device.entry(id))?.payer_proof).toBeDefined()
    expect((await device.entry(id))?.within?.policy_id).toBe(agreed.policy_id)
  }

  // The service lets more through than was agreed to here: this device does not.
  const lied = { ...agreed, cumulative_limit: '9' }
  await ask('2.11', agreed.policy_id)
  const [refused] = await payAll(device, lied)
  expect(refused?.result).toEqual({ is: 'refused', findings: [{ code: 'beyond_policy', rule: 'cumulative_limit' }] })
  expect(ground.payments(21_100_000n)).toBe(0)
  // Nothing was agreed to on this device, or the person said stop.
  expect(await payAll(device, undefined)).toEqual([])
  expect(await payAll(device, agreed, { mayPay: () => false })).toEqual([])
  // It was agreed to again elsewhere.
  expect(await payAll(device, { ...agreed, policy_digest: 'ab'.repeat(32) })).toEqual([])
  expect(ground.payments(21_100_000n)).toBe(0)
})

test('after a pause nothing is paid, not even what was signed and not claimed yet', async () => {
  const agreed = await agree()
  const { id } = await ask('1.21', agreed.policy_id)
  const dying = ground.device({ dies_at: 'kept' })
  const [killed] = await payAll(dying, agreed)
  expect(killed?.failure).toBeDefined()
  expect((await dying.entry(id))?.state).toBe('signed')
  await ground.ready.wallet.automationPolicies.setStatus(agreed.policy_id, { status: 'paused' })
  const again = ground.device({ journal: dying.journal })
  expect((await again.payer.resume()).map(({ result }) => result.is)).toEqual(['not_claimed'])
  expect(await payAll(again, agreed)).toEqual([])
  expect(ground.payments(12_100_000n)).toBe(0)
  expect((await again.entry(id))?.state).toBe('erased')
})

test('what a person is to decide is never paid without asking', async () => {
  const agreed = await agree()
  const { connection_id, payee } = ground.ready
  const { recipient_id, recipient_version_id } = payee
  const intent = { initiator: 'human' as const, connection_id, recipient_id, recipient_version_id, amount: '1.31' }
  await project.agentPayments.create(intent)
  expect(await payAll(ground.device(), agreed)).toEqual([])
  expect(ground.payments(13_100_000n)).toBe(0)
})

test('what a policy decided is told to its end by a device that signs, and every signed report says so', async () => {
  const { wallet } = ground
  const agreed = await agree()
  const { policy_digest } = agreed
  const { id } = await ask('1.41', agreed.policy_id)
  await wallet.useDeviceKey(await generateDeviceKey())
  const device = ground.device({
    wallet,
    decide: async ({ payable, transaction_hash }) => {
      const report = await wallet.signReport(payable, { status: 'approved', transaction_hash }, { policy_digest })
      return { decision_jws: report.decision_jws ?? '' }
    },
  })
  expect((await payAll(device, agreed)).map(({ result }) => result?.is)).toEqual(['paid'])
  const said = ground.reports(id).map(({ decision_jws = '' }) => {
    const payload = Buffer.from(decision_jws.split('.')[1] ?? '', 'base64url').toString()
    return JSON.parse(payload) as Readonly<Record<string, string>>
  })
  expect([...new Set(said.map(({ status }) => status))]).toEqual(['approved', 'submitted', 'settled'])
  for (const one of said) expect(one).toMatchObject({ by: 'policy', policy_digest })
  expect((await ground.ready.wallet.agentPayments.read(id)).status).toBe('settled')
})

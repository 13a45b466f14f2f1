/** A spending limit of the demo that the wallet agreed to, and payments within it. */
import { checkPolicy, createProjectClient } from '@pursestrings/sdk'
import { connectionOf, merchantOf, walletOf } from '../clients.ts'
import { failed } from '../stop.ts'
import { payFrom } from './demo-customers.ts'
import { kept, made, type Stage, type Step } from './demo-steps.ts'

const NAME = 'Restocking'
const DAYS_MS = 90 * 86_400_000
const PAYMENTS = [
  ['3.2', 'Wrapping paper'],
  ['5.5', 'Price labels'],
] as const

const agreed = async ({ profiles }: Stage): Promise<string> => {
  const profile = profiles.read()
  const [merchant, wallet] = [merchantOf(profile), walletOf(profile)]
  const { project } = await merchant.projects.create({ name: NAME })
  const { project_id } = project
  const { id } = await merchant.automationPolicies.create({
    project_id,
    connection_id: connectionOf(profile).connection_id,
    name: NAME,
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '10',
    cumulative_limit: '100',
    validity_window: { from: new Date().toISOString(), to: new Date(Date.now() + DAYS_MS).toISOString() },
    allowlist: profile.payee ? [profile.payee.recipient_id] : [],
  })
  const policy = await wallet.automationPolicies.read(id)
  await wallet.automationPolicies.optIn(id, await wallet.signConsent(await checkPolicy(policy)))
  return (await merchant.apiKeys.create(project_id, { name: 'Stockroom server' })).secret
}

export const policy: Step = {
  name: 'policy',
  async run(stage) {
    const profile = stage.profiles.read()
    const { payee, base_url } = profile
    if (!payee) throw failed('This profile has no payee yet.', 'Create one: pursestrings demo')
    const known = await merchantOf(profile).automationPolicies.list().toArray()
    if (known.length > 0) return kept(`${known.length} in all`)
    const api_key = await agreed(stage)
    const { recipient_id, recipient_version_id } = payee
    const { connection_id } = connectionOf(profile)
    const project = createProjectClient({ base_url, api_key })
    const paid = PAYMENTS.map(async ([amount, purpose]) => {
      const wanted = { initiator: 'agent', connection_id, recipient_id, recipient_version_id, amount, purpose } as const
      const { id, facts_digest } = await project.agentPayments.create({ ...wanted, idempotency_key: purpose })
      const customer = await payFrom(stage, walletOf(profile), {
        kind: 'agent_payment',
        id,
        connection_id,
        facts_digest,
      })
      await customer.end()
    })
    await Promise.all(paid)
    return made(`${NAME}: ${PAYMENTS.length} payments within its limits, without asking`)
  },
}

/** An organization with one of everything, for walks over all pages of the portal. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createProjectClient, type MerchantClient } from '@pursestrings/sdk'
import type { Place } from '../acceptance/place.ts'
import { preparePayee } from '../acceptance/steps/merchant.ts'
import { getReady, type Ready } from '../acceptance/steps/ready.ts'
import type { PortalWorld } from './portal-world.ts'

/** The site that `dev` serves, where the merchant proves its domain. */
export const placeOf = ({ dev }: PortalWorld): Place => {
  const folder = join(dev.site_folder, '.well-known')
  const put = async (name: string, text: string) => {
    await mkdir(folder, { recursive: true })
    await writeFile(join(folder, name), text)
  }
  return {
    base_url: dev.base_url,
    host: 'shop.localhost',
    publishChallenge: (value) => put('svc-challenge.txt', value),
    listPayee: (entry) => put('svc-recipients.json', JSON.stringify({ recipients: [entry] })),
  }
}

export interface Stock {
  readonly ready: Ready
  /** Of every page that has something to show. */
  readonly paths: readonly string[]
}

export const stock = async (world: PortalWorld, merchant: MerchantClient): Promise<Stock> => {
  const place = placeOf(world)
  const payee = await preparePayee(place, merchant)
  const ready = await getReady(place, {}, { merchant, payee })
  const { connection_id } = ready
  const asked = await ready.ask('order-1', { display: { title: 'Order 1', lines: ['Three books'] } })
  const { project_id } = (await merchant.projects.create({ name: 'Checkout assistant' })).project
  const { secret } = await merchant.apiKeys.create(project_id, { name: 'Server' })
  await merchant.merchantKeys.create({ name: 'orders-sync', scopes: ['payment_requests:read'] })
  const project = createProjectClient({ base_url: place.base_url, api_key: secret })
  const { recipient_id, recipient_version_id } = payee
  const intent = { connection_id, recipient_id, recipient_version_id, amount: '2.5', purpose: 'Paper' }
  const payment = await project.agentPayments.create({ initiator: 'human', ...intent })
  await project.agentPayments.create({ initiator: 'agent', ...intent }).catch(() => {})
  const [attempt] = (await project.agentPayments.list({ status: 'refused' }).page()).refused_attempts
  const [from, to] = [new Date(), new Date(Date.now() + 86_400_000)].map((time) => time.toISOString())
  const policy = await project.automationPolicies.create({
    connection_id,
    name: 'Weekly groceries',
    network: 'stellar_testnet',
    asset: 'XLM',
    single_tx_limit: '5',
    cumulative_limit: '60',
    validity_window: { from: from ?? '', to: to ?? '' },
    allowlist: [recipient_id],
  })
  const url = 'https://shop.localhost/webhooks'
  const { webhook_endpoint } = await merchant.webhookEndpoints.create({ url, description: 'Orders' })
  await merchant.memberInvitations.create({ email: 'jo@harbour-books.example', role: 'viewer' })
  const [domain] = await merchant.merchantDomains.list().toArray()
  const [agent] = await merchant.agents.list().toArray()
  return {
    ready,
    paths: [
      '/',
      '/requests',
      `/requests/${connection_id}/${encodeURIComponent(asked.payment_request.request_id)}`,
      '/agent-payments',
      `/agent-payments/${payment.id}`,
      `/agent-payments/${attempt?.id}`,
      '/recipients',
      `/recipients/${recipient_id}`,
      '/domains',
      `/domains/${domain?.domain_id}`,
      '/agents',
      `/agents/${agent?.agent_id}`,
      '/policies',
      '/policies/new',
      `/policies/${policy.id}`,
      '/api-keys',
      '/api-keys?kind=project',
      '/webhooks',
      `/webhooks/${webhook_endpoint.webhook_endpoint_id}`,
      '/members',
      '/audit',
      '/settings',
      '/settings?tab=security',
    ],
  }
}

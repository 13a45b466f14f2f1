/**
 * The way of a person without an organization: they make a wallet, connect an agent of their own, which finds a shop on its domain,
 * and pay from the link that it shows. The agent is a program; everything else is done by clicks.
 */
import { type AgentClient, approvalLink, createAgentClient, generateKeyPair } from '@pursestrings/sdk'
import type { Page } from 'playwright-core'
import { newStellarAddress } from '../acceptance/steps/merchant.ts'
import { makeWallet, PASSPHRASE, unlock } from './wallet-world.ts'

export const OWN_AGENT_STAGES = ['wallet', 'funded', 'agent', 'connected', 'link', 'review', 'paid'] as const
type StageName = (typeof OWN_AGENT_STAGES)[number]

interface Place {
  readonly base_url: string
  readonly wallet_url: string
  /** A shop that has no account with the service. */
  readonly domain: string
  /** The shop publishes a payee. */
  listPayee(entry: object): void | Promise<void>
}

/** `look` is called at each stage, once it is on the screen. */
export const payByOwnAgent = async (
  page: Page,
  { base_url, wallet_url, domain, listPayee }: Place,
  look: (stage: StageName) => Promise<void> = async () => undefined,
): Promise<{ readonly agent: AgentClient; readonly request_id: string }> => {
  const press = (name: string | RegExp) => page.getByRole('button', { name }).click()
  const heading = (name: string) => page.getByRole('heading', { name }).waitFor()
  await page.goto(wallet_url)
  await makeWallet(page)
  await look('wallet')
  await press('Get test XLM')
  await page.getByText('Got test XLM').waitFor()
  await look('funded')
  await page.getByRole('link', { name: 'Connect', exact: true }).first().click()
  const connect_key = (await page.locator('.connect-key').innerText()).trim()
  const { private_key } = await generateKeyPair()
  const agent = createAgentClient({ base_url, kid: 'laptop', private_key })
  const enrolled = agent.enroll({
    connect_key,
    name: 'My assistant',
    runtime: 'node-24',
    scopes: ['payment.requests.create', 'payment.requests.read', 'payees.resolve'],
  })
  const approve = async () => {
    await page.getByText('No organization vouches for its name.').waitFor()
    await look('agent')
    await page.getByRole('button', { name: 'Connect', exact: true }).click()
  }
  await Promise.all([enrolled, approve()])
  await look('connected')

  const facts = { network: 'stellar_testnet', asset: 'XLM', address: newStellarAddress() } as const
  await listPayee(facts)
  const { recipient_id, recipient_version_id } = await agent.payees.resolve({ domain, ...facts })
  const { request_id } = (
    await agent.requestPayment({ task_ref: 'sea-charts', recipient_id, recipient_version_id, amount: '12.5' })
  ).payment_request
  const { service } = await agent.service.read()
  await page.goto(approvalLink(service.wallet_url ?? '', request_id))
  await heading('Welcome back')
  await look('link')
  await unlock(page)
  await heading('Pay this?')
  await page.getByText(`Listed by ${domain}`).waitFor()
  await page.getByText('found there by the agent; nobody else vouches for it').waitFor()
  await look('review')
  // A first payment is decided in a second step.
  for (const box of await page.locator('.review-hold input').all()) await box.check()
  await press(/^Approve/)
  await page.getByRole('dialog').getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE)
  await press('Sign and pay')
  await page.getByText('Bound to this request. The merchant can rely on it.').waitFor()
  await look('paid')
  return { agent, request_id }
}

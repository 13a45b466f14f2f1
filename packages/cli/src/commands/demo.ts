/** `demo`: from nothing to a payment that the ledger confirms, on one machine. */

import { spawn } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { checkPolicy, createMerchantClient, createProjectClient } from '@pursestrings/sdk'
import type { Command } from 'commander'
import { linkFrom } from '../ask.ts'
import { checkService } from '../checks.ts'
import { connectedAgentOf, connectionOf, merchantOf, walletOf } from '../clients.ts'
import { BASE_URL } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import { type CheckedRequest, checkRequest } from '../request-text.ts'
import { addCommand, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'
import { terminal } from '../terminal.ts'
import { hasLedger, payOnLedger, seenByLedger } from '../test-wallet-ledger.ts'
import { DISPUTE_NOTE, history, payFrom } from './demo-history.ts'
import { findSite, kept, made, PRACTICE_HOST, STEPS, type Stage, type Step } from './demo-steps.ts'

// A webhook endpoint of the demo's shop: the practice site takes what comes, after one delivery that it did not take.

const ADDRESS = `https://${PRACTICE_HOST}/webhooks`
/** A port that nobody listens on. */
const NOBODY = '1'
const LOOKS = 60
const LOOK_MS = 250

const webhooks: Step = {
  name: 'webhooks',
  async run({ profiles, site }) {
    const { webhookEndpoints, webhookDeliveries } = merchantOf(profiles.read())
    const found = (await webhookEndpoints.list().toArray()).find(({ url }) => url === ADDRESS)
    if (found) return kept(`${ADDRESS} is ${found.status}`)
    const { webhook_endpoint } = await webhookEndpoints.create({ url: ADDRESS })
    const { webhook_endpoint_id } = webhook_endpoint
    await webhookEndpoints.verify(webhook_endpoint_id)
    const detour = join(site, '.posts-go-to')
    await writeFile(detour, NOBODY)
    try {
      await webhookEndpoints.test(webhook_endpoint_id)
      for (let looks = 1; ; looks++) {
        const [first] = await webhookDeliveries.list({ webhook_endpoint_id }).toArray({ limit: 1 })
        if (first && first.attempts.length > 0) break
        if (looks === LOOKS) throw failed('No webhook was sent.', "Check that the service's worker is running.")
        await pause(LOOK_MS)
      }
    } finally {
      await rm(detour, { force: true })
    }
    return made(`${ADDRESS} takes every event, after one delivery that failed`)
  },
}

// A spending limit of the demo that the wallet agreed to, and payments within it.

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

const policy: Step = {
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

// The last step of `demo`: a payment as it happens, from the request to the ledger, where the service names a test ledger.

const TASK = 'demo-payment'
/** Enough to open the payee's account on a ledger that has just begun. */
const AMOUNT = '1'

const outcomeText = ({ record: { status, settlement }, facts: { payment } }: CheckedRequest): string => {
  const { assurance, ledger, simulated } = settlement
  const sum = `${payment.amount} ${payment.asset}`
  if (assurance === 'chain_observed')
    return `${sum} paid: ledger ${ledger} has it${simulated ? ' (simulated ledger)' : ''}`
  return status === 'confirmed' ? `${sum} sent; the ledger doesn't show it yet` : `${sum} is ${status}`
}

/** The same task each time, so that it is asked and paid once. */
const payment: Step = {
  name: 'payment',
  async run({ profiles }) {
    const profile = profiles.read()
    const [agent, wallet, { payee }] = [connectedAgentOf(profiles), walletOf(profile), profile]
    if (!payee) throw failed('This profile has no payee yet.', 'pursestrings demo makes one.')
    if (!(await hasLedger(wallet))) return { text: 'none: this service names no test ledger', made: false }
    const { recipient_id, recipient_version_id } = payee
    const asked = await agent.requestPayment({ task_ref: TASK, amount: AMOUNT, recipient_id, recipient_version_id })
    const { request_id, status } = asked.payment_request
    if (status !== 'pending')
      return { text: outcomeText(await checkRequest(agent, asked.payment_request)), made: false }
    await payOnLedger(profiles, wallet, { kind: 'payment_request', id: request_id })
    const read = async () => (await wallet.paymentRequests.read(request_id)).payment_request
    return { text: outcomeText(await checkRequest(wallet, await seenByLedger(read), request_id)), made: true }
  },
}

// Where `npm run dev` runs, as it says itself beside its practice site, and what a browser is shown of it.

interface DevRun {
  readonly base_url: string
  readonly portal_url: string
  readonly wallet_url: string
  readonly mail_url: string
}

const readDevRun = async (site: string): Promise<DevRun> => {
  try {
    return JSON.parse(await readFile(`${site}-run.json`, 'utf8')) as DevRun
  } catch {
    throw failed(`\`npm run dev\` isn't running at ${site}.`, 'Start it in another terminal: npm run dev')
  }
}

/** A new profile is for the service that runs here; one of another service keeps its own, and is not for the demo. */
const expectOurs = async (profiles: ProfileStore, { base_url, wallet_url }: DevRun): Promise<void> => {
  const profile = profiles.read()
  const is_new = !profiles.exists() && profile.base_url === BASE_URL
  if (!is_new && profile.base_url !== base_url)
    throw failed(
      `The profile "${profiles.name}" is for ${profile.base_url}, but \`npm run dev\` is at ${base_url}.`,
      'Use another profile: pursestrings demo --profile demo',
    )
  const [service] = await checkService(base_url)
  if (service?.verdict !== 'ok') throw failed(`${service?.seen}.`, 'Is `npm run dev` still running? Start it again.')
  // Another run may have its wallet at another port.
  await profiles.change((now) => ({ ...now, base_url, wallet_url }))
}

/** A link of its own for the browser; it works once, for ten minutes. */
const newLink = async ({ profiles, mail_url }: Stage): Promise<string> => {
  const { base_url, session } = profiles.read()
  const email = session?.email
  if (email === undefined) throw failed('This profile has no session.', 'Create one: pursestrings demo')
  const anyone = createMerchantClient({ base_url })
  return linkFrom(mail_url, email, () => anyone.merchantAccounts.register({ email }))
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer'],
}

/** Where there is a browser. The links are printed in any case. */
const tryToOpen = (link: string): void => {
  const [command, ...flags] = OPENERS[process.platform] ?? ['xdg-open']
  const opener = spawn(command, [...flags, link], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
}

interface Options {
  readonly site?: string
  readonly history?: boolean
}

const demo = async ({ profiles, output, environment }: Run, { site: given, history: week }: Options): Promise<void> => {
  const site = findSite(given ?? environment.site_dir)
  const { wallet_url, ...where } = await readDevRun(site)
  await expectOurs(profiles, { wallet_url, ...where })
  const stage = { profiles, mail_url: where.mail_url, site }
  const steps: { name: string; text: string; made: boolean }[] = []
  for (const { name, run } of [...STEPS, ...(week ? [history, webhooks, policy] : []), payment]) {
    const step = await run(stage)
    steps.push({ name, ...step })
    if (!output.json) output.line({}, `${step.made ? '+' : '='} ${name.padEnd(11)}  ${step.text}`)
  }
  const { base_url, payee, connection, wallet } = profiles.read()
  const ids = {
    recipient_id: payee?.recipient_id,
    connection_id: connection?.connection_id,
    device_id: wallet?.device_id,
  }
  const link = await newLink(stage)
  if (terminal().stdout.isTTY && environment.has_display) for (const page of [link, wallet_url]) tryToOpen(page)
  const notes = week ? [DISPUTE_NOTE] : []
  const told = { profile: profiles.name, base_url, ...ids, steps, notes, link, wallet_url }
  output.answer(told, nextSteps(profiles.name, { link, wallet_url, notes }))
}

interface Shown {
  readonly link: string
  readonly wallet_url: string
  readonly notes: readonly string[]
}

const nextSteps = (profile: string, { link, wallet_url, notes }: Shown): string => `
${notes.map((note) => `${note}\n\n`).join('')}Portal, signed in: ${link}
Wallet:            ${wallet_url}/

Everything is in the profile "${profile}". Now:
  pursestrings requests create --amount 12.5 --task order-1
  pursestrings wallet inbox
  pursestrings wallet approve <request-id>`

export const addDemo = (program: Command): void => {
  addCommand(program, 'demo', 'Set up a demo merchant, agent and wallet', [
    'demo',
    'demo --history',
    'demo --profile demo --site .pursestrings/site',
  ])
    .option(
      '--history',
      'add a week of payments, a webhook endpoint and a spending limit; the practice ledger begins again',
    )
    .option('--site <folder>', 'practice site folder (default: .pursestrings/site, here or above)')
    .action(runs(demo))
}

/**
 * `demo --open`: a shop that has been open for a week. Its requests are made and answered through the service like any
 * others; `npm run dev`, which owns the database, then spreads them over the days before.
 */

import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { type AgentClient, createMerchantClient, type PaymentRequest, type WalletClient } from '@countersign/sdk'
import { connectedAgentOf, merchantOf, walletOf } from '../clients.ts'
import { linkFrom } from '../mail-page.ts'
import { failed } from '../stop.ts'
import { approve, fail, reject } from '../test-wallet.ts'
import type { Stage, Step } from './demo-steps.ts'

const REQUESTS = 48
const WAITING = 3
const ORDERS = [
  ['12.5', 'Sea charts, north coast'],
  ['4', 'Tide tables'],
  ['31.2', 'Signed first edition'],
  ['7.25', 'Postcards, set of ten'],
  ['18', 'Reading lamp'],
  ['2.75', 'Bookmark'],
  ['64', 'Atlas of harbours'],
] as const

const answer = async (agent: AgentClient, wallet: WalletClient, request_id: string, at: number): Promise<void> => {
  if (at % 11 === 4) await reject(wallet, request_id, 'Not needed anymore')
  else if (at % 17 === 8) await fail(wallet, request_id)
  else if (at % 13 === 6) await agent.paymentRequests.cancel(request_id)
  else await approve(wallet, request_id)
}

const makeRequests = async ({ profiles }: Stage): Promise<void> => {
  const profile = profiles.read()
  const [agent, wallet, { payee }] = [connectedAgentOf(profiles), walletOf(profile), profile]
  if (!payee) throw failed('This profile has no payee yet.', 'Create one: countersign demo')
  const { recipient_id, recipient_version_id } = payee
  const run = randomBytes(2).toString('hex')
  for (let at = 0; at < REQUESTS; at++) {
    const [amount, title] = ORDERS[at % ORDERS.length] ?? ORDERS[0]
    const task_ref = `order-${run}-${1000 + at}`
    const wanted = { task_ref, amount, recipient_id, recipient_version_id, display: { title } }
    const { payment_request }: { payment_request: PaymentRequest } = await agent.requestPayment(wanted)
    if (at < REQUESTS - WAITING) await answer(agent, wallet, payment_request.request_id, at)
  }
}

const spread = async ({ mail_url }: Stage, merchant_id: string): Promise<boolean> => {
  const page = `${mail_url.replace(/\/+$/, '')}/api/history/${merchant_id}`
  const sent = await fetch(page, { method: 'POST', headers: { 'x-countersign-demo': '1' }, redirect: 'error' })
  return sent.ok
}

export const history: Step = {
  name: 'history',
  async run(stage) {
    const merchant = merchantOf(stage.profiles.read())
    const some = await merchant.paymentRequests.listForMerchant().toArray({ limit: 10 })
    if (some.length === 10) return { text: 'has payment requests already', made: false }
    await makeRequests(stage)
    const { merchant: own } = await merchant.merchantSessions.readCurrent()
    const days = (await spread(stage, own.merchant_id)) ? 'over the last seven days' : 'all of today'
    return { text: `${REQUESTS} payment requests, ${days}`, made: true }
  },
}

/** A link of its own for the browser; it works once, for ten minutes. */
export const newLink = async ({ profiles, mail_url }: Stage): Promise<string> => {
  const { base_url, session } = profiles.read()
  const email = session?.email
  if (email === undefined) throw failed('This profile has no session.', 'Create one: countersign demo')
  const anyone = createMerchantClient({ base_url })
  return linkFrom(mail_url, email, () => anyone.merchantAccounts.register({ email }))
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['explorer'],
}

/** Where there is a browser. The link is printed in any case. */
export const tryToOpen = (link: string): void => {
  const [command, ...flags] = OPENERS[process.platform] ?? ['xdg-open']
  const opener = spawn(command, [...flags, link], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
}

/** `demo`: from nothing to a payment that the ledger confirms, on one machine. */
import type { Command } from 'commander'
import { addCommand, type Run, runs } from '../run.ts'
import { DISPUTE_NOTE, history } from './demo-history.ts'
import { expectOurs, newLink, readDevRun, tryToOpen } from './demo-open.ts'
import { payment } from './demo-payment.ts'
import { policy } from './demo-policy.ts'
import { findSite } from './demo-site.ts'
import { STEPS } from './demo-steps.ts'
import { webhooks } from './demo-webhooks.ts'

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
    const { text, made } = await run(stage)
    steps.push({ name, text, made })
    if (!output.json) output.line({}, `${made ? '+' : '='} ${name.padEnd(11)}  ${text}`)
  }
  const { base_url, payee, connection, wallet } = profiles.read()
  const ids = {
    recipient_id: payee?.recipient_id,
    connection_id: connection?.connection_id,
    device_id: wallet?.device_id,
  }
  const link = await newLink(stage)
  if (process.stdout.isTTY && environment.has_display) for (const page of [link, wallet_url]) tryToOpen(page)
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

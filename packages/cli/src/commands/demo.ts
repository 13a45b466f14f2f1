/** `demo`: from nothing to a payment that the ledger confirms, on one machine. */
import type { Command } from 'commander'
import { checkService } from '../checks.ts'
import { MAIL_URL } from '../mail-page.ts'
import { addCommand, type Run, runs } from '../run.ts'
import { failed } from '../stop.ts'
import { history, newLink, tryToOpen } from './demo-history.ts'
import { payment } from './demo-payment.ts'
import { findSite } from './demo-site.ts'
import { STEPS } from './demo-steps.ts'

interface Options {
  readonly mailUrl?: string
  readonly site?: string
  readonly open?: boolean
}

const demo = async ({ profiles, output, environment }: Run, options: Options): Promise<void> => {
  const { mailUrl, site, open = false } = options
  const { base_url } = profiles.read()
  const mail_url = mailUrl ?? environment.mail_url ?? MAIL_URL
  const stage = { profiles, mail_url, site: findSite(site ?? environment.site_dir) }
  const [service] = await checkService(base_url)
  if (service?.verdict !== 'ok') throw failed(`${base_url} is not ready.`, 'Start it in another terminal: npm run dev')
  await profiles.change((now) => now)
  const steps: { name: string; text: string; made: boolean }[] = []
  for (const { name, run } of open ? [...STEPS, payment, history] : [...STEPS, payment]) {
    const { text, made } = await run(stage)
    steps.push({ name, text, made })
    if (!output.json) output.line({}, `${made ? '+' : '='} ${name.padEnd(11)}  ${text}`)
  }
  const { payee, connection, wallet } = profiles.read()
  const ids = {
    recipient_id: payee?.recipient_id,
    connection_id: connection?.connection_id,
    device_id: wallet?.device_id,
  }
  const link = open ? await newLink(stage) : undefined
  if (link !== undefined && process.stdout.isTTY) tryToOpen(link)
  output.answer({ profile: profiles.name, base_url, ...ids, steps, link }, nextSteps(profiles.name, link))
}

const nextSteps = (
  profile: string,
  link: string | undefined,
): string => `${link === undefined ? '' : `\nThe portal, signed in:\n  ${link}\n`}
Everything is in the profile "${profile}". Now:
  countersign requests create --amount 12.5 --task order-1
  countersign wallet inbox
  countersign wallet approve <request-id>`

export const addDemo = (program: Command): void => {
  addCommand(program, 'demo', 'Set up a demo merchant, agent and wallet', [
    'demo',
    'demo --open',
    'demo --profile demo --site .countersign/site',
  ])
    .option('--open', 'add a week of history, and print a link that signs you in')
    .option('--mail-url <url>', `mail page of \`npm run dev\` (default: ${MAIL_URL})`)
    .option('--site <folder>', 'practice site folder (default: .countersign/site, here or above)')
    .action(runs(demo))
}

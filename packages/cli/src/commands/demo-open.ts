/** Where `npm run dev` runs, as it says itself beside its practice site, and what a browser is shown of it. */
import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { createMerchantClient } from '@pursestrings/sdk'
import { checkService } from '../checks.ts'
import { linkFrom } from '../mail-page.ts'
import { BASE_URL } from '../profile.ts'
import type { ProfileStore } from '../profile-store.ts'
import { failed } from '../stop.ts'
import type { Stage } from './demo-steps.ts'

export interface DevRun {
  readonly base_url: string
  readonly portal_url: string
  readonly wallet_url: string
  readonly mail_url: string
}

export const readDevRun = async (site: string): Promise<DevRun> => {
  try {
    return JSON.parse(await readFile(`${site}-run.json`, 'utf8')) as DevRun
  } catch {
    throw failed(`\`npm run dev\` isn't running at ${site}.`, 'Start it in another terminal: npm run dev')
  }
}

/** A new profile is for the service that runs here; one of another service keeps its own, and is not for the demo. */
export const expectOurs = async (profiles: ProfileStore, { base_url }: DevRun): Promise<void> => {
  const profile = profiles.read()
  const is_new = !profiles.exists() && profile.base_url === BASE_URL
  if (!is_new && profile.base_url !== base_url)
    throw failed(
      `The profile "${profiles.name}" is for ${profile.base_url}, but \`npm run dev\` is at ${base_url}.`,
      'Use another profile: pursestrings demo --profile demo',
    )
  const [service] = await checkService(base_url)
  if (service?.verdict !== 'ok') throw failed(`${service?.seen}.`, 'Is `npm run dev` still running? Start it again.')
  await profiles.change((now) => ({ ...now, base_url }))
}

/** A link of its own for the browser; it works once, for ten minutes. */
export const newLink = async ({ profiles, mail_url }: Stage): Promise<string> => {
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
export const tryToOpen = (link: string): void => {
  const [command, ...flags] = OPENERS[process.platform] ?? ['xdg-open']
  const opener = spawn(command, [...flags, link], { stdio: 'ignore', detached: true })
  opener.on('error', () => undefined)
  opener.unref()
}

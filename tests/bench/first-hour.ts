/**
 * From the end of `npm install` to a payment that the ledger has: by clicks at the demo shop, by clicks with an agent of one's own
 * that finds a shop on its domain, and by README's commands, each in a clone of its own in which nothing was built yet. Seconds
 * until each step is over, of three rounds each and their medians. A script clicks at once; a person reads.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { PRACTICE_HOST } from '../../tools/dev/practice-site.ts'
import { launchBrowser, openPage } from '../e2e/browser.ts'
import { makeClone } from '../e2e/clone.ts'
import { payAtDemoShop } from '../e2e/demo-shop-walk.ts'
import { type DevRun, startDev } from '../e2e/dev-run.ts'
import { payByOwnAgent } from '../e2e/own-agent-walk.ts'
import { median } from './compare.ts'
import { startOwnPostgres } from './own-postgres.ts'

const CLICKS_S_MAX = 90
const OWN_AGENT_S_MAX = 120
const COMMANDS_S_MAX = 30
const ROUNDS = 3

type Steps = Readonly<Record<string, number>>

interface Beginner {
  readonly dev: DevRun
  readonly clone: string
  readonly env: NodeJS.ProcessEnv
  /** A step is over. */
  over(step: string): void
}

/** On a machine that has kept nothing from before: the docs' tools are installed and the docs built beside, as for anybody. */
const asBeginner = async (walk: (beginner: Beginner) => Promise<void>): Promise<Steps> => {
  await using all = new AsyncDisposableStack()
  const postgres = await startOwnPostgres('128MB')
  all.defer(() => postgres.stop())
  const home = await mkdtemp(join(tmpdir(), 'pursestrings-first-hour-'))
  all.defer(() => rm(home, { recursive: true, force: true }))
  const clone = await makeClone()
  all.defer(() => clone.remove())
  const own = { XDG_CONFIG_HOME: join(home, 'config'), PURSESTRINGS_CACHE_DIR: join(home, 'cache') }
  const steps: Record<string, number> = {}
  const begun = performance.now()
  const over = (step: string): void => {
    steps[step] = Math.round((performance.now() - begun) / 100) / 10
  }
  const dev = await startDev([], { ...own, DATABASE_URL: postgres.url, DEV_DOCS: '', DEV_SHOP: '' }, clone.folder)
  all.defer(() => dev.stop())
  over('npm_run_dev')
  const env = { ...process.env, ...own, DEV_SITE_DIR: dev.site_folder, npm_config_offline: 'true' }
  await walk({ dev, clone: clone.folder, env, over }).catch((error: unknown) => {
    console.error(`${dev.said()}\nIt ended after ${JSON.stringify(steps)}.`)
    throw error
  })
  return steps
}

const inBrowser = (walk: (page: Page, beginner: Beginner) => Promise<unknown>): Promise<Steps> =>
  asBeginner(async (beginner) => {
    await using browser = await launchBrowser()
    const { page } = await openPage(browser, 1280)
    page.setDefaultTimeout(OWN_AGENT_S_MAX * 1_000)
    await walk(page, beginner)
  })

const byClicks = (): Promise<Steps> =>
  inBrowser((page, { dev, over }) => payAtDemoShop(page, dev.wallet_url, async (stage) => over(stage)))

const byOwnAgent = (): Promise<Steps> =>
  inBrowser((page, { dev: { base_url, wallet_url, site_folder }, over }) => {
    const listPayee = async (entry: object): Promise<void> => {
      const folder = join(site_folder, '.well-known')
      await mkdir(folder, { recursive: true })
      await writeFile(join(folder, 'svc-recipients.json'), JSON.stringify({ recipients: [entry] }))
    }
    const place = { base_url, wallet_url, domain: PRACTICE_HOST, listPayee }
    return payByOwnAgent(page, place, async (stage) => over(stage))
  })

interface Shown {
  readonly payment_request: { readonly request_id: string; readonly settlement: { readonly assurance: string } }
}

const byCommands = (): Promise<Steps> =>
  asBeginner(async ({ clone: cwd, env, over }) => {
    const pursestrings = async (step: string, ...words: string[]): Promise<string> => {
      const { stdout } = await promisify(execFile)('npx', ['pursestrings', ...words], { cwd, env })
      over(step)
      return stdout
    }
    await pursestrings('demo', 'demo', '--history')
    const asked = await pursestrings(
      'create',
      'requests',
      'create',
      '--amount',
      '12.5',
      '--task',
      'order-1042',
      '--json',
    )
    const { request_id } = (JSON.parse(asked) as Shown).payment_request
    const approved = await pursestrings('paid', 'wallet', 'approve', request_id, '--json')
    const { assurance } = (JSON.parse(approved) as Shown).payment_request.settlement
    if (assurance !== 'chain_observed') throw new Error(`not paid: the assurance is ${assurance}`)
  })

const roundsOf = async (
  walk: () => Promise<Steps>,
): Promise<{ readonly rounds: readonly Steps[]; readonly s: number }> => {
  const rounds: Steps[] = []
  for (let round = 1; round <= ROUNDS; round++) rounds.push(await walk())
  return { rounds, s: median(rounds.map((steps) => steps['paid'] ?? Number.NaN)) }
}

export const run = async (): Promise<object> => {
  const clicks = await roundsOf(byClicks)
  const own_agent = await roundsOf(byOwnAgent)
  const commands = await roundsOf(byCommands)
  return {
    met: clicks.s <= CLICKS_S_MAX && own_agent.s <= OWN_AGENT_S_MAX && commands.s <= COMMANDS_S_MAX,
    clicks_s: clicks.s,
    own_agent_s: own_agent.s,
    commands_s: commands.s,
    clicks: clicks.rounds,
    own_agent: own_agent.rounds,
    commands: commands.rounds,
  }
}

/**
 * A `npm run dev` of a test's own, on free ports, with its links as it prints them. Stopped as a terminal does it: SIGINT
 * to the whole group.
 */
import { execFileSync, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { until } from '../../server/test/until.ts'

export const ROOT = fileURLToPath(new URL('../..', import.meta.url))

export interface DevRun {
  readonly base_url: string
  /** Where people open it: by a name, to which browsers tie passkeys. */
  readonly portal_url: string
  readonly mail_url: string
  /** Where the reference wallet is. */
  readonly wallet_url: string
  /** The folder that the practice site serves; this run's own. */
  readonly site_folder: string
  said(): string
  /** Everything that it started and that still runs, itself and PostgreSQL included. */
  processes(): string[]
  stop(): Promise<void>
}

export async function startDev(
  flags: readonly string[],
  environment: Readonly<Record<string, string>>,
  root = ROOT,
): Promise<DevRun> {
  // Whatever is started below inherits it, whichever parent it ends up with.
  const mark = `PURSESTRINGS_RUN=${randomUUID()}`
  const home = await mkdtemp(join(tmpdir(), 'pursestrings-dev-'))
  const site_folder = join(home, 'site')
  const ports = {
    PORT: '0',
    WALLET_PORT: '0',
    DEV_SMTP_PORT: '0',
    DEV_MAIL_PORT: '0',
    DEV_SITE_PORT: '0',
    DEV_LEDGER_PORT: '0',
    DEV_SHOP_PORT: '0',
  }
  // Vitest sets a BASE_URL that means something else.
  // The docs are built once for all tests, not beside each. The wallet is the one that is published, without the demo shop.
  const ours = { ...ports, BASE_URL: '', DEV_SITE_DIR: site_folder, DEV_DOCS: 'off', DEV_SHOP: 'off' }
  const child = spawn('npm', ['run', '--silent', 'dev', '--', ...flags], {
    cwd: root,
    env: { ...process.env, ...ours, ...environment, PURSESTRINGS_RUN: mark.split('=')[1] },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit')
  let said = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      said += chunk.toString()
    })
  }
  const processes = () => processesWith(mark)
  const stop = async () => {
    if (child.pid !== undefined && processes().length > 0) {
      process.kill(-child.pid, 'SIGINT')
      // Most of them are gone with it: who still runs is asked of the whole machine, which takes a while.
      await ended
    }
    await until(() => processes().length === 0)
    await rm(home, { recursive: true, force: true })
  }
  await until(() => /^ +Docs +http\S+\s/m.test(said) || child.exitCode !== null, 240_000).catch(stop)
  const [base_url, portal_url, mail_url, wallet_url] = ['API', 'Portal', 'Mail', 'Wallet'].map(
    (name) => new RegExp(`${name} +(http:\\S+?)/?\\s`).exec(said)?.[1],
  )
  if (!base_url || !portal_url || !mail_url || !wallet_url) {
    await stop()
    throw new Error(`npm run dev did not start:\n${said}`)
  }
  return { base_url, portal_url, mail_url, wallet_url, site_folder, said: () => said, processes, stop }
}

export function processesWith(mark: string): string[] {
  // Without dashes, `e` shows the environment of each process, on Linux and macOS alike.
  const all = execFileSync('ps', ['axeww', '-o', 'pid=,command='], { encoding: 'utf8', maxBuffer: 64_000_000 })
  return all.split('\n').filter((line) => line.includes(mark))
}

/** What a service needs around it for a first payment: mail, a practice site, a practice ledger, a database with logins. */
import { randomBytes } from 'node:crypto'
import { chownSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { startMailCatcher } from '../../tools/dev/mail-catcher.ts'
import { startPracticeLedger } from '../../tools/dev/practice-ledger.ts'
import { startPracticeSite } from '../../tools/dev/practice-site.ts'
import { createScratchDatabase } from '../e2e/scratch-database.ts'
import type { DebianRoot } from './debian-root.ts'

/** Owns nothing in the root but the home of the client. */
export const USER = '10001:10001'
const [UID, GID] = USER.split(':').map(Number) as [number, number]
const PROGRAM = '/usr/local/bin/pursestrings-server'
const CLI = ['node', '/opt/pursestrings-cli/node_modules/.bin/pursestrings']

export interface Ground {
  /** `npm install --global` of a tarball that lies outside; in milliseconds. */
  install(tarball: string): Promise<number>
  migrate(): Promise<{ readonly ms: number; readonly applied: number }>
  /** Logins for each part, as an administrator makes them after the first `migrate`. */
  createLogins(): Promise<void>
  server(...words: string[]): Promise<string>
  /** An api and a worker, once the api is ready. */
  serve(): Promise<Serving>
  /** The command `pursestrings`, as a person who has no rights on the machine. */
  pursestrings(...words: string[]): Promise<string>
  stop(): Promise<void>
}

export interface Serving {
  readonly started_ms: number
  /** The codes of api and worker. */
  stop(): Promise<(number | null)[]>
}

const timed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return Math.round(performance.now() - began)
}

/** `name` keeps two of them in one root apart. */
export const startGround = async (debian: DebianRoot, name: string): Promise<Ground> => {
  const database = await createScratchDatabase()
  const mail = await startMailCatcher({ smtp_port: 0, http_port: 0 })
  const home = `/home/${name}`
  const outside = (path: string) => join(debian.path, path)
  mkdirSync(outside(home), { recursive: true })
  mkdirSync(outside('/etc/pursestrings'), { recursive: true })
  const site = await startPracticeSite({ port: 0, folder: outside(`${home}/site`) })
  for (const path of [home, `${home}/site`, `${home}/site/.well-known`]) chownSync(outside(path), UID, GID)
  const ledger = await startPracticeLedger(0)
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const key = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`
  // What `npm run dev` says of itself beside its site, for `pursestrings demo`.
  const where = { base_url: url, portal_url: url, wallet_url: url, mail_url: mail.page_url }
  writeFileSync(`${site.folder}-run.json`, JSON.stringify(where))
  // Only development lets the service call a practice site on its own machine.
  const settings: Record<string, string> = {
    ENVIRONMENT: 'development',
    PORT: String(port),
    BASE_URL: url,
    DNS_SERVERS: '192.0.2.53,198.51.100.53',
    SMTP_URL: mail.smtp_url,
    TRUSTED_CA_FILE: site.authority_file.slice(debian.path.length),
    OUTBOUND_LOOPBACK: site.loopback,
    LEDGER_SOURCES: ledger.sources,
    LEDGER_VALIDATORS: ledger.validators,
    DRAIN_MS: '0',
  }
  const keep = (secrets: Readonly<Record<string, string>>) => {
    for (const [setting, text] of Object.entries(secrets)) {
      const file = `/etc/pursestrings/${name}-${setting}`
      writeFileSync(outside(file), `${text}\n`, { mode: 0o640 })
      chownSync(outside(file), 0, GID)
      settings[`${setting}_FILE`] = file
    }
  }
  keep({ DATABASE_OWNER_URL: database.url, DATABASE_URL: database.url })
  keep({ FACTS_KEYS: key('facts-1'), WEBHOOK_SECRET_KEYS: key('seal-1'), RECEIPT_KEYS: key('receipts-1') })
  const server = (...words: string[]) => debian.run([PROGRAM, ...words], { user: USER, env: settings })
  return {
    install(tarball) {
      return timed(() => debian.run(['npm', 'install', '--global', '--offline', '--no-audit', '--no-fund', tarball]))
    },
    async migrate() {
      let said = ''
      const ms = await timed(async () => {
        said = await server('migrate')
      })
      const [, applied = ''] = /"applied":\[([^\]]*)\]/.exec(said) ?? []
      return { ms, applied: applied.match(/"\d{4}_/g)?.length ?? 0 }
    },
    createLogins: async () => keep(await database.createLogins()),
    server,
    async serve() {
      // A process that serves doesn't have the login that migrates.
      const { DATABASE_OWNER_URL_FILE: _owner, ...env } = settings
      const children = ['api', 'worker'].map((role) => debian.start([PROGRAM, role], { user: USER, env }))
      let said = ''
      const ended = children.map((child) => {
        child.stdout?.on('data', (chunk: Buffer) => {
          said += chunk.toString()
        })
        return new Promise<number | null>((resolve) => void child.once('exit', resolve))
      })
      const stop = (signal: NodeJS.Signals) => {
        for (const child of children) child.kill(signal)
        return Promise.all(ended)
      }
      const ready = async () => {
        if (children.some(({ exitCode }) => exitCode !== null)) throw new Error(`a process did not start:\n${said}`)
        const answer = await fetch(`${url}/ready`).catch(() => undefined)
        return answer?.ok === true && said.split('"msg":"started"').length > children.length
      }
      const started_ms = await timed(() => until(ready)).catch(async (error: Error) => {
        await stop('SIGKILL')
        throw new Error(`${error.message}\n${said}`, { cause: error })
      })
      return { started_ms, stop: () => stop('SIGTERM') }
    },
    pursestrings: (...words) =>
      debian.run([...CLI, ...words], {
        user: USER,
        env: {
          HOME: home,
          PURSESTRINGS_BASE_URL: url,
          DEV_SITE_DIR: `${home}/site`,
        },
      }),
    async stop() {
      await Promise.all([mail.stop(), site.stop(), ledger.stop()])
      await database.drop()
    },
  }
}

/** What a service needs around it for a first payment: mail, a practice site, a practice ledger, a database with logins. */

import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { until } from '../../server/test/until.ts'
import { freePort } from '../../tools/dev/free-port.ts'
import { startMailCatcher } from '../../tools/dev/mail-catcher.ts'
import { startPracticeLedger } from '../../tools/dev/practice-ledger.ts'
import { startPracticeSite } from '../../tools/dev/practice-site.ts'
import { createScratchDatabase } from '../e2e/scratch-database.ts'

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
      return { ms, applied: applied.match(/\.sql"/g)?.length ?? 0 }
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

// A clean Debian as `mmdebstrap` makes it from this machine's package sources, with Node and npm where Node's own archive puts
// them, and nothing of this tree. Programs run inside it by chroot, in a mount namespace of their own. Needs root.

const run = promisify(execFile)

type Environment = Readonly<Record<string, string>>

export interface DebianRoot {
  /** The root, as seen from outside. */
  readonly path: string
  /** Runs to its end; what it printed. */
  run(words: readonly string[], options?: Options): Promise<string>
  /** Signals to it reach the program itself. */
  start(words: readonly string[], options?: Options): ChildProcess
  remove(): void
}

interface Options {
  /** As in `10001:10001`; root otherwise. */
  readonly user?: string
  readonly env?: Environment
}

/** Debian's own: other sources of the machine have no Debian to install. */
const SOURCES = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list']

const INSIDE = `root=$1 user=$2; shift 2
mount -t proc proc "$root/proc" && exec chroot --userspec="$user" "$root" "$@"`

/** Nothing of the caller's environment gets in. */
const environmentOf = (env: Environment = {}): Environment => ({
  PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  HOME: '/root',
  LANG: 'C.UTF-8',
  ...env,
})

/** A folder with a minimal Debian of the machine's own release. */
export const bootstrapDebian = async (folder: string, include: readonly string[] = []): Promise<void> => {
  const [, release] = /^VERSION_CODENAME=(\w+)$/m.exec(readFileSync('/etc/os-release', 'utf8')) ?? []
  const sources = SOURCES.filter((file) => existsSync(file) && /^(deb |URIs:)/m.test(readFileSync(file, 'utf8')))
  if (release === undefined || sources.length === 0) throw new Error('this machine has no package sources of Debian')
  const more = include.length > 0 ? [`--include=${include.join(',')}`] : []
  await run('mmdebstrap', [
    '--quiet',
    '--variant=minbase',
    '--dpkgopt=force-unsafe-io',
    ...more,
    release,
    folder,
    ...sources,
  ])
}

/** The Node that runs the tests, which comes from the lock. */
export const putNode = (folder: string): void => {
  cpSync(realpathSync(process.execPath), join(folder, 'usr/local/bin/node'))
}

const putNpm = async (folder: string): Promise<void> => {
  const { stdout } = await run('sh', ['-c', 'command -v npm'])
  const modules = join(folder, 'usr/local/lib/node_modules')
  mkdirSync(modules, { recursive: true })
  cpSync(dirname(dirname(realpathSync(stdout.trim()))), join(modules, 'npm'), { recursive: true })
  symlinkSync('../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/local/bin/npm'))
}

export const makeDebianRoot = async (): Promise<DebianRoot> => {
  const path = join(mkdtempSync(join(tmpdir(), 'pursestrings-debian-')), 'root')
  await bootstrapDebian(path)
  putNode(path)
  await putNpm(path)
  const wordsOf = (words: readonly string[], user = '0:0') =>
    ['--mount', 'sh', '-c', INSIDE, 'inside', path, user].concat(words)
  return {
    path,
    async run(words, { user, env } = {}) {
      const options = { env: environmentOf(env), maxBuffer: 64_000_000 }
      const { stdout } = await run('unshare', wordsOf(words, user), options).catch(
        (error: { stdout: string; stderr: string }) => {
          throw new Error(`${words.join(' ')}\n${error.stdout}\n${error.stderr}`)
        },
      )
      return stdout
    },
    start: (words, { user, env } = {}) =>
      spawn('unshare', wordsOf(words, user), { env: environmentOf(env), stdio: ['ignore', 'pipe', 'inherit'] }),
    remove: () => rmSync(dirname(path), { recursive: true, force: true }),
  }
}

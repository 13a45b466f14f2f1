/**
 * A clean Debian as `mmdebstrap` makes it from this machine's package sources, with Node and npm where Node's own archive puts
 * them, and nothing of this tree. Programs run inside it by chroot, in a mount namespace of their own. Needs root.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

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

/**
 * `npm test`: what a change is tried with while it is made, in less than 90 seconds on two processors. The tests beside
 * the sources, a choice of those that call a whole service, and whatever test files differ from main. With
 * arguments it runs just these, as vitest understands them. `npm run check` runs everything.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

/** What most changes would break, chosen by what it costs: together less than a minute of one processor. */
const SERVER = [
  'agents',
  'api-keys',
  'connect',
  'devices',
  'facts-mismatch',
  'forbidden-writes',
  'inputs',
  'pairing',
  'payment-requests',
  'projects',
  'recipients',
  'sign-in',
  'tenancy',
  'webhook-endpoints',
].map((name) => `server/test/${name}.test.ts`)

/** Beside their sources, but slow. */
const SLOW = ['https-client.limits', 'check-address', 'ids'].map((name) => `**/${name}.test.ts`)

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).split('\n').filter(Boolean)

/** Test files that are new or changed here, committed or not. A tree without git or main has none. */
const changed = (): string[] => {
  try {
    const [base = 'HEAD'] = git('merge-base', 'HEAD', 'main')
    const files = [...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')]
    return files.filter((file) => /^(packages|server|scripts)\/.*\.test\.ts$/.test(file) && existsSync(ROOT + file))
  } catch {
    return []
  }
}

const beside = globSync(['packages/*/src/**/*.test.ts', 'server/src/**/*.test.ts'], { cwd: ROOT, exclude: SLOW })
const given = process.argv.slice(2)
const chosen = [...new Set([...beside, ...SERVER, ...changed()])]
const absent = SERVER.filter((file) => !existsSync(ROOT + file))
if (absent.length > 0) throw new Error(`scripts/quick-tests.ts names files that are not there: ${absent.join(', ')}`)
const projects = ['--project', 'unit', '--project', 'server']
const vitest = `${ROOT}node_modules/vitest/vitest.mjs`
const { status } = spawnSync(process.execPath, [vitest, 'run', ...projects, ...(given.length > 0 ? given : chosen)], {
  cwd: ROOT,
  stdio: 'inherit',
})
process.exitCode = status ?? 1

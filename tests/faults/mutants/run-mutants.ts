/**
 * Decides which mutants survive. A mutant is caught when its named test passes in the tree as it is and fails, by an
 * assertion, in a copy that holds the mutant. Two copies work side by side, one for each of two processors.
 */
import { execFileSync, spawn } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Mutant } from './mutant.ts'

// Runs one named test in a copy of the tree, in a process of its own, and says how it ended.

/** `crashed`: it failed, but by no assertion, or could not be run at all. `absent`: no test has that name. */
type Ending = 'passed' | 'failed' | 'crashed' | 'absent'

interface Ended {
  readonly ending: Ending
  /** What the test said when it failed, or the runner when it could not begin. */
  readonly said: string
}

interface NamedTest {
  readonly test: string
  readonly caught_by: string
}

interface Place {
  readonly root: string
  readonly admin_url: string
  /** A migrated database to clone; without it the copy migrates one of its own. */
  readonly template: string | undefined
}

interface Results {
  readonly testResults: readonly {
    /** Of a file that could not be run, or whose set-up failed. */
    readonly message?: string
    readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[]
  }[]
}

const HANGS_MS = 240_000
/** Some of what `expect` throws has no name of its own, but its stack shows where it comes from; a property quotes it. */
const EXPECTED = /^(?:Got )?AssertionError\b|^\s+at _Assertion\./m
/** A test that reads the refusal it is sure of, where the call was not refused. */
const NOT_REFUSED =
  /^TypeError: Cannot read properties of undefined \(reading '(?:code|issues|message|details)'\)\n\s+at .*\/(?:test\/|[\w-]+\.test\.ts)/
const isAssertion = (failure: string): boolean => EXPECTED.test(failure) || NOT_REFUSED.test(failure)

const runTest = async ({ root, admin_url, template }: Place, { test, caught_by }: NamedTest): Promise<Ended> => {
  const results = join(root, 'mutant-results.json')
  rmSync(results, { force: true })
  const flags = ['--retry=0', '--maxWorkers=1', '--reporter=json', `--outputFile=${results}`]
  const said = await run(root, ['run', '--project', projectOf(test), test, '-t', literally(caught_by), ...flags], {
    TEST_DATABASE_URL: admin_url,
    // A mutant may need a case that the check alone does not draw.
    CHECK_FULL: '1',
    TEST_TEMPLATE: template,
  })
  if (!existsSync(results)) return { ending: 'crashed', said }
  const { testResults } = JSON.parse(readFileSync(results, 'utf8')) as Results
  const tests = testResults.flatMap((file) => file.assertionResults)
  const failures = tests.filter((t) => t.status === 'failed').map((t) => t.failureMessages.join('\n'))
  const asserted = failures.find(isAssertion)
  if (asserted !== undefined) return { ending: 'failed', said: asserted }
  if (failures.length > 0) return { ending: 'crashed', said: failures.join('\n') }
  if (tests.some((t) => t.status === 'passed')) return { ending: 'passed', said: '' }
  const broken = testResults.map((file) => file.message ?? '').join('\n')
  return broken.trim() === '' ? { ending: 'absent', said } : { ending: 'crashed', said: broken }
}

const OF_THE_OUTER_RUN = /^(VITEST|TALLY_FILE$|COUNTS_FILE$|REFUSALS_SEEN$|NODE_ENV$)/

const run = (root: string, flags: readonly string[], more: NodeJS.ProcessEnv): Promise<string> => {
  // What the runner around us tells its tests would confuse the one inside.
  const inherited = Object.entries(process.env).filter(([name]) => !OF_THE_OUTER_RUN.test(name))
  const child = spawn(process.execPath, [join(ROOT, 'node_modules/vitest/vitest.mjs'), ...flags], {
    cwd: root,
    env: { ...Object.fromEntries(inherited), ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: HANGS_MS,
    killSignal: 'SIGKILL',
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(said))
  })
}

/** As vitest.config.ts has them: to begin only one saves a second at every run. */
const projectOf = (test: string): string => {
  if (test.startsWith('tests/e2e/')) return 'e2e'
  return /^(?:(?:apps|packages)\/\w+\/src|tools|deploy)\//.test(test) ? 'unit' : 'server'
}

const literally = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

export interface Database {
  readonly admin_url: string
  readonly template: string
}

export interface Options {
  /** Where the whole suite runs anyway, the tests need not be shown to pass. */
  readonly tests_known_to_pass?: boolean
  readonly log?: (line: string) => void
}

/** Whether a migrated database is made of it, so that the copy needs one of its own. */
export const changesSchema = (file: string): boolean => /^server\/(schema|src\/platform\/(postgres|jobs))\//.test(file)

/** One line for each mutant that was not caught, beginning with its name. */
export const runMutants = async (
  mutants: readonly Mutant[],
  { admin_url, template }: Database,
  { tests_known_to_pass = false, log = () => {} }: Options = {},
): Promise<string[]> => {
  const survivors: string[] = []
  const unfit = new Map<string, Ended>()
  const copies = [copyTree(), copyTree()]
  try {
    const tests = tests_known_to_pass ? [] : [...new Map(mutants.map((m) => [keyOf(m), m])).values()]
    await sideBySide(copies, tests, async (test, { root }) => {
      const ended = await runTest({ root, admin_url, template }, test)
      log(`${ended.ending.padEnd(8)} without a mutant: ${keyOf(test)}`)
      if (ended.ending !== 'passed') unfit.set(keyOf(test), ended)
    })
    await sideBySide(copies, mutants, async (mutant, { root }) => {
      const place = { root, admin_url, template: changesSchema(mutant.file) ? undefined : template }
      const broken = unfit.get(keyOf(mutant))
      const ended = broken ?? (await withMutant(root, mutant, () => runTest(place, mutant)))
      const caught = broken === undefined && ended.ending === 'failed'
      log(`${caught ? 'caught  ' : 'SURVIVED'} ${mutant.name}`)
      if (!caught) survivors.push(`${mutant.name}: ${verdictOn(ended, broken !== undefined)}`)
    })
  } finally {
    for (const copy of copies) copy.remove()
  }
  return survivors
}

const keyOf = ({ test, caught_by }: NamedTest): string => `${test} > ${caught_by}`

const sideBySide = async <T>(
  copies: readonly TreeCopy[],
  items: readonly T[],
  use: (item: T, copy: TreeCopy) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const work = async (copy: TreeCopy) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await use(item, copy)
  }
  await Promise.all(copies.map(work))
}

const withMutant = async <R>(root: string, { file, find, replace }: Mutant, use: () => Promise<R>): Promise<R> => {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.split(find).join(replace))
  try {
    return await use()
  } finally {
    writeFileSync(path, text)
  }
}

const verdictOn = ({ ending, said }: Ended, unmutated: boolean): string => {
  if (ending === 'absent') return 'no test has the name that should catch it'
  if (ending === 'passed') return 'the test passes although the code is wrong'
  const where = unmutated ? 'without the mutant' : 'with the mutant'
  return `its test fails ${where}${ending === 'crashed' ? ', but by no assertion' : ''}\n${said.trim().slice(0, 2000)}`
}

// A copy of the tree in which code may be spoilt. Sources are copied as git knows them, changes not yet committed
// included; packages are links to the real ones, except the workspaces, which are the copy's own.

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OWN_SCOPE = '@pursestrings'

export interface TreeCopy {
  readonly root: string
  remove(): void
}

export const copyTree = (): TreeCopy => {
  const root = mkdtempSync(join(tmpdir(), 'pursestrings-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(ROOT, file), join(root, file))
  }
  linkPackages(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules', OWN_SCOPE))) {
    const workspace = relative(realpathSync(ROOT), realpathSync(join(ROOT, 'node_modules', OWN_SCOPE, name)))
    link(join(root, workspace), join(root, 'node_modules', OWN_SCOPE, name))
    const nested = join(ROOT, workspace, 'node_modules')
    if (existsSync(nested)) linkPackages(nested, join(root, workspace, 'node_modules'))
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

const linkPackages = (from: string, to: string): void => {
  mkdirSync(join(to, OWN_SCOPE), { recursive: true })
  const packages = readdirSync(from).filter((name) => name === '.bin' || (!name.startsWith('.') && name !== OWN_SCOPE))
  for (const name of packages) link(join(from, name), join(to, name))
}

const link = (target: string, path: string): void => symlinkSync(target, path, 'junction')

/** Runs one named test in a copy of the tree, in a process of its own, and says how it ended. */
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './copy-tree.ts'

/** `crashed`: it failed, but by no assertion, or could not be run at all. `absent`: no test has that name. */
export type Ending = 'passed' | 'failed' | 'crashed' | 'absent'

export interface Ended {
  readonly ending: Ending
  /** What the test said when it failed, or the runner when it could not begin. */
  readonly said: string
}

export interface NamedTest {
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

export const runTest = async ({ root, admin_url, template }: Place, { test, caught_by }: NamedTest): Promise<Ended> => {
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

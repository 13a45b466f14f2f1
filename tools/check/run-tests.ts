/**
 * Runs tests for the check. With `rerun`, files that failed are run once more, by themselves, and named: nothing passes at
 * the second try without being told. What the tests start is counted meanwhile.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '../../packages/contract/src/operations.ts'
import { judgeRefusals } from '../../server/test/refusals-seen.ts'
import { type Outcome, runStep } from './static-steps.ts'
import { countsOf, type FileResults, type TestResults, withRerun, worthRerunning } from './test-results.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Run extends Outcome {
  /** Undefined when the run broke before it could count. */
  readonly results: TestResults | undefined
}

interface Wanted {
  readonly rerun: boolean
  readonly projects: readonly string[]
  /** The tree whose tests are run. */
  readonly root?: string
  readonly environment?: NodeJS.ProcessEnv
}

export interface TestOutcome {
  readonly passed: number
  readonly failed: number
  /** Every file, as it ended. */
  readonly files: readonly FileResults[]
  readonly lines: readonly string[]
}

export const runTests = async ({ rerun, projects, root = ROOT, environment = {} }: Wanted): Promise<TestOutcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-results-'))
  const vitest = vitestIn(root, folder, environment)
  try {
    const first = await vitest('first', projects, [])
    if (first.results === undefined) {
      return { passed: 0, failed: 1, files: [], lines: ['the tests broke off before they could be counted'] }
    }
    const again = rerun ? worthRerunning(first.results) : []
    if (again.length === 0) return judged(first.results, first.passed)
    console.log(`failed, and run once more: ${again.map(({ file }) => file).join(', ')}`)
    const second = await vitest(
      'second',
      [...new Set(again.map(({ project }) => project))],
      again.map(({ file }) => resolve(root, file)),
    )
    if (second.results === undefined) return judged(first.results, false)
    const results = withRerun(first.results, second.results)
    return judged(results, second.passed, again.map(tellOf(results)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const vitestIn =
  (root: string, folder: string, environment: NodeJS.ProcessEnv) =>
  async (name: string, projects: readonly string[], files: readonly string[]): Promise<Run> => {
    const command = ['vitest', 'run', '--root', root, ...projects.flatMap((one) => ['--project', one]), ...files]
    const results_file = join(folder, `${name}.json`)
    const told = { ...environment, RESULTS_FILE: results_file, COUNTS_FILE: join(folder, `${name}.jsonl`) }
    const outcome = await runStep({ name: 'tests', command, live: true, environment: told })
    const results = existsSync(results_file)
      ? (JSON.parse(readFileSync(results_file, 'utf8')) as TestResults)
      : undefined
    return { ...outcome, results }
  }

const tellOf =
  (results: TestResults) =>
  ({ project, file }: FileResults): string => {
    const failed = results.files.some((f) => f.project === project && f.file === file && f.failed > 0)
    return failed ? `failed twice: ${file}` : `passed at the second run only: ${file}`
  }

const judged = (results: TestResults, passed: boolean, notes: readonly string[] = []): TestOutcome => {
  const faults = results.whole ? judgeRefusals(operations, results.refusals) : []
  const counts = countsOf(results, faults.length)
  const unseen = !passed && counts.failed === 0 ? 1 : 0
  const skipped = results.skipped > 0 ? [`${results.skipped} skipped`] : []
  const outside = unseen > 0 ? ['the run failed outside of any test; see above'] : []
  const lines = [...faults.map((fault) => `refusals: ${fault}`), ...outside, ...skipped, ...notes]
  return { passed: counts.passed, failed: counts.failed + unseen, files: results.files, lines }
}

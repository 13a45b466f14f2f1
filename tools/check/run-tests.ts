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
import { type Outcome, runStep } from './run-step.ts'
import { countsOf, type FileTally, type Tally, withRerun, worthRerunning } from './test-results.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

interface Run extends Outcome {
  /** Undefined when the run broke before it could count. */
  readonly tally: Tally | undefined
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
  readonly files: readonly FileTally[]
  readonly lines: readonly string[]
}

export const runTests = async ({ rerun, projects, root = ROOT, environment = {} }: Wanted): Promise<TestOutcome> => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-tally-'))
  const vitest = vitestIn(root, folder, environment)
  try {
    const first = await vitest('first', projects, [])
    if (first.tally === undefined) {
      return { passed: 0, failed: 1, files: [], lines: ['the tests broke off before they could be counted'] }
    }
    const again = rerun ? worthRerunning(first.tally) : []
    if (again.length === 0) return judged(first.tally, first.passed)
    console.log(`failed, and run once more: ${again.map(({ file }) => file).join(', ')}`)
    const second = await vitest(
      'second',
      [...new Set(again.map(({ project }) => project))],
      again.map(({ file }) => resolve(root, file)),
    )
    if (second.tally === undefined) return judged(first.tally, false)
    const tally = withRerun(first.tally, second.tally)
    return judged(tally, second.passed, again.map(tellOf(tally)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const vitestIn =
  (root: string, folder: string, environment: NodeJS.ProcessEnv) =>
  async (name: string, projects: readonly string[], files: readonly string[]): Promise<Run> => {
    const command = ['vitest', 'run', '--root', root, ...projects.flatMap((one) => ['--project', one]), ...files]
    const tally_file = join(folder, `${name}.json`)
    const told = { ...environment, TALLY_FILE: tally_file, COUNTS_FILE: join(folder, `${name}.jsonl`) }
    const outcome = await runStep({ name: 'tests', command, live: true, environment: told })
    const tally = existsSync(tally_file) ? (JSON.parse(readFileSync(tally_file, 'utf8')) as Tally) : undefined
    return { ...outcome, tally }
  }

const tellOf =
  (tally: Tally) =>
  ({ project, file }: FileTally): string => {
    const failed = tally.files.some((f) => f.project === project && f.file === file && f.failed > 0)
    return failed ? `failed twice: ${file}` : `passed at the second run only: ${file}`
  }

const judged = (tally: Tally, passed: boolean, notes: readonly string[] = []): TestOutcome => {
  const faults = tally.whole ? judgeRefusals(operations, tally.refusals) : []
  const counts = countsOf(tally, faults.length)
  const unseen = !passed && counts.failed === 0 ? 1 : 0
  const skipped = tally.skipped > 0 ? [`${tally.skipped} skipped`] : []
  const outside = unseen > 0 ? ['the run failed outside of any test; see above'] : []
  const lines = [...faults.map((fault) => `refusals: ${fault}`), ...outside, ...skipped, ...notes]
  return { passed: counts.passed, failed: counts.failed + unseen, files: tally.files, lines }
}

/**
 * Runs the tests for the check and prints their counts as the last line. With `rerun`, files that failed are run once
 * more, by themselves, and named: nothing passes at the second try without being told.
 */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '../packages/contract/src/operations.ts'
import { judgeRefusals } from '../server/test/refusals-seen.ts'
import { type Outcome, runStep } from './run-step.ts'
import { countsLine, countsOf, type FileTally, slowestLines, type Tally, withRerun, worthRerunning } from './tally.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const PROJECTS = ['unit', 'server', 'e2e']

interface Run extends Outcome {
  /** Undefined when the run broke before it could count. */
  readonly tally: Tally | undefined
}

interface Wanted {
  readonly rerun: boolean
  readonly projects?: readonly string[]
  /** The tree whose tests are run. */
  readonly root?: string
}

export const runTests = async ({ rerun, projects = PROJECTS, root = ROOT }: Wanted): Promise<boolean> => {
  const vitest = vitestIn(root)
  const folder = mkdtempSync(join(tmpdir(), 'countersign-tally-'))
  try {
    const first = await vitest(projects, [], join(folder, 'first.json'))
    if (first.tally === undefined) return ended(['the tests broke off before they could be counted'], 0, 1)
    const again = rerun ? worthRerunning(first.tally) : []
    if (again.length === 0) return judged(first.tally, first.passed)
    console.log(`failed, and run once more: ${again.map(({ file }) => file).join(', ')}`)
    const second = await vitest(
      [...new Set(again.map(({ project }) => project))],
      again.map(({ file }) => resolve(root, file)),
      join(folder, 'second.json'),
    )
    if (second.tally === undefined) return judged(first.tally, false)
    const tally = withRerun(first.tally, second.tally)
    return judged(tally, second.passed, again.map(tellOf(tally)))
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const vitestIn =
  (root: string) =>
  async (projects: readonly string[], files: readonly string[], tally_file: string): Promise<Run> => {
    const command = ['vitest', 'run', '--root', root, ...projects.flatMap((name) => ['--project', name]), ...files]
    const outcome = await runStep({ name: 'tests', command, live: true, environment: { TALLY_FILE: tally_file } })
    const tally = existsSync(tally_file) ? (JSON.parse(readFileSync(tally_file, 'utf8')) as Tally) : undefined
    return { ...outcome, tally }
  }

const tellOf =
  (tally: Tally) =>
  ({ project, file }: FileTally): string => {
    const failed = tally.files.some((f) => f.project === project && f.file === file && f.failed > 0)
    return failed ? `failed twice: ${file}` : `passed at the second run only: ${file}`
  }

const judged = (tally: Tally, passed: boolean, notes: readonly string[] = []): boolean => {
  const faults = tally.whole ? judgeRefusals(operations, tally.refusals) : []
  const counts = countsOf(tally, faults.length)
  const unseen = !passed && counts.failed === 0 ? 1 : 0
  const skipped = tally.skipped > 0 ? [`${tally.skipped} skipped`] : []
  const outside = unseen > 0 ? ['the run failed outside of any test; see above'] : []
  const lines = [
    ...slowestLines(tally),
    ...faults.map((fault) => `refusals: ${fault}`),
    ...outside,
    ...skipped,
    ...notes,
  ]
  return ended(lines, counts.passed, counts.failed + unseen)
}

const ended = (lines: readonly string[], passed: number, failed: number): boolean => {
  for (const line of lines) console.log(line)
  console.log(countsLine({ passed, failed }))
  return failed === 0
}

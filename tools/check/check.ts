/**
 * Decides whether the tree is fit to be merged: format, lint, types, modules, lock, generated files, docs, tests. What CI runs.
 *
 * `--full` also runs what tests/full.json lists, as before a release and every night, and records it there when all of that is
 * green: the rest is run before every merge.
 * `--rerun-failed-files` gives files that failed a second run, and names them. `--keep-counts` rewrites tests/times.json.
 * The output ends with the counts of tests, alone on a line.
 */
import { fileURLToPath } from 'node:url'
import { keepCounts, raisedCounts, readKept } from './counts.ts'
import { judgeLastFullRun, recordFullRun } from './last-full-run.ts'
import { runTests } from './run-tests.ts'
import { runStatic } from './static-steps.ts'
import { countLines, fileLines, stepLines } from './table.ts'
import { countsLine } from './test-results.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMES = `${ROOT}tests/times.json`
process.chdir(ROOT)

const [full, rerun, keep] = ['--full', '--rerun-failed-files', '--keep-counts'].map((flag) =>
  process.argv.includes(flag),
)

const say = (lines: readonly string[]): void => {
  for (const line of lines) console.log(line)
}

const steps = await runStatic()
const failed = steps.filter((step) => !step.passed).map(({ name }) => name)
if (failed.length > 0) {
  say([`failed: ${failed.join(', ')}; the tests were not run`, countsLine({ passed: 0, failed: 1 })])
  process.exit(1)
}

const tests = await runTests({
  rerun: rerun === true,
  projects: ['unit', 'server', 'e2e', ...(full ? ['full'] : [])],
  environment: full ? { CHECK_FULL: '1' } : {},
})
const kept = readKept(TIMES)
say([...stepLines(steps), ...fileLines(tests.files), ...countLines(tests.files, kept), ...tests.lines])

const faults: string[] = []
if (!full && !keep) faults.push(...raisedCounts(kept, tests.files).map((raised) => `counts: ${raised}`))
if (!full) {
  const { recent, said } = judgeLastFullRun(ROOT)
  if (recent) say([said])
  else faults.push(said)
}
if (tests.failed + faults.length > 0) process.exitCode = 1
else if (keep && !full) keepCounts(TIMES, tests.files)
const listed = tests.files.filter(({ project }) => project === 'full')
if (listed.length > 0 && listed.every((file) => file.failed === 0)) say([recordFullRun(ROOT)])
say([...faults, countsLine({ passed: tests.passed, failed: tests.failed + faults.length })])

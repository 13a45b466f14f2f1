/**
 * Decides whether the tree is fit to be merged: format, lint, types, modules, lock, generated files, docs, tests. What CI runs.
 *
 * The static steps run side by side, the tests after them. The output ends with the counts, alone on a line.
 * `--rerun-failed-files` gives files that failed a second run, and names them.
 */
import { existsSync, globSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runStep, type Step } from './run-step.ts'
import { runTests } from './run-tests.ts'

process.chdir(fileURLToPath(new URL('..', import.meta.url)))

const node = (script: string, ...flags: string[]): string[] => [
  process.execPath,
  '--conditions=@countersign/source',
  script,
  ...flags,
]
/** Named one by one: without a path oxlint walks node_modules, and it fails on a folder with nothing to lint. */
const linted = ['apps', 'packages', 'server', 'scripts', 'tests', 'examples'].filter(
  (folder) => globSync(`${folder}/**/*.{ts,tsx}`).length > 0,
)

/** The first hundred were applied before the service had users, and are never changed. */
const migrations = globSync('server/migrations/*.sql').filter((file) => basename(file) > '0101')

const OPENAPI = 'docs/generated/openapi.json'

const STATIC: Step[] = [
  { name: 'format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  {
    name: 'lint',
    command: ['oxlint', '--type-aware', '--deny-warnings', ...linted],
  },
  { name: 'types of contract', command: ['tsc', '--noEmit', '-p', 'packages/contract'] },
  { name: 'types of stellar', command: ['tsc', '--noEmit', '-p', 'packages/stellar'] },
  { name: 'types of sdk', command: ['tsc', '--noEmit', '-p', 'packages/sdk'] },
  { name: 'types', command: ['tsc', '--noEmit'] },
  { name: 'types of the portal', command: ['tsc', '--noEmit', '-p', 'apps/portal'] },
  { name: 'types of the wallet', command: ['tsc', '--noEmit', '-p', 'apps/wallet'] },
  { name: 'modules', command: node('scripts/check-modules.ts') },
  { name: 'migrations', command: ['squawk', ...migrations] },
  { name: 'lock', command: node('scripts/complete-lock.ts', '--check') },
  { name: 'generated files', command: node('scripts/generate.ts', '--check'), needs: 'scripts/generate.ts' },
  // Kept for the tests; its tools come from the network the first time.
  { name: 'docs', command: node('scripts/docs/build-docs.ts') },
  { name: 'openapi', command: ['redocly', 'lint', OPENAPI], needs: OPENAPI },
]

const due = STATIC.filter((step) => step.needs === undefined || existsSync(step.needs))
const failed = (await Promise.all(due.map(runStep))).filter((outcome) => !outcome.passed)
if (failed.length > 0) {
  console.log(`failed: ${failed.map((outcome) => outcome.name).join(', ')}; the tests were not run`)
  console.log('0 passed, 1 failed')
  process.exitCode = 1
} else if (!(await runTests({ rerun: process.argv.includes('--rerun-failed-files') }))) {
  process.exitCode = 1
}

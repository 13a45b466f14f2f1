/** What is checked without running the service. */
import { existsSync, globSync } from 'node:fs'
import { type Outcome, runStep, type Step } from './run-step.ts'

const node = (script: string, ...flags: string[]): string[] => [
  process.execPath,
  '--conditions=@pursestrings/source',
  script,
  ...flags,
]
/** Named one by one: without a path oxlint walks node_modules, and it fails on a folder with nothing to lint. */
const linted = [
  ...['apps', 'packages', 'server', 'tools', 'tests', 'examples', 'deploy'].filter(
    (folder) => globSync(`${folder}/**/*.{ts,tsx}`).length > 0,
  ),
  ...globSync('*.ts'),
]

/** The baseline makes its tables where nobody uses them yet. */
const migrations = globSync('server/schema/*.sql')

const OPENAPI = 'docs/generated/openapi.json'

/** The longest first. */
const STATIC: Step[] = [
  // Each file by the tsconfig.json nearest to it, with all that TypeScript says of it: one pass reads the types for both.
  { name: 'lint and types', command: ['oxlint', '--type-aware', '--type-check', '--deny-warnings', ...linted] },
  // Kept for the tests; its tools come from the network the first time.
  { name: 'docs', command: node('tools/docs/build-docs.ts') },
  {
    name: 'generated files',
    command: node('tools/generate/generate.ts', '--check'),
    needs: 'tools/generate/generate.ts',
  },
  { name: 'format', command: ['biome', 'check', '--error-on-warnings', '.'] },
  { name: 'modules', command: node('tools/check/modules/check-modules.ts') },
  { name: 'openapi', command: ['redocly', 'lint', OPENAPI], needs: OPENAPI },
  // Not linted, as it is written for strangers.
  { name: 'types of the example', command: ['tsc', '--noEmit', '-p', 'examples'] },
  ...(migrations.length === 0 ? [] : [{ name: 'migrations', command: ['squawk', ...migrations] }]),
  { name: 'lock', command: node('tools/check/complete-lock.ts', '--check') },
]

/** Two at once: more would only take turns on a small machine. */
export const runStatic = async (): Promise<Outcome[]> => {
  const due = STATIC.filter((step) => step.needs === undefined || existsSync(step.needs))
  const outcomes: Outcome[] = []
  const work = async (): Promise<void> => {
    for (let step = due.shift(); step !== undefined; step = due.shift()) outcomes.push(await runStep(step))
  }
  await Promise.all([work(), work()])
  return outcomes
}

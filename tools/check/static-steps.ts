/** What is checked without running the service. */

import { spawn } from 'node:child_process'
import { existsSync, globSync } from 'node:fs'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

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

// Decides how a step of the check is run and told: what passed in one line, what failed with all it said.

export interface Step {
  name: string
  command: string[]
  /** Skipped when this file does not exist. */
  needs?: string
  /** Shown as it happens, without a line about how it ended. */
  live?: boolean
  environment?: NodeJS.ProcessEnv
}

export interface Outcome {
  name: string
  passed: boolean
  said: string
  took_ms: number
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const ENVIRONMENT: NodeJS.ProcessEnv = {
  ...process.env,
  PATH: `${ROOT}node_modules/.bin${delimiter}${process.env['PATH'] ?? ''}`,
  // A linter has no business on the network.
  REDOCLY_TELEMETRY: 'off',
  REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
  ...(process.stdout.isTTY && { FORCE_COLOR: '1' }),
}

export function runStep({ name, command, live = false, environment = {} }: Step): Promise<Outcome> {
  const began = performance.now()
  const [program = '', ...flags] = command
  const child = spawn(program, flags, {
    cwd: ROOT,
    env: { ...ENVIRONMENT, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    // npm's commands are .cmd files there.
    shell: process.platform === 'win32' && program !== process.execPath,
  })
  let said = ''
  const hear = (chunk: Buffer) => {
    said += chunk.toString()
    if (live) process.stdout.write(chunk)
  }
  child.stdout.on('data', hear)
  child.stderr.on('data', hear)
  return new Promise((resolve) => {
    const end = (passed: boolean) => {
      const took_ms = performance.now() - began
      const seconds = (took_ms / 1000).toFixed(1)
      if (!live)
        console.log(passed ? `ok      ${name} (${seconds} s)` : `FAILED  ${name} (${seconds} s)\n${said.trimEnd()}\n`)
      resolve({ name, passed, said, took_ms })
    }
    child.on('error', (error) => {
      said += error.message
      end(false)
    })
    child.on('close', (code) => end(code === 0))
  })
}

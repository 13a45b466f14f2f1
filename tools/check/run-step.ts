/** Decides how a step of the check is run and told: what passed in one line, what failed with all it said. */
import { spawn } from 'node:child_process'
import { delimiter } from 'node:path'
import { fileURLToPath } from 'node:url'

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

/** The lines that a document tells its reader to copy, and the answers that it promises. */
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { ROOT } from './dev-run.ts'

export interface Step {
  readonly lines: string
  /** What the document shows below the lines; undefined where it shows nothing. */
  readonly promised: unknown
}

const BETWEEN = '\u001e'

/** Every `sh` block, in order, each with the `json` block that follows it. */
export function readSteps(document: string): Step[] {
  const written = readFileSync(`${ROOT}/${document}`, 'utf8')
  const steps: Step[] = []
  for (const [, language, text = ''] of written.matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)) {
    if (language === 'sh') steps.push({ lines: text, promised: undefined })
    const last = steps.at(-1)
    if (language === 'json' && last) steps[steps.length - 1] = { ...last, promised: JSON.parse(text) }
  }
  return steps
}

/** In one bash, in order; answers with what each step printed. The first line that fails ends it. */
export async function runSteps(steps: Step[], environment: Record<string, string>): Promise<string[]> {
  const script = steps.map(({ lines }) => lines).join(`printf '${BETWEEN}'\n`)
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script], {
    env: { ...process.env, ...environment },
    timeout: 60_000,
  })
  return stdout.split(BETWEEN)
}

/** The answer with `…` wherever the document leaves the rest of a text open, so that the two can be compared whole. */
export function asPromised(answer: unknown, promised: unknown): unknown {
  if (typeof promised === 'string' && typeof answer === 'string' && promised.endsWith('…')) {
    return answer.startsWith(promised.slice(0, -1)) ? promised : answer
  }
  if (Array.isArray(answer) && Array.isArray(promised)) return answer.map((item, i) => asPromised(item, promised[i]))
  if (!isObject(answer) || !isObject(promised)) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, asPromised(value, promised[key])]))
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

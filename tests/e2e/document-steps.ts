/** The lines that a document tells its reader to copy, and the answers that it promises. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './dev-run.ts'
import { type Block, readBlocks } from './document-blocks.ts'

export interface Step {
  readonly lines: string
  /** What the document shows below the lines: JSON, or lines of text; undefined where it shows nothing. */
  readonly promised: unknown
  readonly form: 'json' | 'text'
}

/** One way through a document: what a reader runs who picks the same tab all the way down. */
export interface Walk {
  /** The tab that this reader picks; undefined where the document has no tabs with lines to copy. */
  readonly tab: string | undefined
  readonly steps: readonly Step[]
}

const BETWEEN = '\u001e'
const TIME_MS_MAX = 200_000

/**
 * A document is walked once per tab that has lines to copy; blocks without a tab are part of every walk. A step is a `sh`
 * block with the `json` or `text` block that follows it.
 */
export function readWalks(document: string): Walk[] {
  const blocks = readBlocks(readFileSync(join(ROOT, document), 'utf8'), document)
  const tabs = [...new Set(blocks.flatMap(({ language, tab }) => (language === 'sh' && tab ? [tab] : [])))]
  return (tabs.length === 0 ? [undefined] : tabs).map((tab) => ({ tab, steps: stepsOf(blocks, tab) }))
}

function stepsOf(blocks: readonly Block[], tab: string | undefined): Step[] {
  const steps: Step[] = []
  // The step that an answer belongs to. Tabs in which this reader runs nothing leave the answer below them to others.
  let asked = false
  for (const block of blocks) {
    if (block.opens_tabs) asked = false
    if (block.tab !== undefined && block.tab !== tab) continue
    const { language, text } = block
    const last = steps.at(-1)
    if (language === 'sh') {
      steps.push({ lines: text, promised: undefined, form: 'json' })
      asked = true
    } else if (asked && last && (language === 'json' || language === 'text')) {
      steps[steps.length - 1] = { ...last, promised: READ[language](text), form: language }
      asked = false
    }
  }
  return steps
}

const READ = {
  json: (text: string): unknown => JSON.parse(text),
  text: (text: string): unknown => text.trimEnd().split('\n'),
}

export interface StepRun {
  readonly cwd: string
  readonly environment: Readonly<Record<string, string>>
}

export interface Ran {
  readonly printed: string
  /** When the step had ended. */
  readonly ended: number
}

/** In one bash, in order, as in a terminal that shows both streams. The first line that fails ends it. */
export async function runSteps(steps: readonly Step[], { cwd, environment }: StepRun): Promise<Ran[]> {
  const script = ['exec 2>&1\n', ...steps.map(({ lines }) => `${lines}printf '${BETWEEN}'\n`)].join('')
  const bash = spawn('bash', ['-euo', 'pipefail', '-c', script], {
    cwd,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  // With all that it started, which would hold its output open.
  const late = setTimeout(() => bash.pid && process.kill(-bash.pid, 'SIGKILL'), TIME_MS_MAX)
  const ran: Ran[] = []
  let printed = ''
  bash.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    const parts = (printed + chunk).split(BETWEEN)
    printed = parts.pop() ?? ''
    for (const part of parts) ran.push({ printed: part, ended: Date.now() })
  })
  const [code] = (await once(bash, 'close')) as [number | null]
  clearTimeout(late)
  if (code !== 0) throw new Error(`bash ended with ${code} in these lines:\n${steps[ran.length]?.lines}\n${printed}`)
  return ran
}

/** What a step printed, read in the way in which the document promises it. */
export const answerOf = ({ printed }: Ran, { form }: Step): unknown =>
  printed.trim() === '' ? undefined : READ[form](printed)

/**
 * The answer with `…` wherever the document leaves a part of a text open, so that the two can be compared whole. A line `…` stands
 * for any number of lines.
 */
export function asPromised(answer: unknown, promised: unknown): unknown {
  if (typeof promised === 'string' && typeof answer === 'string' && promised.includes('…')) {
    const fixed = promised.split('…').map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    return new RegExp(`^${fixed.join('[\\s\\S]*')}$`).test(answer) ? promised : answer
  }
  if (Array.isArray(answer) && Array.isArray(promised)) {
    const open = promised.indexOf('…')
    if (open === -1) return asPromisedEach(answer, promised)
    const [before, after] = [promised.slice(0, open), promised.slice(open + 1)]
    if (answer.length < before.length + after.length) return answer
    const end = answer.length - after.length
    return [...asPromisedEach(answer.slice(0, open), before), '…', ...asPromisedEach(answer.slice(end), after)]
  }
  if (!isObject(answer) || !isObject(promised)) return answer
  return Object.fromEntries(Object.entries(answer).map(([key, value]) => [key, asPromised(value, promised[key])]))
}

const asPromisedEach = (answers: readonly unknown[], promised: readonly unknown[]): unknown[] =>
  answers.map((item, i) => asPromised(item, promised[i]))

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What was refused during a run, written down across test processes, and what that says of the declarations. */
import { appendFileSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Operation, refusalsOf } from '../../packages/contract/src/operation.ts'

const RECORDS = fileURLToPath(new URL('../../.pursestrings/refusals-seen/', import.meta.url))

/** A folder per run, told to the test processes by the environment: runs side by side do not mix. */
export const beginRefusalRecord = (): (() => void) => {
  const folder = `${RECORDS}${process.pid}`
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  process.env.REFUSALS_SEEN = folder
  return () => rmSync(folder, { recursive: true, force: true })
}

export interface Seen {
  readonly operation: string
  readonly code: string
  readonly declared: boolean
}

export const recordRefusal = (seen: Seen): void =>
  appendFileSync(`${process.env.REFUSALS_SEEN}/${process.pid}.jsonl`, `${JSON.stringify(seen)}\n`)

export const readRefusals = (): Seen[] => {
  const folder = process.env.REFUSALS_SEEN
  if (folder === undefined || !existsSync(folder)) return []
  return readdirSync(folder).flatMap((file) =>
    readFileSync(`${folder}/${file}`, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Seen),
  )
}

/**
 * Every fault of a whole run: a code thrown where it is not declared, a code of a resource's module that no test provokes at
 * that operation, and a code of the transport that no test provokes at all.
 */
export const judgeRefusals = (operations: readonly Operation[], seen: readonly Seen[]): string[] => {
  const faults = seen
    .filter((s) => !s.declared && !s.operation.startsWith('planted.'))
    .map((s) => `${s.operation} threw ${s.code}, which it does not declare`)
  const provoked = new Set(seen.flatMap((s) => [s.code, `${s.operation} ${s.code}`]))
  for (const operation of operations) {
    const own = new Set(operation.refuses)
    for (const entry of refusalsOf(operation)) {
      const needed = own.has(entry) ? `${operation.id} ${entry.code}` : entry.code
      if (!provoked.has(needed)) faults.push(`no test provokes ${needed}`)
    }
  }
  return [...new Set(faults)]
}

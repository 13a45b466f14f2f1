/**
 * Decides whether a change makes the check start more than it did: services, databases, processes, browsers, inspections. The
 * counts of every test file are kept in tests/times.json; a total that grows by more than a tenth fails, with the files that
 * raised it. Times are kept beside them and judge nothing, since they depend on the machine.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { KINDS, type Kind } from '../../server/test/counted.ts'
import type { Counts, FileResults } from './test-results.ts'

export const RAISE_MAX = 0.1
const NAMED_MAX = 10

export type Kept = Readonly<Record<string, Counts & { readonly time_s: number; readonly cpu_s: number }>>

export const readKept = (path: string): Kept =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Kept) : {}

/** A line for each file, so that a difference shows which one changed. */
export const keepCounts = (path: string, files: readonly FileResults[]): void => {
  const tenths = (n: number) => Math.round(n * 10) / 10
  const lines = files
    .toSorted((a, b) => (a.file < b.file ? -1 : 1))
    .map(({ file, took_ms, cpu_s, counts }) => {
      const known = { time_s: tenths(took_ms / 1000), cpu_s: tenths(cpu_s), ...inOrder(counts) }
      return `  ${JSON.stringify(file)}: ${JSON.stringify(known)}`
    })
  writeFileSync(path, `{\n${lines.join(',\n')}\n}\n`)
}

const inOrder = (counts: Counts): Counts =>
  Object.fromEntries(KINDS.flatMap((kind) => (counts[kind] ? [[kind, counts[kind]]] : [])))

export const totalOf = (kind: Kind, all: Iterable<Counts>): number => {
  let sum = 0
  for (const counts of all) sum += counts[kind] ?? 0
  return sum
}

/** Of a whole check. What was never kept is not judged. */
export const raisedCounts = (kept: Kept, files: readonly FileResults[]): string[] =>
  KINDS.flatMap((kind) => {
    const before = totalOf(kind, Object.values(kept))
    const now = totalOf(
      kind,
      files.map(({ counts }) => counts),
    )
    if (before === 0 || now <= before * (1 + RAISE_MAX)) return []
    const raised = files
      .map(({ file, counts }) => ({ file, by: (counts[kind] ?? 0) - (kept[file]?.[kind] ?? 0) }))
      .filter(({ by }) => by > 0)
      .toSorted((a, b) => b.by - a.by)
    const named = raised.slice(0, NAMED_MAX).map(({ file, by }) => `${file} (+${by})`)
    return [`${kind}: ${now}, and ${before} were kept. Raised by ${named.join(', ')}`]
  })

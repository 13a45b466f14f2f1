/** What the check says at its end: where its time went, and what it started. */
import { KINDS } from '../../server/test/counted.ts'
import { type Kept, totalOf } from './counts.ts'
import type { FileResults } from './test-results.ts'

const SLOWEST = 25

export interface StepTime {
  readonly name: string
  readonly took_ms: number
}

const line = (took_ms: number, what: string): string => `${(took_ms / 1000).toFixed(1).padStart(7)} s  ${what}`
const sum = (times: readonly { readonly took_ms: number }[]): number =>
  times.reduce((ms, { took_ms }) => ms + took_ms, 0)
const slowestFirst = <T extends { readonly took_ms: number }>(times: readonly T[]): T[] =>
  times.toSorted((a, b) => b.took_ms - a.took_ms)

export const stepLines = (steps: readonly StepTime[]): string[] => [
  'static steps',
  ...slowestFirst(steps).map(({ name, took_ms }) => line(took_ms, name)),
]

/** The files that took longest, then the sum of each project. */
export const fileLines = (files: readonly FileResults[], count = SLOWEST): string[] => [
  'test files',
  ...slowestFirst(files)
    .slice(0, count)
    .map(({ file, took_ms }) => line(took_ms, file)),
  'projects',
  ...[...Map.groupBy(files, ({ project }) => project)].map(([project, own]) => {
    const cpu_s = own.reduce((s, file) => s + file.cpu_s, 0)
    return `${line(sum(own), `${project}, ${own.length} files`)}${cpu_s > 0 ? `, ${cpu_s.toFixed(0)} s of CPU` : ''}`
  }),
  line(sum(files), `in all ${files.length} files`),
]

export const countLines = (files: readonly FileResults[], kept: Kept): string[] => {
  const counts = files.map((file) => file.counts)
  return [
    'started by the tests (kept in tests/times.json)',
    ...KINDS.map((kind) => {
      const before = totalOf(kind, Object.values(kept))
      return `${String(totalOf(kind, counts)).padStart(7)}  ${kind} (${before})`
    }),
  ]
}

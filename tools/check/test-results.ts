/**
 * Decides what the counts of a run are, also after files that failed were run a second time: a file counts as it ended,
 * and one that needed its second run is named. Written by the reporter, read by the check.
 */
import type { Kind } from '../../server/test/counted.ts'
import type { Seen } from '../../server/test/refusals-seen.ts'

export type Counts = Readonly<Partial<Record<Kind, number>>>

export interface FileResults {
  readonly project: string
  readonly file: string
  readonly passed: number
  readonly failed: number
  /** From the first import to the last hook. */
  readonly took_ms: number
  readonly cpu_s: number
  /** What it started, where that was counted. */
  readonly counts: Counts
}

export interface TestResults {
  readonly files: readonly FileResults[]
  readonly skipped: number
  /** Errors outside of any test: running a file again cannot undo them. */
  readonly unhandled: number
  /** Every file of the server was run, so what was refused can be held against what is declared. */
  readonly whole: boolean
  readonly refusals: readonly Seen[]
}

/** More failed files than this is a broken tree, and running them again would only cost time. */
export const RERUN_MAX = 5

export const failedFiles = ({ files }: TestResults): FileResults[] => files.filter(({ failed }) => failed > 0)

/** The files that deserve a second run; none where that could not turn the outcome. */
export const worthRerunning = (results: TestResults): FileResults[] => {
  const failed = failedFiles(results)
  return results.unhandled === 0 && failed.length <= RERUN_MAX ? failed : []
}

const same = (a: FileResults) => (b: FileResults) => a.project === b.project && a.file === b.file

/** A file that was run again counts as its second run ended; one that the second run left out stays as it was. */
export const withRerun = (first: TestResults, second: TestResults): TestResults => ({
  files: first.files.map((file) => second.files.find(same(file)) ?? file),
  skipped: first.skipped,
  unhandled: first.unhandled + second.unhandled,
  whole: first.whole,
  refusals: [...first.refusals, ...second.refusals],
})

/** `faults` are what the refusals say of the declarations. */
export const countsOf = ({ files, unhandled }: TestResults, faults: number): { passed: number; failed: number } => {
  const sum = (of: (file: FileResults) => number) => files.reduce((n, file) => n + of(file), 0)
  return { passed: sum((f) => f.passed), failed: sum((f) => f.failed) + unhandled + faults }
}

export const countsLine = ({ passed, failed }: { passed: number; failed: number }): string =>
  `${passed} passed, ${failed} failed`

/**
 * Ends every run with its counts alone on a line, which is what a build reads. After a whole run of the server's tests
 * it also holds what was refused against what is declared; a difference counts as a failure. With RESULTS_FILE set it
 * writes all of that there instead, for the check, which may run a file again before it counts.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { relative } from 'node:path'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { operations } from '../../packages/contract/src/operations.ts'
import type { CountLine, Kind } from '../../server/test/counted.ts'
import { judgeRefusals, readRefusals } from '../../server/test/refusals-seen.ts'
import { countsLine, countsOf, type FileResults, type TestResults } from './test-results.ts'

export default class TestResultsReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const results = this.#resultsOf(modules, unhandled.length)
    const { RESULTS_FILE: file } = process.env
    if (file !== undefined) {
      writeFileSync(file, JSON.stringify(results))
      return
    }
    const faults = results.whole ? judgeRefusals(operations, results.refusals) : []
    for (const fault of faults) console.error(`refusals: ${fault}`)
    if (faults.length > 0) process.exitCode = 1
    if (results.skipped > 0) console.log(`${results.skipped} skipped`)
    console.log(countsLine(countsOf(results, faults.length)))
  }

  #resultsOf(modules: ReadonlyArray<TestModule>, unhandled: number): TestResults {
    let skipped = 0
    const counted = readCounts()
    const files = modules.map((module): FileResults => {
      const count = { passed: 0, failed: 0, skipped: 0, pending: 0 }
      for (const test of module.children.allTests()) count[test.result().state]++
      skipped += count.skipped + count.pending
      const broken = module.errors().length > 0 || (module.state() === 'failed' && count.failed === 0)
      const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } =
        module.diagnostic()
      return {
        project: module.project.name,
        file: relative(module.project.config.root, module.moduleId),
        passed: count.passed,
        failed: count.failed + (broken ? 1 : 0),
        ...countsOfFile(counted.get(module.moduleId) ?? []),
        took_ms: environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration,
      }
    })
    return { files, skipped, unhandled, whole: this.#isWhole(modules), refusals: readRefusals() }
  }

  #isWhole(modules: ReadonlyArray<TestModule>): boolean {
    const run = modules.filter((m) => m.project.name === 'server').length
    return !this.#vitest?.config.testNamePattern && run > 0 && run >= globSync('server/{src,test}/**/*.test.ts').length
  }
}

/** By the test file that started it; nothing where nobody counts. */
const readCounts = (): Map<string, CountLine[]> => {
  const { COUNTS_FILE: file } = process.env
  if (file === undefined || !existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').trim().split('\n')
  return Map.groupBy(
    lines.map((line) => JSON.parse(line) as CountLine),
    (line) => line.file,
  )
}

const countsOfFile = (lines: readonly CountLine[]): Pick<FileResults, 'counts' | 'cpu_s'> => {
  const counts: Partial<Record<Kind, number>> = {}
  for (const { kind } of lines) if (kind !== undefined) counts[kind] = (counts[kind] ?? 0) + 1
  return { counts, cpu_s: lines.reduce((sum, { cpu_s = 0 }) => sum + cpu_s, 0) }
}

/**
 * Ends every run with its counts alone on a line, which is what a build reads. After a whole run of the server's tests
 * it also holds what was refused against what is declared; a difference counts as a failure.
 */
import { globSync } from 'node:fs'
import type { Reporter, TestModule, Vitest } from 'vitest/node'
import { operations } from '../contract/src/operations.ts'
import { judgeRefusals, readRefusals } from '../server/test/refusals-seen.ts'

export default class TallyReporter implements Reporter {
  #vitest: Vitest | undefined

  onInit(vitest: Vitest): void {
    this.#vitest = vitest
  }

  onTestRunEnd(modules: ReadonlyArray<TestModule>, unhandled: ReadonlyArray<unknown>): void {
    const count = { passed: 0, failed: unhandled.length, skipped: 0, pending: 0 }
    for (const module of modules) {
      for (const test of module.children.allTests()) {
        count[test.result().state]++
        if (test.diagnostic()?.flaky)
          console.log(`passed at the second try only: ${test.module.moduleId} > ${test.fullName}`)
      }
      if (module.errors().length > 0) count.failed++
    }
    const faults = this.#isWhole(modules) ? judgeRefusals(operations, readRefusals()) : []
    for (const fault of faults) console.error(`refusals: ${fault}`)
    if (faults.length > 0) process.exitCode = 1
    const failed = count.failed + faults.length
    const left_out = count.skipped + count.pending
    if (left_out > 0) console.log(`${left_out} skipped`)
    console.log(`${count.passed} passed, ${failed} failed`)
  }

  #isWhole(modules: ReadonlyArray<TestModule>): boolean {
    const run = modules.filter((m) => m.project.name === 'server').length
    return !this.#vitest?.config.testNamePattern && run > 0 && run >= globSync('server/{src,test}/**/*.test.ts').length
  }
}

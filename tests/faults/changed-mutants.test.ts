/**
 * The tests still notice what the last commit could have made them blind to: a few of the mutants whose code or test it changed.
 * That their tests pass without a mutant is shown by the rest of the check.
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { readMutants } from './mutants/read-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'

const FEW = 3

/** None where the commit has no parent here. */
const changedFiles = (): Set<string> => {
  try {
    return new Set(execFileSync('git', ['diff', '--name-only', 'HEAD~1', 'HEAD']).toString().split('\n'))
  } catch {
    return new Set()
  }
}

test('mutants of what the last commit changed are caught by the tests they name', { timeout: 900_000 }, async () => {
  const changed = changedFiles()
  const commit = execFileSync('git', ['rev-parse', 'HEAD']).toString().trim()
  const chosen = (await readMutants())
    .filter(({ file, test: named }) => changed.has(file) || changed.has(named))
    .map((mutant) => ({ mutant, lot: hash('sha256', `${commit}\n${mutant.name}`) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, FEW)
    .map(({ mutant }) => mutant)
  const database = { admin_url: inject('admin_url'), template: inject('template') }
  expect(await runMutants(chosen, database, { tests_known_to_pass: true })).toEqual([])
})

/**
 * Ten mutants in every check, another ten for every commit, and every mutant of the list still fits the tree. That their
 * tests pass without a mutant is shown by the rest of the check.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import type { Mutant } from './mutants/mutant.ts'
import { readMutants, staleMutants } from './mutants/read-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'

const TEN = 10

const lotOf = (commit: string, { name }: Mutant): string =>
  createHash('sha256').update(`${commit}\n${name}`).digest('hex')

test('no mutant of the list is stale', async () => {
  expect(staleMutants(await readMutants())).toEqual([])
})

test("ten mutants, chosen by the commit's hash, are caught by the tests they name", { timeout: 900_000 }, async () => {
  const commit = execFileSync('git', ['rev-parse', 'HEAD']).toString().trim()
  const mutants = await readMutants()
  const chosen = mutants
    .map((mutant) => ({ mutant, lot: lotOf(commit, mutant) }))
    .toSorted((one, other) => (one.lot < other.lot ? -1 : 1))
    .slice(0, TEN)
    .map(({ mutant }) => mutant)
  expect(chosen).toHaveLength(TEN)
  const database = { admin_url: inject('admin_url'), template: inject('template') }
  expect(await runMutants(chosen, database, { tests_known_to_pass: true })).toEqual([])
})

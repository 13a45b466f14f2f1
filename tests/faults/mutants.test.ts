/**
 * The tests would notice if a guard were lost: every mutant of the list is applied to a copy of the tree, and the test
 * that it names fails there by an assertion. MUTANT is a pattern of the names to be run. TESTS_PASS=1 leaves out the
 * run of each test without a mutant, right after a whole check.
 */
import { expect, inject, test } from 'vitest'
import { readMutants, staleMutants } from './mutants/read-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'
import { report } from './report.ts'

const AT_LEAST = 60

test('every mutant is caught by the test it names', { timeout: 7_200_000 }, async () => {
  const wanted = new RegExp(process.env.MUTANT ?? '')
  const mutants = (await readMutants()).filter(({ name }) => wanted.test(name))
  expect(staleMutants(mutants)).toEqual([])
  const database = { admin_url: inject('admin_url'), template: inject('template') }
  const survivors = await runMutants(mutants, database, {
    tests_known_to_pass: process.env.TESTS_PASS === '1',
    log: (line) => console.log(line),
  })
  for (const survivor of survivors) console.log(`survived: ${survivor}`)
  report('mutants', { mutants: mutants.length, survived: survivors.length })
  expect(survivors).toEqual([])
  if (process.env.MUTANT === undefined) expect(mutants.length).toBeGreaterThanOrEqual(AT_LEAST)
})

/** A tenth of the mutants before every release and every night, another tenth each day: in ten days each was caught. */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import type { Mutant } from './mutants/mutant.ts'
import { readMutants } from './mutants/read-mutants.ts'
import { runMutants } from './mutants/run-mutants.ts'

const PARTS = 10
const DAY_S = 86_400

const partOf = ({ name }: Mutant): number => Number.parseInt(hash('sha256', name).slice(0, 8), 16) % PARTS

test('a tenth of the mutants is caught by the tests they name', { timeout: 7_200_000 }, async () => {
  const day = Math.floor(Number(execFileSync('git', ['log', '-1', '--format=%ct']).toString()) / DAY_S)
  const chosen = (await readMutants()).filter((mutant) => partOf(mutant) === day % PARTS)
  expect(chosen.length).toBeGreaterThan(20)
  const database = { admin_url: inject('admin_url'), template: inject('template') }
  const survivors = await runMutants(chosen, database, { tests_known_to_pass: true, log: (line) => console.log(line) })
  expect(survivors).toEqual([])
})

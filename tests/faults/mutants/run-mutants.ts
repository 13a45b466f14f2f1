/**
 * Decides which mutants survive. A mutant is caught when its named test passes in the tree as it is and fails, by an
 * assertion, in a copy that holds the mutant. Two copies work side by side, one for each of two processors.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyTree, type TreeCopy } from './copy-tree.ts'
import type { Mutant } from './mutant.ts'
import { type Ended, type NamedTest, runTest } from './run-test.ts'

export interface Database {
  readonly admin_url: string
  readonly template: string
}

export interface Options {
  /** Where the whole suite runs anyway, the tests need not be shown to pass. */
  readonly tests_known_to_pass?: boolean
  readonly log?: (line: string) => void
}

/** Whether a migrated database is made of it, so that the copy needs one of its own. */
export const changesSchema = (file: string): boolean => /^server\/(schema|src\/platform\/(postgres|jobs))\//.test(file)

/** One line for each mutant that was not caught, beginning with its name. */
export const runMutants = async (
  mutants: readonly Mutant[],
  { admin_url, template }: Database,
  { tests_known_to_pass = false, log = () => {} }: Options = {},
): Promise<string[]> => {
  const survivors: string[] = []
  const unfit = new Map<string, Ended>()
  const copies = [copyTree(), copyTree()]
  try {
    const tests = tests_known_to_pass ? [] : [...new Map(mutants.map((m) => [keyOf(m), m])).values()]
    await sideBySide(copies, tests, async (test, { root }) => {
      const ended = await runTest({ root, admin_url, template }, test)
      log(`${ended.ending.padEnd(8)} without a mutant: ${keyOf(test)}`)
      if (ended.ending !== 'passed') unfit.set(keyOf(test), ended)
    })
    await sideBySide(copies, mutants, async (mutant, { root }) => {
      const place = { root, admin_url, template: changesSchema(mutant.file) ? undefined : template }
      const broken = unfit.get(keyOf(mutant))
      const ended = broken ?? (await withMutant(root, mutant, () => runTest(place, mutant)))
      const caught = broken === undefined && ended.ending === 'failed'
      log(`${caught ? 'caught  ' : 'SURVIVED'} ${mutant.name}`)
      if (!caught) survivors.push(`${mutant.name}: ${verdictOn(ended, broken !== undefined)}`)
    })
  } finally {
    for (const copy of copies) copy.remove()
  }
  return survivors
}

const keyOf = ({ test, caught_by }: NamedTest): string => `${test} > ${caught_by}`

const sideBySide = async <T>(
  copies: readonly TreeCopy[],
  items: readonly T[],
  use: (item: T, copy: TreeCopy) => Promise<void>,
): Promise<void> => {
  const waiting = [...items]
  const work = async (copy: TreeCopy) => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await use(item, copy)
  }
  await Promise.all(copies.map(work))
}

const withMutant = async <R>(root: string, { file, find, replace }: Mutant, use: () => Promise<R>): Promise<R> => {
  const path = join(root, file)
  const text = readFileSync(path, 'utf8')
  writeFileSync(path, text.split(find).join(replace))
  try {
    return await use()
  } finally {
    writeFileSync(path, text)
  }
}

const verdictOn = ({ ending, said }: Ended, unmutated: boolean): string => {
  if (ending === 'absent') return 'no test has the name that should catch it'
  if (ending === 'passed') return 'the test passes although the code is wrong'
  const where = unmutated ? 'without the mutant' : 'with the mutant'
  return `its test fails ${where}${ending === 'crashed' ? ', but by no assertion' : ''}\n${said.trim().slice(0, 2000)}`
}

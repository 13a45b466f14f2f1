/**
 * docs/conformance.md: every numbered statement and every row of a table of the specification, with the operations that it is
 * about and the tests that assert it. Refuses a test that its file does not have, an operation that does not exist, and an
 * operation of the specification that no statement names.
 */
import { existsSync, readFileSync } from 'node:fs'
import type { Operation } from '@countersign/contract/operation'
import { readSource } from './check-modules/source.ts'
import { SECTIONS_1_2 } from './conformance/sections-1-2.ts'
import { SECTIONS_3_4 } from './conformance/sections-3-4.ts'
import { SECTIONS_5_9 } from './conformance/sections-5-9.ts'
import type { Section, Statement } from './conformance/statement.ts'
import { TESTS } from './conformance/tests.ts'

export const SECTIONS: readonly Section[] = [...SECTIONS_1_2, ...SECTIONS_3_4, ...SECTIONS_5_9]

interface TestNamed {
  readonly file: string
  readonly name: string
}

const NAMED: ReadonlyMap<string, TestNamed> = new Map(
  Object.entries(TESTS).flatMap(([file, names]) =>
    Object.entries(names).map(([word, name]): [string, TestNamed] => [word, { file, name }]),
  ),
)

/** A name is the first argument of `test`, or of the call that `test.each` gives. */
const NAMES_A_TEST = /(?:\b(?:test|it)(?:\.\w+)*\(|\)\()\s*$/

export const hasTest = (file: string, source: string, name: string): boolean => {
  const { code, literals } = readSource(file, source)
  return literals.some(({ text, at }) => unescaped(text) === name && NAMES_A_TEST.test(code.slice(0, at)))
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1')

/** One line for everything that does not hold. */
export const conformanceFaults = (root: string, sections: readonly Section[], operations: readonly Operation[]) => {
  const statements = sections.flatMap((section) => section.statements)
  const named = new Set(statements.flatMap((one) => one.operations))
  const known = new Set<string>(operations.map(({ id }) => id))
  const used = new Set(statements.flatMap((one) => one.tests))
  return [
    ...duplicates(statements.map(({ at }) => at)).map((at) => `${at} stands twice`),
    ...[...named].filter((id) => !known.has(id)).map((id) => `there is no operation ${id}`),
    ...operations
      .filter(({ id, defined_by }) => defined_by === 'specification' && !named.has(id))
      .map(({ id }) => `no statement names ${id}`),
    ...[...used].filter((word) => !NAMED.has(word)).map((word) => `tests.ts has no ${word}`),
    ...[...NAMED.keys()].filter((word) => !used.has(word)).map((word) => `no statement refers to ${word}`),
    ...[...NAMED.values()].flatMap(({ file, name }) => {
      const source = existsSync(root + file) ? readFileSync(root + file, 'utf8') : ''
      return hasTest(file, source, name) ? [] : [`${file} has no test "${name}"`]
    }),
  ]
}

const duplicates = (list: readonly string[]): string[] => list.filter((one, i) => list.indexOf(one) !== i)

export const conformance = (made: string, root: string, operations: readonly Operation[]): string => {
  const faults = conformanceFaults(root, SECTIONS, operations)
  if (faults.length > 0) throw new Error(`scripts/conformance:\n${faults.join('\n')}`)
  const statements = SECTIONS.flatMap((section) => section.statements)
  const open = statements.filter(({ tests }) => tests.length === 0)
  return `${made}

# Conformance

Every numbered statement and every row of a table of the specification, in our words, with the operations that it is about
and the tests that assert it. Where the specification leaves something open, the statement says so and the test asserts what
we decided. ${statements.length} statements, ${open.length === 0 ? 'each with a test' : `without a test: ${open.map(({ at }) => at).join(', ')}`}.

${SECTIONS.map(sectionText).join('\n')}`
}

const sectionText = ({ title, statements }: Section): string => `## ${title}

| Where | What it says | Operations | Tests |
|---|---|---|---|
${statements.map(rowText).join('\n')}
`

const rowText = ({ at, says, operations, tests }: Statement): string =>
  `| ${at} | ${says} | ${operations.map((id) => `\`${id}\``).join(', ')} | ${tests.map(testText).join('<br>') || '**none**'} |`

const testText = (word: string): string => {
  const { file, name } = NAMED.get(word) as TestNamed
  return `\`${file}\`: ${name.replaceAll('|', '\\|')}`
}

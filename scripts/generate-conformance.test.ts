import { fileURLToPath } from 'node:url'
import { operations } from '@countersign/contract/operations'
import { expect, test } from 'vitest'
import { statement } from './conformance/statement.ts'
import { conformanceFaults, hasTest, SECTIONS } from './generate-conformance.ts'

const ROOT = fileURLToPath(new URL('..', import.meta.url))

test('every statement refers to tests and operations that exist', () => {
  expect(conformanceFaults(ROOT, SECTIONS, operations)).toEqual([])
})

test('what is missing, invented or told twice is named', () => {
  const twice = statement('1.1', '', 'payment_requests.pay', 'nothing')
  const faults = conformanceFaults(ROOT, [{ title: '', statements: [twice, twice] }], operations)
  for (const fault of [
    '1.1 stands twice',
    'there is no operation payment_requests.pay',
    'no statement names payment_requests.create',
    'tests.ts has no nothing',
    'no statement refers to pins',
  ]) {
    expect(faults).toContain(fault)
  }
})

test('a test is found by its name, also in a table of cases; a name in a comment, a group or a text is none', () => {
  const source = `
    describe('a group', () => {
      test('plain', () => {})
      test.each([1])('case %i', () => {})
      // test('commented', () => {})
      const text = 'told'
    })`
  const found = ['plain', 'case %i', 'commented', 'told', 'a group'].map((name) => hasTest('a.test.ts', source, name))
  expect(found).toEqual([true, true, false, false, false])
})

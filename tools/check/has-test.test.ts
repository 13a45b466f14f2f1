import { expect, test } from 'vitest'
import { hasTest } from './full-list.ts'

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

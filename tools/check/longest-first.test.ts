import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { longestFirst } from './longest-first.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const TIMES: Readonly<Record<string, number>> = {
  'tests/e2e/walk.test.ts': 247,
  'tests/e2e/list.test.ts': 0.4,
  'server/test/a.test.ts': 9,
  'server/test/b.test.ts': 80,
}
const none = () => false
const files = (...names: [project: string, file: string][]) =>
  names.map(([name, file]) => ({ project: { name }, moduleId: ROOT + file }))

test('the files of a project begin with the one that takes longest, and projects stay together', () => {
  const given = files(
    ['server', 'server/test/a.test.ts'],
    ['e2e', 'tests/e2e/list.test.ts'],
    ['server', 'server/test/b.test.ts'],
    ['e2e', 'tests/e2e/walk.test.ts'],
  )
  const sorted = longestFirst(given, (file) => TIMES[file], none)
  expect(sorted).toEqual([given[3], given[1], given[2], given[0]])
})

test('a file that was never timed may be the longest, so it begins before all others of its project', () => {
  const given = files(['server', 'server/test/b.test.ts'], ['server', 'server/test/new.test.ts'])
  expect(longestFirst(given, (file) => TIMES[file], none)).toEqual([given[1], given[0]])
})

test('files that share a service come after those with one of their own, the longest first', () => {
  const given = files(
    ['server', 'server/test/a.test.ts'],
    ['server', 'server/test/b.test.ts'],
    ['server', 'server/test/new.test.ts'],
  )
  const shares = (path: string) => !path.endsWith('a.test.ts')
  expect(longestFirst(given, (file) => TIMES[file], shares)).toEqual([given[0], given[2], given[1]])
})

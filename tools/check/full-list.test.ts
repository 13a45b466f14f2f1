import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { fullListFaults, type OnlyFull, onlyFullFiles } from './full-list.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

test('whatever only a full check runs has a cheaper test in the check, for every one of its tests', () => {
  expect(fullListFaults(ROOT)).toEqual([])
  expect(onlyFullFiles(ROOT).length).toBeGreaterThan(5)
})

const planted = (...only_full: Partial<OnlyFull>[]): string[] => {
  const root = mkdtempSync(join(tmpdir(), 'pursestrings-full-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(root, file)), { recursive: true })
    writeFileSync(join(root, file), text)
  }
  write('tests/full.json', JSON.stringify({ last_green: null, only_full }))
  write('slow.test.ts', "test('slow', () => {})\ntest('slower', () => {})\n")
  write('quick.test.ts', "test('quick', () => {})\n")
  return fullListFaults(root)
}
const both = { slow: ['quick.test.ts: quick'], slower: ['quick.test.ts: quick'] }

test('a file whose tests are all covered is in order', () => {
  expect(planted({ file: 'slow.test.ts', instead: both })).toEqual([])
})

test.each<[string, Partial<OnlyFull>, string]>([
  ['a test that was added later', { instead: { slow: ['quick.test.ts: quick'] } }, 'has 2 tests, and 1 are listed'],
  ['a test that is not there', { instead: { ...both, gone: ['quick.test.ts: quick'] } }, 'has no test "gone"'],
  ['a test without a cheaper one', { instead: { ...both, slow: [] } }, 'no cheaper test for "slow"'],
  ['a cheaper test that was renamed', { instead: { ...both, slow: ['quick.test.ts: fast'] } }, 'has no test "fast"'],
  [
    'a cheaper test that is not run either',
    { instead: { ...both, slow: ['slow.test.ts: slower'] } },
    'no part of the check',
  ],
  ['a file that is gone', { file: 'gone.test.ts', instead: {} }, 'gone.test.ts does not exist'],
])('%s is told', (_, entry, fault) => {
  expect(planted({ file: 'slow.test.ts', ...entry }).join('\n')).toContain(fault)
})

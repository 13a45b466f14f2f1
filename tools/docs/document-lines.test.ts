/**
 * What documents tell their readers to run, as far as that can be told without running it. The lines themselves are run by
 * tests/e2e/documents.test.ts and, in a tree as a clone has it, by tests/e2e/quickstarts.test.ts.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readBlocks } from '../../tests/e2e/document-blocks.ts'
import { WALKED } from '../../tests/e2e/walked-documents.ts'
import { cliFaults } from './cli-faults.ts'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')
const scriptOf = (document: string): string =>
  readBlocks(read(document), document)
    .filter(({ language }) => language === 'sh')
    .map(({ text }) => text.replaceAll('\\\n', ' '))
    .join('\n')

/** Up to where the shell takes over again. */
const COMMAND = /(?:^|[\s(])pursestrings ((?:"[^"]*"|'[^']*'|[^|>&)\n;"'])*)/g
const commandsOf = (document: string): string[] =>
  Array.from(scriptOf(document).matchAll(COMMAND), ([, words = '']) => words.replace(/\s+2$/, '').trim())

test.each([...WALKED.in_place, ...WALKED.in_clone])(
  'every command in %s is one that the command line accepts',
  (document) => {
    expect(commandsOf(document).flatMap(cliFaults)).toEqual([])
  },
)

test('commands are found in the documents that show them', () => {
  const counts = [...WALKED.in_place, ...WALKED.in_clone].map((document) => commandsOf(document).length)
  expect(counts.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(40)
  expect(commandsOf('docs/quickstart-agent.md')).toContain('requests create --amount 12.5 --task order-1042')
})

test.each([...WALKED.in_place, ...WALKED.in_clone])('every program that %s runs is there', (document) => {
  const files = scriptOf(document).match(/\b(?:examples|server|tools)\/[\w./-]+\.(?:ts|json)\b/g) ?? []
  expect(files.filter((file) => !existsSync(join(ROOT, file)))).toEqual([])
})

test('the programs that the quickstarts show are those of examples/', () => {
  const shown = ['agent', 'merchant', 'wallet'].flatMap((reader) => {
    const text = read(`docs/quickstart-${reader}.md`)
    return [...text.matchAll(/^```ts\n([\s\S]*?)^```$/gm)].map(([, program = '']) => program)
  })
  const programs = ['agent/ask.ts', 'wallet/wallet.ts'].map((file) => read(`examples/${file}`))
  expect(shown.length).toBe(programs.length)
  for (const program of shown) expect(programs.some((whole) => whole.includes(program))).toBe(true)
})

test('the lines that README shows are run by a quickstart', () => {
  const quickstart = read('docs/quickstart-agent.md')
  const lines = read('README.md').match(/^(npm|npx) .+$/gm) ?? []
  expect(lines.length).toBeGreaterThanOrEqual(5)
  for (const line of lines) expect(quickstart).toContain(line.replace(/ task-….*$/, ''))
})

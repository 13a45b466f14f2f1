import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { ROOT } from './dev-run.ts'
import { asPromised, readWalks } from './document-steps.ts'

const walksOf = (markdown: string) => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-steps-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'page.md'), markdown)
  return readWalks(relative(ROOT, join(folder, 'page.md'))).map(({ tab, steps }) => [
    tab,
    steps.map(({ lines, promised }) => [lines.trim(), promised]),
  ])
}

test('without tabs a document is one walk, each block with the answer below it', () => {
  expect(walksOf('```sh\na\n```\n\n```ts\nx\n```\n\n```json\n{"ok":true}\n```\n\n```sh\nb\n```\n')).toEqual([
    [
      undefined,
      [
        ['a', { ok: true }],
        ['b', undefined],
      ],
    ],
  ])
})

test('each tab is a walk of its own; what has no tab is in every walk, and the answer below holds for each', () => {
  const page = [
    '```sh\nfirst\n```',
    'Then:',
    '```sh tab="CLI"\nby hand\n```',
    '```ts tab="TypeScript"\nprogram()\n```',
    '```sh tab="curl"\nby call\n```',
    '```text\ndone\n```',
    '```sh\nlast\n```',
  ]
  expect(walksOf(page.join('\n\n'))).toEqual([
    [
      'CLI',
      [
        ['first', undefined],
        ['by hand', ['done']],
        ['last', undefined],
      ],
    ],
    [
      'curl',
      [
        ['first', undefined],
        ['by call', ['done']],
        ['last', undefined],
      ],
    ],
  ])
})

test('an answer below tabs is never taken for that of an earlier step', () => {
  const page = [
    '```sh tab="CLI"\na\n```',
    '```sh tab="curl"\nb\n```',
    'And:',
    '```sh tab="CLI"\nc\n```',
    '```text\nof c\n```',
  ]
  expect(walksOf(page.join('\n\n'))).toEqual([
    [
      'CLI',
      [
        ['a', undefined],
        ['c', ['of c']],
      ],
    ],
    ['curl', [['b', undefined]]],
  ])
})

test('an answer with a tab is for the walk of that tab alone', () => {
  const page = '```sh tab="A"\na\n```\n```text tab="A"\n1\n```\n```sh tab="B"\nb\n```\n```text tab="B"\n2\n```\n'
  expect(walksOf(page)).toEqual([
    ['A', [['a', ['1']]]],
    ['B', [['b', ['2']]]],
  ])
})

test.each([
  ['an attribute that nobody knows', '```sh title="x"\na\n```\n', 'unknown attribute: sh title="x"'],
  ['a tab without quotes', '```sh tab=CLI\na\n```\n', 'unknown attribute'],
  ['lines inside of a list', '- x\n\n  ```sh\n  a\n  ```\n', 'hides lines to copy'],
  ['another kind of fence', '~~~sh\na\n~~~\n', 'hides lines to copy'],
  ['a block that is never closed', '```sh\na\n', 'nothing closes'],
])('%s fails, and is not passed over', (_, page, message) => {
  expect(() => walksOf(page)).toThrow(message)
})

test('a line that is left open stands for any number of lines, and for nothing else', () => {
  const promised = ['first', '…', 'last …']
  for (const answer of [
    ['first', 'last one'],
    ['first', 'a', 'b', 'last one'],
  ]) {
    expect(asPromised(answer, promised)).toEqual(promised)
  }
  for (const answer of [['first'], ['other', 'last one'], ['first', 'last one', 'more']]) {
    expect(asPromised(answer, promised)).not.toEqual(promised)
  }
})

import { execFileSync } from 'node:child_process'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { bundled } from './bundled.ts'

let root: string
const write = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
const run = (program: string): string => execFileSync(process.execPath, [program], { encoding: 'utf8' })

/** A program with a workspace that it depends on, one that it does not, a file beside it and a part that is loaded late. */
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'pursestrings-bundled-'))
  write('package-lock.json', '{}')
  write('packages/cli/package.json', '{ "dependencies": { "@pursestrings/sdk": "1" } }')
  write('packages/cli/words.txt', 'beside it')
  write(
    'packages/cli/src/main.ts',
    `import { readFileSync } from 'node:fs'
     import { told } from '@pursestrings/sdk'
     const { late } = await import('./late.ts')
     console.log(told, late, readFileSync(new URL('../words.txt', import.meta.url), 'utf8'))`,
  )
  write('packages/cli/src/late.ts', `export const late: string = 'late'`)
  write('packages/sdk/package.json', '{ "exports": { "@pursestrings/source": "./src/index.ts" } }')
  write('packages/sdk/src/index.ts', `export const told: string = 'one'`)
  write('packages/mcp/package.json', '{}')
  write('packages/mcp/src/main.ts', '')
  mkdirSync(join(root, 'node_modules/@pursestrings'), { recursive: true })
  symlinkSync(join(root, 'packages/sdk'), join(root, 'node_modules/@pursestrings/sdk'))
})
afterEach(() => rm(root, { recursive: true, force: true }))

test('a bundle does what its sources do, with what lies beside them', async () => {
  expect(run(await bundled('packages/cli', root))).toBe('one late beside it\n')
})

test('what a program is made from decides whether it is made again: sources, dependencies and the lock', async () => {
  const first = await bundled('packages/cli', root)
  write('packages/mcp/src/main.ts', 'export const other = 1')
  write('packages/cli/src/main.test.ts', 'export const other = 1')
  expect(await bundled('packages/cli', root)).toBe(first)

  write('packages/sdk/src/index.ts', `export const told: string = 'two'`)
  const second = await bundled('packages/cli', root)
  expect([run(first), run(second)]).toEqual(['one late beside it\n', 'two late beside it\n'])
  write('package-lock.json', '{ }')
  expect([first, second]).not.toContain(await bundled('packages/cli', root))
})

test('several that ask at once get the same', async () => {
  const [one, other] = await Promise.all([bundled('packages/cli', root), bundled('packages/cli', root)])
  expect(one).toBe(other)
  expect(run(one)).toBe('one late beside it\n')
})

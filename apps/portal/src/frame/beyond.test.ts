/** What the portal draws only where modules are served. */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { operations } from '@pursestrings/contract/operations'
import { isCore } from '@pursestrings/contract/tiers'
import { expect, test } from 'vitest'
import { PAGE_GROUPS } from './pages.ts'

const SOURCES = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('**/*.{ts,tsx}', { cwd: SOURCES }).filter((file) => !file.endsWith('.test.ts'))
const COMMENT = /\/\*[\s\S]*?\*\/|\/\/.*$/gm
const textOf = new Map(files.map((file) => [file, readFileSync(join(SOURCES, file), 'utf8').replaceAll(COMMENT, '')]))

const camel = (name: string): string => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())

const beyond = operations
  .filter(({ tier }) => !isCore(tier))
  .map(({ id }) => new RegExp(String.raw`\bapi\s*\.${camel(id).replace('.', String.raw`\s*\.`)}\b`))

const ASKS = /\buseModules\(|<Beyond>|extensions === 'all'/

/** Pages that no link leads to without modules, as the side bar has them, and what everybody may look up about a payee. */
const PAGES = [
  ...PAGE_GROUPS.flatMap(({ pages }) => pages.flatMap(({ to, beyond: alone }) => (alone ? [to.slice(1)] : []))),
  'payee',
]

const importersOf = (file: string): string[] =>
  files.filter((one) =>
    [...(textOf.get(one) ?? '').matchAll(/(?:from |import\()'(\.[^']+)'/g)].some(
      ([, path = '']) => relative('', join(dirname(one), path)) === file,
    ),
  )

/** It asks whether modules are served, or whoever draws it does. */
const asks = (file: string, before: readonly string[] = []): boolean => {
  if (ASKS.test(textOf.get(file) ?? '') || PAGES.includes(dirname(file))) return true
  const importers = importersOf(file).filter((one) => !before.includes(one))
  return importers.length > 0 && importers.every((one) => asks(one, [...before, file]))
}

test('whatever calls an operation of a module is drawn where modules are served', () => {
  const calling = files.filter((file) => beyond.some((call) => call.test(textOf.get(file) ?? '')))
  expect(calling.length).toBeGreaterThan(20)
  expect(calling.filter((file) => !asks(file))).toEqual([])
})

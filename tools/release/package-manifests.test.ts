/** What is published finds what it needs: manifests name files that will be there, and packages that are really imported. */
import { existsSync, globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { readSource } from '../check/modules/source.ts'
import { RELEASED } from './pack-packages.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const PACKAGES = RELEASED

interface Manifest {
  readonly name: string
  readonly version: string
  readonly files: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, Readonly<Record<string, string>>>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
}
const at = (name: string, file = ''): string => join(ROOT, 'packages', name, file)
const manifestOf = (name: string): Manifest => JSON.parse(readFileSync(at(name, 'package.json'), 'utf8')) as Manifest
/** The SDK is published without dependencies: its build takes in what it imports of the protocol. */
const BUILT_IN: Readonly<Record<string, string>> = { sdk: '@pursestrings/protocol' }
const isPublished = (file: string): boolean => !/\.(test|vectors)\.ts$/.test(file)

test.each(PACKAGES)('%s: every entry is built from the source beside it, with its types before its code', (name) => {
  const { exports = {}, files } = manifestOf(name)
  expect(files).toContain('dist')
  for (const [entry, paths] of Object.entries(exports)) {
    const source = paths['@pursestrings/source'] ?? ''
    expect([entry, Object.keys(paths)]).toEqual([entry, ['@pursestrings/source', 'types', 'default']])
    const built = (ending: string) => source.replace('./src/', './dist/').replace(/\.ts$/, ending)
    expect([paths['types'], paths['default']]).toEqual([built('.d.ts'), built('.js')])
    // One name for many files has a star in it.
    expect([entry, globSync(source, { cwd: at(name) }).length > 0]).toEqual([entry, true])
  }
})

test.each(PACKAGES)('%s: its commands are packed, and begin as programs', (name) => {
  const { bin = {}, files } = manifestOf(name)
  for (const file of Object.values(bin)) {
    expect(files).toContain(file.split('/')[1])
    expect(readFileSync(at(name, file), 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/)
  }
  for (const file of files.filter((one) => one !== 'dist'))
    expect([file, existsSync(at(name, file))]).toEqual([file, true])
})

test.each(PACKAGES)(
  '%s: whatever it imports while it runs is a dependency, and every dependency is imported',
  (name) => {
    const { dependencies = {}, name: own } = manifestOf(name)
    const sources = globSync(['src/**/*.ts', 'bin/*.js'], { cwd: at(name) }).filter(isPublished)
    const imported = sources.flatMap((file) =>
      readSource(file, readFileSync(at(name, file), 'utf8'))
        .imports.filter(({ from, typesOnly }) => !typesOnly && !from.startsWith('.') && !isBuiltin(from))
        .map(({ from }) =>
          from
            .split('/')
            .slice(0, from.startsWith('@') ? 2 : 1)
            .join('/'),
        ),
    )
    const used = [...new Set(imported)].filter((one) => one !== own && one !== BUILT_IN[name]).toSorted()
    expect(used).toEqual(Object.keys(dependencies).toSorted())
  },
)

test('packages that need each other name the very version that is published with them', () => {
  const versions = new Map(PACKAGES.map((name) => [manifestOf(name).name, manifestOf(name).version]))
  for (const name of PACKAGES) {
    const own = Object.entries(manifestOf(name).dependencies ?? {}).filter(([one]) => versions.has(one))
    for (const [one, version] of own) expect([name, one, version]).toEqual([name, one, versions.get(one)])
  }
})

test.each(PACKAGES)('%s: no test is built into it', (name) => {
  const config = (file: string) =>
    JSON.parse(readFileSync(at(name, file), 'utf8')) as { exclude?: string[]; extends?: string }
  const build = config('tsconfig.build.json')
  const exclude = build.exclude ?? config(build.extends ?? '').exclude
  expect(exclude).toContain('src/**/*.test.ts')
})

test('the least TypeScript that the SDK promises is the one that a program is checked with', () => {
  const lock = JSON.parse(readFileSync(join(ROOT, 'tests/e2e/sdk-types/package-lock.json'), 'utf8')) as {
    packages: Record<string, { version?: string }>
  }
  const minor = lock.packages['node_modules/typescript']?.version?.split('.').slice(0, 2).join('.')
  expect(manifestOf('sdk').peerDependencies).toEqual({ typescript: `>=${minor}` })
  expect(readFileSync(at('sdk', 'README.md'), 'utf8')).toContain(`TypeScript ${minor} or later`)
})

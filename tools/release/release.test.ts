import { cpSync, existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readSource } from '../check/modules/source.ts'
import { RELEASED } from './pack-packages.ts'
import { readVersions, releaseFaults } from './read-versions.ts'

// A release is whole: whatever a published package needs is published with it, from one workflow, under one version.
describe('read versions', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url))
  const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')

  const IMAGES = ['deploy/Dockerfile', 'deploy/compose.yaml']

  /** A tree with nothing but what names a version or an image, changed as told. */
  const faultsWith = (file: string, from: string, to: string, tag?: string): string[] => {
    const root = mkdtempSync(join(tmpdir(), 'pursestrings-versions-'))
    onTestFinished(() => rmSync(root, { recursive: true }))
    const named = [...readVersions(ROOT).keys()].map((name) => name.replace(/ .*/, ''))
    for (const at of [...named, ...IMAGES]) {
      mkdirSync(dirname(join(root, at)), { recursive: true })
      cpSync(join(ROOT, at), join(root, at))
    }
    const text = readFileSync(join(root, file), 'utf8')
    expect(text).toContain(from)
    writeFileSync(join(root, file), text.replace(from, to))
    return releaseFaults(root, tag)
  }

  test('this tree can be released, under the tag of its version alone', () => {
    expect(releaseFaults(ROOT)).toEqual([])
    expect(releaseFaults(ROOT, 'v9.9.9')).toContainEqual(expect.stringContaining('the tag is v9.9.9'))
  })

  test('a version that differs, a package that is missing or comes too late, keeps it from being released', () => {
    expect(faultsWith('deploy/helm/Chart.yaml', 'appVersion: 0.1.0', 'appVersion: 0.0.9')).toHaveLength(1)
    expect(
      faultsWith('packages/cli/package.json', '"@pursestrings/signing": "0.1.0"', '"@pursestrings/ui": "0.1.0"'),
    ).toEqual(['packages/cli needs @pursestrings/ui, which is not released before it'])
    expect(
      faultsWith('packages/mcp/package.json', '"@pursestrings/sdk": "0.1.0"', '"@pursestrings/sdk": "0.0.9"'),
    ).toEqual(['packages/mcp needs @pursestrings/sdk 0.0.9, not 0.1.0'])
  })

  test('what a tag names is released only with every image of others pinned by its digest', () => {
    const image = /^ARG BASE=(\S+)$/m.exec(read('deploy/Dockerfile'))?.[1] ?? ''
    const [name] = image.split('@')
    const unpinned = (to: string): string[] =>
      faultsWith('deploy/Dockerfile', image, to, 'v0.1.0').filter((fault) => fault.startsWith('deploy/Dockerfile'))
    expect(unpinned(`${name}`)).toEqual([
      expect.stringMatching(/^deploy\/Dockerfile: \S+ is not pinned: add the digest/),
    ])
    expect(unpinned(`${name}@sha256:${'a'.repeat(63)}`)).toHaveLength(1)
    expect(unpinned(`${name}@sha256:${'a'.repeat(64)}`)).toEqual([])
    const named = (fault: string) => / (\S+) is not pinned/.exec(fault)?.[1]
    const others = releaseFaults(ROOT, 'v0.1.0')
      .filter((fault) => fault.startsWith('deploy/compose.yaml'))
      .map(named)
    expect(others.filter((one) => one?.startsWith('pursestrings'))).toEqual([])
  })

  test('the workflow checks first, makes everything by one command, and uploads exactly that', () => {
    const workflow = read('.github/workflows/release.yml')
    const [check, make, upload] = ['.ci/run --full', 'npm run release -- --dry-run', 'npm publish'].map((line) =>
      workflow.indexOf(line),
    ) as [number, number, number]
    expect(check > 0 && make > check && upload > make).toBe(true)
    expect(workflow).not.toContain('--workspace')
    // As its shell does: what is published of what the command lists.
    const [, taken = ''] = /grep -oE '(.+)' SHA256SUMS/.exec(workflow) ?? []
    const [, left = ''] = /grep -v '(.+)'/.exec(workflow) ?? []
    const fileOf = (name: string) => `pursestrings-${name}-0.1.0.tgz`
    const made = [...RELEASED, 'chart', 'server'].map(fileOf)
    const published = made.filter((file) => new RegExp(taken).test(`0  ${file}`) && !new RegExp(left).test(file))
    expect(published).toEqual([...RELEASED, 'server'].map(fileOf))
  })
})

// What is published finds what it needs: manifests name files that will be there, and packages that are really imported.
describe('package manifests', () => {
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
})

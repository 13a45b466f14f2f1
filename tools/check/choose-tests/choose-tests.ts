/**
 * Which tests a change is tried with while it is made, and why: those that changed, those of the modules that changed, those that
 * imports lead to, and a small core. `npm run check` runs everything else.
 */

import { execFileSync } from 'node:child_process'
import { targetOf } from '../modules/imports.ts'
import { isTest, moduleOf } from '../modules/modules.ts'
import { isMigration, ownedParts, replacedModule } from '../modules/schema-files.ts'
import { type ModuleTests, modulesServing, moduleTestsIn } from './module-tests.ts'

// Which files a change can reach through imports, and over how many.

type Tree = ReadonlyMap<string, string>

const IMPORTED = /\b(?:from|import)\s*\(?\s*'([^']+)'/g

/** For each file, those that import it. */
const importersIn = (tree: Tree): ReadonlyMap<string, readonly string[]> => {
  const importers = new Map<string, string[]>()
  for (const [file, text] of tree) {
    if (!/\.tsx?$/.test(file)) continue
    for (const [, from = ''] of text.matchAll(IMPORTED)) {
      const target = targetOf(from, file)
      if (target !== undefined && tree.has(target)) importers.set(target, [...(importers.get(target) ?? []), file])
    }
  }
  return importers
}

/** The nearest first. What starts a whole service imports all of it, which says nothing: it is not passed through. */
const reachedFrom = (
  changed: readonly string[],
  importers: ReadonlyMap<string, readonly string[]>,
  passes: (file: string) => boolean,
): string[] => {
  const reached = new Set(changed)
  for (const file of reached) {
    for (const importer of importers.get(file) ?? []) if (passes(importer)) reached.add(importer)
  }
  return [...reached]
}

export interface Choice {
  readonly file: string
  readonly why: string
}

/** What most changes to the service would break. */
const SERVICE = /^(server|packages\/(contract|stellar))\//
const CORE = ['connect', 'inputs', 'payment-requests', 'sign-in', 'tenancy'].map(
  (name) => `server/test/${name}.test.ts`,
)
/** Of tests that only call a changed module, so many are run, and so long: each is known by its kept time. */
const CALLING_MAX = 6
const CALLING_S_MAX = 40
const UNKNOWN_S = 4
const UNIT_MAX = 40

/** Read by these tests, not imported. */
const READ_BY: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\.md$/, ['tools/docs/links.test.ts']],
  [/^(apps|packages\/ui)\//, ['packages/ui/src/ui.test.ts', 'tools/docs/portal-words.test.ts']],
  [/package(-lock)?\.json$/, ['tools/release/release.test.ts', 'tools/check/complete-lock.test.ts']],
  [/^\.(github|ci)\//, ['tools/check/repository.test.ts']],
  [/^server\/schema\//, ['server/test/migrate.test.ts']],
  [/^tests\/full\.json$/, ['tools/check/choose.test.ts']],
  [/^server\/src\/[\w-]+\/.*\.routes\.ts$|^packages\/contract\/src\//, ['server/test/specification.test.ts']],
]

const RUNS =
  /^(packages\/\w+\/(src|test)|apps\/\w+\/src|server\/(src|test)|tools|deploy\/cells|tests\/(ledger-double|evm-chain|faults\/(cluster|mutants|x402)))\/.*\.test\.ts$/
const OVER_HTTP = /^(server|packages\/\w+)\/test\//
/** Starts a service: everything is imported there. */
const STARTS_ALL = /\/test\/(world|place|ground)\.ts'/

export const chooseTests = (
  tree: ReadonlyMap<string, string>,
  changed: readonly string[],
  timeOf: (file: string) => number | undefined = () => undefined,
): Choice[] => {
  const choices = new Map<string, string>()
  const choose = (files: readonly string[], why: string) => {
    for (const file of files) if (RUNS.test(file) && tree.has(file) && !choices.has(file)) choices.set(file, why)
  }
  const startsAll = (file: string) => STARTS_ALL.test(tree.get(file) ?? '')
  const importers = importersIn(tree)
  const testsOf = moduleTestsIn(tree)

  choose(changed, 'changed')
  for (const module of changedModules(tree, changed)) {
    const { own, calling } = testsOf(module)
    choose(own, `named after ${module}`)
    choose(affordable(calling, timeOf), `calls ${module}`)
  }
  for (const file of changed.filter((one) => OVER_HTTP.test(one))) {
    choose(affordable(importers.get(file) ?? [], timeOf), `imports ${file}`)
  }
  for (const [pattern, tests] of READ_BY)
    if (changed.some((file) => pattern.test(file))) choose(tests, 'reads what changed')
  const reached = reachedFrom(changed, importers, (file) => !startsAll(file) && file !== 'server/test/world.ts')
  choose(reached.filter((file) => RUNS.test(file) && !OVER_HTTP.test(file)).slice(0, UNIT_MAX), 'imports what changed')
  if (changed.length === 0 || changed.some((file) => SERVICE.test(file))) choose(CORE, 'core')
  return [...choices].map(([file, why]) => ({ file, why }))
}

const affordable = (tests: ModuleTests['calling'], timeOf: (file: string) => number | undefined): string[] => {
  let sum_s = 0
  return tests.slice(0, CALLING_MAX).filter((file) => {
    sum_s += timeOf(file) ?? UNKNOWN_S
    return sum_s <= CALLING_S_MAX
  })
}

const changedModules = (tree: ReadonlyMap<string, string>, changed: readonly string[]): Set<string> =>
  new Set(
    changed.flatMap((file) => {
      if (isTest(file)) return []
      if (file.startsWith('server/src/')) return moduleOf(file)?.name ?? []
      const sql = replacedModule(file)
      if (sql !== undefined) return [sql]
      if (isMigration(file)) return [...ownedParts(tree.get(file) ?? '')].flatMap(({ owner }) => owner ?? [])
      const [, folder] = /^packages\/contract\/src\/([\w-]+)\//.exec(file) ?? []
      return folder === undefined ? [] : modulesServing(tree, folder)
    }),
  )

// Which files differ from main, committed or not.

/** Undefined for a tree without git. Where main is not known, what is not committed counts. */
export const changedFiles = (root: string): string[] | undefined => {
  const git = (...words: string[]): string[] =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] })
      .split('\n')
      .filter(Boolean)
  try {
    const [base = 'HEAD'] = sinceMain(git)
    return [...new Set([...git('diff', '--name-only', base), ...git('ls-files', '--others', '--exclude-standard')])]
  } catch {
    return undefined
  }
}

const sinceMain = (git: (...words: string[]) => string[]): string[] => {
  try {
    return git('merge-base', 'HEAD', 'main')
  } catch {
    return []
  }
}

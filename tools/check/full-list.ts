/**
 * Reads tests/full.json, the list of what only `npm run check -- --full` runs. Every test on it has a cheaper one in the check
 * that fails for the same defect; here is decided what is wrong with the list.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readSource } from './modules/source.ts'

// Whether a file has a test of that name: others refer to it.

/** A name is the first argument of `test`, or of the call that `test.each` gives. */
const NAMES_A_TEST = /(?:\b(?:test|it)(?:\.\w+)*\(|\)\()\s*$/

export const hasTest = (file: string, source: string, name: string): boolean => {
  const { code, literals } = readSource(file, source)
  return literals.some(({ text, at }) => unescaped(text) === name && NAMES_A_TEST.test(code.slice(0, at)))
}

const unescaped = (text: string): string => text.replaceAll(/\\(.)/g, '$1')

export interface OnlyFull {
  /** Where the tests are. */
  readonly file: string
  /** The test file that runs them, if that is another one. */
  readonly run_by?: string
  /** Of a file that the check runs as well: what it leaves out there. */
  readonly part?: string
  /** What it costs, or needs. */
  readonly why: string
  /** Each test, or part, with the tests of the check that fail for the same defect, as `file: name`. */
  readonly instead: Readonly<Record<string, readonly string[]>>
}

const readOnlyFull = (root: string): readonly OnlyFull[] => {
  const { only_full } = JSON.parse(readFileSync(join(root, 'tests/full.json'), 'utf8')) as {
    only_full: readonly OnlyFull[]
  }
  return only_full
}

/** Test files that the check doesn't run. */
export const onlyFullFiles = (root: string): string[] => [
  ...new Set(readOnlyFull(root).flatMap(({ file, run_by = file, part }) => (part === undefined ? [run_by] : []))),
]

/** One line for everything that does not hold. */
export const fullListFaults = (root: string): string[] => {
  const list = readOnlyFull(root)
  const moved = new Set([
    ...onlyFullFiles(root),
    ...list.flatMap(({ file, part }) => (part === undefined ? [file] : [])),
  ])
  return list.flatMap(({ file, run_by = file, part, instead }) => {
    const absent = [file, run_by].filter((one) => !existsSync(join(root, one)))
    if (absent.length > 0) return absent.map((one) => `${one} does not exist`)
    const names = Object.keys(instead)
    const listed = part === undefined ? unlisted(root, file, names) : []
    return [
      ...listed,
      ...names.flatMap((name) => {
        const cheaper = instead[name] ?? []
        if (cheaper.length === 0) return [`${file}: no cheaper test for "${name}"`]
        return cheaper.flatMap((one) => faultOf(root, moved, one)).map((fault) => `${file}: ${fault}`)
      }),
    ]
  })
}

const faultOf = (root: string, moved: ReadonlySet<string>, cheaper: string): string[] => {
  const [file = '', name = ''] = cheaper.split(/: (.*)/s)
  if (moved.has(file)) return [`${file} is no part of the check itself`]
  if (!existsSync(join(root, file))) return [`${file} does not exist`]
  return hasTest(file, readFileSync(join(root, file), 'utf8'), name) ? [] : [`${file} has no test "${name}"`]
}

const TEST_CALL = /^\s*(?:test|it)(?:\.\w+)*\(/gm

/** A test that is added to such a file must say what it is covered by. */
const unlisted = (root: string, file: string, names: readonly string[]): string[] => {
  const source = readFileSync(join(root, file), 'utf8')
  const absent = names.filter((name) => !hasTest(file, source, name)).map((name) => `${file} has no test "${name}"`)
  const count = source.match(TEST_CALL)?.length ?? 0
  return count === names.length ? absent : [...absent, `${file} has ${count} tests, and ${names.length} are listed`]
}

import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import {
  countsLine,
  countsOf,
  type FileResults,
  RERUN_MAX,
  type TestResults,
  withRerun,
  worthRerunning,
} from './test-results.ts'

const fileOf = (file: string, passed: number, failed: number, took_ms = 0): FileResults => ({
  project: 'unit',
  file,
  passed,
  failed,
  took_ms,
  cpu_s: 0,
  counts: {},
})
const resultsOf = (files: FileResults[], rest: Partial<TestResults> = {}): TestResults => ({
  files,
  skipped: 0,
  unhandled: 0,
  whole: false,
  refusals: [],
  ...rest,
})

test('a file that was run again counts as its second run ended, the others as before', () => {
  const first = resultsOf([fileOf('a', 3, 0), fileOf('b', 4, 1), fileOf('c', 1, 2)])
  const second = resultsOf([fileOf('b', 5, 0), fileOf('c', 2, 1)])
  expect(countsLine(countsOf(withRerun(first, second), 0))).toBe('10 passed, 1 failed')
})

test('a file that its second run left out stays failed', () => {
  expect(countsOf(withRerun(resultsOf([fileOf('a', 1, 1)]), resultsOf([])), 0)).toEqual({ passed: 1, failed: 1 })
})

test('errors outside of tests and faults of the declarations count as failures, and no second run undoes them', () => {
  const first = resultsOf([fileOf('a', 1, 1)], { unhandled: 2 })
  expect(worthRerunning(first)).toEqual([])
  expect(countsOf(withRerun(first, resultsOf([fileOf('a', 2, 0)])), 3)).toEqual({ passed: 2, failed: 5 })
})

test('only files that failed are run again, and none where too many did', () => {
  const failed = Array.from({ length: RERUN_MAX }, (_, i) => fileOf(`f${i}`, 0, 1))
  expect(worthRerunning(resultsOf([fileOf('a', 1, 0), ...failed]))).toEqual(failed)
  expect(worthRerunning(resultsOf([...failed, fileOf('one more', 0, 1)]))).toEqual([])
})

test('nothing is retried by the test runner', () => {
  const config = readFileSync(new URL('../../vitest.config.ts', import.meta.url), 'utf8')
  expect(config).not.toMatch(/\bretry\s*:/)
})

/** Fails at its first run and passes at the second; `broken` fails at both. */
const PROGRAM = `
import { runTests } from ${JSON.stringify(fileURLToPath(new URL('./run-tests.ts', import.meta.url)))}
const { passed, failed, files, lines } = await runTests({
  rerun: process.argv[2] === 'rerun',
  projects: ['planted'],
  root: process.argv[3],
})
for (const line of lines) console.log(line)
for (const { file, counts } of files) console.log(file + ' started ' + (counts['other processes'] ?? 0))
console.log(passed + ' passed, ' + failed + ' failed')
process.exitCode = failed === 0 ? 0 : 1
`
const plantedIn = (folder: string): void => {
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
  const at = (file: string) => JSON.stringify(fileURLToPath(new URL(file, import.meta.url)))
  const project = `name: 'planted', include: ['*.test.mjs'], globals: true, setupFiles: [${at('../../server/test/count-file.ts')}]`
  write(
    'vitest.config.mjs',
    `const source = { resolve: { conditions: ['@pursestrings/source'] }, ssr: { resolve: { conditions: ['@pursestrings/source'] } } }
    export default { environments: { __vitest__: source }, test: { reporters: [${at('./test-results-reporter.ts')}], projects: [{ test: { ${project} } }] } }`,
  )
  write(
    'good.test.mjs',
    `import { execFile } from 'node:child_process'
    import { promisify } from 'node:util'
    beforeAll(() => promisify(execFile)(process.execPath, ['--version']))
    test('good', () => promisify(execFile)(process.execPath, ['--version']))`,
  )
  write(
    'wavering.test.mjs',
    `import { existsSync, writeFileSync } from 'node:fs'
    const seen = ${JSON.stringify(join(folder, 'seen'))}
    test('steady', () => {})
    test('wavering', () => { const again = existsSync(seen); writeFileSync(seen, ''); expect(again).toBe(true) })`,
  )
  write('run.ts', PROGRAM)
}
const runPlanted = (folder: string, how: string) => {
  rmSync(join(folder, 'seen'), { force: true })
  const program = spawnSync(
    process.execPath,
    ['--conditions=@pursestrings/source', join(folder, 'run.ts'), how, folder],
    {
      encoding: 'utf8',
      env: { ...process.env, RESULTS_FILE: undefined, VITEST: undefined },
    },
  )
  return { status: program.status, lines: program.stdout.trimEnd().split('\n') }
}

test('a file that fails is run once more and named, each is told with what it started, and the counts stand alone on a line, once', {
  timeout: 300_000,
}, () => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-planted-'))
  try {
    plantedIn(folder)
    const once = runPlanted(folder, 'once')
    expect([once.status, once.lines.at(-1)]).toEqual([1, '2 passed, 1 failed'])
    const again = runPlanted(folder, 'rerun')
    expect(again.lines).toContain('failed, and run once more: wavering.test.mjs')
    expect(again.lines).toContain('passed at the second run only: wavering.test.mjs')
    expect(again.lines).toEqual(expect.arrayContaining(['good.test.mjs started 2', 'wavering.test.mjs started 0']))
    expect([again.status, again.lines.at(-1)]).toEqual([0, '3 passed, 0 failed'])
    expect(again.lines.filter((line) => /^\d+ passed, \d+ failed$/.test(line)).length).toBe(1)
    writeFileSync(join(folder, 'good.test.mjs'), `test('good', () => { throw new Error('always') })`)
    const broken = runPlanted(folder, 'rerun')
    expect(broken.lines).toContain('failed twice: good.test.mjs')
    expect([broken.status, broken.lines.at(-1)]).toEqual([1, '2 passed, 1 failed'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { describe, expect, onTestFinished, test } from 'vitest'
import { doubtsAbout, watchMachine } from '../../tests/bench/compare.ts'
import { keepCounts, raisedCounts, readKept } from './counts.ts'
import { fullListFaults, hasTest, type OnlyFull, onlyFullFiles } from './full-list.ts'
import { longestFirst } from './longest-first.ts'
import { countLines, fileLines } from './table.ts'
import type { Counts, FileResults } from './test-results.ts'

describe('has test', () => {
  test('a test is found by its name, also in a table of cases; a name in a comment, a group or a text is none', () => {
    const source = `
    describe('a group', () => {
      test('plain', () => {})
      test.each([1])('case %i', () => {})
      // test('commented', () => {})
      const text = 'told'
    })`
    const found = ['plain', 'case %i', 'commented', 'told', 'a group'].map((name) => hasTest('a.test.ts', source, name))
    expect(found).toEqual([true, true, false, false, false])
  })
})

describe('bench', () => {
  const quiet = { cores: 2, outside_cores: 0.05, outside_cores_p90: 0.1 }

  test('a quiet machine with steady rounds leaves no doubt', () => {
    expect(doubtsAbout(quiet, 0.3)).toEqual([])
  })

  test('others at work, or rounds far apart, leave no verdict', () => {
    expect(doubtsAbout({ ...quiet, outside_cores_p90: 0.25 })).toEqual(['others used 0.25 of 2 cores'])
    expect(doubtsAbout(quiet, 0.6)).toEqual(['rounds differ by 60 % of their median'])
  })

  test('a process that is not the measurement’s own is noticed', async () => {
    // Its parent ends at once, so that it is nobody's child of ours.
    const busy = 'timeout 10 sh -c "while :; do :; done" >/dev/null 2>&1 & echo $!'
    const pid = Number(spawnSync('sh', ['-c', busy], { encoding: 'utf8' }).stdout)
    try {
      const watch = watchMachine()
      await pause(1_500)
      expect(watch.stop().outside_cores).toBeGreaterThan(0.2)
    } finally {
      process.kill(pid)
    }
  })
})

describe('counts', () => {
  const fileOf = (file: string, counts: Counts, took_ms = 0): FileResults => ({
    project: 'server',
    file,
    passed: 1,
    failed: 0,
    took_ms,
    cpu_s: 1,
    counts,
  })
  const keptOf = (files: readonly FileResults[]) => {
    const folder = mkdtempSync(join(tmpdir(), 'pursestrings-counts-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    keepCounts(join(folder, 'times.json'), files)
    return readKept(join(folder, 'times.json'))
  }
  const ten = Array.from({ length: 10 }, (_, n) => fileOf(`f${n}.test.ts`, { services: 1, databases: 2 }))

  test('a total may grow by a tenth, whichever files raise it and however', () => {
    const kept = keptOf(ten)
    expect(raisedCounts(kept, ten)).toEqual([])
    expect(raisedCounts(kept, [...ten, fileOf('new.test.ts', { services: 1 })])).toEqual([])
    const moved = [...ten.slice(1), fileOf('new.test.ts', { services: 2 })]
    expect(raisedCounts(kept, moved)).toEqual([])
  })

  test('a total that grows by more fails, and the files that raised it are named, the worst first', () => {
    const changed = [
      ...ten.slice(1),
      fileOf('f0.test.ts', { services: 2, databases: 2 }),
      fileOf('new.test.ts', { services: 4 }),
    ]
    expect(raisedCounts(keptOf(ten), changed)).toEqual([
      'services: 15, and 10 were kept. Raised by new.test.ts (+4), f0.test.ts (+1)',
    ])
  })

  test('what was never kept is not judged', () => {
    expect(raisedCounts(keptOf(ten), [...ten, fileOf('new.test.ts', { browsers: 9 })])).toEqual([])
    expect(raisedCounts({}, ten)).toEqual([])
  })

  test('the files that took longest are named, the slowest first, with the sums of projects', () => {
    const files = [fileOf('a', {}, 1_200), fileOf('b', {}, 31_000), { ...fileOf('c', {}, 40), project: 'unit' }]
    expect(fileLines(files, 2)).toEqual([
      'test files',
      '   31.0 s  b',
      '    1.2 s  a',
      'projects',
      '   32.2 s  server, 2 files, 2 s of CPU',
      '    0.0 s  unit, 1 files, 1 s of CPU',
      '   32.2 s  in all 3 files',
    ])
  })

  test('the counts of the run stand beside those that were kept', () => {
    expect(countLines([...ten, ...ten], keptOf(ten))).toEqual(
      expect.arrayContaining(['     20  services (10)', '     40  databases (20)', '      0  browsers (0)']),
    )
  })
})

describe('longest first', () => {
  const ROOT = fileURLToPath(new URL('../..', import.meta.url))
  const TIMES: Readonly<Record<string, number>> = {
    'tests/e2e/walk.test.ts': 247,
    'tests/e2e/list.test.ts': 0.4,
    'server/test/a.test.ts': 9,
    'server/test/b.test.ts': 80,
  }
  const none = () => false
  const files = (...names: [project: string, file: string][]) =>
    names.map(([name, file]) => ({ project: { name }, moduleId: ROOT + file }))

  test('the files of a project begin with the one that takes longest, and projects stay together', () => {
    const given = files(
      ['server', 'server/test/a.test.ts'],
      ['e2e', 'tests/e2e/list.test.ts'],
      ['server', 'server/test/b.test.ts'],
      ['e2e', 'tests/e2e/walk.test.ts'],
    )
    const sorted = longestFirst(given, (file) => TIMES[file], none)
    expect(sorted).toEqual([given[3], given[1], given[2], given[0]])
  })

  test('a file that was never timed may be the longest, so it begins before all others of its project', () => {
    const given = files(['server', 'server/test/b.test.ts'], ['server', 'server/test/new.test.ts'])
    expect(longestFirst(given, (file) => TIMES[file], none)).toEqual([given[1], given[0]])
  })

  test('files that share a service come after those with one of their own, the longest first', () => {
    const given = files(
      ['server', 'server/test/a.test.ts'],
      ['server', 'server/test/b.test.ts'],
      ['server', 'server/test/new.test.ts'],
    )
    const shares = (path: string) => !path.endsWith('a.test.ts')
    expect(longestFirst(given, (file) => TIMES[file], shares)).toEqual([given[0], given[2], given[1]])
  })
})

describe('full list', () => {
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
})

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { describe, expect, onTestFinished, test } from 'vitest'
import { doubtsAbout, watchMachine } from '../../tests/bench/machine.ts'
import { keepCounts, raisedCounts, readKept } from './counts.ts'
import { hasTest } from './full-list.ts'
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

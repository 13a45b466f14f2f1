import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { COMMITS_MAX, DAYS_MAX, type FullRun, judgeLastFullRun, recordFullRun } from './last-full-run.ts'

const BEGAN_S = 1_800_000_000

/** A tree with a history of its own: each commit is `apart_s` after the one before it, and one adds the list. */
const history = (commits: number, apart_s: number, listed_in = 0) => {
  const root = folder()
  const git = (...words: string[]) => execFileSync('git', words, { cwd: root, encoding: 'utf8' }).trim()
  git('init', '--quiet', '--initial-branch=main')
  const input = Array.from({ length: commits }, (_, nth) => {
    const who = `committer Test <test@example.com> ${BEGAN_S + nth * apart_s} +0000`
    const list = nth === listed_in ? 'M 100644 inline tests/full.json\ndata 2\n{}\n' : ''
    return `commit refs/heads/main\n${who}\ndata 0\n${list}`
  })
  execFileSync('git', ['fast-import', '--quiet'], { cwd: root, input: input.join('\n') })
  return { root, git, ids: git('rev-list', '--reverse', 'main').split('\n') }
}

const folder = (): string => {
  const root = mkdtempSync(join(tmpdir(), 'pursestrings-history-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(join(root, 'tests'))
  return root
}

const say = (root: string, last_green: FullRun | null) =>
  writeFileSync(join(root, 'tests/full.json'), JSON.stringify({ last_green, only_full: [] }))

const judged = ({ root, ids }: { root: string; ids: readonly string[] }, nth: number) => {
  say(root, { commit: ids.at(nth) ?? '', date: '' })
  return judgeLastFullRun(root)
}

test('a full run is recent for as many commits as it may be old, and not for one more', () => {
  const made = history(COMMITS_MAX + 2, 60)
  expect(judged(made, 1)).toMatchObject({ recent: true, said: expect.stringContaining(`${COMMITS_MAX} commits`) })
  expect(judged(made, 0)).toMatchObject({ recent: false, said: expect.stringContaining('npm run check -- --full') })
})

test('a full run is recent for as many days as it may be old, by the dates of commits', () => {
  const made = history(DAYS_MAX + 2, 86_400)
  expect(judged(made, 1)).toMatchObject({ recent: true, said: expect.stringContaining(`${DAYS_MAX}.0 days`) })
  expect(judged(made, 0).recent).toBe(false)
})

test('before the first green run, the list of what only it runs must be as young', () => {
  for (const [listed_in, recent] of [
    [1, true],
    [0, false],
  ] as const) {
    const { root } = history(COMMITS_MAX + 2, 60, listed_in)
    say(root, null)
    expect(judgeLastFullRun(root)).toMatchObject({ recent, said: expect.stringContaining('no full run was green yet') })
  }
})

test('a full run of a commit which nobody has does not count', () => {
  const made = history(1, 0)
  say(made.root, { commit: '0'.repeat(40), date: '' })
  expect(judgeLastFullRun(made.root)).toMatchObject({
    recent: false,
    said: expect.stringContaining('not in the history'),
  })
})

test('a tree without git, and a shallow one, says that nothing is known and fails nobody', () => {
  const unknown = { recent: true, said: expect.stringContaining('not known') }
  const bare = folder()
  say(bare, null)
  expect(judgeLastFullRun(bare)).toEqual(unknown)
  const { root } = history(3, 60)
  const shallow = folder()
  execFileSync('git', ['clone', '--quiet', '--depth=1', `file://${root}`, join(shallow, 'tree')])
  say(join(shallow, 'tree'), null)
  expect(judgeLastFullRun(join(shallow, 'tree'))).toEqual(unknown)
})

test('a green full run is recorded with its commit, unless the tree differs from it', () => {
  const { root, git } = history(1, 0)
  say(root, null)
  expect(recordFullRun(root)).toContain('differs')
  git('add', '.')
  git('-c', 'user.name=Test', '-c', 'user.email=test@example.com', 'commit', '--quiet', '-m', 'list')
  expect(recordFullRun(root)).toContain('recorded')
  const { last_green } = JSON.parse(readFileSync(join(root, 'tests/full.json'), 'utf8')) as { last_green: FullRun }
  expect(last_green).toEqual({ commit: git('rev-parse', 'HEAD'), date: git('log', '-1', '--format=%cI') })
  expect(judgeLastFullRun(root)).toMatchObject({ recent: true, said: expect.stringContaining('0 commits') })
})

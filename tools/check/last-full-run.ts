/**
 * Decides whether the last green `npm run check -- --full` is recent enough to merge on. Commits are compared by their own
 * dates, never with the clock: a commit that was fit to merge stays so.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export const COMMITS_MAX = 50
export const DAYS_MAX = 7

const FILE = 'tests/full.json'
const RENEW = 'run `npm run check -- --full` and commit the tests/full.json that it writes'
const DAY_S = 86_400

export interface FullRun {
  readonly commit: string
  /** When that commit was made. */
  readonly date: string
}

export interface Judgement {
  readonly recent: boolean
  readonly said: string
}

export const judgeLastFullRun = (root: string): Judgement => {
  const git = gitIn(root)
  if (git('rev-parse', '--is-shallow-repository') !== 'false') {
    return {
      recent: true,
      said: 'the age of the last full run is not known: the tree has no git history, or a shallow one',
    }
  }
  const green = lastFullRun(root)
  // Before the first one, the list itself must not be older than a run may be.
  const last = green ?? { commit: git('log', '--diff-filter=A', '--format=%H', '--', FILE)?.split('\n').at(-1) ?? '' }
  const [ran_at, head_at] = [secondsOf(git, last.commit), secondsOf(git, 'HEAD')]
  if (ran_at === undefined || head_at === undefined) {
    return { recent: false, said: `the last full run was of ${last.commit}, which is not in the history: ${RENEW}` }
  }
  const commits = Number(git('rev-list', '--count', `${last.commit}..HEAD`))
  const days = (head_at - ran_at) / DAY_S
  const what = green ? 'the last green full run was' : 'no full run was green yet; their list was made'
  const said = `${what} ${commits} commits and ${days.toFixed(1)} days before this commit`
  if (commits <= COMMITS_MAX && days <= DAYS_MAX) return { recent: true, said }
  return { recent: false, said: `${said}, and may be ${COMMITS_MAX} and ${DAYS_MAX}: ${RENEW}` }
}

/** After a green full run. A tree that differs from its commit is not what the commit would be judged by. */
export const recordFullRun = (root: string): string => {
  const git = gitIn(root)
  const commit = git('rev-parse', 'HEAD')
  if (commit === undefined) return 'not recorded: the tree has no git history'
  if (git('status', '--porcelain') !== '') return 'not recorded: the tree differs from its commit'
  const last_green: FullRun = { commit, date: git('log', '-1', '--format=%cI', commit) ?? '' }
  const list = readFileSync(join(root, FILE), 'utf8')
  const said = JSON.stringify(last_green).replaceAll(/(?<=[,:{])(?=")|(?=\}$)/g, ' ')
  writeFileSync(join(root, FILE), list.replace(/(?<="last_green": ?)(null|\{[^}]*\})/, said))
  return `recorded in ${FILE}: commit it`
}

const lastFullRun = (root: string): FullRun | null => {
  const { last_green } = JSON.parse(readFileSync(join(root, FILE), 'utf8')) as { last_green: FullRun | null }
  return last_green
}

type Git = (...words: string[]) => string | undefined

const gitIn =
  (root: string): Git =>
  (...words) => {
    try {
      return execFileSync('git', words, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
    } catch {
      return undefined
    }
  }

const secondsOf = (git: Git, commit: string): number | undefined => {
  const time = git('log', '-1', '--format=%ct', `${commit}^{commit}`)
  return time === undefined ? undefined : Number(time)
}

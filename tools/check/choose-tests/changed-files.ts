/** Which files differ from main, committed or not. */
import { execFileSync } from 'node:child_process'

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

/** An older commit in a folder of its own, ready to run: its sources, and the packages of its own lock. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface OldTree {
  readonly root: string
  remove(): void
}

/** The first commit whose databases this tree can migrate: the one that changed the baseline of the schema last. */
export const baselineCommit = (): string =>
  execFileSync('git', ['log', '-1', '--format=%H', '--', 'server/schema/baseline'], { encoding: 'utf8' }).trim()

/** Called from the root of this tree. */
export const checkOut = (commit: string): OldTree => {
  const folder = mkdtempSync(join(tmpdir(), 'pursestrings-old-'))
  const root = join(folder, 'old')
  execFileSync('git', ['worktree', 'add', '--detach', root, commit], { stdio: 'ignore' })
  const lockOf = (folder_of: string) => readFileSync(join(folder_of, 'package-lock.json'), 'utf8')
  if (lockOf(root) === lockOf('.')) linkModules(root)
  else execFileSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: root })
  return {
    root,
    remove() {
      execFileSync('git', ['worktree', 'remove', '--force', root], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** What this tree has installed, with links to the older tree's own workspaces. */
const linkModules = (root: string): void => {
  execFileSync('cp', ['-al', 'node_modules', join(root, 'node_modules')])
  const scope = join(root, 'node_modules/@pursestrings')
  for (const name of readdirSync(scope)) {
    const workspace = [`packages/${name}`, name].find((at) => existsSync(join(root, at))) ?? name
    rmSync(join(scope, name))
    symlinkSync(join(root, workspace), join(scope, name))
    const nested = [`packages/${name}/node_modules`, `${name}/node_modules`].find((at) => existsSync(at))
    if (nested !== undefined) execFileSync('cp', ['-al', nested, join(root, workspace, 'node_modules')])
  }
}

/**
 * A copy of the tree in which code may be spoilt. Sources are copied as git knows them, changes not yet committed
 * included; packages are links to the real ones, except the workspaces, which are the copy's own.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const OWN_SCOPE = '@pursestrings'

export interface TreeCopy {
  readonly root: string
  remove(): void
}

export const copyTree = (): TreeCopy => {
  const root = mkdtempSync(join(tmpdir(), 'pursestrings-mutants-'))
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT })
  for (const file of listed.toString().split('\0')) {
    if (file === '' || !existsSync(join(ROOT, file))) continue
    mkdirSync(dirname(join(root, file)), { recursive: true })
    cpSync(join(ROOT, file), join(root, file))
  }
  linkPackages(join(ROOT, 'node_modules'), join(root, 'node_modules'))
  for (const name of readdirSync(join(ROOT, 'node_modules', OWN_SCOPE))) {
    const workspace = relative(realpathSync(ROOT), realpathSync(join(ROOT, 'node_modules', OWN_SCOPE, name)))
    link(join(root, workspace), join(root, 'node_modules', OWN_SCOPE, name))
    const nested = join(ROOT, workspace, 'node_modules')
    if (existsSync(nested)) linkPackages(nested, join(root, workspace, 'node_modules'))
  }
  return { root, remove: () => rmSync(root, { recursive: true, force: true }) }
}

const linkPackages = (from: string, to: string): void => {
  mkdirSync(join(to, OWN_SCOPE), { recursive: true })
  const packages = readdirSync(from).filter((name) => name === '.bin' || (!name.startsWith('.') && name !== OWN_SCOPE))
  for (const name of packages) link(join(from, name), join(to, name))
}

const link = (target: string, path: string): void => symlinkSync(target, path, 'junction')

/**
 * The tree as a fresh clone has it after `npm install`: every file but what is made or installed, packages linked to those
 * that are here (which spares the network), and workspaces and their commands linked as npm links them. Nothing is built yet.
 */
import { existsSync, globSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { ROOT } from './dev-run.ts'

const NOT_CLONED = new Set(['.git', 'node_modules', 'dist', '.pursestrings', 'coverage'])

export interface Clone {
  readonly folder: string
  remove(): Promise<void>
}

export const makeClone = async (): Promise<Clone> => {
  const folder = await mkdtemp(join(tmpdir(), 'pursestrings-clone-'))
  const cloned = (name: string) => !NOT_CLONED.has(name)
  for (const name of (await readdir(ROOT)).filter(cloned)) {
    await cp(join(ROOT, name), join(folder, name), {
      recursive: true,
      filter: (path) => relative(ROOT, path).split(/[\\/]/).every(cloned),
    })
  }
  await linkPackages(folder)
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) }
}

interface Manifest {
  readonly name: string
  readonly workspaces?: readonly string[]
  readonly bin?: Readonly<Record<string, string>>
}

const manifestIn = async (folder: string): Promise<Manifest> =>
  JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as Manifest

const linkPackages = async (folder: string): Promise<void> => {
  const { workspaces = [] } = await manifestIn(folder)
  await linkAll(join(ROOT, 'node_modules'), join(folder, 'node_modules'), ['.bin', '.cache', '@pursestrings'])
  const bin = join(folder, 'node_modules', '.bin')
  await mkdir(bin, { recursive: true })
  await mkdir(join(folder, 'node_modules', '@pursestrings'), { recursive: true })
  const own_commands: string[] = []
  for (const workspace of globSync([...workspaces], { cwd: ROOT })) {
    const own = join(folder, workspace)
    const { name, bin: commands = {} } = await manifestIn(own)
    own_commands.push(...Object.keys(commands))
    await symlink(own, join(folder, 'node_modules', name))
    for (const [command, file] of Object.entries(commands)) await symlink(join(own, file), join(bin, command))
    const beside = join(ROOT, workspace, 'node_modules')
    if (existsSync(beside)) await symlink(beside, join(own, 'node_modules'))
  }
  await linkAll(join(ROOT, 'node_modules', '.bin'), bin, own_commands)
}

/** Everything of one folder, but for some names, as links in another. */
const linkAll = async (from: string, to: string, but: readonly string[]): Promise<void> => {
  await mkdir(to, { recursive: true })
  for (const name of await readdir(from)) {
    if (!but.includes(name)) await symlink(join(from, name), join(to, name))
  }
}

/** Our npm packages, packed as they are published; each after those that it needs. All have one version, and go out together. */
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

export const RELEASED = [
  'protocol',
  'contract',
  'stellar',
  'evm',
  'sdk',
  'signing',
  'x402',
  'cli',
  'mcp',
  'conformance',
] as const
export type Released = (typeof RELEASED)[number]

/** Called from the root of the tree; answers with the tarballs in their order. From a copy: what is built in its place would be run instead of its sources. */
export const packPackages = async (into: string, names: readonly Released[] = RELEASED): Promise<string[]> => {
  const scratch = mkdtempSync(join(tmpdir(), 'pursestrings-packed-'))
  try {
    const modules = join(scratch, 'node_modules')
    mkdirSync(join(modules, '@pursestrings'), { recursive: true })
    for (const name of readdirSync('node_modules')) {
      if (name !== '@pursestrings') symlinkSync(resolve('node_modules', name), join(modules, name))
    }
    cpSync('tsconfig.json', join(scratch, 'tsconfig.json'))
    for (const name of names) {
      const copy = join(scratch, 'packages', name)
      cpSync(`packages/${name}`, copy, { recursive: true, filter: (path) => basename(path) !== 'dist' })
      symlinkSync(copy, join(modules, '@pursestrings', name))
    }
    const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` }
    const packed: string[] = []
    // Each builds what it needs, so that they come one after the other.
    for (const name of names) {
      const known = globSync('*.tgz', { cwd: into })
      await run('npm', ['pack', '--pack-destination', resolve(into)], { cwd: join(scratch, 'packages', name), env })
      const [made] = globSync('*.tgz', { cwd: into }).filter((file) => !known.includes(file))
      if (made === undefined) throw new Error(`npm packed nothing for ${name}`)
      packed.push(join(into, made))
    }
    return packed
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

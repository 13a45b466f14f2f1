/** The command `countersign` as it is published: its package and those of this tree that it needs, packed, then installed by npm. */
import { execFile } from 'node:child_process'
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

const PACKAGES = ['contract', 'stellar', 'sdk', 'signing', 'cli']

/** Called from the root of this tree. The folder gets `node_modules/.bin/countersign`. */
export const installPackedCli = async (folder: string): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), 'countersign-packed-'))
  try {
    const tarballs = await pack(scratch)
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', ...flags, ...tarballs], { cwd: folder })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

/** From a copy: a package that is built in its place would be run instead of its sources. */
const pack = async (scratch: string): Promise<string[]> => {
  const modules = join(scratch, 'node_modules')
  mkdirSync(join(modules, '@countersign'), { recursive: true })
  for (const name of readdirSync('node_modules')) {
    if (name !== '@countersign') symlinkSync(resolve('node_modules', name), join(modules, name))
  }
  cpSync('tsconfig.json', join(scratch, 'tsconfig.json'))
  for (const name of PACKAGES) {
    const copy = join(scratch, 'packages', name)
    cpSync(`packages/${name}`, copy, { recursive: true, filter: (path) => basename(path) !== 'dist' })
    symlinkSync(copy, join(modules, '@countersign', name))
  }
  const env = { ...process.env, PATH: `${resolve('node_modules/.bin')}:${process.env.PATH}` }
  // Each builds what it needs, so that they come one after the other.
  for (const name of PACKAGES)
    await run('npm', ['pack', '--pack-destination', scratch], { cwd: join(scratch, 'packages', name), env })
  return globSync('*.tgz', { cwd: scratch }).map((name) => join(scratch, name))
}

/** The command `pursestrings` as it is published: its package and those of this tree that it needs, packed, then installed by npm. */
import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { packPackages } from '../../tools/release/pack-packages.ts'

const run = promisify(execFile)

/** Called from the root of this tree. The folder gets `node_modules/.bin/pursestrings`. */
export const installPackedCli = async (folder: string): Promise<void> => {
  const scratch = mkdtempSync(join(tmpdir(), 'pursestrings-packed-'))
  try {
    const tarballs = await packPackages(scratch, ['protocol', 'stellar', 'sdk', 'signing', 'cli'])
    mkdirSync(folder, { recursive: true })
    writeFileSync(join(folder, 'package.json'), '{ "private": true }')
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline']
    await run('npm', ['install', ...flags, ...tarballs], { cwd: folder })
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

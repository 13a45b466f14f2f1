/**
 * A key that development makes once and keeps in a file, so that what it sealed can be opened, and what it signed is
 * trusted, after a restart and by every process. Runs that begin at the same time end up with the same one.
 */
import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

export async function keptKey(file: string, kid = 'dev'): Promise<string> {
  const kept = await readFile(file, 'utf8').catch(isAbsent)
  if (kept !== undefined) return kept.trim()
  await mkdir(dirname(file), { recursive: true })
  const own = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`
  await writeFile(own, `${kid}:${randomBytes(32).toString('base64url')}\n`, { mode: 0o600, flag: 'wx' })
  // Whole or not at all, and never over one that is there.
  await link(own, file).catch(isPresent)
  await rm(own)
  return (await readFile(file, 'utf8')).trim()
}

function isAbsent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}

function isPresent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'EEXIST') throw error
}

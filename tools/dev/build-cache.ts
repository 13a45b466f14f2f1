/**
 * What takes long to make and depends on files alone (installed packages, the built docs) is kept outside of the tree, under a
 * hash of those files, so that a second checkout doesn't make it again. Removing the folder is always safe.
 */
import { createHash, randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'

const FOLDER =
  process.env['PURSESTRINGS_CACHE_DIR'] ||
  join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'pursestrings-build')
const DAY_MS = 24 * 3_600_000

export const hashOf = (...parts: readonly (string | Uint8Array)[]): string => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part).update('\0')
  return hash.digest('hex').slice(0, 32)
}

/** The folder with this name, filled by `make` the first time. Nobody sees it before it is complete. */
export const kept = async (
  kind: string,
  hash: string,
  make: (folder: string) => Promise<void>,
  { root = FOLDER, unused_days_max = 7 } = {},
): Promise<string> => {
  const folder = join(root, kind, hash)
  if (!existsSync(folder)) {
    const filling = `${folder}.${randomUUID()}`
    await mkdir(filling, { recursive: true })
    try {
      await make(filling)
      // Another process may have been quicker; both made the same.
      await rename(filling, folder).catch((error: Error) => {
        if (!existsSync(folder)) throw error
      })
    } finally {
      await rm(filling, { recursive: true, force: true })
    }
    await dropOld(join(root, kind), unused_days_max)
  }
  const now = new Date()
  await utimes(folder, now, now)
  return folder
}

const dropOld = async (folder: string, unused_days_max: number): Promise<void> => {
  for (const name of await readdir(folder)) {
    const used = await stat(join(folder, name)).catch(() => undefined)
    if (used && Date.now() - used.mtimeMs > unused_days_max * DAY_MS)
      await rm(join(folder, name), { recursive: true, force: true })
  }
}

/** A copy of the payee log that somebody kept, in a folder or at an address that the operator names. */
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReadLogFile } from '@countersign/contract/log/log-reader'

const TIMEOUT_MS = 30_000

const fromFolder =
  (folder: string): ReadLogFile =>
  async (path) => {
    try {
      return new Uint8Array(await readFile(join(folder, path)))
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
      throw error
    }
  }

const fromWeb =
  (url: string): ReadLogFile =>
  async (path) => {
    const response = await fetch(`${url.replace(/\/+$/, '')}/${path}`, { signal: AbortSignal.timeout(TIMEOUT_MS) })
    return response.ok ? new Uint8Array(await response.arrayBuffer()) : undefined
  }

export const openLogMirror = (from: string): ReadLogFile =>
  /^https?:\/\//.test(from) ? fromWeb(from) : fromFolder(from)

/** A folder that must be there: one that is not mounted would look like one that knows nothing. */
export const requireFolder = async (folder: string): Promise<void> => {
  const found = await stat(folder).catch(() => undefined)
  if (!found?.isDirectory()) throw new Error(`LOG_MIRROR is not a folder that can be read: ${folder}`)
}

/** Whole or not at all, and on the disk when it answers. */
export const writeToMirror = async (folder: string, path: string, text: string): Promise<void> => {
  const place = join(folder, path)
  const fresh = `${place}.${process.pid}`
  await mkdir(dirname(place), { recursive: true })
  const file = await open(fresh, 'w')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
  await rename(fresh, place)
  const parent = await open(dirname(place))
  try {
    await parent.sync()
  } finally {
    await parent.close()
  }
}

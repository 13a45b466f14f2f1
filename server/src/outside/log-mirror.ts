/** A copy of the payee log that somebody kept, in a folder or at an address that the operator names. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
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

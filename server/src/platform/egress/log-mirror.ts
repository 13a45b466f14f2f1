/**
 * What is kept outside the database, in a folder or on a web server that the operator names: the service's own mirror
 * (LOG_MIRROR), which is read and written, and a copy of the payee log that somebody kept, which is only read.
 */
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { ReadLogFile } from '@pursestrings/protocol/log/log-tiles'
import type { HttpsClient } from './https-client.ts'

// A mirror on a web server that takes PUT and GET, such as an object store. What is written is read back: a server that says
// yes and keeps nothing, or keeps something else, is found before anybody relies on it.

/** Written and read back when a process starts. */
const PROBE = 'service/mirror'
const PROBE_TEXT = 'pursestrings\n'

const mirrorOnWeb = (base: string, https: HttpsClient, token?: string): LogMirror => {
  const address = base.replace(/\/+$/, '')
  const headers = { 'cache-control': 'no-cache', ...(token !== undefined && { authorization: `Bearer ${token}` }) }
  const answered = (status: number, doing: string) =>
    new Error(`LOG_MIRROR answered ${status} to ${doing} ${address}: does LOG_MIRROR_TOKEN allow PUT and GET there?`)
  const read: LogMirror['read'] = async (path) => {
    const { status, body } = await https.request({ url: `${address}/${path}`, headers })
    // Any other answer does not say that there is none: whoever believed it would serve from a restored backup.
    if (status === 404) return undefined
    if (status !== 200) throw answered(status, `reading ${path} at`)
    return new Uint8Array(body)
  }
  const write: LogMirror['write'] = async (path, text) => {
    const sent = { ...headers, 'content-type': 'application/octet-stream' }
    const { status } = await https.request({ url: `${address}/${path}`, method: 'PUT', headers: sent, body: text })
    if (status < 200 || status > 299) throw answered(status, `writing ${path} to`)
    const kept = await read(path)
    if (kept === undefined || !Buffer.from(text).equals(kept))
      throw new Error(`LOG_MIRROR does not give back what was written to ${address}/${path}: is it the right address?`)
  }
  return { read, write, expectThere: () => write(PROBE, PROBE_TEXT) }
}

export interface LogMirror {
  /** Undefined where there is no such file; anything else that is no file is a fault. */
  readonly read: ReadLogFile
  /** Whole or not at all, and kept when it answers. */
  write(path: string, text: string): Promise<void>
  /** A fault where it is not there: it would look like one that knows nothing. */
  expectThere(): Promise<void>
}

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

/** The setting LOG_MIRROR: a folder, or an https address. */
export const mirrorAt = (place: string, https: HttpsClient, token?: string): LogMirror =>
  place.startsWith('/') ? mirrorIn(place) : mirrorOnWeb(place, https, token)

const mirrorIn = (folder: string): LogMirror => ({
  read: fromFolder(folder),
  write: (path, text) => writeToFolder(folder, path, text),
  async expectThere() {
    const found = await stat(folder).catch(() => undefined)
    if (!found?.isDirectory()) throw new Error(`LOG_MIRROR is not a folder that can be read: ${folder}`)
  },
})

const writeToFolder = async (folder: string, path: string, text: string): Promise<void> => {
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

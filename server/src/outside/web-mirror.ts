/**
 * A mirror on a web server that takes PUT and GET, such as an object store. What is written is read back: a server that says
 * yes and keeps nothing, or keeps something else, is found before anybody relies on it.
 */
import type { HttpsClient } from './https-client.ts'
import type { LogMirror } from './log-mirror.ts'

/** Written and read back when a process starts. */
const PROBE = 'service/mirror'
const PROBE_TEXT = 'countersign\n'

export const mirrorOnWeb = (base: string, https: HttpsClient, token?: string): LogMirror => {
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

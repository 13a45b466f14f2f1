/** HTTP over a bare socket: what is sent is sent as it is, and what comes back is read strictly, every byte of it. */
import { connect, type Socket } from 'node:net'
import { gunzipSync } from 'node:zlib'

export interface WireAnswer {
  readonly status: number
  readonly headers: ReadonlyMap<string, string>
  readonly text: string
}

/** What came back is no HTTP. */
export class NotHttp extends Error {}

const HEAD_END = '\r\n\r\n'
const STATUS = /^HTTP\/1\.1 ([1-5][0-9]{2}) [\x20-\x7e]*$/
const HEADER = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+): ?([\t\x20-\x7e\x80-\xff]*)$/

/** The first answer in these bytes and what follows it; undefined while it is not complete. */
export const readAnswer = (
  bytes: Buffer,
  { head_only = false, ended = false } = {},
): { answer: WireAnswer; rest: Buffer } | undefined => {
  const end = bytes.indexOf(HEAD_END)
  if (end < 0) {
    if (bytes.length > 0 && !'HTTP/1.1 '.startsWith(bytes.subarray(0, 9).toString('latin1')))
      throw new NotHttp(`no HTTP: ${JSON.stringify(bytes.subarray(0, 80).toString('latin1'))}`)
    return undefined
  }
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const status = Number(STATUS.exec(first)?.[1])
  if (Number.isNaN(status)) throw new NotHttp(`no status line: ${JSON.stringify(first)}`)
  const headers = new Map<string, string>()
  for (const line of lines) {
    const [, name, value] = HEADER.exec(line) ?? []
    if (name === undefined || value === undefined) throw new NotHttp(`no header: ${JSON.stringify(line)}`)
    headers.set(name.toLowerCase(), value)
  }
  const rest = bytes.subarray(end + HEAD_END.length)
  // "Continue" comes before the answer itself.
  if (status < 200) return readAnswer(rest, { head_only, ended })
  const isStream = headers.get('content-type')?.startsWith('text/event-stream') === true
  if (head_only || status === 204 || status === 304 || isStream) return { answer: { status, headers, text: '' }, rest }
  if (headers.get('transfer-encoding') === 'chunked') {
    const body = chunksIn(rest)
    return body && { answer: { status, headers, text: body.text }, rest: body.rest }
  }
  const length = headers.get('content-length')
  if (length === undefined) {
    if (headers.get('connection') !== 'close') throw new NotHttp('an answer without an end')
    return ended ? { answer: { status, headers, text: rest.toString() }, rest: Buffer.alloc(0) } : undefined
  }
  if (rest.length < Number(length)) return undefined
  const body = rest.subarray(0, Number(length))
  const text = (headers.get('content-encoding') === 'gzip' ? gunzipSync(body) : body).toString()
  return { answer: { status, headers, text }, rest: rest.subarray(Number(length)) }
}

const chunksIn = (bytes: Buffer): { text: string; rest: Buffer } | undefined => {
  const parts: Buffer[] = []
  for (let at = 0; ; ) {
    const end = bytes.indexOf('\r\n', at)
    if (end < 0) return undefined
    const size = Number.parseInt(bytes.subarray(at, end).toString('latin1'), 16)
    const from = end + 2
    if (bytes.length < from + size + 2) return undefined
    if (size === 0) return { text: Buffer.concat(parts).toString(), rest: bytes.subarray(from + 2) }
    parts.push(bytes.subarray(from, from + size))
    at = from + size + 2
  }
}

/** `closed`: the server ended the connection without an answer; `silent`: neither came in time. */
export type Outcome = { readonly answer: WireAnswer; readonly surplus: string } | 'closed' | 'silent'

const SILENT_MS = 40_000

/** One connection, kept as long as the server keeps it; one call at a time. */
export const wireTo = (url: string) => {
  const { hostname, port } = new URL(url)
  let socket: Socket | undefined
  const close = (): void => {
    socket?.destroy()
    socket = undefined
  }
  const send = (bytes: Uint8Array, head_only: boolean): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const reused = socket !== undefined
      const mine = (socket ??= connect({ host: hostname, port: Number(port), noDelay: true }))
      let heard = Buffer.alloc(0)
      const finish = (outcome: Outcome | Error | 'again'): void => {
        clearTimeout(timer)
        mine.removeAllListeners()
        mine.on('error', () => {})
        const kept =
          typeof outcome === 'object' && 'answer' in outcome && outcome.answer.headers.get('connection') !== 'close'
        const isStream =
          typeof outcome === 'object' &&
          'answer' in outcome &&
          outcome.answer.headers.get('content-type')?.startsWith('text/event-stream') === true
        if (!kept || isStream) close()
        if (outcome instanceof Error) reject(outcome)
        else if (outcome === 'again') resolve(send(bytes, head_only))
        else resolve(outcome)
      }
      const look = (ended: boolean): void => {
        try {
          const read = readAnswer(heard, { head_only, ended })
          if (read) finish({ answer: read.answer, surplus: isEvents(read.answer) ? '' : read.rest.toString('latin1') })
          // A connection that was kept may have been closed meanwhile: that says nothing about this call.
          else if (ended) finish(reused && heard.length === 0 ? 'again' : 'closed')
        } catch (error) {
          finish(error as Error)
        }
      }
      const timer = setTimeout(() => finish('silent'), SILENT_MS)
      mine.on('data', (chunk: Buffer) => {
        heard = Buffer.concat([heard, chunk])
        look(false)
      })
      mine.on('error', () => look(true))
      mine.on('close', () => look(true))
      mine.write(bytes)
    })
  return { send, close }
}

const isEvents = ({ headers }: WireAnswer): boolean =>
  headers.get('content-type')?.startsWith('text/event-stream') === true

/** Everything that one connection answers to these bytes, until it is closed or has been quiet for a while. */
export const allAnswers = (
  url: string,
  bytes: Uint8Array,
  quiet_ms: number,
): Promise<{ all: Buffer; closed: boolean }> => {
  const { hostname, port } = new URL(url)
  return new Promise((resolve) => {
    const socket = connect({ host: hostname, port: Number(port), noDelay: true })
    let all = Buffer.alloc(0)
    const finish = (closed: boolean) => () => {
      clearTimeout(timer)
      socket.destroy()
      resolve({ all, closed })
    }
    let timer = setTimeout(finish(false), quiet_ms)
    socket.on('data', (chunk: Buffer) => {
      all = Buffer.concat([all, chunk])
      clearTimeout(timer)
      timer = setTimeout(finish(false), quiet_ms)
    })
    socket.on('error', () => {})
    socket.on('close', finish(true))
    socket.write(bytes)
  })
}

/**
 * One HTTP call, with the whole answer to look at. Not `fetch`: the tests make tens of thousands of calls, and one takes a
 * quarter of the work this way.
 */
import { Agent, type IncomingMessage, request } from 'node:http'
import { text as textOf } from 'node:stream/consumers'

export interface Sent {
  readonly body?: unknown
  /** Sent as it is, instead of `body` as JSON. */
  readonly raw?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface Answer {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** Parsed as JSON; loosely typed, since a test looks at what really came. */
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json: any
}

const agent = new Agent({ keepAlive: true })
/** A call without a body says so where one is usual. */
const WITH_BODY: ReadonlySet<string> = new Set(['POST', 'PUT', 'PATCH'])

export const call = async (base: string, method: string, path: string, sent: Sent = {}): Promise<Answer> => {
  const raw = sent.raw ?? (sent.body === undefined ? undefined : JSON.stringify(sent.body))
  const length = WITH_BODY.has(method) || raw !== undefined ? Buffer.byteLength(raw ?? '') : undefined
  const response = await answerTo(
    new URL(base + path),
    method,
    {
      accept: '*/*',
      ...(raw !== undefined && { 'content-type': 'application/json' }),
      ...(length !== undefined && { 'content-length': String(length) }),
      ...sent.headers,
    },
    raw,
  )
  const headers = new Headers()
  for (const [name, values] of Object.entries(response.headersDistinct))
    for (const value of values ?? []) headers.append(name, value)
  const text = await textOf(response)
  const json = headers.get('content-type')?.startsWith('application/json') ? JSON.parse(text) : undefined
  return { status: response.statusCode ?? 0, headers, text, json }
}

const answerTo = (url: URL, method: string, headers: Record<string, string>, raw?: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    request(url, { method, headers, agent }, resolve).on('error', reject).end(raw)
  })

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

// Calls from an address of one's own on the loopback (127.0.0.2, …): limits go by address. One socket per caller.

export interface Heard {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly text: string
}

export interface Sending {
  readonly method?: string
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

export interface Place {
  send(sending: Sending): Promise<Heard>
  close(): void
}

export const placeAt = (base: string, localAddress: string, sockets = 1): Place => {
  const { hostname, port } = new URL(base)
  const dispatcher = new Agent({ keepAlive: true, maxSockets: sockets, scheduling: 'fifo', localAddress })
  return {
    send: ({ method = 'POST', path, headers = {}, body }) =>
      new Promise((resolve, reject) => {
        const type = body === undefined ? {} : { 'content-type': 'application/json', 'content-length': bytesOf(body) }
        const sent = request(
          { agent: dispatcher, hostname, port, method, path, headers: { ...type, ...headers } },
          (answer) => {
            const chunks: Buffer[] = []
            answer.on('data', (chunk: Buffer) => chunks.push(chunk))
            answer.on('error', reject)
            answer.on('end', () => {
              const { statusCode: status = 0, headers: heard } = answer
              resolve({ status, headers: heard, text: Buffer.concat(chunks).toString() })
            })
          },
        )
        sent.on('error', reject)
        sent.end(body)
      }),
    close: () => dispatcher.destroy(),
  }
}

const bytesOf = (text: string): string => String(Buffer.byteLength(text))

export const codeOf = ({ text }: Heard): string | undefined =>
  text.startsWith('{') ? (JSON.parse(text) as { error?: { code?: string } }).error?.code : undefined

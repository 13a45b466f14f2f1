/** What lies between a client and the service, and does as the test says: passes on, loses answers, answers by itself. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Passing {
  readonly method: string
  readonly path: string
  /** 1 for the first call that came. */
  readonly nth: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: string
}

export type Fate =
  | 'pass'
  /** The service does it, and its answer never arrives. */
  | 'lose'
  /** It never arrives at the service. */
  | 'drop'
  | 'hang'
  /** The answer of the service, changed on its way. */
  | { readonly alter: (body: string) => string }
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown }

export type Deciding = (passing: Passing) => Fate | Promise<Fate>

export interface Proxy {
  readonly base_url: string
  readonly seen: readonly Passing[]
  /** How many calls of this method and path came. */
  count(method: string, path: string): number
  [Symbol.asyncDispose](): Promise<void>
}

/** A target that is a function is asked at every call. */
export const startProxy = async (target: string | (() => string), fate: Deciding = () => 'pass'): Promise<Proxy> => {
  const seen: Passing[] = []
  const server = createServer((asked, answer) => {
    void bodyOf(asked).then(async (body) => {
      const { method = '', url = '', headers } = asked
      const passing = { method, path: url.split('?')[0] ?? '', nth: seen.length + 1, headers, body }
      seen.push(passing)
      const service = typeof target === 'string' ? target : target()
      act(await fate(passing), { target: service + url, passing, answer })
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    count: (method, path) => seen.filter((one) => one.method === method && one.path === path).length,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

interface Acting {
  readonly target: string
  readonly passing: Passing
  readonly answer: ServerResponse
}

const act = (fate: Fate, { target, passing, answer }: Acting): void => {
  if (fate === 'hang') return
  if (fate === 'drop') {
    answer.destroy()
    return
  }
  if (typeof fate === 'object' && 'status' in fate) {
    answer.writeHead(fate.status, { 'content-type': 'application/json', ...fate.headers })
    answer.end(typeof fate.body === 'string' ? fate.body : JSON.stringify(fate.body ?? {}))
    return
  }
  const { method, headers, body } = passing
  const onward = request(target, { method, headers, agent: false }, (came) => {
    void bodyOf(came).then((text) => {
      if (fate === 'lose') answer.destroy()
      else if (fate === 'pass') answer.writeHead(came.statusCode ?? 502, came.headers).end(text)
      else {
        const { 'content-length': _, ...kept } = came.headers
        answer.writeHead(came.statusCode ?? 502, kept).end(fate.alter(text))
      }
    })
  })
  onward.on('error', () => answer.destroy())
  onward.end(body)
}

const bodyOf = async (stream: IncomingMessage): Promise<string> => {
  const chunks: Buffer[] = []
  try {
    for await (const chunk of stream) chunks.push(chunk as Buffer)
  } catch {
    // Whoever spoke went away.
  }
  return Buffer.concat(chunks).toString()
}

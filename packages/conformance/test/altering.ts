/** What stands between the kit and the service, and breaks one sentence of the specification on the way. */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Json } from '../src/call.ts'

export interface Passing {
  readonly method: string
  readonly path: string
  query: URLSearchParams
  headers: Record<string, string>
  body: Json
}

export interface Came {
  status: number
  headers: Record<string, string>
  json: Json
}

/** Changes a call, or answers it in place of the service. */
export type Before = (passing: Passing) => Came | undefined
/** Changes an answer. */
export type After = (came: Came, passing: Passing) => void

export interface Altering {
  readonly before?: Before
  readonly after?: After
}

export const startAltering = async (target: string, { before, after }: Altering) => {
  const pass = async (request: IncomingMessage): Promise<Came> => {
    const url = new URL(request.url ?? '/', target)
    const written = await text(request)
    const { host: _, connection: __, 'content-length': ___, 'transfer-encoding': ____, ...kept } = request.headers
    const passing: Passing = {
      method: request.method ?? 'GET',
      path: url.pathname,
      query: url.searchParams,
      headers: kept as Record<string, string>,
      body: written === '' ? undefined : JSON.parse(written),
    }
    const instead = before?.(passing)
    if (instead !== undefined) return instead
    const body = passing.body === undefined ? null : JSON.stringify(passing.body)
    const to = `${target}${url.pathname}${passing.query.size > 0 ? `?${passing.query.toString()}` : ''}`
    const answer = await fetch(to, { method: passing.method, headers: passing.headers, body, redirect: 'manual' })
    const { 'content-length': _length, 'content-encoding': _encoding, ...headers } = Object.fromEntries(answer.headers)
    const said = await answer.text()
    const came: Came = { status: answer.status, headers, json: said.startsWith('{') ? JSON.parse(said) : said }
    after?.(came, passing)
    return came
  }
  const server = createServer((request, response) => {
    void pass(request).then(
      ({ status, headers, json }) =>
        response.writeHead(status, headers).end(typeof json === 'string' ? json : JSON.stringify(json)),
      (error: unknown) => response.writeHead(502).end(String(error)),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

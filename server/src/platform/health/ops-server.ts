/**
 * The private port of every process, whatever its role: is it alive, may work be sent to it, what does it count. It needs
 * no credential, so it listens on a private address; it opens before the rest starts and closes after the rest has ended.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { METRICS_TYPES, type MetricsFormat, metricsFormat } from '../http/metrics-format.ts'
import { Refusal } from '../refusal.ts'

export interface OpsDeps {
  readonly host: string
  readonly port: number
  readonly version: string
  /** Throws a refusal while it is not. */
  readonly ready: () => object | Promise<object>
  readonly metrics: (format: MetricsFormat) => Promise<string>
}

export interface OpsServer {
  readonly url: string
  stop(): Promise<void>
}

const JSON_TYPE = 'application/json; charset=utf-8'

export const startOpsServer = async (deps: OpsDeps): Promise<OpsServer> => {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 }, (request, response) => {
    answer(deps, request, response).catch(() => response.destroy())
  })
  await listen(server, deps)
  const { address, family, port } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const listen = (server: Server, { host, port }: OpsDeps): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      const cure = 'give each process on a machine an OPS_PORT of its own, or leave it unset'
      reject(taken ? new Error(`OPS_PORT ${port} of ${host} is taken: ${cure}`, { cause: error }) : error)
    })
    server.listen({ host, port }, resolve)
  })

const answer = async (deps: OpsDeps, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const say = (status: number, type: string, body: string) => {
    response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' })
    response.end(request.method === 'HEAD' ? undefined : body)
  }
  const tell = (status: number, body: object) => say(status, JSON_TYPE, JSON.stringify(body))
  if (request.method !== 'GET' && request.method !== 'HEAD') return tell(405, refused('method_not_allowed', 'Use GET.'))
  const path = request.url?.split('?')[0]
  if (path === '/health') return tell(200, { ok: true, status: 'alive', version: deps.version })
  if (path === '/metrics') {
    const format = metricsFormat(request.headers.accept)
    return say(200, METRICS_TYPES[format], await deps.metrics(format))
  }
  if (path !== '/ready') {
    return tell(404, refused('resource_not_found', 'This port has /health, /ready and /metrics.'))
  }
  try {
    tell(200, { ok: true, ...(await deps.ready()) })
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    tell(503, refused(error.entry.code, error.message))
  }
}

const refused = (code: string, message: string) => ({ ok: false, error: { code, message } })

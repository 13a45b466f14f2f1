// Test double: a merchant's web site, a real HTTPS server on loopback that answers as the test tells it to.
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import { listening } from './listening.ts'
import type { Certificate } from './test-authority.ts'

export type MerchantSite = {
  readonly port: number
  /** Every request that arrived, in order. */
  readonly requests: readonly IncomingMessage[]
  /** How many connections were opened, finished handshake or not. */
  readonly connections: () => number
  readonly [Symbol.asyncDispose]: () => Promise<void>
}

export type Respond = (request: IncomingMessage, response: ServerResponse) => void

export async function startMerchantSite(
  certificate: Certificate,
  respond: Respond,
  place: { address?: string; port?: number } = {},
): Promise<MerchantSite> {
  const requests: IncomingMessage[] = []
  let connections = 0
  const server = createServer({ ...certificate }, (request, response) => {
    requests.push(request)
    response.on('error', () => {})
    respond(request, response)
  })
  server.on('connection', () => {
    connections += 1
  })
  return {
    port: await listening(server, place),
    requests,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

/**
 * Serves over HTTP, on loopback by default. Whoever holds the bearer token acts as this one agent, so there is
 * no serving without it; host and origin are checked first, since a browser page must not reach a local server.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import {
  hostHeaderValidation,
  type NodeIncomingMessageLike,
  originValidation,
  toNodeHandler,
} from '@modelcontextprotocol/node'
import {
  createMcpHandler,
  getOAuthProtectedResourceMetadataUrl,
  type McpServerFactory,
  OAuthError,
  OAuthErrorCode,
  requireBearerAuth,
} from '@modelcontextprotocol/server'
import { log } from './deps.ts'

export interface HttpOptions {
  readonly host: string
  readonly port: number
  readonly token: string
  /** What clients call it, where that is not its own address. */
  readonly public_url?: string | undefined
}

const PATH = '/mcp'
const BODY_BYTES_MAX = 256 * 1024
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
const TOKEN_S = 3600

export const serveHttp = async (
  factory: McpServerFactory,
  options: HttpOptions,
): Promise<{ url: string; server: Server }> => {
  const server = createHttpServer()
  server.listen(options.port, options.host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = new URL(
    options.public_url ?? `http://${options.host.includes(':') ? `[${options.host}]` : options.host}:${port}${PATH}`,
  )
  const names = [...LOOPBACK, url.hostname]
  const [hostFits, originFits] = [hostHeaderValidation(names), originValidation(names)]
  const handler = createMcpHandler(factory, {
    maxRequestBodySize: BODY_BYTES_MAX,
    onerror: (error) => log(error.message),
  })
  const fetch = answering(url, options.token, handler)
  const answer = toNodeHandler(
    { fetch },
    { maxRequestBodySize: BODY_BYTES_MAX, onerror: (error) => log('not answered', error) },
  )
  server.on('request', (request, response) => {
    if (hostFits(request, response) && originFits(request, response))
      void answer(request as NodeIncomingMessageLike, response)
  })
  server.on('close', () => void handler.close())
  return { url: url.href, server }
}

const answering = (url: URL, token: string, handler: { fetch: (request: Request) => Promise<Response> }) => {
  const metadata_url = getOAuthProtectedResourceMetadataUrl(url)
  const gate = requireBearerAuth({
    resourceMetadataUrl: metadata_url,
    verifier: { verifyAccessToken: verifierOf(token) },
  })
  // RFC 9728. It names no authorization server: the token is given out by whoever runs this one.
  const metadata = {
    resource: url.href,
    resource_name: 'Pursestrings MCP server',
    bearer_methods_supported: ['header'],
  }
  return async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (pathname === new URL(metadata_url).pathname && request.method === 'GET') return Response.json(metadata)
    if (pathname !== url.pathname)
      return Response.json({ error: `The MCP endpoint is ${url.pathname}.` }, { status: 404 })
    const allowed = await gate(request)
    return allowed instanceof Response ? allowed : handler.fetch(request)
  }
}

const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()

const verifierOf = (token: string) => {
  const expected = digestOf(token)
  return (input: string) => {
    if (!timingSafeEqual(digestOf(input), expected)) {
      return Promise.reject(new OAuthError(OAuthErrorCode.InvalidToken, "This isn't this server's token."))
    }
    const expiresAt = Math.floor(Date.now() / 1000) + TOKEN_S
    return Promise.resolve({ token: '', clientId: 'bearer', scopes: [], expiresAt })
  }
}

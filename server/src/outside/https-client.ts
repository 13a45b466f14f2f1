// The one way out over HTTP: domain proofs, recipient lists and webhook deliveries (contract.md sections 2 and 5;
// reliability.md H1 to H6, I9). Decides that a name is looked up once, that every answer must be permitted, that nothing
// is followed, decompressed or kept open, and that each request ends within its time and size.
import { getServers } from 'node:dns'
import { createSecureContext, getCACertificates } from 'node:tls'
import { buildConnector, Client, errors } from 'undici'
import { createDns, type Dns } from './dns.ts'
import { foreignText } from './foreign-text.ts'
import { OutboundError } from './outbound-error.ts'
import { type OutboundTarget, outboundTarget } from './outbound-target.ts'
import { pinnedConnector } from './pinned-connector.ts'

export type HttpsClientOptions = {
  readonly timeout_ms: number
  readonly max_bytes: number
  /** `host:port` entries that may, and must, lead to loopback. Production refuses to start with any. */
  readonly allow_loopback_for_tests?: readonly string[]
  /** PEM certificates trusted in addition to the ordinary roots. */
  readonly trusted_cas?: readonly string[]
  /** Those of the machine when absent. */
  readonly dns_servers?: readonly string[]
}

export type HttpsRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export type HttpsResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As sent: a `content-encoding` is left in place. */
  readonly body: Uint8Array
  readonly address: string
}

export type HttpsClient = { readonly request: (request: HttpsRequest) => Promise<HttpsResponse> }

const HEADER_BYTES_MAX = 16 * 1024
// `host` would also change the name that TLS checks; the other two would undo the decisions above.
const RESERVED_HEADERS = new Set(['host', 'accept-encoding', 'connection'])

export function createHttpsClient(options: HttpsClientOptions): HttpsClient {
  const { timeout_ms, max_bytes, allow_loopback_for_tests = [], trusted_cas = [] } = options
  // Half the time, so that a silent resolver is told apart from a silent site.
  const dns = createDns({ servers: options.dns_servers ?? getServers(), timeout_ms: Math.ceil(timeout_ms / 2) })
  const secure = buildConnector({
    secureContext: createSecureContext({ ca: [...getCACertificates('default'), ...trusted_cas] }),
    // Said aloud because NODE_TLS_REJECT_UNAUTHORIZED could otherwise turn it off.
    rejectUnauthorized: true,
    allowH2: false,
    // A resumed session skips the certificate check.
    maxCachedSessions: 0,
    timeout: 0,
  })

  async function exchange(target: OutboundTarget, request: HttpsRequest, signal: AbortSignal): Promise<HttpsResponse> {
    const address = await resolveOnce(dns, target)
    const client = new Client(target.url.origin, {
      connect: pinnedConnector({ address, port: target.dial_port, permits: target.permits, signal, secure }),
      maxResponseSize: max_bytes,
      maxHeaderSize: HEADER_BYTES_MAX,
      // No connection outlives its request, so that each one is classified in its own dial.
      pipelining: 0,
      // These are idle times; the deadline is for the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
    })
    try {
      const response = await client.request({
        path: `${target.url.pathname}${target.url.search}`,
        method: request.method ?? 'GET',
        headers: request.headers ?? {},
        body: request.body ?? null,
        signal,
      })
      const body = await response.body.bytes()
      return { status: response.statusCode, headers: joined(response.headers), body, address }
    } finally {
      await client.destroy()
    }
  }

  return {
    async request(request) {
      for (const name of Object.keys(request.headers ?? {})) {
        if (RESERVED_HEADERS.has(name.toLowerCase()))
          throw new TypeError(`the header ${name} is not the caller's to set`)
      }
      const target = outboundTarget(request.url, allow_loopback_for_tests)
      const { host } = target
      const deadline = new AbortController()
      const late = () => deadline.abort(new OutboundError('timeout', `${host} took longer than ${timeout_ms} ms`))
      const timer = setTimeout(late, timeout_ms)
      try {
        return await exchange(target, request, deadline.signal)
      } catch (error) {
        throw deadline.signal.aborted ? deadline.signal.reason : outboundError(error, host, max_bytes)
      } finally {
        clearTimeout(timer)
      }
    },
  }
}

async function resolveOnce(dns: Dns, { host, known_address, permits }: OutboundTarget): Promise<string> {
  const answer =
    known_address === undefined ? await dns.addresses(host) : { outcome: 'answer', values: [known_address] }
  const [first] = answer.values
  if (first === undefined) throw new OutboundError('dns', `${host} has no address: ${answer.outcome.replace('_', ' ')}`)
  // One bad answer among good ones is an attack or a mistake; picking a good one would hide it until the next try.
  if (!answer.values.every(permits)) {
    throw new OutboundError('refused_address', `${host} is not at an address that may be called`)
  }
  return first
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

function outboundError(error: unknown, host: string, max_bytes: number): unknown {
  if (error instanceof OutboundError || error instanceof errors.InvalidArgumentError || !(error instanceof Error)) {
    return error
  }
  if (error instanceof errors.ResponseExceededMaxSizeError) {
    return new OutboundError('too_large', `${host} answered with more than ${max_bytes} bytes`, { cause: error })
  }
  if (error instanceof errors.HeadersOverflowError) {
    return new OutboundError('too_large', `${host} answered with more than ${HEADER_BYTES_MAX} bytes of headers`, {
      cause: error,
    })
  }
  return new OutboundError('protocol', `${host} did not complete its answer: ${foreignText(error.message)}`, {
    cause: error,
  })
}

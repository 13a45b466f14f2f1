// The way out over HTTP for whoever wants the answer: domain proofs, recipient lists, webhook challenges, the mirror;
// `post-client` is for those who only tell. Decides that a name is looked up once, that every answer must be permitted, that nothing
// is followed, decompressed or kept open, and that each request ends within its time and size.
import { traced } from '../tracing/tracing.ts'
import { type DialOptions, dialler } from './dial.ts'
import { refuseReserved } from './outbound-error.ts'
import { type OutboundTarget, outboundTarget } from './outbound-target.ts'
import { withinTime } from './post-client.ts'

export type HttpsClientOptions = DialOptions & {
  readonly max_bytes: number
  /** `host:port` entries that may, and must, lead to loopback. Production refuses to start with any. */
  readonly allow_loopback_for_tests?: readonly string[]
}

export type HttpsRequest = {
  readonly url: string
  readonly method?: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Uint8Array
}

export type HttpsResponse = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  /** As sent: a `content-encoding` is left in place. */
  readonly body: Uint8Array
  readonly address: string
  /** The public key that the site proved itself with (SubjectPublicKeyInfo, DER). */
  readonly spki: Uint8Array | undefined
  /** When it came. */
  readonly at: string
}

export type HttpsClient = { readonly request: (request: HttpsRequest) => Promise<HttpsResponse> }

export function createHttpsClient(options: HttpsClientOptions): HttpsClient {
  const { timeout_ms, max_bytes, allow_loopback_for_tests = [] } = options
  const dial = dialler(options)

  async function exchange(target: OutboundTarget, request: HttpsRequest, signal: AbortSignal): Promise<HttpsResponse> {
    // No connection outlives its request, so that each one is classified in its own dial.
    const { client, address, spki } = await dial(target, signal, { pipelining: 0, maxResponseSize: max_bytes })
    try {
      const response = await client.request({
        path: `${target.url.pathname}${target.url.search}`,
        method: request.method ?? 'GET',
        headers: request.headers ?? {},
        body: request.body ?? null,
        signal,
      })
      const body = await response.body.bytes()
      return {
        status: response.statusCode,
        headers: joined(response.headers),
        body,
        address,
        spki: spki(),
        at: new Date().toISOString(),
      }
    } finally {
      await client.destroy()
    }
  }

  return {
    async request(request) {
      refuseReserved(request.headers)
      const target = outboundTarget(request.url, allow_loopback_for_tests)
      const limits = { timeout_ms, max_bytes, host: target.host }
      return traced('outbound', () => withinTime(limits, (signal) => exchange(target, request, signal)))
    },
  }
}

function joined(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ''].flat().join(', ')]))
}

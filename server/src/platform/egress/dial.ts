// Where every connection to the outside begins: the name is looked up once, every answer must
// be permitted, the socket goes to exactly that address, and TLS is verified. What happens on it is its caller's.
import { getServers } from 'node:dns'
import { connect } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext, TLSSocket } from 'node:tls'
import { buildConnector, Client } from 'undici'
import { lazy } from '../lazy.ts'
import { createDns, type Dns, type DnsOptions } from './dns.ts'
import { foreignText, HEADER_BYTES_MAX, OutboundError } from './outbound-error.ts'
import type { OutboundTarget } from './outbound-target.ts'

export type DialOptions = {
  /** Of a whole request. */
  readonly timeout_ms: number
  /** PEM certificates trusted in addition to the ordinary roots. */
  readonly trusted_cas?: readonly string[]
  /** Those of the machine when absent. */
  readonly dns_servers?: readonly string[]
  readonly onAnswer?: NonNullable<DnsOptions['onAnswer']>
}

type Dialled = {
  readonly client: Client
  readonly address: string
  /** Once connected: the public key that the other side proved itself with. */
  readonly spki: () => Uint8Array | undefined
}
type Dial = (target: OutboundTarget, signal: AbortSignal, how: Client.Options) => Promise<Dialled>

/** The client that comes back has one connection in its life. */
export function dialler({ timeout_ms, trusted_cas = [], dns_servers = getServers(), onAnswer }: DialOptions): Dial {
  // Half the time, so that a silent resolver is told apart from a silent site.
  const dns = createDns({
    servers: dns_servers,
    timeout_ms: Math.ceil(timeout_ms / 2),
    ...(onAnswer && { onAnswer }),
  })
  const secure = lazy(() =>
    buildConnector({
      secureContext: trusting(trusted_cas),
      // Said aloud because NODE_TLS_REJECT_UNAUTHORIZED could otherwise turn it off.
      rejectUnauthorized: true,
      allowH2: false,
      // A resumed session skips the certificate check.
      maxCachedSessions: 0,
      timeout: 0,
    }),
  )
  return async (target, signal, how) => {
    const address = await resolveOnce(dns, target)
    let spki: Uint8Array | undefined
    const onSecure = (socket: unknown) => {
      const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined
      spki = certificate?.publicKey.export({ type: 'spki', format: 'der' })
    }
    const { dial_port: port, permits } = target
    const client = new Client(target.url.origin, {
      connect: pinnedConnector({ address, port, permits, signal, secure: secure(), onSecure }),
      maxHeaderSize: HEADER_BYTES_MAX,
      // These are idle times; the deadline is for the whole request.
      headersTimeout: 0,
      bodyTimeout: 0,
      ...how,
    })
    return { client, address, spki: () => spki }
  }
}

/** Some hundred and fifty certificates are parsed once for all clients of a process. */
const contexts = new Map<string, SecureContext>()
function trusting(cas: readonly string[]): SecureContext {
  const key = cas.join('\n')
  const context = contexts.get(key) ?? createSecureContext({ ca: [...getCACertificates('default'), ...cas] })
  contexts.set(key, context)
  return context
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

// Opens the one TCP connection of a request, to exactly the address that was classified, and looks at who answered
// before a single byte is written, the TLS greeting included.
//
// Why not @atproto-labs/fetch-node: its wrappers build undici's Agent themselves and hand over nothing but `lookup`, so
// there is no place for a second check, for our certificate authorities or for the loopback list; its look-up asks
// getaddrinfo (and thus /etc/hosts), and fetch asks for and undoes compression. undici's own connector does the TLS.

type PinnedConnection = {
  readonly address: string
  readonly port: number
  readonly permits: (address: string) => boolean
  readonly signal: AbortSignal
  /** undici's connector, which wraps the open TCP connection in verified TLS. */
  readonly secure: buildConnector.connector
  /** Told of the verified connection before anything is sent. */
  readonly onSecure?: (socket: unknown) => void
}

export function pinnedConnector({
  address,
  port,
  permits,
  signal,
  secure,
  onSecure = () => {},
}: PinnedConnection): buildConnector.connector {
  let dialled = false
  return (options, callback) => {
    // undici dials again when a connection ends before the request is written: a hostile server could keep it dialling.
    if (dialled) {
      callback(new OutboundError('protocol', `${options.hostname} closed the connection without answering`), null)
      return
    }
    dialled = true

    const tcp = connect({ host: address, port })
    let settled = false
    const fail = (error: Error) => {
      if (settled) return
      settled = true
      tcp.destroy()
      callback(error, null)
    }

    // undici does not look at a request's signal while it waits for a connection.
    signal.addEventListener('abort', () => fail(signal.reason), { once: true })
    tcp.on('error', (cause) => {
      fail(
        new OutboundError('connect', `${options.hostname} could not be reached: ${foreignText(cause.message)}`, {
          cause,
        }),
      )
    })
    tcp.once('connect', () => {
      if (tcp.remoteAddress === undefined || !permits(tcp.remoteAddress)) {
        fail(new OutboundError('refused_address', `${options.hostname} is not at an address that may be called`))
        return
      }
      secure({ ...options, httpSocket: tcp }, (cause, socket) => {
        if (cause !== null) {
          fail(
            new OutboundError('tls', `${options.hostname} has no trusted TLS: ${foreignText(cause.message)}`, {
              cause,
            }),
          )
        } else if (!settled) {
          settled = true
          onSecure(socket)
          callback(null, socket)
        }
      })
    })
  }
}

// Opens the one TCP connection of a request, to exactly the address that was classified, and looks at who answered
// before a single byte is written, the TLS greeting included.
//
// Why not @atproto-labs/fetch-node: its wrappers build undici's Agent themselves and hand over nothing but `lookup`, so
// there is no place for a second check, for our certificate authorities or for the loopback list; its look-up asks
// getaddrinfo (and thus /etc/hosts), and fetch asks for and undoes compression. undici's own connector does the TLS.
import { connect } from 'node:net'
import type { buildConnector } from 'undici'
import { foreignText, OutboundError } from './outbound-error.ts'

export type PinnedConnection = {
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

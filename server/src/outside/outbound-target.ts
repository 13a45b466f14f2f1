// Decides which URLs may be called at all, before any look-up, and which addresses such a URL may lead to
// (reliability.md H1, H5; contract.md section 5). Pure: nothing here touches the network.
import { isIP } from 'node:net'
import { OutboundError } from './outbound-error.ts'
import { isLoopbackAddress, isPublicAddress } from './public-address.ts'

export type OutboundTarget = {
  readonly url: URL
  readonly host: string
  readonly port: number
  /** Where the connection really goes; another port than `port` only for entries of the loopback list. */
  readonly dial_port: number
  /** Set when no look-up is needed: the host is a literal, or a name that RFC 6761 binds to loopback. */
  readonly known_address: string | undefined
  readonly permits: (address: string) => boolean
}

/**
 * `loopback_hosts` are `host:port` entries for tests and development; those, and only those, lead to loopback. With
 * `host:443=18443` the site may listen on a port that needs no privilege.
 */
export function outboundTarget(text: string, loopback_hosts: readonly string[]): OutboundTarget {
  const url = URL.parse(text)
  if (url === null) throw refused('this is not a valid URL')
  if (url.protocol !== 'https:') throw refused('only https URLs are called')
  if (url.username !== '' || url.password !== '') throw refused('a URL with a user name or password is not called')

  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  const port = url.port === '' ? 443 : Number(url.port)
  const entry = loopback_hosts.find((e) => e.split('=')[0] === `${url.hostname}:${port}`)
  const listed = entry !== undefined
  const dial_port = Number(entry?.split('=')[1] ?? port)
  const literal = isIP(host) !== 0

  if (!listed && port !== 443) throw refused(`only port 443 is called, not ${port}`)
  if (host.endsWith('.')) throw refused('the host name must be written without a final dot')
  // A single label would be completed by somebody's search list or name something on a local network.
  if (!listed && !literal && !host.includes('.')) throw refused(`${host} is not a full host name`)

  const known_address = literal ? host : isLocalhost(host) ? '127.0.0.1' : undefined
  return { url, host, port, dial_port, known_address, permits: listed ? isLoopbackAddress : isPublicAddress }
}

function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function refused(message: string): OutboundError {
  return new OutboundError('refused_url', message)
}

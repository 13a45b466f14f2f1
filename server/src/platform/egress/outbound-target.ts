import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'
import { OutboundError } from './outbound-error.ts'

// Decides which IP addresses the service may open a connection to.
//
// IPv4: global unicast only. IPv6: global unicast inside 2000::/3 only. An IPv4 address carried inside an IPv6 address
// is judged as IPv4 where the carrier is in use (mapped, NAT64, ISATAP). The retired carriers (compatible, translated,
// 6to4, Teredo) are refused whatever they carry: a site worth reaching has an address of its own.
// The ranges come from ipaddr.js; it calls ::7f00:1 plain "unicast", hence the 2000::/3 rule on top.

const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR('2000::/3')
const NAT64 = ipaddr.IPv6.parseCIDR('64:ff9b::/96')

// Looks public, but inside Azure it is the host's own agent, reachable from every virtual machine.
const AZURE_HOST_AGENT = '168.63.129.16'

export function isPublicAddress(ip: string): boolean {
  const address = parse(ip)
  if (address === undefined) return false
  if (address instanceof ipaddr.IPv4) return isPublicIPv4(address)
  if (address.match(NAT64)) return isPublicIPv4(lastFourBytes(address))
  if (isIsatap(address) && !isPublicIPv4(lastFourBytes(address))) return false
  return address.match(GLOBAL_UNICAST) && address.range() === 'unicast'
}

export function isLoopbackAddress(ip: string): boolean {
  return parse(ip)?.range() === 'loopback'
}

// ipaddr.js also reads 127.1, 0x7f.1 and octal. Whoever hands us those has not normalised the text, and the next reader
// may read it differently, so only what inet_pton accepts is an address here. A zone (%eth0) names a local interface.
function parse(ip: string): ipaddr.IPv4 | ipaddr.IPv6 | undefined {
  const version = isIP(ip)
  if (version === 0 || ip.includes('%')) return undefined
  if (version === 4) return ipaddr.IPv4.parse(ip)
  // ipaddr.js reads ::8.8.8.8 as ::ffff:8.8.8.8, which is not what the kernel would dial. URL writes groups only.
  const address = ipaddr.IPv6.parse(new URL(`https://[${ip}]`).hostname.slice(1, -1))
  return address.isIPv4MappedAddress() ? address.toIPv4Address() : address
}

function isPublicIPv4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast' && address.toString() !== AZURE_HOST_AGENT
}

function lastFourBytes(address: ipaddr.IPv6): ipaddr.IPv4 {
  return new ipaddr.IPv4(address.toByteArray().slice(12))
}

// RFC 5214: the interface identifier is 0000:5efe or 0200:5efe, under any prefix, then the IPv4 address.
function isIsatap(address: ipaddr.IPv6): boolean {
  return address.parts[5] === 0x5efe && ((address.parts[4] ?? 0) & 0xfdff) === 0
}

// Decides which URLs may be called at all, before any look-up, and which addresses such a URL may lead to.
// Pure: nothing here touches the network.

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

// Decides which IP addresses the service may open a connection to (reliability.md H1, I9; contract.md section 5).
//
// IPv4: global unicast only. IPv6: global unicast inside 2000::/3 only. An IPv4 address carried inside an IPv6 address
// is judged as IPv4 where the carrier is in use (mapped, NAT64, ISATAP). The retired carriers (compatible, translated,
// 6to4, Teredo) are refused whatever they carry: a site worth reaching has an address of its own.
// The ranges come from ipaddr.js; it calls ::7f00:1 plain "unicast", hence the 2000::/3 rule on top.
import { isIP } from 'node:net'
import ipaddr from 'ipaddr.js'

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

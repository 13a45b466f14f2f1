/**
 * Whose word about a client's address is taken: the proxies that TRUST_PROXY names, or the given number of hops. Whatever
 * else stands in X-Forwarded-For was written by the caller, and rate limits must not go by it.
 */
import ipaddr from 'ipaddr.js'

// Is an address that we listen on reachable from inside alone? A name is looked up by somebody else, so only `localhost` is.

const INSIDE = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

export const isPrivateHost = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && INSIDE.has(ipaddr.process(host).range()))

/** One that the whole internet can reach, if it is ours. */
export const isPublicHost = (host: string): boolean =>
  ipaddr.isValid(host) && ipaddr.process(host).range() === 'unicast'

/** False believes nobody; a number counts proxies from our end. */
export type TrustedProxies = false | number | string[]

export class TrustedProxiesFault extends Error {}

const HOPS_MAX = 10
const EXAMPLES = "write the proxies' addresses or ranges, such as 10.0.0.5 or 10.0.0.0/24, or their number, such as 1"

export const readTrustedProxies = (setting: string): TrustedProxies => {
  const text = setting.trim()
  if (text === '' || text === 'false') return false
  if (text === 'true') {
    throw new TrustedProxiesFault(
      `cannot be true: every caller could then choose its own address in X-Forwarded-For; ${EXAMPLES}`,
    )
  }
  if (/^\d+$/.test(text)) return hopsOf(text)
  const ranges = text.split(',').flatMap((item) => item.trim() || [])
  for (const range of ranges) if (!isNarrow(range)) throw new TrustedProxiesFault(`has ${range}; ${EXAMPLES}`)
  return ranges
}

/**
 * As Fastify asks: is this hop, counted from our end, a proxy of ours? A count alone would let whoever reaches us without the
 * proxy write all hops by itself, so the nearest one must at least come from a private address.
 */
export const trustOf = (trusted: TrustedProxies): false | string[] | ((address: string, hop: number) => boolean) =>
  typeof trusted === 'number' ? (address, hop) => hop < trusted && (hop > 0 || isPrivateHost(address)) : trusted

const hopsOf = (text: string): TrustedProxies => {
  const hops = Number(text)
  if (hops > HOPS_MAX) throw new TrustedProxiesFault(`counts ${text} proxies; at most ${HOPS_MAX} are possible`)
  return hops === 0 ? false : hops
}

/** A range that holds every address would be `true` again. */
const isNarrow = (range: string): boolean => {
  const [address = '', bits, ...more] = range.split('/')
  if (more.length > 0 || !isAddress(address)) return false
  if (bits === undefined) return true
  const most = address.includes(':') ? 128 : 32
  return /^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= most
}

const isAddress = (text: string): boolean => ipaddr.IPv4.isValidFourPartDecimal(text) || ipaddr.IPv6.isValid(text)

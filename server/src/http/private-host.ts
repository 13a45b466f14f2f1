/** Is an address that we listen on reachable from inside alone? A name is looked up by somebody else, so only `localhost` is. */
import ipaddr from 'ipaddr.js'

const INSIDE = new Set(['loopback', 'private', 'uniqueLocal', 'linkLocal'])

export const isPrivateHost = (host: string): boolean =>
  host === 'localhost' || (ipaddr.isValid(host) && INSIDE.has(ipaddr.process(host).range()))

/** One that the whole internet can reach, if it is ours. */
export const isPublicHost = (host: string): boolean =>
  ipaddr.isValid(host) && ipaddr.process(host).range() === 'unicast'

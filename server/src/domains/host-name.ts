/**
 * Which text is an exact host name that somebody can prove (H13): ASCII form, lower case, below a public suffix. Anything
 * that a parser would quietly repair (a path, a port, a trailing dot, odd digits) is refused with the reason instead.
 */
import { domainToASCII } from 'node:url'
import { parse } from 'tldts'

export type HostVerdict = { readonly ok: true; readonly host: string } | { readonly ok: false; readonly reason: string }

const no = (reason: string): HostVerdict => ({ ok: false, reason })
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/

export const exactHost = (text: string): HostVerdict => {
  if (/[/:@?#\\]/.test(text)) return no('Send the host name alone, without scheme, port, path or user.')
  if (text.includes('*')) return no('A wildcard cannot be proven; register each host.')
  if (text.endsWith('.') || text.endsWith('\u3002')) return no('Leave out the dot at the end.')
  if (/[\s\p{C}%]/u.test(text)) return no('The name holds a character that host names do not have.')
  const host = domainToASCII(text)
  if (host === '' || host.length > 253) return no('This is not a host name.')
  if (!host.split('.').every((label) => LABEL.test(label))) return no('A part of the name is empty, too long or odd.')
  const { isIp, publicSuffix, domain } = parse(host, { allowPrivateDomains: true })
  if (isIp || /^[\d.]+$/.test(host)) return no('An IP address cannot be proven; use a name.')
  if (publicSuffix === host || domain === null) return no('This is a suffix under which others register names.')
  return { ok: true, host }
}

/**
 * Which URLs webhooks may be sent to, as far as the text tells; where a name leads is looked at in every call.
 * What a parser would quietly repair is refused, so that the URL that is shown is the one that is called.
 */
import { WEBHOOK_URL_LENGTH_MAX } from '@pursestrings/contract/webhook-endpoints/records'
import { OutboundError } from '../../../platform/egress/outbound-error.ts'
import { type OutboundTarget, outboundTarget } from '../../../platform/egress/outbound-target.ts'

export type UrlVerdict = { readonly ok: true; readonly url: string } | { readonly ok: false; readonly reason: string }

const no = (reason: string): UrlVerdict => ({ ok: false, reason })

/** `loopback`: the setting OUTBOUND_LOOPBACK, empty in production. */
export const endpointUrl = (text: string, loopback: readonly string[]): UrlVerdict => {
  if (!/^https:\/\//i.test(text)) return no('Send a whole URL that begins with https://.')
  if (/[\s\p{C}\\]/u.test(text)) return no('The URL holds white space, a backslash or a character that cannot be seen.')
  if (text.includes('#')) return no('Leave out the fragment: what stands after # is never sent.')
  if (/^[^/]+\/\/[^/?]*@/.test(text)) return no('Leave out user name and password: the signature shows who is calling.')
  const target = targetOf(text, loopback)
  if (typeof target === 'string') return no(`This URL cannot be called: ${target}.`)
  const { url, host, known_address, permits } = target
  if (known_address !== undefined && !permits(known_address)) return no(`${host} is not at a public address.`)
  if (url.href.length > WEBHOOK_URL_LENGTH_MAX) {
    return no(`The URL has more than ${WEBHOOK_URL_LENGTH_MAX} characters once it is written in ASCII.`)
  }
  return { ok: true, url: url.href }
}

const targetOf = (text: string, loopback: readonly string[]): OutboundTarget | string => {
  try {
    return outboundTarget(text, loopback)
  } catch (error) {
    if (error instanceof OutboundError) return error.message
    throw error
  }
}

/** What is wrong with the address that a payment is for. Nobody calls it from here: it is shown, and held against the payee's domain. */
import { type Check, unfit } from '../../platform/refusal.ts'

/** Names below `localhost` mean this machine, too (RFC 6761). */
const LOOPBACK = /^(?:127\.0\.0\.1|(?:[a-z0-9-]+\.)*localhost|\[::1\])$/

/** Plain http leads to a shop on the same machine, and only a service that is there itself takes it. */
export const checkTerms =
  (base_url: string): Check =>
  ({ failed, body: { terms } }) => {
    if (failed || terms === undefined) return
    const { url: text } = terms as { readonly url: string }
    const url = URL.parse(text)
    const trying = url?.protocol === 'http:' && LOOPBACK.test(url.hostname) && LOOPBACK.test(new URL(base_url).hostname)
    if (url?.href !== text || (url.protocol !== 'https:' && !trying))
      throw unfit(
        'terms.url',
        'must be an address with https, written as URL parsers write it: `https://api.shop.example/weather`',
      )
    if (url.username !== '' || url.password !== '' || url.hash !== '')
      throw unfit('terms.url', 'must have no user name, password or fragment')
  }

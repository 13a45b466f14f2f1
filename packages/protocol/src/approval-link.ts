/**
 * The link that opens a request in its payer's wallet. It names the request and carries nothing else: no token, no fact and no
 * way back. The name stands behind the `#`, so no server, log or referrer has it, and every link asks for the same page.
 */

/** Of a wallet's page for links, from its address on. */
export const APPROVAL_PATH = '/approve'

/** Only letters, digits, `_` and `-` stay, so that nothing around a link in a mail or chat joins it or cuts it off. */
export const approvalFragment = (request_id: string): string =>
  `#${encodeURIComponent(request_id).replaceAll(/[.!~*'()]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`)}`

/** Undefined for what is no request's name. */
export const linkedRequest = (fragment: string): string | undefined => {
  try {
    const request_id = decodeURIComponent(fragment.slice(1))
    return request_id.length <= LENGTH_MAX && !NO_NAMES.includes(request_id) ? request_id : undefined
  } catch {
    return undefined
  }
}

const LENGTH_MAX = 160
/** No request has them: in the path of a call they would be something else. */
const NO_NAMES = ['', '.', '..', 'events']

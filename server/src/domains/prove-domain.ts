/** Looks for a published challenge, over the network and outside any transaction; reports what each look saw (H11). */
import { dnsNameOf, httpsUrlOf } from '@countersign/contract/domains/records'
import type { Outside } from '../outside/create-outside.ts'
import { foreignText } from '../outside/foreign-text.ts'
import type { HttpsClient } from '../outside/https-client.ts'
import { OutboundError } from '../outside/outbound-error.ts'
import { type Agreement, proveTxt } from '../outside/txt-proof.ts'

interface Challenge {
  readonly domain: string
  readonly method: 'dns' | 'https'
  readonly challenge: string
}

export const proveDomain = ({ dns, https }: Outside, { domain, method, challenge }: Challenge): Promise<Agreement> =>
  method === 'dns' ? proveTxt(dns, dnsNameOf(domain), challenge) : proveFile(https, httpsUrlOf(domain), challenge)

const proveFile = async (https: HttpsClient, url: string, challenge: string): Promise<Agreement> => {
  try {
    const { status, body } = await https.request({ url })
    const text = new TextDecoder().decode(body).trim()
    if (status !== 200)
      return { ok: false, seen: [`${url}: status ${status}, where 200 is needed; redirects are not followed`] }
    return { ok: text === challenge, seen: [`${url}: "${foreignText(text, 100)}"`] }
  } catch (error) {
    if (error instanceof OutboundError) return { ok: false, seen: [`${url}: ${error.message}`] }
    throw error
  }
}

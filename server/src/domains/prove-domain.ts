/** Looks for a published challenge, over the network and outside any transaction; reports what each look saw (H11). */
import { dnsNameOf, httpsUrlOf } from '@countersign/contract/domains/records'
import type { Outside } from '../outside/create-outside.ts'
import { foreignText } from '../outside/foreign-text.ts'
import type { HttpsClient } from '../outside/https-client.ts'
import { OutboundError } from '../outside/outbound-error.ts'
import { type Agreement, type Check, proveTxt } from '../outside/txt-proof.ts'

interface Challenge {
  readonly domain: string
  readonly method: 'dns' | 'https'
  readonly challenge: string
}

export const proveDomain = ({ dns, https }: Outside, { domain, method, challenge }: Challenge): Promise<Agreement> =>
  method === 'dns' ? proveTxt(dns, dnsNameOf(domain), challenge) : proveFile(https, httpsUrlOf(domain), challenge)

const proveFile = async (https: HttpsClient, url: string, challenge: string): Promise<Agreement> => {
  const began = performance.now()
  const came = (seen: string, check: Pick<Check, 'outcome' | 'values' | 'matches'>): Agreement => {
    const took_ms = Math.round(performance.now() - began)
    return {
      ok: check.matches,
      seen: [`${url}: ${seen}`],
      checks: [{ from: url, kind: 'file', ...check, ttl_s: null, took_ms }],
    }
  }
  try {
    const { status, body } = await https.request({ url })
    const text = new TextDecoder().decode(body).trim()
    if (status !== 200) {
      const seen = `status ${status}, where 200 is needed; redirects are not followed`
      return came(seen, { outcome: 'wrong_status', values: [String(status)], matches: false })
    }
    const shown = foreignText(text, 100)
    return came(`"${shown}"`, { outcome: 'answer', values: [shown], matches: text === challenge })
  } catch (error) {
    if (!(error instanceof OutboundError)) throw error
    return came(error.message, { outcome: error.kind, values: [], matches: false })
  }
}

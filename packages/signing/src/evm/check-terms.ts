/**
 * What stands against the agent's words about what is paid for, and against the key that the approval would be sealed to. The
 * words stay unchecked but for the host of their address, which has to be the payee's.
 */
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { type PaymentTerms, sealKeyText, termsText } from '@pursestrings/protocol/payment-terms'
import type { Finding } from '../check-payment.ts'

export type TermsFinding = Extract<
  Finding,
  { code: 'not_payable' | 'terms_changed' | 'wrong_host' | 'seal_key_unproven' }
>

export async function checkTerms(
  { terms_digest, payee: { domain }, issuer }: Pick<PaymentFacts, 'terms_digest' | 'payee' | 'issuer'>,
  terms: PaymentTerms | undefined,
): Promise<readonly TermsFinding[]> {
  if (terms === undefined || terms_digest === undefined) return [{ code: 'not_payable', field: 'terms' }]
  if ((await digestOf(termsText(terms))) !== terms_digest) return [{ code: 'terms_changed' }]
  const findings: TermsFinding[] = []
  const host = hostOf(terms.url)
  if (host === undefined) findings.push({ code: 'not_payable', field: 'terms' })
  else if (!isOf(host, domain)) findings.push({ code: 'wrong_host', host, domain })
  if (!(await isProven(terms.seal, issuer))) findings.push({ code: 'seal_key_unproven' })
  return findings
}

/** As an address bar shows it, with its port; undefined for what is no address of the web. */
function hostOf(url: string): string | undefined {
  const read = URL.canParse(url) ? new URL(url) : undefined
  const is_web = read?.protocol === 'https:' || read?.protocol === 'http:'
  return read !== undefined && is_web && read.username === '' && read.password === '' ? read.host : undefined
}

/** Where a service lists a port with its domains, as on one's own machine, the port has to be the same too. */
const isOf = (host: string, domain: string): boolean =>
  host === domain || (!domain.includes(':') && host.replace(/:\d+$/, '') === domain)

async function isProven({ key, agent_key, signature }: PaymentTerms['seal'], issuer: string): Promise<boolean> {
  const [raw, signed] = [bytesOf(agent_key), bytesOf(signature)]
  if (raw?.length !== 32 || signed?.length !== 64 || bytesOf(key)?.length !== 32) return false
  const text = new TextEncoder().encode(sealKeyText({ issuer, key }))
  const credential = await crypto.subtle.importKey('raw', raw, 'Ed25519', false, ['verify'])
  return crypto.subtle.verify('Ed25519', credential, signed, text)
}

/** Undefined where it is written in any other way than base64url writes it. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> | undefined {
  if (!/^[\w-]*$/.test(text)) return undefined
  try {
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    return base64urlOf(bytes) === text ? bytes : undefined
  } catch {
    return undefined
  }
}

export const base64urlOf = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

const digestOf = async (text: string): Promise<string> =>
  Array.from(new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')

/** Requests as a service answers with them, signed by keys that a test makes: fixtures of the tests in this folder. */
import { factsText, type PaymentRequest, paymentFactsOf } from '@pursestrings/sdk'

export const ISSUER = 'https://pay.example.com'
export const NOW = Date.parse('2026-11-15T09:10:00.000Z')
export const ASKED = {
  request_id: 'pr_01k0000000e008000000000000',
  connection_id: 'con_01k0000000e008000000000000',
} as const

const utf8 = (text: string) => new TextEncoder().encode(text)
const base64url = (bytes: Uint8Array): string =>
  btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
const sha256 = async (text: string) => new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(text)))

export interface FactsSigner {
  readonly kid: string
  readonly thumbprint: string
  readonly jwk: Readonly<Record<string, unknown>>
  sign(header: object, payload: string): Promise<string>
}

export const factsSigner = async (kid: string): Promise<FactsSigner> => {
  const algorithm = 'Ed25519'
  const pair = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  if (!('privateKey' in pair)) throw new Error('no pair')
  const { kty, crv, x } = await crypto.subtle.exportKey('jwk', pair.publicKey)
  return {
    kid,
    thumbprint: base64url(await sha256(JSON.stringify({ crv, kty, x }))),
    jwk: { kty, crv, x, kid, alg: 'EdDSA', use: 'sig', purpose: 'facts' },
    async sign(header, payload) {
      const input = `${base64url(utf8(JSON.stringify(header)))}.${base64url(utf8(payload))}`
      return `${input}.${base64url(new Uint8Array(await crypto.subtle.sign(algorithm, pair.privateKey, utf8(input))))}`
    },
  }
}

/** The next key, for which `by` signs. */
export const endorsed = async (by: FactsSigner, next: FactsSigner): Promise<Readonly<Record<string, unknown>>> => {
  const { alg, crv, kid, kty, purpose, use, x } = next.jwk
  const jwk = { alg, crv, kid, kty, purpose, use, x }
  const text = { issuer: ISSUER, jwk, not_before: '2026-01-01T00:00:00.000Z', type: 'svc.key_endorsement.v1' }
  const header = { alg: 'EdDSA', kid: by.kid, typ: 'svc-key-endorsement+jws' }
  return { ...next.jwk, endorsement_jws: await by.sign(header, JSON.stringify(text)) }
}

export const UNSIGNED: Omit<PaymentRequest, 'facts_digest' | 'facts_jws'> = {
  protocol: 'svc.payment_request.v1',
  issuer: ISSUER,
  ...ASKED,
  created_at: '2026-11-15T09:00:00.000Z',
  expires_at: '2026-11-15T09:30:00.000Z',
  idempotency_key: 'order-1',
  status: 'pending',
  recipient_id: 'rcp_01k0000000e008000000000000',
  recipient_version_id: 'rcv_01k0000000e008000000000000',
  source: {
    agent_id: 'agt_01k0000000e008000000000000',
    agent_name: 'Checkout agent',
    runtime: 'node-24',
    merchant_name: 'Bücher am Hafen',
    verified_domain: 'shop.example',
  },
  payee: { name: 'Bücher am Hafen', verified: true, domain: 'shop.example' },
  payment: {
    rail: 'stellar_xlm',
    network: 'stellar_testnet',
    asset: 'XLM',
    amount: '12.5',
    to: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
    memo: 'id:42',
    decimals: 7,
  },
  policy: { requires_user_approval: true },
  settlement: { assurance: 'none', decision: 'none', notes: [] },
  late_reports: [],
}

export const signedBy = async (
  signer: FactsSigner,
  request: Omit<PaymentRequest, 'facts_digest' | 'facts_jws'> = UNSIGNED,
): Promise<PaymentRequest> => {
  const text = factsText(paymentFactsOf(request))
  const digest = Array.from(await sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
  const header = { alg: 'EdDSA', kid: signer.kid, typ: 'svc-payment-facts+jws' }
  return { ...request, facts_digest: digest, facts_jws: await signer.sign(header, text) }
}

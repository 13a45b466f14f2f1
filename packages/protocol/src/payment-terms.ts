/**
 * What a request says the payment is for, where the payee sells it at an address: an answer for x402. The facts carry the
 * digest of this text, so a person's yes covers it too. It is the agent's word: only the host of the address can be held
 * against the payee's domain.
 *
 * The wallet seals what it signed to the agent's `seal.key`, and it takes that key from nobody else: the agent's credential
 * signed it, and the wallet knows the credential since it approved the connection.
 */
import { canonicalJson } from './canonical.ts'

export interface X402Terms {
  readonly kind: 'x402'
  readonly method: string
  readonly url: string
  /** SHA-256 of the body, in lower-case hexadecimal. */
  readonly body_digest?: string
  readonly description?: string
  readonly timeout_s: number
  readonly seal: TermsSeal
}

export interface TermsSeal {
  /** X25519 public key, base64url. */
  readonly key: string
  /** Ed25519 public key of the agent's credential, base64url. */
  readonly agent_key: string
  /** By `agent_key`, of `sealKeyText`, base64url. */
  readonly signature: string
}

export type PaymentTerms = X402Terms

/** Its SHA-256 in lower-case hexadecimal is the `terms_digest` of the facts. */
export const termsText = (terms: PaymentTerms): string => canonicalJson(terms)

/** What the agent's credential signs to say that a sealed authorization may be made for this key. */
export const sealKeyText = ({ issuer, key }: { issuer: string; key: string }): string =>
  `svc.seal_key.v1\n${issuer}\n${key}`

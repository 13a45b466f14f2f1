/**
 * What is paid, to whom and until when, as one text: its SHA-256 is committed with the
 * request, and it is what the service signs and a wallet checks. No two payments have the same text: it names the service,
 * the connection, and the request within that connection. A fact that a payment does not have is left out, never null. No
 * hashing here: the text is the decision.
 */
import { canonicalJson } from './canonical.ts'
import type { Network, Rail } from './network-names.ts'

/**
 * How a payment carries the digest of its facts, so that the ledger itself shows which request was paid. A payee with a memo
 * of its own has no room for it.
 */
export const REFERENCES = ['memo_hash', 'authorization_nonce'] as const
export type Reference = (typeof REFERENCES)[number]

/** How a payment is made, where the reference could be carried in no other way. */
export const METHODS = ['evm.eip3009'] as const
export type Method = (typeof METHODS)[number]

export const methodOf = (reference: Reference | null): Method | null =>
  reference === 'authorization_nonce' ? 'evm.eip3009' : null

export const FACTS_TYPE = 'svc.payment_facts.v2'

export interface PaymentFacts {
  readonly type: typeof FACTS_TYPE
  /** The base address of the service that asks. */
  readonly issuer: string
  readonly connection_id: string
  readonly request_id: string
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly payee: {
    readonly name: string
    readonly domain: string
    /** Of a payee that an agent found on that domain; a merchant's own says nothing. */
    readonly standing?: 'listed'
  }
  readonly payment: {
    readonly rail: Rail
    readonly network: Network
    readonly asset: string
    readonly amount: string
    readonly to: string
    readonly memo?: string
    /** The payment carries the digest of these facts, in this form. */
    readonly reference?: Reference
    /** Present where the reference is `authorization_nonce`. */
    readonly method?: Method
    readonly contract?: string
    readonly issuer?: string
    readonly decimals: number
    readonly chain_id?: number
  }
  readonly expires_at: string
  /** SHA-256 of what the request says the payment is for (payment-terms.ts), in lower-case hexadecimal. */
  readonly terms_digest?: string
}

type OrNothing<T> = { [K in keyof T]: undefined extends T[K] ? T[K] | null : T[K] }

/** As a row has them: what is absent may be null here. */
export interface GivenFacts extends Omit<PaymentFacts, 'type' | 'payment' | 'terms_digest'> {
  readonly payment: OrNothing<PaymentFacts['payment']>
  readonly terms_digest?: string | null
}

/** Names every fact, so that nothing else of the given objects can slip into what is signed. */
export const paymentFactsOf = (given: GivenFacts): PaymentFacts => {
  const { rail, network, asset, amount, to, memo, reference, method } = given.payment
  const { contract, issuer, decimals, chain_id } = given.payment
  return {
    type: FACTS_TYPE,
    issuer: given.issuer,
    connection_id: given.connection_id,
    request_id: given.request_id,
    recipient_id: given.recipient_id,
    recipient_version_id: given.recipient_version_id,
    payee: {
      name: given.payee.name,
      domain: given.payee.domain,
      ...(given.payee.standing === 'listed' && { standing: 'listed' }),
    },
    payment: {
      rail,
      network,
      asset,
      amount,
      to,
      ...(memo != null && { memo }),
      ...(reference != null && { reference }),
      ...(method != null && { method }),
      ...(contract != null && { contract }),
      ...(issuer != null && { issuer }),
      decimals,
      ...(chain_id != null && { chain_id }),
    },
    expires_at: given.expires_at,
    ...(given.terms_digest != null && { terms_digest: given.terms_digest }),
  }
}

/**
 * Canonical JSON (RFC 8785). Every create writes one, so the members stand here in their canonical order and JSON.stringify
 * does the rest, eight times as fast. What it would write where canonicalJson refuses (a lone surrogate as an escape, NaN
 * as null) is left to canonicalJson.
 */
export const factsText = (facts: PaymentFacts): string => {
  const { connection_id, expires_at, issuer: service, payee, payment } = facts
  const { recipient_id, recipient_version_id, request_id, terms_digest, type } = facts
  const { amount, asset, chain_id, contract, decimals, issuer, memo, method, network, rail, reference, to } = payment
  const text = JSON.stringify({
    connection_id,
    expires_at,
    issuer: service,
    payee: { domain: payee.domain, name: payee.name, standing: payee.standing },
    payment: { amount, asset, chain_id, contract, decimals, issuer, memo, method, network, rail, reference, to },
    recipient_id,
    recipient_version_id,
    request_id,
    terms_digest,
    type,
  })
  return text.includes('\\ud') || text.includes(':null') ? canonicalJson(facts) : text
}

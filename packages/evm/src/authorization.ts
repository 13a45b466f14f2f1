/**
 * The one authorization that pays a request (EIP-3009): its nonce is the digest of the facts and it ends with the request, so
 * the token takes it once, in time, and shows which request it paid. What the token cannot carry exactly is refused here.
 */
import { parseAmount } from '@pursestrings/protocol/amount'
import { canonicalBytes, canonicalJson } from '@pursestrings/protocol/canonical'
import { ledgerOf, networkOf } from '@pursestrings/protocol/networks'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { isAddress } from './address.ts'

/** As x402 spells it: every number in decimal, addresses in EIP-55. */
export interface Authorization {
  readonly from: string
  readonly to: string
  readonly value: string
  readonly validAfter: string
  readonly validBefore: string
  readonly nonce: string
}

/** The contract that moves the money, by what it signs with (EIP-712). */
export interface TokenDomain {
  readonly name: string
  readonly version: string
  readonly chain_id: number
  readonly contract: string
}

export interface Terms {
  readonly domain: TokenDomain
  readonly testnet: boolean
  readonly to: string
  readonly units: bigint
  readonly nonce: string
  /** Seconds since 1970: the token takes it in blocks before this second. */
  readonly valid_before: bigint
}

export type TermsVerdict =
  | { readonly ok: true; readonly terms: Terms }
  | {
      readonly ok: false
      readonly reason: 'network' | 'asset' | 'amount' | 'destination' | 'reference' | 'expires_at'
    }

const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/
const DIGEST = /^[0-9a-f]{64}$/

/** `facts_digest` is that of these facts, in hexadecimal. */
export function termsOf(
  { payment, expires_at }: Pick<PaymentFacts, 'payment' | 'expires_at'>,
  facts_digest: string,
): TermsVerdict {
  const ledger = ledgerOf(payment.network)
  if (ledger?.kind !== 'evm') return { ok: false, reason: 'network' }
  const { token, chain_id } = ledger
  const { asset, decimals, max_units, testnet } = networkOf(payment.network)
  const is_token = payment.asset === asset && payment.contract === token.contract && payment.issuer === undefined
  if (!is_token || payment.decimals !== decimals) return { ok: false, reason: 'asset' }
  if (payment.chain_id !== undefined && payment.chain_id !== chain_id) return { ok: false, reason: 'network' }
  const amount = parseAmount(payment.amount, { decimals, max_units })
  if (!amount.ok) return { ok: false, reason: 'amount' }
  if (!isAddress(payment.to)) return { ok: false, reason: 'destination' }
  const referenced = payment.reference === ledger.reference && payment.memo === undefined
  if (!referenced || !DIGEST.test(facts_digest)) return { ok: false, reason: 'reference' }
  const ms = TIME.test(expires_at) ? Date.parse(expires_at) : Number.NaN
  if (!(ms >= 1000)) return { ok: false, reason: 'expires_at' }
  const valid_before = BigInt(Math.floor(ms / 1000))
  const domain = { name: token.name, version: token.version, chain_id, contract: token.contract }
  const { units } = amount
  return { ok: true, terms: { domain, testnet, to: payment.to, units, nonce: `0x${facts_digest}`, valid_before } }
}

export const authorizationOf = ({ to, units, nonce, valid_before }: Terms, from: string): Authorization => ({
  from,
  to,
  value: String(units),
  validAfter: '0',
  validBefore: String(valid_before),
  nonce,
})

export type AuthorizationField = keyof Authorization

/** What differs from the one that these terms ask for; whoever pays may be anybody. */
export const compareAuthorization = (given: Authorization, terms: Terms): AuthorizationField[] => {
  const wanted = authorizationOf(terms, given.from)
  const fields = ['from', 'to', 'value', 'validAfter', 'validBefore', 'nonce'] as const
  return fields.filter((field) => (field === 'from' ? !isAddress(given.from) : given[field] !== wanted[field]))
}

// What is sealed to the agent and opened by it.

export const AUTHORIZATION_TYPE = 'svc.eip3009.v1'

export interface SignedAuthorization {
  readonly authorization: Authorization
  /** r, s and v of 65 bytes, in hexadecimal with 0x. */
  readonly signature: string
}

export const authorizationBytes = ({ authorization, signature }: SignedAuthorization): Uint8Array<ArrayBuffer> =>
  canonicalBytes({ type: AUTHORIZATION_TYPE, authorization, signature })

const MEMBERS = ['from', 'nonce', 'to', 'validAfter', 'validBefore', 'value'] as const

/** Undefined where it is anything else, or written in another way. */
export function readAuthorization(bytes: Uint8Array): SignedAuthorization | undefined {
  const text = decoded(bytes)
  const { authorization, signature } = (parsed(text) ?? {}) as Partial<SignedAuthorization>
  if (typeof signature !== 'string' || !isRecord(authorization)) return undefined
  const named = Object.fromEntries(MEMBERS.map((name) => [name, authorization[name]]))
  if (!MEMBERS.every((name) => typeof named[name] === 'string')) return undefined
  const read = { authorization: named as unknown as Authorization, signature }
  return text === canonicalJson({ type: AUTHORIZATION_TYPE, ...read }) ? read : undefined
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const decoded = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

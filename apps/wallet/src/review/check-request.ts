/**
 * Is this what the service signed? Asked of every request before anything of it is shown. The answer holds the facts, or
 * where they differ from what was signed, or the key that nobody here knows; never facts that were not checked.
 */
import {
  FactsMismatchError,
  factsText,
  type Jwks,
  type KeyTrust,
  type PaymentFacts,
  PinRequiredError,
  paymentFactsOf,
  type ServedKey,
  servedKeys,
  trustedKeys,
} from '@pursestrings/sdk'
import { type CheckedFacts, checkFacts } from '@pursestrings/ui/checked-facts'
import type { Payment } from '../requests/payment.ts'

/** A fact that arrived otherwise than it was signed. */
export interface Difference {
  readonly fact: string
  readonly signed: string | undefined
  readonly received: string | undefined
}

export type RequestCheck =
  | { readonly is: 'checked'; readonly facts: CheckedFacts }
  /** No differences: not even the signature holds, so there is nothing to compare with. */
  | { readonly is: 'altered'; readonly differences: readonly Difference[] }
  | {
      readonly is: 'unknown_key'
      /** As the service shows it now; undefined where it serves no such key. */
      readonly key: ServedKey | undefined
      readonly trusted: readonly string[]
    }

/** What was asked for: an answer about another request or connection is no answer. */
export interface Asked {
  readonly request_id: string
  readonly connection_id: string
  /** Where it is no payment request. */
  readonly kind?: 'agent_payment' | undefined
}

export const checkRequest = async (
  request: Payment,
  asked: Asked,
  jwks: Jwks,
  trust: KeyTrust,
): Promise<RequestCheck> => {
  try {
    const facts = await checkFacts(request, jwks, trust)
    const differences = differencesTo(asked, facts)
    return differences.length === 0 ? { is: 'checked', facts } : { is: 'altered', differences }
  } catch (failure) {
    if (failure instanceof PinRequiredError) return unknownKey(request, jwks, [])
    if (!(failure instanceof FactsMismatchError)) throw failure
    const { reason } = failure
    if (reason === 'unknown_key' || reason === 'not_pinned') {
      return unknownKey(request, jwks, await thumbprintsOf(jwks, trust))
    }
    if (reason === 'issuer') {
      return { is: 'altered', differences: [{ fact: 'issuer', signed: request.issuer, received: trust.issuer }] }
    }
    return { is: 'altered', differences: await differencesIn(request, jwks, trust) }
  }
}

const differencesTo = (asked: Asked, got: Asked): Difference[] =>
  (['request_id', 'connection_id'] as const)
    .filter((fact) => asked[fact] !== got[fact])
    .map((fact) => ({ fact, signed: asked[fact], received: got[fact] }))

const thumbprintsOf = async (jwks: Jwks, trust: KeyTrust): Promise<readonly string[]> => {
  const served = (await trustedKeys(jwks, trust)).map(({ thumbprint }) => thumbprint)
  return [...new Set([...(trust.pinned_keys ?? []), ...served])]
}

const unknownKey = async ({ facts_jws }: Payment, jwks: Jwks, trusted: readonly string[]): Promise<RequestCheck> => {
  const { kid } = partOf(facts_jws, 0) ?? {}
  const key = (await servedKeys(jwks)).find((one) => one.kid === kid)
  return { is: 'unknown_key', key, trusted }
}

/** A part of a JWS, read but not believed. */
const partOf = (jws: unknown, at: 0 | 1): Readonly<Record<string, unknown>> | undefined => {
  try {
    const text = String(jws).split('.')[at] ?? ''
    const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (sign) => sign.charCodeAt(0))
    const value: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/**
 * The facts inside the signature stand in as the request: if they pass the same check, they are what was signed, and what
 * arrived beside them is compared with them.
 */
const differencesIn = async (request: Payment, jwks: Jwks, trust: KeyTrust): Promise<readonly Difference[]> => {
  const inside = partOf(request.facts_jws, 1) as PaymentFacts | undefined
  if (inside === undefined) return []
  const { facts_jws } = request
  try {
    const facts_digest = await sha256Hex(factsText(paymentFactsOf(inside)))
    const signed = await checkFacts({ ...inside, facts_digest, facts_jws }, jwks, trust)
    const received = leavesOf(paymentFactsOf(request))
    const differing = Object.entries(leavesOf(signed)).map(([fact, text]) => ({
      fact,
      signed: text,
      received: received[fact],
    }))
    const added = Object.entries(received).map(([fact, text]) => ({ fact, signed: undefined, received: text }))
    const known = new Set(differing.map(({ fact }) => fact))
    const all = [...differing, ...added.filter(({ fact }) => !known.has(fact))]
    const differences = all.filter((one) => one.signed !== one.received)
    if (request.facts_digest === facts_digest) return differences
    return differences.length > 0
      ? differences
      : [{ fact: 'facts_digest', signed: facts_digest, received: request.facts_digest }]
  } catch {
    return []
  }
}

const sha256Hex = async (text: string): Promise<string> => {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `payment.to` and the like: every fact under its path. */
const leavesOf = (value: object, path = ''): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(value).flatMap(([name, one]: [string, unknown]) =>
      typeof one === 'object' && one !== null
        ? Object.entries(leavesOf(one, `${path}${name}.`))
        : one === undefined
          ? []
          : [[`${path}${name}`, typeof one === 'string' ? one : JSON.stringify(one)]],
    ),
  )

/**
 * Checks that a payment request says what the service signed: payee, amount, address, expiry. What was changed on the way,
 * in any byte of a fact, fails, and so does what another key signed than those that are pinned or vouched for.
 */

import { jwsHeaderText } from '@pursestrings/protocol/device-statements'
import { factsText, type GivenFacts, type PaymentFacts, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
import { base64urlOf, bytesOfBase64, hexOf, sha256, utf8 } from './bytes.ts'
import { PursestringsError } from './call.ts'
import { FACTS_JWS_TYPE } from './generated/wire-names.ts'
import { believed, factsKeysIn, type Jwks, type KeyTrust } from './pinned-keys.ts'
import { isSignedBy } from './signing-key.ts'

export class FactsMismatchError extends PursestringsError {
  override readonly name = 'FactsMismatchError'
  readonly reason:
    | 'digest'
    | 'not_signed'
    | 'unknown_key'
    | 'not_pinned'
    | 'signature'
    | 'facts'
    | 'issuer'
    | 'intent'
    | 'terms'
  /** Of the key that is not pinned. */
  readonly thumbprint: string | undefined

  constructor(reason: FactsMismatchError['reason'], message: string, thumbprint?: string) {
    super(`${message} Don't pay.`)
    this.reason = reason
    this.thumbprint = thumbprint
  }
}

/** A payment request, or an agent payment with its id as the `request_id`. */
export interface SignedFacts extends GivenFacts {
  readonly facts_digest: string
  readonly facts_jws?: string | undefined
}

/** Recomputes the digest of the facts as they are shown; needs no key. */
export const checkDigest = async (request: SignedFacts): Promise<PaymentFacts> => {
  const read = readFacts(request)
  if (read === undefined || hexOf(await sha256(read.text)) !== request.facts_digest) {
    throw new FactsMismatchError('digest', "The facts don't match their digest.")
  }
  return read.facts
}

/** Undefined for what only looks like a request: whoever answers may send anything. */
const readFacts = (request: SignedFacts): { facts: PaymentFacts; text: string } | undefined => {
  try {
    const facts = paymentFactsOf(request)
    return { facts, text: factsText(facts) }
  } catch {
    return undefined
  }
}

/**
 * The facts, once they are known to be what the service signed; throws FactsMismatchError otherwise, and PinRequiredError
 * where nothing is pinned. Asks nobody.
 */
export const verifyFacts = async (request: SignedFacts, jwks: Jwks, trust: KeyTrust): Promise<PaymentFacts> => {
  const served = await factsKeysIn(jwks)
  const trusted = await believed(served, trust)
  const facts = await checkDigest(request)
  const { facts_jws } = request
  const parts = typeof facts_jws === 'string' ? facts_jws.split('.') : []
  const [header = '', payload = '', signature = ''] = parts
  if (parts.length !== 3) {
    throw new FactsMismatchError('not_signed', 'The request has no signed facts; read it from the service.')
  }
  const kid = kidIn(header)
  const candidates = trusted.filter((key) => key.kid === kid)
  if (candidates.length === 0)
    throw notTrusted(
      served.find((key) => key.kid === kid),
      trust.issuer,
    )
  const signed = candidates.map(({ x }) => isSignedBy(x, utf8(`${header}.${payload}`), signature))
  if (!(await Promise.all(signed)).includes(true)) {
    throw new FactsMismatchError('signature', "The signature of the facts isn't valid.")
  }
  if (payload !== base64urlOf(utf8(factsText(facts)))) {
    throw new FactsMismatchError('facts', "The facts don't match what was signed.")
  }
  // Two services may share a key, such as a trial and the real one.
  if (facts.issuer !== trust.issuer) {
    throw new FactsMismatchError(
      'issuer',
      `The request is from the service at ${facts.issuer}, and you trust the one at ${trust.issuer}. Only if its operator says that both are the same service, use the first address as the client's audience.`,
    )
  }
  return facts
}

/** Exactly the three members, in their one spelling: what else a header says does not count. */
const kidIn = (header: string): string => {
  try {
    const { kid } = JSON.parse(new TextDecoder().decode(bytesOfBase64(header))) as { kid?: unknown }
    if (typeof kid === 'string' && header === base64urlOf(utf8(jwsHeaderText(kid, FACTS_JWS_TYPE)))) return kid
  } catch {
    // Told below.
  }
  throw new FactsMismatchError('signature', "The signed text isn't payment facts.")
}

type Served = Awaited<ReturnType<typeof factsKeysIn>>[number]

const notTrusted = (key: Served | undefined, issuer: string): FactsMismatchError => {
  if (key === undefined) {
    const message = 'The facts are signed with a key that is not among those given; read the keys again.'
    return new FactsMismatchError('unknown_key', message)
  }
  const { kid, thumbprint, jwk } = key
  const word =
    jwk.endorsement_jws === undefined
      ? 'no pinned key vouches for it'
      : `what should vouch for it (endorsement_jws) is not by a pinned key, or not for ${issuer}`
  return new FactsMismatchError(
    'not_pinned',
    `The facts are signed with the key ${thumbprint} (kid ${kid}), which is not pinned, and ${word}. Somebody between you and the service may have put it there. Only if the operator announced this very key elsewhere, pin it: pinned_keys: ['${thumbprint}'].`,
    thumbprint,
  )
}

/**
 * Checks, without asking anybody, that a payment request says what the service signed: payee, amount, address, expiry. What
 * was changed on the way, in any byte of a fact, fails.
 */
import { bytesOfBase64, hexOf, sha256, utf8 } from './bytes.ts'
import { CountersignError } from './call-errors.ts'
import { factsText, type PaymentFacts, paymentFactsOf } from './generated/payment-facts.ts'
import type { PaymentRequest } from './generated/records.ts'
import { FACTS_JWS_TYPE } from './generated/wire-names.ts'
import { isSignedBy } from './signing-key.ts'

export class FactsMismatchError extends CountersignError {
  override readonly name = 'FactsMismatchError'
  readonly reason: 'digest' | 'not_signed' | 'unknown_key' | 'signature' | 'facts' | 'intent'

  constructor(reason: FactsMismatchError['reason'], message: string) {
    super(`${message} Do not pay.`)
    this.reason = reason
  }
}

/** As `GET /.well-known/jwks.json` answers. */
export interface Jwks {
  readonly keys?: unknown
}

interface KnownKey {
  readonly kid?: unknown
  readonly kty?: unknown
  readonly crv?: unknown
  readonly x?: unknown
}

/** Recomputes the digest of the facts as they are shown; needs no key. */
export const checkDigest = async (request: PaymentRequest): Promise<PaymentFacts> => {
  const facts = paymentFactsOf(request)
  if (hexOf(await sha256(factsText(facts))) !== request.facts_digest) {
    throw new FactsMismatchError('digest', 'The facts shown are not those of the digest.')
  }
  return facts
}

/** The facts, once they are known to be what the service signed; throws FactsMismatchError otherwise. */
export const verifyFacts = async (request: PaymentRequest, jwks: Jwks): Promise<PaymentFacts> => {
  const facts = await checkDigest(request)
  const { facts_jws } = request
  const parts = facts_jws?.split('.') ?? []
  const [header = '', payload = '', signature = ''] = parts
  if (facts_jws === undefined || parts.length !== 3) {
    throw new FactsMismatchError('not_signed', 'The request carries no signed facts; read it from the service.')
  }
  const public_key = keyFor(headerIn(header), jwks)
  if (!(await isSignedBy(public_key, utf8(`${header}.${payload}`), signature))) {
    throw new FactsMismatchError('signature', 'The signature over the facts does not hold.')
  }
  if (textIn(payload) !== factsText(facts)) {
    throw new FactsMismatchError('facts', 'The facts shown are not the facts signed.')
  }
  return facts
}

const textIn = (base64url: string): string | undefined => {
  const bytes = bytesOfBase64(base64url)
  return bytes && new TextDecoder().decode(bytes)
}

const headerIn = (part: string): Readonly<Record<string, unknown>> => {
  try {
    return { ...(JSON.parse(textIn(part) ?? '') as object) }
  } catch {
    return {}
  }
}

const keyFor = ({ alg, typ, kid }: Readonly<Record<string, unknown>>, { keys }: Jwks): string => {
  if (alg !== 'EdDSA' || typ !== FACTS_JWS_TYPE) {
    throw new FactsMismatchError('signature', 'What is signed are no payment facts.')
  }
  const known = (Array.isArray(keys) ? keys : []) as readonly KnownKey[]
  const key = known.find((one) => one.kid === kid && one.kty === 'OKP' && one.crv === 'Ed25519')
  if (typeof key?.x !== 'string') {
    throw new FactsMismatchError(
      'unknown_key',
      'The facts are signed with a key that is not among those given; read the keys anew.',
    )
  }
  return key.x
}

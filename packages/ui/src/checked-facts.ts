/**
 * The one place where facts become facts to draw: a signature by a trusted key holds over exactly these words. FactsCard
 * takes nothing else, so a card of what somebody merely sent does not compile.
 */
import { type Jwks, type KeyTrust, type PaymentFacts, type SignedFacts, verifyFacts } from '@pursestrings/sdk'

declare const checked: unique symbol

export type CheckedFacts = PaymentFacts & { readonly [checked]: true }

/** Throws as verifyFacts does. Asks nobody. */
export const checkFacts = async (request: SignedFacts, jwks: Jwks, trust: KeyTrust): Promise<CheckedFacts> => {
  const facts = await verifyFacts(request, jwks, trust)
  Object.freeze(facts.payee)
  Object.freeze(facts.payment)
  return Object.freeze(facts) as CheckedFacts
}

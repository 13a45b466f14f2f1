/** Checks what a payment is for against its signed facts, which carry the digest of it. */

import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { type PaymentTerms, termsText } from '@pursestrings/protocol/payment-terms'
import { hexOf, sha256 } from './bytes.ts'
import { FactsMismatchError } from './verify-facts.ts'

export const termsDigest = async (terms: PaymentTerms): Promise<string> => hexOf(await sha256(termsText(terms)))

/** Undefined where the facts have no terms. `shown` is what the service shows beside them. */
export const verifyTerms = async (
  shown: PaymentTerms | undefined,
  { terms_digest }: PaymentFacts,
): Promise<PaymentTerms | undefined> => {
  const digest = shown && (await termsDigest(shown).catch(() => 'no digest'))
  if (digest === terms_digest) return shown
  throw new FactsMismatchError('terms', "What the payment is for doesn't match its signed facts.")
}

/** What a payment is for: nothing passes that is not word for word what the signed facts have the digest of. */
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import type { PaymentTerms } from '@pursestrings/protocol/payment-terms'
import { expect, test } from 'vitest'
import { termsDigest, verifyTerms } from './verify-terms.ts'

const TERMS: PaymentTerms = {
  kind: 'x402',
  method: 'POST',
  url: 'https://api.shop.example/weather',
  body_digest: 'a'.repeat(64),
  description: 'Weather of the day',
  timeout_s: 60,
  seal: { key: 'A'.repeat(43), agent_key: 'B'.repeat(43), signature: 'C'.repeat(86) },
}
const factsWith = (terms_digest?: string) => ({ ...(terms_digest && { terms_digest }) }) as PaymentFacts

test('terms that fit the facts are given, and none where the facts have none', async () => {
  expect(await verifyTerms(TERMS, factsWith(await termsDigest(TERMS)))).toBe(TERMS)
  expect(await verifyTerms(undefined, factsWith())).toBeUndefined()
})

test('terms that were changed, added or left out are refused, whatever is sent in their place', async () => {
  const facts = factsWith(await termsDigest(TERMS))
  const other = (change: object) => ({ ...TERMS, ...change }) as PaymentTerms
  const forgeries: (PaymentTerms | undefined)[] = [
    undefined,
    other({ seal: { ...TERMS.seal, key: 'D'.repeat(43) } }),
    other({ url: 'https://api.shop.example/gold' }),
    other({ timeout_s: 61 }),
    other({ description: undefined }),
    other({ more: 1 }),
    other({ url: '\ud800' }),
    7 as unknown as PaymentTerms,
  ]
  for (const shown of forgeries)
    await expect(verifyTerms(shown, facts)).rejects.toMatchObject({ reason: 'terms', name: 'FactsMismatchError' })
  await expect(verifyTerms(TERMS, factsWith())).rejects.toMatchObject({ reason: 'terms' })
})

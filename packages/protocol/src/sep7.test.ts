/** The links of the vector file, which the tests of every client read too. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { PaymentFacts } from './payment-facts.ts'
import { sep7Uri } from './sep7.ts'

interface Vector {
  readonly what: string
  readonly request: Pick<PaymentFacts, 'payment'> & { readonly facts_digest: string }
  readonly link: string | null
  readonly refused: string | null
}

const FILE = new URL('../../../tests/vectors/payment-links.json', import.meta.url)
const { links } = JSON.parse(readFileSync(FILE, 'utf8')) as { readonly links: readonly Vector[] }

test.each(links.filter(({ refused }) => refused === null))('$what', ({ request, link }) => {
  expect(sep7Uri(request.payment, request.facts_digest) ?? null).toBe(link)
})

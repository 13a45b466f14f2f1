/** payment-links.json with its types, for the tests of the clients in TypeScript. */
import { readFileSync } from 'node:fs'
import { type FactsCheck, type Jwks, type PaymentRequest, verifyFacts } from '@pursestrings/sdk'

export interface LinkVector {
  readonly what: string
  readonly request: PaymentRequest
  readonly pinned_keys: readonly string[]
  readonly link: string | null
  readonly refused: string | null
}

const FILE = new URL('payment-links.json', import.meta.url)
export const { issuer, jwks, links } = JSON.parse(readFileSync(FILE, 'utf8')) as {
  readonly issuer: string
  readonly jwks: Jwks
  readonly links: readonly LinkVector[]
}

export const HOLDING = links.filter(({ refused }) => refused === null) as [LinkVector, ...LinkVector[]]
export const REFUSED = links.filter(({ refused }) => refused !== null)

/** A client's own check, with the keys that the vector pins. */
export const checkOf = ({ pinned_keys }: LinkVector): Pick<FactsCheck, 'verifyFacts'> => ({
  verifyFacts: (request) => verifyFacts(request, jwks, { pinned_keys, issuer }),
})

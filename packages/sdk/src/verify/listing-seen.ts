/** What a receipt says of a payee that an agent found on its domain. */
import { canonicalJson } from '@pursestrings/protocol/canonical'
import { canonicalObject } from '@pursestrings/protocol/log/log-entry'
import type { PaymentFacts } from '@pursestrings/protocol/payment-facts'
import { expect } from './read-receipt.ts'

const LISTING_LASTS_MS = 24 * 3_600_000
const CLOCKS_DIFFER_MS = 60_000

/** What the service saw on the domain of a payee that an agent found there. Only it says so, but in time and of these facts. */
export const listingSeen = (evidence: string, facts: PaymentFacts, created_at: string) => {
  const document = canonicalObject(evidence)
  const { finding, facts: listed } = (document ?? {}) as Partial<Record<string, Readonly<Record<string, unknown>>>>
  const { to, amount: _amount, reference: _reference, method: _method, ...paid } = facts.payment
  const named = { memo: null, contract: null, issuer: null, chain_id: null, ...paid, address: to }
  const fits =
    facts.payee.standing === 'listed' &&
    document?.['recipient_version_id'] === facts.recipient_version_id &&
    finding?.['domain'] === facts.payee.domain &&
    canonicalJson(listed ?? {}) === canonicalJson(named)
  expect(fits, 'The listing is of another payee.')
  const [location, seen_at] = [String(finding?.['location']), String(finding?.['observed_at'])]
  const age_ms = Date.parse(created_at) - Date.parse(seen_at)
  expect(age_ms > -CLOCKS_DIFFER_MS && age_ms <= LISTING_LASTS_MS, 'The listing was too old for this request.')
  return { domain: facts.payee.domain, location, seen_at }
}

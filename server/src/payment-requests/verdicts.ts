/** What the set-based statements answer, as refusals of the catalogue. */
import type { ErrorEntry } from '@countersign/contract/errors'
import * as errors from '@countersign/contract/payment-request-errors'
import { merchantNotActive } from '@countersign/contract/recipient-errors'
import type { Scope } from '@countersign/contract/scopes'
import * as transport from '@countersign/contract/transport-errors'
import { Refusal } from '../refusal.ts'

const ENTRIES = new Map<string, ErrorEntry>(
  [
    transport.credentialInvalid,
    transport.connectionRevoked,
    transport.connectionPaused,
    transport.scopeMissing,
    transport.agentNotActive,
    transport.resourceNotFound,
    merchantNotActive,
    errors.idempotencyKeyReused,
    errors.recipientVersionNotActive,
    errors.expiryOutOfRange,
    errors.requestIdTaken,
    errors.tooManyPending,
  ].map((entry) => [entry.code, entry]),
)

const PENDING_RETRY_AFTER_S = 60

export const refusalFor = (verdict: string, scope: Scope): Error => {
  const entry = ENTRIES.get(verdict)
  if (!entry) return new Error(`the statement answered ${verdict}`)
  if (entry === transport.scopeMissing) return new Refusal(entry, { details: { scope } })
  if (entry === errors.tooManyPending) return new Refusal(entry, { details: { retry_after: PENDING_RETRY_AFTER_S } })
  return new Refusal(entry)
}

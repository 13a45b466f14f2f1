/** What the set-based statements answer, as refusals of the catalogue. */
import type { PausedBy } from '@pursestrings/contract/connections/records'
import { decisionSignatureRequired, deviceKeyUnknown } from '@pursestrings/contract/devices/records'
import type { ErrorEntry } from '@pursestrings/contract/errors'
import { merchantNotActive } from '@pursestrings/contract/merchants/records'
import * as errors from '@pursestrings/contract/payment-requests/errors'
import type { Scope } from '@pursestrings/contract/scopes'
import * as transport from '@pursestrings/contract/transport-errors'
import { PAYMENT_STATUS_NEXT, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import { limitReached, pausedBy, Refusal } from '../../platform/refusal.ts'
import type { CreateLimits } from './create.store.ts'

const ENTRIES = new Map<string, ErrorEntry>(
  [
    transport.credentialInvalid,
    transport.connectionRevoked,
    transport.connectionPaused,
    transport.scopeMissing,
    transport.agentNotActive,
    transport.agentCredentialInactive,
    transport.resourceNotFound,
    merchantNotActive,
    errors.idempotencyKeyReused,
    errors.recipientVersionNotActive,
    errors.payeeListingStale,
    errors.payeeNotResolved,
    errors.expiryOutOfRange,
    errors.requestIdTaken,
    errors.tooManyPending,
    errors.tooManyPendingInWallet,
    errors.tooManyCreates,
    errors.requestIdAmbiguous,
    errors.invalidTransition,
    errors.transactionHashRequired,
    errors.transactionHashFixed,
    errors.recipientSuspended,
    decisionSignatureRequired,
    deviceKeyUnknown,
  ].map((entry) => [entry.code, entry]),
)

const PENDING_RETRY_AFTER_S = 60

/** What a verdict has to tell beyond its name. */
interface About {
  readonly paused_by?: PausedBy | null
  readonly retry_after?: number | null
  readonly limits?: CreateLimits
  readonly own_limit?: number | null
  /** Where the request stood. */
  readonly stands?: PaymentStatus
}

export const refusalFor = (
  verdict: string,
  scope?: Scope,
  { paused_by, retry_after, limits, own_limit, stands }: About = {},
): Error => {
  const entry = ENTRIES.get(verdict)
  if (!entry) return new Error(`the statement answered ${verdict}`)
  // The statement looks at the token before anything else.
  const authenticated = true
  if (entry === transport.scopeMissing) return new Refusal(entry, { details: { scope }, authenticated })
  if (entry === transport.connectionPaused) return pausedBy(paused_by, authenticated)
  if (entry === errors.invalidTransition && stands !== undefined) {
    const details = { current_status: stands, allowed: reportableAfter(stands) }
    return new Refusal(entry, { details, authenticated })
  }
  const limit = limits && limitOf(entry, limits, own_limit ?? undefined)
  if (!limit) return new Refusal(entry, { authenticated })
  return limitReached(entry, { ...limit, retry_after: retry_after ?? PENDING_RETRY_AFTER_S, authenticated })
}

/** Nobody reports what time does to a request. */
const reportableAfter = (status: PaymentStatus): PaymentStatus[] =>
  PAYMENT_STATUS_NEXT[status].filter((next) => next !== 'expired')

/** As the RateLimit headers name it. */
const limitOf = (
  entry: ErrorEntry,
  { pending_max, wallet_pending_max, minute_max }: CreateLimits,
  own_limit: number | undefined,
) => {
  if (entry === errors.tooManyPending) return { policy: 'pending', quota: own_limit ?? pending_max }
  if (entry === errors.tooManyPendingInWallet) return { policy: 'wallet_pending', quota: wallet_pending_max }
  return entry === errors.tooManyCreates
    ? { policy: 'creates', quota: own_limit ?? minute_max, window_s: 60 }
    : undefined
}

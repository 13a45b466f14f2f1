// Made by `npm run generate`; do not edit.
/** Names and limits of the wire that the SDK signs, sends or checks. */
export const ASSERTION_TYP = 'svc-agent-assertion+jwt'
export const ASSERTION_LIFETIME_S_MAX = 120
export const CREDENTIAL_PROOF_PREFIX = 'svc.credential_proof.v1\n'
export const FACTS_JWS_TYPE = 'svc-payment-facts+jws'
export const EVENTS_LIMIT_MAX = 500
export const EVENTS_WAIT_MAX_S = 30
export const WEBHOOK_TOLERANCE_S = 300
export const WEBHOOK_EVENT_TYPES = [
  'payment_request.pending',
  'payment_request.signed',
  'payment_request.broadcasted',
  'payment_request.confirmed',
  'payment_request.failed',
  'payment_request.expired',
  'payment_request.rejected',
  'payment_request.late_report',
  'connection.created',
  'connection.paused',
  'connection.resumed',
  'connection.narrowed',
  'connection.token_rotated',
  'connection.revoked',
  'recipient.version_activated',
  'recipient.version_retired',
] as const

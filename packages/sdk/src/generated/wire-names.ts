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
  'payment_request.chain_observed',
  'payment_request.disputed',
  'payment_request.proven_unpaid',
  'payment_request.ledger_finding',
  'agent_payment.intent_created',
  'agent_payment.approved',
  'agent_payment.submitted',
  'agent_payment.settled',
  'agent_payment.rejected',
  'agent_payment.failed',
  'agent_payment.expired',
  'agent_payment.canceled',
  'agent_payment.late_report',
  'connection.created',
  'connection.paused',
  'connection.resumed',
  'connection.narrowed',
  'connection.token_rotated',
  'connection.revoked',
  'recipient.version_cooling',
  'recipient.version_activated',
  'recipient.version_suspended',
  'recipient.version_revived',
  'recipient.version_retired',
  'merchant_domain.verified',
  'merchant_domain.failing',
  'merchant_domain.lapsed',
  'merchant.suspended',
  'merchant.restored',
  'automation_policy.created',
  'automation_policy.renamed',
  'automation_policy.narrowed',
  'automation_policy.widened',
  'automation_policy.proposed',
  'automation_policy.declined',
  'automation_policy.proposal_withdrawn',
  'automation_policy.consented',
  'automation_policy.paused',
  'automation_policy.resumed',
  'automation_policy.withdrawn',
] as const

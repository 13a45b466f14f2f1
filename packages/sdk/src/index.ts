/** What @pursestrings/sdk offers. */

export { canonicalJson } from '@pursestrings/protocol/canonical'
export { checkPhrase } from '@pursestrings/protocol/check-phrase'
export { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
export { isTestnet, networkOf } from '@pursestrings/protocol/networks'
export { type PayerProof, payerProofText } from '@pursestrings/protocol/payer-proof'
export { factsText, type PaymentFacts, paymentFactsOf } from '@pursestrings/protocol/payment-facts'
export { isTerminal, PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
export {
  type PaymentTerms,
  sealKeyText,
  type TermsSeal,
  termsText,
  type X402Terms,
} from '@pursestrings/protocol/payment-terms'
export { isSecret, SECRET_PATTERN } from '@pursestrings/protocol/secrets'
export { sep53Text } from '@pursestrings/protocol/stellar'
export { type AgentClient, type AgentClientOptions, createAgentClient } from './agent-client.ts'
export {
  type AnyErrorCode,
  ApiError,
  CredentialError,
  HitlRequiredError,
  type Issue,
  type NextAction,
  RateLimitedError,
  ResourceNotFoundError,
  VersionConflictError,
} from './api-error.ts'
export { approvalLink } from './approval-link.ts'
export type { Answered, Call, CallOptions, KeyedCallOptions } from './call.ts'
export { NetworkError, OutcomeUnknownError, PursestringsError, TimeoutError } from './call.ts'
export type { ConnectByPairing, Connected, ConnectWithKey, Enrolled, EnrollOptions } from './connect.ts'
export { type CookieSessionOptions, createCookieSessionClient } from './cookie-session.ts'
export {
  type ConnectionChange,
  checkPolicy,
  checkProposal,
  type DeviceDecision,
  type DeviceJwk,
  type DeviceKeyPair,
  type DeviceKeyProof,
  type DeviceLink,
  deviceKeyPair,
  deviceKid,
  exportDeviceKey,
  generateDeviceKey,
  importDeviceKey,
  readDecision,
  type StopUndo,
  signConnectionChange,
  signDecision,
  signDeviceLink,
  signKeyProof,
  signPolicyConsent,
  signStopUndo,
} from './device-decision.ts'
export type { DecidedPayment, DeviceKeyCalls } from './device-keys.ts'
export type { FactsCheck, PinOptions } from './facts-check.ts'
export type { FeedReset, Followed, FollowOptions } from './follow-events.ts'
export type * from './generated/calls.ts'
export type { AgentOperations, MerchantOperations, ProjectOperations, WalletOperations } from './generated/clients.ts'
export { ERRORS, type ErrorCode } from './generated/error-catalogue.ts'
export { OPERATIONS } from './generated/operations.ts'
export type * from './generated/records.ts'
export { AGENT_PAYMENT_STATUSES, WEBHOOK_EVENT_TYPES } from './generated/wire-names.ts'
export {
  createMerchantClient,
  createProjectClient,
  type MerchantClient,
  type MerchantClientOptions,
  type MerchantEvent,
  type Organization,
  type ProjectClient,
  type ProjectClientOptions,
  type SignedIn,
  type SignIn,
} from './merchant-client.ts'
export type { ClientName, CredentialKind, OperationFacts } from './operation-facts.ts'
export type { Pages } from './pages.ts'
export {
  type AgentPaymentCalls,
  type ClaimedAgentPayment,
  type ClaimOptions,
  HashNotReportedError,
  type ReviewedAgentPayment,
  type SentTransaction,
} from './pay-agent-payment.ts'
export { type Jwks, type KeyTrust, PinRequiredError, type ServedKey, servedKeys, trustedKeys } from './pinned-keys.ts'
export type { PaymentInput, PaymentWanted } from './request-payment.ts'
export { TaskConflictError } from './request-payment.ts'
export {
  generateKeyPair,
  type NewKeyPair,
  type PrivateJwk,
  type PrivateKey,
  publicHalfOf,
  signCredentialProof,
  signerOf,
} from './signing-key.ts'
export type { TextStream } from './text-stream.ts'
export type { RequestSeen, ResponseSeen, TransportOptions } from './transport.ts'
export { FactsMismatchError, type SignedFacts, verifyFacts } from './verify-facts.ts'
export { verifyTerms } from './verify-terms.ts'
export {
  signWebhookForTests,
  type VerifiedWebhook,
  verifyWebhook,
  type WebhookHeaders,
  type WebhookOptions,
  WebhookVerificationError,
} from './verify-webhook.ts'
export { VERSION } from './version.ts'
export type { Outcome, WaitOptions } from './wait-for-paid.ts'
export { type Ended, outcomeOf } from './wait-for-paid.ts'
export {
  createWalletClient,
  type Reviewed,
  type WalletClient,
  type WalletClientOptions,
  type WalletDevice,
  type WalletEvent,
} from './wallet-client.ts'
export { walletLink } from './wallet-link.ts'

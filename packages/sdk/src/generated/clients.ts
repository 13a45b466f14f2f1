// Made by `npm run generate`; do not edit.
/** The methods of each client, by resource. Made at run time from the list of operations. */
import type { Call, CallOptions, KeyedCallOptions } from '../call.ts'
import type { Pages } from '../pages.ts'
import type { TextStream } from '../text-stream.ts'
import type {
  AgentAuthTokenAnswer,
  AgentAuthTokenInput,
  AgentCredentialsActivateAnswer,
  AgentCredentialsActivateInput,
  AgentCredentialsRegisterAnswer,
  AgentCredentialsRegisterInput,
  AgentCredentialsRevokeAnswer,
  AgentPaymentsAcceptPaymentAnswer,
  AgentPaymentsAcceptPaymentInput,
  AgentPaymentsCancelAnswer,
  AgentPaymentsCreateAnswer,
  AgentPaymentsCreateInput,
  AgentPaymentsListAnswer,
  AgentPaymentsListInput,
  AgentPaymentsProvePayerAnswer,
  AgentPaymentsProvePayerInput,
  AgentPaymentsReadAnswer,
  AgentPaymentsReadEvidenceAnswer,
  AgentPaymentsReadReceiptAnswer,
  AgentPaymentsReadRefusedAnswer,
  AgentPaymentsReportStatusAnswer,
  AgentPaymentsReportStatusInput,
  AgentPaymentsSendToPayerAnswer,
  AgentsCreateAnswer,
  AgentsCreateInput,
  AgentsListAnswer,
  AgentsListInput,
  AgentsReadAnswer,
  AgentsUpdateAnswer,
  AgentsUpdateInput,
  ApiKeysCreateAnswer,
  ApiKeysCreateInput,
  ApiKeysListAnswer,
  ApiKeysListInput,
  ApiKeysRevokeAnswer,
  AuditEventsExportInput,
  AuditEventsListAnswer,
  AuditEventsListEntriesAnswer,
  AuditEventsListEntriesInput,
  AuditEventsListInput,
  AuditEventsProveAnswer,
  AutomationPoliciesBacktestAnswer,
  AutomationPoliciesBacktestInput,
  AutomationPoliciesCreateAnswer,
  AutomationPoliciesCreateInput,
  AutomationPoliciesDropProposalAnswer,
  AutomationPoliciesDropProposalInput,
  AutomationPoliciesListAnswer,
  AutomationPoliciesListInput,
  AutomationPoliciesOptInAnswer,
  AutomationPoliciesOptInInput,
  AutomationPoliciesReadAnswer,
  AutomationPoliciesSetStatusAnswer,
  AutomationPoliciesSetStatusInput,
  AutomationPoliciesSimulateAnswer,
  AutomationPoliciesSimulateInput,
  AutomationPoliciesUpdateAnswer,
  AutomationPoliciesUpdateInput,
  AutomationPoliciesWithdrawAnswer,
  ConnectInvitationsApproveAnswer,
  ConnectInvitationsApproveInput,
  ConnectInvitationsClaimAnswer,
  ConnectInvitationsClaimInput,
  ConnectInvitationsEnrollAnswer,
  ConnectInvitationsEnrollInput,
  ConnectInvitationsExchangeAnswer,
  ConnectInvitationsListAnswer,
  ConnectInvitationsListInput,
  ConnectInvitationsReadAnswer,
  ConnectInvitationsRejectAnswer,
  ConnectionsListAnswer,
  ConnectionsListInput,
  ConnectionsListRecipientsAnswer,
  ConnectionsListRecipientsInput,
  ConnectionsReadAnswer,
  ConnectionsRevokeAnswer,
  ConnectionsRotateTokenAnswer,
  ConnectionsStopAllAnswer,
  ConnectionsStopAllInput,
  ConnectionsUpdateAnswer,
  ConnectionsUpdateInput,
  ConnectKeysIssueAnswer,
  DevicesAddKeyAnswer,
  DevicesAddKeyInput,
  DevicesCreateKeyChallengeAnswer,
  DevicesCreateLinkCodeAnswer,
  DevicesCreateLinkCodeInput,
  DevicesDeletePushSubscriptionAnswer,
  DevicesLinkAnswer,
  DevicesLinkInput,
  DevicesReadCurrentAnswer,
  DevicesRegisterAnswer,
  DevicesRegisterInput,
  DevicesRevokeAnswer,
  DevicesRevokeKeyAnswer,
  DevicesRotateTokenAnswer,
  DevicesSetPushSubscriptionAnswer,
  DevicesSetPushSubscriptionInput,
  EventsListAnswer,
  EventsListInput,
  FactsKeysReadAnswer,
  FeedListAnswer,
  FeedListInput,
  HealthReadAnswer,
  LogProveAnswer,
  LogProveInput,
  MemberInvitationsCreateAnswer,
  MemberInvitationsCreateInput,
  MemberInvitationsListAnswer,
  MemberInvitationsListInput,
  MemberInvitationsWithdrawAnswer,
  MembersListAnswer,
  MembersListInput,
  MembersRemoveAnswer,
  MembersUpdateAnswer,
  MembersUpdateInput,
  MerchantAccountsRegisterAnswer,
  MerchantAccountsRegisterInput,
  MerchantAccountsVerifyEmailAnswer,
  MerchantAccountsVerifyEmailInput,
  MerchantDomainsListAnswer,
  MerchantDomainsListInput,
  MerchantDomainsReadAnswer,
  MerchantDomainsRegisterAnswer,
  MerchantDomainsRegisterInput,
  MerchantDomainsRemoveAnswer,
  MerchantDomainsVerifyAnswer,
  MerchantKeysCreateAnswer,
  MerchantKeysCreateInput,
  MerchantKeysListAnswer,
  MerchantKeysListInput,
  MerchantKeysRevokeAnswer,
  MerchantSearchFindAnswer,
  MerchantSearchFindInput,
  MerchantSessionsCloseAnswer,
  MerchantSessionsListAnswer,
  MerchantSessionsListInput,
  MerchantSessionsOpenAnswer,
  MerchantSessionsOpenInput,
  MerchantSessionsReadCurrentAnswer,
  MerchantSessionsSendStepUpCodeAnswer,
  MerchantSessionsStepUpAnswer,
  MerchantSessionsStepUpInput,
  MerchantSessionsSwitchAnswer,
  MerchantsCreateAnswer,
  MerchantsCreateInput,
  MerchantsListAnswer,
  MerchantsListInput,
  MerchantsReadAnswer,
  MerchantsUpdateAnswer,
  MerchantsUpdateInput,
  OverviewReadAnswer,
  OverviewReadInput,
  PairingApproveAnswer,
  PairingApproveInput,
  PairingExchangeAnswer,
  PairingLookUpAnswer,
  PairingLookUpInput,
  PairingReadAnswer,
  PairingReadInput,
  PairingRejectAnswer,
  PairingRejectInput,
  PairingStartAnswer,
  PairingStartInput,
  PasskeysCreateChallengeAnswer,
  PasskeysCreateChallengeInput,
  PasskeysCreateSignInChallengeAnswer,
  PasskeysListAnswer,
  PasskeysListInput,
  PasskeysRegisterAnswer,
  PasskeysRegisterInput,
  PasskeysRemoveAnswer,
  PasskeysSignInAnswer,
  PasskeysSignInInput,
  PayeeChangesListAnswer,
  PayeeChangesListInput,
  PayeesLookUpAnswer,
  PayeesLookUpInput,
  PayeesReadAnswer,
  PayeesReadRecordAnswer,
  PayeesReadRecordInput,
  PayeesResolveAnswer,
  PayeesResolveInput,
  PaymentAuthorizationsPutAnswer,
  PaymentAuthorizationsPutInput,
  PaymentAuthorizationsReadAnswer,
  PaymentRequestsAcceptPaymentAnswer,
  PaymentRequestsAcceptPaymentInput,
  PaymentRequestsCancelAnswer,
  PaymentRequestsCreateAnswer,
  PaymentRequestsCreateInput,
  PaymentRequestsExportInput,
  PaymentRequestsListAnswer,
  PaymentRequestsListInput,
  PaymentRequestsProvePayerAnswer,
  PaymentRequestsProvePayerInput,
  PaymentRequestsReadAnswer,
  PaymentRequestsReadEvidenceAnswer,
  PaymentRequestsReadEvidenceInput,
  PaymentRequestsReadInput,
  PaymentRequestsReadReceiptAnswer,
  PaymentRequestsReadReceiptInput,
  PaymentRequestsReportStatusAnswer,
  PaymentRequestsReportStatusInput,
  ProjectsCreateAnswer,
  ProjectsCreateInput,
  ProjectsListAnswer,
  ProjectsListInput,
  ProjectsUpdateAnswer,
  ProjectsUpdateInput,
  RecipientsActivateVersionAnswer,
  RecipientsActivateVersionInput,
  RecipientsAddVersionAnswer,
  RecipientsAddVersionInput,
  RecipientsApproveVersionAnswer,
  RecipientsApproveVersionInput,
  RecipientsCreateAnswer,
  RecipientsCreateInput,
  RecipientsListAnswer,
  RecipientsListApprovalsAnswer,
  RecipientsListApprovalsInput,
  RecipientsListInput,
  RecipientsListVersionsAnswer,
  RecipientsListVersionsInput,
  RecipientsReadAnswer,
  RecipientsReadLedgerFindingsAnswer,
  RecipientsReadVersionAnswer,
  RecipientsStopVersionAnswer,
  RecipientsStopVersionInput,
  RecipientsUpdateAnswer,
  RecipientsUpdateInput,
  RecipientsVerifyAnswer,
  RecipientsVerifyInput,
  ServiceReadAnswer,
  TransactionContextsCreateAnswer,
  TransactionContextsCreateInput,
  TransactionContextsReadAnswer,
  TransactionContextsReadInput,
  WebhookDeliveriesListAnswer,
  WebhookDeliveriesListInput,
  WebhookDeliveriesRedeliverAnswer,
  WebhookDeliveriesRedeliverInput,
  WebhookEndpointsCreateAnswer,
  WebhookEndpointsCreateInput,
  WebhookEndpointsDeleteAnswer,
  WebhookEndpointsListAnswer,
  WebhookEndpointsListInput,
  WebhookEndpointsReadAnswer,
  WebhookEndpointsRotateSecretAnswer,
  WebhookEndpointsTestAnswer,
  WebhookEndpointsUpdateAnswer,
  WebhookEndpointsUpdateInput,
  WebhookEndpointsVerifyAnswer,
} from './calls.ts'
import type {
  Agent,
  AgentPayment,
  ApiKey,
  AuditEvent,
  AutomationPolicy,
  ConnectInvitation,
  Connection,
  ListedRecipient,
  Member,
  MemberInvitation,
  Merchant,
  MerchantDomain,
  MerchantKey,
  MerchantSession,
  Passkey,
  PayableRecipient,
  PayeeApproval,
  PaymentRequest,
  Project,
  UsedRecipientVersion,
  WebhookDelivery,
  WebhookEndpoint,
} from './records.ts'

export interface AgentOperations {
  readonly agentAuth: {
    /**
     * Exchange an assertion for an agent token. The assertion is a JWT in compact form. Its header has exactly `alg`
     * (`EdDSA` or `Ed25519`), `kid` (of the credential) and `typ` (`svc-agent-assertion+jwt`). Its claims: `iss` and
     * `sub`, both the agent id; `aud`, the base address of this service as one string; `iat`; `exp`, at most 120
     * seconds after `iat`; `jti`, 1 to 128 visible ASCII characters, new each time. Our clock decides, with 10 seconds
     * of tolerance. An assertion works once. The token expires after ten minutes, or as soon as its credential or
     * agent is revoked. Tier: Specification.
     */
    token(input: AgentAuthTokenInput, options?: CallOptions): Call<AgentAuthTokenAnswer>
  }
  readonly connectInvitations: {
    /**
     * Claim a Connect Key. Uses the key and asks its wallet for `scopes`. The claim token works only for this
     * invitation: to read it and to exchange it. Upper and lower case and separators don't matter; a key with a typo
     * is refused and doesn't count as a wrong try. Tier: Specification.
     */
    claim(input: ConnectInvitationsClaimInput, options?: CallOptions): Call<ConnectInvitationsClaimAnswer>
    /**
     * Enroll your own agent. For an agent without an organization: it uses a Connect Key of its user's wallet, becomes
     * an agent of that wallet's personal space, and asks the wallet for `scopes`, all at once. No organization vouches
     * for its name. The signature proves the key; once the user approved, continue as after a claim. The key works for
     * 400 days. The same `kid` and `public_key` again, with a new Connect Key, are the same agent under the name that
     * it has. An agent of a personal space connects only to its own wallet. Tier: Agent tools.
     */
    enroll(input: ConnectInvitationsEnrollInput, options?: CallOptions): Call<ConnectInvitationsEnrollAnswer>
    /** Read an invitation. For the agent, with this invitation's claim token, and for the wallet. Tier: Specification. */
    read(
      connect_invitation_id: string,
      input: { readonly claim_token: string },
      options?: CallOptions,
    ): Call<ConnectInvitationsReadAnswer>
    /**
     * Exchange an approved invitation. Works once, after approval and while the agent is active. Returns the
     * connection and its token. Tier: Specification.
     */
    exchange(
      connect_invitation_id: string,
      input: { readonly claim_token: string },
      options?: CallOptions,
    ): Call<ConnectInvitationsExchangeAnswer>
  }
  readonly pairing: {
    /**
     * Start a pairing. Show the user the code, or the URI as a QR code, and the check phrase next to it. Valid for ten
     * minutes or five wrong codes. Tier: Specification.
     */
    start(input: PairingStartInput, options?: CallOptions): Call<PairingStartAnswer>
    /**
     * Read the status of a pairing. For the agent that started it. Poll every five seconds. If you send a `code`, it
     * must be the right one. Tier: Specification.
     */
    read(pairing_session_id: string, input?: PairingReadInput, options?: CallOptions): Call<PairingReadAnswer>
    /**
     * Exchange an approved pairing. Works once, for the agent that started it. Returns the connection with a new
     * token; the wallet's copy stops working. Tier: Completes the specification.
     */
    exchange(pairing_session_id: string, options?: CallOptions): Call<PairingExchangeAnswer>
  }
  readonly connections: {
    /**
     * List payees you can request payments for. For the connected agent: its merchant's payees that have an active
     * version, newest first, with that version. If a version changed, show it to the person who decides before you
     * request another payment. Tier: Agent tools.
     */
    listRecipients(
      input?: ConnectionsListRecipientsInput,
      options?: CallOptions,
    ): Pages<PayableRecipient, ConnectionsListRecipientsAnswer>
    /**
     * Read a connection. The wallet reads one of its connections, with how its payment requests turned out. The
     * connected agent reads its own, as `current`: what its token can do now, and whether the user paused it. Tier:
     * Completes the specification.
     */
    read(connection_id: string, options?: CallOptions): Call<ConnectionsReadAnswer>
    /**
     * Revoke a connection. By the wallet, by the merchant whose agent it is, or by the connected agent, which names it
     * `current` and can end it even while paused. Takes effect at once and can't be undone: the next call with its
     * token is refused with `connection_revoked`, and the wallet and the merchant get an event. Pending requests stay
     * with the user until answered or expired. Revoking again changes nothing. Tier: Specification.
     */
    revoke(connection_id: string, options?: CallOptions): Call<ConnectionsRevokeAnswer>
    /**
     * Replace a connection token. When the wallet asks, the old token stops working at once. An agent renews its
     * connection's token with its agent token: a connection token lasts 90 days, so renew it before or after it
     * expires, or after the wallet rotated it. The old one then works until the new one is first used, for ten minutes
     * at most; renewing again replaces a token you haven't used yet. Status and scopes don't change. Tier:
     * Specification.
     */
    rotateToken(connection_id: string, options?: CallOptions): Call<ConnectionsRotateTokenAnswer>
  }
  readonly transactionContexts: {
    /**
     * Describe a purchase. Put the `transaction_id` you get into the payment request. Sending the same
     * `transaction_id` again adds a revision; earlier ones don't change. Keys can't be payment facts, not even inside
     * a JSON string; `override_forbidden` lists those that are. Tier: Specification.
     */
    create(input: TransactionContextsCreateInput, options?: CallOptions): Call<TransactionContextsCreateAnswer>
    /**
     * Read the context of a transaction. For the connected agent, and for the wallet, which shows it to the user.
     * Returns the latest revision, or `revision`: for a payment request, its `transaction_revision`. Tier:
     * Specification.
     */
    read(
      transaction_id: string,
      input?: TransactionContextsReadInput,
      options?: CallOptions,
    ): Call<TransactionContextsReadAnswer>
  }
  readonly paymentRequests: {
    /**
     * Request a payment. Creates a request for the wallet to approve; nothing is paid yet. Needs an idempotency key,
     * in `X-Idempotency-Key`, `Idempotency-Key` or the body. The key is unique per connection and never expires. The
     * same key with the same body returns the existing request as it is now, with `Idempotency-Replayed: true`. Other
     * fields, such as `protocol`, `source` or `payee`, are ignored and do not count as part of the body, but a payment
     * fact in them is refused. Tier: Specification.
     */
    create(input: PaymentRequestsCreateInput, options?: KeyedCallOptions): Call<PaymentRequestsCreateAnswer>
    /**
     * List payment requests. Newest first. An agent sees its connection's requests, a wallet those of all its
     * connections, a merchant those of all its agents. Filters can be combined. A merchant's filtered list can be a
     * few seconds behind; the unfiltered list and a single request are always exact. A filtered page may have fewer
     * requests than `limit`: continue while `next_cursor` isn't null. Tier: Completes the specification.
     */
    list(input?: PaymentRequestsListInput, options?: CallOptions): Pages<PaymentRequest, PaymentRequestsListAnswer>
    /**
     * Read a payment request. As it is now; trust this, not a webhook. The agent gets the request of its connection.
     * The wallet and the merchant also get its history and what we know about the payee, and the merchant how often it
     * was sent again. Tier: Specification.
     */
    read(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Call<PaymentRequestsReadAnswer>
    /**
     * Cancel a payment request. For the agent, until the user decides, even on a paused connection. The request
     * becomes `failed` with the reason `canceled_by_agent` and no longer counts as pending. Canceling again changes
     * nothing. If the wallet already paid, it can still report its transaction, which we keep as evidence. Tier: Agent
     * tools.
     */
    cancel(request_id: string, options?: CallOptions): Call<PaymentRequestsCancelAnswer>
    /**
     * Read what the ledger says about a request, and why. The transaction's bytes and result, which sources we asked,
     * a validator's signature if there is one, the signed statement if nothing was paid, and every contradiction.
     * Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readEvidence(
      request_id: string,
      input?: PaymentRequestsReadEvidenceInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadEvidenceAnswer>
    /**
     * Get the receipt of a payment request. Everything that was signed about the payment in one text: the facts, the
     * wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
     * offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
     * receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
     */
    readReceipt(
      request_id: string,
      input?: PaymentRequestsReadReceiptInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadReceiptAnswer>
  }
  readonly events: {
    /**
     * Poll or follow status events. Changes of status after `since`, in order; with `changes=all` also what changes
     * none. With `wait`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so
     * poll again. With `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the
     * cursor, `data` the event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The
     * stream closes when the connection is revoked or its token rotated. Tier: Specification.
     */
    list(input?: EventsListInput, options?: CallOptions): Call<EventsListAnswer>
  }
  readonly paymentAuthorizations: {
    /**
     * Fetch what the wallet signed. For the agent: the authorization of a payment request of its connection, or with
     * the project's API key that of an agent payment of the project. It is there until a day after the payment
     * expires. Whoever holds it opened can have the payment made that the user approved, and no other. Tier: Agent
     * tools.
     */
    read(request_id: string, options?: CallOptions): Call<PaymentAuthorizationsReadAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes,
     * and read it again when a `kid` is missing. Don't trust a key just because it's listed here: somebody between you
     * and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and
     * accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you
     * trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk,
     * not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key
     * has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and
     * neither counts for the other. `valid_from` is there where the service was told it. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly payees: {
    /**
     * Look up a payee. Active payees, by the exact domain that lists them or by the exact network and address. Without
     * either you get an empty list: you can't list all payees. Tier: Payee safety.
     */
    lookUp(input?: PayeesLookUpInput, options?: CallOptions): Call<PayeesLookUpAnswer>
    /**
     * Read a payee and its history. Everything the payee log has about one payee, with what you need to check each
     * entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`. Tier: Payee safety.
     */
    read(recipient_id: string, options?: CallOptions): Call<PayeesReadAnswer>
    /**
     * Read the proof that a payee is on public record. What a wallet checks before it signs: the log entry that
     * activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log.
     * `proof` is null for about a second after an activation. Tier: Payee safety.
     */
    readRecord(
      recipient_id: string,
      recipient_version_id: string,
      input?: PayeesReadRecordInput,
      options?: CallOptions,
    ): Call<PayeesReadRecordAnswer>
    /**
     * Find a payee on its domain. For an agent that wants to pay somebody who isn't its merchant's payee. We look
     * whether `domain` lists exactly these facts, in the places where a merchant's own domain would
     * (`recipients.verify`), and answer with a payee that you can request payments for. Its name is the domain. A
     * listing counts for 24 hours after it was seen; calling again looks again after 12. A connection can find 20 new
     * payees a day; those it found before don't count. Tier: Agent tools.
     */
    resolve(input: PayeesResolveInput, options?: CallOptions): Call<PayeesResolveAnswer>
  }
  readonly log: {
    /**
     * Prove that an entry is in the payee log, or that the log only grew. For any tree that was published, name an
     * entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root
     * (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's
     * `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show
     * that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept. Tier:
     * Log, evidence and receipts.
     */
    prove(input?: LogProveInput, options?: CallOptions): Call<LogProveAnswer>
  }
  readonly service: {
    /**
     * Read about the service. Its name, its networks, where it reads each ledger, whether it serves the modules beyond
     * the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in
     * another way: somebody between you and the service could have changed this answer. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<ServiceReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Checks only the process itself. Tier: Specification. */
    read(options?: CallOptions): Call<HealthReadAnswer>
  }
}

export interface MerchantOperations {
  readonly merchantAccounts: {
    /**
     * Request a sign-in link. Emails a one-time link, valid for ten minutes. Use it to register, to sign in and to
     * recover access. The answer is the same whether or not we know the address. Tier: Specification.
     */
    register(input: MerchantAccountsRegisterInput, options?: CallOptions): Call<MerchantAccountsRegisterAnswer>
    /**
     * Exchange the one-time link. Uses the token from the link's fragment. Returns the organizations you can open and
     * a single-use grant: use it for POST /v1/merchant-sessions with one of the choices, or for POST /v1/merchants to
     * create an organization. Tier: Specification.
     */
    verifyEmail(input: MerchantAccountsVerifyEmailInput, options?: CallOptions): Call<MerchantAccountsVerifyEmailAnswer>
  }
  readonly merchants: {
    /**
     * Create an organization. Uses the grant. The organization starts as `pending`; verifying its first domain
     * activates it. Use `grant` for POST /v1/merchant-sessions. Tier: Specification.
     */
    create(input: MerchantsCreateInput, options?: CallOptions): Call<MerchantsCreateAnswer>
    /**
     * Read an organization. Only your session's own organization, which is also called `current`, with how its payees
     * are protected: how long new addresses wait (a day, unless you chose longer; on `stellar_testnet` only a changed
     * address waits, unless it was confirmed with a passkey), and how many people a change of payees needs. Tier:
     * Completes the specification.
     */
    read(merchant_id: string, options?: CallOptions): Call<MerchantsReadAnswer>
    /**
     * List your organizations. Every organization that you can open, newest first. Switch with POST
     * /v1/merchants/{merchant_id}/sessions. Tier: Teams and passkeys.
     */
    list(input?: MerchantsListInput, options?: CallOptions): Pages<Merchant, MerchantsListAnswer>
    /**
     * Rename an organization, change how its payees are protected, or stop its agents. One change per call. With a
     * `name`, send the `version` you read, so you don't overwrite somebody else's change. `cooling_off_s` is how long
     * new addresses wait, from one day to seven; only owners change it. A longer time counts at once. A shorter one
     * counts only after the present time has passed, and every member gets an email, so that somebody who steals a
     * session can't shorten the wait and then use it. Versions that are cooling already keep their time. Sending the
     * present time again cancels a shorter one. `approvals` is how many people a change of payees needs. Owners choose
     * 2, which counts at once, or ask for 1. A return to 1 counts when another owner or admin sends 1, too; otherwise
     * after seven days, and every member gets an email. Until then any owner or admin cancels it by sending 2.
     * Stopping a payee never needs two people. `agents: "stopped"` suspends every active agent of the organization at
     * once: none can ask for anything or be activated until an owner sends `active`, which activates those that the
     * stop suspended and nobody has suspended by itself since. Only owners change it. A person confirms a change of
     * `cooling_off_s` or `approvals`, and `agents: "active"`; stopping asks for nothing. Tier: Teams and passkeys.
     */
    update(merchant_id: string, input?: MerchantsUpdateInput, options?: CallOptions): Call<MerchantsUpdateAnswer>
  }
  readonly merchantSessions: {
    /**
     * Open a session. Uses a grant. Sets the cookie `__Host-svc_session` (HttpOnly, Secure, SameSite=Strict), valid
     * for 12 hours, or until 30 minutes without a call. With `transport: "bearer"` you get the token in the body
     * instead, for command-line tools: no cookie, so no CSRF token. Tier: Specification.
     */
    open(input: MerchantSessionsOpenInput, options?: CallOptions): Call<MerchantSessionsOpenAnswer>
    /** Who am I. This session's organization and account, with a new CSRF token. Tier: Completes the specification. */
    readCurrent(options?: CallOptions): Call<MerchantSessionsReadCurrentAnswer>
    /**
     * Switch to another organization. Opens a session in another of your organizations and closes this one. The new
     * session ends when this one would have ended, and changes that need a confirmation have to be confirmed again. A
     * cookie session gets a new cookie and CSRF token, a bearer session a new token. Tier: Teams and passkeys.
     */
    switch(merchant_id: string, options?: CallOptions): Call<MerchantSessionsSwitchAnswer>
    /** List your sessions. Where you are signed in to this organization now, newest first. Tier: Teams and passkeys. */
    list(input?: MerchantSessionsListInput, options?: CallOptions): Pages<MerchantSession, MerchantSessionsListAnswer>
    /**
     * Sign out. Closes one of your sessions in this organization at once: `current` is this one, another id signs you
     * out elsewhere, and `all` signs you out everywhere. If this session is among them, its cookie is cleared. Doing
     * it again changes nothing. Tier: Completes the specification.
     */
    close(session_id: string, options?: CallOptions): Call<MerchantSessionsCloseAnswer>
    /**
     * Send a code by email. Sent to your own address, for that session; a new code replaces the previous one. For
     * people without a passkey. Tier: Teams and passkeys.
     */
    sendStepUpCode(session_id: string, options?: CallOptions): Call<MerchantSessionsSendStepUpCodeAnswer>
    /**
     * Confirm that it is you. Use one of your passkeys or, if you have none, a code by email. For five minutes, that
     * session can then make changes that need confirmation. It can be another of your sessions: a browser can confirm
     * for the command line. Tier: Teams and passkeys.
     */
    stepUp(
      session_id: string,
      input?: MerchantSessionsStepUpInput,
      options?: CallOptions,
    ): Call<MerchantSessionsStepUpAnswer>
  }
  readonly merchantKeys: {
    /**
     * Create a merchant key. For your own server, which sends `Authorization: Bearer svc_mkey_…` and can do only what
     * the key's scopes allow. `secret` is shown only now; we keep just its SHA-256. You can have 50 active keys, so
     * you can replace one without downtime. Tier: Merchant keys, search and audit.
     */
    create(input: MerchantKeysCreateInput, options?: CallOptions): Call<MerchantKeysCreateAnswer>
    /**
     * List merchant keys. Newest first, with their last use, including revoked and expired ones. The keys themselves
     * aren't included. Tier: Merchant keys, search and audit.
     */
    list(input?: MerchantKeysListInput, options?: CallOptions): Pages<MerchantKey, MerchantKeysListAnswer>
    /**
     * Revoke a merchant key. Takes effect at once and can't be undone: the next call with it is refused, and its
     * streams close. Revoking again changes nothing. Tier: Merchant keys, search and audit.
     */
    revoke(merchant_key_id: string, options?: CallOptions): Call<MerchantKeysRevokeAnswer>
  }
  readonly passkeys: {
    /**
     * Get a challenge. For `navigator.credentials.create()` (`register`) or `.get()` (`step_up`), with
     * `userVerification: "required"` and, to register, `residentKey: "required"`. Tier: Teams and passkeys.
     */
    createChallenge(input: PasskeysCreateChallengeInput, options?: CallOptions): Call<PasskeysCreateChallengeAnswer>
    /**
     * Add a passkey. From then on, you confirm changes to payees, domains, credentials, members and keys with a
     * passkey. You get an email about it. Tier: Teams and passkeys.
     */
    register(input: PasskeysRegisterInput, options?: CallOptions): Call<PasskeysRegisterAnswer>
    /** List your passkeys. Newest first. Tier: Teams and passkeys. */
    list(input?: PasskeysListInput, options?: CallOptions): Pages<Passkey, PasskeysListAnswer>
    /**
     * Remove a passkey. Takes effect at once if you used a passkey within the last five minutes. If you lost it, it's
     * removed after 24 hours, unless somebody uses it before then. You get an email either way. Tier: Teams and
     * passkeys.
     */
    remove(passkey_id: string, options?: CallOptions): Call<PasskeysRemoveAnswer>
    /**
     * Start signing in with a passkey. For `navigator.credentials.get()` with `userVerification: "required"`; the
     * browser knows the passkeys. Tier: Teams and passkeys.
     */
    createSignInChallenge(options?: CallOptions): Call<PasskeysCreateSignInChallengeAnswer>
    /**
     * Sign in with a passkey. Returns the organizations you can open, and a single-use grant for POST
     * /v1/merchant-sessions, just like a sign-in link. Tier: Teams and passkeys.
     */
    signIn(input: PasskeysSignInInput, options?: CallOptions): Call<PasskeysSignInAnswer>
  }
  readonly members: {
    /** List members. Everyone who can open this organization, with their roles. Tier: Teams and passkeys. */
    list(input?: MembersListInput, options?: CallOptions): Pages<Member, MembersListAnswer>
    /**
     * Change a member's role. Applies from their next call. The last owner must stay one. The member and the owners
     * get an email about it. Tier: Teams and passkeys.
     */
    update(member_id: string, input: MembersUpdateInput, options?: CallOptions): Call<MembersUpdateAnswer>
    /**
     * Remove a member. Owners can remove anybody, and you can remove yourself to leave. All of the member's sessions
     * here are closed. The last owner can't be removed. Keys and credentials they made keep working: revoke any they
     * may have kept. The member and the owners get an email about it. Tier: Teams and passkeys.
     */
    remove(member_id: string, options?: CallOptions): Call<MembersRemoveAnswer>
  }
  readonly memberInvitations: {
    /**
     * Invite someone, or send the invitation again. Sends an email. When that address signs in, the organization
     * appears among `merchant_choices` with status `invited`; choosing it accepts. Valid for 7 days. If the address is
     * invited already, this invitation takes the place of the earlier one. Tier: Teams and passkeys.
     */
    create(input: MemberInvitationsCreateInput, options?: CallOptions): Call<MemberInvitationsCreateAnswer>
    /** List invitations. Newest first, including accepted, withdrawn and expired ones. Tier: Teams and passkeys. */
    list(
      input?: MemberInvitationsListInput,
      options?: CallOptions,
    ): Pages<MemberInvitation, MemberInvitationsListAnswer>
    /**
     * Withdraw an invitation. Takes effect at once: it can't be accepted anymore. Withdrawing again changes nothing.
     * Tier: Teams and passkeys.
     */
    withdraw(member_invitation_id: string, options?: CallOptions): Call<MemberInvitationsWithdrawAnswer>
  }
  readonly merchantDomains: {
    /**
     * Register a domain. Returns a challenge to publish. Register the same domain again for a new challenge or another
     * method. Up to 100 domains. Tier: Specification.
     */
    register(input: MerchantDomainsRegisterInput, options?: CallOptions): Call<MerchantDomainsRegisterAnswer>
    /** List domains. Newest first. Tier: Completes the specification. */
    list(input?: MerchantDomainsListInput, options?: CallOptions): Pages<MerchantDomain, MerchantDomainsListAnswer>
    /**
     * Read a domain and its challenge. You can read the challenge at any time, to publish it again. Tier: Completes
     * the specification.
     */
    read(domain_id: string, options?: CallOptions): Call<MerchantDomainsReadAnswer>
    /**
     * Verify a domain. Checks the published challenge now. If it's there, the domain becomes verified, and so does a
     * merchant that wasn't active yet. A verified domain is checked again. Tier: Specification.
     */
    verify(domain_id: string, options?: CallOptions): Call<MerchantDomainsVerifyAnswer>
    /**
     * Remove a domain. Payees listed by this domain are suspended at once, as when it lapses. If it's your only
     * verified domain, the organization is suspended too. Register and verify it again to undo this. Tier: Merchant
     * keys, search and audit.
     */
    remove(domain_id: string, options?: CallOptions): Call<MerchantDomainsRemoveAnswer>
  }
  readonly recipients: {
    /**
     * Create a recipient with its first version. We check the payment facts for their network, including checksums.
     * You can't change them later: a new address is a new version. The version starts as a draft. Tier: Specification.
     */
    create(input: RecipientsCreateInput, options?: CallOptions): Call<RecipientsCreateAnswer>
    /** List recipients. Newest first. Tier: Completes the specification. */
    list(input?: RecipientsListInput, options?: CallOptions): Pages<ListedRecipient, RecipientsListAnswer>
    /**
     * Read a recipient with its active version. `active_version` is null until you activate a version. Tier: Completes
     * the specification.
     */
    read(recipient_id: string, options?: CallOptions): Call<RecipientsReadAnswer>
    /**
     * Add a version. A new draft with other payment facts. The current version stays active until you activate the new
     * one. Tier: Completes the specification.
     */
    addVersion(
      recipient_id: string,
      input: RecipientsAddVersionInput,
      options?: CallOptions,
    ): Call<RecipientsAddVersionAnswer>
    /** List a recipient's versions. Newest first. Tier: Completes the specification. */
    listVersions(
      recipient_id: string,
      input?: RecipientsListVersionsInput,
      options?: CallOptions,
    ): Pages<UsedRecipientVersion, RecipientsListVersionsAnswer>
    /**
     * Read a version with its evidence. Also what a recall would stop now, counting payment requests of the last 30
     * days that name this version. Tier: Completes the specification.
     */
    readVersion(
      recipient_id: string,
      recipient_version_id: string,
      options?: CallOptions,
    ): Call<RecipientsReadVersionAnswer>
    /**
     * Verify a version. The domain must list the payee now, in one of:
     * `https://<domain>/.well-known/svc-recipients.json` as `{"recipients": [{"network", "asset", "address", "memo"?,
     * "contract"?, "issuer"?}]}` with exactly the facts of the version; for Stellar, `ACCOUNTS` in
     * `https://<domain>/.well-known/stellar.toml` (SEP-1); or a TXT record at `_svc-recipient.<domain>` reading
     * `svc-recipient=<network>:<address>`. The last two list only the address, so a version with a memo, contract or
     * issuer needs the first. A suspended version becomes active again at once if the same domain still lists the same
     * facts and no other version is active. Tier: Specification.
     */
    verify(recipient_id: string, input: RecipientsVerifyInput, options?: CallOptions): Call<RecipientsVerifyAnswer>
    /**
     * Activate a verified version. We check the domain once more first. On `stellar_testnet` the payee's first version
     * is active at once. A later one with another network, asset, address, memo, contract or issuer is active at once
     * if you've just confirmed with a passkey that you've had for as long as new addresses wait, and you've been an
     * owner or admin for as long. Otherwise, and on other networks always, it's `cooling` for a day, or longer if your
     * organization chose that (`cooling_off_s` of `merchants.update`). The previous version stays active until then,
     * and every member gets an email with both addresses and how to stop it. Where changes need two people
     * (`approvals` of `merchants.update`), it's `awaiting_approval` first, every owner and admin gets an email, and
     * it's the second person who confirms. Tier: Specification.
     */
    activateVersion(
      recipient_id: string,
      recipient_version_id: string,
      input: RecipientsActivateVersionInput,
      options?: CallOptions,
    ): Call<RecipientsActivateVersionAnswer>
    /**
     * Rename or retire a recipient. One of the two per call; doing it again changes nothing. With a `name`, send the
     * `version` you read. New requests show the new name. Existing ones keep the old name, which is signed. You can't
     * use a former name for another payee. A person confirms a new name. With `status: "retired"`, the recipient ends
     * with all its versions, and no new request can name it. Requests that wait already can still be paid; to stop
     * those too, recall the version. Tier: Merchant keys, search and audit.
     */
    update(recipient_id: string, input?: RecipientsUpdateInput, options?: CallOptions): Call<RecipientsUpdateAnswer>
    /**
     * Stop a version. Ends a version for good; you don't need to know its state beforehand, and can safely repeat the
     * call. Admins can do all of it, developers can `hold`. `hold` is for a version that awaits approval or is
     * cooling: use it to say no to a change, or for one that nobody in your organization made. The current version
     * stays active, and whoever activated the other one gets an email with your `note`. `recall`, with a `reason`,
     * stops payments to a version that is or was active, at once: pending requests become `failed` with reason
     * `recipient_recalled`, wallets can't report `signed` or `approved`, and no new request can use it. We still keep
     * transactions that wallets report. `discard` is for a draft or a verified version that has not been activated.
     * Tier: Payee safety.
     */
    stopVersion(
      recipient_id: string,
      recipient_version_id: string,
      input: RecipientsStopVersionInput,
      options?: CallOptions,
    ): Call<RecipientsStopVersionAnswer>
    /**
     * List versions that wait for a second person. Newest first: versions that are `awaiting_approval`, and those that
     * began to cool off before two people were needed. Approve with `recipients.approve_version`, say no with `hold`
     * of `recipients.stop_version`. Tier: Payee safety.
     */
    listApprovals(
      input?: RecipientsListApprovalsInput,
      options?: CallOptions,
    ): Pages<PayeeApproval, RecipientsListApprovalsAnswer>
    /**
     * Approve a version as the second person. For another owner or admin than the one who activated it. Send the
     * evidence you've seen, so that nobody can swap it. We check the domain once more, and then the version goes on as
     * if you had just activated it (`recipients.activate_version`): it's active at once or `cooling`. Someone who
     * became an owner or admin after two people were needed can approve only after the cooling-off time (`cooling_off`
     * of `merchants.read`), so that nobody can add a helper and use them at once. Tier: Payee safety.
     */
    approveVersion(
      recipient_id: string,
      recipient_version_id: string,
      input: RecipientsApproveVersionInput,
      options?: CallOptions,
    ): Call<RecipientsApproveVersionAnswer>
    /**
     * Read payments to a payee that no request asked for. Dust, wrong amounts, and whatever else reached the payee's
     * addresses while we looked, and fits no open request. Only addresses that a domain listed count. Empty if this
     * deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readLedgerFindings(recipient_id: string, options?: CallOptions): Call<RecipientsReadLedgerFindingsAnswer>
  }
  readonly agents: {
    /**
     * Register an agent. The agent starts as `draft`. To use it, activate one of its credentials and set its status to
     * `active`. Tier: Specification.
     */
    create(input: AgentsCreateInput, options?: CallOptions): Call<AgentsCreateAnswer>
    /** List agents. Newest first, including retired ones. Tier: Completes the specification. */
    list(input?: AgentsListInput, options?: CallOptions): Pages<Agent, AgentsListAnswer>
    /**
     * Read an agent. Includes the `version` to send with an update, its credentials, and when it last requested a
     * payment. Tier: Completes the specification.
     */
    read(agent_id: string, options?: CallOptions): Call<AgentsReadAnswer>
    /**
     * Change an agent. Send at least one of `status`, `name` and `allowed_scopes`, and the `version` you read.
     * Statuses: `draft` → `active` ⇄ `suspended`, and any of them → `retired`, which can't be undone. `active` needs
     * an active, unexpired credential. An agent that isn't `active` can't get tokens, and its existing ones stop
     * working. Tier: Specification.
     */
    update(agent_id: string, input: AgentsUpdateInput, options?: CallOptions): Call<AgentsUpdateAnswer>
  }
  readonly agentCredentials: {
    /**
     * Register a public key. The credential is `pending` until you sign `proof_challenge.challenge` and send the
     * signature to `activate` within five minutes. While it's pending, send the same `kid` and key again to change its
     * dates and get a new challenge. A `kid` can't be reused within its agent, nor a key within your organization.
     * Tier: Specification.
     */
    register(
      agent_id: string,
      input: AgentCredentialsRegisterInput,
      options?: CallOptions,
    ): Call<AgentCredentialsRegisterAnswer>
    /**
     * Verify the key. Uses the challenge and makes the credential `active`. A wrong signature changes nothing. An
     * agent can have two active credentials, so you can rotate without downtime. Tier: Specification.
     */
    activate(
      agent_id: string,
      credential_id: string,
      input: AgentCredentialsActivateInput,
      options?: CallOptions,
    ): Call<AgentCredentialsActivateAnswer>
    /**
     * Revoke a credential. Takes effect at once and can't be undone; its tokens stop working too. Revoking again
     * changes nothing. The agent's status stays the same, but without a credential it can't get tokens. Tier:
     * Completes the specification.
     */
    revoke(agent_id: string, credential_id: string, options?: CallOptions): Call<AgentCredentialsRevokeAnswer>
  }
  readonly connections: {
    /**
     * List connections. Newest first, including paused and revoked ones: those of the wallet, or those of the
     * merchant's agents. For a merchant, `counts` covers all of them, or one agent's. Tier: Specification.
     */
    list(input?: ConnectionsListInput, options?: CallOptions): Pages<Connection, ConnectionsListAnswer>
    /**
     * Revoke a connection. By the wallet, by the merchant whose agent it is, or by the connected agent, which names it
     * `current` and can end it even while paused. Takes effect at once and can't be undone: the next call with its
     * token is refused with `connection_revoked`, and the wallet and the merchant get an event. Pending requests stay
     * with the user until answered or expired. Revoking again changes nothing. Tier: Specification.
     */
    revoke(connection_id: string, options?: CallOptions): Call<ConnectionsRevokeAnswer>
  }
  readonly paymentRequests: {
    /**
     * List payment requests. Newest first. An agent sees its connection's requests, a wallet those of all its
     * connections, a merchant those of all its agents. Filters can be combined. A merchant's filtered list can be a
     * few seconds behind; the unfiltered list and a single request are always exact. A filtered page may have fewer
     * requests than `limit`: continue while `next_cursor` isn't null. Tier: Completes the specification.
     */
    list(input?: PaymentRequestsListInput, options?: CallOptions): Pages<PaymentRequest, PaymentRequestsListAnswer>
    /**
     * Read a payment request. As it is now; trust this, not a webhook. The agent gets the request of its connection.
     * The wallet and the merchant also get its history and what we know about the payee, and the merchant how often it
     * was sent again. Tier: Specification.
     */
    read(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Call<PaymentRequestsReadAnswer>
    /**
     * Export the merchant's payment requests. With the filters of the list; without any, all of them. In CSV, a cell
     * that a spreadsheet could run as a formula begins with an apostrophe; NDJSON keeps every value exact. An
     * organization can download two exports at once. Every export is in the audit log. Tier: Merchant keys, search and
     * audit.
     */
    export(input?: PaymentRequestsExportInput, options?: CallOptions): TextStream
    /**
     * Read what the ledger says about a request, and why. The transaction's bytes and result, which sources we asked,
     * a validator's signature if there is one, the signed statement if nothing was paid, and every contradiction.
     * Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readEvidence(
      request_id: string,
      input?: PaymentRequestsReadEvidenceInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadEvidenceAnswer>
    /**
     * Accept a payment that nobody proved. For a payment that fits but isn't bound to any request
     * (`settlement.ledger_match`): you decide that it was for this one, for example after you asked the payer. The
     * settlement becomes `merchant_accepted` and says who decided; the audit log and the receipt say so too. Each
     * payment can be accepted once. If the payer proves later that it was for another request, that one becomes
     * `chain_observed`, and this one stays as you decided. Tier: Log, evidence and receipts.
     */
    acceptPayment(
      request_id: string,
      input: PaymentRequestsAcceptPaymentInput,
      options?: CallOptions,
    ): Call<PaymentRequestsAcceptPaymentAnswer>
    /**
     * Get the receipt of a payment request. Everything that was signed about the payment in one text: the facts, the
     * wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
     * offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
     * receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
     */
    readReceipt(
      request_id: string,
      input?: PaymentRequestsReadReceiptInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadReceiptAnswer>
  }
  readonly agentPayments: {
    /**
     * Read what the ledger says about an agent payment, and why. The transaction's bytes and result, which sources we
     * asked, a validator's signature if there is one, the signed statement if nothing was paid, and every
     * contradiction. Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readEvidence(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadEvidenceAnswer>
    /**
     * Accept a payment that nobody proved. For a payment that fits but isn't bound to any request
     * (`settlement.ledger_match`): you decide that it was for this one, for example after you asked the payer. The
     * settlement becomes `merchant_accepted` and says who decided; the audit log and the receipt say so too. Each
     * payment can be accepted once. If the payer proves later that it was for another request, that one becomes
     * `chain_observed`, and this one stays as you decided. Tier: Log, evidence and receipts.
     */
    acceptPayment(
      agent_payment_id: string,
      input: AgentPaymentsAcceptPaymentInput,
      options?: CallOptions,
    ): Call<AgentPaymentsAcceptPaymentAnswer>
    /**
     * Get the receipt of an agent payment. Everything that was signed about the payment in one text: the facts, the
     * wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
     * offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
     * receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
     */
    readReceipt(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadReceiptAnswer>
    /**
     * List agent payments. Newest first: the project's for a key, the organization's for a session, the wallet's own
     * for a device. Keys and sessions also see what agents were refused, in `refused_attempts`: a page has the newest
     * of both, each list newest first. We keep attempts for 90 days, up to 10 a minute and 200 a day per connection;
     * `not_kept` counts the rest. Tier: Completes the specification.
     */
    list(input?: AgentPaymentsListInput, options?: CallOptions): Pages<AgentPayment, AgentPaymentsListAnswer>
    /** Read an agent payment. Its current status and its history. Tier: Specification. */
    read(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadAnswer>
    /**
     * Read a refused attempt. What the agent tried to pay beyond its policy, every limit, and the call that asks the
     * user instead. Tier: Policy tools.
     */
    readRefused(refused_attempt_id: string, options?: CallOptions): Call<AgentPaymentsReadRefusedAnswer>
    /**
     * Send a refused attempt to the payer. What its `next_action` does, for a session that has no API key: the same
     * payment under the same idempotency key, now for a person to approve in the wallet. Of the two calls one payment
     * at most comes to be, and repeating either answers with it. Tier: Policy tools.
     */
    sendToPayer(refused_attempt_id: string, options?: CallOptions): Call<AgentPaymentsSendToPayerAnswer>
    /**
     * Cancel an agent payment. Possible while it's `intent_created`, before the wallet claims it. Canceling again
     * changes nothing. Tier: Agent tools.
     */
    cancel(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsCancelAnswer>
  }
  readonly feed: {
    /**
     * Poll or follow your events. For a merchant the same events as webhooks, for a server that was down or has no
     * public address; for a wallet the requests, agent payments, invitations, connections and policies of its device;
     * for a project what happens to its agent payments. Events after `since`, in order and without gaps. Each has the
     * content of a webhook, its `cursor` in this feed and its `event_id`, which is the `webhook-id`. With `wait`, we
     * answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again. With
     * `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the cursor, `data` the
     * event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The stream closes when
     * the key is revoked, the session is closed or idle for too long, or the device's token is replaced. An open
     * stream doesn't keep a session from being idle. Tier: Feeds, streams and webhook tools.
     */
    list(input?: FeedListInput, options?: CallOptions): Call<FeedListAnswer>
  }
  readonly webhookEndpoints: {
    /**
     * Create a webhook endpoint. The secret is shown only now. We send no events until you verify the endpoint. An
     * organization can have 10. Tier: Specification.
     */
    create(input: WebhookEndpointsCreateInput, options?: CallOptions): Call<WebhookEndpointsCreateAnswer>
    /** List webhook endpoints. Newest first. Tier: Completes the specification. */
    list(input?: WebhookEndpointsListInput, options?: CallOptions): Pages<WebhookEndpoint, WebhookEndpointsListAnswer>
    /**
     * Read a webhook endpoint. Includes the `version` to send with an update, what hasn't been delivered, and your
     * receiver's last response. The secret isn't included. Tier: Completes the specification.
     */
    read(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsReadAnswer>
    /**
     * Change a webhook endpoint. Send at least one of `url`, `event_types`, `description` and `status`, and the
     * `version` you read. A new URL gets no events until you verify it. `disabled` stops deliveries; `active` resumes
     * them if the URL is verified. Tier: Feeds, streams and webhook tools.
     */
    update(
      webhook_endpoint_id: string,
      input: WebhookEndpointsUpdateInput,
      options?: CallOptions,
    ): Call<WebhookEndpointsUpdateAnswer>
    /**
     * Delete a webhook endpoint. Takes effect at once and can't be undone. Deliveries that haven't been sent are
     * dropped. Tier: Feeds, streams and webhook tools.
     */
    delete(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsDeleteAnswer>
    /**
     * Send a challenge to a webhook endpoint. Sends a signed `webhook_endpoint.challenge` now. The receiver answers
     * within five seconds with 2xx and `{ "challenge": … }`, with the value unchanged. The endpoint is then `active`,
     * even if it was disabled. Tier: Specification.
     */
    verify(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsVerifyAnswer>
    /**
     * Replace the secret of a webhook endpoint. The new secret is shown only now. The old one keeps signing for 24
     * hours, even if you rotate again: each message is signed with every current secret, newest first. Up to 5 old
     * secrets can sign at a time. Tier: Feeds, streams and webhook tools.
     */
    rotateSecret(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsRotateSecretAnswer>
    /**
     * Send a test event to a webhook endpoint. Sends `webhook_endpoint.test` to this endpoint only, whatever its event
     * types. It's delivered and retried like any event. Tier: Feeds, streams and webhook tools.
     */
    test(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsTestAnswer>
  }
  readonly webhookDeliveries: {
    /**
     * List webhook deliveries. Newest first, each with its attempts. We keep finished ones for 30 days. Tier:
     * Specification.
     */
    list(input?: WebhookDeliveriesListInput, options?: CallOptions): Pages<WebhookDelivery, WebhookDeliveriesListAnswer>
    /**
     * Deliver again. With `webhook_delivery_id`, one delivery: you can resend one that succeeded, or retry a waiting
     * one now. With `webhook_endpoint_id` and `since`, what failed or was held for this endpoint from then on, oldest
     * first, up to 1000 at a time: repeat until `redelivered` is 0. Sends the same bytes with the same `webhook-id`,
     * and restarts the retry schedule. If an endpoint keeps failing, we wait up to five minutes between attempts,
     * including these. Tier: Feeds, streams and webhook tools.
     */
    redeliver(input?: WebhookDeliveriesRedeliverInput, options?: CallOptions): Call<WebhookDeliveriesRedeliverAnswer>
  }
  readonly projects: {
    /**
     * Create a project. A place for API keys, such as one per application. At most 20. Tier: Completes the
     * specification.
     */
    create(input: ProjectsCreateInput, options?: CallOptions): Call<ProjectsCreateAnswer>
    /** List projects. Newest first. Tier: Completes the specification. */
    list(input?: ProjectsListInput, options?: CallOptions): Pages<Project, ProjectsListAnswer>
    /** Rename a project. Its keys don't change. Tier: Merchant keys, search and audit. */
    update(project_id: string, input: ProjectsUpdateInput, options?: CallOptions): Call<ProjectsUpdateAnswer>
  }
  readonly apiKeys: {
    /**
     * Create an API key. `secret` is shown only now; we keep just its SHA-256. Send it in the header `x-svc-api-key`.
     * A project can have 20 active keys, so you can replace one without downtime. Tier: Completes the specification.
     */
    create(project_id: string, input: ApiKeysCreateInput, options?: CallOptions): Call<ApiKeysCreateAnswer>
    /**
     * List a project's API keys. Newest first, including revoked ones. The keys themselves aren't included. Tier:
     * Completes the specification.
     */
    list(project_id: string, input?: ApiKeysListInput, options?: CallOptions): Pages<ApiKey, ApiKeysListAnswer>
    /**
     * Revoke an API key. Takes effect at once and can't be undone: the next call with it is refused. Revoking again
     * changes nothing. Tier: Completes the specification.
     */
    revoke(project_id: string, api_key_id: string, options?: CallOptions): Call<ApiKeysRevokeAnswer>
  }
  readonly automationPolicies: {
    /**
     * Propose a policy. For one connection and one asset. With all four limits it waits for the user's consent;
     * otherwise it's a draft. It allows nothing until the user opts in. With a session, `project_id` chooses the
     * project. Tier: Specification.
     */
    create(input: AutomationPoliciesCreateInput, options?: CallOptions): Call<AutomationPoliciesCreateAnswer>
    /**
     * List policies. Newest first: the project's for a key, the organization's for a session, the wallet's own for a
     * device. Tier: Specification.
     */
    list(
      input?: AutomationPoliciesListInput,
      options?: CallOptions,
    ): Pages<AutomationPolicy, AutomationPoliciesListAnswer>
    /**
     * Read a policy, its usage and its history. Includes the payees as they are now, the digest to opt in to, and
     * `usage`: an amount counts as soon as its payment is created. If the payment is over before the wallet claims it,
     * the amount is released; after a claim it never is. A transaction reported later counts again, even past the
     * limit. Tier: Specification.
     */
    read(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadAnswer>
    /**
     * Change a policy. Tighter limits apply at once. After the user has consented, a change that raises any limit
     * becomes a proposal: you see it in `proposed`, and the current terms stay until the wallet consents. There's one
     * proposal at a time; the next change of a limit replaces or drops it. You can't change connection, network or
     * asset. Tier: Specification.
     */
    update(
      policy_id: string,
      input: AutomationPoliciesUpdateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesUpdateAnswer>
    /**
     * Withdraw a policy. Either side can do this; it takes effect at once and can't be undone. Withdrawing again
     * changes nothing. Payments the wallet has claimed continue; others can't be claimed anymore. Tier: Specification.
     */
    withdraw(policy_id: string, options?: CallOptions): Call<AutomationPoliciesWithdrawAnswer>
    /**
     * Decline or take back a proposal. The wallet declines the proposal, or the project takes it back. The current
     * terms stay. Send the policy's `version` as you read it, so you can't drop a proposal you haven't seen. Doing it
     * again changes nothing; after the user agreed, it's refused. Tier: Policy tools.
     */
    dropProposal(
      policy_id: string,
      input: AutomationPoliciesDropProposalInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesDropProposalAnswer>
    /**
     * Try a payment against a policy. Uses the same rules as a real payment, now or at a given time. Nothing is
     * stored, reserved or counted. Tier: Policy tools.
     */
    simulate(
      policy_id: string,
      input: AutomationPoliciesSimulateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSimulateAnswer>
    /**
     * Test a policy on past payments. Runs the connection's recent agent payments through the policy as if it had been
     * active: which would pass, which would ask the user, and which it doesn't cover. With `terms`, compares the
     * changed policy too. Nothing is stored. Lists are limited to 500; counts include everything. Tier: Policy tools.
     */
    backtest(
      policy_id: string,
      input: AutomationPoliciesBacktestInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesBacktestAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes,
     * and read it again when a `kid` is missing. Don't trust a key just because it's listed here: somebody between you
     * and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and
     * accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you
     * trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk,
     * not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key
     * has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and
     * neither counts for the other. `valid_from` is there where the service was told it. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly payees: {
    /**
     * Look up a payee. Active payees, by the exact domain that lists them or by the exact network and address. Without
     * either you get an empty list: you can't list all payees. Tier: Payee safety.
     */
    lookUp(input?: PayeesLookUpInput, options?: CallOptions): Call<PayeesLookUpAnswer>
    /**
     * Read a payee and its history. Everything the payee log has about one payee, with what you need to check each
     * entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`. Tier: Payee safety.
     */
    read(recipient_id: string, options?: CallOptions): Call<PayeesReadAnswer>
    /**
     * Read the proof that a payee is on public record. What a wallet checks before it signs: the log entry that
     * activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log.
     * `proof` is null for about a second after an activation. Tier: Payee safety.
     */
    readRecord(
      recipient_id: string,
      recipient_version_id: string,
      input?: PayeesReadRecordInput,
      options?: CallOptions,
    ): Call<PayeesReadRecordAnswer>
  }
  readonly log: {
    /**
     * Prove that an entry is in the payee log, or that the log only grew. For any tree that was published, name an
     * entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root
     * (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's
     * `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show
     * that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept. Tier:
     * Log, evidence and receipts.
     */
    prove(input?: LogProveInput, options?: CallOptions): Call<LogProveAnswer>
  }
  readonly overview: {
    /**
     * Read figures for a period. Requests by hour or day of creation and by current status, how fast users answer, and
     * what's pending. Figures may be a few seconds behind. Reading them costs the same however many requests you have.
     * Tier: Merchant keys, search and audit.
     */
    read(input?: OverviewReadInput, options?: CallOptions): Call<OverviewReadAnswer>
  }
  readonly merchantSearch: {
    /**
     * Search your organization. Finds payment requests by words of their title, ID, task or amount, each from its
     * beginning, by how their ID begins, or by a transaction hash; payees by name, ID, version ID or whole address;
     * agents and domains by name or ID. At most 5 of each type. Names are looked for among the newest 1000 of a type.
     * Requests can be a few seconds behind. With a merchant key, payees need the scope `recipients:read`, and agents
     * and domains are left out. Tier: Merchant keys, search and audit.
     */
    find(input: MerchantSearchFindInput, options?: CallOptions): Call<MerchantSearchFindAnswer>
  }
  readonly auditEvents: {
    /**
     * List what operators changed. Newest first. Filters combine. Names are the current ones. Tier: Merchant keys,
     * search and audit.
     */
    list(input?: AuditEventsListInput, options?: CallOptions): Pages<AuditEvent, AuditEventsListAnswer>
    /**
     * Export what operators changed. With the filters of the list; without any, the whole log. In CSV, a cell that a
     * spreadsheet could run as a formula begins with an apostrophe; NDJSON keeps every value exact. An organization
     * can download two exports at once. Every export is in the audit log. Tier: Merchant keys, search and audit.
     */
    export(input?: AuditEventsExportInput, options?: CallOptions): TextStream
    /**
     * List audit events as they were hashed. Oldest first, up to 1,000. Each is the canonical JSON (RFC 8785) whose
     * hash is a leaf of the tree. An event gets its place within seconds. `head` says how far the log has grown, with
     * the hash over all of it (the root of an RFC 6962 tree), signed. Once a day, if anything changed, a head goes
     * into the public payee log too, hidden behind a salt: from then on not even we can change what came before. The
     * SDK's `verifyAudit` and `pursestrings audit verify` check your saved copy against it. Tier: Merchant keys,
     * search and audit.
     */
    listEntries(input?: AuditEventsListEntriesInput, options?: CallOptions): Call<AuditEventsListEntriesAnswer>
    /**
     * Prove one audit event. A small file that proves one event to somebody who may not see the others: the event as
     * it was hashed, its way to the root of the tree, and the head that has it (in the public payee log, if one has it
     * already, otherwise signed). The SDK's `verifyAuditProof` and `pursestrings audit verify` check it offline. An
     * event can be proven within seconds after it happened. Tier: Merchant keys, search and audit.
     */
    prove(audit_event_id: string, options?: CallOptions): Call<AuditEventsProveAnswer>
  }
  readonly service: {
    /**
     * Read about the service. Its name, its networks, where it reads each ledger, whether it serves the modules beyond
     * the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in
     * another way: somebody between you and the service could have changed this answer. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<ServiceReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Checks only the process itself. Tier: Specification. */
    read(options?: CallOptions): Call<HealthReadAnswer>
  }
}

export interface WalletOperations {
  readonly devices: {
    /**
     * Register a wallet device. Once per installation. With a `public_key` the device can sign its decisions from the
     * start, so not even this service can forge one. You can add or replace the key later with devices.add_key. Tier:
     * Completes the specification.
     */
    register(input: DevicesRegisterInput, options?: CallOptions): Call<DevicesRegisterAnswer>
    /**
     * Read this device and those linked to it. The device that the token belongs to, its keys, its push subscription,
     * every device of its wallet, and whether the wallet is stopped. If the subscription is gone although you set one,
     * the push service ended it: subscribe again. Tier: Completes the specification.
     */
    readCurrent(options?: CallOptions): Call<DevicesReadCurrentAnswer>
    /**
     * Replace this device's token. The old token works until the new one is first used, for ten minutes at most.
     * Rotating again with the old token returns the same new one, so a lost response doesn't lock you out. Keep the
     * old token until a call with the new one succeeds. Tier: Completes the specification.
     */
    rotateToken(device_id: string, options?: CallOptions): Call<DevicesRotateTokenAnswer>
    /**
     * Remove a device. `current` is this device, such as one you sell or give away; another id is a lost or stolen
     * device of the same wallet. Its token, its open link code and its push messages stop at once; this can't be
     * undone. The other devices go on. With the last device of the wallet, its connections are revoked too, and
     * pending requests can't be answered anymore and expire. Removing a device again changes nothing; for this one it
     * answers `credential_invalid`. Tier: Completes the specification.
     */
    revoke(device_id: string, options?: CallOptions): Call<DevicesRevokeAnswer>
    /**
     * Get a challenge for a new device key. Good for five minutes and for one key. A new challenge replaces the one
     * before. Tier: Linked devices and push.
     */
    createKeyChallenge(device_id: string, options?: CallOptions): Call<DevicesCreateKeyChallengeAnswer>
    /**
     * Give this device a key, or replace its key. Ed25519 or P-256. `proof_jws` is a JWS (`typ`
     * `svc-device-key-proof+jws`) by the new key over the canonical JSON (RFC 8785) of `{type:
     * "svc.device_key_proof.v1", aud, device_id, kid, challenge}`: `aud` is the address of this service, `kid` the
     * thumbprint (RFC 7638) of the new key, which is also the `kid` of the header. If the device already has a key,
     * also send `previous_jws`: the same payload signed by that key, which is then replaced. So a stolen token alone
     * can't add a key. If the device's key was revoked or lost, register a new device. Sending the same key again
     * changes nothing. Tier: Linked devices and push.
     */
    addKey(device_id: string, input: DevicesAddKeyInput, options?: CallOptions): Call<DevicesAddKeyAnswer>
    /**
     * Revoke a key of this device. Takes effect at once and can't be undone: later signatures don't count, earlier
     * ones stay. The device can't get another key. Connections that require signed decisions can't decide anymore:
     * register a new device and connect it. Revoking again changes nothing. Tier: Linked devices and push.
     */
    revokeKey(device_id: string, kid: string, options?: CallOptions): Call<DevicesRevokeKeyAnswer>
    /**
     * Get a code that links another device. Show it to the user's other device, as text or as a QR code. It's valid
     * for ten minutes and for one device; a new code replaces the one before. Whoever uses it can see and answer
     * everything in this wallet. If any device of the wallet has a key, send `link_jws`: a JWS (`typ`
     * `svc-device-link+jws`) by the key of this device over the canonical JSON (RFC 8785) of `{type:
     * "svc.device_link.v1", aud, device_id, at}`. So a stolen token alone can't add a device. Tier: Linked devices and
     * push.
     */
    createLinkCode(input?: DevicesCreateLinkCodeInput, options?: CallOptions): Call<DevicesCreateLinkCodeAnswer>
    /**
     * Link this device to a wallet. For a new device, before it connects to anything. From then on it has the
     * connections, requests and policies of the device that showed the code. If this device has a key, send
     * `link_jws`: a JWS (`typ` `svc-device-link+jws`) by the key of this device over the canonical JSON (RFC 8785) of
     * `{type: "svc.device_link.v1", aud, device_id, at}` and `code` as the other device showed it. If the wallet has
     * keys, this device needs one too. Sending the same code again changes nothing. Five wrong codes a minute per
     * device, thirty per address. Tier: Linked devices and push.
     */
    link(input: DevicesLinkInput, options?: CallOptions): Call<DevicesLinkAnswer>
    /**
     * Get push messages on this device. Web Push: send what `PushManager.subscribe()` gave you. A device has one
     * subscription; setting another one replaces it. When an invitation, a payment or a policy waits for the user, we
     * send a message encrypted for this device (RFC 8291) that decrypts to `{"type":"something_waits"}` and nothing
     * else, at most every 10 seconds. It's a hint: read what waits from the API. Removing the device, or an answer of
     * 404 or 410 from the push service, ends the subscription. Tier: Linked devices and push.
     */
    setPushSubscription(
      input: DevicesSetPushSubscriptionInput,
      options?: CallOptions,
    ): Call<DevicesSetPushSubscriptionAnswer>
    /**
     * Stop push messages on this device. Takes effect at once. Deleting it again changes nothing. Tier: Linked devices
     * and push.
     */
    deletePushSubscription(options?: CallOptions): Call<DevicesDeletePushSubscriptionAnswer>
  }
  readonly connectKeys: {
    /**
     * Issue a Connect Key. Valid for ten minutes and one use. The user gives it to an agent, which can then ask this
     * wallet for a connection; the key itself grants nothing. You can have five open keys; a sixth closes the oldest.
     * Tier: Completes the specification.
     */
    issue(options?: CallOptions): Call<ConnectKeysIssueAnswer>
  }
  readonly connectInvitations: {
    /** List invitations. Newest first, including decided and expired ones. Tier: Completes the specification. */
    list(
      input?: ConnectInvitationsListInput,
      options?: CallOptions,
    ): Pages<ConnectInvitation, ConnectInvitationsListAnswer>
    /** Read an invitation. For the agent, with this invitation's claim token, and for the wallet. Tier: Specification. */
    read(connect_invitation_id: string, options?: CallOptions): Call<ConnectInvitationsReadAnswer>
    /**
     * Approve an invitation. Grants all or some of the requested scopes; the agent then has ten minutes to exchange
     * it. Approving again changes nothing. Tier: Completes the specification.
     */
    approve(
      connect_invitation_id: string,
      input: ConnectInvitationsApproveInput,
      options?: CallOptions,
    ): Call<ConnectInvitationsApproveAnswer>
    /**
     * Reject an invitation. Also takes back an approval that hasn't been exchanged yet. Rejecting again changes
     * nothing. Tier: Completes the specification.
     */
    reject(connect_invitation_id: string, options?: CallOptions): Call<ConnectInvitationsRejectAnswer>
  }
  readonly pairing: {
    /**
     * Look up a typed code. What the wallet must show before the user decides: agent, organization, verified domains,
     * scopes, age and check phrase. Five wrong codes a minute per wallet, thirty per address. Tier: Completes the
     * specification.
     */
    lookUp(input: PairingLookUpInput, options?: CallOptions): Call<PairingLookUpAnswer>
    /**
     * Approve a pairing. Creates the connection with all or some of the requested scopes, and returns its token. The
     * agent gets its own token by exchanging the pairing, which replaces this one. A wrong code looks like an unknown
     * pairing, and counts as a try. Tier: Specification.
     */
    approve(pairing_session_id: string, input: PairingApproveInput, options?: CallOptions): Call<PairingApproveAnswer>
    /**
     * Reject a pairing. Closes the pairing. A wrong code looks like an unknown pairing, and counts as a try. Rejecting
     * again changes nothing. Tier: Specification.
     */
    reject(pairing_session_id: string, input: PairingRejectInput, options?: CallOptions): Call<PairingRejectAnswer>
  }
  readonly connections: {
    /**
     * List connections. Newest first, including paused and revoked ones: those of the wallet, or those of the
     * merchant's agents. For a merchant, `counts` covers all of them, or one agent's. Tier: Specification.
     */
    list(input?: ConnectionsListInput, options?: CallOptions): Pages<Connection, ConnectionsListAnswer>
    /**
     * Read a connection. The wallet reads one of its connections, with how its payment requests turned out. The
     * connected agent reads its own, as `current`: what its token can do now, and whether the user paused it. Tier:
     * Completes the specification.
     */
    read(connection_id: string, options?: CallOptions): Call<ConnectionsReadAnswer>
    /**
     * Pause, resume or narrow a connection. Set `status`, `scopes`, `decision_signature`, `pause_after_rejections` or
     * several of them. A paused connection can only read; you resume one that was paused by `rejections` the same way.
     * You can only remove scopes. Changes apply from the agent's next call; setting a value again changes nothing. To
     * go back to `decision_signature: "optional"`, send `change_jws`: a JWS (`typ` `svc-connection-change+jws`) by the
     * active key of the device over the canonical JSON of `{type: "svc.connection_change.v1", aud, connection_id,
     * decision_signature, at}`, where `aud` is the address of this service and `at` the current time. Tier:
     * Specification.
     */
    update(connection_id: string, input?: ConnectionsUpdateInput, options?: CallOptions): Call<ConnectionsUpdateAnswer>
    /**
     * Revoke a connection. By the wallet, by the merchant whose agent it is, or by the connected agent, which names it
     * `current` and can end it even while paused. Takes effect at once and can't be undone: the next call with its
     * token is refused with `connection_revoked`, and the wallet and the merchant get an event. Pending requests stay
     * with the user until answered or expired. Revoking again changes nothing. Tier: Specification.
     */
    revoke(connection_id: string, options?: CallOptions): Call<ConnectionsRevokeAnswer>
    /**
     * Replace a connection token. When the wallet asks, the old token stops working at once. An agent renews its
     * connection's token with its agent token: a connection token lasts 90 days, so renew it before or after it
     * expires, or after the wallet rotated it. The old one then works until the new one is first used, for ten minutes
     * at most; renewing again replaces a token you haven't used yet. Status and scopes don't change. Tier:
     * Specification.
     */
    rotateToken(connection_id: string, options?: CallOptions): Call<ConnectionsRotateTokenAnswer>
    /**
     * Stop every agent, or undo that. For the wallet. Without a body, every active connection and policy of the wallet
     * is paused at once: from the answer on no agent creates a request, and none of its payments is claimed without
     * asking. While the wallet is stopped, nothing can be connected, resumed or agreed to. What waits already can
     * still be approved or rejected by a person; what was approved before goes on. Stopping again changes nothing. To
     * undo it, send `undo_jws`: a JWS (`typ` `svc-stop-undo+jws`) by the active key of the device over the canonical
     * JSON of `{type: "svc.stop_undo.v1", aud, device_id, stopped_at}`, where `aud` is the address of this service and
     * `stopped_at` as this call or devices.read_current answers it. So a stolen token alone undoes nothing, and a
     * signature undoes one stop. What the stop paused is resumed; what was paused before stays paused. To keep an
     * agent or a policy out, pause it by itself, or revoke it, before you undo the stop. Tier: Policy tools.
     */
    stopAll(input?: ConnectionsStopAllInput, options?: CallOptions): Call<ConnectionsStopAllAnswer>
  }
  readonly transactionContexts: {
    /**
     * Read the context of a transaction. For the connected agent, and for the wallet, which shows it to the user.
     * Returns the latest revision, or `revision`: for a payment request, its `transaction_revision`. Tier:
     * Specification.
     */
    read(
      transaction_id: string,
      input?: TransactionContextsReadInput,
      options?: CallOptions,
    ): Call<TransactionContextsReadAnswer>
  }
  readonly paymentRequests: {
    /**
     * List payment requests. Newest first. An agent sees its connection's requests, a wallet those of all its
     * connections, a merchant those of all its agents. Filters can be combined. A merchant's filtered list can be a
     * few seconds behind; the unfiltered list and a single request are always exact. A filtered page may have fewer
     * requests than `limit`: continue while `next_cursor` isn't null. Tier: Completes the specification.
     */
    list(input?: PaymentRequestsListInput, options?: CallOptions): Pages<PaymentRequest, PaymentRequestsListAnswer>
    /**
     * Read a payment request. As it is now; trust this, not a webhook. The agent gets the request of its connection.
     * The wallet and the merchant also get its history and what we know about the payee, and the merchant how often it
     * was sent again. Tier: Specification.
     */
    read(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Call<PaymentRequestsReadAnswer>
    /**
     * Report a status transition. For the wallet. Sending the same report again changes nothing and answers 200. If
     * you name a transaction for an expired or canceled request, we keep it as evidence (`late: true`) and change
     * nothing else. Tier: Specification.
     */
    reportStatus(
      request_id: string,
      input: PaymentRequestsReportStatusInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReportStatusAnswer>
    /**
     * Read what the ledger says about a request, and why. The transaction's bytes and result, which sources we asked,
     * a validator's signature if there is one, the signed statement if nothing was paid, and every contradiction.
     * Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readEvidence(
      request_id: string,
      input?: PaymentRequestsReadEvidenceInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadEvidenceAnswer>
    /**
     * Prove which transaction paid a request. For the wallet, at any time, also after the request is over. A key of
     * the paying account signs that this transaction pays this request. The ledger must then show the transaction,
     * with a valid signature by that key. Sending the same proof again changes nothing. A payment has sixteen proofs
     * at most. Tier: Log, evidence and receipts.
     */
    provePayer(
      request_id: string,
      input: PaymentRequestsProvePayerInput,
      options?: CallOptions,
    ): Call<PaymentRequestsProvePayerAnswer>
    /**
     * Get the receipt of a payment request. Everything that was signed about the payment in one text: the facts, the
     * wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
     * offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
     * receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
     */
    readReceipt(
      request_id: string,
      input?: PaymentRequestsReadReceiptInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadReceiptAnswer>
  }
  readonly agentPayments: {
    /**
     * Read what the ledger says about an agent payment, and why. The transaction's bytes and result, which sources we
     * asked, a validator's signature if there is one, the signed statement if nothing was paid, and every
     * contradiction. Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readEvidence(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadEvidenceAnswer>
    /**
     * Prove which transaction paid an agent payment. For the wallet, at any time, also after the request is over. A
     * key of the paying account signs that this transaction pays this request. The ledger must then show the
     * transaction, with a valid signature by that key. Sending the same proof again changes nothing. A payment has
     * sixteen proofs at most. Tier: Log, evidence and receipts.
     */
    provePayer(
      agent_payment_id: string,
      input: AgentPaymentsProvePayerInput,
      options?: CallOptions,
    ): Call<AgentPaymentsProvePayerAnswer>
    /**
     * Get the receipt of an agent payment. Everything that was signed about the payment in one text: the facts, the
     * wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
     * offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
     * receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
     */
    readReceipt(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadReceiptAnswer>
    /**
     * List agent payments. Newest first: the project's for a key, the organization's for a session, the wallet's own
     * for a device. Keys and sessions also see what agents were refused, in `refused_attempts`: a page has the newest
     * of both, each list newest first. We keep attempts for 90 days, up to 10 a minute and 200 a day per connection;
     * `not_kept` counts the rest. Tier: Completes the specification.
     */
    list(input?: AgentPaymentsListInput, options?: CallOptions): Pages<AgentPayment, AgentPaymentsListAnswer>
    /** Read an agent payment. Its current status and its history. Tier: Specification. */
    read(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadAnswer>
    /**
     * Report a status transition. For the wallet. `approved` claims the payment, which the wallet must do before it
     * signs. We check an agent payment against its current policy again; if it no longer fits, you get 403
     * `HC_NC_5_HITL_REQUIRED`, and the payment stays pending until it expires or is canceled. A claimed payment can't
     * be canceled, doesn't expire and keeps counting against its policy. Sending the same report again changes nothing
     * and answers 200 (`repeated: true`). If you name a transaction after the payment reached `expired`, `canceled`,
     * `rejected` or `failed`, or in a report we refuse (`hash_kept: true` in the details), we keep it as evidence
     * (`late: true`). That changes no status, but counts against the policy. Tier: Completes the specification.
     */
    reportStatus(
      agent_payment_id: string,
      input: AgentPaymentsReportStatusInput,
      options?: CallOptions,
    ): Call<AgentPaymentsReportStatusAnswer>
  }
  readonly feed: {
    /**
     * Poll or follow your events. For a merchant the same events as webhooks, for a server that was down or has no
     * public address; for a wallet the requests, agent payments, invitations, connections and policies of its device;
     * for a project what happens to its agent payments. Events after `since`, in order and without gaps. Each has the
     * content of a webhook, its `cursor` in this feed and its `event_id`, which is the `webhook-id`. With `wait`, we
     * answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again. With
     * `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the cursor, `data` the
     * event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The stream closes when
     * the key is revoked, the session is closed or idle for too long, or the device's token is replaced. An open
     * stream doesn't keep a session from being idle. Tier: Feeds, streams and webhook tools.
     */
    list(input?: FeedListInput, options?: CallOptions): Call<FeedListAnswer>
  }
  readonly automationPolicies: {
    /**
     * List policies. Newest first: the project's for a key, the organization's for a session, the wallet's own for a
     * device. Tier: Specification.
     */
    list(
      input?: AutomationPoliciesListInput,
      options?: CallOptions,
    ): Pages<AutomationPolicy, AutomationPoliciesListAnswer>
    /**
     * Read a policy, its usage and its history. Includes the payees as they are now, the digest to opt in to, and
     * `usage`: an amount counts as soon as its payment is created. If the payment is over before the wallet claims it,
     * the amount is released; after a claim it never is. A transaction reported later counts again, even past the
     * limit. Tier: Specification.
     */
    read(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadAnswer>
    /**
     * Withdraw a policy. Either side can do this; it takes effect at once and can't be undone. Withdrawing again
     * changes nothing. Payments the wallet has claimed continue; others can't be claimed anymore. Tier: Specification.
     */
    withdraw(policy_id: string, options?: CallOptions): Call<AutomationPoliciesWithdrawAnswer>
    /**
     * Opt in to a policy. For the wallet. Accepts exactly the terms in `policy_digest` and pins each payee's address.
     * With the digest of `proposed`, those terms replace the current ones. A device with a decision key signs its
     * consent. Consenting again to the current terms renews the pins. Tier: Specification.
     */
    optIn(
      policy_id: string,
      input: AutomationPoliciesOptInInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesOptInAnswer>
    /**
     * Decline or take back a proposal. The wallet declines the proposal, or the project takes it back. The current
     * terms stay. Send the policy's `version` as you read it, so you can't drop a proposal you haven't seen. Doing it
     * again changes nothing; after the user agreed, it's refused. Tier: Policy tools.
     */
    dropProposal(
      policy_id: string,
      input: AutomationPoliciesDropProposalInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesDropProposalAnswer>
    /**
     * Pause or resume a policy. For the wallet. From a pause on the agent has to ask, and so do payments that already
     * wait to be signed. Once resumed, the terms that it consented to apply again. Doing it again changes nothing.
     * Tier: Policy tools.
     */
    setStatus(
      policy_id: string,
      input: AutomationPoliciesSetStatusInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSetStatusAnswer>
    /**
     * Try a payment against a policy. Uses the same rules as a real payment, now or at a given time. Nothing is
     * stored, reserved or counted. Tier: Policy tools.
     */
    simulate(
      policy_id: string,
      input: AutomationPoliciesSimulateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSimulateAnswer>
    /**
     * Test a policy on past payments. Runs the connection's recent agent payments through the policy as if it had been
     * active: which would pass, which would ask the user, and which it doesn't cover. With `terms`, compares the
     * changed policy too. Nothing is stored. Lists are limited to 500; counts include everything. Tier: Policy tools.
     */
    backtest(
      policy_id: string,
      input: AutomationPoliciesBacktestInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesBacktestAnswer>
  }
  readonly paymentAuthorizations: {
    /**
     * Hand over what the wallet signed. For the device that claimed a payment with `payment.method: "evm.eip3009"`,
     * once the claim was answered: the authorization, sealed to the key in `terms.seal`, at most 4 KiB. It can be
     * handed over once; the same bytes again change nothing. The service can't read it. Tier: Agent tools.
     */
    put(
      request_id: string,
      input: PaymentAuthorizationsPutInput,
      options?: CallOptions,
    ): Call<PaymentAuthorizationsPutAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes,
     * and read it again when a `kid` is missing. Don't trust a key just because it's listed here: somebody between you
     * and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and
     * accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you
     * trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk,
     * not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key
     * has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and
     * neither counts for the other. `valid_from` is there where the service was told it. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly payees: {
    /**
     * Look up a payee. Active payees, by the exact domain that lists them or by the exact network and address. Without
     * either you get an empty list: you can't list all payees. Tier: Payee safety.
     */
    lookUp(input?: PayeesLookUpInput, options?: CallOptions): Call<PayeesLookUpAnswer>
    /**
     * Read a payee and its history. Everything the payee log has about one payee, with what you need to check each
     * entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`. Tier: Payee safety.
     */
    read(recipient_id: string, options?: CallOptions): Call<PayeesReadAnswer>
    /**
     * Read the proof that a payee is on public record. What a wallet checks before it signs: the log entry that
     * activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log.
     * `proof` is null for about a second after an activation. Tier: Payee safety.
     */
    readRecord(
      recipient_id: string,
      recipient_version_id: string,
      input?: PayeesReadRecordInput,
      options?: CallOptions,
    ): Call<PayeesReadRecordAnswer>
  }
  readonly payeeChanges: {
    /**
     * List changes of payees you may be asked to pay. Changes of the payees of every merchant that this wallet is
     * connected to, oldest first, up to 100. Keep `next_since` and send it as `since` next time. It is a place in the
     * payee log, which only grows, so nothing can appear behind it. Tier: Payee safety.
     */
    list(input?: PayeeChangesListInput, options?: CallOptions): Call<PayeeChangesListAnswer>
  }
  readonly log: {
    /**
     * Prove that an entry is in the payee log, or that the log only grew. For any tree that was published, name an
     * entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root
     * (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's
     * `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show
     * that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept. Tier:
     * Log, evidence and receipts.
     */
    prove(input?: LogProveInput, options?: CallOptions): Call<LogProveAnswer>
  }
  readonly service: {
    /**
     * Read about the service. Its name, its networks, where it reads each ledger, whether it serves the modules beyond
     * the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in
     * another way: somebody between you and the service could have changed this answer. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<ServiceReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Checks only the process itself. Tier: Specification. */
    read(options?: CallOptions): Call<HealthReadAnswer>
  }
}

export interface ProjectOperations {
  readonly agentPayments: {
    /**
     * Read what the ledger says about an agent payment, and why. The transaction's bytes and result, which sources we
     * asked, a validator's signature if there is one, the signed statement if nothing was paid, and every
     * contradiction. Empty if this deployment doesn't watch the ledger. Tier: Log, evidence and receipts.
     */
    readEvidence(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadEvidenceAnswer>
    /**
     * Get the receipt of an agent payment. Everything that was signed about the payment in one text: the facts, the
     * wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it
     * offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and
     * receipt keys; others answer `resource_not_found`. Tier: Log, evidence and receipts.
     */
    readReceipt(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadReceiptAnswer>
    /**
     * Create a payment intent. This doesn't pay yet: the wallet claims the intent and signs, or asks its user. An
     * `agent` intent must fit a policy that the user opted into: `policy_id`, or by default the newest active one for
     * this connection and asset. If it doesn't fit, you get 403 with every limit it exceeds and, in `next_action`, the
     * call to send instead. Needs an idempotency key, in `Idempotency-Key`, `X-Idempotency-Key` or the body. The key
     * is unique per project and never expires; a replay returns the payment as it is now, with `Idempotency-Replayed:
     * true`. Tier: Specification.
     */
    create(input: AgentPaymentsCreateInput, options?: KeyedCallOptions): Call<AgentPaymentsCreateAnswer>
    /**
     * List agent payments. Newest first: the project's for a key, the organization's for a session, the wallet's own
     * for a device. Keys and sessions also see what agents were refused, in `refused_attempts`: a page has the newest
     * of both, each list newest first. We keep attempts for 90 days, up to 10 a minute and 200 a day per connection;
     * `not_kept` counts the rest. Tier: Completes the specification.
     */
    list(input?: AgentPaymentsListInput, options?: CallOptions): Pages<AgentPayment, AgentPaymentsListAnswer>
    /** Read an agent payment. Its current status and its history. Tier: Specification. */
    read(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadAnswer>
    /**
     * Read a refused attempt. What the agent tried to pay beyond its policy, every limit, and the call that asks the
     * user instead. Tier: Policy tools.
     */
    readRefused(refused_attempt_id: string, options?: CallOptions): Call<AgentPaymentsReadRefusedAnswer>
    /**
     * Send a refused attempt to the payer. What its `next_action` does, for a session that has no API key: the same
     * payment under the same idempotency key, now for a person to approve in the wallet. Of the two calls one payment
     * at most comes to be, and repeating either answers with it. Tier: Policy tools.
     */
    sendToPayer(refused_attempt_id: string, options?: CallOptions): Call<AgentPaymentsSendToPayerAnswer>
    /**
     * Cancel an agent payment. Possible while it's `intent_created`, before the wallet claims it. Canceling again
     * changes nothing. Tier: Agent tools.
     */
    cancel(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsCancelAnswer>
  }
  readonly feed: {
    /**
     * Poll or follow your events. For a merchant the same events as webhooks, for a server that was down or has no
     * public address; for a wallet the requests, agent payments, invitations, connections and policies of its device;
     * for a project what happens to its agent payments. Events after `since`, in order and without gaps. Each has the
     * content of a webhook, its `cursor` in this feed and its `event_id`, which is the `webhook-id`. With `wait`, we
     * answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again. With
     * `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the cursor, `data` the
     * event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The stream closes when
     * the key is revoked, the session is closed or idle for too long, or the device's token is replaced. An open
     * stream doesn't keep a session from being idle. Tier: Feeds, streams and webhook tools.
     */
    list(input?: FeedListInput, options?: CallOptions): Call<FeedListAnswer>
  }
  readonly automationPolicies: {
    /**
     * Propose a policy. For one connection and one asset. With all four limits it waits for the user's consent;
     * otherwise it's a draft. It allows nothing until the user opts in. With a session, `project_id` chooses the
     * project. Tier: Specification.
     */
    create(input: AutomationPoliciesCreateInput, options?: CallOptions): Call<AutomationPoliciesCreateAnswer>
    /**
     * List policies. Newest first: the project's for a key, the organization's for a session, the wallet's own for a
     * device. Tier: Specification.
     */
    list(
      input?: AutomationPoliciesListInput,
      options?: CallOptions,
    ): Pages<AutomationPolicy, AutomationPoliciesListAnswer>
    /**
     * Read a policy, its usage and its history. Includes the payees as they are now, the digest to opt in to, and
     * `usage`: an amount counts as soon as its payment is created. If the payment is over before the wallet claims it,
     * the amount is released; after a claim it never is. A transaction reported later counts again, even past the
     * limit. Tier: Specification.
     */
    read(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadAnswer>
    /**
     * Change a policy. Tighter limits apply at once. After the user has consented, a change that raises any limit
     * becomes a proposal: you see it in `proposed`, and the current terms stay until the wallet consents. There's one
     * proposal at a time; the next change of a limit replaces or drops it. You can't change connection, network or
     * asset. Tier: Specification.
     */
    update(
      policy_id: string,
      input: AutomationPoliciesUpdateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesUpdateAnswer>
    /**
     * Withdraw a policy. Either side can do this; it takes effect at once and can't be undone. Withdrawing again
     * changes nothing. Payments the wallet has claimed continue; others can't be claimed anymore. Tier: Specification.
     */
    withdraw(policy_id: string, options?: CallOptions): Call<AutomationPoliciesWithdrawAnswer>
    /**
     * Decline or take back a proposal. The wallet declines the proposal, or the project takes it back. The current
     * terms stay. Send the policy's `version` as you read it, so you can't drop a proposal you haven't seen. Doing it
     * again changes nothing; after the user agreed, it's refused. Tier: Policy tools.
     */
    dropProposal(
      policy_id: string,
      input: AutomationPoliciesDropProposalInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesDropProposalAnswer>
    /**
     * Try a payment against a policy. Uses the same rules as a real payment, now or at a given time. Nothing is
     * stored, reserved or counted. Tier: Policy tools.
     */
    simulate(
      policy_id: string,
      input: AutomationPoliciesSimulateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSimulateAnswer>
    /**
     * Test a policy on past payments. Runs the connection's recent agent payments through the policy as if it had been
     * active: which would pass, which would ask the user, and which it doesn't cover. With `terms`, compares the
     * changed policy too. Nothing is stored. Lists are limited to 500; counts include everything. Tier: Policy tools.
     */
    backtest(
      policy_id: string,
      input: AutomationPoliciesBacktestInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesBacktestAnswer>
  }
  readonly paymentAuthorizations: {
    /**
     * Fetch what the wallet signed. For the agent: the authorization of a payment request of its connection, or with
     * the project's API key that of an agent payment of the project. It is there until a day after the payment
     * expires. Whoever holds it opened can have the payment made that the user approved, and no other. Tier: Agent
     * tools.
     */
    read(request_id: string, options?: CallOptions): Call<PaymentAuthorizationsReadAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay listed for as long as anyone may need to check what they signed. Cache it for five minutes,
     * and read it again when a `kid` is missing. Don't trust a key just because it's listed here: somebody between you
     * and the service could have added it. Pin the thumbprint (RFC 7638) of a key that you got in another way, and
     * accept another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you
     * trust already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk,
     * not_before}`, where `issuer` is the address of the service and `jwk` every other member of the new key. Each key
     * has a `purpose`: `facts` signs payment facts, `receipt` signs what the service says about the ledger, and
     * neither counts for the other. `valid_from` is there where the service was told it. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly payees: {
    /**
     * Look up a payee. Active payees, by the exact domain that lists them or by the exact network and address. Without
     * either you get an empty list: you can't list all payees. Tier: Payee safety.
     */
    lookUp(input?: PayeesLookUpInput, options?: CallOptions): Call<PayeesLookUpAnswer>
    /**
     * Read a payee and its history. Everything the payee log has about one payee, with what you need to check each
     * entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`. Tier: Payee safety.
     */
    read(recipient_id: string, options?: CallOptions): Call<PayeesReadAnswer>
    /**
     * Read the proof that a payee is on public record. What a wallet checks before it signs: the log entry that
     * activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log.
     * `proof` is null for about a second after an activation. Tier: Payee safety.
     */
    readRecord(
      recipient_id: string,
      recipient_version_id: string,
      input?: PayeesReadRecordInput,
      options?: CallOptions,
    ): Call<PayeesReadRecordAnswer>
  }
  readonly log: {
    /**
     * Prove that an entry is in the payee log, or that the log only grew. For any tree that was published, name an
     * entry (`index`), an older tree (`from`), or both. `entry` has the hashes that lead from the leaf to the root
     * (RFC 6962), and all of it as one text (C2SP tlog-proof) with the signed checkpoint, which the SDK's
     * `verifyPayee` and the tools of other logs can check without asking us. `consistency` has the hashes that show
     * that the tree begins with all of the older one: compare them with the roots of two checkpoints you kept. Tier:
     * Log, evidence and receipts.
     */
    prove(input?: LogProveInput, options?: CallOptions): Call<LogProveAnswer>
  }
  readonly service: {
    /**
     * Read about the service. Its name, its networks, where it reads each ledger, whether it serves the modules beyond
     * the specification, and the thumbprints of its keys. Before you pin a thumbprint, compare it with one you got in
     * another way: somebody between you and the service could have changed this answer. Tier: Completes the
     * specification.
     */
    read(options?: CallOptions): Call<ServiceReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Checks only the process itself. Tier: Specification. */
    read(options?: CallOptions): Call<HealthReadAnswer>
  }
}

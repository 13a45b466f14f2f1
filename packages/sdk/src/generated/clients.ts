// Made by `npm run generate`; do not edit.
/** The methods of each client, by resource. Made at run time from the list of operations. */
import type { Call, CallOptions, KeyedCallOptions } from '../call.ts'
import type { Pages } from '../pages.ts'
import type {
  AgentAuthTokenAnswer,
  AgentAuthTokenInput,
  AgentCredentialsActivateAnswer,
  AgentCredentialsActivateInput,
  AgentCredentialsListAnswer,
  AgentCredentialsListInput,
  AgentCredentialsReadAnswer,
  AgentCredentialsRegisterAnswer,
  AgentCredentialsRegisterInput,
  AgentCredentialsRevokeAnswer,
  AgentPaymentEventsListAnswer,
  AgentPaymentEventsListInput,
  AgentPaymentsCancelAnswer,
  AgentPaymentsCreateAnswer,
  AgentPaymentsCreateInput,
  AgentPaymentsListAnswer,
  AgentPaymentsListInput,
  AgentPaymentsReadAnswer,
  AgentPaymentsReadRefusedAnswer,
  AgentPaymentsReportStatusAnswer,
  AgentPaymentsReportStatusInput,
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
  ApiKeysUpdateAnswer,
  ApiKeysUpdateInput,
  AuditEventsListAnswer,
  AuditEventsListInput,
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
  AutomationPoliciesPauseAnswer,
  AutomationPoliciesReadAnswer,
  AutomationPoliciesReadUsageAnswer,
  AutomationPoliciesResumeAnswer,
  AutomationPoliciesSimulateAnswer,
  AutomationPoliciesSimulateInput,
  AutomationPoliciesUpdateAnswer,
  AutomationPoliciesUpdateInput,
  AutomationPoliciesWithdrawAnswer,
  ConnectInvitationsApproveAnswer,
  ConnectInvitationsApproveInput,
  ConnectInvitationsClaimAnswer,
  ConnectInvitationsClaimInput,
  ConnectInvitationsExchangeAnswer,
  ConnectInvitationsListAnswer,
  ConnectInvitationsListInput,
  ConnectInvitationsReadAnswer,
  ConnectInvitationsRejectAnswer,
  ConnectionsEndCurrentAnswer,
  ConnectionsListAnswer,
  ConnectionsListForMerchantAnswer,
  ConnectionsListForMerchantInput,
  ConnectionsListInput,
  ConnectionsListRecipientsAnswer,
  ConnectionsListRecipientsInput,
  ConnectionsReadAnswer,
  ConnectionsReadCurrentAnswer,
  ConnectionsRenewTokenAnswer,
  ConnectionsRevokeAnswer,
  ConnectionsRevokeForMerchantAnswer,
  ConnectionsRotateTokenAnswer,
  ConnectionsUpdateAnswer,
  ConnectionsUpdateInput,
  ConnectKeysIssueAnswer,
  DevicesReadCurrentAnswer,
  DevicesRegisterAnswer,
  DevicesRegisterInput,
  DevicesRevokeCurrentAnswer,
  DevicesRotateTokenAnswer,
  EventsListAnswer,
  EventsListInput,
  FactsKeysReadAnswer,
  HealthOpenapiAnswer,
  HealthReadAnswer,
  HealthReadyAnswer,
  MemberInvitationsCreateAnswer,
  MemberInvitationsCreateInput,
  MemberInvitationsListAnswer,
  MemberInvitationsListInput,
  MemberInvitationsResendAnswer,
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
  MerchantEventsListAnswer,
  MerchantEventsListInput,
  MerchantKeysCreateAnswer,
  MerchantKeysCreateInput,
  MerchantKeysListAnswer,
  MerchantKeysListInput,
  MerchantKeysReadAnswer,
  MerchantKeysRevokeAnswer,
  MerchantSessionsCloseAllAnswer,
  MerchantSessionsCloseAnswer,
  MerchantSessionsCloseCurrentAnswer,
  MerchantSessionsListAnswer,
  MerchantSessionsListInput,
  MerchantSessionsOpenAnswer,
  MerchantSessionsOpenInput,
  MerchantSessionsReadCurrentAnswer,
  MerchantSessionsSendStepUpCodeAnswer,
  MerchantSessionsStepUpAnswer,
  MerchantSessionsStepUpInput,
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
  PasskeysUpdateAnswer,
  PasskeysUpdateInput,
  PaymentRequestsCancelAnswer,
  PaymentRequestsCreateAnswer,
  PaymentRequestsCreateInput,
  PaymentRequestsListAnswer,
  PaymentRequestsListForMerchantAnswer,
  PaymentRequestsListForMerchantInput,
  PaymentRequestsListInput,
  PaymentRequestsReadAnswer,
  PaymentRequestsReadForMerchantAnswer,
  PaymentRequestsReadForMerchantInput,
  PaymentRequestsReadInput,
  PaymentRequestsReportStatusAnswer,
  PaymentRequestsReportStatusInput,
  ProjectsCreateAnswer,
  ProjectsCreateInput,
  ProjectsListAnswer,
  ProjectsListInput,
  ProjectsReadAnswer,
  ProjectsUpdateAnswer,
  ProjectsUpdateInput,
  RecipientsActivateVersionAnswer,
  RecipientsActivateVersionInput,
  RecipientsAddVersionAnswer,
  RecipientsAddVersionInput,
  RecipientsCreateAnswer,
  RecipientsCreateInput,
  RecipientsHoldVersionAnswer,
  RecipientsListAnswer,
  RecipientsListInput,
  RecipientsListVersionsAnswer,
  RecipientsListVersionsInput,
  RecipientsPreviewRecallAnswer,
  RecipientsReadAnswer,
  RecipientsReadVersionAnswer,
  RecipientsRecallVersionAnswer,
  RecipientsRecallVersionInput,
  RecipientsRetireAnswer,
  RecipientsRetireVersionAnswer,
  RecipientsUpdateAnswer,
  RecipientsUpdateInput,
  RecipientsVerifyAnswer,
  RecipientsVerifyInput,
  TransactionContextsCreateAnswer,
  TransactionContextsCreateInput,
  TransactionContextsReadAnswer,
  TransactionContextsReadInput,
  WalletEventsListAnswer,
  WalletEventsListInput,
  WebhookDeliveriesListAnswer,
  WebhookDeliveriesListInput,
  WebhookDeliveriesReadAnswer,
  WebhookDeliveriesRedeliverAnswer,
  WebhookEndpointsCreateAnswer,
  WebhookEndpointsCreateInput,
  WebhookEndpointsDeleteAnswer,
  WebhookEndpointsListAnswer,
  WebhookEndpointsListInput,
  WebhookEndpointsReadAnswer,
  WebhookEndpointsRecoverAnswer,
  WebhookEndpointsRecoverInput,
  WebhookEndpointsRotateSecretAnswer,
  WebhookEndpointsTestAnswer,
  WebhookEndpointsUpdateAnswer,
  WebhookEndpointsUpdateInput,
  WebhookEndpointsVerifyAnswer,
} from './calls.ts'
import type {
  Agent,
  AgentCredential,
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
     * of tolerance. An assertion opens once. The token ends after ten minutes, and at once with its credential or its
     * agent.
     */
    token(input: AgentAuthTokenInput, options?: CallOptions): Call<AgentAuthTokenAnswer>
  }
  readonly connectInvitations: {
    /**
     * Claim a Connect Key. Spends the key and asks its wallet for `scopes`. The claim token opens this invitation
     * alone: its detail and its exchange. Case and separators of the key do not matter; a mistyped one is refused as
     * such and does not count as a wrong try.
     */
    claim(input: ConnectInvitationsClaimInput, options?: CallOptions): Call<ConnectInvitationsClaimAnswer>
    /**
     * Read an invitation. For the claimant, with the claim token of this very invitation, and for the wallet that it
     * asks.
     */
    read(
      connect_invitation_id: string,
      input: { readonly claim_token: string },
      options?: CallOptions,
    ): Call<ConnectInvitationsReadAnswer>
    /**
     * Exchange an approved invitation. Once, after approval and while the agent is active: a connection with the
     * granted scopes, and its token.
     */
    exchange(
      connect_invitation_id: string,
      input: { readonly claim_token: string },
      options?: CallOptions,
    ): Call<ConnectInvitationsExchangeAnswer>
  }
  readonly pairing: {
    /**
     * Start a pairing. Show the user the code or the URI as a QR code, and the check phrase beside it. Ten minutes;
     * five wrong codes end the session.
     */
    start(input: PairingStartInput, options?: CallOptions): Call<PairingStartAnswer>
    /**
     * Read the status of a pairing. For the agent that started it; ask every five seconds. A `code` may be sent along
     * and must then be the right one.
     */
    read(pairing_session_id: string, input?: PairingReadInput, options?: CallOptions): Call<PairingReadAnswer>
    /**
     * Exchange an approved pairing. Once, for the agent that started it: the connection with a new token. The copy
     * that the wallet got is dead from then on.
     */
    exchange(pairing_session_id: string, options?: CallOptions): Call<PairingExchangeAnswer>
  }
  readonly connections: {
    /** Read the own connection. For the connected agent: what its token may do now, and whether the user has paused it. */
    readCurrent(options?: CallOptions): Call<ConnectionsReadCurrentAnswer>
    /**
     * List the payees that can be asked for. For the connected agent: the recipients of its merchant that have an
     * active version, newest first, with that version. Show a changed version to whoever decides before you ask again.
     */
    listRecipients(
      input?: ConnectionsListRecipientsInput,
      options?: CallOptions,
    ): Pages<PayableRecipient, ConnectionsListRecipientsAnswer>
    /**
     * End the own connection. By the connected agent, also while it is paused. The connection is revoked at once and
     * for good, and its token opens nothing any more: sent again, the call is refused with `connection_revoked`.
     * Requests that still wait stay with the user until they are answered or expire: cancel them first if they should
     * not.
     */
    endCurrent(options?: CallOptions): Call<ConnectionsEndCurrentAnswer>
    /**
     * Renew the token of the own connection. By the agent, with its agent token: before the 90 days of a connection
     * token are over, after they are, or after the user's wallet has rotated it. The old token works until the new one
     * is first used, ten minutes at most; renewing again replaces a new token that was not used yet.
     */
    renewToken(connection_id: string, options?: CallOptions): Call<ConnectionsRenewTokenAnswer>
  }
  readonly transactionContexts: {
    /**
     * Say what a payment is about. Give the `transaction_id` of the answer to the payment request. The same
     * `transaction_id` again adds a revision; earlier ones stay as they are. No key may name a payment fact
     * (`override_forbidden` lists every one that does), also inside a string that is JSON.
     */
    create(input: TransactionContextsCreateInput, options?: CallOptions): Call<TransactionContextsCreateAnswer>
    /**
     * Read the context of a transaction. For the agent of its connection, and for the wallet, which shows it to the
     * person who decides. The latest revision, or the one that `revision` names: for a payment request, its
     * `transaction_revision`.
     */
    read(
      transaction_id: string,
      input?: TransactionContextsReadInput,
      options?: CallOptions,
    ): Call<TransactionContextsReadAnswer>
  }
  readonly paymentRequests: {
    /**
     * Ask for a payment. Creates a request that waits for the wallet; it pays nothing. Needs an idempotency key, in
     * `X-Idempotency-Key`, `Idempotency-Key` or the body; it is unique per connection forever. The same key with the
     * same body answers with the existing request as it is now and `Idempotency-Replayed: true`.
     */
    create(input: PaymentRequestsCreateInput, options?: KeyedCallOptions): Call<PaymentRequestsCreateAnswer>
    /**
     * List payment requests. Newest first: those of the connection for an agent, those of all its connections for a
     * wallet.
     */
    list(input?: PaymentRequestsListInput, options?: CallOptions): Pages<PaymentRequest, PaymentRequestsListAnswer>
    /**
     * Read a payment request. For the agent of its connection and for the wallet. This, never a webhook, is the source
     * of truth.
     */
    read(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Call<PaymentRequestsReadAnswer>
    /**
     * Take a payment request back. By the agent, while the user has not decided: the request becomes `failed` with the
     * reason `canceled_by_agent`, and makes room for another. Canceling it again changes nothing. Also open to a
     * paused connection. A wallet that had paid already can still report its transaction, which is kept as evidence.
     */
    cancel(request_id: string, options?: CallOptions): Call<PaymentRequestsCancelAnswer>
  }
  readonly events: {
    /**
     * Poll status events. Events after `since`, in order. With `wait`, an answer without events is held back until one
     * comes or the seconds are over; it may come earlier, so ask again.
     */
    list(input?: EventsListInput, options?: CallOptions): Call<EventsListAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay here for as long as what they signed is to be checked. Keep it for five minutes, and ask
     * again when a `kid` is missing. Do not trust a key because it stands here: whoever is between you and the service
     * could have put it there. Pin the thumbprint (RFC 7638) of a key that you learned in another way, and accept
     * another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you trust
     * already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk, not_before}`,
     * where `issuer` is the address of the service and `jwk` every other member of the new key. Each key has `purpose`
     * `facts`, and `valid_from` where the service was told it.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Looks at nothing but the process itself. */
    read(options?: CallOptions): Call<HealthReadAnswer>
    /**
     * Can this process take calls. Ready when the database answers and has every migration. Wake-ups over NATS are
     * reported but never decisive: without them events are only later, never lost. Not ready answers 503.
     */
    ready(options?: CallOptions): Call<HealthReadyAnswer>
    /** This document. OpenAPI 3.1. */
    openapi(options?: CallOptions): Call<HealthOpenapiAnswer>
  }
}

export interface MerchantOperations {
  readonly merchantAccounts: {
    /**
     * Ask for a sign-in link by e-mail. Sends a one-time link, valid for ten minutes, to the address. Serves
     * registration, recovery and returning access; the answer is the same whether or not the address is known.
     */
    register(input: MerchantAccountsRegisterInput, options?: CallOptions): Call<MerchantAccountsRegisterAnswer>
    /**
     * Exchange the one-time link. Consumes the token from the link's fragment. Answers with the organizations that the
     * account may open and a single-use grant: spend it on POST /v1/merchant-sessions with one of the choices, or on
     * POST /v1/merchants to create an organization.
     */
    verifyEmail(input: MerchantAccountsVerifyEmailInput, options?: CallOptions): Call<MerchantAccountsVerifyEmailAnswer>
  }
  readonly merchants: {
    /**
     * Create an organization. Consumes the session grant. The organization starts as `pending`; its first proven
     * domain activates it. Spend `next_grant` on POST /v1/merchant-sessions.
     */
    create(input: MerchantsCreateInput, options?: CallOptions): Call<MerchantsCreateAnswer>
    /** Read an organization. Answers for the organization of the session alone. */
    read(merchant_id: string, options?: CallOptions): Call<MerchantsReadAnswer>
    /**
     * List organizations. The organizations that this session can act for: exactly one. Sign in again to act for
     * another.
     */
    list(input?: MerchantsListInput, options?: CallOptions): Pages<Merchant, MerchantsListAnswer>
    /** Rename an organization. Carries the `version` that was read; a change made in between is never overwritten. */
    update(merchant_id: string, input: MerchantsUpdateInput, options?: CallOptions): Call<MerchantsUpdateAnswer>
  }
  readonly merchantSessions: {
    /**
     * Open a session. Consumes a grant. Sets the cookie `__Host-svc_session` (HttpOnly, Secure, SameSite=Strict),
     * valid for 12 hours and for 30 minutes of silence. With `transport: "bearer"` the token comes in the body
     * instead, for command-line tools: no cookie, so no CSRF proof.
     */
    open(input: MerchantSessionsOpenInput, options?: CallOptions): Call<MerchantSessionsOpenAnswer>
    /** Who am I. The organization and account of this session, with a fresh CSRF proof. */
    readCurrent(options?: CallOptions): Call<MerchantSessionsReadCurrentAnswer>
    /** Sign out. Ends this session at once and clears the cookie. */
    closeCurrent(options?: CallOptions): Call<MerchantSessionsCloseCurrentAnswer>
    /** List your sessions. Where you are signed in to this organization now, newest first. */
    list(input?: MerchantSessionsListInput, options?: CallOptions): Pages<MerchantSession, MerchantSessionsListAnswer>
    /** Sign out elsewhere. Ends one of your sessions at once. Ending it again changes nothing. */
    close(session_id: string, options?: CallOptions): Call<MerchantSessionsCloseAnswer>
    /** Sign out everywhere. Ends all of your sessions in this organization at once, this one too. */
    closeAll(options?: CallOptions): Call<MerchantSessionsCloseAllAnswer>
    /**
     * Send a code by mail. To your own mailbox, for that session; a new code replaces the one before. For people
     * without a passkey.
     */
    sendStepUpCode(session_id: string, options?: CallOptions): Call<MerchantSessionsSendStepUpCodeAnswer>
    /**
     * Confirm that it is you. With one of your passkeys or, if you have none, with a code by mail. For five minutes,
     * the session then makes changes that ask for it. The session may be another one of yours: so a browser confirms
     * for the command line.
     */
    stepUp(
      session_id: string,
      input?: MerchantSessionsStepUpInput,
      options?: CallOptions,
    ): Call<MerchantSessionsStepUpAnswer>
  }
  readonly merchantKeys: {
    /**
     * Create a merchant key. For a server of your own: it sends `Authorization: Bearer svc_mkey_…` and can do what its
     * scopes say, and nothing else. `secret` is shown here and never again: only its SHA-256 is kept. At most 50 keys
     * work at a time, so a new one can replace an old one without a gap.
     */
    create(input: MerchantKeysCreateInput, options?: CallOptions): Call<MerchantKeysCreateAnswer>
    /**
     * List merchant keys. Newest first, with their last use, revoked and expired ones included; never the keys
     * themselves.
     */
    list(input?: MerchantKeysListInput, options?: CallOptions): Pages<MerchantKey, MerchantKeysListAnswer>
    /** Read a merchant key. Its name, scopes and last use; never the key itself. */
    read(merchant_key_id: string, options?: CallOptions): Call<MerchantKeysReadAnswer>
    /**
     * Revoke a merchant key. At once and for good: the next call with it is refused, and its streams end. Revoking
     * again changes nothing.
     */
    revoke(merchant_key_id: string, options?: CallOptions): Call<MerchantKeysRevokeAnswer>
  }
  readonly passkeys: {
    /**
     * Ask for a challenge. For `navigator.credentials.create()` (`register`) or `.get()` (`step_up`), with
     * `userVerification: "required"` and, to register, `residentKey: "required"`.
     */
    createChallenge(input: PasskeysCreateChallengeInput, options?: CallOptions): Call<PasskeysCreateChallengeAnswer>
    /**
     * Add a passkey. From then on, changes of payees, domains, credentials, members and keys ask for a passkey of
     * yours. You get a letter about it.
     */
    register(input: PasskeysRegisterInput, options?: CallOptions): Call<PasskeysRegisterAnswer>
    /** List your passkeys. Newest first. */
    list(input?: PasskeysListInput, options?: CallOptions): Pages<Passkey, PasskeysListAnswer>
    /** Rename a passkey. The name is for you alone. */
    update(passkey_id: string, input: PasskeysUpdateInput, options?: CallOptions): Call<PasskeysUpdateAnswer>
    /**
     * Remove a passkey. At once, if you used a passkey within five minutes. If you lost it, it goes after 24 hours;
     * using it until then keeps it. You get a letter either way.
     */
    remove(passkey_id: string, options?: CallOptions): Call<PasskeysRemoveAnswer>
    /**
     * Begin to sign in with a passkey. For `navigator.credentials.get()` with `userVerification: "required"`; the
     * browser knows the passkeys.
     */
    createSignInChallenge(options?: CallOptions): Call<PasskeysCreateSignInChallengeAnswer>
    /**
     * Sign in with a passkey. Answers as a link from a mail does: with the organizations that you may open, and a
     * single-use grant for POST /v1/merchant-sessions.
     */
    signIn(input: PasskeysSignInInput, options?: CallOptions): Call<PasskeysSignInAnswer>
  }
  readonly members: {
    /** List members. Everyone who can open this organization, with their roles. */
    list(input?: MembersListInput, options?: CallOptions): Pages<Member, MembersListAnswer>
    /** Change a member's role. Holds from their next call on. The last owner stays one. Owners get a letter about it. */
    update(member_id: string, input: MembersUpdateInput, options?: CallOptions): Call<MembersUpdateAnswer>
    /**
     * Remove a member. Owners remove anybody, and everyone may leave: remove yourself. Ends all of their sessions here
     * at once. The last owner cannot be removed. Keys and credentials that they made go on working: revoke those that
     * they may have kept. Owners get a letter about it.
     */
    remove(member_id: string, options?: CallOptions): Call<MembersRemoveAnswer>
  }
  readonly memberInvitations: {
    /**
     * Invite someone. Sends a letter. When that mailbox signs in, the organization appears among `merchant_choices`
     * with status `invited`; choosing it accepts. Valid for 7 days.
     */
    create(input: MemberInvitationsCreateInput, options?: CallOptions): Call<MemberInvitationsCreateAnswer>
    /** List invitations. Newest first, with those that were accepted, were withdrawn or have expired. */
    list(
      input?: MemberInvitationsListInput,
      options?: CallOptions,
    ): Pages<MemberInvitation, MemberInvitationsListAnswer>
    /** Withdraw an invitation. At once: it can no longer be accepted. Withdrawing again changes nothing. */
    withdraw(member_invitation_id: string, options?: CallOptions): Call<MemberInvitationsWithdrawAnswer>
    /** Send an invitation again. Sends the letter again and gives it another 7 days. */
    resend(member_invitation_id: string, options?: CallOptions): Call<MemberInvitationsResendAnswer>
  }
  readonly merchantDomains: {
    /**
     * Register a domain. Answers with a challenge to publish. Registering the same domain again gives a new challenge,
     * and may change the method. At most 100.
     */
    register(input: MerchantDomainsRegisterInput, options?: CallOptions): Call<MerchantDomainsRegisterAnswer>
    /** List domains. Newest first. */
    list(input?: MerchantDomainsListInput, options?: CallOptions): Pages<MerchantDomain, MerchantDomainsListAnswer>
    /** Read a domain and its challenge. The challenge stays readable, so that the record can be published again. */
    read(domain_id: string, options?: CallOptions): Call<MerchantDomainsReadAnswer>
    /**
     * Look for the challenge. Looks at the published challenge now. Success verifies the domain and, for a merchant
     * that is not active, activates it in the same moment. A domain that is verified already is looked at again.
     */
    verify(domain_id: string, options?: CallOptions): Call<MerchantDomainsVerifyAnswer>
    /**
     * Remove a domain. It vouches for nothing any more: payees that it vouched for are suspended at once, as when it
     * lapses. Without another verified domain the organization is suspended too. Registering it again and proving it
     * brings all of that back.
     */
    remove(domain_id: string, options?: CallOptions): Call<MerchantDomainsRemoveAnswer>
  }
  readonly recipients: {
    /**
     * Create a recipient with its first version. The payment facts are checked for their network, checksums included,
     * and can never be changed: a new address is a new version. The version starts as a draft.
     */
    create(input: RecipientsCreateInput, options?: CallOptions): Call<RecipientsCreateAnswer>
    /** List recipients. Newest first. */
    list(input?: RecipientsListInput, options?: CallOptions): Pages<ListedRecipient, RecipientsListAnswer>
    /** Read a recipient with its active version. `active_version` is null until a version has been activated. */
    read(recipient_id: string, options?: CallOptions): Call<RecipientsReadAnswer>
    /**
     * Add a version. A new draft with other payment facts. The active version keeps serving until the new one is
     * activated.
     */
    addVersion(
      recipient_id: string,
      input: RecipientsAddVersionInput,
      options?: CallOptions,
    ): Call<RecipientsAddVersionAnswer>
    /** List a recipient's versions. Newest first. */
    listVersions(
      recipient_id: string,
      input?: RecipientsListVersionsInput,
      options?: CallOptions,
    ): Pages<UsedRecipientVersion, RecipientsListVersionsAnswer>
    /** Read a version with its evidence. Evidence newest first, at most 100. */
    readVersion(
      recipient_id: string,
      recipient_version_id: string,
      options?: CallOptions,
    ): Call<RecipientsReadVersionAnswer>
    /**
     * Let a domain vouch for a version. The domain must list the payee now, in one of:
     * `https://<domain>/.well-known/svc-recipients.json` as `{"recipients": [{"network", "asset", "address", "memo"?,
     * "contract"?, "issuer"?}]}` with exactly the facts of the version; for Stellar, `ACCOUNTS` in
     * `https://<domain>/.well-known/stellar.toml` (SEP-1); or a TXT record at `_svc-recipient.<domain>` reading
     * `svc-recipient=<network>:<address>`. The last two vouch for the address alone, so a version with a memo,
     * contract or issuer needs the first. A suspended version serves again at once if the domain that vouched for it
     * before lists the same facts and no other version is active.
     */
    verify(recipient_id: string, input: RecipientsVerifyInput, options?: CallOptions): Call<RecipientsVerifyAnswer>
    /**
     * Activate a verified version. The domain is looked at once more first. On `stellar_testnet` the version serves at
     * once, on other networks after 24 hours as `cooling`. The version that served before is retired.
     */
    activateVersion(
      recipient_id: string,
      recipient_version_id: string,
      input: RecipientsActivateVersionInput,
      options?: CallOptions,
    ): Call<RecipientsActivateVersionAnswer>
    /**
     * Rename a recipient. Requests from now on show the new name. Those that exist keep the one they were made with,
     * which is signed. A former name stays taken.
     */
    update(recipient_id: string, input: RecipientsUpdateInput, options?: CallOptions): Call<RecipientsUpdateAnswer>
    /**
     * Retire a recipient with all its versions. No new request can name it. Requests that wait already can still be
     * paid; to stop those too, recall the version.
     */
    retire(recipient_id: string, options?: CallOptions): Call<RecipientsRetireAnswer>
    /** Discard a draft or verified version. For one that has not been activated. */
    retireVersion(
      recipient_id: string,
      recipient_version_id: string,
      options?: CallOptions,
    ): Call<RecipientsRetireVersionAnswer>
    /**
     * Stop a version that cools off. It never begins to serve; what serves now keeps serving. For a change that nobody
     * on your side made.
     */
    holdVersion(
      recipient_id: string,
      recipient_version_id: string,
      options?: CallOptions,
    ): Call<RecipientsHoldVersionAnswer>
    /**
     * Recall a version that serves or has served. Nobody is to pay to it any more, from this moment on: requests that
     * wait read as `failed` with reason `recipient_recalled`, wallets cannot report `signed` or `approved`, and no new
     * request can name it. Transactions that wallets name are still kept. It is final.
     */
    recallVersion(
      recipient_id: string,
      recipient_version_id: string,
      input: RecipientsRecallVersionInput,
      options?: CallOptions,
    ): Call<RecipientsRecallVersionAnswer>
    /** See what a recall would stop. Counts payment requests of the last 30 days that name this version. */
    previewRecall(
      recipient_id: string,
      recipient_version_id: string,
      options?: CallOptions,
    ): Call<RecipientsPreviewRecallAnswer>
  }
  readonly agents: {
    /**
     * Register an agent. The agent starts as `draft`. It becomes usable once a credential of it is active and its
     * status is set to `active`.
     */
    create(input: AgentsCreateInput, options?: CallOptions): Call<AgentsCreateAnswer>
    /** List agents. Newest first, retired ones included. */
    list(input?: AgentsListInput, options?: CallOptions): Pages<Agent, AgentsListAnswer>
    /** Read an agent. With the `version` that an update has to carry, and when it last asked for a payment. */
    read(agent_id: string, options?: CallOptions): Call<AgentsReadAnswer>
    /**
     * Change an agent. Sets any of `status`, `name` and `allowed_scopes`, at least one, and carries the `version` that
     * was read. Moves: `draft` → `active` ⇄ `suspended`, and from each of them → `retired`, which is final. Becoming
     * `active` needs an active, unexpired credential. An agent that is not `active` obtains no tokens, and those it
     * holds end at once.
     */
    update(agent_id: string, input: AgentsUpdateInput, options?: CallOptions): Call<AgentsUpdateAnswer>
  }
  readonly agentCredentials: {
    /**
     * Register a public key. The credential is `pending` until its owner signs `proof_challenge.sign` and sends the
     * signature to `activate`, within five minutes. Sending the same `kid` and key again while it is pending replaces
     * its dates and its challenge. A `kid` names one key of its agent forever, and a key serves one credential of the
     * organization.
     */
    register(
      agent_id: string,
      input: AgentCredentialsRegisterInput,
      options?: CallOptions,
    ): Call<AgentCredentialsRegisterAnswer>
    /** List an agent's credentials. Newest first, revoked and expired ones included. */
    list(
      agent_id: string,
      input?: AgentCredentialsListInput,
      options?: CallOptions,
    ): Pages<AgentCredential, AgentCredentialsListAnswer>
    /** Read a credential. Its challenge is shown only when it is issued. */
    read(agent_id: string, credential_id: string, options?: CallOptions): Call<AgentCredentialsReadAnswer>
    /**
     * Prove possession of the key. Spends the challenge and makes the credential `active`. A wrong signature changes
     * nothing. At most two credentials of an agent are active at a time, so that one can replace the other without a
     * gap.
     */
    activate(
      agent_id: string,
      credential_id: string,
      input: AgentCredentialsActivateInput,
      options?: CallOptions,
    ): Call<AgentCredentialsActivateAnswer>
    /**
     * Revoke a credential. At once and for good, pending or active; tokens obtained with it end with it. Revoking
     * again changes nothing. The status of the agent stays as it is, even without any credential left: it then simply
     * cannot obtain tokens.
     */
    revoke(agent_id: string, credential_id: string, options?: CallOptions): Call<AgentCredentialsRevokeAnswer>
  }
  readonly connections: {
    /**
     * List the connections of the merchant's agents. Newest first, paused and revoked ones included. `counts` is over
     * all of them, or over those of one agent.
     */
    listForMerchant(
      input?: ConnectionsListForMerchantInput,
      options?: CallOptions,
    ): Pages<Connection, ConnectionsListForMerchantAnswer>
    /**
     * Revoke a connection of one of the merchant's agents. Ends it at once and for good: the next call with its token
     * is refused, and the feeds of merchant and wallet tell it. Repeating it changes nothing.
     */
    revokeForMerchant(connection_id: string, options?: CallOptions): Call<ConnectionsRevokeForMerchantAnswer>
  }
  readonly paymentRequests: {
    /**
     * Read one of the merchant's payment requests. The request as it is now, with its signed facts, every step of its
     * history, late reports, and what is known of the payee. This, never a webhook, is the source of truth for your
     * back end. Where two connections use the same `request_id`, say which one with `connection_id`.
     */
    readForMerchant(
      request_id: string,
      input?: PaymentRequestsReadForMerchantInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReadForMerchantAnswer>
    /**
     * List the merchant's payment requests. Newest first, over all connections of its agents. Filters can be combined.
     * A filtered list is at most seconds behind, as a rule far less; the list without filters and the read of one
     * request are always exact. A page of a filtered list may hold fewer requests than `limit`: go on while
     * `next_cursor` is not null.
     */
    listForMerchant(
      input?: PaymentRequestsListForMerchantInput,
      options?: CallOptions,
    ): Pages<PaymentRequest, PaymentRequestsListForMerchantAnswer>
  }
  readonly merchantEvents: {
    /**
     * Poll the merchant's events. What webhooks tell, for a server that was down or has no public address. Events
     * after `since`, in order and without gaps, by a cursor of this feed. An item is what a webhook says, with its
     * `cursor` and `event_id`, which is the `webhook-id`. With `wait`, an answer without events is held back until one
     * comes or the seconds are over; it may come earlier, so ask again.
     */
    list(input?: MerchantEventsListInput, options?: CallOptions): Call<MerchantEventsListAnswer>
  }
  readonly webhookEndpoints: {
    /**
     * Create a webhook endpoint. The answer shows the secret, once. The endpoint is sent no events until it is
     * verified. An organization has 10 at most.
     */
    create(input: WebhookEndpointsCreateInput, options?: CallOptions): Call<WebhookEndpointsCreateAnswer>
    /** List webhook endpoints. Newest first. */
    list(input?: WebhookEndpointsListInput, options?: CallOptions): Pages<WebhookEndpoint, WebhookEndpointsListAnswer>
    /**
     * Read a webhook endpoint. With the `version` that an update has to carry, what has not arrived, and what the
     * receiver last answered; never with a secret.
     */
    read(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsReadAnswer>
    /**
     * Change a webhook endpoint. Sets any of `url`, `event_types`, `description` and `status`, at least one, and
     * carries the `version` that was read. Another URL has to be verified first, and is sent no events before.
     * `disabled` stops deliveries; `active` resumes them, if the URL has been verified.
     */
    update(
      webhook_endpoint_id: string,
      input: WebhookEndpointsUpdateInput,
      options?: CallOptions,
    ): Call<WebhookEndpointsUpdateAnswer>
    /**
     * Delete a webhook endpoint. At once and for good, together with its secret. What was not delivered yet is not
     * sent any more.
     */
    delete(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsDeleteAnswer>
    /**
     * Send a challenge to a webhook endpoint. Sends a signed `webhook_endpoint.challenge` now. The receiver answers
     * within five seconds with 2xx and `{ "challenge": … }`, the value unchanged; the endpoint is then `active`, also
     * if it had been disabled.
     */
    verify(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsVerifyAnswer>
    /**
     * Replace the secret of a webhook endpoint. The answer shows the new secret, once. The secret before it goes on
     * signing for 24 hours, also if it is rotated again meanwhile: each message has a signature by every secret that
     * is not over, the newest first. At most 5 replaced secrets sign at once.
     */
    rotateSecret(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsRotateSecretAnswer>
    /**
     * Send a test event to a webhook endpoint. One `webhook_endpoint.test`, to this endpoint alone and whatever types
     * it asked for, delivered and retried like any event.
     */
    test(webhook_endpoint_id: string, options?: CallOptions): Call<WebhookEndpointsTestAnswer>
    /**
     * Deliver what was missed. Sends again whatever failed or was held since the given time, oldest first, 1000 at
     * most: call it until `recovered` is 0.
     */
    recover(
      webhook_endpoint_id: string,
      input: WebhookEndpointsRecoverInput,
      options?: CallOptions,
    ): Call<WebhookEndpointsRecoverAnswer>
  }
  readonly webhookDeliveries: {
    /** List webhook deliveries. Newest first, each with its attempts. Finished ones are kept for 30 days. */
    list(input?: WebhookDeliveriesListInput, options?: CallOptions): Pages<WebhookDelivery, WebhookDeliveriesListAnswer>
    /** Read a webhook delivery. With all its attempts. */
    read(webhook_delivery_id: string, options?: CallOptions): Call<WebhookDeliveriesReadAnswer>
    /**
     * Deliver again. Sends the same bytes under the same `webhook-id` again, and starts the schedule over; the
     * attempts count on. A delivery that succeeded can be sent again, too. One that waits for its next attempt is
     * tried now. An endpoint that failed again and again rests for up to five minutes between attempts, also before
     * this one.
     */
    redeliver(webhook_delivery_id: string, options?: CallOptions): Call<WebhookDeliveriesRedeliverAnswer>
  }
  readonly projects: {
    /** Create a project. A place for API keys, such as one per application. At most 20. */
    create(input: ProjectsCreateInput, options?: CallOptions): Call<ProjectsCreateAnswer>
    /** List projects. Newest first. */
    list(input?: ProjectsListInput, options?: CallOptions): Pages<Project, ProjectsListAnswer>
    /** Read a project. Its keys have a list of their own. */
    read(project_id: string, options?: CallOptions): Call<ProjectsReadAnswer>
    /** Rename a project. Its keys and what they did stay as they are. */
    update(project_id: string, input: ProjectsUpdateInput, options?: CallOptions): Call<ProjectsUpdateAnswer>
  }
  readonly apiKeys: {
    /**
     * Create an API key. `secret` is shown here and never again: only its SHA-256 is kept. It goes into the header
     * `x-svc-api-key`. At most 20 keys of a project work at a time, so a new one can replace an old one without a gap.
     */
    create(project_id: string, input: ApiKeysCreateInput, options?: CallOptions): Call<ApiKeysCreateAnswer>
    /** List a project's API keys. Newest first, revoked ones included; never the keys themselves. */
    list(project_id: string, input?: ApiKeysListInput, options?: CallOptions): Pages<ApiKey, ApiKeysListAnswer>
    /** Rename an API key. The key itself stays as it is. A revoked one can be renamed, too. */
    update(
      project_id: string,
      api_key_id: string,
      input: ApiKeysUpdateInput,
      options?: CallOptions,
    ): Call<ApiKeysUpdateAnswer>
    /** Revoke an API key. At once and for good: the next call with it is refused. Revoking again changes nothing. */
    revoke(project_id: string, api_key_id: string, options?: CallOptions): Call<ApiKeysRevokeAnswer>
  }
  readonly automationPolicies: {
    /**
     * Propose a policy. For one connection and one asset. With all four thresholds it awaits the wallet's consent,
     * else it is a draft. It permits nothing before the user has opted in. With a session, `project_id` says whose it
     * is.
     */
    create(input: AutomationPoliciesCreateInput, options?: CallOptions): Call<AutomationPoliciesCreateAnswer>
    /**
     * List policies. Newest first: the project's for a key, the organization's for a session, the wallet's own for a
     * device.
     */
    list(
      input?: AutomationPoliciesListInput,
      options?: CallOptions,
    ): Pages<AutomationPolicy, AutomationPoliciesListAnswer>
    /**
     * Read a policy and its history. With the payees as they are now, and the digest that an opt-in would have to
     * name.
     */
    read(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadAnswer>
    /**
     * Change a policy. What narrows holds at once. Once the user has consented, a change that widens any threshold is
     * a proposal as a whole: it stands in `proposed`, and the terms in force stay until the wallet consents to it.
     * There is one proposal at a time: the next change of a threshold replaces or drops it. Connection, network and
     * asset stay.
     */
    update(
      policy_id: string,
      input: AutomationPoliciesUpdateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesUpdateAnswer>
    /**
     * Withdraw a policy. Ends it at once and for good, from either side. Repeating it changes nothing. Payments that
     * the wallet has claimed go on; the others can no longer be claimed.
     */
    withdraw(policy_id: string, options?: CallOptions): Call<AutomationPoliciesWithdrawAnswer>
    /**
     * Decline or take back a proposal. By the wallet, which declines it, or by the project, which takes it back. The
     * terms in force stay. `version` is that of the policy as it was read, so that nobody drops a proposal that they
     * have not seen. Repeating it changes nothing; once the user has agreed to it, it is refused.
     */
    dropProposal(
      policy_id: string,
      input: AutomationPoliciesDropProposalInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesDropProposalAnswer>
    /**
     * Read what a policy has been used for. An amount counts from the moment a payment is created. A payment that ends
     * before the wallet has claimed it gives it back; one that was claimed never does. A transaction that is reported
     * after that counts again, beyond the limit too.
     */
    readUsage(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadUsageAnswer>
    /**
     * Ask what the policy would say. The same judge as for a payment, now or at a given time. Nothing is stored,
     * reserved or counted.
     */
    simulate(
      policy_id: string,
      input: AutomationPoliciesSimulateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSimulateAnswer>
    /**
     * Replay the past through the policy. Every agent intent of the policy's connection in the last days, through the
     * same judge, as though the policy had been in force: what passed, what asked, what it does not speak of. With
     * `terms`, the same for the policy changed so, and the difference. Nothing is stored. The lists hold 500 at most,
     * the counts everything.
     */
    backtest(
      policy_id: string,
      input: AutomationPoliciesBacktestInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesBacktestAnswer>
  }
  readonly agentPayments: {
    /**
     * List agent payments. Newest first: the project's for a key, the organization's for a session, the wallet's own
     * for a device. A key and a session also see what agents asked for in vain, in `refused_attempts`: a page holds
     * the newest of both together, each list newest first. Attempts are kept for 90 days, at most 10 a minute and 200
     * a day of a connection; the rest are counted in `not_kept`.
     */
    list(input?: AgentPaymentsListInput, options?: CallOptions): Pages<AgentPayment, AgentPaymentsListAnswer>
    /** Read an agent payment. With its authoritative status and its history. */
    read(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadAnswer>
    /**
     * Read a refused attempt. What an agent asked for beyond its policy, every threshold beside it, and the call that
     * asks a person.
     */
    readRefused(refused_attempt_id: string, options?: CallOptions): Call<AgentPaymentsReadRefusedAnswer>
    /**
     * Cancel an agent payment. While it is `intent_created`: what the wallet has claimed can no longer be canceled.
     * Repeating it changes nothing.
     */
    cancel(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsCancelAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay here for as long as what they signed is to be checked. Keep it for five minutes, and ask
     * again when a `kid` is missing. Do not trust a key because it stands here: whoever is between you and the service
     * could have put it there. Pin the thumbprint (RFC 7638) of a key that you learned in another way, and accept
     * another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you trust
     * already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk, not_before}`,
     * where `issuer` is the address of the service and `jwk` every other member of the new key. Each key has `purpose`
     * `facts`, and `valid_from` where the service was told it.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly overview: {
    /**
     * Read the figures of a time. Requests by the hour or day in which they were created and by where they stand now,
     * how fast users answer, and what waits. Kept up to date as events come, so a figure may be seconds behind and
     * costs the same however many requests there are.
     */
    read(input?: OverviewReadInput, options?: CallOptions): Call<OverviewReadAnswer>
  }
  readonly auditEvents: {
    /**
     * List what operators changed. Newest first. Filters narrow together; what each name was is looked up when you
     * ask.
     */
    list(input?: AuditEventsListInput, options?: CallOptions): Pages<AuditEvent, AuditEventsListAnswer>
  }
  readonly health: {
    /** Is the process alive. Looks at nothing but the process itself. */
    read(options?: CallOptions): Call<HealthReadAnswer>
    /**
     * Can this process take calls. Ready when the database answers and has every migration. Wake-ups over NATS are
     * reported but never decisive: without them events are only later, never lost. Not ready answers 503.
     */
    ready(options?: CallOptions): Call<HealthReadyAnswer>
    /** This document. OpenAPI 3.1. */
    openapi(options?: CallOptions): Call<HealthOpenapiAnswer>
  }
}

export interface WalletOperations {
  readonly devices: {
    /**
     * Register a wallet device. Once per installation. With a `public_key` the device can sign its decisions over
     * `facts_digest`, so that not even this service could invent one; the key stays for the life of the device.
     */
    register(input: DevicesRegisterInput, options?: CallOptions): Call<DevicesRegisterAnswer>
    /** Read this device. The device that the token belongs to. */
    readCurrent(options?: CallOptions): Call<DevicesReadCurrentAnswer>
    /**
     * Replace this device's token. The token that was sent works until the new one is first used, ten minutes at most.
     * Rotating again with it answers with the same new token, so a lost answer shuts nobody out: keep the old token
     * until a call with the new one has succeeded.
     */
    rotateToken(device_id: string, options?: CallOptions): Call<DevicesRotateTokenAnswer>
    /**
     * Remove this device. For a device that is sold or given away. Its token opens nothing any more and its
     * connections are revoked, at once and for good. Requests that wait can no longer be answered, and expire. Sent
     * again, the call is refused with `credential_invalid`.
     */
    revokeCurrent(options?: CallOptions): Call<DevicesRevokeCurrentAnswer>
  }
  readonly connectKeys: {
    /**
     * Issue a Connect Key. Ten minutes, one use. The user hands it to an agent, which can then ask this wallet for a
     * connection; the key itself grants nothing. Five keys are open at most: a sixth closes the oldest.
     */
    issue(options?: CallOptions): Call<ConnectKeysIssueAnswer>
  }
  readonly connectInvitations: {
    /** List the invitations of this wallet. Newest first, decided and expired ones included. */
    list(
      input?: ConnectInvitationsListInput,
      options?: CallOptions,
    ): Pages<ConnectInvitation, ConnectInvitationsListAnswer>
    /**
     * Read an invitation. For the claimant, with the claim token of this very invitation, and for the wallet that it
     * asks.
     */
    read(connect_invitation_id: string, options?: CallOptions): Call<ConnectInvitationsReadAnswer>
    /**
     * Approve an invitation. Grants all or some of the requested scopes; the claimant then has ten minutes to
     * exchange. Repeating the same approval changes nothing.
     */
    approve(
      connect_invitation_id: string,
      input: ConnectInvitationsApproveInput,
      options?: CallOptions,
    ): Call<ConnectInvitationsApproveAnswer>
    /** Reject an invitation. Also takes back an approval that is not exchanged yet. Repeating it changes nothing. */
    reject(connect_invitation_id: string, options?: CallOptions): Call<ConnectInvitationsRejectAnswer>
  }
  readonly pairing: {
    /**
     * Look up a typed code. What the wallet must show before the user decides: agent, organization, proven domains,
     * scopes, age and check phrase. Five wrong codes a minute per wallet, thirty per address.
     */
    lookUp(input: PairingLookUpInput, options?: CallOptions): Call<PairingLookUpAnswer>
    /**
     * Approve a pairing. Makes the connection with all or some of the requested scopes, and returns its token. The
     * agent obtains a token of its own by exchange, which replaces this one. A wrong code is answered like an absent
     * session, and counts.
     */
    approve(pairing_session_id: string, input: PairingApproveInput, options?: CallOptions): Call<PairingApproveAnswer>
    /**
     * Reject a pairing. Ends the session. A wrong code is answered like an absent session, and counts. Repeating it
     * changes nothing.
     */
    reject(pairing_session_id: string, input: PairingRejectInput, options?: CallOptions): Call<PairingRejectAnswer>
  }
  readonly connections: {
    /** List the connections of this wallet. Newest first, paused and revoked ones included. */
    list(input?: ConnectionsListInput, options?: CallOptions): Pages<Connection, ConnectionsListAnswer>
    /** Read a connection. One connection of this wallet, with how many of its payment requests ended in which way. */
    read(connection_id: string, options?: CallOptions): Call<ConnectionsReadAnswer>
    /**
     * Pause, resume or narrow a connection. Sets `status`, `scopes` or both. A paused connection still reads, and
     * changes nothing; one that was paused by `rejections` is resumed in the same way. Scopes can only become fewer.
     * What is acknowledged holds from the next call of the agent on; setting what is already so changes nothing.
     */
    update(connection_id: string, input?: ConnectionsUpdateInput, options?: CallOptions): Call<ConnectionsUpdateAnswer>
    /** Revoke a connection. Ends it at once and for good. Repeating it changes nothing. */
    revoke(connection_id: string, options?: CallOptions): Call<ConnectionsRevokeAnswer>
    /**
     * Replace the connection token. The old token is dead once this is acknowledged. Status and scopes stay as they
     * are.
     */
    rotateToken(connection_id: string, options?: CallOptions): Call<ConnectionsRotateTokenAnswer>
  }
  readonly transactionContexts: {
    /**
     * Read the context of a transaction. For the agent of its connection, and for the wallet, which shows it to the
     * person who decides. The latest revision, or the one that `revision` names: for a payment request, its
     * `transaction_revision`.
     */
    read(
      transaction_id: string,
      input?: TransactionContextsReadInput,
      options?: CallOptions,
    ): Call<TransactionContextsReadAnswer>
  }
  readonly paymentRequests: {
    /**
     * List payment requests. Newest first: those of the connection for an agent, those of all its connections for a
     * wallet.
     */
    list(input?: PaymentRequestsListInput, options?: CallOptions): Pages<PaymentRequest, PaymentRequestsListAnswer>
    /**
     * Read a payment request. For the agent of its connection and for the wallet. This, never a webhook, is the source
     * of truth.
     */
    read(request_id: string, input?: PaymentRequestsReadInput, options?: CallOptions): Call<PaymentRequestsReadAnswer>
    /**
     * Report a status transition. By the wallet. The same report again changes nothing and answers 200. A report about
     * an expired or canceled request that names a transaction is kept as evidence (`late: true`), and changes nothing
     * else.
     */
    reportStatus(
      request_id: string,
      input: PaymentRequestsReportStatusInput,
      options?: CallOptions,
    ): Call<PaymentRequestsReportStatusAnswer>
  }
  readonly walletEvents: {
    /**
     * Poll the wallet's events. Requests, agent payments, invitations, connections and policies of this device. Events
     * after `since`, in order and without gaps, by a cursor of this feed. An item is what a webhook says, with its
     * `cursor` and `event_id`, which is the `webhook-id`. With `wait`, an answer without events is held back until one
     * comes or the seconds are over; it may come earlier, so ask again.
     */
    list(input?: WalletEventsListInput, options?: CallOptions): Call<WalletEventsListAnswer>
  }
  readonly automationPolicies: {
    /**
     * List policies. Newest first: the project's for a key, the organization's for a session, the wallet's own for a
     * device.
     */
    list(
      input?: AutomationPoliciesListInput,
      options?: CallOptions,
    ): Pages<AutomationPolicy, AutomationPoliciesListAnswer>
    /**
     * Read a policy and its history. With the payees as they are now, and the digest that an opt-in would have to
     * name.
     */
    read(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadAnswer>
    /**
     * Withdraw a policy. Ends it at once and for good, from either side. Repeating it changes nothing. Payments that
     * the wallet has claimed go on; the others can no longer be claimed.
     */
    withdraw(policy_id: string, options?: CallOptions): Call<AutomationPoliciesWithdrawAnswer>
    /**
     * Give the user's consent. By the wallet, for exactly the terms that `policy_digest` names: they hold from then
     * on, and where each recipient is paid is pinned. With the digest of `proposed`, those terms replace the ones in
     * force. A device with a decision key signs. Consenting again to the terms in force renews the pins.
     */
    optIn(
      policy_id: string,
      input: AutomationPoliciesOptInInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesOptInAnswer>
    /**
     * Decline or take back a proposal. By the wallet, which declines it, or by the project, which takes it back. The
     * terms in force stay. `version` is that of the policy as it was read, so that nobody drops a proposal that they
     * have not seen. Repeating it changes nothing; once the user has agreed to it, it is refused.
     */
    dropProposal(
      policy_id: string,
      input: AutomationPoliciesDropProposalInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesDropProposalAnswer>
    /** Pause a policy. By the wallet. From then on the agent must ask; what already waits to be signed asks too. */
    pause(policy_id: string, options?: CallOptions): Call<AutomationPoliciesPauseAnswer>
    /** Resume a paused policy. By the wallet, on the terms that it consented to. */
    resume(policy_id: string, options?: CallOptions): Call<AutomationPoliciesResumeAnswer>
    /**
     * Read what a policy has been used for. An amount counts from the moment a payment is created. A payment that ends
     * before the wallet has claimed it gives it back; one that was claimed never does. A transaction that is reported
     * after that counts again, beyond the limit too.
     */
    readUsage(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadUsageAnswer>
    /**
     * Ask what the policy would say. The same judge as for a payment, now or at a given time. Nothing is stored,
     * reserved or counted.
     */
    simulate(
      policy_id: string,
      input: AutomationPoliciesSimulateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSimulateAnswer>
    /**
     * Replay the past through the policy. Every agent intent of the policy's connection in the last days, through the
     * same judge, as though the policy had been in force: what passed, what asked, what it does not speak of. With
     * `terms`, the same for the policy changed so, and the difference. Nothing is stored. The lists hold 500 at most,
     * the counts everything.
     */
    backtest(
      policy_id: string,
      input: AutomationPoliciesBacktestInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesBacktestAnswer>
  }
  readonly agentPayments: {
    /**
     * List agent payments. Newest first: the project's for a key, the organization's for a session, the wallet's own
     * for a device. A key and a session also see what agents asked for in vain, in `refused_attempts`: a page holds
     * the newest of both together, each list newest first. Attempts are kept for 90 days, at most 10 a minute and 200
     * a day of a connection; the rest are counted in `not_kept`.
     */
    list(input?: AgentPaymentsListInput, options?: CallOptions): Pages<AgentPayment, AgentPaymentsListAnswer>
    /** Read an agent payment. With its authoritative status and its history. */
    read(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadAnswer>
    /**
     * Report a status transition. By the wallet. `approved` is the claim that it must win before it signs: an agent
     * payment is judged once more by its policy as it is then, and what is beyond it is refused with 403
     * `HC_NC_5_HITL_REQUIRED`; the payment then waits until it expires or is canceled. Once claimed, nothing cancels
     * or expires it and its use is not given back. The same report again changes nothing and answers 200 (`repeated:
     * true`). A transaction named after the payment has ended (`expired`, `canceled`, `rejected`, `failed`) is kept as
     * evidence (`late: true`); so is one whose report is refused (`hash_kept: true` among the details). It moves
     * nothing, and counts against the policy.
     */
    reportStatus(
      agent_payment_id: string,
      input: AgentPaymentsReportStatusInput,
      options?: CallOptions,
    ): Call<AgentPaymentsReportStatusAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay here for as long as what they signed is to be checked. Keep it for five minutes, and ask
     * again when a `kid` is missing. Do not trust a key because it stands here: whoever is between you and the service
     * could have put it there. Pin the thumbprint (RFC 7638) of a key that you learned in another way, and accept
     * another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you trust
     * already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk, not_before}`,
     * where `issuer` is the address of the service and `jwk` every other member of the new key. Each key has `purpose`
     * `facts`, and `valid_from` where the service was told it.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Looks at nothing but the process itself. */
    read(options?: CallOptions): Call<HealthReadAnswer>
    /**
     * Can this process take calls. Ready when the database answers and has every migration. Wake-ups over NATS are
     * reported but never decisive: without them events are only later, never lost. Not ready answers 503.
     */
    ready(options?: CallOptions): Call<HealthReadyAnswer>
    /** This document. OpenAPI 3.1. */
    openapi(options?: CallOptions): Call<HealthOpenapiAnswer>
  }
}

export interface ProjectOperations {
  readonly agentPaymentEvents: {
    /**
     * Poll the project's agent payments. What happens to the agent payments of this project. Events after `since`, in
     * order and without gaps, by a cursor of this feed. An item is what a webhook says, with its `cursor` and
     * `event_id`, which is the `webhook-id`. With `wait`, an answer without events is held back until one comes or the
     * seconds are over; it may come earlier, so ask again.
     */
    list(input?: AgentPaymentEventsListInput, options?: CallOptions): Call<AgentPaymentEventsListAnswer>
  }
  readonly automationPolicies: {
    /**
     * Propose a policy. For one connection and one asset. With all four thresholds it awaits the wallet's consent,
     * else it is a draft. It permits nothing before the user has opted in. With a session, `project_id` says whose it
     * is.
     */
    create(input: AutomationPoliciesCreateInput, options?: CallOptions): Call<AutomationPoliciesCreateAnswer>
    /**
     * List policies. Newest first: the project's for a key, the organization's for a session, the wallet's own for a
     * device.
     */
    list(
      input?: AutomationPoliciesListInput,
      options?: CallOptions,
    ): Pages<AutomationPolicy, AutomationPoliciesListAnswer>
    /**
     * Read a policy and its history. With the payees as they are now, and the digest that an opt-in would have to
     * name.
     */
    read(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadAnswer>
    /**
     * Change a policy. What narrows holds at once. Once the user has consented, a change that widens any threshold is
     * a proposal as a whole: it stands in `proposed`, and the terms in force stay until the wallet consents to it.
     * There is one proposal at a time: the next change of a threshold replaces or drops it. Connection, network and
     * asset stay.
     */
    update(
      policy_id: string,
      input: AutomationPoliciesUpdateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesUpdateAnswer>
    /**
     * Withdraw a policy. Ends it at once and for good, from either side. Repeating it changes nothing. Payments that
     * the wallet has claimed go on; the others can no longer be claimed.
     */
    withdraw(policy_id: string, options?: CallOptions): Call<AutomationPoliciesWithdrawAnswer>
    /**
     * Decline or take back a proposal. By the wallet, which declines it, or by the project, which takes it back. The
     * terms in force stay. `version` is that of the policy as it was read, so that nobody drops a proposal that they
     * have not seen. Repeating it changes nothing; once the user has agreed to it, it is refused.
     */
    dropProposal(
      policy_id: string,
      input: AutomationPoliciesDropProposalInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesDropProposalAnswer>
    /**
     * Read what a policy has been used for. An amount counts from the moment a payment is created. A payment that ends
     * before the wallet has claimed it gives it back; one that was claimed never does. A transaction that is reported
     * after that counts again, beyond the limit too.
     */
    readUsage(policy_id: string, options?: CallOptions): Call<AutomationPoliciesReadUsageAnswer>
    /**
     * Ask what the policy would say. The same judge as for a payment, now or at a given time. Nothing is stored,
     * reserved or counted.
     */
    simulate(
      policy_id: string,
      input: AutomationPoliciesSimulateInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesSimulateAnswer>
    /**
     * Replay the past through the policy. Every agent intent of the policy's connection in the last days, through the
     * same judge, as though the policy had been in force: what passed, what asked, what it does not speak of. With
     * `terms`, the same for the policy changed so, and the difference. Nothing is stored. The lists hold 500 at most,
     * the counts everything.
     */
    backtest(
      policy_id: string,
      input: AutomationPoliciesBacktestInput,
      options?: CallOptions,
    ): Call<AutomationPoliciesBacktestAnswer>
  }
  readonly agentPayments: {
    /**
     * Create a payment intent. It pays nothing: the wallet claims it and signs, or asks its user. An `agent` intent
     * must be within a policy that the user has opted into: the one that `policy_id` names, else the newest in force
     * of this connection and asset. Beyond it, the answer is 403 with every threshold that does not hold and, in
     * `next_action`, the call to send instead. Needs an idempotency key, in `Idempotency-Key`, `X-Idempotency-Key` or
     * the body; it is unique per project forever, and a replay answers with the payment as it is now and
     * `Idempotency-Replayed: true`.
     */
    create(input: AgentPaymentsCreateInput, options?: KeyedCallOptions): Call<AgentPaymentsCreateAnswer>
    /**
     * List agent payments. Newest first: the project's for a key, the organization's for a session, the wallet's own
     * for a device. A key and a session also see what agents asked for in vain, in `refused_attempts`: a page holds
     * the newest of both together, each list newest first. Attempts are kept for 90 days, at most 10 a minute and 200
     * a day of a connection; the rest are counted in `not_kept`.
     */
    list(input?: AgentPaymentsListInput, options?: CallOptions): Pages<AgentPayment, AgentPaymentsListAnswer>
    /** Read an agent payment. With its authoritative status and its history. */
    read(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsReadAnswer>
    /**
     * Read a refused attempt. What an agent asked for beyond its policy, every threshold beside it, and the call that
     * asks a person.
     */
    readRefused(refused_attempt_id: string, options?: CallOptions): Call<AgentPaymentsReadRefusedAnswer>
    /**
     * Cancel an agent payment. While it is `intent_created`: what the wallet has claimed can no longer be canceled.
     * Repeating it changes nothing.
     */
    cancel(agent_payment_id: string, options?: CallOptions): Call<AgentPaymentsCancelAnswer>
  }
  readonly factsKeys: {
    /**
     * Keys that payment facts are signed with. A JWK set (RFC 7517) of Ed25519 public keys. `facts_jws` names its key
     * by `kid`; keys stay here for as long as what they signed is to be checked. Keep it for five minutes, and ask
     * again when a `kid` is missing. Do not trust a key because it stands here: whoever is between you and the service
     * could have put it there. Pin the thumbprint (RFC 7638) of a key that you learned in another way, and accept
     * another key only with its `endorsement_jws`: a JWS (`typ` `svc-key-endorsement+jws`) by a key that you trust
     * already, over the canonical JSON (RFC 8785) of `{type: "svc.key_endorsement.v1", issuer, jwk, not_before}`,
     * where `issuer` is the address of the service and `jwk` every other member of the new key. Each key has `purpose`
     * `facts`, and `valid_from` where the service was told it.
     */
    read(options?: CallOptions): Call<FactsKeysReadAnswer>
  }
  readonly health: {
    /** Is the process alive. Looks at nothing but the process itself. */
    read(options?: CallOptions): Call<HealthReadAnswer>
    /**
     * Can this process take calls. Ready when the database answers and has every migration. Wake-ups over NATS are
     * reported but never decisive: without them events are only later, never lost. Not ready answers 503.
     */
    ready(options?: CallOptions): Call<HealthReadyAnswer>
    /** This document. OpenAPI 3.1. */
    openapi(options?: CallOptions): Call<HealthOpenapiAnswer>
  }
}

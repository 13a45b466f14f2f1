// Made by `npm run generate`; do not edit.
/** The input and the answer of each call, by operation. */
import type {
  Account,
  Agent,
  AgentCredential,
  AgentPayment,
  AgentPaymentFeedEvent,
  ApiKey,
  AuditEvent,
  AuditHead,
  AutomationPolicy,
  AutomationPolicyFeedEvent,
  ConnectInvitation,
  ConnectInvitationFeedEvent,
  Connection,
  ConnectionFeedEvent,
  CoolingOff,
  Device,
  DeviceKey,
  DomainChallenge,
  DomainCheck,
  DomainLook,
  Evidence,
  FoundPayee,
  LedgerEvidence,
  ListedRecipient,
  Member,
  MemberInvitation,
  Merchant,
  MerchantChoice,
  MerchantDomain,
  MerchantDomainFeedEvent,
  MerchantFeedEvent,
  MerchantKey,
  MerchantSession,
  Network,
  Overview,
  PairingSession,
  Passkey,
  PayableRecipient,
  Payee,
  PayeeApproval,
  PayeeChange,
  PayeeChangeApprovals,
  PayeeFinding,
  PayeeOpening,
  PaymentAuthorization,
  PaymentEvent,
  PaymentRequest,
  PaymentRequestFeedEvent,
  PaymentStatus,
  PolicyVerdict,
  Project,
  ProofChallenge,
  PushSubscription,
  Rail,
  Recipient,
  RecipientFeedEvent,
  RecipientVersion,
  RefusedAttempt,
  ReplayOfPolicy,
  Scope,
  SearchHit,
  Service,
  TransactionContext,
  UsedAutomationPolicy,
  UsedRecipientVersion,
  WebhookCounts,
  WebhookDelivery,
  WebhookEndpoint,
} from './records.ts'

/** Given to `merchant_accounts.register`. */
export interface MerchantAccountsRegisterInput {
  /** where the sign-in link is sent */
  readonly email: string
  /**
   * binds the link to your browser or program: it then works only with the cookie that this answer sets, or with
   * `code`, so a mail scanner can’t use it up
   */
  readonly bind?: boolean | undefined
}

/** Answered by `merchant_accounts.register`. */
export interface MerchantAccountsRegisterAnswer {
  /** what happens next, for people */
  readonly message: string
  /** seconds that the link will be valid */
  readonly expires_in: number
  /** only with `bind`: typed where the link is opened in another browser */
  readonly code?: string
}

/** Given to `merchant_accounts.verify_email`. */
export interface MerchantAccountsVerifyEmailInput {
  /** from the fragment of the link */
  readonly token: string
  /** for a link that is bound, where the cookie is missing: the code that was shown */
  readonly code?: string | undefined
}

/** Answered by `merchant_accounts.verify_email`. */
export interface MerchantAccountsVerifyEmailAnswer {
  readonly account: Account
  /** the organizations that the account may open */
  readonly merchant_choices: readonly MerchantChoice[]
  /** single-use; for a session or a new organization */
  readonly grant: string
  /** until when the grant can be used; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Given to `merchants.create`. */
export interface MerchantsCreateInput {
  /** single-use, from the step before */
  readonly grant: string
  /** the organization's name, as payers will see it */
  readonly name: string
}

/** Answered by `merchants.create`. */
export interface MerchantsCreateAnswer {
  readonly merchant: Merchant
  /** single-use; spend it on POST /v1/merchant-sessions */
  readonly grant: string
  /** until when the grant can be used; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Answered by `merchants.read`. */
export interface MerchantsReadAnswer {
  readonly merchant: Merchant
  readonly cooling_off: CoolingOff
  readonly payee_change_approvals: PayeeChangeApprovals
}

/** Given to `merchants.list`. */
export interface MerchantsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `merchants.list`. */
export interface MerchantsListAnswer {
  /** the page, in the order that the operation names */
  readonly merchants: readonly Merchant[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Given to `merchants.update`. */
export interface MerchantsUpdateInput {
  /** the new name */
  readonly name?: string | undefined
  /** the version that was read; a stale one is refused */
  readonly version?: number | undefined
  /** how long new addresses wait, in seconds */
  readonly cooling_off_s?: number | undefined
  /** how many people a change of payees needs */
  readonly approvals?: number | undefined
  /** `stopped` suspends all agents, `active` undoes that */
  readonly agents?: 'active' | 'stopped' | undefined
}

/** Answered by `merchants.update`. */
export interface MerchantsUpdateAnswer {
  readonly merchant: Merchant
  readonly cooling_off: CoolingOff
  readonly payee_change_approvals: PayeeChangeApprovals
}

/** Given to `merchant_sessions.open`. */
export interface MerchantSessionsOpenInput {
  /** single-use, from the step before */
  readonly grant: string
  /** from `merchant_choices` */
  readonly choice?: string | undefined
  /** how the session is kept; `cookie` if left out */
  readonly transport?: 'cookie' | 'bearer' | undefined
}

/** Answered by `merchant_sessions.open`. */
export interface MerchantSessionsOpenAnswer {
  readonly merchant: Merchant
  /** send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session */
  readonly csrf_token: string | null
  /** only for a bearer session; shown once */
  readonly session_token?: string
  /** when the session ends at the latest; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Answered by `merchant_sessions.read_current`. */
export interface MerchantSessionsReadCurrentAnswer {
  readonly merchant: Merchant
  readonly account: Account
  readonly session: MerchantSession
  /**
   * `owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and
   * their keys; `viewer`: reads
   */
  readonly role: 'viewer' | 'developer' | 'admin' | 'owner'
  /** send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session */
  readonly csrf_token: string | null
  /** when the session ends at the latest; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Answered by `merchant_sessions.switch`. */
export interface MerchantSessionsSwitchAnswer {
  readonly merchant: Merchant
  /** send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session */
  readonly csrf_token: string | null
  /** only for a bearer session; shown once */
  readonly session_token?: string
  /** when the session ends at the latest; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Given to `merchant_sessions.list`. */
export interface MerchantSessionsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `merchant_sessions.list`. */
export interface MerchantSessionsListAnswer {
  /** the page, in the order that the operation names */
  readonly merchant_sessions: readonly MerchantSession[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `merchant_sessions.close`. */
export interface MerchantSessionsCloseAnswer {
  /** how many sessions were ended */
  readonly closed: number
}

/** Answered by `merchant_sessions.send_step_up_code`. */
export interface MerchantSessionsSendStepUpCodeAnswer {
  /** seconds that the code will be valid */
  readonly expires_in: number
}

/** Given to `merchant_sessions.step_up`. */
export interface MerchantSessionsStepUpInput {
  /** what `navigator.credentials.get()` gave, in base64url */
  readonly assertion?:
    | {
        /** `rawId` of the credential */
        readonly credential_id: string
        /** `response.clientDataJSON` */
        readonly client_data: string
        /** `response.authenticatorData` */
        readonly authenticator_data: string
        /** `response.signature` */
        readonly signature: string
      }
    | undefined
  /** from the mail */
  readonly code?: string | undefined
}

/** Answered by `merchant_sessions.step_up`. */
export interface MerchantSessionsStepUpAnswer {
  readonly session: MerchantSession
}

/** Given to `merchant_keys.create`. */
export interface MerchantKeysCreateInput {
  /** such as the server that uses it */
  readonly name: string
  /** what the key may do; give it no more than its server needs */
  readonly scopes: readonly (
    | 'payment_requests:read'
    | 'webhooks:manage'
    | 'connections:manage'
    | 'recipients:read'
    | 'audit:read'
  )[]
  /** when it stops by itself; left out, it works until it is revoked */
  readonly expires_at?: string | undefined
}

/** Answered by `merchant_keys.create`. */
export interface MerchantKeysCreateAnswer {
  readonly merchant_key: MerchantKey
  /** the key itself, shown this once */
  readonly secret: string
}

/** Given to `merchant_keys.list`. */
export interface MerchantKeysListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `merchant_keys.list`. */
export interface MerchantKeysListAnswer {
  /** the page, in the order that the operation names */
  readonly merchant_keys: readonly MerchantKey[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `merchant_keys.revoke`. */
export interface MerchantKeysRevokeAnswer {
  readonly merchant_key: MerchantKey
}

/** Given to `passkeys.create_challenge`. */
export interface PasskeysCreateChallengeInput {
  /** what the answer is for */
  readonly purpose: 'register' | 'step_up'
}

/** Answered by `passkeys.create_challenge`. */
export interface PasskeysCreateChallengeAnswer {
  /** what the passkey signs, once; base64url */
  readonly challenge: string
  /** the relying party id */
  readonly rp_id: string
  /** until when it can be answered; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /** `user.id` for a new passkey; base64url */
  readonly user_handle: string
  /** `user.name` for a new passkey */
  readonly user_name: string
  /** your passkeys: those to exclude when registering, those to allow when confirming */
  readonly credential_ids: readonly string[]
}

/** Given to `passkeys.register`. */
export interface PasskeysRegisterInput {
  /** how you call it */
  readonly name: string
  /** what `navigator.credentials.create()` gave, in base64url */
  readonly attestation: {
    /** `rawId` of the credential */
    readonly credential_id: string
    /** `response.clientDataJSON` */
    readonly client_data: string
    /** `response.attestationObject` */
    readonly attestation_object: string
    /** `response.getTransports()` */
    readonly transports?:
      | readonly ('ble' | 'cable' | 'hybrid' | 'internal' | 'nfc' | 'smart-card' | 'usb')[]
      | undefined
  }
}

/** Answered by `passkeys.register`. */
export interface PasskeysRegisterAnswer {
  readonly passkey: Passkey
}

/** Given to `passkeys.list`. */
export interface PasskeysListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `passkeys.list`. */
export interface PasskeysListAnswer {
  /** the page, in the order that the operation names */
  readonly passkeys: readonly Passkey[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `passkeys.remove`. */
export interface PasskeysRemoveAnswer {
  readonly passkey: Passkey
}

/** Answered by `passkeys.create_sign_in_challenge`. */
export interface PasskeysCreateSignInChallengeAnswer {
  /** what the passkey signs, once; base64url */
  readonly challenge: string
  /** the relying party id */
  readonly rp_id: string
  /** until when it can be answered; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Given to `passkeys.sign_in`. */
export interface PasskeysSignInInput {
  /** what `navigator.credentials.get()` gave, in base64url */
  readonly assertion: {
    /** `rawId` of the credential */
    readonly credential_id: string
    /** `response.clientDataJSON` */
    readonly client_data: string
    /** `response.authenticatorData` */
    readonly authenticator_data: string
    /** `response.signature` */
    readonly signature: string
  }
}

/** Answered by `passkeys.sign_in`. */
export interface PasskeysSignInAnswer {
  readonly account: Account
  /** the organizations that the account may open */
  readonly merchant_choices: readonly MerchantChoice[]
  /** single-use; for a session or a new organization */
  readonly grant: string
  /** until when the grant can be used; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Given to `members.list`. */
export interface MembersListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `members.list`. */
export interface MembersListAnswer {
  /** the page, in the order that the operation names */
  readonly members: readonly Member[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Given to `members.update`. */
export interface MembersUpdateInput {
  /**
   * `owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and
   * their keys; `viewer`: reads
   */
  readonly role: 'viewer' | 'developer' | 'admin' | 'owner'
}

/** Answered by `members.update`. */
export interface MembersUpdateAnswer {
  readonly member: Member
}

/** Answered by `members.remove`. */
export interface MembersRemoveAnswer {
  /** the person is out */
  readonly removed: true
}

/** Given to `member_invitations.create`. */
export interface MemberInvitationsCreateInput {
  /** where the sign-in link is sent */
  readonly email: string
  /**
   * `owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and
   * their keys; `viewer`: reads
   */
  readonly role: 'viewer' | 'developer' | 'admin' | 'owner'
}

/** Answered by `member_invitations.create`. */
export interface MemberInvitationsCreateAnswer {
  readonly member_invitation: MemberInvitation
}

/** Given to `member_invitations.list`. */
export interface MemberInvitationsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `member_invitations.list`. */
export interface MemberInvitationsListAnswer {
  /** the page, in the order that the operation names */
  readonly member_invitations: readonly MemberInvitation[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `member_invitations.withdraw`. */
export interface MemberInvitationsWithdrawAnswer {
  readonly member_invitation: MemberInvitation
}

/** Given to `merchant_domains.register`. */
export interface MerchantDomainsRegisterInput {
  /** exact host name: no wildcard, no address, no public suffix */
  readonly domain: string
  /** `dns`, the default: a TXT record; `https`: a file on the site */
  readonly method?: 'dns' | 'https' | undefined
}

/** Answered by `merchant_domains.register`. */
export interface MerchantDomainsRegisterAnswer {
  readonly domain: MerchantDomain
  readonly challenge: DomainChallenge
}

/** Given to `merchant_domains.list`. */
export interface MerchantDomainsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `merchant_domains.list`. */
export interface MerchantDomainsListAnswer {
  /** the page, in the order that the operation names */
  readonly domains: readonly MerchantDomain[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `merchant_domains.read`. */
export interface MerchantDomainsReadAnswer {
  readonly domain: MerchantDomain
  readonly challenge: DomainChallenge
  /** what the last check found; a check that fails changes nothing of the domain */
  readonly last_check: DomainLook | null
  /** about when we look again by ourselves; null where we do not */
  readonly next_check_at: string | null
  /** how many payees serve, or are about to, because this domain vouches for them */
  readonly payees_affected: number
}

/** Answered by `merchant_domains.verify`. */
export interface MerchantDomainsVerifyAnswer {
  readonly domain: MerchantDomain
  /** what each place answered */
  readonly checks: readonly DomainCheck[]
  /** of the organization, after this */
  readonly merchant_status: string
}

/** Answered by `merchant_domains.remove`. */
export interface MerchantDomainsRemoveAnswer {
  /** it is gone */
  readonly removed: true
  /** how many payees no longer serve */
  readonly payees_suspended: number
  /** of the organization, from now on */
  readonly merchant_status: string
}

/** Given to `recipients.create`. */
export interface RecipientsCreateInput {
  /** the payee, as payers will see it */
  readonly name: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly address: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo?: string | undefined
  /** contract of the token, where the asset is one */
  readonly contract?: string | undefined
  /** issuer of the asset, where it has one */
  readonly issuer?: string | undefined
  /**
   * whether payments carry the digest of their facts, so that the ledger shows which request each one pays.
   * `memo_hash` or `authorization_nonce`, whichever the network can, where there is no `memo`; `none` turns it off,
   * for payees that must be paid without
   */
  readonly reference?: 'memo_hash' | 'authorization_nonce' | 'none' | undefined
}

/** Answered by `recipients.create`. */
export interface RecipientsCreateAnswer {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
}

/** Given to `recipients.list`. */
export interface RecipientsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `recipients.list`. */
export interface RecipientsListAnswer {
  /** the page, in the order that the operation names */
  readonly recipients: readonly ListedRecipient[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `recipients.read`. */
export interface RecipientsReadAnswer {
  readonly recipient: Recipient
  /** the version that new requests pay; null until one is activated */
  readonly active_version: RecipientVersion | null
}

/** Given to `recipients.add_version`. */
export interface RecipientsAddVersionInput {
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly address: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo?: string | undefined
  /** contract of the token, where the asset is one */
  readonly contract?: string | undefined
  /** issuer of the asset, where it has one */
  readonly issuer?: string | undefined
  /**
   * whether payments carry the digest of their facts, so that the ledger shows which request each one pays.
   * `memo_hash` or `authorization_nonce`, whichever the network can, where there is no `memo`; `none` turns it off,
   * for payees that must be paid without
   */
  readonly reference?: 'memo_hash' | 'authorization_nonce' | 'none' | undefined
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `recipients.add_version`. */
export interface RecipientsAddVersionAnswer {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
}

/** Given to `recipients.list_versions`. */
export interface RecipientsListVersionsInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `recipients.list_versions`. */
export interface RecipientsListVersionsAnswer {
  /** the page, in the order that the operation names */
  readonly recipient_versions: readonly UsedRecipientVersion[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `recipients.read_version`. */
export interface RecipientsReadVersionAnswer {
  readonly recipient_version: UsedRecipientVersion
  /** newest first, at most 100 */
  readonly evidence: readonly Evidence[]
  /** what a recall would stop */
  readonly recall: {
    /** pending requests; a recall fails them */
    readonly pending: number
    /** requests that are signed or broadcasted: a recall comes too late */
    readonly under_way: number
  }
}

/** Given to `recipients.verify`. */
export interface RecipientsVerifyInput {
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** what kind of proof is asked for */
  readonly type: 'domain_proof'
  /** the domain that vouches */
  readonly source_id: string
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `recipients.verify`. */
export interface RecipientsVerifyAnswer {
  readonly evidence: Evidence
  readonly recipient: Recipient
}

/** Given to `recipients.activate_version`. */
export interface RecipientsActivateVersionInput {
  /** id of the evidence: `evd_` and 26 characters of lower-case Crockford base32 */
  readonly evidence_id: string
  /** copy it from the evidence, so that you activate what was verified */
  readonly evidence_digest: string
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `recipients.activate_version`. */
export interface RecipientsActivateVersionAnswer {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
}

/** Given to `recipients.update`. */
export interface RecipientsUpdateInput {
  /** the payee, as payers will see it */
  readonly name?: string | undefined
  /** the version that was read; a stale one is refused */
  readonly version?: number | undefined
  /** ends the recipient with all its versions */
  readonly status?: 'retired' | undefined
}

/** Answered by `recipients.update`. */
export interface RecipientsUpdateAnswer {
  readonly recipient: Recipient
}

/** Given to `recipients.stop_version`. */
export interface RecipientsStopVersionInput {
  /** how */
  readonly action: 'hold' | 'recall' | 'discard'
  /** `compromised`: somebody else can get at it; `mistake`: it was never the right one */
  readonly reason?: 'compromised' | 'mistake' | undefined
  /** why you hold it, for the audit log and for who activated it */
  readonly note?: string | undefined
}

/** Answered by `recipients.stop_version`. */
export interface RecipientsStopVersionAnswer {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
}

/** Given to `recipients.list_approvals`. */
export interface RecipientsListApprovalsInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `recipients.list_approvals`. */
export interface RecipientsListApprovalsAnswer {
  /** the page, in the order that the operation names */
  readonly approvals: readonly PayeeApproval[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Given to `recipients.approve_version`. */
export interface RecipientsApproveVersionInput {
  /** id of the evidence: `evd_` and 26 characters of lower-case Crockford base32 */
  readonly evidence_id: string
  /** copy it from the evidence, so that you activate what was verified */
  readonly evidence_digest: string
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `recipients.approve_version`. */
export interface RecipientsApproveVersionAnswer {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
}

/** Given to `agents.create`. */
export interface AgentsCreateInput {
  /** as payers will see it beside the organization */
  readonly name: string
  /** what the agent runs on, such as a framework and its version */
  readonly runtime: string
  /** where its payments are made */
  readonly environment: 'testnet'
  /** the most that a wallet can be asked to grant this agent */
  readonly allowed_scopes: readonly Scope[]
}

/** Answered by `agents.create`. */
export interface AgentsCreateAnswer {
  readonly agent: Agent
}

/** Given to `agents.list`. */
export interface AgentsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `agents.list`. */
export interface AgentsListAnswer {
  /** the page, in the order that the operation names */
  readonly agents: readonly Agent[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `agents.read`. */
export interface AgentsReadAnswer {
  readonly agent: Agent
  /** newest first, at most 100, including revoked and expired ones */
  readonly credentials: readonly AgentCredential[]
  /** when it created its newest payment request, at most seconds behind; null if it never has */
  readonly last_asked_at: string | null
}

/** Given to `agents.update`. */
export interface AgentsUpdateInput {
  /** only an `active` agent obtains tokens; `retired` is final */
  readonly status?: 'draft' | 'active' | 'suspended' | 'retired' | undefined
  /** as payers will see it beside the organization */
  readonly name?: string | undefined
  /** the most that a wallet can be asked to grant this agent */
  readonly allowed_scopes?: readonly Scope[] | undefined
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `agents.update`. */
export interface AgentsUpdateAnswer {
  readonly agent: Agent
}

/** Given to `agent_credentials.register`. */
export interface AgentCredentialsRegisterInput {
  /** names the key in assertions */
  readonly kid: string
  /** the algorithm of the key */
  readonly alg: 'Ed25519'
  /**
   * The raw 32 bytes in base64url without padding, or a JWK with exactly `kty: "OKP"`, `crv: "Ed25519"` and `x`.
   * Never a private key.
   */
  readonly public_key: string | Readonly<Record<string, unknown>>
  /** RFC 3339; default now */
  readonly not_before?: string | undefined
  /** RFC 3339; in the future, after `not_before`, and at most 400 days from now and from `not_before` */
  readonly expires_at: string
}

/** Answered by `agent_credentials.register`. */
export interface AgentCredentialsRegisterAnswer {
  readonly credential: AgentCredential
  readonly proof_challenge: ProofChallenge
}

/** Given to `agent_credentials.activate`. */
export interface AgentCredentialsActivateInput {
  /** from `proof_challenge` */
  readonly challenge: string
  /** Ed25519 (RFC 8032) over the UTF-8 bytes of the challenge: 64 bytes in base64url, no padding */
  readonly signature: string
}

/** Answered by `agent_credentials.activate`. */
export interface AgentCredentialsActivateAnswer {
  readonly credential: AgentCredential
}

/** Answered by `agent_credentials.revoke`. */
export interface AgentCredentialsRevokeAnswer {
  readonly credential: AgentCredential
}

/** Given to `agent_auth.token`. */
export interface AgentAuthTokenInput {
  /** a signed JWT, compact */
  readonly assertion: string
}

/** Answered by `agent_auth.token`. */
export interface AgentAuthTokenAnswer {
  /** send it as `Authorization: Bearer`; shown once */
  readonly agent_token: string
  /** how the token is sent */
  readonly token_type: 'Bearer'
  /** seconds until the token ends */
  readonly expires_in: number
}

/** Given to `devices.register`. */
export interface DevicesRegisterInput {
  /** as the user knows the device */
  readonly name: string
  /** what the wallet runs on */
  readonly platform: 'ios' | 'android' | 'web' | 'desktop' | 'other'
  /** Ed25519: the raw 32 bytes in base64url without padding. Never a private key. */
  readonly public_key?: string | undefined
}

/** Answered by `devices.register`. */
export interface DevicesRegisterAnswer {
  readonly device: Device
  /** shown once; keep it where the platform keeps secrets */
  readonly token: string
}

/** Answered by `devices.read_current`. */
export interface DevicesReadCurrentAnswer {
  readonly device: Device
  /** newest first, replaced and revoked ones included; at most one is active */
  readonly device_keys: readonly DeviceKey[]
  /**
   * subscribe with this key: an uncompressed P-256 point in base64url. Null where this service sends no push
   * messages
   */
  readonly application_server_key: string | null
  /** the one of this device; null if it has none */
  readonly push_subscription: PushSubscription | null
  /** since when the wallet is stopped; null while it is not */
  readonly stopped_at: string | null
  /** of this wallet: this device and those linked to it, the first one first. Removed ones are left out */
  readonly devices: readonly Device[]
}

/** Answered by `devices.rotate_token`. */
export interface DevicesRotateTokenAnswer {
  readonly device: Device
  /** shown once; keep it where the platform keeps secrets */
  readonly token: string
}

/** Answered by `devices.revoke`. */
export interface DevicesRevokeAnswer {
  readonly device: Device
  /** connections that ended with the device */
  readonly connections_ended: number
}

/** Answered by `devices.create_key_challenge`. */
export interface DevicesCreateKeyChallengeAnswer {
  /** goes into the proof as it is */
  readonly challenge: string
  /** until when it can be used; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Given to `devices.add_key`. */
export interface DevicesAddKeyInput {
  /**
   * a JWK: `{kty: "OKP", crv: "Ed25519", x}` or `{kty: "EC", crv: "P-256", x, y}`, and no other members. Never a
   * private key.
   */
  readonly public_key: Readonly<Record<string, unknown>>
  /** signed by the new key */
  readonly proof_jws: string
  /** the same payload, signed by the key that the device has now */
  readonly previous_jws?: string | undefined
}

/** Answered by `devices.add_key`. */
export interface DevicesAddKeyAnswer {
  readonly device_key: DeviceKey
}

/** Answered by `devices.revoke_key`. */
export interface DevicesRevokeKeyAnswer {
  readonly device_key: DeviceKey
}

/** Given to `devices.create_link_code`. */
export interface DevicesCreateLinkCodeInput {
  /** signed by the key of this device, now */
  readonly link_jws?: string | undefined
}

/** Answered by `devices.create_link_code`. */
export interface DevicesCreateLinkCodeAnswer {
  /** to be typed or scanned; shown once */
  readonly code: string
  /** the same as a link or QR code */
  readonly link_uri: string
  /** until when it can be used; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

/** Given to `devices.link`. */
export interface DevicesLinkInput {
  /** case and separators do not matter */
  readonly code: string
  /** signed by the key of this device, now */
  readonly link_jws?: string | undefined
}

/** Answered by `devices.link`. */
export interface DevicesLinkAnswer {
  readonly device: Device
}

/** Given to `devices.set_push_subscription`. */
export interface DevicesSetPushSubscriptionInput {
  /** the address at the push service; https, a public host, port 443 */
  readonly endpoint: string
  /** what messages are encrypted with */
  readonly keys: {
    /** the device's P-256 public key: 65 bytes, uncompressed */
    readonly p256dh: string
    /** the shared secret: 16 bytes */
    readonly auth: string
  }
  /** the key that you subscribed with, from devices.read_current */
  readonly application_server_key: string
}

/** Answered by `devices.set_push_subscription`. */
export interface DevicesSetPushSubscriptionAnswer {
  /**
   * subscribe with this key: an uncompressed P-256 point in base64url. Null where this service sends no push
   * messages
   */
  readonly application_server_key: string | null
  /** the one of this device; null if it has none */
  readonly push_subscription: PushSubscription | null
}

/** Answered by `devices.delete_push_subscription`. */
export interface DevicesDeletePushSubscriptionAnswer {
  /**
   * subscribe with this key: an uncompressed P-256 point in base64url. Null where this service sends no push
   * messages
   */
  readonly application_server_key: string | null
  /** the one of this device; null if it has none */
  readonly push_subscription: PushSubscription | null
}

/** Answered by `connect_keys.issue`. */
export interface ConnectKeysIssueAnswer {
  /** shown once */
  readonly connect_key: {
    /** to be typed or scanned; the last symbol checks the others */
    readonly key: string
    /** until when it can be claimed; UTC, RFC 3339 with milliseconds */
    readonly expires_at: string
  }
}

/** Given to `connect_invitations.claim`. */
export interface ConnectInvitationsClaimInput {
  /** as the user gave it; case and separators do not matter */
  readonly connect_key: string
  /** what the agent may do */
  readonly scopes: readonly Scope[]
}

/** Answered by `connect_invitations.claim`. */
export interface ConnectInvitationsClaimAnswer {
  readonly connect_invitation: ConnectInvitation
  /** opens this invitation alone; shown once */
  readonly claim_token: string
}

/** Given to `connect_invitations.enroll`. */
export interface ConnectInvitationsEnrollInput {
  /** as the user gave it; case and separators do not matter */
  readonly connect_key: string
  /** as the user will see it */
  readonly name: string
  /** what the agent runs on, such as a framework and its version */
  readonly runtime: string
  /** names the key in assertions */
  readonly kid: string
  /** the algorithm of the key */
  readonly alg: 'Ed25519'
  /** the raw 32 bytes in base64url without padding. Never a private key */
  readonly public_key: string
  /** what the agent may do */
  readonly scopes: readonly Scope[]
  /**
   * Ed25519 (RFC 8032) over canonical JSON (RFC 8785) of `type` (`svc.agent_enrollment.v1`), `aud` (the base address
   * of this service), and `connect_key`, `name`, `runtime`, `kid`, `public_key` and `scopes` as they are sent, the
   * texts in NFC: 64 bytes in base64url, no padding
   */
  readonly signature: string
}

/** Answered by `connect_invitations.enroll`. */
export interface ConnectInvitationsEnrollAnswer {
  /** id of the agent: `agt_` and 26 characters of lower-case Crockford base32 */
  readonly agent_id: string
  readonly connect_invitation: ConnectInvitation
  /** opens this invitation alone; shown once */
  readonly claim_token: string
}

/** Given to `connect_invitations.list`. */
export interface ConnectInvitationsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `connect_invitations.list`. */
export interface ConnectInvitationsListAnswer {
  /** the page, in the order that the operation names */
  readonly connect_invitations: readonly ConnectInvitation[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `connect_invitations.read`. */
export interface ConnectInvitationsReadAnswer {
  readonly connect_invitation: ConnectInvitation
}

/** Given to `connect_invitations.approve`. */
export interface ConnectInvitationsApproveInput {
  /** what the agent may do */
  readonly scopes: readonly Scope[]
  /**
   * whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a
   * device with an active key
   */
  readonly decision_signature?: 'optional' | 'required' | undefined
}

/** Answered by `connect_invitations.approve`. */
export interface ConnectInvitationsApproveAnswer {
  readonly connect_invitation: ConnectInvitation
}

/** Answered by `connect_invitations.reject`. */
export interface ConnectInvitationsRejectAnswer {
  readonly connect_invitation: ConnectInvitation
}

/** Answered by `connect_invitations.exchange`. */
export interface ConnectInvitationsExchangeAnswer {
  readonly connection: Connection
  /** shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `pairing.start`. */
export interface PairingStartInput {
  /** what the agent may do */
  readonly scopes: readonly Scope[]
}

/** Answered by `pairing.start`. */
export interface PairingStartAnswer {
  readonly pairing_session: PairingSession
  /** for the user to type; shown once */
  readonly code: string
  /** the same as a link or QR code */
  readonly pairing_uri: string
  /** two words that agent and wallet both show; the user approves only if they are the same */
  readonly check_phrase: string
}

/** Given to `pairing.read`. */
export interface PairingReadInput {
  /** case and separators do not matter */
  readonly code?: string | undefined
}

/** Answered by `pairing.read`. */
export interface PairingReadAnswer {
  readonly pairing_session: PairingSession
}

/** Given to `pairing.look_up`. */
export interface PairingLookUpInput {
  /** case and separators do not matter */
  readonly code: string
}

/** Answered by `pairing.look_up`. */
export interface PairingLookUpAnswer {
  readonly pairing_session: PairingSession
  /** two words that agent and wallet both show; the user approves only if they are the same */
  readonly check_phrase: string
}

/** Given to `pairing.approve`. */
export interface PairingApproveInput {
  /** case and separators do not matter */
  readonly code: string
  /** what the agent may do */
  readonly scopes: readonly Scope[]
  /**
   * whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a
   * device with an active key
   */
  readonly decision_signature?: 'optional' | 'required' | undefined
}

/** Answered by `pairing.approve`. */
export interface PairingApproveAnswer {
  readonly connection: Connection
  /** shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `pairing.reject`. */
export interface PairingRejectInput {
  /** case and separators do not matter */
  readonly code: string
}

/** Answered by `pairing.reject`. */
export interface PairingRejectAnswer {
  readonly pairing_session: PairingSession
}

/** Answered by `pairing.exchange`. */
export interface PairingExchangeAnswer {
  readonly connection: Connection
  /** shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `connections.list`. */
export interface ConnectionsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** for merchants: only the connections of this agent */
  readonly asked_by?: string | undefined
  /** for merchants: a `paused` one reads and creates nothing; `revoked` is final */
  readonly status?: 'active' | 'paused' | 'revoked' | undefined
}

/** Answered by `connections.list`. */
export interface ConnectionsListAnswer {
  /** the page, in the order that the operation names */
  readonly connections: readonly Connection[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
  /** for a merchant, how many there are, by status; whatever `status` the list is narrowed to */
  readonly counts?: {
    /** can ask */
    readonly active: number
    /** can read, and change nothing */
    readonly paused: number
    /** have ended */
    readonly revoked: number
  }
}

/** Given to `connections.list_recipients`. */
export interface ConnectionsListRecipientsInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `connections.list_recipients`. */
export interface ConnectionsListRecipientsAnswer {
  /** the page, in the order that the operation names */
  readonly recipients: readonly PayableRecipient[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `connections.read`. */
export interface ConnectionsReadAnswer {
  readonly connection: Connection
}

/** Given to `connections.update`. */
export interface ConnectionsUpdateInput {
  /** `paused` stops the agent, `active` resumes it */
  readonly status?: 'active' | 'paused' | undefined
  /** what the agent may do */
  readonly scopes?: readonly Scope[] | undefined
  /**
   * whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a
   * device with an active key
   */
  readonly decision_signature?: 'optional' | 'required' | undefined
  /** whether several rejections in a row pause the connection; off unless the user switches it on */
  readonly pause_after_rejections?: boolean | undefined
  /** by the key of the device; needed to stop requiring signatures */
  readonly change_jws?: string | undefined
}

/** Answered by `connections.update`. */
export interface ConnectionsUpdateAnswer {
  readonly connection: Connection
}

/** Answered by `connections.revoke`. */
export interface ConnectionsRevokeAnswer {
  readonly connection: Connection
}

/** Answered by `connections.rotate_token`. */
export interface ConnectionsRotateTokenAnswer {
  readonly connection: Connection
  /** shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `connections.stop_all`. */
export interface ConnectionsStopAllInput {
  /** by the key of the device; undoes the stop */
  readonly undo_jws?: string | undefined
}

/** Answered by `connections.stop_all`. */
export interface ConnectionsStopAllAnswer {
  /** since when the wallet is stopped; null while it is not */
  readonly stopped_at: string | null
}

/** Given to `transaction_contexts.create`. */
export interface TransactionContextsCreateInput {
  /** 1 to 160 printable characters, chosen by you or made here */
  readonly transaction_id?: string | undefined
  /** what the payment is for, in a few words */
  readonly title: string
  /** more about it */
  readonly summary?: string | undefined
  /** what it consists of */
  readonly line_items?:
    | readonly {
        /** what it is */
        readonly label: string
        /** how many */
        readonly quantity?: number | undefined
        /** shown as it is; nothing is calculated from it */
        readonly amount_text?: string | undefined
      }[]
    | undefined
  /** numbers and names that help to recognise the transaction, such as `{"order": "1042"}` */
  readonly references?: Readonly<Record<string, string>> | undefined
  /** BCP 47, of the words */
  readonly locale?: string | undefined
}

/** Answered by `transaction_contexts.create`. */
export interface TransactionContextsCreateAnswer {
  readonly transaction_context: TransactionContext
}

/** Given to `transaction_contexts.read`. */
export interface TransactionContextsReadInput {
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
  /** an earlier one; the latest if left out */
  readonly revision?: number | undefined
}

/** Answered by `transaction_contexts.read`. */
export interface TransactionContextsReadAnswer {
  readonly transaction_context: TransactionContext
}

/** Given to `payment_requests.create`. */
export interface PaymentRequestsCreateInput {
  /** of your choice, unique per connection; made by the service if left out */
  readonly request_id?: string | undefined
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** the rest is pinned from the recipient version */
  readonly payment: {
    /**
     * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
     * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
     * than the decimals of the asset.
     */
    readonly amount: string
  }
  /** who decides */
  readonly policy: {
    /** always: no request is paid without its user */
    readonly requires_user_approval: true
  }
  /** until when the user can decide; in 30 minutes if left out */
  readonly expires_at?: string | undefined
  /** instead of the header; unique per connection */
  readonly idempotency_key?: string | undefined
  /**
   * of the transaction context that the wallet shows: send the context first. Its latest revision is pinned; the
   * answer says `transaction_context: "missing"` where there is none
   */
  readonly transaction_id?: string | undefined
  /** words for the user, shown as said by the agent */
  readonly display?: Readonly<Record<string, unknown>> | undefined
  /** yours; the service only keeps it */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
  /**
   * what the payment is for, in the agent's words: the wallet shows it. On a network with `method: "evm.eip3009"`
   * the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`
   */
  readonly terms?:
    | {
        /** the call of an address that answered 402 */
        readonly kind: 'x402'
        /** the method of the call */
        readonly method: string
        /** the address of the call, as a URL parser writes it: https, without user name and fragment */
        readonly url: string
        /** SHA-256 of the body of the call, where it has one */
        readonly body_digest?: string | undefined
        /** what the seller says it is */
        readonly description?: string | undefined
        /** how long the seller waits for the payment, once it has the authorization */
        readonly timeout_s: number
        /** to whom the wallet hands what it signed */
        readonly seal: {
          /** X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included */
          readonly key: string
          /** Ed25519 public key of one of the agent's active credentials */
          readonly agent_key: string
          /**
           * Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address
           * of this service, `key`
           */
          readonly signature: string
        }
      }
    | undefined
}

/** Answered by `payment_requests.create`. */
export interface PaymentRequestsCreateAnswer {
  readonly payment_request: PaymentRequest
}

/** Given to `payment_requests.list`. */
export interface PaymentRequestsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** only these; repeat it for several */
  readonly status?: PaymentStatus | readonly PaymentStatus[] | undefined
  /** only requests of this connection */
  readonly connection_id?: string | undefined
  /** only requests to pay this recipient */
  readonly recipient_id?: string | undefined
  /**
   * for merchants: words that the title, ID, task or amount has, each from its beginning; or how the ID begins, or a
   * transaction hash. Looks at the newest 2,000 with the rarest of the words
   */
  readonly q?: string | undefined
  /** for merchants: only these, as the overview counts them; repeat it for several */
  readonly standing?:
    | 'pending'
    | 'under_way'
    | 'confirmed'
    | 'chain_observed'
    | 'merchant_accepted'
    | 'disputed'
    | 'unpaid'
    | 'rejected'
    | 'expired'
    | 'failed'
    | readonly (
        | 'pending'
        | 'under_way'
        | 'confirmed'
        | 'chain_observed'
        | 'merchant_accepted'
        | 'disputed'
        | 'unpaid'
        | 'rejected'
        | 'expired'
        | 'failed'
      )[]
    | undefined
  /**
   * for merchants: how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`,
   * the ledger shows a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided
   * that a payment without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger
   * disagree; `proven_unpaid`, the ledger has no such payment in the whole time window
   */
  readonly assurance?:
    | 'none'
    | 'wallet_reported'
    | 'chain_observed'
    | 'merchant_accepted'
    | 'disputed'
    | 'proven_unpaid'
    | undefined
  /** for merchants: requests whose `request_id` begins so */
  readonly request_id?: string | undefined
  /** for merchants: the agent's task, as in `metadata.task_ref` */
  readonly task_ref?: string | undefined
  /** for merchants: the agent that asked */
  readonly asked_by?: string | undefined
  /** for merchants: requests for which this transaction was named, late reports included */
  readonly transaction_hash?: string | undefined
  /** for merchants: at least this amount, in units of whatever asset the request is for */
  readonly amount_min?: string | undefined
  /** for merchants: at most this amount, in units of whatever asset the request is for */
  readonly amount_max?: string | undefined
  /** for merchants: created at or after this time */
  readonly created_from?: string | undefined
  /** for merchants: created before this time */
  readonly created_to?: string | undefined
}

/** Answered by `payment_requests.list`. */
export interface PaymentRequestsListAnswer {
  /** the page, in the order that the operation names */
  readonly payment_requests: readonly PaymentRequest[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
  /** for a merchant, how many requests match, counted up to 10000; on the first page only */
  readonly total?: number
  /** there are at least `total`, and maybe more */
  readonly total_is_capped?: boolean
}

/** Given to `payment_requests.read`. */
export interface PaymentRequestsReadInput {
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.read`. */
export interface PaymentRequestsReadAnswer {
  readonly payment_request: PaymentRequest
}

/** Answered by `payment_requests.cancel`. */
export interface PaymentRequestsCancelAnswer {
  readonly payment_request: PaymentRequest
}

/** Given to `payment_requests.report_status`. */
export interface PaymentRequestsReportStatusInput {
  /** what the wallet did or saw */
  readonly status: 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'rejected'
  /** needed from `broadcasted` on, and then fixed */
  readonly transaction_hash?: string | undefined
  /** why, where it failed or was rejected */
  readonly reason?: string | undefined
  /**
   * the transaction that you sign, as XDR without signatures; only with `signed` (of an agent payment, `approved`).
   * We compare it with the signed facts. It must be valid exactly until `expires_at`, in whole seconds, so that we
   * know when it can't be paid anymore. Leave it out if another wallet builds the transaction.
   */
  readonly unsigned_transaction?: string | undefined
  /**
   * this report signed with the active key of the device: a JWS (`typ` `svc-device-decision+jws`) over the canonical
   * JSON (RFC 8785) of `{type: "svc.device_decision.v2", aud, device_id, connection_id, request_id, facts_digest,
   * status, by, decided_at}`, with `transaction_hash` where the report names one. `aud` is the address of this
   * service, `by` is `person`, or `policy` with `policy_digest` where an agent payment was approved within a policy.
   * Needed where the connection says `decision_signature: "required"`
   */
  readonly decision_jws?: string | undefined
  /**
   * shows that the paying account means this request with `transaction_hash`: only this or a `payment.reference`
   * makes a payment `chain_observed`. Needs `transaction_hash`. Send it with any report, or later
   */
  readonly payer_proof?:
    | {
        /** the account that pays */
        readonly account: string
        /** the public key that signed: one whose signature the transaction carries, usually `account` itself */
        readonly signer: string
        /**
         * Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network,
         * `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53
         */
        readonly signature: string
        /** which operation of the transaction pays; `op/0` if left out */
        readonly place?: string | undefined
      }
    | undefined
  /**
   * whether you showed the payment to another wallet as a link or a code, which might then pay it. Once true, it
   * stays true
   */
  readonly handoff_shown?: boolean | undefined
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.report_status`. */
export interface PaymentRequestsReportStatusAnswer {
  readonly payment_request: PaymentRequest
  /** kept as evidence; the status did not change */
  readonly late: boolean
}

/** Given to `payment_requests.export`. */
export interface PaymentRequestsExportInput {
  /** `csv` (the default) for spreadsheets, `ndjson` for programs: one JSON record per line */
  readonly format?: 'csv' | 'ndjson' | undefined
  /** CSV only: the columns about the ledger, such as `assurance`; `include` is the default */
  readonly settlement?: 'include' | 'leave_out' | undefined
  /** only these; repeat it for several */
  readonly status?: PaymentStatus | readonly PaymentStatus[] | undefined
  /** only requests of this connection */
  readonly connection_id?: string | undefined
  /** only requests to pay this recipient */
  readonly recipient_id?: string | undefined
  /**
   * for merchants: words that the title, ID, task or amount has, each from its beginning; or how the ID begins, or a
   * transaction hash. Looks at the newest 2,000 with the rarest of the words
   */
  readonly q?: string | undefined
  /** for merchants: only these, as the overview counts them; repeat it for several */
  readonly standing?:
    | 'pending'
    | 'under_way'
    | 'confirmed'
    | 'chain_observed'
    | 'merchant_accepted'
    | 'disputed'
    | 'unpaid'
    | 'rejected'
    | 'expired'
    | 'failed'
    | readonly (
        | 'pending'
        | 'under_way'
        | 'confirmed'
        | 'chain_observed'
        | 'merchant_accepted'
        | 'disputed'
        | 'unpaid'
        | 'rejected'
        | 'expired'
        | 'failed'
      )[]
    | undefined
  /**
   * for merchants: how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`,
   * the ledger shows a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided
   * that a payment without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger
   * disagree; `proven_unpaid`, the ledger has no such payment in the whole time window
   */
  readonly assurance?:
    | 'none'
    | 'wallet_reported'
    | 'chain_observed'
    | 'merchant_accepted'
    | 'disputed'
    | 'proven_unpaid'
    | undefined
  /** for merchants: requests whose `request_id` begins so */
  readonly request_id?: string | undefined
  /** for merchants: the agent's task, as in `metadata.task_ref` */
  readonly task_ref?: string | undefined
  /** for merchants: the agent that asked */
  readonly asked_by?: string | undefined
  /** for merchants: requests for which this transaction was named, late reports included */
  readonly transaction_hash?: string | undefined
  /** for merchants: at least this amount, in units of whatever asset the request is for */
  readonly amount_min?: string | undefined
  /** for merchants: at most this amount, in units of whatever asset the request is for */
  readonly amount_max?: string | undefined
  /** for merchants: created at or after this time */
  readonly created_from?: string | undefined
  /** for merchants: created before this time */
  readonly created_to?: string | undefined
}

/** Given to `payment_requests.read_evidence`. */
export interface PaymentRequestsReadEvidenceInput {
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.read_evidence`. */
export interface PaymentRequestsReadEvidenceAnswer {
  readonly evidence: LedgerEvidence
}

/** Answered by `agent_payments.read_evidence`. */
export interface AgentPaymentsReadEvidenceAnswer {
  readonly evidence: LedgerEvidence
}

/** Given to `payment_requests.prove_payer`. */
export interface PaymentRequestsProvePayerInput {
  /** the transaction that paid */
  readonly transaction_hash: string
  /** the account that pays */
  readonly account: string
  /** the public key that signed: one whose signature the transaction carries, usually `account` itself */
  readonly signer: string
  /**
   * Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network,
   * `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53
   */
  readonly signature: string
  /** which operation of the transaction pays; `op/0` if left out */
  readonly place?: string | undefined
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.prove_payer`. */
export interface PaymentRequestsProvePayerAnswer {
  readonly payment_request: PaymentRequest
}

/** Given to `agent_payments.prove_payer`. */
export interface AgentPaymentsProvePayerInput {
  /** the transaction that paid */
  readonly transaction_hash: string
  /** the account that pays */
  readonly account: string
  /** the public key that signed: one whose signature the transaction carries, usually `account` itself */
  readonly signer: string
  /**
   * Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network,
   * `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53
   */
  readonly signature: string
  /** which operation of the transaction pays; `op/0` if left out */
  readonly place?: string | undefined
}

/** Answered by `agent_payments.prove_payer`. */
export type AgentPaymentsProvePayerAnswer = AgentPayment

/** Given to `payment_requests.accept_payment`. */
export interface PaymentRequestsAcceptPaymentInput {
  /** the one that `settlement.ledger_match` shows */
  readonly transaction_hash: string
  /** which connection, where two use the same `request_id` */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.accept_payment`. */
export interface PaymentRequestsAcceptPaymentAnswer {
  readonly payment_request: PaymentRequest
}

/** Given to `agent_payments.accept_payment`. */
export interface AgentPaymentsAcceptPaymentInput {
  /** the one that `settlement.ledger_match` shows */
  readonly transaction_hash: string
}

/** Answered by `agent_payments.accept_payment`. */
export type AgentPaymentsAcceptPaymentAnswer = AgentPayment

/** Answered by `recipients.read_ledger_findings`. */
export interface RecipientsReadLedgerFindingsAnswer {
  /** how many there were */
  readonly found: number
  /** newest first, at most 100 */
  readonly findings: readonly PayeeFinding[]
  /**
   * whether another organization's domain lists one of the addresses, too. It can't take your payments: what binds a
   * payment decides, not who lists the address
   */
  readonly shared_address: boolean
}

/** Given to `payment_requests.read_receipt`. */
export interface PaymentRequestsReadReceiptInput {
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.read_receipt`. */
export interface PaymentRequestsReadReceiptAnswer {
  /** save it byte for byte: a changed byte breaks it */
  readonly receipt: string
}

/** Answered by `agent_payments.read_receipt`. */
export interface AgentPaymentsReadReceiptAnswer {
  /** save it byte for byte: a changed byte breaks it */
  readonly receipt: string
}

/** Given to `events.list`. */
export interface EventsListInput {
  /** the last cursor seen; 0 is the start. A poll also takes `latest`, the end of the feed */
  readonly since?: number | 'latest' | undefined
  /** of a poll; default 100 */
  readonly limit?: number | undefined
  /** of a poll: seconds to wait for an event; default 0 */
  readonly wait?: number | undefined
  /**
   * `status`, the default: what changes the status of a request. `all`: also late reports and what the ledger shows,
   * which change none. The others keep their cursors, so some numbers are missing then
   */
  readonly changes?: 'status' | 'all' | undefined
}

/** Answered by `events.list`. */
export interface EventsListAnswer {
  /** in order, without gaps */
  readonly events: readonly PaymentEvent[]
  /** what to send as `since` next */
  readonly next_since: number
  /** there are more already: ask again at once */
  readonly has_more: boolean
  /** grows by one when the service is restored from a backup */
  readonly epoch: number
}

/** Given to `feed.list`. */
export interface FeedListInput {
  /** the last cursor seen; 0 is the start. A poll also takes `latest`, the end of the feed */
  readonly since?: number | 'latest' | undefined
  /** of a poll; default 100 */
  readonly limit?: number | undefined
  /** of a poll: seconds to wait for an event; default 0 */
  readonly wait?: number | undefined
}

/** Answered by `feed.list`. */
export interface FeedListAnswer {
  /** in order, without gaps */
  readonly events: readonly (
    | PaymentRequestFeedEvent
    | AgentPaymentFeedEvent
    | ConnectionFeedEvent
    | AutomationPolicyFeedEvent
    | RecipientFeedEvent
    | MerchantDomainFeedEvent
    | MerchantFeedEvent
    | ConnectInvitationFeedEvent
  )[]
  /** what to send as `since` next */
  readonly next_since: number
  /** there are more already: ask again at once */
  readonly has_more: boolean
  /** grows by one when the service is restored from a backup */
  readonly epoch: number
}

/** Given to `webhook_endpoints.create`. */
export interface WebhookEndpointsCreateInput {
  /** https, port 443, a public host; no user name and no fragment */
  readonly url: string
  /** the types that it is sent; null: all, those of the future included */
  readonly event_types?:
    | readonly (
        | 'payment_request.pending'
        | 'payment_request.signed'
        | 'payment_request.broadcasted'
        | 'payment_request.confirmed'
        | 'payment_request.failed'
        | 'payment_request.expired'
        | 'payment_request.rejected'
        | 'payment_request.late_report'
        | 'payment_request.chain_observed'
        | 'payment_request.disputed'
        | 'payment_request.proven_unpaid'
        | 'payment_request.ledger_finding'
        | 'payment_request.merchant_accepted'
        | 'agent_payment.intent_created'
        | 'agent_payment.approved'
        | 'agent_payment.submitted'
        | 'agent_payment.settled'
        | 'agent_payment.rejected'
        | 'agent_payment.failed'
        | 'agent_payment.expired'
        | 'agent_payment.canceled'
        | 'agent_payment.late_report'
        | 'agent_payment.chain_observed'
        | 'agent_payment.disputed'
        | 'agent_payment.proven_unpaid'
        | 'agent_payment.ledger_finding'
        | 'agent_payment.merchant_accepted'
        | 'connection.created'
        | 'connection.paused'
        | 'connection.resumed'
        | 'connection.narrowed'
        | 'connection.token_rotated'
        | 'connection.revoked'
        | 'recipient.version_cooling'
        | 'recipient.version_activated'
        | 'recipient.version_suspended'
        | 'recipient.version_revived'
        | 'recipient.version_retired'
        | 'merchant_domain.verified'
        | 'merchant_domain.failing'
        | 'merchant_domain.lapsed'
        | 'merchant.suspended'
        | 'merchant.restored'
        | 'automation_policy.created'
        | 'automation_policy.renamed'
        | 'automation_policy.narrowed'
        | 'automation_policy.widened'
        | 'automation_policy.proposed'
        | 'automation_policy.declined'
        | 'automation_policy.proposal_withdrawn'
        | 'automation_policy.consented'
        | 'automation_policy.paused'
        | 'automation_policy.resumed'
        | 'automation_policy.withdrawn'
      )[]
    | null
    | undefined
  /** for people of the organization */
  readonly description?: string | null | undefined
}

/** Answered by `webhook_endpoints.create`. */
export interface WebhookEndpointsCreateAnswer {
  readonly webhook_endpoint: WebhookEndpoint
  /** shown this once: `whsec_` and 256 random bits in base64. Receivers check signatures with it */
  readonly secret: string
}

/** Given to `webhook_endpoints.list`. */
export interface WebhookEndpointsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `webhook_endpoints.list`. */
export interface WebhookEndpointsListAnswer {
  /** the page, in the order that the operation names */
  readonly webhook_endpoints: readonly WebhookEndpoint[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `webhook_endpoints.read`. */
export interface WebhookEndpointsReadAnswer {
  readonly webhook_endpoint: WebhookEndpoint
  readonly counts: WebhookCounts
  /** what the receiver answered to the latest attempt; null if it gave no answer, or there was no attempt */
  readonly last_status_code: number | null
}

/** Given to `webhook_endpoints.update`. */
export interface WebhookEndpointsUpdateInput {
  /** https, port 443, a public host; no user name and no fragment */
  readonly url?: string | undefined
  /** the types that it is sent; null: all, those of the future included */
  readonly event_types?:
    | readonly (
        | 'payment_request.pending'
        | 'payment_request.signed'
        | 'payment_request.broadcasted'
        | 'payment_request.confirmed'
        | 'payment_request.failed'
        | 'payment_request.expired'
        | 'payment_request.rejected'
        | 'payment_request.late_report'
        | 'payment_request.chain_observed'
        | 'payment_request.disputed'
        | 'payment_request.proven_unpaid'
        | 'payment_request.ledger_finding'
        | 'payment_request.merchant_accepted'
        | 'agent_payment.intent_created'
        | 'agent_payment.approved'
        | 'agent_payment.submitted'
        | 'agent_payment.settled'
        | 'agent_payment.rejected'
        | 'agent_payment.failed'
        | 'agent_payment.expired'
        | 'agent_payment.canceled'
        | 'agent_payment.late_report'
        | 'agent_payment.chain_observed'
        | 'agent_payment.disputed'
        | 'agent_payment.proven_unpaid'
        | 'agent_payment.ledger_finding'
        | 'agent_payment.merchant_accepted'
        | 'connection.created'
        | 'connection.paused'
        | 'connection.resumed'
        | 'connection.narrowed'
        | 'connection.token_rotated'
        | 'connection.revoked'
        | 'recipient.version_cooling'
        | 'recipient.version_activated'
        | 'recipient.version_suspended'
        | 'recipient.version_revived'
        | 'recipient.version_retired'
        | 'merchant_domain.verified'
        | 'merchant_domain.failing'
        | 'merchant_domain.lapsed'
        | 'merchant.suspended'
        | 'merchant.restored'
        | 'automation_policy.created'
        | 'automation_policy.renamed'
        | 'automation_policy.narrowed'
        | 'automation_policy.widened'
        | 'automation_policy.proposed'
        | 'automation_policy.declined'
        | 'automation_policy.proposal_withdrawn'
        | 'automation_policy.consented'
        | 'automation_policy.paused'
        | 'automation_policy.resumed'
        | 'automation_policy.withdrawn'
      )[]
    | null
    | undefined
  /** for people of the organization */
  readonly description?: string | null | undefined
  /** `disabled` stops deliveries, `active` resumes them */
  readonly status?: 'active' | 'disabled' | undefined
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `webhook_endpoints.update`. */
export interface WebhookEndpointsUpdateAnswer {
  readonly webhook_endpoint: WebhookEndpoint
}

/** Answered by `webhook_endpoints.delete`. */
export interface WebhookEndpointsDeleteAnswer {
  /** it is gone, with its secret */
  readonly deleted: true
}

/** Answered by `webhook_endpoints.verify`. */
export interface WebhookEndpointsVerifyAnswer {
  readonly webhook_endpoint: WebhookEndpoint
}

/** Answered by `webhook_endpoints.rotate_secret`. */
export interface WebhookEndpointsRotateSecretAnswer {
  readonly webhook_endpoint: WebhookEndpoint
  /** shown this once: `whsec_` and 256 random bits in base64. Receivers check signatures with it */
  readonly secret: string
}

/** Answered by `webhook_endpoints.test`. */
export interface WebhookEndpointsTestAnswer {
  /** id of the webhook delivery: `whd_` and 26 characters of lower-case Crockford base32 */
  readonly webhook_delivery_id: string
}

/** Given to `webhook_deliveries.list`. */
export interface WebhookDeliveriesListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32 */
  readonly webhook_endpoint_id?: string | undefined
  /** `held`: the endpoint wasn't active; recover sends it. `failed`: every attempt failed */
  readonly status?: 'pending' | 'held' | 'delivered' | 'failed' | undefined
  /** the type of the event */
  readonly event_type?:
    | 'payment_request.pending'
    | 'payment_request.signed'
    | 'payment_request.broadcasted'
    | 'payment_request.confirmed'
    | 'payment_request.failed'
    | 'payment_request.expired'
    | 'payment_request.rejected'
    | 'payment_request.late_report'
    | 'payment_request.chain_observed'
    | 'payment_request.disputed'
    | 'payment_request.proven_unpaid'
    | 'payment_request.ledger_finding'
    | 'payment_request.merchant_accepted'
    | 'agent_payment.intent_created'
    | 'agent_payment.approved'
    | 'agent_payment.submitted'
    | 'agent_payment.settled'
    | 'agent_payment.rejected'
    | 'agent_payment.failed'
    | 'agent_payment.expired'
    | 'agent_payment.canceled'
    | 'agent_payment.late_report'
    | 'agent_payment.chain_observed'
    | 'agent_payment.disputed'
    | 'agent_payment.proven_unpaid'
    | 'agent_payment.ledger_finding'
    | 'agent_payment.merchant_accepted'
    | 'connection.created'
    | 'connection.paused'
    | 'connection.resumed'
    | 'connection.narrowed'
    | 'connection.token_rotated'
    | 'connection.revoked'
    | 'recipient.version_cooling'
    | 'recipient.version_activated'
    | 'recipient.version_suspended'
    | 'recipient.version_revived'
    | 'recipient.version_retired'
    | 'merchant_domain.verified'
    | 'merchant_domain.failing'
    | 'merchant_domain.lapsed'
    | 'merchant.suspended'
    | 'merchant.restored'
    | 'automation_policy.created'
    | 'automation_policy.renamed'
    | 'automation_policy.narrowed'
    | 'automation_policy.widened'
    | 'automation_policy.proposed'
    | 'automation_policy.declined'
    | 'automation_policy.proposal_withdrawn'
    | 'automation_policy.consented'
    | 'automation_policy.paused'
    | 'automation_policy.resumed'
    | 'automation_policy.withdrawn'
    | 'webhook_endpoint.test'
    | undefined
  /** the `webhook-id` of an event */
  readonly event_id?: string | undefined
  /** what the events are about: the id of a request, connection, recipient … */
  readonly about?: string | undefined
  /** created at or after this time */
  readonly created_from?: string | undefined
  /** created before this time */
  readonly created_to?: string | undefined
}

/** Answered by `webhook_deliveries.list`. */
export interface WebhookDeliveriesListAnswer {
  /** the page, in the order that the operation names */
  readonly webhook_deliveries: readonly WebhookDelivery[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Given to `webhook_deliveries.redeliver`. */
export interface WebhookDeliveriesRedeliverInput {
  /** the one to send again */
  readonly webhook_delivery_id?: string | undefined
  /** send again what this endpoint missed */
  readonly webhook_endpoint_id?: string | undefined
  /** with an endpoint: what failed or was held from this time on */
  readonly since?: string | undefined
}

/** Answered by `webhook_deliveries.redeliver`. */
export interface WebhookDeliveriesRedeliverAnswer {
  /** deliveries that will be sent again */
  readonly redelivered: number
}

/** Given to `projects.create`. */
export interface ProjectsCreateInput {
  /** for people of the organization */
  readonly name: string
}

/** Answered by `projects.create`. */
export interface ProjectsCreateAnswer {
  readonly project: Project
}

/** Given to `projects.list`. */
export interface ProjectsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `projects.list`. */
export interface ProjectsListAnswer {
  /** the page, in the order that the operation names */
  readonly projects: readonly Project[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Given to `projects.update`. */
export interface ProjectsUpdateInput {
  /** for people of the organization */
  readonly name: string
}

/** Answered by `projects.update`. */
export interface ProjectsUpdateAnswer {
  readonly project: Project
}

/** Given to `api_keys.create`. */
export interface ApiKeysCreateInput {
  /** for people of the organization */
  readonly name: string
}

/** Answered by `api_keys.create`. */
export interface ApiKeysCreateAnswer {
  readonly api_key: ApiKey
  /** the key itself, shown once */
  readonly secret: string
}

/** Given to `api_keys.list`. */
export interface ApiKeysListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `api_keys.list`. */
export interface ApiKeysListAnswer {
  /** the page, in the order that the operation names */
  readonly api_keys: readonly ApiKey[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `api_keys.revoke`. */
export interface ApiKeysRevokeAnswer {
  readonly api_key: ApiKey
}

/** Given to `automation_policies.create`. */
export interface AutomationPoliciesCreateInput {
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id?: string | undefined
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** as the user will see it */
  readonly name: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** contract of the token, where the asset is one */
  readonly contract?: string | undefined
  /** issuer of the asset, where it has one */
  readonly issuer?: string | undefined
  /** maximum per payment */
  readonly single_tx_limit?: string | undefined
  /** the most that all payments together may be */
  readonly cumulative_limit?: string | undefined
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window?:
    | {
        /** the first moment */
        readonly from: string
        /** the end, not included */
        readonly to: string
      }
    | undefined
  /** recipient ids; what is pinned at consent is where each is paid then */
  readonly allowlist?: readonly string[] | undefined
}

/** Answered by `automation_policies.create`. */
export type AutomationPoliciesCreateAnswer = AutomationPolicy

/** Given to `automation_policies.list`. */
export interface AutomationPoliciesListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** only an `active` policy lets the wallet sign without asking */
  readonly status?: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn' | undefined
}

/** Answered by `automation_policies.list`. */
export interface AutomationPoliciesListAnswer {
  /** the page, in the order that the operation names */
  readonly automation_policies: readonly AutomationPolicy[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Answered by `automation_policies.read`. */
export type AutomationPoliciesReadAnswer = UsedAutomationPolicy

/** Given to `automation_policies.update`. */
export interface AutomationPoliciesUpdateInput {
  /** the version that was read; a stale one is refused */
  readonly version: number
  /** as the user sees it */
  readonly name?: string | undefined
  /** maximum per payment */
  readonly single_tx_limit?: string | undefined
  /** the most that all payments together may be */
  readonly cumulative_limit?: string | undefined
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window?:
    | {
        /** the first moment */
        readonly from: string
        /** the end, not included */
        readonly to: string
      }
    | undefined
  /** recipient ids; what is pinned at consent is where each is paid then */
  readonly allowlist?: readonly string[] | undefined
}

/** Answered by `automation_policies.update`. */
export type AutomationPoliciesUpdateAnswer = AutomationPolicy

/** Answered by `automation_policies.withdraw`. */
export type AutomationPoliciesWithdrawAnswer = AutomationPolicy

/** Given to `automation_policies.opt_in`. */
export interface AutomationPoliciesOptInInput {
  /** of the policy as it was shown to the user */
  readonly policy_digest: string
  /** Ed25519, base64url without padding */
  readonly signature?: string | undefined
}

/** Answered by `automation_policies.opt_in`. */
export type AutomationPoliciesOptInAnswer = AutomationPolicy

/** Given to `automation_policies.drop_proposal`. */
export interface AutomationPoliciesDropProposalInput {
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `automation_policies.drop_proposal`. */
export type AutomationPoliciesDropProposalAnswer = AutomationPolicy

/** Given to `automation_policies.set_status`. */
export interface AutomationPoliciesSetStatusInput {
  /** `paused` stops automatic payments, `active` resumes them */
  readonly status: 'active' | 'paused'
}

/** Answered by `automation_policies.set_status`. */
export type AutomationPoliciesSetStatusAnswer = AutomationPolicy

/** Given to `automation_policies.simulate`. */
export interface AutomationPoliciesSimulateInput {
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly amount: string
  /** now if left out */
  readonly at?: string | undefined
}

/** Answered by `automation_policies.simulate`. */
export interface AutomationPoliciesSimulateAnswer {
  /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
  readonly id: string
  /** only an `active` policy lets the wallet sign without asking */
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  /** the moment that was judged; UTC, RFC 3339 with milliseconds */
  readonly at: string
  /** reserved and claimed so far */
  readonly used: string
  readonly verdict: PolicyVerdict
  readonly if_in_force: PolicyVerdict
}

/** Given to `automation_policies.backtest`. */
export interface AutomationPoliciesBacktestInput {
  /** how far to look back */
  readonly days: number
  /** other thresholds to compare with; what is left out stays as it is */
  readonly terms?:
    | {
        /** maximum per payment */
        readonly single_tx_limit?: string | undefined
        /** the most that all payments together may be */
        readonly cumulative_limit?: string | undefined
        /** half-open by the clock of the database: `from` is inside, `to` is not */
        readonly validity_window?:
          | {
              /** the first moment */
              readonly from: string
              /** the end, not included */
              readonly to: string
            }
          | undefined
        /** recipient ids; what is pinned at consent is where each is paid then */
        readonly allowlist?: readonly string[] | undefined
      }
    | undefined
}

/** Answered by `automation_policies.backtest`. */
export interface AutomationPoliciesBacktestAnswer {
  /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
  readonly id: string
  /** only an `active` policy lets the wallet sign without asking */
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  /** the first moment that was replayed; UTC, RFC 3339 with milliseconds */
  readonly from: string
  /** the last one; UTC, RFC 3339 with milliseconds */
  readonly to: string
  /** replayed: the newest 20000 at most */
  readonly intents: number
  /** there are older ones within the days */
  readonly truncated: boolean
  readonly policy: ReplayOfPolicy
  readonly other?: ReplayOfPolicy
  /** intents to which the other terms would have said something else */
  readonly difference?: readonly {
    /** when it was asked; UTC, RFC 3339 with milliseconds */
    readonly at: string
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_version_id: string
    /** the requested amount */
    readonly amount: string
    /** the resulting payment, if any */
    readonly agent_payment_id: string | null
    readonly live: PolicyVerdict
    /** what would have happened */
    readonly outcome: 'passed' | 'asked' | 'refused'
    readonly verdict: PolicyVerdict
    /** what would have happened */
    readonly other_outcome: 'passed' | 'asked' | 'refused'
    readonly other_verdict: PolicyVerdict
  }[]
}

/** Given to `agent_payments.create`. */
export interface AgentPaymentsCreateInput {
  /** `agent`: within a policy, or refused. `human`: the wallet asks its user. */
  readonly initiator: 'agent' | 'human'
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly amount: string
  /** what it is for, as the user will see it */
  readonly purpose?: string | undefined
  /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
  readonly policy_id?: string | undefined
  /**
   * what the payment is for, in the agent's words: the wallet shows it. On a network with `method: "evm.eip3009"`
   * the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`
   */
  readonly terms?:
    | {
        /** the call of an address that answered 402 */
        readonly kind: 'x402'
        /** the method of the call */
        readonly method: string
        /** the address of the call, as a URL parser writes it: https, without user name and fragment */
        readonly url: string
        /** SHA-256 of the body of the call, where it has one */
        readonly body_digest?: string | undefined
        /** what the seller says it is */
        readonly description?: string | undefined
        /** how long the seller waits for the payment, once it has the authorization */
        readonly timeout_s: number
        /** to whom the wallet hands what it signed */
        readonly seal: {
          /** X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included */
          readonly key: string
          /** Ed25519 public key of one of the agent's active credentials */
          readonly agent_key: string
          /**
           * Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address
           * of this service, `key`
           */
          readonly signature: string
        }
      }
    | undefined
  /** instead of the header; unique per project */
  readonly idempotency_key?: string | undefined
}

/** Answered by `agent_payments.create`. */
export type AgentPaymentsCreateAnswer = AgentPayment

/** Given to `agent_payments.list`. */
export interface AgentPaymentsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** payments with this status; `refused` lists refused attempts only */
  readonly status?:
    | 'intent_created'
    | 'approved'
    | 'submitted'
    | 'settled'
    | 'rejected'
    | 'failed'
    | 'expired'
    | 'canceled'
    | 'refused'
    | undefined
}

/** Answered by `agent_payments.list`. */
export interface AgentPaymentsListAnswer {
  /** the page, in the order that the operation names */
  readonly agent_payments: readonly AgentPayment[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
  /** what agents asked for beyond their policy */
  readonly refused_attempts: readonly RefusedAttempt[]
}

/** Answered by `agent_payments.read`. */
export type AgentPaymentsReadAnswer = AgentPayment

/** Answered by `agent_payments.read_refused`. */
export type AgentPaymentsReadRefusedAnswer = RefusedAttempt

/** Answered by `agent_payments.send_to_payer`. */
export type AgentPaymentsSendToPayerAnswer = AgentPayment

/** Given to `agent_payments.report_status`. */
export interface AgentPaymentsReportStatusInput {
  /** what the wallet did or saw; `approved` is the claim before it signs */
  readonly status: 'approved' | 'submitted' | 'settled' | 'rejected' | 'failed'
  /** needed from `broadcasted` on, and then fixed */
  readonly transaction_hash?: string | undefined
  /** why, where it failed or was rejected */
  readonly reason?: string | undefined
  /**
   * the transaction that you sign, as XDR without signatures; only with `signed` (of an agent payment, `approved`).
   * We compare it with the signed facts. It must be valid exactly until `expires_at`, in whole seconds, so that we
   * know when it can't be paid anymore. Leave it out if another wallet builds the transaction.
   */
  readonly unsigned_transaction?: string | undefined
  /**
   * this report signed with the active key of the device: a JWS (`typ` `svc-device-decision+jws`) over the canonical
   * JSON (RFC 8785) of `{type: "svc.device_decision.v2", aud, device_id, connection_id, request_id, facts_digest,
   * status, by, decided_at}`, with `transaction_hash` where the report names one. `aud` is the address of this
   * service, `by` is `person`, or `policy` with `policy_digest` where an agent payment was approved within a policy.
   * Needed where the connection says `decision_signature: "required"`
   */
  readonly decision_jws?: string | undefined
  /**
   * shows that the paying account means this request with `transaction_hash`: only this or a `payment.reference`
   * makes a payment `chain_observed`. Needs `transaction_hash`. Send it with any report, or later
   */
  readonly payer_proof?:
    | {
        /** the account that pays */
        readonly account: string
        /** the public key that signed: one whose signature the transaction carries, usually `account` itself */
        readonly signer: string
        /**
         * Ed25519 over the UTF-8 bytes of these lines, joined by line feeds: `svc.payer_proof.v1`, the network,
         * `transaction_hash`, `place`, `facts_digest`; or over the same text as a message of SEP-53
         */
        readonly signature: string
        /** which operation of the transaction pays; `op/0` if left out */
        readonly place?: string | undefined
      }
    | undefined
  /**
   * whether you showed the payment to another wallet as a link or a code, which might then pay it. Once true, it
   * stays true
   */
  readonly handoff_shown?: boolean | undefined
}

/** Answered by `agent_payments.report_status`. */
export interface AgentPaymentsReportStatusAnswer {
  /** id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32 */
  readonly id: string
  /** what is known of the payment; `intent_created` waits for the wallet */
  readonly status:
    | 'intent_created'
    | 'approved'
    | 'submitted'
    | 'settled'
    | 'rejected'
    | 'failed'
    | 'expired'
    | 'canceled'
  /** `agent`: within a policy, or refused. `human`: the wallet asks its user. */
  readonly initiator: 'agent' | 'human'
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id: string
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** the base address of the service that asks */
  readonly issuer: string
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** who is paid */
  readonly payee: {
    /** as payers see it */
    readonly name: string
    /**
     * whether this payee is verified right now: its domain is, and it's neither suspended nor recalled. Don't sign
     * while it's false
     */
    readonly verified: boolean
    /** the domain that lists it */
    readonly domain: string
    /**
     * an agent found the payee on its domain, which is all that is known of it: it isn't a payee of the agent's
     * organization. Part of the signed facts; absent for the organization's own payees
     */
    readonly standing?: 'listed'
    /** since when the domain has been verified without a break; null while it isn't */
    readonly domain_verified_since?: string | null
    /** which version of the payee this is; 1 is the first */
    readonly number?: number
    /** when this version became the active one; UTC, RFC 3339 with milliseconds */
    readonly serving_since?: string
    /** when the payee last changed where it is paid; null if this is its first active version */
    readonly changed_at?: string | null
    /** the previously active version; null if there was none */
    readonly previous?: {
      /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
      readonly recipient_version_id: string
      /** where the payee is paid, in the form of its network */
      readonly address: string
      /** memo, destination tag or comment that the payment must carry */
      readonly memo?: string
      /** when that version stopped being active; null while it's active */
      readonly retired_at: string | null
    } | null
    /** what the domain itself says about this version */
    readonly evidence?: {
      /** where the domain vouches for the address */
      readonly found_in: string
      /** SHA-256, in hexadecimal, of the facts and what was fetched */
      readonly evidence_digest: string
      /** when it was fetched; UTC, RFC 3339 with milliseconds */
      readonly seen_at: string
    } | null
  }
  /** the payment facts, pinned from the recipient version */
  readonly payment: {
    /** how the asset moves on its network */
    readonly rail: Rail
    /** the ledger on which the payment is made */
    readonly network: Network
    /** code of the asset on its network */
    readonly asset: string
    /** exact decimal amount, as requested */
    readonly amount: string
    /** where the payee is paid, in the form of its network */
    readonly to: string
    /** contract of the token, where the asset is one */
    readonly contract?: string
    /** issuer of the asset, where it has one */
    readonly issuer?: string
    /** how many decimals the asset has */
    readonly decimals: number
    /** chain id of EIP-155, on networks that have one */
    readonly chain_id?: number
    /** memo, destination tag or comment that the payment must carry */
    readonly memo?: string
    /**
     * `memo_hash`: the payment carries `reference_value`, the digest of the facts, as its memo (on Stellar,
     * `MEMO_HASH`), so that the ledger shows which request it pays. `authorization_nonce`: as the nonce of the
     * authorization that the payer signs (EIP-3009)
     */
    readonly reference?: 'memo_hash' | 'authorization_nonce'
    /**
     * how the payment is made, where there is one way alone: `evm.eip3009`, the payer signs a transfer of the token
     * that anybody may submit, with `reference_value` as its nonce
     */
    readonly method?: 'evm.eip3009'
  }
  /** what it is for, as the user sees it */
  readonly purpose?: string
  /**
   * what the payment is for, in the agent's words: the wallet shows it. On a network with `method: "evm.eip3009"`
   * the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`
   */
  readonly terms?: {
    /** the call of an address that answered 402 */
    readonly kind: 'x402'
    /** the method of the call */
    readonly method: string
    /** the address of the call, as a URL parser writes it: https, without user name and fragment */
    readonly url: string
    /** SHA-256 of the body of the call, where it has one */
    readonly body_digest?: string
    /** what the seller says it is */
    readonly description?: string
    /** how long the seller waits for the payment, once it has the authorization */
    readonly timeout_s: number
    /** to whom the wallet hands what it signed */
    readonly seal: {
      /** X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included */
      readonly key: string
      /** Ed25519 public key of one of the agent's active credentials */
      readonly agent_key: string
      /**
       * Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address
       * of this service, `key`
       */
      readonly signature: string
    }
  }
  /** SHA-256, in hexadecimal, of the canonical JSON of `terms`; part of the signed facts */
  readonly terms_digest?: string
  /** whether the wallet may sign without asking */
  readonly policy: {
    /** the policy that it is within; null where the user is asked */
    readonly policy_id: string | null
    /** of the policy, when the payment was created */
    readonly policy_version: number | null
    /**
     * a hint, as things stood when this was read: a claim would be allowed without asking the user. It is not a leave
     * to sign: the wallet first reports `approved`, and signs only when that was answered with status `approved`
     */
    readonly allowed_without_asking: boolean
  }
  /** the key that it was created with */
  readonly idempotency_key: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** until when the wallet can claim it; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /** the transaction that the wallet named */
  readonly transaction_hash?: string
  /** why it failed, was rejected or canceled */
  readonly reason?: string
  /** how sure the status is */
  readonly settlement: {
    /**
     * how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
     * a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
     * without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
     * `proven_unpaid`, the ledger has no such payment in the whole time window
     */
    readonly assurance:
      | 'none'
      | 'wallet_reported'
      | 'chain_observed'
      | 'merchant_accepted'
      | 'disputed'
      | 'proven_unpaid'
    /**
     * who decided: `device_signed`, the wallet, proven with its device's key; `device_token`, somebody with the
     * device's token; `none`, nobody
     */
    readonly decision: 'none' | 'device_token' | 'device_signed'
    /**
     * `transaction_hash_repeated`: another payment on this network names the same transaction, which can pay only one
     * of them. `unreported_payment`: found in the ledger without a report from the wallet. `expiry_not_enforced`: the
     * transaction could have been applied after the request expired
     */
    readonly notes: readonly ('transaction_hash_repeated' | 'unreported_payment' | 'expiry_not_enforced')[]
    /** what the ledger shows, whatever the wallet says */
    readonly ledger_outcome?: 'paid' | 'unpaid' | 'mismatch' | 'unknown'
    /** why it is disputed, unpaid or unknown: the first thing that does not fit */
    readonly reason?: string
    /**
     * what shows that the payment is for this request: `reference`, it carries the digest of the facts;
     * `payer_signature`, a key of the paying account signed that it pays this request
     */
    readonly bound_by?: 'reference' | 'payer_signature'
    /** the account that paid */
    readonly paid_by?: string
    /**
     * the ledger has a payment that fits, but nothing shows that it was made for this request (`reason` is
     * `unbound_payment`). It becomes `chain_observed` once the payer proves it; the merchant can accept it
     */
    readonly ledger_match?: {
      /** the transaction */
      readonly transaction_hash: string
      /** which operation of it, or which log of its block (`log/3`) on an EVM chain */
      readonly place: string
      /** whether the wallet named it before its ledger closed, while few could know it; that's a hint */
      readonly named_before_close: boolean
      /** how many other open requests it would fit as well */
      readonly rivals: number
    }
    /** who accepted `ledger_match` for the merchant */
    readonly accepted_by?: string
    /** when that was; UTC, RFC 3339 with milliseconds */
    readonly accepted_at?: string
    /** the transaction in the ledger that this is about */
    readonly transaction_hash?: string
    /** which operation of it, or which log of its block (`log/3`) on an EVM chain */
    readonly place?: string
    /** the ledger that holds it */
    readonly ledger?: number
    /** when that ledger closed, by its own clock; UTC, RFC 3339 with milliseconds */
    readonly closed_at?: string
    /** what arrived */
    readonly received_amount?: string
    /** the operators of the sources that said the same; one is one */
    readonly observers?: readonly string[]
    /** validators whose signature proves it without the sources */
    readonly sealed_by?: readonly string[]
    /** between which two resets of the network: the hash of the first ledger that was seen */
    readonly network_epoch?: string
    /** the network has begun again since: it no longer holds this */
    readonly epoch_ended?: boolean
    /**
     * `safe`: the one transaction that was made can no longer be applied, so you can ask again. `payer_may_still_pay`:
     * the payer could still send another one
     */
    readonly retry?: 'safe' | 'payer_may_still_pay'
    /** a practice ledger said so, for development: it is worth nothing */
    readonly simulated?: boolean
  }
  /** SHA-256, in hexadecimal, of the canonical JSON of the payment facts */
  readonly facts_digest: string
  /** what the payment carries where `payment.reference` says so: the digest of the facts, in hexadecimal */
  readonly reference_value?: string
  /** the facts signed by the service. Keys: /.well-known/jwks.json */
  readonly facts_jws: string
  /** oldest first; where one payment is read */
  readonly history?: readonly {
    /** what is known of the payment; `intent_created` waits for the wallet */
    readonly status:
      | 'intent_created'
      | 'approved'
      | 'submitted'
      | 'settled'
      | 'rejected'
      | 'failed'
      | 'expired'
      | 'canceled'
    /** the status before; null for a new payment */
    readonly previous_status:
      | 'intent_created'
      | 'approved'
      | 'submitted'
      | 'settled'
      | 'rejected'
      | 'failed'
      | 'expired'
      | 'canceled'
      | null
    /**
     * evidence: a transaction reported after the payment was over, without a claim, or besides the one on record. It
     * changes no status, but counts against the policy
     */
    readonly late: boolean
    /** the transaction that was named */
    readonly transaction_hash?: string
    /** why */
    readonly reason?: string
    /** when it happened; UTC, RFC 3339 with milliseconds */
    readonly occurred_at: string
  }[]
  /** the transaction is kept as evidence, and moved nothing */
  readonly late: boolean
  /** the same had been reported before */
  readonly repeated: boolean
}

/** Answered by `agent_payments.cancel`. */
export type AgentPaymentsCancelAnswer = AgentPayment

/** Given to `payment_authorizations.put`. */
export interface PaymentAuthorizationsPutInput {
  /** the sealed authorization */
  readonly sealed: string
  /** needed where two connections use one id */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_authorizations.put`. */
export interface PaymentAuthorizationsPutAnswer {
  readonly authorization: PaymentAuthorization
}

/** Answered by `payment_authorizations.read`. */
export interface PaymentAuthorizationsReadAnswer {
  readonly authorization: PaymentAuthorization
}

/** Answered by `facts_keys.read`. */
export type FactsKeysReadAnswer = Readonly<Record<string, unknown>>

/** Given to `payees.look_up`. */
export interface PayeesLookUpInput {
  /** a host name such as `shop.example` */
  readonly domain?: string | undefined
  /** the ledger on which the payment is made */
  readonly network?: Network | undefined
  /** an address of that network */
  readonly address?: string | undefined
}

/** Answered by `payees.look_up`. */
export interface PayeesLookUpAnswer {
  /** at most 100, the newest first */
  readonly payees: readonly FoundPayee[]
}

/** Answered by `payees.read`. */
export interface PayeesReadAnswer {
  readonly payee: Payee
}

/** Given to `payees.read_record`. */
export interface PayeesReadRecordInput {
  /** what the request calls the payee, where it was renamed since */
  readonly name?: string | undefined
}

/** Answered by `payees.read_record`. */
export interface PayeesReadRecordAnswer {
  /** the entry, byte for byte */
  readonly entry: string
  /** null where it was erased */
  readonly opening: PayeeOpening | null
  /** null where it was erased */
  readonly evidence: string | null
  /** null until it has one */
  readonly log_index: number | null
  /** null until a checkpoint that has it is published */
  readonly proof: string | null
}

/** Given to `payees.resolve`. */
export interface PayeesResolveInput {
  /** the exact host name that lists the payee */
  readonly domain: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly address: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo?: string | undefined
  /** contract of the token, where the asset is one */
  readonly contract?: string | undefined
  /** issuer of the asset, where it has one */
  readonly issuer?: string | undefined
}

/** Answered by `payees.resolve`. */
export interface PayeesResolveAnswer {
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** a domain lists it; nothing else is known of it */
  readonly standing: 'listed'
  readonly evidence: Evidence
}

/** Given to `payee_changes.list`. */
export interface PayeeChangesListInput {
  /** `next_since` of the answer before; leave it out to start at the beginning */
  readonly since?: number | undefined
}

/** Answered by `payee_changes.list`. */
export interface PayeeChangesListAnswer {
  /** oldest first, up to 100 */
  readonly payee_changes: readonly PayeeChange[]
  /** null before the first change */
  readonly next_since: number | null
}

/** Given to `log.prove`. */
export interface LogProveInput {
  /** the place of the entry, counted from 0 */
  readonly index?: number | undefined
  /** leaves of the older tree */
  readonly from?: number | undefined
  /** leaves of the tree; default: as many as are published */
  readonly size?: number | undefined
}

/** Answered by `log.prove`. */
export interface LogProveAnswer {
  /** leaves of the tree */
  readonly size: number
  /** that the entry is in the tree; with `index` */
  readonly entry?: {
    /** its place */
    readonly index: number
    /** SHA-256 of a zero byte and the entry, in base64 */
    readonly leaf_hash: string
    /** from the neighbor of the leaf up; each SHA-256 in base64 */
    readonly hashes: readonly string[]
    /** null where no checkpoint of this size was published */
    readonly proof: string | null
  }
  /** that the tree begins with all of the older one; with `from` */
  readonly consistency?: {
    /** leaves of the older tree */
    readonly old_size: number
    /** the proof; each SHA-256 in base64 */
    readonly hashes: readonly string[]
  }
}

/** Given to `overview.read`. */
export interface OverviewReadInput {
  /** default: a day before `to` by the hour, 30 days before by the day */
  readonly from?: string | undefined
  /** default: now */
  readonly to?: string | undefined
  /** how long a bucket is; default `hour` */
  readonly bucket?: 'hour' | 'day' | undefined
}

/** Answered by `overview.read`. */
export interface OverviewReadAnswer {
  readonly overview: Overview
}

/** Given to `merchant_search.find`. */
export interface MerchantSearchFindInput {
  /** what to look for */
  readonly q: string
}

/** Answered by `merchant_search.find`. */
export interface MerchantSearchFindAnswer {
  /** by type, the best first */
  readonly hits: readonly SearchHit[]
}

/** Given to `audit_events.list`. */
export interface AuditEventsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** by this account, key or job */
  readonly actor?: string | undefined
  /** only this */
  readonly action?:
    | 'agent.created'
    | 'agent.updated'
    | 'agent_credential.activated'
    | 'agent_credential.challenge_renewed'
    | 'agent_credential.registered'
    | 'agent_credential.revoked'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'audit_event.exported'
    | 'automation_policy.consented'
    | 'automation_policy.created'
    | 'automation_policy.declined'
    | 'automation_policy.narrowed'
    | 'automation_policy.paused'
    | 'automation_policy.proposal_withdrawn'
    | 'automation_policy.proposed'
    | 'automation_policy.renamed'
    | 'automation_policy.resumed'
    | 'automation_policy.widened'
    | 'automation_policy.withdrawn'
    | 'connection.revoked'
    | 'cooling_off.changed'
    | 'member.erased'
    | 'member.joined'
    | 'member.left'
    | 'member.removed'
    | 'member.role_changed'
    | 'member_invitation.created'
    | 'member_invitation.erased'
    | 'member_invitation.withdrawn'
    | 'merchant.activated'
    | 'merchant.agents_resumed'
    | 'merchant.agents_stopped'
    | 'merchant.created'
    | 'merchant.limits_changed'
    | 'merchant.renamed'
    | 'merchant.suspended'
    | 'merchant_domain.lapsed'
    | 'merchant_domain.registered'
    | 'merchant_domain.removed'
    | 'merchant_domain.verified'
    | 'merchant_key.created'
    | 'merchant_key.revoked'
    | 'merchant_session.all_closed'
    | 'merchant_session.closed'
    | 'merchant_session.confirmed'
    | 'merchant_session.opened'
    | 'passkey.registered'
    | 'passkey.removed'
    | 'payee_change_approvals.changed'
    | 'payment.accepted'
    | 'payment_request.exported'
    | 'project.created'
    | 'project.renamed'
    | 'recipient.created'
    | 'recipient.renamed'
    | 'recipient.retired'
    | 'recipient_version.activated'
    | 'recipient_version.added'
    | 'recipient_version.approval_requested'
    | 'recipient_version.approved'
    | 'recipient_version.cooling'
    | 'recipient_version.retired'
    | 'recipient_version.revived'
    | 'recipient_version.suspended'
    | 'recipient_version.verified'
    | 'service.restored'
    | 'webhook_delivery.redelivered'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.recovered'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.verified'
    | undefined
  /** on this record */
  readonly target?: string | undefined
  /** at or after this time */
  readonly from?: string | undefined
  /** before this time */
  readonly to?: string | undefined
}

/** Answered by `audit_events.list`. */
export interface AuditEventsListAnswer {
  /** the page, in the order that the operation names */
  readonly audit_events: readonly AuditEvent[]
  /** send it as `cursor` for the next page; null on the last page */
  readonly next_cursor: string | null
}

/** Given to `audit_events.export`. */
export interface AuditEventsExportInput {
  /** `csv` (the default) for spreadsheets, `ndjson` for programs: one JSON record per line */
  readonly format?: 'csv' | 'ndjson' | undefined
  /** by this account, key or job */
  readonly actor?: string | undefined
  /** only this */
  readonly action?:
    | 'agent.created'
    | 'agent.updated'
    | 'agent_credential.activated'
    | 'agent_credential.challenge_renewed'
    | 'agent_credential.registered'
    | 'agent_credential.revoked'
    | 'api_key.created'
    | 'api_key.revoked'
    | 'audit_event.exported'
    | 'automation_policy.consented'
    | 'automation_policy.created'
    | 'automation_policy.declined'
    | 'automation_policy.narrowed'
    | 'automation_policy.paused'
    | 'automation_policy.proposal_withdrawn'
    | 'automation_policy.proposed'
    | 'automation_policy.renamed'
    | 'automation_policy.resumed'
    | 'automation_policy.widened'
    | 'automation_policy.withdrawn'
    | 'connection.revoked'
    | 'cooling_off.changed'
    | 'member.erased'
    | 'member.joined'
    | 'member.left'
    | 'member.removed'
    | 'member.role_changed'
    | 'member_invitation.created'
    | 'member_invitation.erased'
    | 'member_invitation.withdrawn'
    | 'merchant.activated'
    | 'merchant.agents_resumed'
    | 'merchant.agents_stopped'
    | 'merchant.created'
    | 'merchant.limits_changed'
    | 'merchant.renamed'
    | 'merchant.suspended'
    | 'merchant_domain.lapsed'
    | 'merchant_domain.registered'
    | 'merchant_domain.removed'
    | 'merchant_domain.verified'
    | 'merchant_key.created'
    | 'merchant_key.revoked'
    | 'merchant_session.all_closed'
    | 'merchant_session.closed'
    | 'merchant_session.confirmed'
    | 'merchant_session.opened'
    | 'passkey.registered'
    | 'passkey.removed'
    | 'payee_change_approvals.changed'
    | 'payment.accepted'
    | 'payment_request.exported'
    | 'project.created'
    | 'project.renamed'
    | 'recipient.created'
    | 'recipient.renamed'
    | 'recipient.retired'
    | 'recipient_version.activated'
    | 'recipient_version.added'
    | 'recipient_version.approval_requested'
    | 'recipient_version.approved'
    | 'recipient_version.cooling'
    | 'recipient_version.retired'
    | 'recipient_version.revived'
    | 'recipient_version.suspended'
    | 'recipient_version.verified'
    | 'service.restored'
    | 'webhook_delivery.redelivered'
    | 'webhook_endpoint.created'
    | 'webhook_endpoint.deleted'
    | 'webhook_endpoint.disabled'
    | 'webhook_endpoint.recovered'
    | 'webhook_endpoint.secret_rotated'
    | 'webhook_endpoint.updated'
    | 'webhook_endpoint.verified'
    | undefined
  /** on this record */
  readonly target?: string | undefined
  /** at or after this time */
  readonly from?: string | undefined
  /** before this time */
  readonly to?: string | undefined
}

/** Given to `audit_events.list_entries`. */
export interface AuditEventsListEntriesInput {
  /** the place of the first one, counted from 0; default: 0 */
  readonly from?: number | undefined
}

/** Answered by `audit_events.list_entries`. */
export interface AuditEventsListEntriesAnswer {
  readonly head: AuditHead
  /** canonical JSON each, to be kept byte for byte */
  readonly entries: readonly string[]
  /** null where this is the last */
  readonly next_from: number | null
}

/** Answered by `audit_events.prove`. */
export interface AuditEventsProveAnswer {
  /** save it byte for byte: a changed byte breaks it */
  readonly proof: string
}

/** Answered by `service.read`. */
export interface ServiceReadAnswer {
  readonly service: Service
}

/** Answered by `health.read`. */
export interface HealthReadAnswer {
  /** the process runs */
  readonly status: 'alive'
  /** of the service */
  readonly version: string
}

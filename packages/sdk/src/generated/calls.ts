// Made by `npm run generate`; do not edit.
/** The input and the answer of each call, by operation. */
import type {
  Account,
  Agent,
  AgentCredential,
  AgentPayment,
  ApiKey,
  AuditEvent,
  AutomationPolicy,
  ConnectInvitation,
  Connection,
  Device,
  DomainChallenge,
  Evidence,
  Merchant,
  MerchantChoice,
  MerchantDomain,
  Network,
  PairingSession,
  PaymentEvent,
  PaymentRequest,
  PaymentStatus,
  PolicyVerdict,
  Project,
  ProofChallenge,
  Rail,
  Recipient,
  RecipientVersion,
  ReplayOfPolicy,
  Scope,
  TransactionContext,
  WebhookDelivery,
  WebhookEndpoint,
} from './records.ts'

/** Given to `merchant_accounts.register`. */
export interface MerchantAccountsRegisterInput {
  readonly email: string
}

/** Answered by `merchant_accounts.register`. */
export interface MerchantAccountsRegisterAnswer {
  readonly message: string
  /** seconds that the link will be valid */
  readonly expires_in: number
}

/** Given to `merchant_accounts.verify_email`. */
export interface MerchantAccountsVerifyEmailInput {
  /** from the fragment of the link */
  readonly token: string
}

/** Answered by `merchant_accounts.verify_email`. */
export interface MerchantAccountsVerifyEmailAnswer {
  readonly account: Account
  readonly merchant_choices: readonly MerchantChoice[]
  readonly session_grant: string
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
  readonly next_grant: string
  readonly expires_at: string
}

/** Answered by `merchants.read`. */
export interface MerchantsReadAnswer {
  readonly merchant: Merchant
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
  readonly merchants: readonly Merchant[]
  readonly next_cursor: string | null
}

/** Given to `merchants.update`. */
export interface MerchantsUpdateInput {
  /** the new name */
  readonly name: string
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `merchants.update`. */
export interface MerchantsUpdateAnswer {
  readonly merchant: Merchant
}

/** Given to `merchant_sessions.open`. */
export interface MerchantSessionsOpenInput {
  /** single-use, from the step before */
  readonly grant: string
  /** from `merchant_choices` */
  readonly choice?: string | undefined
  readonly transport?: 'cookie' | 'bearer' | undefined
}

/** Answered by `merchant_sessions.open`. */
export interface MerchantSessionsOpenAnswer {
  readonly merchant: Merchant
  /** send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session */
  readonly csrf_token: string | null
  /** only with `transport: "bearer"`; shown once */
  readonly session_token?: string
  readonly expires_at: string
}

/** Answered by `merchant_sessions.read_current`. */
export interface MerchantSessionsReadCurrentAnswer {
  readonly merchant: Merchant
  readonly account: Account
  /** send it as X-CSRF-Token with every change; keep it in memory only; null for a bearer session */
  readonly csrf_token: string | null
  readonly expires_at: string
}

/** Answered by `merchant_sessions.close_current`. */
export interface MerchantSessionsCloseCurrentAnswer {
  readonly closed: true
}

/** Given to `merchant_domains.register`. */
export interface MerchantDomainsRegisterInput {
  readonly domain: string
  /** `dns`: a TXT record; `https`: a file on the site */
  readonly method: 'dns' | 'https'
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
  readonly domains: readonly MerchantDomain[]
  readonly next_cursor: string | null
}

/** Answered by `merchant_domains.read`. */
export interface MerchantDomainsReadAnswer {
  readonly domain: MerchantDomain
  readonly challenge: DomainChallenge
}

/** Answered by `merchant_domains.verify`. */
export interface MerchantDomainsVerifyAnswer {
  readonly domain: MerchantDomain
  readonly merchant_status: string
}

/** Given to `recipients.create`. */
export interface RecipientsCreateInput {
  /** the payee, as payers will see it */
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo?: string | undefined
  readonly contract?: string | undefined
  readonly issuer?: string | undefined
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
  readonly recipients: readonly Recipient[]
  readonly next_cursor: string | null
}

/** Answered by `recipients.read`. */
export interface RecipientsReadAnswer {
  readonly recipient: Recipient
  readonly active_version: RecipientVersion | null
}

/** Given to `recipients.add_version`. */
export interface RecipientsAddVersionInput {
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo?: string | undefined
  readonly contract?: string | undefined
  readonly issuer?: string | undefined
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
  readonly recipient_versions: readonly RecipientVersion[]
  readonly next_cursor: string | null
}

/** Answered by `recipients.read_version`. */
export interface RecipientsReadVersionAnswer {
  readonly recipient_version: RecipientVersion
  readonly evidence: readonly Evidence[]
}

/** Given to `recipients.verify`. */
export interface RecipientsVerifyInput {
  /** Id: `rcv_` and 26 characters */
  readonly recipient_version_id: string
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
  /** Id: `evd_` and 26 characters */
  readonly evidence_id: string
  readonly evidence_digest: string
  /** the version that was read; a stale one is refused */
  readonly version: number
}

/** Answered by `recipients.activate_version`. */
export interface RecipientsActivateVersionAnswer {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
}

/** Given to `agents.create`. */
export interface AgentsCreateInput {
  /** as payers will see it beside the organization */
  readonly name: string
  /** what the agent runs on, such as a framework and its version */
  readonly runtime: string
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
  readonly agents: readonly Agent[]
  readonly next_cursor: string | null
}

/** Answered by `agents.read`. */
export interface AgentsReadAnswer {
  readonly agent: Agent
}

/** Given to `agents.update`. */
export interface AgentsUpdateInput {
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

/** Given to `agent_credentials.list`. */
export interface AgentCredentialsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `agent_credentials.list`. */
export interface AgentCredentialsListAnswer {
  readonly credentials: readonly AgentCredential[]
  readonly next_cursor: string | null
}

/** Answered by `agent_credentials.read`. */
export interface AgentCredentialsReadAnswer {
  readonly credential: AgentCredential
}

/** Given to `agent_credentials.activate`. */
export interface AgentCredentialsActivateInput {
  /** from `proof_challenge` */
  readonly challenge: string
  /** Ed25519 (RFC 8032) over the UTF-8 bytes of `proof_challenge.sign`: 64 bytes in base64url, no padding */
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
  readonly token_type: 'Bearer'
  /** seconds */
  readonly expires_in: number
}

/** Given to `devices.register`. */
export interface DevicesRegisterInput {
  /** as the user knows the device */
  readonly name: string
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
}

/** Answered by `devices.rotate_token`. */
export interface DevicesRotateTokenAnswer {
  readonly device: Device
  /** shown once; keep it where the platform keeps secrets */
  readonly token: string
}

/** Answered by `connect_keys.issue`. */
export interface ConnectKeysIssueAnswer {
  readonly connect_key: {
    /** to be typed or scanned; the last symbol checks the others */
    readonly key: string
    readonly expires_at: string
  }
}

/** Given to `connect_invitations.claim`. */
export interface ConnectInvitationsClaimInput {
  readonly connect_key: string
  readonly scopes: readonly Scope[]
}

/** Answered by `connect_invitations.claim`. */
export interface ConnectInvitationsClaimAnswer {
  readonly connect_invitation: ConnectInvitation
  /** `svc_claim_…`; shown once */
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
  readonly connect_invitations: readonly ConnectInvitation[]
  readonly next_cursor: string | null
}

/** Answered by `connect_invitations.read`. */
export interface ConnectInvitationsReadAnswer {
  readonly connect_invitation: ConnectInvitation
}

/** Given to `connect_invitations.approve`. */
export interface ConnectInvitationsApproveInput {
  readonly scopes: readonly Scope[]
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
  /** `svc_conn_…`; shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `pairing.start`. */
export interface PairingStartInput {
  readonly scopes: readonly Scope[]
}

/** Answered by `pairing.start`. */
export interface PairingStartAnswer {
  readonly pairing_session: PairingSession
  /** shown once */
  readonly code: string
  /** `svc://pair?session=…&code=…&service=…` */
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
  readonly scopes: readonly Scope[]
}

/** Answered by `pairing.approve`. */
export interface PairingApproveAnswer {
  readonly connection: Connection
  /** `svc_conn_…`; shown once, kept only as a hash */
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
  /** `svc_conn_…`; shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `connections.list`. */
export interface ConnectionsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `connections.list`. */
export interface ConnectionsListAnswer {
  readonly connections: readonly Connection[]
  readonly next_cursor: string | null
}

/** Answered by `connections.read_current`. */
export interface ConnectionsReadCurrentAnswer {
  readonly connection: Connection
}

/** Answered by `connections.read`. */
export interface ConnectionsReadAnswer {
  readonly connection: Connection
}

/** Given to `connections.update`. */
export interface ConnectionsUpdateInput {
  readonly status?: 'active' | 'paused' | undefined
  readonly scopes?: readonly Scope[] | undefined
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
  /** `svc_conn_…`; shown once, kept only as a hash */
  readonly connection_token: string
}

/** Given to `transaction_contexts.create`. */
export interface TransactionContextsCreateInput {
  /** 1 to 160 printable characters, chosen by you or made here */
  readonly transaction_id?: string | undefined
  readonly title: string
  readonly summary?: string | undefined
  readonly line_items?:
    | readonly {
        readonly label: string
        readonly quantity?: number | undefined
        /** as it is to be shown; nothing is added up from it */
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
}

/** Answered by `transaction_contexts.read`. */
export interface TransactionContextsReadAnswer {
  readonly transaction_context: TransactionContext
}

/** Given to `payment_requests.create`. */
export interface PaymentRequestsCreateInput {
  readonly request_id?: string | undefined
  /** Id: `rcp_` and 26 characters */
  readonly recipient_id: string
  /** Id: `rcv_` and 26 characters */
  readonly recipient_version_id: string
  readonly payment: {
    /**
     * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
     * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
     * than the decimals of the asset.
     */
    readonly amount: string
  }
  readonly policy: {
    readonly requires_user_approval: true
  }
  /** RFC 3339 with an offset, in the years 1970 to 9998 */
  readonly expires_at?: string | undefined
  readonly idempotency_key?: string | undefined
  readonly transaction_id?: string | undefined
  readonly display?: Readonly<Record<string, unknown>> | undefined
  readonly metadata?: Readonly<Record<string, unknown>> | undefined
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
  readonly status?: PaymentStatus | undefined
}

/** Answered by `payment_requests.list`. */
export interface PaymentRequestsListAnswer {
  readonly payment_requests: readonly PaymentRequest[]
  readonly next_cursor: string | null
}

/** Given to `payment_requests.read`. */
export interface PaymentRequestsReadInput {
  /** Id: `con_` and 26 characters */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.read`. */
export interface PaymentRequestsReadAnswer {
  readonly payment_request: PaymentRequest
}

/** Given to `payment_requests.report_status`. */
export interface PaymentRequestsReportStatusInput {
  readonly status: 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'rejected'
  readonly transaction_hash?: string | undefined
  readonly reason?: string | undefined
  /** Id: `con_` and 26 characters */
  readonly connection_id?: string | undefined
}

/** Answered by `payment_requests.report_status`. */
export interface PaymentRequestsReportStatusAnswer {
  readonly payment_request: PaymentRequest
  readonly late: boolean
}

/** Given to `payment_requests.list_for_merchant`. */
export interface PaymentRequestsListForMerchantInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  readonly status?: PaymentStatus | undefined
}

/** Answered by `payment_requests.list_for_merchant`. */
export interface PaymentRequestsListForMerchantAnswer {
  readonly payment_requests: readonly PaymentRequest[]
  readonly next_cursor: string | null
}

/** Given to `events.list`. */
export interface EventsListInput {
  /** the last cursor seen; 0 is the start */
  readonly since?: number | undefined
  readonly limit?: number | undefined
  readonly wait?: number | undefined
}

/** Answered by `events.list`. */
export interface EventsListAnswer {
  readonly events: readonly PaymentEvent[]
  /** what to send as `since` next */
  readonly next_since: number
  readonly has_more: boolean
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
        | 'connection.created'
        | 'connection.paused'
        | 'connection.resumed'
        | 'connection.narrowed'
        | 'connection.token_rotated'
        | 'connection.revoked'
        | 'recipient.version_activated'
        | 'recipient.version_retired'
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
  readonly webhook_endpoints: readonly WebhookEndpoint[]
  readonly next_cursor: string | null
}

/** Answered by `webhook_endpoints.read`. */
export interface WebhookEndpointsReadAnswer {
  readonly webhook_endpoint: WebhookEndpoint
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
        | 'connection.created'
        | 'connection.paused'
        | 'connection.resumed'
        | 'connection.narrowed'
        | 'connection.token_rotated'
        | 'connection.revoked'
        | 'recipient.version_activated'
        | 'recipient.version_retired'
      )[]
    | null
    | undefined
  /** for people of the organization */
  readonly description?: string | null | undefined
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
  readonly webhook_delivery_id: string
}

/** Given to `webhook_endpoints.recover`. */
export interface WebhookEndpointsRecoverInput {
  /** RFC 3339 with an offset, in the years 1970 to 9998 */
  readonly since: string
}

/** Answered by `webhook_endpoints.recover`. */
export interface WebhookEndpointsRecoverAnswer {
  readonly recovered: number
}

/** Given to `webhook_deliveries.list`. */
export interface WebhookDeliveriesListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
  /** Id: `whe_` and 26 characters */
  readonly webhook_endpoint_id?: string | undefined
  /** `held`: the endpoint was not active; a recovery sends it. `failed`: the last attempt failed, too */
  readonly status?: 'pending' | 'held' | 'delivered' | 'failed' | undefined
  readonly event_type?:
    | 'payment_request.pending'
    | 'payment_request.signed'
    | 'payment_request.broadcasted'
    | 'payment_request.confirmed'
    | 'payment_request.failed'
    | 'payment_request.expired'
    | 'payment_request.rejected'
    | 'payment_request.late_report'
    | 'connection.created'
    | 'connection.paused'
    | 'connection.resumed'
    | 'connection.narrowed'
    | 'connection.token_rotated'
    | 'connection.revoked'
    | 'recipient.version_activated'
    | 'recipient.version_retired'
    | 'webhook_endpoint.test'
    | undefined
  readonly event_id?: string | undefined
}

/** Answered by `webhook_deliveries.list`. */
export interface WebhookDeliveriesListAnswer {
  readonly webhook_deliveries: readonly WebhookDelivery[]
  readonly next_cursor: string | null
}

/** Answered by `webhook_deliveries.read`. */
export interface WebhookDeliveriesReadAnswer {
  readonly webhook_delivery: WebhookDelivery
}

/** Answered by `webhook_deliveries.redeliver`. */
export interface WebhookDeliveriesRedeliverAnswer {
  readonly webhook_delivery: WebhookDelivery
}

/** Given to `projects.create`. */
export interface ProjectsCreateInput {
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
  readonly projects: readonly Project[]
  readonly next_cursor: string | null
}

/** Answered by `projects.read`. */
export interface ProjectsReadAnswer {
  readonly project: Project
}

/** Given to `api_keys.create`. */
export interface ApiKeysCreateInput {
  readonly name: string
}

/** Answered by `api_keys.create`. */
export interface ApiKeysCreateAnswer {
  readonly api_key: ApiKey
  /** the key itself (`svc_key_…`) */
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
  readonly api_keys: readonly ApiKey[]
  readonly next_cursor: string | null
}

/** Answered by `api_keys.revoke`. */
export interface ApiKeysRevokeAnswer {
  readonly api_key: ApiKey
}

/** Given to `automation_policies.create`. */
export interface AutomationPoliciesCreateInput {
  /** Id: `prj_` and 26 characters */
  readonly project_id?: string | undefined
  /** Id: `con_` and 26 characters */
  readonly connection_id: string
  /** as the user will see it */
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly contract?: string | undefined
  readonly issuer?: string | undefined
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly single_tx_limit?: string | undefined
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly cumulative_limit?: string | undefined
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window?:
    | {
        /** RFC 3339 with an offset, in the years 1970 to 9998 */
        readonly from: string
        /** RFC 3339 with an offset, in the years 1970 to 9998 */
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
  readonly status?: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn' | undefined
}

/** Answered by `automation_policies.list`. */
export interface AutomationPoliciesListAnswer {
  readonly automation_policies: readonly AutomationPolicy[]
  readonly next_cursor: string | null
}

/** Answered by `automation_policies.read`. */
export type AutomationPoliciesReadAnswer = AutomationPolicy

/** Given to `automation_policies.update`. */
export interface AutomationPoliciesUpdateInput {
  /** the version that was read; a stale one is refused */
  readonly version: number
  readonly name?: string | undefined
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly single_tx_limit?: string | undefined
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly cumulative_limit?: string | undefined
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window?:
    | {
        /** RFC 3339 with an offset, in the years 1970 to 9998 */
        readonly from: string
        /** RFC 3339 with an offset, in the years 1970 to 9998 */
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
  readonly policy_digest: string
  /** Ed25519, base64url without padding */
  readonly signature?: string | undefined
}

/** Answered by `automation_policies.opt_in`. */
export type AutomationPoliciesOptInAnswer = AutomationPolicy

/** Answered by `automation_policies.pause`. */
export type AutomationPoliciesPauseAnswer = AutomationPolicy

/** Answered by `automation_policies.resume`. */
export type AutomationPoliciesResumeAnswer = AutomationPolicy

/** Answered by `automation_policies.read_usage`. */
export interface AutomationPoliciesReadUsageAnswer {
  readonly id: string
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  /** reserved and claimed: what a new payment is held against */
  readonly used: string
  /** what wallets were let sign, and what late transactions name: it never comes back */
  readonly claimed: string
  /** by payments that ended before their claim */
  readonly given_back: string
  /** of what was given back: transactions that turned up afterwards */
  readonly counted_again: string
  readonly cumulative_limit: string | null
  readonly remaining: string | null
  /** intents that passed */
  readonly allowed: number
  /** intents that needed the user */
  readonly refused: number
  readonly last_decision_at: string | null
}

/** Given to `automation_policies.simulate`. */
export interface AutomationPoliciesSimulateInput {
  /** Id: `rcp_` and 26 characters */
  readonly recipient_id: string
  /** Id: `rcv_` and 26 characters */
  readonly recipient_version_id: string
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly amount: string
  /** RFC 3339 with an offset, in the years 1970 to 9998 */
  readonly at?: string | undefined
}

/** Answered by `automation_policies.simulate`. */
export interface AutomationPoliciesSimulateAnswer {
  readonly id: string
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  readonly at: string
  readonly used: string
  readonly verdict: PolicyVerdict
  readonly if_in_force: PolicyVerdict
}

/** Given to `automation_policies.backtest`. */
export interface AutomationPoliciesBacktestInput {
  readonly days: number
  readonly terms?:
    | {
        /**
         * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
         * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
         * than the decimals of the asset.
         */
        readonly single_tx_limit?: string | undefined
        /**
         * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
         * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
         * than the decimals of the asset.
         */
        readonly cumulative_limit?: string | undefined
        /** half-open by the clock of the database: `from` is inside, `to` is not */
        readonly validity_window?:
          | {
              /** RFC 3339 with an offset, in the years 1970 to 9998 */
              readonly from: string
              /** RFC 3339 with an offset, in the years 1970 to 9998 */
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
  readonly id: string
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  readonly from: string
  readonly to: string
  /** replayed: the newest 20000 at most */
  readonly intents: number
  /** there are older ones within the days */
  readonly truncated: boolean
  readonly policy: ReplayOfPolicy
  readonly other?: ReplayOfPolicy
  /** intents to which the other terms would have said something else */
  readonly difference?: readonly {
    readonly at: string
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly amount: string
    readonly agent_payment_id: string | null
    readonly live: PolicyVerdict
    readonly outcome: 'passed' | 'asked' | 'refused'
    readonly verdict: PolicyVerdict
    readonly other_outcome: 'passed' | 'asked' | 'refused'
    readonly other_verdict: PolicyVerdict
  }[]
}

/** Given to `agent_payments.create`. */
export interface AgentPaymentsCreateInput {
  /** `agent`: within a policy, or refused. `human`: the wallet asks its user. */
  readonly initiator: 'agent' | 'human'
  /** Id: `con_` and 26 characters */
  readonly connection_id: string
  /** Id: `rcp_` and 26 characters */
  readonly recipient_id: string
  /** Id: `rcv_` and 26 characters */
  readonly recipient_version_id: string
  /**
   * Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
   * before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
   * than the decimals of the asset.
   */
  readonly amount: string
  /** what it is for, as the user will see it */
  readonly purpose?: string | undefined
  /** Id: `pol_` and 26 characters */
  readonly policy_id?: string | undefined
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
  readonly status?:
    | 'intent_created'
    | 'approved'
    | 'submitted'
    | 'settled'
    | 'rejected'
    | 'failed'
    | 'expired'
    | 'canceled'
    | undefined
}

/** Answered by `agent_payments.list`. */
export interface AgentPaymentsListAnswer {
  readonly agent_payments: readonly AgentPayment[]
  readonly next_cursor: string | null
}

/** Answered by `agent_payments.read`. */
export type AgentPaymentsReadAnswer = AgentPayment

/** Given to `agent_payments.report_status`. */
export interface AgentPaymentsReportStatusInput {
  readonly status: 'approved' | 'submitted' | 'settled' | 'rejected' | 'failed'
  readonly transaction_hash?: string | undefined
  readonly reason?: string | undefined
}

/** Answered by `agent_payments.report_status`. */
export interface AgentPaymentsReportStatusAnswer {
  readonly id: string
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
  readonly project_id: string
  readonly connection_id: string
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly payee: {
    readonly name: string
    readonly verified: true
    readonly domain: string
  }
  readonly payment: {
    readonly rail: Rail
    readonly network: Network
    readonly asset: string
    readonly amount: string
    readonly to: string
    readonly contract?: string
    readonly issuer?: string
    readonly decimals: number
    readonly chain_id?: number
    readonly memo?: string
  }
  readonly purpose?: string
  readonly policy: {
    readonly policy_id: string | null
    readonly policy_version: number | null
    /**
     * a hint, as things stood when this was read: a claim would be allowed without asking the user. It is not a leave
     * to sign: the wallet first reports `approved`, and signs only when that was answered with status `approved`
     */
    readonly allowed_without_asking: boolean
  }
  readonly idempotency_key: string
  readonly created_at: string
  readonly expires_at: string
  readonly transaction_hash?: string
  readonly reason?: string
  readonly settlement: {
    /** what the status rests on; nothing claims more than it knows */
    readonly assurance: 'none' | 'wallet_reported'
    /**
     * `transaction_hash_repeated`: another payment on this network names the same transaction, which can pay for one
     * of them at most
     */
    readonly notes: readonly 'transaction_hash_repeated'[]
  }
  /** SHA-256, in hexadecimal, of the canonical JSON of the payment facts */
  readonly facts_digest: string
  /** the facts signed by the service. Keys: /.well-known/jwks.json */
  readonly facts_jws: string
  readonly handoff?: {
    /** SEP-7, for Stellar networks */
    readonly uri: string
  }
  /** oldest first; where one payment is read */
  readonly history?: readonly {
    readonly status:
      | 'intent_created'
      | 'approved'
      | 'submitted'
      | 'settled'
      | 'rejected'
      | 'failed'
      | 'expired'
      | 'canceled'
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
     * evidence: a transaction that was named after the payment had ended, without a claim, or beside the one that is
     * fixed. It moves nothing, and counts against the policy
     */
    readonly late: boolean
    readonly transaction_hash?: string
    readonly reason?: string
    readonly occurred_at: string
  }[]
  /** the transaction is kept as evidence, and moved nothing */
  readonly late: boolean
  /** the same had been reported before */
  readonly repeated: boolean
}

/** Answered by `agent_payments.cancel`. */
export type AgentPaymentsCancelAnswer = AgentPayment

/** Answered by `facts_keys.read`. */
export type FactsKeysReadAnswer = Readonly<Record<string, unknown>>

/** Given to `audit_events.list`. */
export interface AuditEventsListInput {
  /** default 25 */
  readonly limit?: number | undefined
  /** `next_cursor` of the page before */
  readonly cursor?: string | undefined
}

/** Answered by `audit_events.list`. */
export interface AuditEventsListAnswer {
  readonly audit_events: readonly AuditEvent[]
  readonly next_cursor: string | null
}

/** Answered by `health.read`. */
export interface HealthReadAnswer {
  readonly status: 'alive'
  readonly version: string
}

/** Answered by `health.ready`. */
export interface HealthReadyAnswer {
  readonly status: 'ready'
  readonly checks: {
    readonly database: 'ok' | 'failing' | 'not_configured'
    readonly migrations: 'ok' | 'failing' | 'not_configured'
    readonly wake: 'ok' | 'failing' | 'not_configured'
  }
}

/** Answered by `health.openapi`. */
export type HealthOpenapiAnswer = Readonly<Record<string, unknown>>

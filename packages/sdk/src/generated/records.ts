// Made by `npm run generate`; do not edit.
/** The records of the service, as it sends them. */

export type PaymentStatus = 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected'

export type Scope =
  | 'payment.requests.create'
  | 'payment.requests.read'
  | 'transaction_contexts.create'
  | 'transaction_contexts.read'

export type Network =
  | 'stellar_public'
  | 'solana_mainnet'
  | 'ethereum_mainnet'
  | 'base_mainnet'
  | 'bitcoin_mainnet'
  | 'bsc_mainnet'
  | 'xrpl_mainnet'
  | 'arbitrum_one'
  | 'polygon_pos'
  | 'avalanche_c_chain'
  | 'optimism_mainnet'
  | 'sui_mainnet'
  | 'aptos_mainnet'
  | 'ton_mainnet'
  | 'cardano_mainnet'
  | 'cosmos_hub'
  | 'polkadot_mainnet'
  | 'hedera_mainnet'
  | 'cronos_mainnet'
  | 'mantle_mainnet'
  | 'starknet_mainnet'
  | 'zksync_era'
  | 'linea_mainnet'
  | 'algorand_mainnet'
  | 'tezos_mainnet'
  | 'internet_computer'
  | 'filecoin_mainnet'
  | 'litecoin_mainnet'
  | 'bitcoin_cash_mainnet'
  | 'dogecoin_mainnet'
  | 'stellar_testnet'

export type Rail =
  | 'stellar_xlm'
  | 'solana_sol'
  | 'ethereum_eth'
  | 'base_usdc'
  | 'bitcoin_btc'
  | 'bsc_bnb'
  | 'xrpl_xrp'
  | 'arbitrum_eth'
  | 'polygon_pol'
  | 'avalanche_avax'
  | 'optimism_eth'
  | 'sui_sui'
  | 'aptos_apt'
  | 'ton_ton'
  | 'cardano_ada'
  | 'cosmos_atom'
  | 'polkadot_dot'
  | 'hedera_hbar'
  | 'cronos_cro'
  | 'mantle_mnt'
  | 'starknet_strk'
  | 'zksync_eth'
  | 'linea_eth'
  | 'algorand_algo'
  | 'tezos_xtz'
  | 'internet_computer_icp'
  | 'filecoin_fil'
  | 'litecoin_ltc'
  | 'bitcoin_cash_bch'
  | 'dogecoin_doge'
  | 'evm_erc20'

export interface Account {
  readonly account_id: string
  readonly email: string
  readonly created_at: string
}

export interface MerchantChoice {
  /** opaque; means something only together with this grant */
  readonly choice: string
  readonly name: string
  readonly status: 'pending' | 'active' | 'suspended'
}

export interface Merchant {
  readonly merchant_id: string
  readonly name: string
  readonly status: 'pending' | 'active' | 'suspended'
  readonly version: number
  readonly created_at: string
}

export interface MerchantDomain {
  readonly domain_id: string
  /** exact host name, in its ASCII form */
  readonly domain: string
  /** `lapsed`: it was verified, and a later look did not find the proof */
  readonly status: 'pending' | 'verified' | 'lapsed'
  /** `dns`: a TXT record; `https`: a file on the site */
  readonly method: 'dns' | 'https'
  /** when the proof was last seen */
  readonly verified_at: string | null
  readonly created_at: string
}

export interface DomainChallenge {
  /** `dns`: a TXT record; `https`: a file on the site */
  readonly method: 'dns' | 'https'
  /** name of the TXT record, or address of the file */
  readonly location: string
  /** what must stand there, exactly; keep it there for later looks */
  readonly value: string
  readonly expires_at: string
}

export interface Recipient {
  readonly recipient_id: string
  readonly name: string
  readonly active_version_id: string | null
  readonly version: number
  readonly created_at: string
}

export interface RecipientVersion {
  readonly recipient_version_id: string
  readonly recipient_id: string
  /** 1, 2, 3 … within the recipient */
  readonly number: number
  readonly status: 'draft' | 'verified' | 'cooling' | 'active' | 'retired'
  readonly rail: Rail
  readonly network: Network
  readonly asset: string
  readonly address: string
  readonly memo: string | null
  readonly contract: string | null
  readonly issuer: string | null
  readonly decimals: number
  readonly chain_id: number | null
  readonly created_at: string
  readonly activates_at: string | null
  readonly activated_at: string | null
  readonly retired_at: string | null
}

export interface Evidence {
  readonly evidence_id: string
  readonly recipient_version_id: string
  readonly type: 'domain_proof'
  readonly source_id: string
  readonly found_in: 'svc-recipients.json' | 'stellar.toml' | 'dns'
  /** SHA-256, in hexadecimal, of the canonical JSON of facts and finding */
  readonly evidence_digest: string
  readonly created_at: string
}

export interface Agent {
  readonly agent_id: string
  readonly name: string
  readonly runtime: string
  readonly environment: 'testnet'
  /** the most that a wallet can be asked to grant this agent */
  readonly allowed_scopes: readonly Scope[]
  readonly status: 'draft' | 'active' | 'suspended' | 'retired'
  readonly version: number
  readonly created_at: string
}

export interface AgentCredential {
  readonly credential_id: string
  readonly agent_id: string
  readonly kid: string
  readonly alg: 'Ed25519'
  /** the raw 32 bytes in base64url */
  readonly public_key: string
  /** SHA-256 of the raw 32 bytes in base64url, to compare by eye */
  readonly fingerprint: string
  readonly status: 'pending' | 'active' | 'revoked' | 'expired'
  readonly not_before: string
  readonly expires_at: string
  readonly created_at: string
  /** when possession was proven */
  readonly activated_at: string | null
  /** when it was revoked */
  readonly revoked_at: string | null
}

export interface ProofChallenge {
  /** send it back with the signature; single use */
  readonly challenge: string
  /** the text to sign, as UTF-8: `svc.credential_proof.v1`, a line feed, the challenge */
  readonly sign: string
  readonly expires_at: string
}

export interface Device {
  readonly device_id: string
  readonly name: string
  readonly platform: 'ios' | 'android' | 'web' | 'desktop' | 'other'
  /** the Ed25519 key with which the device signs its decisions: raw 32 bytes in base64url */
  readonly public_key: string | null
  readonly created_at: string
}

export interface ConnectInvitation {
  readonly connect_invitation_id: string
  readonly status: 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired'
  readonly source: Source
  readonly requested_scopes: readonly Scope[]
  readonly granted_scopes: readonly Scope[] | null
  readonly connection_id: string | null
  readonly created_at: string
  readonly decided_at: string | null
  readonly expires_at: string
}

export interface Source {
  readonly agent_id: string
  readonly agent_name: string
  readonly runtime: string
  readonly merchant_name: string
  /**
   * host name that the organization has proven, of several the one that it registered first; null when it has proven
   * none, which a wallet must show
   */
  readonly verified_domain: string | null
}

export interface Connection {
  readonly connection_id: string
  readonly status: 'active' | 'paused' | 'revoked'
  /**
   * what the agent may do now: the scopes that the user granted, as far as the merchant still allows them to the
   * agent. Empty when none is left
   */
  readonly scopes: readonly Scope[]
  readonly source: Source
  readonly created_at: string
  readonly paused_at: string | null
  readonly paused_by: 'wallet' | 'rejections' | null
  readonly revoked_at: string | null
}

export interface PairingSession {
  readonly pairing_session_id: string
  /** `locked`: five wrong codes */
  readonly status: 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired' | 'locked'
  readonly source: Source
  readonly requested_scopes: readonly Scope[]
  readonly granted_scopes: readonly Scope[] | null
  readonly connection_id: string | null
  readonly created_at: string
  readonly decided_at: string | null
  readonly expires_at: string
}

export interface TransactionContext {
  readonly transaction_id: string
  readonly connection_id: string
  /** 1, 2, 3 … within the transaction */
  readonly revision: number
  readonly title: string
  readonly summary?: string
  readonly line_items?: readonly {
    readonly label: string
    readonly quantity?: number
    /** as it is to be shown; nothing is added up from it */
    readonly amount_text?: string
  }[]
  /** numbers and names that help to recognise the transaction, such as `{"order": "1042"}` */
  readonly references?: Readonly<Record<string, string>>
  /** BCP 47, of the words */
  readonly locale?: string
  readonly created_at: string
}

export interface PaymentRequest {
  readonly protocol: 'svc.payment_request.v1'
  readonly request_id: string
  readonly connection_id: string
  readonly transaction_id?: string
  readonly created_at: string
  readonly expires_at: string
  readonly idempotency_key: string
  readonly status: PaymentStatus
  readonly recipient_id: string
  readonly recipient_version_id: string
  readonly source: Readonly<Record<string, unknown>>
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
  readonly policy: {
    readonly requires_user_approval: true
  }
  readonly display?: Readonly<Record<string, unknown>>
  readonly metadata?: Readonly<Record<string, unknown>>
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
}

export interface PaymentEvent {
  /** 1, 2, 3 … within the connection, without gaps */
  readonly cursor: number
  readonly event_id: string
  readonly type: string
  readonly request_id: string
  readonly previous_status: PaymentStatus | null
  readonly status: PaymentStatus
  readonly occurred_at: string
}

export interface WebhookEndpoint {
  readonly webhook_endpoint_id: string
  readonly url: string
  /** for people of the organization */
  readonly description: string | null
  /** the types that it is sent; null: all, those of the future included */
  readonly event_types:
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
  /** `pending_verification`: it is sent nothing but challenges */
  readonly status: 'pending_verification' | 'active' | 'disabled'
  /** `operator`: by a person; `gone`: it answered 410; `failing`: nothing succeeded for five days */
  readonly disabled_reason: 'operator' | 'gone' | 'failing' | null
  readonly version: number
  readonly created_at: string
  /** when this URL last answered a challenge */
  readonly verified_at: string | null
  /** since when no delivery succeeded */
  readonly failing_since: string | null
  /** until when the secret before this one signs too; older ones end earlier, each at its own date */
  readonly previous_secret_until: string | null
}

export interface WebhookDelivery {
  readonly webhook_delivery_id: string
  readonly webhook_endpoint_id: string
  /** the `webhook-id` that the receiver sees, the same at every attempt */
  readonly event_id: string
  readonly event_type:
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
  readonly occurred_at: string
  /** `held`: the endpoint was not active; a recovery sends it. `failed`: the last attempt failed, too */
  readonly status: 'pending' | 'held' | 'delivered' | 'failed'
  readonly created_at: string
  /** no attempt is made before this time */
  readonly next_attempt_at: string | null
  /** when the first success was recorded */
  readonly delivered_at: string | null
  readonly attempts: readonly WebhookAttempt[]
}

export interface WebhookAttempt {
  /** 1, 2, 3 … without gaps */
  readonly attempt: number
  readonly attempted_at: string
  readonly latency_ms: number
  /** what the receiver answered, if it did */
  readonly status_code: number | null
  /** null: it was a success */
  readonly error_kind:
    | 'refused'
    | 'reset'
    | 'timeout'
    | 'tls'
    | 'dns'
    | 'refused_address'
    | 'too_large'
    | 'protocol'
    | 'status'
    | null
}

export interface Project {
  readonly project_id: string
  readonly name: string
  readonly created_at: string
}

export interface ApiKey {
  readonly api_key_id: string
  readonly project_id: string
  readonly name: string
  /** the last four characters of the key, to recognise it by */
  readonly last_four: string
  readonly created_at: string
  /** to the minute; null before the first call */
  readonly last_used_at: string | null
  /** null while it works */
  readonly revoked_at: string | null
}

export interface AutomationPolicy {
  readonly id: string
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  readonly version: number
  readonly project_id: string
  readonly connection_id: string
  readonly name: string
  readonly network: Network
  readonly asset: string
  readonly contract?: string
  readonly issuer?: string
  readonly decimals: number
  readonly single_tx_limit: string | null
  readonly cumulative_limit: string | null
  readonly validity_window: {
    readonly from: string
    readonly to: string
  } | null
  readonly allowlist: readonly string[]
  /** what must be filled before the user can opt in */
  readonly missing: readonly ('single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist')[]
  /**
   * where the recipients of the list are paid now: what an opt-in would pin; null where one cannot be paid in this
   * asset
   */
  readonly payees: readonly {
    readonly recipient_id: string
    readonly recipient_version_id: string | null
    readonly payee_digest: string | null
    readonly name?: string
    readonly domain?: string
    readonly address?: string
    readonly memo?: string
  }[]
  readonly policy_digest: string | null
  readonly consent: PolicyConsent | null
  /** reserved and spent so far */
  readonly used: string
  readonly created_at: string
  /** newest first, at most 100; where one policy is read */
  readonly history?: readonly {
    readonly version: number
    readonly change: 'created' | 'renamed' | 'narrowed' | 'widened' | 'consented' | 'paused' | 'resumed' | 'withdrawn'
    /** the API key or account that did it, or `wallet` */
    readonly actor: string
    readonly terms: {
      readonly single_tx_limit: string | null
      readonly cumulative_limit: string | null
      readonly validity_window: {
        readonly from: string
        readonly to: string
      } | null
      readonly allowlist: readonly string[]
    }
    readonly occurred_at: string
  }[]
}

export interface PolicyConsent {
  readonly policy_version: number
  readonly policy_digest: string
  readonly payees: readonly {
    readonly recipient_id: string
    readonly recipient_version_id: string
    /** SHA-256, in hexadecimal, of network, asset, address and memo as one text */
    readonly payee_digest: string
  }[]
  readonly public_key: string | null
  readonly signature: string | null
  readonly consented_at: string
}

export interface PolicyVerdict {
  readonly allowed: boolean
  /** every threshold that does not hold */
  readonly triggered_thresholds: readonly ('single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist')[]
  /** what decided */
  readonly rule:
    | 'within_policy'
    | 'single_tx_limit'
    | 'cumulative_limit'
    | 'validity_window'
    | 'allowlist'
    | 'threshold_missing'
    | 'asset_mismatch'
    | 'unknown_network'
    | 'not_opted_in'
    | 'paused'
    | 'withdrawn'
    | 'no_policy'
}

export interface ReplayOfPolicy {
  readonly counts: {
    readonly passed: number
    readonly asked: number
    readonly refused: number
  }
  readonly passed: readonly {
    readonly at: string
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly amount: string
    readonly agent_payment_id: string | null
    readonly live: PolicyVerdict
    readonly outcome: 'passed' | 'asked' | 'refused'
    readonly verdict: PolicyVerdict
  }[]
  readonly asked: readonly {
    readonly at: string
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly amount: string
    readonly agent_payment_id: string | null
    readonly live: PolicyVerdict
    readonly outcome: 'passed' | 'asked' | 'refused'
    readonly verdict: PolicyVerdict
  }[]
  readonly refused: readonly {
    readonly at: string
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly amount: string
    readonly agent_payment_id: string | null
    readonly live: PolicyVerdict
    readonly outcome: 'passed' | 'asked' | 'refused'
    readonly verdict: PolicyVerdict
  }[]
}

export interface AgentPayment {
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
}

export interface AuditEvent {
  readonly audit_event_id: string
  /** resource.past_tense */
  readonly action: string
  /** the account or job that did it */
  readonly actor: string
  /** the record it was done to */
  readonly target: string
  readonly details: Readonly<Record<string, unknown>>
  readonly occurred_at: string
}

export interface PaymentRequestWebhook {
  readonly type:
    | 'payment_request.pending'
    | 'payment_request.signed'
    | 'payment_request.broadcasted'
    | 'payment_request.confirmed'
    | 'payment_request.failed'
    | 'payment_request.expired'
    | 'payment_request.rejected'
    | 'payment_request.late_report'
  readonly timestamp: string
  readonly data: {
    readonly request_id: string
    readonly connection_id: string
    readonly status: PaymentStatus
    readonly previous_status: PaymentStatus | null
    /** place in the feed of the connection: 1, 2, 3 … without gaps */
    readonly cursor: number
  }
}

export interface ConnectionWebhook {
  readonly type:
    | 'connection.created'
    | 'connection.paused'
    | 'connection.resumed'
    | 'connection.narrowed'
    | 'connection.token_rotated'
    | 'connection.revoked'
  readonly timestamp: string
  readonly data: {
    readonly connection_id: string
    /** what the agent may do from then on */
    readonly scopes: readonly string[]
    /** `wallet`: the user paused it; `rejections`: it was paused because the user rejected several requests in a row */
    readonly paused_by?: 'wallet' | 'rejections'
  }
}

export interface RecipientWebhook {
  readonly type: 'recipient.version_activated' | 'recipient.version_retired'
  readonly timestamp: string
  readonly data: {
    readonly recipient_id: string
    readonly recipient_version_id: string
    readonly previous_version_id: string | null
  }
}

export interface TestWebhook {
  readonly type: 'webhook_endpoint.test'
  readonly timestamp: string
  readonly data: {
    readonly webhook_endpoint_id: string
  }
}

export interface ChallengeWebhook {
  readonly type: 'webhook_endpoint.challenge'
  readonly timestamp: string
  readonly data: {
    readonly webhook_endpoint_id: string
    /** answer with 200 and `{ "challenge": "…" }` to prove that the endpoint is yours */
    readonly challenge: string
  }
}

/** What a webhook carries; `type` tells which. */
export type WebhookMessage =
  | PaymentRequestWebhook
  | ConnectionWebhook
  | RecipientWebhook
  | TestWebhook
  | ChallengeWebhook

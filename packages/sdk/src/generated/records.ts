// Made by `npm run generate`; do not edit.
/** The records of the service, as it sends them. */

/** What callers may fill as they like: JSON, as it was given. */
export type Json = string | number | boolean | null | readonly Json[] | JsonObject
export interface JsonObject {
  readonly [key: string]: Json
}

export type PaymentStatus = 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected'

export type PaymentEventType =
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

export type Scope =
  | 'payment.requests.create'
  | 'payment.requests.read'
  | 'transaction_contexts.create'
  | 'transaction_contexts.read'
  | 'payees.resolve'

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
  | 'base_sepolia'

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
  /** id of the account: `acc_` and 26 characters of lower-case Crockford base32 */
  readonly account_id: string
  /** the address that it signs in with */
  readonly email: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface MerchantChoice {
  /** opaque; works only together with this grant */
  readonly choice: string
  /** the organization's name */
  readonly name: string
  /** of the organization; `invited` where you are no member yet: choosing it accepts the invitation */
  readonly status: 'pending' | 'active' | 'suspended' | 'invited'
  /**
   * `owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and
   * their keys; `viewer`: reads
   */
  readonly role: 'viewer' | 'developer' | 'admin' | 'owner'
}

export interface Merchant {
  /** id of the merchant: `mer_` and 26 characters of lower-case Crockford base32 */
  readonly merchant_id: string
  /** the organization's name, as payers see it */
  readonly name: string
  /** `active` once a domain is verified; only then can you activate payees and request payments */
  readonly status: 'pending' | 'active' | 'suspended'
  /**
   * who suspended it: `lapse`, when its last verified domain was lost; a new proof lifts that. `operator`: the
   * people who run the service, and only they lift it
   */
  readonly suspended_by: 'lapse' | 'operator' | null
  /** since when an owner has stopped all its agents; null while they may ask */
  readonly agents_stopped_at: string | null
  /** counts up with every change; send it with an update */
  readonly version: number
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface CoolingOff {
  /** how long an activated version waits now, in seconds */
  readonly cooling_off_s: number
  /** how long from `lowers_at` on; null where nothing was lowered */
  readonly lowers_to_s: number | null
  /** when the lower time takes effect */
  readonly lowers_at: string | null
}

export interface PayeeChangeApprovals {
  /** 1, or 2 while another owner or admin must approve every activation */
  readonly approvals: number
  /** how many people are owners or admins */
  readonly approvers: number
  /** when one person is enough again, unless an owner or admin cancels that */
  readonly lowers_at: string | null
  /** the owner who asked for it */
  readonly lowers_asked_by: string | null
}

export interface MerchantSession {
  /** id of the session: `ses_` and 26 characters of lower-case Crockford base32 */
  readonly session_id: string
  /** whether it is the session of this call */
  readonly current: boolean
  /** `cookie` in a browser, `bearer` in a program such as the command line */
  readonly transport: 'cookie' | 'bearer'
  /** how it was opened */
  readonly signed_in_by: 'mail' | 'passkey'
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when it was last used, to the minute; UTC, RFC 3339 with milliseconds */
  readonly last_active_at: string
  /** when it expires at the latest; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /** until when changes that need a confirmation need no other; null without one */
  readonly confirmed_until: string | null
}

export interface MerchantKey {
  /** id of the merchant key: `mky_` and 26 characters of lower-case Crockford base32 */
  readonly merchant_key_id: string
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
  /** the last four characters of the key, to recognise it by */
  readonly last_four: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when it stops by itself; null where it works until it is revoked */
  readonly expires_at: string | null
  /** to the minute; null before the first call */
  readonly last_used_at: string | null
  /** when it was revoked; null while nobody has */
  readonly revoked_at: string | null
}

export interface Passkey {
  /** id of the passkey: `pky_` and 26 characters of lower-case Crockford base32 */
  readonly passkey_id: string
  /** how its person calls it */
  readonly name: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when it last proved who its person is; null before the first time */
  readonly last_used_at: string | null
  /** when it goes, if it was removed without a passkey; using it keeps it */
  readonly leaves_at: string | null
}

export interface Member {
  /** id of the member: `mbr_` and 26 characters of lower-case Crockford base32 */
  readonly member_id: string
  /** the person, as the audit log names them */
  readonly account_id: string
  /** the mailbox that the person signs in with */
  readonly email: string
  /**
   * `owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and
   * their keys; `viewer`: reads
   */
  readonly role: 'viewer' | 'developer' | 'admin' | 'owner'
  /** how many passkeys the person has */
  readonly passkey_count: number
  /** when the person became a member; UTC, RFC 3339 with milliseconds */
  readonly joined_at: string
  /** when the person was last here, to the minute; null before the first sign-in */
  readonly last_active_at: string | null
}

export interface MemberInvitation {
  /** id of the member invitation: `miv_` and 26 characters of lower-case Crockford base32 */
  readonly member_invitation_id: string
  /** only the person who signs in with this address can accept */
  readonly email: string
  /**
   * `owner`: everything; `admin`: all but members and merchant keys; `developer`: agents, webhooks, projects and
   * their keys; `viewer`: reads
   */
  readonly role: 'viewer' | 'developer' | 'admin' | 'owner'
  /** only a `pending` one can be accepted or withdrawn */
  readonly status: 'pending' | 'accepted' | 'withdrawn' | 'expired'
  /** the account of the owner who invited */
  readonly invited_by: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** until when it can be accepted: 7 days after it was made; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /** when it was accepted; null until then */
  readonly accepted_at: string | null
}

export interface MerchantDomain {
  /** id of the domain: `dom_` and 26 characters of lower-case Crockford base32 */
  readonly domain_id: string
  /** exact host name, in its ASCII form */
  readonly domain: string
  /** `lapsed`: it was verified, and a later check did not find the proof */
  readonly status: 'pending' | 'verified' | 'lapsed'
  /** `dns`: a TXT record; `https`: a file on the site */
  readonly method: 'dns' | 'https'
  /** when the proof was last seen */
  readonly verified_at: string | null
  /** when a scheduled look first missed the proof; null while all is well */
  readonly failing_since: string | null
  /** when it lapses unless the proof is back */
  readonly lapses_at: string | null
  /** letters to the members since the proof was last seen, oldest first */
  readonly notices: readonly {
    /** `failing`: the first failed look; `reminder`: 18 hours later; `lapsed`: it has lapsed */
    readonly kind: 'failing' | 'reminder' | 'lapsed'
    readonly sent_at: string
  }[]
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface DomainChallenge {
  /** `dns`: a TXT record; `https`: a file on the site */
  readonly method: 'dns' | 'https'
  /** name of the TXT record, or address of the file */
  readonly location: string
  /** what must be published there, exactly; keep it there for later checks */
  readonly value: string
  /** until when it has to be published for the first time; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

export interface DomainLook {
  readonly checked_at: string
  /** whether the proof was found */
  readonly ok: boolean
  /** what each place answered */
  readonly checks: readonly DomainCheck[]
}

export interface DomainCheck {
  /** which resolver was asked, or which address */
  readonly from: string
  /**
   * `resolver`: the TXT record; `wildcard`: a name beside it that nobody can have published; `file`: the file on the
   * site
   */
  readonly kind: 'resolver' | 'wildcard' | 'file'
  /** `answer`: it answered, with `values`; `wrong_status`: another status than 200, which `values` names */
  readonly outcome:
    | 'answer'
    | 'nxdomain'
    | 'no_data'
    | 'timeout'
    | 'error'
    | 'wrong_status'
    | 'refused_url'
    | 'refused_address'
    | 'dns'
    | 'connect'
    | 'tls'
    | 'too_large'
    | 'protocol'
  /** what we found there, shortened; up to five */
  readonly values: readonly string[]
  /** whether it is the value of the challenge; for a wildcard that is a fault */
  readonly matches: boolean
  /** how long the resolver caches its answer, if it says */
  readonly ttl_s: number | null
  /** how long the answer took */
  readonly took_ms: number
}

export interface Recipient {
  /**
   * the payee isn't the organization's own: an agent found it on this domain (`payees.resolve`). Nobody has to trust
   * the organization for it
   */
  readonly listed?: {
    /** the host name that lists the payee, and its name */
    readonly domain: string
    /** when it was last seen there; UTC, RFC 3339 with milliseconds */
    readonly seen_at: string
  }
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** the payee, as payers see it */
  readonly name: string
  /** the version that new requests pay; null until one is activated */
  readonly active_version_id: string | null
  /** counts up with every change; send it with an update */
  readonly version: number
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when the payee was retired */
  readonly retired_at: string | null
}

export interface RecipientVersion {
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** 1, 2, 3 … within the recipient */
  readonly number: number
  /**
   * new requests can pay only an `active` version. `awaiting_approval`: a second person must approve it first;
   * `suspended`: its domain isn't verified right now; `retired` can't be undone
   */
  readonly status: 'draft' | 'verified' | 'awaiting_approval' | 'cooling' | 'active' | 'suspended' | 'retired'
  /** how the asset moves on its network */
  readonly rail: Rail
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly address: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo: string | null
  /** contract of the token, where the asset is one */
  readonly contract: string | null
  /** issuer of the asset, where it has one */
  readonly issuer: string | null
  /** how many decimals the asset has */
  readonly decimals: number
  /** chain id of EIP-155, on networks that have one */
  readonly chain_id: number | null
  /** how payments to it carry the digest of their facts; null where they cannot */
  readonly reference: 'memo_hash' | 'authorization_nonce' | null
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** who activated it; null before, and for versions activated before this was kept */
  readonly requested_by: string | null
  /** when that was */
  readonly requested_at: string | null
  /** the second person, where two were needed */
  readonly approved_by: string | null
  /** when the second person approved it */
  readonly approved_at: string | null
  /** when the cooling-off time ends and it becomes active */
  readonly activates_at: string | null
  /** when it became active */
  readonly activated_at: string | null
  /** since when it is suspended */
  readonly suspended_at: string | null
  /** since when it is retired */
  readonly retired_at: string | null
  /**
   * `replaced`: by another version; `discarded`: before it was activated; `held`: stopped while it waited for
   * approval or cooled off; `recalled`: don't pay it anymore; `recipient_retired`: the payee was retired
   */
  readonly retired_reason: 'replaced' | 'discarded' | 'held' | 'recalled' | 'recipient_retired' | null
  /** when it was recalled */
  readonly recalled_at: string | null
  /** why it was recalled */
  readonly recall_reason: 'compromised' | 'mistake' | null
}

export interface ListedRecipient {
  /**
   * the payee isn't the organization's own: an agent found it on this domain (`payees.resolve`). Nobody has to trust
   * the organization for it
   */
  readonly listed?: {
    /** the host name that lists the payee, and its name */
    readonly domain: string
    /** when it was last seen there; UTC, RFC 3339 with milliseconds */
    readonly seen_at: string
  }
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** the payee, as payers see it */
  readonly name: string
  /** the version that new requests pay; null until one is activated */
  readonly active_version_id: string | null
  /** counts up with every change; send it with an update */
  readonly version: number
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when the payee was retired */
  readonly retired_at: string | null
  /** that of its active version, else of the newest that is not retired; `retired` where all are */
  readonly status: 'draft' | 'verified' | 'awaiting_approval' | 'cooling' | 'active' | 'suspended' | 'retired'
  /** the version that new requests pay; null if none is active */
  readonly active_version: UsedRecipientVersion | null
  /** when the version that cools off becomes the one that new requests pay; null if none cools off */
  readonly activates_at: string | null
  /** the domain that lists the active version; null if none is active */
  readonly domain: string | null
}

export interface UsedRecipientVersion {
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** 1, 2, 3 … within the recipient */
  readonly number: number
  /**
   * new requests can pay only an `active` version. `awaiting_approval`: a second person must approve it first;
   * `suspended`: its domain isn't verified right now; `retired` can't be undone
   */
  readonly status: 'draft' | 'verified' | 'awaiting_approval' | 'cooling' | 'active' | 'suspended' | 'retired'
  /** how the asset moves on its network */
  readonly rail: Rail
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly address: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo: string | null
  /** contract of the token, where the asset is one */
  readonly contract: string | null
  /** issuer of the asset, where it has one */
  readonly issuer: string | null
  /** how many decimals the asset has */
  readonly decimals: number
  /** chain id of EIP-155, on networks that have one */
  readonly chain_id: number | null
  /** how payments to it carry the digest of their facts; null where they cannot */
  readonly reference: 'memo_hash' | 'authorization_nonce' | null
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** who activated it; null before, and for versions activated before this was kept */
  readonly requested_by: string | null
  /** when that was */
  readonly requested_at: string | null
  /** the second person, where two were needed */
  readonly approved_by: string | null
  /** when the second person approved it */
  readonly approved_at: string | null
  /** when the cooling-off time ends and it becomes active */
  readonly activates_at: string | null
  /** when it became active */
  readonly activated_at: string | null
  /** since when it is suspended */
  readonly suspended_at: string | null
  /** since when it is retired */
  readonly retired_at: string | null
  /**
   * `replaced`: by another version; `discarded`: before it was activated; `held`: stopped while it waited for
   * approval or cooled off; `recalled`: don't pay it anymore; `recipient_retired`: the payee was retired
   */
  readonly retired_reason: 'replaced' | 'discarded' | 'held' | 'recalled' | 'recipient_retired' | null
  /** when it was recalled */
  readonly recalled_at: string | null
  /** why it was recalled */
  readonly recall_reason: 'compromised' | 'mistake' | null
  /** payment requests for it since it was first active; may be a few seconds behind */
  readonly request_count: number
  /** when the newest of them was made; null while there are none */
  readonly last_request_at: string | null
}

export interface Evidence {
  /** id of the evidence: `evd_` and 26 characters of lower-case Crockford base32 */
  readonly evidence_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /**
   * `domain_proof`: a verified domain of the organization lists it; `domain_listing`: another domain does, and an
   * agent found it there
   */
  readonly type: 'domain_proof' | 'domain_listing'
  /** the domain that lists the payee; null for a `domain_listing` */
  readonly source_id: string | null
  /** where the domain lists it */
  readonly found_in: 'svc-recipients.json' | 'stellar.toml' | 'dns'
  /** the host name of that domain */
  readonly domain: string
  /** the address of the file, or the name of the TXT record */
  readonly location: string
  /** SHA-256, in hexadecimal, of `document` */
  readonly evidence_digest: string
  /** the facts, and what was seen where and when, as canonical JSON (RFC 8785): hash it to compare the digest */
  readonly document: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface PayeeApproval {
  readonly recipient: Recipient
  readonly recipient_version: RecipientVersion
  /** the version that new requests pay until then; null if none is active */
  readonly active_version: RecipientVersion | null
  readonly evidence: Evidence
  /** the mailbox of who asked; null if they are not known any more */
  readonly requested_by_email: string | null
  /** until when it can be approved; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /**
   * true if it has to be activated again: too late, who asked is no owner or admin anymore, or one person is enough
   * by now
   */
  readonly lapsed: boolean
}

export interface Agent {
  /** id of the agent: `agt_` and 26 characters of lower-case Crockford base32 */
  readonly agent_id: string
  /** as payers see it beside the organization */
  readonly name: string
  /** what the agent runs on */
  readonly runtime: string
  /** where its payments are made */
  readonly environment: 'testnet'
  /** the most that a wallet can be asked to grant this agent */
  readonly allowed_scopes: readonly Scope[]
  /** only an `active` agent obtains tokens; `retired` is final */
  readonly status: 'draft' | 'active' | 'suspended' | 'retired'
  /** counts up with every change; send it with an update */
  readonly version: number
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface AgentCredential {
  /** id of the credential: `crd_` and 26 characters of lower-case Crockford base32 */
  readonly credential_id: string
  /** id of the agent: `agt_` and 26 characters of lower-case Crockford base32 */
  readonly agent_id: string
  /** names the key in assertions */
  readonly kid: string
  /** the algorithm of the key */
  readonly alg: 'Ed25519'
  /** the raw 32 bytes in base64url */
  readonly public_key: string
  /** SHA-256 of the raw 32 bytes in base64url, to compare by eye */
  readonly fingerprint: string
  /** `pending` until the key is verified */
  readonly status: 'pending' | 'active' | 'revoked' | 'expired'
  /** from when it can be used; UTC, RFC 3339 with milliseconds */
  readonly not_before: string
  /** until when it can be used; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when possession was proven */
  readonly activated_at: string | null
  /** when it last signed an assertion, to the minute; null before the first */
  readonly last_used_at: string | null
  /** when it was revoked */
  readonly revoked_at: string | null
}

export interface ProofChallenge {
  /** the text to sign, as UTF-8; send it back with the signature; single use */
  readonly challenge: string
  /** until when the signature is accepted; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
}

export interface Device {
  /** id of the device: `dev_` and 26 characters of lower-case Crockford base32 */
  readonly device_id: string
  /** as the user knows the device */
  readonly name: string
  /** what the wallet runs on */
  readonly platform: 'ios' | 'android' | 'web' | 'desktop' | 'other'
  /**
   * the Ed25519 key that it was registered with: raw 32 bytes in base64url. devices.read_current shows the one in
   * use
   */
  readonly public_key: string | null
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when it was linked to the wallet of another device */
  readonly linked_at: string | null
  /** when the user removed it, which is final */
  readonly revoked_at: string | null
}

export interface DeviceKey {
  /** its thumbprint (RFC 7638), by which statements name it */
  readonly kid: string
  /** how it signs: Ed25519 or P-256 */
  readonly alg: 'EdDSA' | 'ES256'
  /** as a JWK */
  readonly public_key: {
    /** `OKP` or `EC` */
    readonly kty: string
    /** `Ed25519` or `P-256` */
    readonly crv: string
    /** in base64url */
    readonly x: string
    /** of P-256, in base64url */
    readonly y?: string
  }
  /** what an `active` one signs counts; the others are final, and what they signed before stays */
  readonly status: 'active' | 'replaced' | 'revoked'
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when the device proved that it has the private half; null for one given at registration */
  readonly proven_at: string | null
  /** when it was replaced or revoked */
  readonly ended_at: string | null
}

export interface PushSubscription {
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when the push service last took a message */
  readonly last_sent_at: string | null
  /** since when the push service takes none; after seven days we remove the subscription */
  readonly failing_since: string | null
}

export interface ConnectInvitation {
  /** id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32 */
  readonly connect_invitation_id: string
  /** `approved` until the agent has exchanged it */
  readonly status: 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired'
  readonly source: Source
  /** what the agent may do */
  readonly requested_scopes: readonly Scope[]
  /** what the user granted; null until then */
  readonly granted_scopes: readonly Scope[] | null
  /** the resulting connection; null until it's exchanged */
  readonly connection_id: string | null
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when the user decided */
  readonly decided_at: string | null
  /** until when it can be decided, and once approved, exchanged; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /**
   * the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included,
   * can later pass another key off as the agent's. Shown to the wallet while the invitation is pending
   */
  readonly agent_keys?: readonly {
    /** what the agent calls the key */
    readonly kid: string
    /** Ed25519: the raw 32 bytes in base64url */
    readonly public_key: string
  }[]
}

export interface Source {
  /** id of the agent: `agt_` and 26 characters of lower-case Crockford base32 */
  readonly agent_id: string
  /** as the organization calls it */
  readonly agent_name: string
  /** what the agent runs on */
  readonly runtime: string
  /** the organization that runs the agent; of a user's own agent `Personal space` */
  readonly merchant_name: string
  /** the organization's first verified host name; null if it has none, which a wallet must show */
  readonly verified_domain: string | null
  /**
   * true where the user enrolled the agent: it's their own, and nobody vouches for its name, which a wallet must
   * show. Left out for the agent of an organization
   */
  readonly personal?: boolean
}

export interface Connection {
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** a `paused` one reads and creates nothing; `revoked` is final */
  readonly status: 'active' | 'paused' | 'revoked'
  /** what the user granted; the wallet can make it less */
  readonly scopes: readonly Scope[]
  /**
   * what the agent may do now: the scopes that the user granted, as far as the merchant still allows them to the
   * agent. Empty when none is left
   */
  readonly effective_scopes: readonly Scope[]
  readonly source: Source
  /**
   * whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a
   * device with an active key
   */
  readonly decision_signature: 'optional' | 'required'
  /** whether several rejections in a row pause the connection; off unless the user switches it on */
  readonly pause_after_rejections: boolean
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** since when it is paused */
  readonly paused_at: string | null
  /** who paused it; null while it is not paused */
  readonly paused_by: 'wallet' | 'rejections' | 'stop' | null
  /** when it was revoked */
  readonly revoked_at: string | null
  /** until when its token works, unless the agent renews it or the wallet rotates it; UTC, RFC 3339 with milliseconds */
  readonly token_expires_at: string
  /** when the agent last used it, to about a minute; null if it never did */
  readonly last_used_at: string | null
  /**
   * the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included,
   * can later pass another key off as the agent's. Shown to the wallet where it reads one connection
   */
  readonly agent_keys?: readonly {
    /** what the agent calls the key */
    readonly kid: string
    /** Ed25519: the raw 32 bytes in base64url */
    readonly public_key: string
  }[]
  /** how its payment requests turned out, up to 1000 each; shown where the wallet reads one connection */
  readonly request_counts?: {
    /** wait for the user */
    readonly pending: number
    /** were approved and are not confirmed yet */
    readonly under_way: number
    /** are confirmed */
    readonly confirmed: number
    /** were rejected by the user */
    readonly rejected: number
    /** were not answered in time */
    readonly expired: number
    /** failed or were canceled */
    readonly failed: number
  }
}

export interface PairingSession {
  /** id of the pairing session: `prs_` and 26 characters of lower-case Crockford base32 */
  readonly pairing_session_id: string
  /** `locked`: five wrong codes */
  readonly status: 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired' | 'locked'
  readonly source: Source
  /** what the agent may do */
  readonly requested_scopes: readonly Scope[]
  /** what the user granted; null until then */
  readonly granted_scopes: readonly Scope[] | null
  /** the resulting connection; null until it's approved */
  readonly connection_id: string | null
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when the user decided */
  readonly decided_at: string | null
  /** until when it can be decided, and once approved, exchanged; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /**
   * the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included,
   * can later pass another key off as the agent's. Shown to the wallet that looks up the code
   */
  readonly agent_keys?: readonly {
    /** what the agent calls the key */
    readonly kid: string
    /** Ed25519: the raw 32 bytes in base64url */
    readonly public_key: string
  }[]
}

export interface PayableRecipient {
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** the version that new requests pay: send it as `recipient_version_id` */
  readonly active_version_id: string
  /** 1, 2, 3 … within the recipient: another number means that the payee has changed */
  readonly number: number
  /** the payee, as payers see it */
  readonly name: string
  /** the verified host name that lists it */
  readonly domain: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
}

export interface TransactionContext {
  /** names the transaction within its connection */
  readonly transaction_id: string
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** 1, 2, 3 … within the transaction */
  readonly revision: number
  /** what the payment is for, in a few words */
  readonly title: string
  /** more about it */
  readonly summary?: string
  /** what it consists of */
  readonly line_items?: readonly {
    /** what it is */
    readonly label: string
    /** how many */
    readonly quantity?: number
    /** shown as it is; nothing is calculated from it */
    readonly amount_text?: string
  }[]
  /** numbers and names that help to recognise the transaction, such as `{"order": "1042"}` */
  readonly references?: Readonly<Record<string, string>>
  /** BCP 47, of the words */
  readonly locale?: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface PaymentRequest {
  /** the form of this record */
  readonly protocol: 'svc.payment_request.v1'
  /** names the request within its connection */
  readonly request_id: string
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** the base address of the service that asks */
  readonly issuer: string
  /** the transaction context that the wallet shows */
  readonly transaction_id?: string
  /**
   * whether there are words about the transaction that go with this request: `pinned`, those of
   * `transaction_revision`; `missing`, none had been sent under this `transaction_id` when the request was created,
   * so there is nothing to show
   */
  readonly transaction_context?: 'pinned' | 'missing'
  /** the revision of the transaction context that was the latest at the create; later ones are not meant */
  readonly transaction_revision?: number
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** until when the user can decide; UTC, RFC 3339 with milliseconds */
  readonly expires_at: string
  /** the key that it was created with */
  readonly idempotency_key: string
  /** what is known of the payment; `pending` waits for the user */
  readonly status: PaymentStatus
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  readonly source: Source
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
  /** who decides */
  readonly policy: {
    /** always: no request is paid without its user */
    readonly requires_user_approval: true
  }
  /** words of the agent for the user */
  readonly display?: JsonObject
  /** yours; the service only keeps it */
  readonly metadata?: JsonObject
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
  /** the transaction that the wallet named */
  readonly transaction_hash?: string
  /**
   * why it was rejected or failed, in the wallet's words; `canceled_by_agent` where the agent took a waiting request
   * back
   */
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
  /** transactions reported after the request was over: money may have moved, so check before you request it again */
  readonly late_reports: readonly LateReport[]
  /** every step in order; shown where the wallet or the merchant reads one request */
  readonly history?: readonly PaymentRequestStep[]
  /** how often the agent sent the same create again; shown to the merchant */
  readonly replay_count?: number
  /** SHA-256, in hexadecimal, of the canonical JSON of the payment facts */
  readonly facts_digest: string
  /** what the payment carries where `payment.reference` says so: the digest of the facts, in hexadecimal */
  readonly reference_value?: string
  /** the facts signed by the service. Keys: /.well-known/jwks.json */
  readonly facts_jws: string
}

export interface LateReport {
  /** what is known of the payment; `pending` waits for the user */
  readonly reported_status: PaymentStatus
  /** the transaction that the wallet named */
  readonly transaction_hash: string
  /** as the wallet gave it */
  readonly reason?: string
  /** when it was reported; UTC, RFC 3339 with milliseconds */
  readonly reported_at: string
}

export interface PaymentRequestStep {
  /** the place of this event in the feed of the connection */
  readonly cursor: number
  /** what happened; more kinds may be added later */
  readonly type: PaymentEventType | (string & {})
  /** the status before; null for the first step */
  readonly previous_status: PaymentStatus | null
  /** what is known of the payment; `pending` waits for the user */
  readonly status: PaymentStatus
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly occurred_at: string
  /** on whose word it rests; `clock` is the expiry */
  readonly said_by: 'agent' | 'wallet' | 'merchant' | 'clock' | 'ledger'
  /** the reason given */
  readonly reason?: string
  /** the transaction that the report named */
  readonly transaction_hash?: string
}

export interface LedgerEvidence {
  /** when it was decided; UTC, RFC 3339 with milliseconds */
  readonly judged_at?: string
  /**
   * rule, network, observers, the bytes of the transaction and its result, the seal of a validator, and the signed
   * statement where nothing was paid
   */
  readonly proof?: JsonObject
  /** everything that did not fit, the oldest first */
  readonly findings: readonly {
    /** what does not fit */
    readonly reason: string
    /** the transaction that it is about */
    readonly transaction_hash?: string
    /** what was expected and what was seen */
    readonly seen: JsonObject
    /** when it was seen, in the life of the network */
    readonly network_epoch?: string
    /** when it was found; UTC, RFC 3339 with milliseconds */
    readonly found_at: string
  }[]
}

export interface AgentPayment {
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
}

export interface PayeeFinding {
  /** the transaction */
  readonly transaction_hash: string
  /** which operation of it, or which log of its block (`log/3`) on an EVM chain */
  readonly place: string
  /** the ledger that holds it */
  readonly ledger: number
  /** when that ledger closed, by its own clock; UTC, RFC 3339 with milliseconds */
  readonly closed_at: string
  /** what arrived */
  readonly amount: string
  /** of which asset */
  readonly asset: string
  /** who issued it */
  readonly issuer?: string
  /** the account that sent it */
  readonly from: string
}

export interface PaymentEvent {
  /** 1, 2, 3 … within the connection, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened; more kinds may be added later */
  readonly type: PaymentEventType | (string & {})
  /** the payment request that it happened to */
  readonly request_id: string
  /** the status before; null for a new request */
  readonly previous_status: PaymentStatus | null
  /** the status then */
  readonly status: PaymentStatus
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly occurred_at: string
  /** the transaction that the wallet named with this report */
  readonly transaction_hash?: string
  /** as the wallet gave it with this report, or what the ledger shows */
  readonly reason?: string
  /**
   * how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
   * a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
   * without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
   * `proven_unpaid`, the ledger has no such payment in the whole time window
   */
  readonly assurance?:
    | 'none'
    | 'wallet_reported'
    | 'chain_observed'
    | 'merchant_accepted'
    | 'disputed'
    | 'proven_unpaid'
}

export interface PaymentRequestFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type: PaymentEventType
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** the payment request */
    readonly request_id: string
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
    /** what is known of the payment; `pending` waits for the user */
    readonly status: PaymentStatus
    /** the status before; null for a new request */
    readonly previous_status: PaymentStatus | null
    /** place in the feed of the connection: 1, 2, 3 … without gaps */
    readonly cursor: number
    /** the transaction that the wallet named with this report */
    readonly transaction_hash?: string
    /** as the wallet gave it with this report, or what the ledger shows */
    readonly reason?: string
    /**
     * how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
     * a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
     * without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
     * `proven_unpaid`, the ledger has no such payment in the whole time window
     */
    readonly assurance?:
      | 'none'
      | 'wallet_reported'
      | 'chain_observed'
      | 'merchant_accepted'
      | 'disputed'
      | 'proven_unpaid'
  }
}

export interface AgentPaymentFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type:
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
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32 */
    readonly agent_payment_id: string
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
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
    /** the transaction that the ledger shows */
    readonly transaction_hash?: string
    /** what the ledger shows */
    readonly reason?: string
    /**
     * how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
     * a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
     * without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
     * `proven_unpaid`, the ledger has no such payment in the whole time window
     */
    readonly assurance?:
      | 'none'
      | 'wallet_reported'
      | 'chain_observed'
      | 'merchant_accepted'
      | 'disputed'
      | 'proven_unpaid'
  }
}

export interface ConnectionFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type:
    | 'connection.created'
    | 'connection.paused'
    | 'connection.resumed'
    | 'connection.narrowed'
    | 'connection.token_rotated'
    | 'connection.revoked'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
    /** what the agent may do from then on */
    readonly scopes: readonly string[]
    /**
     * `wallet`: the user paused it; `rejections`: the user rejected several requests in a row and had switched on
     * `pause_after_rejections`; `stop`: the user stopped the whole wallet
     */
    readonly paused_by?: 'wallet' | 'rejections' | 'stop'
  }
}

export interface AutomationPolicyFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type:
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
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
    readonly policy_id: string
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
    /** the version of the policy from then on */
    readonly version: number
  }
}

export interface RecipientFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type:
    | 'recipient.version_cooling'
    | 'recipient.version_activated'
    | 'recipient.version_suspended'
    | 'recipient.version_revived'
    | 'recipient.version_retired'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_version_id: string
    /** the previously active version, if any */
    readonly previous_version_id: string | null
  }
}

export interface MerchantDomainFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type: 'merchant_domain.verified' | 'merchant_domain.failing' | 'merchant_domain.lapsed'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the domain: `dom_` and 26 characters of lower-case Crockford base32 */
    readonly domain_id: string
    /** exact host name, in its ASCII form */
    readonly domain: string
    /** since when its proof is missing; UTC, RFC 3339 with milliseconds */
    readonly failing_since?: string
    /** when it lapses unless the proof is back; UTC, RFC 3339 with milliseconds */
    readonly lapses_at?: string
  }
}

export interface MerchantFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type: 'merchant.suspended' | 'merchant.restored'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the merchant: `mer_` and 26 characters of lower-case Crockford base32 */
    readonly merchant_id: string
    /** `lapse`: the last verified domain was lost; `operator`: the people who run the service did it */
    readonly suspended_by?: 'lapse' | 'operator'
  }
}

export interface ConnectInvitationFeedEvent {
  /** 1, 2, 3 … within this feed, without gaps */
  readonly cursor: number
  /** id of the event: `evt_` and 26 characters of lower-case Crockford base32 */
  readonly event_id: string
  /** what happened */
  readonly type:
    | 'connect_invitation.pending'
    | 'connect_invitation.approved'
    | 'connect_invitation.exchanged'
    | 'connect_invitation.rejected'
    | 'connect_invitation.expired'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32 */
    readonly connect_invitation_id: string
    /** `approved` until the agent has exchanged it */
    readonly status: 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired'
    /** the status before; null for a new invitation */
    readonly previous_status: 'pending' | 'approved' | 'exchanged' | 'rejected' | 'expired' | null
    /** the resulting connection; null until it's exchanged */
    readonly connection_id: string | null
  }
}

export interface WebhookEndpoint {
  /** id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32 */
  readonly webhook_endpoint_id: string
  /** where events are sent */
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
  /** `pending_verification`: it is sent nothing but challenges */
  readonly status: 'pending_verification' | 'active' | 'disabled'
  /** `operator`: by a person; `gone`: it answered 410; `failing`: nothing succeeded for five days */
  readonly disabled_reason: 'operator' | 'gone' | 'failing' | null
  /** counts up with every change; send it with an update */
  readonly version: number
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** when this URL last answered a challenge */
  readonly verified_at: string | null
  /** since when no delivery succeeded */
  readonly failing_since: string | null
  /** how long the previous secret keeps signing; older ones expire earlier */
  readonly previous_secret_until: string | null
}

export interface WebhookCounts {
  /** deliveries that are on their way; 1000 stands for that many or more */
  readonly pending: number
  /** deliveries that wait for a recovery; 1000 stands for that many or more */
  readonly held: number
  /** deliveries that were given up; 1000 stands for that many or more */
  readonly failed: number
}

export interface WebhookDelivery {
  /** id of the webhook delivery: `whd_` and 26 characters of lower-case Crockford base32 */
  readonly webhook_delivery_id: string
  /** id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32 */
  readonly webhook_endpoint_id: string
  /** the `webhook-id` that the receiver sees, the same at every attempt */
  readonly event_id: string
  /** the type of the event */
  readonly event_type:
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
  /**
   * the id of the request, connection, recipient … that the event is about; null for deliveries older than this
   * field
   */
  readonly about: string | null
  /** when the event happened; UTC, RFC 3339 with milliseconds */
  readonly occurred_at: string
  /** `held`: the endpoint wasn't active; recover sends it. `failed`: every attempt failed */
  readonly status: 'pending' | 'held' | 'delivered' | 'failed'
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** no attempt is made before this time */
  readonly next_attempt_at: string | null
  /** when the first success was recorded */
  readonly delivered_at: string | null
  /** oldest first */
  readonly attempts: readonly WebhookAttempt[]
}

export interface WebhookAttempt {
  /** 1, 2, 3 … without gaps */
  readonly attempt: number
  /** when it was sent; UTC, RFC 3339 with milliseconds */
  readonly attempted_at: string
  /** milliseconds until the answer or the failure */
  readonly latency_ms: number
  /** what the receiver answered, if it did */
  readonly status_code: number | null
  /** why it failed; null: it was a success */
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
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id: string
  /** for people of the organization */
  readonly name: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface ApiKey {
  /** id of the api key: `key_` and 26 characters of lower-case Crockford base32 */
  readonly api_key_id: string
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id: string
  /** for people of the organization */
  readonly name: string
  /** the last four characters of the key, to recognise it by */
  readonly last_four: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** to the minute; null before the first call */
  readonly last_used_at: string | null
  /** when it was revoked; null while it works */
  readonly revoked_at: string | null
}

export interface AutomationPolicy {
  /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
  readonly id: string
  /** only an `active` policy lets the wallet sign without asking */
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  /** counts up with every change; send it with an update */
  readonly version: number
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id: string
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** as the user sees it */
  readonly name: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** contract of the token, where the asset is one */
  readonly contract?: string
  /** issuer of the asset, where it has one */
  readonly issuer?: string
  /** how many decimals the asset has */
  readonly decimals: number
  /** maximum per payment */
  readonly single_tx_limit: string | null
  /** the most that all payments together may be */
  readonly cumulative_limit: string | null
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window: {
    /** the first moment; UTC, RFC 3339 with milliseconds */
    readonly from: string
    /** the end, not included; UTC, RFC 3339 with milliseconds */
    readonly to: string
  } | null
  /** the recipients that may be paid */
  readonly allowlist: readonly string[]
  /** what must be filled before the user can opt in */
  readonly missing: readonly ('single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist')[]
  /**
   * where the recipients of the list are paid now: what an opt-in would pin; null where one cannot be paid in this
   * asset
   */
  readonly payees: readonly {
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** its active version; null where it cannot be paid in this asset */
    readonly recipient_version_id: string | null
    /** SHA-256, in hexadecimal, of network, asset, address and memo as one text */
    readonly payee_digest: string | null
    /** as payers see it */
    readonly name?: string
    /** the domain that lists it */
    readonly domain?: string
    /** where the payee is paid, in the form of its network */
    readonly address?: string
    /** memo, destination tag or comment that the payment must carry */
    readonly memo?: string
  }[]
  /** SHA-256, in hexadecimal, of what an opt-in to these terms would consent to; null while something is missing */
  readonly policy_digest: string | null
  /**
   * wider terms that wait for the user, beside those in force, which stay until the user agrees; null where nothing
   * is proposed
   */
  readonly proposed: PolicyProposal | null
  /** what the user consented to; null before the first opt-in */
  readonly consent: PolicyConsent | null
  /** reserved and spent so far */
  readonly used: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** newest first, at most 100; where one policy is read */
  readonly history?: readonly {
    /** the version after it */
    readonly version: number
    /** what happened */
    readonly change:
      | 'created'
      | 'renamed'
      | 'narrowed'
      | 'widened'
      | 'proposed'
      | 'declined'
      | 'proposal_withdrawn'
      | 'consented'
      | 'paused'
      | 'resumed'
      | 'withdrawn'
    /** the API key or account that did it, or `wallet` */
    readonly actor: string
    /** the four thresholds */
    readonly terms: {
      /** maximum per payment */
      readonly single_tx_limit: string | null
      /** the most that all payments together may be */
      readonly cumulative_limit: string | null
      /** half-open by the clock of the database: `from` is inside, `to` is not */
      readonly validity_window: {
        /** the first moment; UTC, RFC 3339 with milliseconds */
        readonly from: string
        /** the end, not included; UTC, RFC 3339 with milliseconds */
        readonly to: string
      } | null
      /** the recipients that may be paid */
      readonly allowlist: readonly string[]
    }
    /** what was proposed, where that is what happened */
    readonly proposed?: {
      /** maximum per payment */
      readonly single_tx_limit: string | null
      /** the most that all payments together may be */
      readonly cumulative_limit: string | null
      /** half-open by the clock of the database: `from` is inside, `to` is not */
      readonly validity_window: {
        /** the first moment; UTC, RFC 3339 with milliseconds */
        readonly from: string
        /** the end, not included; UTC, RFC 3339 with milliseconds */
        readonly to: string
      } | null
      /** the recipients that may be paid */
      readonly allowlist: readonly string[]
    }
    /** when it happened; UTC, RFC 3339 with milliseconds */
    readonly occurred_at: string
  }[]
}

export interface PolicyProposal {
  /** maximum per payment */
  readonly single_tx_limit: string | null
  /** the most that all payments together may be */
  readonly cumulative_limit: string | null
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window: {
    /** the first moment; UTC, RFC 3339 with milliseconds */
    readonly from: string
    /** the end, not included; UTC, RFC 3339 with milliseconds */
    readonly to: string
  } | null
  /** the recipients that may be paid */
  readonly allowlist: readonly string[]
  /** what would allow more than now */
  readonly widened: readonly ('single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist')[]
  /** what must be filled before the user can opt in */
  readonly missing: readonly ('single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist')[]
  /**
   * where the recipients of the list are paid now: what an opt-in would pin; null where one cannot be paid in this
   * asset
   */
  readonly payees: readonly {
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** its active version; null where it cannot be paid in this asset */
    readonly recipient_version_id: string | null
    /** SHA-256, in hexadecimal, of network, asset, address and memo as one text */
    readonly payee_digest: string | null
    /** as payers see it */
    readonly name?: string
    /** the domain that lists it */
    readonly domain?: string
    /** where the payee is paid, in the form of its network */
    readonly address?: string
    /** memo, destination tag or comment that the payment must carry */
    readonly memo?: string
  }[]
  /** SHA-256, in hexadecimal, of what an opt-in would consent to; null while something is missing */
  readonly policy_digest: string | null
  /** when it was proposed; UTC, RFC 3339 with milliseconds */
  readonly proposed_at: string
}

export interface PolicyConsent {
  /** the version that was consented to */
  readonly policy_version: number
  /** the digest that was consented to */
  readonly policy_digest: string
  /** where each recipient was paid then */
  readonly payees: readonly {
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_version_id: string
    /** SHA-256, in hexadecimal, of network, asset, address and memo as one text */
    readonly payee_digest: string
  }[]
  /** decision key of the device, where it has one */
  readonly public_key: string | null
  /** by that key, over `svc.policy_consent.v1`, a line feed and the digest */
  readonly signature: string | null
  /** when the user opted in; UTC, RFC 3339 with milliseconds */
  readonly consented_at: string
}

export interface UsedAutomationPolicy {
  /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
  readonly id: string
  /** only an `active` policy lets the wallet sign without asking */
  readonly status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
  /** counts up with every change; send it with an update */
  readonly version: number
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id: string
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** as the user sees it */
  readonly name: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** contract of the token, where the asset is one */
  readonly contract?: string
  /** issuer of the asset, where it has one */
  readonly issuer?: string
  /** how many decimals the asset has */
  readonly decimals: number
  /** maximum per payment */
  readonly single_tx_limit: string | null
  /** the most that all payments together may be */
  readonly cumulative_limit: string | null
  /** half-open by the clock of the database: `from` is inside, `to` is not */
  readonly validity_window: {
    /** the first moment; UTC, RFC 3339 with milliseconds */
    readonly from: string
    /** the end, not included; UTC, RFC 3339 with milliseconds */
    readonly to: string
  } | null
  /** the recipients that may be paid */
  readonly allowlist: readonly string[]
  /** what must be filled before the user can opt in */
  readonly missing: readonly ('single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist')[]
  /**
   * where the recipients of the list are paid now: what an opt-in would pin; null where one cannot be paid in this
   * asset
   */
  readonly payees: readonly {
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** its active version; null where it cannot be paid in this asset */
    readonly recipient_version_id: string | null
    /** SHA-256, in hexadecimal, of network, asset, address and memo as one text */
    readonly payee_digest: string | null
    /** as payers see it */
    readonly name?: string
    /** the domain that lists it */
    readonly domain?: string
    /** where the payee is paid, in the form of its network */
    readonly address?: string
    /** memo, destination tag or comment that the payment must carry */
    readonly memo?: string
  }[]
  /** SHA-256, in hexadecimal, of what an opt-in to these terms would consent to; null while something is missing */
  readonly policy_digest: string | null
  /**
   * wider terms that wait for the user, beside those in force, which stay until the user agrees; null where nothing
   * is proposed
   */
  readonly proposed: PolicyProposal | null
  /** what the user consented to; null before the first opt-in */
  readonly consent: PolicyConsent | null
  /** reserved and spent so far */
  readonly used: string
  /** when it was created; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
  /** newest first, at most 100; where one policy is read */
  readonly history?: readonly {
    /** the version after it */
    readonly version: number
    /** what happened */
    readonly change:
      | 'created'
      | 'renamed'
      | 'narrowed'
      | 'widened'
      | 'proposed'
      | 'declined'
      | 'proposal_withdrawn'
      | 'consented'
      | 'paused'
      | 'resumed'
      | 'withdrawn'
    /** the API key or account that did it, or `wallet` */
    readonly actor: string
    /** the four thresholds */
    readonly terms: {
      /** maximum per payment */
      readonly single_tx_limit: string | null
      /** the most that all payments together may be */
      readonly cumulative_limit: string | null
      /** half-open by the clock of the database: `from` is inside, `to` is not */
      readonly validity_window: {
        /** the first moment; UTC, RFC 3339 with milliseconds */
        readonly from: string
        /** the end, not included; UTC, RFC 3339 with milliseconds */
        readonly to: string
      } | null
      /** the recipients that may be paid */
      readonly allowlist: readonly string[]
    }
    /** what was proposed, where that is what happened */
    readonly proposed?: {
      /** maximum per payment */
      readonly single_tx_limit: string | null
      /** the most that all payments together may be */
      readonly cumulative_limit: string | null
      /** half-open by the clock of the database: `from` is inside, `to` is not */
      readonly validity_window: {
        /** the first moment; UTC, RFC 3339 with milliseconds */
        readonly from: string
        /** the end, not included; UTC, RFC 3339 with milliseconds */
        readonly to: string
      } | null
      /** the recipients that may be paid */
      readonly allowlist: readonly string[]
    }
    /** when it happened; UTC, RFC 3339 with milliseconds */
    readonly occurred_at: string
  }[]
  readonly usage: PolicyUsage
}

export interface PolicyUsage {
  /** reserved and claimed; counts against new payments */
  readonly used: string
  /** what wallets were let sign, and what late transactions name: it never comes back */
  readonly claimed: string
  /** released by payments that were over before a claim */
  readonly given_back: string
  /** of what was given back: transactions that turned up afterwards */
  readonly counted_again: string
  /** the most that all payments together may be */
  readonly cumulative_limit: string | null
  /** what is left of the limit */
  readonly remaining: string | null
  /** intents that passed */
  readonly allowed: number
  /** intents that needed the user */
  readonly refused: number
  /** when it was last asked */
  readonly last_decision_at: string | null
}

export interface PolicyVerdict {
  /** the wallet may sign without asking */
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
  /** of all intents, also those that the lists leave out */
  readonly counts: {
    /** within the policy */
    readonly passed: number
    /** over a limit: the user would have been asked */
    readonly asked: number
    /** of another asset, or otherwise not its matter */
    readonly refused: number
  }
  /** within the policy */
  readonly passed: readonly {
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
  }[]
  /** over a limit: the user would have been asked */
  readonly asked: readonly {
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
  }[]
  /** of another asset, or otherwise not its matter */
  readonly refused: readonly {
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
  }[]
}

export interface RefusedAttempt {
  /** id of the refused attempt: `apr_` and 26 characters of lower-case Crockford base32 */
  readonly id: string
  /** id of the project: `prj_` and 26 characters of lower-case Crockford base32 */
  readonly project_id: string
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** who was to be paid */
  readonly payee: {
    /** as payers see it */
    readonly name: string
    /** the domain that lists it */
    readonly domain: string
  }
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** exact decimal amount, as requested */
  readonly amount: string
  /** what it was for */
  readonly purpose?: string
  /** the policy that was asked; null where none speaks of the payment */
  readonly policy_id: string | null
  /** of the terms that it was judged by */
  readonly policy_version: number | null
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
  /** every threshold that did not hold */
  readonly triggered_thresholds: readonly {
    /** the name of a threshold */
    readonly name: 'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist'
    /**
     * what was agreed then, a window as `from/to`; null where nothing is agreed, and for the list, which the policy
     * shows
     */
    readonly limit: string | null
    /** what this attempt would have made of it: an amount, a total, a time, a recipient */
    readonly would_be: string
  }[]
  /** the others */
  readonly held_thresholds: readonly {
    /** the name of a threshold */
    readonly name: 'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist'
    /**
     * what was agreed then, a window as `from/to`; null where nothing is agreed, and for the list, which the policy
     * shows
     */
    readonly limit: string | null
    /** what this attempt would have made of it: an amount, a total, a time, a recipient */
    readonly would_be: string
  }[]
  /** the call that asks a person instead; null once it was sent */
  readonly next_action: {
    /** the method */
    readonly method: string
    /** the path */
    readonly path: string
    /** to send as it is */
    readonly body: {
      /** a person decides */
      readonly initiator: string
      /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
      readonly connection_id: string
      /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
      readonly recipient_id: string
      /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
      readonly recipient_version_id: string
      /** exact decimal amount, as requested */
      readonly amount: string
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
      /** the attempt's key, so that at most one payment is created */
      readonly idempotency_key: string
    }
  } | null
  /** the payment that the user was asked to approve instead */
  readonly agent_payment_id: string | null
  /** attempts of this connection that came too fast after it to be kept */
  readonly not_kept: number
  /** when it was refused; UTC, RFC 3339 with milliseconds */
  readonly created_at: string
}

export interface PaymentAuthorization {
  /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
  readonly connection_id: string
  /** the bytes as the wallet handed them over: only the agent can open them */
  readonly sealed: string
  /** when the wallet handed it over; UTC, RFC 3339 with milliseconds */
  readonly put_at: string
  /** then the service erases it: a day after the payment expires; UTC, RFC 3339 with milliseconds */
  readonly kept_until: string
}

export interface FoundPayee {
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** the payee, as payers see it */
  readonly name: string
  /** the domain that lists it */
  readonly domain: string
  readonly serving: PayeeServing
}

export interface PayeeServing {
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** 1, 2, 3 … within the payee */
  readonly number: number
  /** how the asset moves on its network */
  readonly rail: Rail
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly to: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo: string | null
  /** contract of the token, where the asset is one */
  readonly contract: string | null
  /** issuer of the asset, where it has one */
  readonly issuer: string | null
  /** how many decimals the asset has */
  readonly decimals: number
  /** chain id of EIP-155, on networks that have one */
  readonly chain_id: number | null
  /** since when it serves; UTC, RFC 3339 with milliseconds */
  readonly since: string
  /** when it took the place of another; null for the first one */
  readonly changed_at: string | null
}

export interface Payee {
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** the payee, as payers see it */
  readonly name: string
  /** the domain that lists it */
  readonly domain: string
  /** null while none of its versions is active */
  readonly serving: PayeeServing | null
  /** newest first, up to 100 */
  readonly history: readonly PayeeEvent[]
  /** whether `history` goes back to the first entry without a gap */
  readonly complete: boolean
  /** null before the first one is published */
  readonly checkpoint: string | null
}

export interface PayeeEvent {
  /** 1, 2, 3 … within the payee; a number that is missing means that something was hidden */
  readonly seq: number
  /** what a version of the payee became */
  readonly event: 'cooling' | 'activated' | 'retired'
  /** when it was written; UTC, RFC 3339 with milliseconds */
  readonly at: string
  /** null where it was erased */
  readonly number: number | null
  /** null until it has one, which takes about a second */
  readonly log_index: number | null
  /** null where it was erased */
  readonly opening: PayeeOpening | null
}

export interface PayeeOpening {
  /** 32 random bytes, in hexadecimal */
  readonly salt: string
  /** canonical JSON (RFC 8785) of the payee as it was then; SHA-256 over type, salt and document is the commitment */
  readonly document: string
}

export interface PayeeChange {
  /** its place in the payee log */
  readonly log_index: number
  /** what this version of the payee became: announced, paid from now on, or no longer paid */
  readonly event: 'cooling' | 'activated' | 'retired'
  /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_id: string
  /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
  readonly recipient_version_id: string
  /** which version of the payee */
  readonly number: number
  /** the payee, as payers see it */
  readonly name: string
  /** the domain that lists it */
  readonly domain: string
  /** the ledger on which the payment is made */
  readonly network: Network
  /** code of the asset on its network */
  readonly asset: string
  /** where the payee is paid, in the form of its network */
  readonly to: string
  /** memo, destination tag or comment that the payment must carry */
  readonly memo: string | null
  /** from when on it is paid, if nobody holds it; null unless it is cooling */
  readonly serves_at: string | null
  /** when it was written; UTC, RFC 3339 with milliseconds */
  readonly at: string
}

export interface Overview {
  /** when the first bucket begins; UTC, RFC 3339 with milliseconds */
  readonly from: string
  /** when the last bucket ends; UTC, RFC 3339 with milliseconds */
  readonly to: string
  /** how long a bucket is */
  readonly bucket: 'hour' | 'day'
  /** one for every hour or day, in order; UTC */
  readonly buckets: readonly OverviewBucket[]
  /** the time of the same length before */
  readonly previous: {
    /** requests that were created then */
    readonly total: number
    /** of these, confirmed by the wallet or on the ledger */
    readonly confirmed: number
  }
  /** of the requests that were created in this time */
  readonly time_to_answer: {
    /** median time to answer in seconds; null without answers */
    readonly p50_s: number | null
    /** 90th percentile of the time to answer in seconds; null without answers */
    readonly p90_s: number | null
    /** how long users took to approve or reject */
    readonly histogram: readonly {
      /** up to this many seconds, and more than the previous entry */
      readonly to_s: number
      /** answers that took so long */
      readonly count: number
    }[]
    /** requests that expired without an answer */
    readonly unanswered: number
  }
  /** regardless of the period */
  readonly waiting: {
    /** requests that wait for their users now */
    readonly count: number
    /** when the oldest of them was created; null if none waits */
    readonly oldest_at: string | null
  }
  /** one per webhook endpoint, regardless of the period */
  readonly deliveries: readonly OverviewDeliveries[]
}

export interface OverviewBucket {
  /** when the bucket begins; UTC, RFC 3339 with milliseconds */
  readonly from: string
  /** wait for the user */
  readonly pending: number
  /** approved and in progress: signed or broadcasted */
  readonly under_way: number
  /** confirmed, as the wallet reports; the ledger says nothing yet */
  readonly confirmed: number
  /** paid: the ledger shows a payment that is bound to the request */
  readonly chain_observed: number
  /** a payment that nobody proved was accepted by hand */
  readonly merchant_accepted: number
  /** the wallet and the ledger disagree */
  readonly disputed: number
  /** approved, and the ledger proves that nothing was paid */
  readonly unpaid: number
  /** declined by the user */
  readonly rejected: number
  /** not answered in time */
  readonly expired: number
  /** failed, canceled or recalled */
  readonly failed: number
}

export interface OverviewDeliveries {
  /** id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32 */
  readonly webhook_endpoint_id: string
  /** one for every hour, in order; the last is the current one */
  readonly hours: readonly {
    /** when the hour begins; UTC, RFC 3339 with milliseconds */
    readonly from: string
    /** attempts that the endpoint accepted */
    readonly delivered: number
    /** attempts that failed */
    readonly failed: number
  }[]
  /** median duration of accepted attempts in milliseconds; null if there are none */
  readonly p50_ms: number | null
  /** deliveries waiting for an attempt now, counted up to 1000 */
  readonly open: number
}

export interface SearchHit {
  /** what kind of record it is */
  readonly type: 'payment_request' | 'recipient' | 'agent' | 'merchant_domain'
  /** its id; of a payment request, its `request_id` */
  readonly id: string
  /** what people call it; of a payment request, its title, or else its `request_id` */
  readonly name: string
  /** its status now */
  readonly status: string
  /** of a payee: the domain that lists it */
  readonly domain?: string
  /** of a payment request: its connection */
  readonly connection_id?: string
  /** of a payment request: the agent's task, if it named one */
  readonly task_ref?: string
  /** of a payment request: what was asked for */
  readonly payment?: {
    /** exact decimal amount */
    readonly amount: string
    /** code of the asset on its network */
    readonly asset: string
    /** who is paid */
    readonly payee: string
  }
}

export interface AuditEvent {
  /** id of the audit event: `aud_` and 26 characters of lower-case Crockford base32 */
  readonly audit_event_id: string
  /** what was done, as resource.past_tense */
  readonly action: string
  /** the account or job that did it */
  readonly actor: string
  /** the mailbox of the person, or the name of the key; null for a job of the service */
  readonly actor_name: string | null
  /** the record it was done to */
  readonly target: string
  /** what the record is called now, such as a payee, a domain or a mailbox; null where it has no name or is gone */
  readonly target_name: string | null
  /** what this action has to tell */
  readonly details: JsonObject
  /** when it was done; UTC, RFC 3339 with milliseconds */
  readonly occurred_at: string
}

export interface AuditHead {
  /** id of the merchant: `mer_` and 26 characters of lower-case Crockford base32 */
  readonly merchant_id: string
  /** how many audit events are in the tree */
  readonly size: number
  /** the root of the tree, in hexadecimal */
  readonly root: string
  /** when this was read; UTC, RFC 3339 with milliseconds */
  readonly at: string
  /** null where the service signs no receipts */
  readonly head_jws: string | null
  /** the key that signed, as the payee log has it; empty until it does */
  readonly keys: readonly LoggedKey[]
  /** heads in the payee log, newest first, up to 100 */
  readonly logged: readonly LoggedAuditHead[]
}

export interface LoggedKey {
  /** an entry of the payee log, byte for byte */
  readonly entry: string
  /** the proof that it is in the log (C2SP tlog-proof) */
  readonly proof: string
}

export interface LoggedAuditHead {
  /** an entry of the payee log, byte for byte */
  readonly entry: string
  /** the proof that it is in the log (C2SP tlog-proof) */
  readonly proof: string
  /** what the commitment of the entry means */
  readonly opening: {
    /** 32 random bytes, in hexadecimal */
    readonly salt: string
    /** the head, as canonical JSON */
    readonly document: string
  }
}

export interface Service {
  /** the product */
  readonly name: string
  /** of the service */
  readonly version: string
  /** what the service calls itself */
  readonly base_url: string
  /**
   * where its operator serves a wallet: links to requests begin with it. Keep it with the pinned keys; null where
   * there is none
   */
  readonly wallet_url: string | null
  /** the networks on which payees can be paid */
  readonly networks: readonly {
    /** the ledger on which the payment is made */
    readonly network: Network
    /** whether its coins are for tests only */
    readonly testnet: boolean
    /** where the service looks for payments; null where nobody looks */
    readonly ledger: {
      /** a node that a wallet can ask: on Stellar by its RPC, on EVM networks by JSON-RPC */
      readonly rpc_url?: string
      /** a Horizon that a wallet can use */
      readonly horizon_url?: string
      /** where test funds come from */
      readonly friendbot_url?: string
      /** who is asked what the ledger says: the operators of the sources */
      readonly observers: readonly string[]
      /** how many of them must agree */
      readonly quorum: number
      /** true: a practice ledger on this machine, for development. Nothing there is worth anything */
      readonly simulated: boolean
    } | null
  }[]
  /** signs payment facts */
  readonly facts_key: {
    /** the name of the key in /.well-known/jwks.json */
    readonly kid: string
    /** what to pin (RFC 7638) */
    readonly thumbprint: string
  }
  /** whether it serves the modules beyond the specification: `all` of them, or `none` */
  readonly extensions: 'all' | 'none'
  /** signs what the service says about the ledger; null where it says nothing */
  readonly receipt_key: {
    /** the name of the key in /.well-known/jwks.json */
    readonly kid: string
    /** what to pin (RFC 7638) */
    readonly thumbprint: string
  } | null
}

export interface PaymentRequestWebhook {
  /** what happened */
  readonly type: PaymentEventType
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** the payment request */
    readonly request_id: string
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
    /** what is known of the payment; `pending` waits for the user */
    readonly status: PaymentStatus
    /** the status before; null for a new request */
    readonly previous_status: PaymentStatus | null
    /** place in the feed of the connection: 1, 2, 3 … without gaps */
    readonly cursor: number
    /** the transaction that the wallet named with this report */
    readonly transaction_hash?: string
    /** as the wallet gave it with this report, or what the ledger shows */
    readonly reason?: string
    /**
     * how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
     * a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
     * without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
     * `proven_unpaid`, the ledger has no such payment in the whole time window
     */
    readonly assurance?:
      | 'none'
      | 'wallet_reported'
      | 'chain_observed'
      | 'merchant_accepted'
      | 'disputed'
      | 'proven_unpaid'
  }
}

export interface ConnectionWebhook {
  /** what happened */
  readonly type:
    | 'connection.created'
    | 'connection.paused'
    | 'connection.resumed'
    | 'connection.narrowed'
    | 'connection.token_rotated'
    | 'connection.revoked'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
    /** what the agent may do from then on */
    readonly scopes: readonly string[]
    /**
     * `wallet`: the user paused it; `rejections`: the user rejected several requests in a row and had switched on
     * `pause_after_rejections`; `stop`: the user stopped the whole wallet
     */
    readonly paused_by?: 'wallet' | 'rejections' | 'stop'
  }
}

export interface RecipientWebhook {
  /** what happened */
  readonly type:
    | 'recipient.version_cooling'
    | 'recipient.version_activated'
    | 'recipient.version_suspended'
    | 'recipient.version_revived'
    | 'recipient.version_retired'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_id: string
    /** id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32 */
    readonly recipient_version_id: string
    /** the previously active version, if any */
    readonly previous_version_id: string | null
  }
}

export interface MerchantDomainWebhook {
  /** what happened */
  readonly type: 'merchant_domain.verified' | 'merchant_domain.failing' | 'merchant_domain.lapsed'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the domain: `dom_` and 26 characters of lower-case Crockford base32 */
    readonly domain_id: string
    /** exact host name, in its ASCII form */
    readonly domain: string
    /** since when its proof is missing; UTC, RFC 3339 with milliseconds */
    readonly failing_since?: string
    /** when it lapses unless the proof is back; UTC, RFC 3339 with milliseconds */
    readonly lapses_at?: string
  }
}

export interface MerchantWebhook {
  /** what happened */
  readonly type: 'merchant.suspended' | 'merchant.restored'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the merchant: `mer_` and 26 characters of lower-case Crockford base32 */
    readonly merchant_id: string
    /** `lapse`: the last verified domain was lost; `operator`: the people who run the service did it */
    readonly suspended_by?: 'lapse' | 'operator'
  }
}

export interface AgentPaymentWebhook {
  /** what happened */
  readonly type:
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
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32 */
    readonly agent_payment_id: string
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
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
    /** the transaction that the ledger shows */
    readonly transaction_hash?: string
    /** what the ledger shows */
    readonly reason?: string
    /**
     * how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
     * a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
     * without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
     * `proven_unpaid`, the ledger has no such payment in the whole time window
     */
    readonly assurance?:
      | 'none'
      | 'wallet_reported'
      | 'chain_observed'
      | 'merchant_accepted'
      | 'disputed'
      | 'proven_unpaid'
  }
}

export interface AutomationPolicyWebhook {
  /** what happened */
  readonly type:
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
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the policy: `pol_` and 26 characters of lower-case Crockford base32 */
    readonly policy_id: string
    /** id of the connection: `con_` and 26 characters of lower-case Crockford base32 */
    readonly connection_id: string
    /** the version of the policy from then on */
    readonly version: number
  }
}

export interface TestWebhook {
  /** what happened */
  readonly type: 'webhook_endpoint.test'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32 */
    readonly webhook_endpoint_id: string
  }
}

export interface ChallengeWebhook {
  /** what happened */
  readonly type: 'webhook_endpoint.challenge'
  /** when it happened; UTC, RFC 3339 with milliseconds */
  readonly timestamp: string
  /** what it happened to; read the record for the truth */
  readonly data: {
    /** id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32 */
    readonly webhook_endpoint_id: string
    /** answer with 200 and `{ "challenge": "…" }` to show that the endpoint is yours */
    readonly challenge: string
  }
}

/** What a webhook carries; `type` tells which. */
export type WebhookMessage =
  | PaymentRequestWebhook
  | ConnectionWebhook
  | RecipientWebhook
  | MerchantDomainWebhook
  | MerchantWebhook
  | AgentPaymentWebhook
  | AutomationPolicyWebhook
  | TestWebhook
  | ChallengeWebhook

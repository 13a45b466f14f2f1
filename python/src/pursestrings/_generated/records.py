# Made by `npm run generate`; do not edit.
"""The records of the service, as it sends them."""

from typing import Any, Dict, List, Literal, NotRequired, TypedDict, Union

PaymentStatus = Literal[
    "pending",
    "signed",
    "broadcasted",
    "confirmed",
    "failed",
    "expired",
    "rejected",
]

PaymentEventType = Literal[
    "payment_request.pending",
    "payment_request.signed",
    "payment_request.broadcasted",
    "payment_request.confirmed",
    "payment_request.failed",
    "payment_request.expired",
    "payment_request.rejected",
    "payment_request.late_report",
    "payment_request.chain_observed",
    "payment_request.disputed",
    "payment_request.proven_unpaid",
    "payment_request.ledger_finding",
    "payment_request.merchant_accepted",
]

Scope = Literal[
    "payment.requests.create",
    "payment.requests.read",
    "transaction_contexts.create",
    "transaction_contexts.read",
    "payees.resolve",
]

Network = Literal[
    "stellar_public",
    "solana_mainnet",
    "ethereum_mainnet",
    "base_mainnet",
    "bitcoin_mainnet",
    "bsc_mainnet",
    "xrpl_mainnet",
    "arbitrum_one",
    "polygon_pos",
    "avalanche_c_chain",
    "optimism_mainnet",
    "sui_mainnet",
    "aptos_mainnet",
    "ton_mainnet",
    "cardano_mainnet",
    "cosmos_hub",
    "polkadot_mainnet",
    "hedera_mainnet",
    "cronos_mainnet",
    "mantle_mainnet",
    "starknet_mainnet",
    "zksync_era",
    "linea_mainnet",
    "algorand_mainnet",
    "tezos_mainnet",
    "internet_computer",
    "filecoin_mainnet",
    "litecoin_mainnet",
    "bitcoin_cash_mainnet",
    "dogecoin_mainnet",
    "stellar_testnet",
    "base_sepolia",
]

Rail = Literal[
    "stellar_xlm",
    "solana_sol",
    "ethereum_eth",
    "base_usdc",
    "bitcoin_btc",
    "bsc_bnb",
    "xrpl_xrp",
    "arbitrum_eth",
    "polygon_pol",
    "avalanche_avax",
    "optimism_eth",
    "sui_sui",
    "aptos_apt",
    "ton_ton",
    "cardano_ada",
    "cosmos_atom",
    "polkadot_dot",
    "hedera_hbar",
    "cronos_cro",
    "mantle_mnt",
    "starknet_strk",
    "zksync_eth",
    "linea_eth",
    "algorand_algo",
    "tezos_xtz",
    "internet_computer_icp",
    "filecoin_fil",
    "litecoin_ltc",
    "bitcoin_cash_bch",
    "dogecoin_doge",
    "evm_erc20",
]

WebhookEventType = Literal[
    "payment_request.pending",
    "payment_request.signed",
    "payment_request.broadcasted",
    "payment_request.confirmed",
    "payment_request.failed",
    "payment_request.expired",
    "payment_request.rejected",
    "payment_request.late_report",
    "payment_request.chain_observed",
    "payment_request.disputed",
    "payment_request.proven_unpaid",
    "payment_request.ledger_finding",
    "payment_request.merchant_accepted",
    "agent_payment.intent_created",
    "agent_payment.approved",
    "agent_payment.submitted",
    "agent_payment.settled",
    "agent_payment.rejected",
    "agent_payment.failed",
    "agent_payment.expired",
    "agent_payment.canceled",
    "agent_payment.late_report",
    "agent_payment.chain_observed",
    "agent_payment.disputed",
    "agent_payment.proven_unpaid",
    "agent_payment.ledger_finding",
    "agent_payment.merchant_accepted",
    "connection.created",
    "connection.paused",
    "connection.resumed",
    "connection.narrowed",
    "connection.token_rotated",
    "connection.revoked",
    "recipient.version_cooling",
    "recipient.version_activated",
    "recipient.version_suspended",
    "recipient.version_revived",
    "recipient.version_retired",
    "merchant_domain.verified",
    "merchant_domain.failing",
    "merchant_domain.lapsed",
    "merchant.suspended",
    "merchant.restored",
    "automation_policy.created",
    "automation_policy.renamed",
    "automation_policy.narrowed",
    "automation_policy.widened",
    "automation_policy.proposed",
    "automation_policy.declined",
    "automation_policy.proposal_withdrawn",
    "automation_policy.consented",
    "automation_policy.paused",
    "automation_policy.resumed",
    "automation_policy.withdrawn",
]


class PayableRecipient(TypedDict):
    """a payee that an agent can ask payments for"""
    recipient_id: str
    """id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32"""
    active_version_id: str
    """the version that new requests pay: send it as `recipient_version_id`"""
    number: int
    """1, 2, 3 … within the recipient: another number means that the payee has changed"""
    name: str
    """the payee, as payers see it"""
    domain: str
    """the verified host name that lists it"""
    network: Network
    """the ledger on which the payment is made"""
    asset: str
    """code of the asset on its network"""


class TransactionContextsCreateLineItems(TypedDict):
    label: str
    """what it is"""
    quantity: NotRequired[int]
    """how many"""
    amount_text: NotRequired[str]
    """shown as it is; nothing is calculated from it"""


class PaymentRequestsCreatePayment(TypedDict):
    """the rest is pinned from the recipient version"""
    amount: str
    """Exact decimal amount greater than zero in ASCII digits: no sign, no exponent, no leading zeros except a single 0
    before the point, at most 78 digits in all. The digits after the point, trailing zeros included, may not be more
    than the decimals of the asset.
    """


class PaymentRequestsCreatePolicy(TypedDict):
    """who decides"""
    requires_user_approval: Literal[True]
    """always: no request is paid without its user"""


class PaymentRequestsCreateTermsSeal(TypedDict):
    """to whom the wallet hands what it signed"""
    key: str
    """X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included"""
    agent_key: str
    """Ed25519 public key of one of the agent's active credentials"""
    signature: str
    """Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address
    of this service, `key`
    """


class PaymentRequestsCreateTerms(TypedDict):
    """what the payment is for, in the agent's words: the wallet shows it. On a network with `method: "evm.eip3009"`
    the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`
    """
    kind: Literal["x402"]
    """the call of an address that answered 402"""
    method: str
    """the method of the call"""
    url: str
    """the address of the call, as a URL parser writes it: https, without user name and fragment"""
    body_digest: NotRequired[str]
    """SHA-256 of the body of the call, where it has one"""
    description: NotRequired[str]
    """what the seller says it is"""
    timeout_s: int
    """how long the seller waits for the payment, once it has the authorization"""
    seal: PaymentRequestsCreateTermsSeal
    """to whom the wallet hands what it signed"""


class Source(TypedDict):
    """who asks"""
    agent_id: str
    """id of the agent: `agt_` and 26 characters of lower-case Crockford base32"""
    agent_name: str
    """as the organization calls it"""
    runtime: str
    """what the agent runs on"""
    merchant_name: str
    """the organization that runs the agent; of a user's own agent `Personal space`"""
    verified_domain: str | None
    """the organization's first verified host name; null if it has none, which a wallet must show"""
    personal: NotRequired[bool]
    """true where the user enrolled the agent: it's their own, and nobody vouches for its name, which a wallet must
    show. Left out for the agent of an organization
    """


class PaymentRequestPayeePrevious(TypedDict):
    recipient_version_id: str
    """id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32"""
    address: str
    """where the payee is paid, in the form of its network"""
    memo: NotRequired[str]
    """memo, destination tag or comment that the payment must carry"""
    retired_at: str | None
    """when that version stopped being active; null while it's active"""


class PaymentRequestPayeeEvidence(TypedDict):
    found_in: str
    """where the domain vouches for the address"""
    evidence_digest: str
    """SHA-256, in hexadecimal, of the facts and what was fetched"""
    seen_at: str
    """when it was fetched; UTC, RFC 3339 with milliseconds"""


class PaymentRequestPayee(TypedDict):
    """who is paid"""
    name: str
    """as payers see it"""
    verified: bool
    """whether this payee is verified right now: its domain is, and it's neither suspended nor recalled. Don't sign
    while it's false
    """
    domain: str
    """the domain that lists it"""
    standing: NotRequired[Literal["listed"]]
    """an agent found the payee on its domain, which is all that is known of it: it isn't a payee of the agent's
    organization. Part of the signed facts; absent for the organization's own payees
    """
    domain_verified_since: NotRequired[str | None]
    """since when the domain has been verified without a break; null while it isn't"""
    number: NotRequired[int]
    """which version of the payee this is; 1 is the first"""
    serving_since: NotRequired[str]
    """when this version became the active one; UTC, RFC 3339 with milliseconds"""
    changed_at: NotRequired[str | None]
    """when the payee last changed where it is paid; null if this is its first active version"""
    previous: NotRequired[PaymentRequestPayeePrevious | None]
    """the previously active version; null if there was none"""
    evidence: NotRequired[PaymentRequestPayeeEvidence | None]
    """what the domain itself says about this version"""


class PaymentRequestPayment(TypedDict):
    """the payment facts, pinned from the recipient version"""
    rail: Rail
    """how the asset moves on its network"""
    network: Network
    """the ledger on which the payment is made"""
    asset: str
    """code of the asset on its network"""
    amount: str
    """exact decimal amount, as requested"""
    to: str
    """where the payee is paid, in the form of its network"""
    contract: NotRequired[str]
    """contract of the token, where the asset is one"""
    issuer: NotRequired[str]
    """issuer of the asset, where it has one"""
    decimals: int
    """how many decimals the asset has"""
    chain_id: NotRequired[int]
    """chain id of EIP-155, on networks that have one"""
    memo: NotRequired[str]
    """memo, destination tag or comment that the payment must carry"""
    reference: NotRequired[Literal["memo_hash", "authorization_nonce"]]
    """`memo_hash`: the payment carries `reference_value`, the digest of the facts, as its memo (on Stellar,
    `MEMO_HASH`), so that the ledger shows which request it pays. `authorization_nonce`: as the nonce of the
    authorization that the payer signs (EIP-3009)
    """
    method: NotRequired[Literal["evm.eip3009"]]
    """how the payment is made, where there is one way alone: `evm.eip3009`, the payer signs a transfer of the token
    that anybody may submit, with `reference_value` as its nonce
    """


class PaymentRequestPolicy(TypedDict):
    """who decides"""
    requires_user_approval: Literal[True]
    """always: no request is paid without its user"""


class PaymentRequestTermsSeal(TypedDict):
    """to whom the wallet hands what it signed"""
    key: str
    """X25519 public key, to which the wallet seals what it signed: nobody else can read it, the service included"""
    agent_key: str
    """Ed25519 public key of one of the agent's active credentials"""
    signature: str
    """Ed25519 by `agent_key` over the UTF-8 bytes of these lines, joined by line feeds: `svc.seal_key.v1`, the address
    of this service, `key`
    """


class PaymentRequestTerms(TypedDict):
    """what the payment is for, in the agent's words: the wallet shows it. On a network with `method: "evm.eip3009"`
    the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`
    """
    kind: Literal["x402"]
    """the call of an address that answered 402"""
    method: str
    """the method of the call"""
    url: str
    """the address of the call, as a URL parser writes it: https, without user name and fragment"""
    body_digest: NotRequired[str]
    """SHA-256 of the body of the call, where it has one"""
    description: NotRequired[str]
    """what the seller says it is"""
    timeout_s: int
    """how long the seller waits for the payment, once it has the authorization"""
    seal: PaymentRequestTermsSeal
    """to whom the wallet hands what it signed"""


class PaymentRequestSettlementLedgerMatch(TypedDict):
    """the ledger has a payment that fits, but nothing shows that it was made for this request (`reason` is
    `unbound_payment`). It becomes `chain_observed` once the payer proves it; the merchant can accept it
    """
    transaction_hash: str
    """the transaction"""
    place: str
    """which operation of it, or which log of its block (`log/3`) on an EVM chain"""
    named_before_close: bool
    """whether the wallet named it before its ledger closed, while few could know it; that's a hint"""
    rivals: int
    """how many other open requests it would fit as well"""


class PaymentRequestSettlement(TypedDict):
    """how sure the status is"""
    assurance: Literal["none", "wallet_reported", "chain_observed", "merchant_accepted", "disputed", "proven_unpaid"]
    """how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
    a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
    without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
    `proven_unpaid`, the ledger has no such payment in the whole time window
    """
    decision: Literal["none", "device_token", "device_signed"]
    """who decided: `device_signed`, the wallet, proven with its device's key; `device_token`, somebody with the
    device's token; `none`, nobody
    """
    notes: List[Literal["transaction_hash_repeated", "unreported_payment", "expiry_not_enforced"]]
    """`transaction_hash_repeated`: another payment on this network names the same transaction, which can pay only one
    of them. `unreported_payment`: found in the ledger without a report from the wallet. `expiry_not_enforced`: the
    transaction could have been applied after the request expired
    """
    ledger_outcome: NotRequired[Literal["paid", "unpaid", "mismatch", "unknown"]]
    """what the ledger shows, whatever the wallet says"""
    reason: NotRequired[str]
    """why it is disputed, unpaid or unknown: the first thing that does not fit"""
    bound_by: NotRequired[Literal["reference", "payer_signature"]]
    """what shows that the payment is for this request: `reference`, it carries the digest of the facts;
    `payer_signature`, a key of the paying account signed that it pays this request
    """
    paid_by: NotRequired[str]
    """the account that paid"""
    ledger_match: NotRequired[PaymentRequestSettlementLedgerMatch]
    """the ledger has a payment that fits, but nothing shows that it was made for this request (`reason` is
    `unbound_payment`). It becomes `chain_observed` once the payer proves it; the merchant can accept it
    """
    accepted_by: NotRequired[str]
    """who accepted `ledger_match` for the merchant"""
    accepted_at: NotRequired[str]
    """when that was; UTC, RFC 3339 with milliseconds"""
    transaction_hash: NotRequired[str]
    """the transaction in the ledger that this is about"""
    place: NotRequired[str]
    """which operation of it, or which log of its block (`log/3`) on an EVM chain"""
    ledger: NotRequired[int]
    """the ledger that holds it"""
    closed_at: NotRequired[str]
    """when that ledger closed, by its own clock; UTC, RFC 3339 with milliseconds"""
    received_amount: NotRequired[str]
    """what arrived"""
    observers: NotRequired[List[str]]
    """the operators of the sources that said the same; one is one"""
    sealed_by: NotRequired[List[str]]
    """validators whose signature proves it without the sources"""
    network_epoch: NotRequired[str]
    """between which two resets of the network: the hash of the first ledger that was seen"""
    epoch_ended: NotRequired[bool]
    """the network has begun again since: it no longer holds this"""
    retry: NotRequired[Literal["safe", "payer_may_still_pay"]]
    """`safe`: the one transaction that was made can no longer be applied, so you can ask again. `payer_may_still_pay`:
    the payer could still send another one
    """
    simulated: NotRequired[bool]
    """a practice ledger said so, for development: it is worth nothing"""


class LateReport(TypedDict):
    """a transaction reported after the request was over; kept, but it changed nothing"""
    reported_status: PaymentStatus
    """what is known of the payment; `pending` waits for the user"""
    transaction_hash: str
    """the transaction that the wallet named"""
    reason: NotRequired[str]
    """as the wallet gave it"""
    reported_at: str
    """when it was reported; UTC, RFC 3339 with milliseconds"""


class PaymentRequestStep(TypedDict):
    """a step of a request, as its feed has it"""
    cursor: int
    """the place of this event in the feed of the connection"""
    type: PaymentEventType | str
    """what happened; more kinds may be added later"""
    previous_status: PaymentStatus | None
    """the status before; null for the first step"""
    status: PaymentStatus
    """what is known of the payment; `pending` waits for the user"""
    occurred_at: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    said_by: Literal["agent", "wallet", "merchant", "clock", "ledger"]
    """on whose word it rests; `clock` is the expiry"""
    reason: NotRequired[str]
    """the reason given"""
    transaction_hash: NotRequired[str]
    """the transaction that the report named"""


class PaymentRequest(TypedDict):
    """an agent asks, a wallet answers"""
    protocol: Literal["svc.payment_request.v1"]
    """the form of this record"""
    request_id: str
    """names the request within its connection"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    issuer: str
    """the base address of the service that asks"""
    transaction_id: NotRequired[str]
    """the transaction context that the wallet shows"""
    transaction_context: NotRequired[Literal["pinned", "missing"]]
    """whether there are words about the transaction that go with this request: `pinned`, those of
    `transaction_revision`; `missing`, none had been sent under this `transaction_id` when the request was created,
    so there is nothing to show
    """
    transaction_revision: NotRequired[int]
    """the revision of the transaction context that was the latest at the create; later ones are not meant"""
    created_at: str
    """when it was created; UTC, RFC 3339 with milliseconds"""
    expires_at: str
    """until when the user can decide; UTC, RFC 3339 with milliseconds"""
    idempotency_key: str
    """the key that it was created with"""
    status: PaymentStatus
    """what is known of the payment; `pending` waits for the user"""
    recipient_id: str
    """id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32"""
    recipient_version_id: str
    """id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32"""
    source: Source
    payee: PaymentRequestPayee
    """who is paid"""
    payment: PaymentRequestPayment
    """the payment facts, pinned from the recipient version"""
    policy: PaymentRequestPolicy
    """who decides"""
    display: NotRequired[Dict[str, Any]]
    """words of the agent for the user"""
    metadata: NotRequired[Dict[str, Any]]
    """yours; the service only keeps it"""
    terms: NotRequired[PaymentRequestTerms]
    """what the payment is for, in the agent's words: the wallet shows it. On a network with `method: "evm.eip3009"`
    the wallet hands what it signed to the agent (`payment_authorizations.put`), sealed to `seal.key`
    """
    terms_digest: NotRequired[str]
    """SHA-256, in hexadecimal, of the canonical JSON of `terms`; part of the signed facts"""
    transaction_hash: NotRequired[str]
    """the transaction that the wallet named"""
    reason: NotRequired[str]
    """why it was rejected or failed, in the wallet's words; `canceled_by_agent` where the agent took a waiting request
    back
    """
    settlement: PaymentRequestSettlement
    """how sure the status is"""
    late_reports: List[LateReport]
    """transactions reported after the request was over: money may have moved, so check before you request it again"""
    history: NotRequired[List[PaymentRequestStep]]
    """every step in order; shown where the wallet or the merchant reads one request"""
    replay_count: NotRequired[int]
    """how often the agent sent the same create again; shown to the merchant"""
    facts_digest: str
    """SHA-256, in hexadecimal, of the canonical JSON of the payment facts"""
    reference_value: NotRequired[str]
    """what the payment carries where `payment.reference` says so: the digest of the facts, in hexadecimal"""
    facts_jws: str
    """the facts signed by the service. Keys: /.well-known/jwks.json"""


class AgentAuthTokenAnswer(TypedDict):
    """Answered by `agent_auth.token`."""
    agent_token: str
    """send it as `Authorization: Bearer`; shown once"""
    token_type: Literal["Bearer"]
    """how the token is sent"""
    expires_in: int
    """seconds until the token ends"""


class ConnectInvitationAgentKeys(TypedDict):
    kid: str
    """what the agent calls the key"""
    public_key: str
    """Ed25519: the raw 32 bytes in base64url"""


class ConnectInvitation(TypedDict):
    """an agent asks a wallet for a connection"""
    connect_invitation_id: str
    """id of the connect invitation: `cki_` and 26 characters of lower-case Crockford base32"""
    status: Literal["pending", "approved", "exchanged", "rejected", "expired"]
    """`approved` until the agent has exchanged it"""
    source: Source
    requested_scopes: List[Scope]
    """what the agent may do"""
    granted_scopes: List[Scope] | None
    """what the user granted; null until then"""
    connection_id: str | None
    """the resulting connection; null until it's exchanged"""
    created_at: str
    """when it was created; UTC, RFC 3339 with milliseconds"""
    decided_at: str | None
    """when the user decided"""
    expires_at: str
    """until when it can be decided, and once approved, exchanged; UTC, RFC 3339 with milliseconds"""
    agent_keys: NotRequired[List[ConnectInvitationAgentKeys]]
    """the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included,
    can later pass another key off as the agent's. Shown to the wallet while the invitation is pending
    """


class ConnectInvitationsClaimAnswer(TypedDict):
    """Answered by `connect_invitations.claim`."""
    connect_invitation: ConnectInvitation
    claim_token: str
    """opens this invitation alone; shown once"""


class ConnectInvitationsEnrollAnswer(TypedDict):
    """Answered by `connect_invitations.enroll`."""
    agent_id: str
    """id of the agent: `agt_` and 26 characters of lower-case Crockford base32"""
    connect_invitation: ConnectInvitation
    claim_token: str
    """opens this invitation alone; shown once"""


class ConnectInvitationsReadAnswer(TypedDict):
    """Answered by `connect_invitations.read`."""
    connect_invitation: ConnectInvitation


class ConnectionAgentKeys(TypedDict):
    kid: str
    """what the agent calls the key"""
    public_key: str
    """Ed25519: the raw 32 bytes in base64url"""


class ConnectionRequestCounts(TypedDict):
    """how its payment requests turned out, up to 1000 each; shown where the wallet reads one connection"""
    pending: int
    """wait for the user"""
    under_way: int
    """were approved and are not confirmed yet"""
    confirmed: int
    """are confirmed"""
    rejected: int
    """were rejected by the user"""
    expired: int
    """were not answered in time"""
    failed: int
    """failed or were canceled"""


class Connection(TypedDict):
    """what a user lets one agent do"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    status: Literal["active", "paused", "revoked"]
    """a `paused` one reads and creates nothing; `revoked` is final"""
    scopes: List[Scope]
    """what the user granted; the wallet can make it less"""
    effective_scopes: List[Scope]
    """what the agent may do now: the scopes that the user granted, as far as the merchant still allows them to the
    agent. Empty when none is left
    """
    source: Source
    decision_signature: Literal["optional", "required"]
    """whether the user's decisions must be signed with the key of the device (`decision_jws`). `required` needs a
    device with an active key
    """
    pause_after_rejections: bool
    """whether several rejections in a row pause the connection; off unless the user switches it on"""
    created_at: str
    """when it was created; UTC, RFC 3339 with milliseconds"""
    paused_at: str | None
    """since when it is paused"""
    paused_by: Literal["wallet", "rejections", "stop"] | None
    """who paused it; null while it is not paused"""
    revoked_at: str | None
    """when it was revoked"""
    token_expires_at: str
    """until when its token works, unless the agent renews it or the wallet rotates it; UTC, RFC 3339 with milliseconds"""
    last_used_at: str | None
    """when the agent last used it, to about a minute; null if it never did"""
    agent_keys: NotRequired[List[ConnectionAgentKeys]]
    """the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included,
    can later pass another key off as the agent's. Shown to the wallet where it reads one connection
    """
    request_counts: NotRequired[ConnectionRequestCounts]
    """how its payment requests turned out, up to 1000 each; shown where the wallet reads one connection"""


class ConnectInvitationsExchangeAnswer(TypedDict):
    """Answered by `connect_invitations.exchange`."""
    connection: Connection
    connection_token: str
    """shown once, kept only as a hash"""


class PairingSessionAgentKeys(TypedDict):
    kid: str
    """what the agent calls the key"""
    public_key: str
    """Ed25519: the raw 32 bytes in base64url"""


class PairingSession(TypedDict):
    """an agent and a wallet that connect with a short code"""
    pairing_session_id: str
    """id of the pairing session: `prs_` and 26 characters of lower-case Crockford base32"""
    status: Literal["pending", "approved", "exchanged", "rejected", "expired", "locked"]
    """`locked`: five wrong codes"""
    source: Source
    requested_scopes: List[Scope]
    """what the agent may do"""
    granted_scopes: List[Scope] | None
    """what the user granted; null until then"""
    connection_id: str | None
    """the resulting connection; null until it's approved"""
    created_at: str
    """when it was created; UTC, RFC 3339 with milliseconds"""
    decided_at: str | None
    """when the user decided"""
    expires_at: str
    """until when it can be decided, and once approved, exchanged; UTC, RFC 3339 with milliseconds"""
    agent_keys: NotRequired[List[PairingSessionAgentKeys]]
    """the keys that the agent proves itself with now. Keep them when the user approves: nobody, the service included,
    can later pass another key off as the agent's. Shown to the wallet that looks up the code
    """


class PairingStartAnswer(TypedDict):
    """Answered by `pairing.start`."""
    pairing_session: PairingSession
    code: str
    """for the user to type; shown once"""
    pairing_uri: str
    """the same as a link or QR code"""
    check_phrase: str
    """two words that agent and wallet both show; the user approves only if they are the same"""


class PairingReadAnswer(TypedDict):
    """Answered by `pairing.read`."""
    pairing_session: PairingSession


class PairingExchangeAnswer(TypedDict):
    """Answered by `pairing.exchange`."""
    connection: Connection
    connection_token: str
    """shown once, kept only as a hash"""


class ConnectionsListRecipientsAnswer(TypedDict):
    """Answered by `connections.list_recipients`."""
    recipients: List[PayableRecipient]
    """the page, in the order that the operation names"""
    next_cursor: str | None
    """send it as `cursor` for the next page; null on the last page"""


class ConnectionsReadAnswer(TypedDict):
    """Answered by `connections.read`."""
    connection: Connection


class ConnectionsRevokeAnswer(TypedDict):
    """Answered by `connections.revoke`."""
    connection: Connection


class ConnectionsRotateTokenAnswer(TypedDict):
    """Answered by `connections.rotate_token`."""
    connection: Connection
    connection_token: str
    """shown once, kept only as a hash"""


class TransactionContextLineItems(TypedDict):
    label: str
    """what it is"""
    quantity: NotRequired[int]
    """how many"""
    amount_text: NotRequired[str]
    """shown as it is; nothing is calculated from it"""


class TransactionContext(TypedDict):
    """what a payment is about, in words for the person who decides"""
    transaction_id: str
    """names the transaction within its connection"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    revision: int
    """1, 2, 3 … within the transaction"""
    title: str
    """what the payment is for, in a few words"""
    summary: NotRequired[str]
    """more about it"""
    line_items: NotRequired[List[TransactionContextLineItems]]
    """what it consists of"""
    references: NotRequired[Dict[str, str]]
    """numbers and names that help to recognise the transaction, such as `{"order": "1042"}`"""
    locale: NotRequired[str]
    """BCP 47, of the words"""
    created_at: str
    """when it was created; UTC, RFC 3339 with milliseconds"""


class TransactionContextsCreateAnswer(TypedDict):
    """Answered by `transaction_contexts.create`."""
    transaction_context: TransactionContext


class TransactionContextsReadAnswer(TypedDict):
    """Answered by `transaction_contexts.read`."""
    transaction_context: TransactionContext


class PaymentRequestsCreateAnswer(TypedDict):
    """Answered by `payment_requests.create`."""
    payment_request: PaymentRequest


class PaymentRequestsListAnswer(TypedDict):
    """Answered by `payment_requests.list`."""
    payment_requests: List[PaymentRequest]
    """the page, in the order that the operation names"""
    next_cursor: str | None
    """send it as `cursor` for the next page; null on the last page"""
    total: NotRequired[int]
    """for a merchant, how many requests match, counted up to 10000; on the first page only"""
    total_is_capped: NotRequired[bool]
    """there are at least `total`, and maybe more"""


class PaymentRequestsReadAnswer(TypedDict):
    """Answered by `payment_requests.read`."""
    payment_request: PaymentRequest


class PaymentRequestsCancelAnswer(TypedDict):
    """Answered by `payment_requests.cancel`."""
    payment_request: PaymentRequest


class LedgerEvidenceFindings(TypedDict):
    reason: str
    """what does not fit"""
    transaction_hash: NotRequired[str]
    """the transaction that it is about"""
    seen: Dict[str, Any]
    """what was expected and what was seen"""
    network_epoch: NotRequired[str]
    """when it was seen, in the life of the network"""
    found_at: str
    """when it was found; UTC, RFC 3339 with milliseconds"""


class LedgerEvidence(TypedDict):
    """what the word of the ledger rests on, to check without the service"""
    judged_at: NotRequired[str]
    """when it was decided; UTC, RFC 3339 with milliseconds"""
    proof: NotRequired[Dict[str, Any]]
    """rule, network, observers, the bytes of the transaction and its result, the seal of a validator, and the signed
    statement where nothing was paid
    """
    findings: List[LedgerEvidenceFindings]
    """everything that did not fit, the oldest first"""


class PaymentRequestsReadEvidenceAnswer(TypedDict):
    """Answered by `payment_requests.read_evidence`."""
    evidence: LedgerEvidence


class PaymentRequestsReadReceiptAnswer(TypedDict):
    """Answered by `payment_requests.read_receipt`."""
    receipt: str
    """save it byte for byte: a changed byte breaks it"""


class PaymentEvent(TypedDict):
    """something that happened to a payment request"""
    cursor: int
    """1, 2, 3 … within the connection, without gaps"""
    event_id: str
    """id of the event: `evt_` and 26 characters of lower-case Crockford base32"""
    type: PaymentEventType | str
    """what happened; more kinds may be added later"""
    request_id: str
    """the payment request that it happened to"""
    previous_status: PaymentStatus | None
    """the status before; null for a new request"""
    status: PaymentStatus
    """the status then"""
    occurred_at: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    transaction_hash: NotRequired[str]
    """the transaction that the wallet named with this report"""
    reason: NotRequired[str]
    """as the wallet gave it with this report, or what the ledger shows"""
    assurance: NotRequired[Literal["none", "wallet_reported", "chain_observed", "merchant_accepted", "disputed", "proven_unpaid"]]
    """how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
    a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
    without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
    `proven_unpaid`, the ledger has no such payment in the whole time window
    """


class EventsListAnswer(TypedDict):
    """Answered by `events.list`."""
    events: List[PaymentEvent]
    """in order, without gaps"""
    next_since: int
    """what to send as `since` next"""
    has_more: bool
    """there are more already: ask again at once"""
    epoch: int
    """grows by one when the service is restored from a backup"""


class PaymentAuthorization(TypedDict):
    """what a wallet signed, sealed to the agent"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    sealed: str
    """the bytes as the wallet handed them over: only the agent can open them"""
    put_at: str
    """when the wallet handed it over; UTC, RFC 3339 with milliseconds"""
    kept_until: str
    """then the service erases it: a day after the payment expires; UTC, RFC 3339 with milliseconds"""


class PaymentAuthorizationsReadAnswer(TypedDict):
    """Answered by `payment_authorizations.read`."""
    authorization: PaymentAuthorization


class PayeeServing(TypedDict):
    """where a payee is paid now"""
    recipient_version_id: str
    """id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32"""
    number: int
    """1, 2, 3 … within the payee"""
    rail: Rail
    """how the asset moves on its network"""
    network: Network
    """the ledger on which the payment is made"""
    asset: str
    """code of the asset on its network"""
    to: str
    """where the payee is paid, in the form of its network"""
    memo: str | None
    """memo, destination tag or comment that the payment must carry"""
    contract: str | None
    """contract of the token, where the asset is one"""
    issuer: str | None
    """issuer of the asset, where it has one"""
    decimals: int
    """how many decimals the asset has"""
    chain_id: int | None
    """chain id of EIP-155, on networks that have one"""
    since: str
    """since when it serves; UTC, RFC 3339 with milliseconds"""
    changed_at: str | None
    """when it took the place of another; null for the first one"""


class FoundPayee(TypedDict):
    """a payee that serves now"""
    recipient_id: str
    """id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32"""
    name: str
    """the payee, as payers see it"""
    domain: str
    """the domain that lists it"""
    serving: PayeeServing


class PayeesLookUpAnswer(TypedDict):
    """Answered by `payees.look_up`."""
    payees: List[FoundPayee]
    """at most 100, the newest first"""


class PayeeOpening(TypedDict):
    """what the commitment of an entry means"""
    salt: str
    """32 random bytes, in hexadecimal"""
    document: str
    """canonical JSON (RFC 8785) of the payee as it was then; SHA-256 over type, salt and document is the commitment"""


class PayeeEvent(TypedDict):
    """an entry about a payee in the log"""
    seq: int
    """1, 2, 3 … within the payee; a number that is missing means that something was hidden"""
    event: Literal["cooling", "activated", "retired"]
    """what a version of the payee became"""
    at: str
    """when it was written; UTC, RFC 3339 with milliseconds"""
    number: int | None
    """null where it was erased"""
    log_index: int | None
    """null until it has one, which takes about a second"""
    opening: PayeeOpening | None
    """null where it was erased"""


class Payee(TypedDict):
    """a payee, as the payee log shows it"""
    recipient_id: str
    """id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32"""
    name: str
    """the payee, as payers see it"""
    domain: str
    """the domain that lists it"""
    serving: PayeeServing | None
    """null while none of its versions is active"""
    history: List[PayeeEvent]
    """newest first, up to 100"""
    complete: bool
    """whether `history` goes back to the first entry without a gap"""
    checkpoint: str | None
    """null before the first one is published"""


class PayeesReadAnswer(TypedDict):
    """Answered by `payees.read`."""
    payee: Payee


class PayeesReadRecordAnswer(TypedDict):
    """Answered by `payees.read_record`."""
    entry: str
    """the entry, byte for byte"""
    opening: PayeeOpening | None
    """null where it was erased"""
    evidence: str | None
    """null where it was erased"""
    log_index: int | None
    """null until it has one"""
    proof: str | None
    """null until a checkpoint that has it is published"""


class Evidence(TypedDict):
    """a proof that a domain lists exactly this version"""
    evidence_id: str
    """id of the evidence: `evd_` and 26 characters of lower-case Crockford base32"""
    recipient_version_id: str
    """id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32"""
    type: Literal["domain_proof", "domain_listing"]
    """`domain_proof`: a verified domain of the organization lists it; `domain_listing`: another domain does, and an
    agent found it there
    """
    source_id: str | None
    """the domain that lists the payee; null for a `domain_listing`"""
    found_in: Literal["svc-recipients.json", "stellar.toml", "dns"]
    """where the domain lists it"""
    domain: str
    """the host name of that domain"""
    location: str
    """the address of the file, or the name of the TXT record"""
    evidence_digest: str
    """SHA-256, in hexadecimal, of `document`"""
    document: str
    """the facts, and what was seen where and when, as canonical JSON (RFC 8785): hash it to compare the digest"""
    created_at: str
    """when it was created; UTC, RFC 3339 with milliseconds"""


class PayeesResolveAnswer(TypedDict):
    """Answered by `payees.resolve`."""
    recipient_id: str
    """id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32"""
    recipient_version_id: str
    """id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32"""
    standing: Literal["listed"]
    """a domain lists it; nothing else is known of it"""
    evidence: Evidence


class LogProveAnswerEntry(TypedDict):
    """that the entry is in the tree; with `index`"""
    index: int
    """its place"""
    leaf_hash: str
    """SHA-256 of a zero byte and the entry, in base64"""
    hashes: List[str]
    """from the neighbor of the leaf up; each SHA-256 in base64"""
    proof: str | None
    """null where no checkpoint of this size was published"""


class LogProveAnswerConsistency(TypedDict):
    """that the tree begins with all of the older one; with `from`"""
    old_size: int
    """leaves of the older tree"""
    hashes: List[str]
    """the proof; each SHA-256 in base64"""


class LogProveAnswer(TypedDict):
    """Answered by `log.prove`."""
    size: int
    """leaves of the tree"""
    entry: NotRequired[LogProveAnswerEntry]
    """that the entry is in the tree; with `index`"""
    consistency: NotRequired[LogProveAnswerConsistency]
    """that the tree begins with all of the older one; with `from`"""


class ServiceNetworksLedger(TypedDict):
    rpc_url: NotRequired[str]
    """a node that a wallet can ask: on Stellar by its RPC, on EVM networks by JSON-RPC"""
    horizon_url: NotRequired[str]
    """a Horizon that a wallet can use"""
    friendbot_url: NotRequired[str]
    """where test funds come from"""
    observers: List[str]
    """who is asked what the ledger says: the operators of the sources"""
    quorum: int
    """how many of them must agree"""
    simulated: bool
    """true: a practice ledger on this machine, for development. Nothing there is worth anything"""


class ServiceNetworks(TypedDict):
    network: Network
    """the ledger on which the payment is made"""
    testnet: bool
    """whether its coins are for tests only"""
    ledger: ServiceNetworksLedger | None
    """where the service looks for payments; null where nobody looks"""


class ServiceFactsKey(TypedDict):
    """signs payment facts"""
    kid: str
    """the name of the key in /.well-known/jwks.json"""
    thumbprint: str
    """what to pin (RFC 7638)"""


class ServiceReceiptKey(TypedDict):
    kid: str
    """the name of the key in /.well-known/jwks.json"""
    thumbprint: str
    """what to pin (RFC 7638)"""


class Service(TypedDict):
    """the service that you talk to"""
    name: str
    """the product"""
    version: str
    """of the service"""
    base_url: str
    """what the service calls itself"""
    wallet_url: str | None
    """where its operator serves a wallet: links to requests begin with it. Keep it with the pinned keys; null where
    there is none
    """
    networks: List[ServiceNetworks]
    """the networks on which payees can be paid"""
    facts_key: ServiceFactsKey
    """signs payment facts"""
    extensions: Literal["all", "none"]
    """whether it serves the modules beyond the specification: `all` of them, or `none`"""
    receipt_key: ServiceReceiptKey | None
    """signs what the service says about the ledger; null where it says nothing"""


class ServiceReadAnswer(TypedDict):
    """Answered by `service.read`."""
    service: Service


class HealthReadAnswer(TypedDict):
    """Answered by `health.read`."""
    status: Literal["alive"]
    """the process runs"""
    version: str
    """of the service"""


class PaymentRequestWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    request_id: str
    """the payment request"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    status: PaymentStatus
    """what is known of the payment; `pending` waits for the user"""
    previous_status: PaymentStatus | None
    """the status before; null for a new request"""
    cursor: int
    """place in the feed of the connection: 1, 2, 3 … without gaps"""
    transaction_hash: NotRequired[str]
    """the transaction that the wallet named with this report"""
    reason: NotRequired[str]
    """as the wallet gave it with this report, or what the ledger shows"""
    assurance: NotRequired[Literal["none", "wallet_reported", "chain_observed", "merchant_accepted", "disputed", "proven_unpaid"]]
    """how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
    a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
    without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
    `proven_unpaid`, the ledger has no such payment in the whole time window
    """


class PaymentRequestWebhook(TypedDict):
    """the body of a webhook"""
    type: PaymentEventType
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: PaymentRequestWebhookData
    """what it happened to; read the record for the truth"""


class ConnectionWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    scopes: List[str]
    """what the agent may do from then on"""
    paused_by: NotRequired[Literal["wallet", "rejections", "stop"]]
    """`wallet`: the user paused it; `rejections`: the user rejected several requests in a row and had switched on
    `pause_after_rejections`; `stop`: the user stopped the whole wallet
    """


class ConnectionWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["connection.created", "connection.paused", "connection.resumed", "connection.narrowed", "connection.token_rotated", "connection.revoked"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: ConnectionWebhookData
    """what it happened to; read the record for the truth"""


class RecipientWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    recipient_id: str
    """id of the recipient: `rcp_` and 26 characters of lower-case Crockford base32"""
    recipient_version_id: str
    """id of the recipient version: `rcv_` and 26 characters of lower-case Crockford base32"""
    previous_version_id: str | None
    """the previously active version, if any"""


class RecipientWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["recipient.version_cooling", "recipient.version_activated", "recipient.version_suspended", "recipient.version_revived", "recipient.version_retired"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: RecipientWebhookData
    """what it happened to; read the record for the truth"""


class MerchantDomainWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    domain_id: str
    """id of the domain: `dom_` and 26 characters of lower-case Crockford base32"""
    domain: str
    """exact host name, in its ASCII form"""
    failing_since: NotRequired[str]
    """since when its proof is missing; UTC, RFC 3339 with milliseconds"""
    lapses_at: NotRequired[str]
    """when it lapses unless the proof is back; UTC, RFC 3339 with milliseconds"""


class MerchantDomainWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["merchant_domain.verified", "merchant_domain.failing", "merchant_domain.lapsed"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: MerchantDomainWebhookData
    """what it happened to; read the record for the truth"""


class MerchantWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    merchant_id: str
    """id of the merchant: `mer_` and 26 characters of lower-case Crockford base32"""
    suspended_by: NotRequired[Literal["lapse", "operator"]]
    """`lapse`: the last verified domain was lost; `operator`: the people who run the service did it"""


class MerchantWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["merchant.suspended", "merchant.restored"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: MerchantWebhookData
    """what it happened to; read the record for the truth"""


class AgentPaymentWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    agent_payment_id: str
    """id of the agent payment: `apy_` and 26 characters of lower-case Crockford base32"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    status: Literal["intent_created", "approved", "submitted", "settled", "rejected", "failed", "expired", "canceled"]
    """what is known of the payment; `intent_created` waits for the wallet"""
    previous_status: Literal["intent_created", "approved", "submitted", "settled", "rejected", "failed", "expired", "canceled"] | None
    """the status before; null for a new payment"""
    transaction_hash: NotRequired[str]
    """the transaction that the ledger shows"""
    reason: NotRequired[str]
    """what the ledger shows"""
    assurance: NotRequired[Literal["none", "wallet_reported", "chain_observed", "merchant_accepted", "disputed", "proven_unpaid"]]
    """how we know: `none`, no transaction yet; `wallet_reported`, from the wallet; `chain_observed`, the ledger shows
    a payment that is bound to this request (`bound_by`); `merchant_accepted`, the merchant decided that a payment
    without such a binding (`ledger_match`) was for this request; `disputed`, wallet and ledger disagree;
    `proven_unpaid`, the ledger has no such payment in the whole time window
    """


class AgentPaymentWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["agent_payment.intent_created", "agent_payment.approved", "agent_payment.submitted", "agent_payment.settled", "agent_payment.rejected", "agent_payment.failed", "agent_payment.expired", "agent_payment.canceled", "agent_payment.late_report", "agent_payment.chain_observed", "agent_payment.disputed", "agent_payment.proven_unpaid", "agent_payment.ledger_finding", "agent_payment.merchant_accepted"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: AgentPaymentWebhookData
    """what it happened to; read the record for the truth"""


class AutomationPolicyWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    policy_id: str
    """id of the policy: `pol_` and 26 characters of lower-case Crockford base32"""
    connection_id: str
    """id of the connection: `con_` and 26 characters of lower-case Crockford base32"""
    version: int
    """the version of the policy from then on"""


class AutomationPolicyWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["automation_policy.created", "automation_policy.renamed", "automation_policy.narrowed", "automation_policy.widened", "automation_policy.proposed", "automation_policy.declined", "automation_policy.proposal_withdrawn", "automation_policy.consented", "automation_policy.paused", "automation_policy.resumed", "automation_policy.withdrawn"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: AutomationPolicyWebhookData
    """what it happened to; read the record for the truth"""


class TestWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    webhook_endpoint_id: str
    """id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32"""


class TestWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["webhook_endpoint.test"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: TestWebhookData
    """what it happened to; read the record for the truth"""


class ChallengeWebhookData(TypedDict):
    """what it happened to; read the record for the truth"""
    webhook_endpoint_id: str
    """id of the webhook endpoint: `whe_` and 26 characters of lower-case Crockford base32"""
    challenge: str
    """answer with 200 and `{ "challenge": "…" }` to show that the endpoint is yours"""


class ChallengeWebhook(TypedDict):
    """the body of a webhook"""
    type: Literal["webhook_endpoint.challenge"]
    """what happened"""
    timestamp: str
    """when it happened; UTC, RFC 3339 with milliseconds"""
    data: ChallengeWebhookData
    """what it happened to; read the record for the truth"""


FactsKeysReadAnswer = Dict[str, Any]

WebhookMessage = Union[PaymentRequestWebhook, ConnectionWebhook, RecipientWebhook, MerchantDomainWebhook, MerchantWebhook, AgentPaymentWebhook, AutomationPolicyWebhook, TestWebhook, ChallengeWebhook]
"""What a webhook carries; `type` tells which."""

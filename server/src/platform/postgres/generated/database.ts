/** Every table and view of the database. Made by `npm run generate` from a migrated database; do not edit. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { Generated, GeneratedAlways } from 'kysely'

export interface Database {
  accounts: {
    account_id: Uuid
    email: string
    created_at: Generated<Date>
  }
  agent_credentials: {
    merchant_id: Uuid
    agent_id: Uuid
    credential_id: Uuid
    kid: string
    alg: 'Ed25519'
    public_key: Buffer
    status: Generated<'pending' | 'active' | 'revoked'>
    not_before: Date
    expires_at: Date
    challenge_hash: Buffer | null
    challenge_expires_at: Date | null
    created_at: Generated<Date>
    activated_at: Date | null
    revoked_at: Date | null
    last_used_at: Date | null
  }
  agent_payment_events: {
    merchant_id: Uuid
    agent_payment_id: Uuid
    number: number
    status: 'intent_created' | 'approved' | 'submitted' | 'settled' | 'rejected' | 'failed' | 'expired' | 'canceled'
    previous_status:
      | 'intent_created'
      | 'approved'
      | 'submitted'
      | 'settled'
      | 'rejected'
      | 'failed'
      | 'expired'
      | 'canceled'
      | null
    late: Generated<boolean>
    transaction_hash: string | null
    reason: string | null
    occurred_at: Generated<Date>
  }
  agent_payments: {
    merchant_id: Uuid
    agent_payment_id: Uuid
    project_id: Uuid
    connection_id: Uuid
    device_id: Uuid
    initiator: 'agent' | 'human'
    recipient_version_id: Uuid
    amount: string
    purpose: string | null
    terms: string | null
    idempotency_key: string
    idempotency_digest: Uuid
    intent_digest: Buffer
    facts_digest: Buffer
    policy_id: Uuid | null
    policy_version: number | null
    reserved: string | null
    created_at: Date
    expires_at: Date
    status: 'intent_created' | 'approved' | 'submitted' | 'settled' | 'rejected' | 'failed' | 'expired' | 'canceled'
    replay_count: Generated<number>
    transaction_hash: string | null
    reason: string | null
    changed_at: Date | null
    claimed_at: Date | null
    unsigned_transaction: string | null
    max_time: string | null
    handoff_shown: boolean | null
    device_signed: boolean | null
    claimed_by: Uuid | null
  }
  agent_payments_shown: {
    merchant_id: Uuid | null
    agent_payment_id: Uuid | null
    project_id: Uuid | null
    connection_id: Uuid | null
    wallet_id: Uuid | null
    initiator: string | null
    recipient_version_id: Uuid | null
    amount: string | null
    purpose: string | null
    terms: string | null
    idempotency_key: string | null
    facts_digest: Buffer | null
    policy_id: Uuid | null
    policy_version: number | null
    created_at: Date | null
    expires_at: Date | null
    status:
      | 'intent_created'
      | 'approved'
      | 'submitted'
      | 'settled'
      | 'rejected'
      | 'failed'
      | 'expired'
      | 'canceled'
      | null
    transaction_hash: string | null
    reason: string | null
    device_signed: boolean | null
    has_evidence: boolean | null
    payee_verified: boolean | null
    repeated: boolean | null
    ledger: unknown
    history: unknown
    policy: unknown
    now: Date | null
  }
  agent_tokens: {
    merchant_id: Uuid
    agent_token_id: Uuid
    token_hash: Buffer
    agent_id: Uuid
    expires_at: Date
    credential_id: Uuid | null
    jti: string | null
    connect_invitation_id: Uuid | null
  }
  agents: {
    merchant_id: Uuid
    agent_id: Uuid
    name: string
    runtime: string
    environment: 'testnet'
    allowed_scopes: string[]
    status: Generated<'draft' | 'active' | 'suspended' | 'retired'>
    version: Generated<number>
    created_at: Generated<Date>
    stopped: Generated<boolean>
    keys_usable: Generated<string>
  }
  api_key_credentials: {
    merchant_id: Uuid | null
    project_id: Uuid | null
    api_key_id: Uuid | null
    key_hash: Buffer | null
    last_used_at: Date | null
  }
  api_keys: {
    merchant_id: Uuid
    project_id: Uuid
    api_key_id: Uuid
    name: string
    key_hash: Buffer
    last_four: string
    created_at: Generated<Date>
    last_used_at: Date | null
    revoked_at: Date | null
  }
  applied_sql: {
    file: string
    checksum: string
    applied_at: Generated<Date>
  }
  audit_events: {
    merchant_id: Uuid
    audit_event_id: Uuid
    action: string
    actor: string
    target: string
    details: unknown
    occurred_at: Generated<Date>
  }
  audit_heads: {
    merchant_id: Uuid
    size: string
    commitment: Buffer
    salt: Buffer
    document: string
    created_at: Generated<Date>
  }
  audit_leaves: {
    merchant_id: Uuid
    audit_index: string
    audit_event_id: Uuid
    leaf_hash: Buffer
  }
  audit_pending: {
    merchant_id: Uuid
    audit_pending_id: string
    audit_event_id: Uuid
  }
  audit_state: {
    merchant_id: Uuid
    size: Generated<string>
    root: Generated<Buffer>
    logged_size: Generated<string>
    logged_at: Generated<Date>
  }
  audit_tiles: {
    merchant_id: Uuid
    level: number
    tile: string
    root: Buffer
  }
  automation_policies: {
    merchant_id: Uuid
    policy_id: Uuid
    project_id: Uuid
    connection_id: Uuid
    device_id: Uuid
    name: string
    network: string
    asset: string
    contract: string | null
    issuer: string | null
    decimals: number
    single_tx_limit: string | null
    cumulative_limit: string | null
    valid_from: Date | null
    valid_to: Date | null
    allowlist: Uuid[]
    status: 'draft' | 'awaiting_consent' | 'active' | 'paused' | 'withdrawn'
    version: Generated<number>
    used: Generated<string>
    consent: unknown
    created_at: Generated<Date>
    claimed: Generated<string>
    proposed: unknown
    stopped: Generated<boolean>
  }
  automation_policy_changes: {
    merchant_id: Uuid
    policy_change_id: Uuid
    policy_id: Uuid
    version: number
    change:
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
    actor: string
    terms: unknown
    consent: unknown
    occurred_at: Generated<Date>
    proposed: unknown
  }
  connect_invitations: {
    merchant_id: Uuid
    connect_invitation_id: Uuid
    agent_id: Uuid
    device_id: Uuid
    source: unknown
    requested_scopes: string[]
    granted_scopes: string[] | null
    status: Generated<'pending' | 'approved' | 'exchanged' | 'rejected'>
    connection_id: Uuid | null
    created_at: Generated<Date>
    decided_at: Date | null
    expires_at: Date
    expiry_event_at: Date | null
    decision_required: Generated<boolean>
  }
  connect_keys: {
    key_hash: Buffer
    device_id: Uuid
    expires_at: Date
    used_at: Date | null
  }
  connection_credentials: {
    merchant_id: Uuid | null
    connection_id: Uuid | null
    agent_id: Uuid | null
    device_id: Uuid | null
    scopes: string[] | null
    status: string | null
    token_hash: Buffer | null
    agent_active: boolean | null
    paused_by: string | null
    agent_has_key: boolean | null
    token_lives: boolean | null
    unnoted: boolean | null
  }
  connections: {
    merchant_id: Uuid
    connection_id: Uuid
    agent_id: Uuid
    device_id: Uuid
    scopes: string[]
    status: 'active' | 'paused' | 'revoked'
    source: unknown
    token_hash: Buffer | null
    last_cursor: Generated<string>
    created_at: Generated<Date>
    paused_at: Date | null
    revoked_at: Date | null
    pending_count: Generated<number>
    paused_by: 'wallet' | 'rejections' | 'stop' | null
    pause_after_rejections: Generated<boolean>
    rejected_at: Generated<Date[]>
    minute_began_at: Date | null
    created_in_minute: Generated<number>
    token_expires_at: Date
    next_token_hash: Buffer | null
    next_until: Date | null
    last_used_at: Date | null
    decision_required_at: Date | null
  }
  device_codes: {
    device_id: Uuid
    purpose: 'prove_key' | 'link'
    code_hash: Buffer
    expires_at: Date
    used_by: Uuid | null
  }
  device_keys: {
    device_id: Uuid
    kid: string
    alg: 'EdDSA' | 'ES256'
    jwk: unknown
    status: Generated<'active' | 'replaced' | 'revoked'>
    created_at: Generated<Date>
    proven_at: Date | null
    ended_at: Date | null
  }
  device_tokens: {
    device_id: Uuid
    token_hash: Buffer
    issued_at: Generated<Date>
    last_used_on: Generated<Date>
    next_token_hash: Buffer | null
    next_nonce: Buffer | null
    next_until: Date | null
  }
  devices: {
    device_id: Uuid
    name: string
    platform: string
    public_key: Buffer | null
    created_at: Generated<Date>
    slot: GeneratedAlways<number>
    revoked_at: Date | null
    wallet_id: Uuid | null
    linked_at: Date | null
    stopped_at: Date | null
  }
  events: {
    merchant_id: Uuid
    event_id: Uuid
    occurred_at: Date
    cursor: string | null
    kind:
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
      | 'merchant.suspended'
      | 'merchant.restored'
      | 'connect_invitation.pending'
      | 'connect_invitation.approved'
      | 'connect_invitation.exchanged'
      | 'connect_invitation.rejected'
      | 'connect_invitation.expired'
    subject_id: Uuid
    connection_id: Uuid | null
    data: unknown
  }
  events_pending: {
    pending_id: string
    event_merchant_id: Uuid
    event_id: Uuid
    for_merchant: boolean
    device_id: Uuid | null
    project_id: Uuid | null
  }
  facts_issuers: {
    issuer: string
    first_used_at: Generated<Date>
  }
  feed_entries: {
    owner_id: Uuid
    cursor: string
    event_merchant_id: Uuid
    event_id: Uuid
  }
  feeds: {
    owner_id: Uuid
    last_cursor: string
  }
  late_reports: {
    merchant_id: Uuid
    late_report_id: Uuid
    connection_id: Uuid
    payment_request_id: Uuid
    reported_status: 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected'
    transaction_hash: string
    reason: string | null
    reported_at: Generated<Date>
  }
  ledger_anchors: {
    network: string
    epoch: string
    sequence: string
    hash: string
    closed_at: string
  }
  ledger_claims: {
    network: string
    epoch: string
    transaction_hash: string
    place: string
    payment_id: Uuid
    claimed_at: Generated<Date>
  }
  ledger_epochs: {
    network: string
    epoch: string
    simulated: boolean
    opened_at: Generated<Date>
    ended_at: Date | null
  }
  ledger_networks: {
    network: string
    held_by: Uuid | null
    held_until: Date | null
  }
  log_checkpoints: {
    size: string
    root: Buffer
    note: string
    created_at: Generated<Date>
  }
  log_cosignatures: {
    size: string
    witness: string
    line: string
    created_at: Generated<Date>
  }
  log_leaves: {
    log_index: string
    leaf_hash: Buffer
    subject_tag: Buffer
    domain_tag: Buffer | null
    seq: number
    entry: string
  }
  log_pending: {
    merchant_id: Uuid
    log_pending_id: string
    subject_tag: Buffer
    domain_tag: Buffer | null
    seq: number
    entry: string
    created_at: Generated<Date>
  }
  log_state: {
    one: Generated<boolean>
    origin: string
    policy: string
    size: Generated<string>
    root: Generated<Buffer>
  }
  log_tiles: {
    level: number
    tile: string
    hashes: Buffer
    root: Buffer
  }
  member_invitations: {
    merchant_id: Uuid
    member_invitation_id: Uuid
    email: string
    role: 'viewer' | 'developer' | 'admin' | 'owner'
    status: Generated<'pending' | 'accepted' | 'withdrawn' | 'expired'>
    invited_by: Uuid
    created_at: Generated<Date>
    expires_at: Date
    accepted_at: Date | null
  }
  member_roles: {
    merchant_id: Uuid | null
    account_id: Uuid | null
    role: string | null
  }
  memberships: {
    merchant_id: Uuid
    account_id: Uuid
    created_at: Generated<Date>
    role: Generated<'viewer' | 'developer' | 'admin' | 'owner'>
    last_signed_in_at: Date | null
    approver_since: Date | null
  }
  merchant_domains: {
    merchant_id: Uuid
    domain_id: Uuid
    domain: string
    status: 'pending' | 'verified' | 'lapsed'
    method: 'dns' | 'https'
    challenge: string
    challenge_expires_at: Date
    verified_at: Date | null
    failing_since: Date | null
    created_at: Generated<Date>
    verified_since: Date | null
    last_check: unknown
    reminded_at: Date | null
    notices: Generated<unknown>
    removed_at: Date | null
  }
  merchant_key_credentials: {
    merchant_id: Uuid | null
    merchant_key_id: Uuid | null
    scopes: string[] | null
    key_hash: Buffer | null
    last_used_at: Date | null
  }
  merchant_keys: {
    merchant_id: Uuid
    merchant_key_id: Uuid
    name: string
    scopes: string[]
    key_hash: Buffer
    last_four: string
    created_at: Generated<Date>
    expires_at: Date | null
    last_used_at: Date | null
    revoked_at: Date | null
  }
  merchant_sessions: {
    merchant_id: Uuid
    session_id: Uuid
    token_hash: Buffer
    account_id: Uuid
    transport: 'cookie' | 'bearer'
    created_at: Generated<Date>
    last_seen_at: Generated<Date>
    expires_at: Date
    closed_at: Date | null
    signed_in_by: Generated<'mail' | 'passkey'>
    mail_proven_at: Generated<Date | null>
    passkey_proven_at: Date | null
    passkey_since: Date | null
    step_up_hash: Buffer | null
    step_up_until: Date | null
    step_up_tries_left: Generated<number>
  }
  merchants: {
    merchant_id: Uuid
    name: string
    status: 'pending' | 'active' | 'suspended'
    version: Generated<number>
    created_at: Generated<Date>
    slot: GeneratedAlways<number>
    suspended_by: string | null
    creates_per_minute_max: number | null
    pending_max: number | null
    agents_stopped_at: Date | null
    kind: GeneratedAlways<string>
  }
  moving_slots: {
    slot: number
    state: 'moving' | 'frozen' | 'away' | 'arrived'
    changed_at: Generated<Date>
  }
  named_transactions: {
    network: string
    transaction_hash: string
    payment_id: Uuid
  }
  next_connection_tokens: {
    next_token_hash: Buffer | null
  }
  one_time_codes: {
    code_hash: Buffer
    kind: 'link' | 'grant' | 'passkey_sign_in' | 'passkey_register' | 'passkey_step_up'
    expires_at: Date
    used_at: Date | null
    email: string | null
    account_id: Uuid | null
    nonce_hash: Buffer | null
    typed_code_hash: Buffer | null
    wrong_codes: Generated<number>
    chosen_merchant: Uuid | null
    signed_in_by: 'mail' | 'passkey' | null
    passkey_since: Date | null
  }
  pairing_sessions: {
    merchant_id: Uuid
    pairing_session_id: Uuid
    agent_id: Uuid
    code_hash: Buffer
    wrong_codes: Generated<number>
    source: unknown
    requested_scopes: string[]
    granted_scopes: string[] | null
    status: Generated<'pending' | 'approved' | 'exchanged' | 'rejected' | 'locked'>
    device_id: Uuid | null
    connection_id: Uuid | null
    created_at: Generated<Date>
    decided_at: Date | null
    expires_at: Date
  }
  passkeys: {
    passkey_id: Uuid
    account_id: Uuid
    credential_id: string
    public_key: Buffer
    counter: string
    transports: Generated<string[]>
    name: string
    created_at: Generated<Date>
    last_used_at: Date | null
    leaves_at: Date | null
  }
  payee_change_approvals: {
    merchant_id: Uuid
    required_since: Generated<Date>
    lowers_at: Date | null
    lowers_asked_by: Uuid | null
    lowers_approved_by: Uuid | null
  }
  payee_findings: {
    network: string
    payee: string
    network_epoch: string
    transaction_hash: string
    place: string
    seen: unknown
    found_at: Generated<Date>
    number: string
  }
  payee_openings: {
    merchant_id: Uuid
    commitment: Buffer
    subject_tag: Buffer
    seq: number
    domain_tag: Buffer
    address_tag: Buffer | null
    recipient_version_id: Uuid | null
    domain_id: Uuid | null
    name: string | null
    event: string
    salt: Buffer | null
    document: string | null
    observation: string | null
    created_at: Generated<Date>
  }
  payee_standings: {
    merchant_id: Uuid | null
    recipient_version_id: Uuid | null
    network: string | null
    recalled_at: Date | null
    verified: boolean | null
  }
  payer_proofs: {
    merchant_id: Uuid
    payment_id: Uuid
    transaction_hash: string
    place: string
    account: string
    signer: string
    signature: string
    proof_id: string
    created_at: Generated<Date>
  }
  payment_authorizations: {
    merchant_id: Uuid
    payment_id: Uuid
    connection_id: Uuid
    sealed: Buffer
    device_id: Uuid
    put_at: Generated<Date>
    kept_until: Date
  }
  payment_decisions: {
    merchant_id: Uuid
    connection_id: Uuid
    payment_id: Uuid
    status: string
    device_id: Uuid
    kid: string
    jws: string
    late: boolean
    recorded_at: Generated<Date>
  }
  payment_request_counts: {
    merchant_id: Uuid
    bucket: 'hour' | 'day'
    starts_at: Date
    measure: string
    count: string
  }
  payment_request_entries: {
    merchant_id: Uuid | null
    payment_request_id: Uuid | null
    connection_id: Uuid | null
    agent_id: Uuid | null
    recipient_id: Uuid | null
    status: 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected' | null
    assurance: string | null
    request_id: string | null
    task_ref: string | null
    created_at: Date | null
    answered_at: Date | null
    cursors: string[] | null
    recipient_version_id: Uuid | null
    amount: string | null
  }
  payment_request_index: {
    merchant_id: Uuid
    payment_request_id: Uuid
    connection_id: Uuid
    agent_id: Uuid
    recipient_id: Uuid
    status: 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected'
    assurance: string
    request_id: string | null
    task_ref: string | null
    created_at: Date
    answered_at: Date | null
    cursors: string[]
    recipient_version_id: Uuid | null
    amount: string | null
  }
  payment_request_index_ends: {
    merchant_id: Uuid
    connection_id: Uuid
    cursor: string
  }
  payment_request_words: {
    merchant_id: Uuid
    word: string
    payment_request_id: Uuid
  }
  payment_requests: {
    merchant_id: Uuid
    connection_id: Uuid
    payment_request_id: Uuid
    recipient_version_id: Uuid
    idempotency_digest: Uuid
    created_at: Date
    expires_at: Date
    status: 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected'
    replay_count: Generated<number>
    intent_digest: Buffer
    facts_digest: Buffer
    amount: string
    idempotency_key: string
    request_id: string | null
    transaction_id: string | null
    display: string | null
    metadata: string | null
    terms: string | null
    transaction_hash: string | null
    reason: string | null
    changed_at: Date | null
    pending_until: Date | null
    context_revision: number | null
    unsigned_transaction: string | null
    max_time: string | null
    handoff_shown: boolean | null
    device_signed: boolean | null
    decided_by: Uuid | null
  }
  payment_requests_shown: {
    merchant_id: Uuid | null
    source: unknown
    connection_id: Uuid | null
    payment_request_id: Uuid | null
    request_id: string | null
    recipient_version_id: Uuid | null
    created_at: Date | null
    expires_at: Date | null
    status: 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed' | 'expired' | 'rejected' | null
    amount: string | null
    idempotency_key: string | null
    facts_digest: Buffer | null
    transaction_id: string | null
    context_revision: number | null
    display: string | null
    metadata: string | null
    terms: string | null
    transaction_hash: string | null
    reason: string | null
    device_signed: boolean | null
    payee_verified: boolean | null
    repeated: boolean | null
    late_reports: unknown
    ledger: unknown
  }
  policy_decisions: {
    merchant_id: Uuid
    policy_decision_id: Uuid
    project_id: Uuid
    connection_id: Uuid
    policy_id: Uuid | null
    policy_version: number | null
    agent_payment_id: Uuid | null
    recipient_version_id: Uuid
    payee_digest: string
    units: string
    used_before: string | null
    judged_at: Date
    allowed: boolean
    triggered: string[]
    rule: string
  }
  policy_use_changes: {
    merchant_id: Uuid
    agent_payment_id: Uuid
    change: 'release' | 'recount'
    policy_id: Uuid
    connection_id: Uuid
    units: string
    changed_at: Date
  }
  projects: {
    merchant_id: Uuid
    project_id: Uuid
    name: string
    created_at: Generated<Date>
  }
  push_subscriptions: {
    device_id: Uuid
    sealing_key_id: string
    sealed: Buffer
    push_key_id: string
    created_at: Generated<Date>
    notified_cursor: string
    due_at: Date | null
    grown: Generated<boolean>
    claim: Uuid | null
    rests_until: Generated<Date>
    failures: Generated<number>
    last_sent_at: Date | null
    failing_since: Date | null
  }
  rate_limits: {
    key: string
    points: Generated<number>
    expire: string | null
  }
  recipient_cooling_off: {
    merchant_id: Uuid
    cooling_off_s: number
    lowers_to_s: number | null
    lowers_at: Date | null
  }
  recipient_evidence: {
    merchant_id: Uuid
    evidence_id: Uuid
    recipient_version_id: Uuid
    source_id: Uuid
    found_in: string
    document: string
    digest: string
    created_at: Generated<Date>
    body: string | null
  }
  recipient_former_names: {
    merchant_id: Uuid
    recipient_id: Uuid
    name: string
    name_skeleton: string
    created_at: Generated<Date>
  }
  recipient_version_counts: {
    merchant_id: Uuid
    recipient_version_id: Uuid
    count: string
    last_created_at: Date
  }
  recipient_versions: {
    merchant_id: Uuid
    recipient_version_id: Uuid
    recipient_id: Uuid
    number: number
    rail: string
    network: string
    asset: string
    address: string
    memo: string | null
    contract: string | null
    issuer: string | null
    decimals: number
    chain_id: number | null
    created_at: Generated<Date>
    status: 'draft' | 'verified' | 'awaiting_approval' | 'cooling' | 'active' | 'suspended' | 'retired'
    vouched_by: Uuid | null
    activates_at: Date | null
    activated_at: Date | null
    retired_at: Date | null
    suspended_at: Date | null
    retired_reason: 'replaced' | 'discarded' | 'held' | 'recalled' | 'recipient_retired' | null
    recalled_at: Date | null
    recall_reason: 'compromised' | 'mistake' | null
    requested_by: Uuid | null
    requested_at: Date | null
    approved_by: Uuid | null
    approved_at: Date | null
    reference: string | null
  }
  recipients: {
    merchant_id: Uuid
    recipient_id: Uuid
    name: string
    name_skeleton: string
    active_version_id: Uuid | null
    version: Generated<number>
    created_at: Generated<Date>
    active_status: GeneratedAlways<string | null>
    retired_at: Date | null
    listed_by: string | null
    listing_seen_at: Date | null
    listing_gone_at: Date | null
  }
  refused_attempts: {
    merchant_id: Uuid
    refused_attempt_id: Uuid
    project_id: Uuid
    connection_id: Uuid
    recipient_version_id: Uuid
    amount: string
    purpose: string | null
    terms: string | null
    idempotency_key: string
    idempotency_digest: Uuid
    policy_id: Uuid | null
    policy_version: number | null
    rule: string
    thresholds: unknown
    not_kept: Generated<number>
    refused_at: Generated<Date>
  }
  service_epoch: {
    epoch: number
    began_at: Generated<Date>
    reason: string
  }
  service_head: {
    one: Generated<boolean>
    number: Generated<string>
    listed: Generated<string>
    written_at: Generated<Date>
  }
  service_key_changes: {
    change_id: string
    changed_at: Generated<Date>
    purpose: string
    kid: string
    change: string
    actor: string
    reason: string
  }
  service_keys: {
    purpose: 'facts' | 'receipt' | 'webhook'
    kid: string
    number: string
    public_jwk: unknown
    sealed: Buffer
    sealed_by: string
    state: 'next' | 'current' | 'retired'
    made_at: Generated<Date>
    not_before: Date | null
    not_after: Date | null
    compromised_at: Date | null
  }
  service_revocations: {
    revocation_id: string
    kind: string
    ids: unknown
    head_number: string | null
  }
  settlement_findings: {
    merchant_id: Uuid
    payment_id: Uuid
    reason: string
    transaction_hash: string
    seen: unknown
    network_epoch: string | null
    found_at: Generated<Date>
  }
  settlements: {
    merchant_id: Uuid
    payment_id: Uuid
    connection_id: Uuid
    network: string
    payee: string
    watched_at: Generated<Date>
    looked_at: Date | null
    done_at: Date | null
    scan_epoch: string | null
    scan_whole: boolean | null
    scan_from: string | null
    scan_through: string | null
    scan_closed_at: string | null
    assurance: 'chain_observed' | 'merchant_accepted' | 'disputed' | 'proven_unpaid' | null
    ledger_outcome: Generated<'paid' | 'unpaid' | 'mismatch' | 'unknown'>
    reason: string | null
    notes: Generated<string[]>
    transaction_hash: string | null
    place: string | null
    ledger: string | null
    closed_at: string | null
    received_units: string | null
    observers: Generated<string[]>
    sealed_by: Generated<string[]>
    network_epoch: string | null
    retry: 'safe' | 'payer_may_still_pay' | null
    evidence: unknown
    judged_at: Date | null
    project_id: Uuid | null
    ledger_events: Generated<number>
    named_at: Date | null
    confirmed_at: Date | null
    bound_by: 'reference' | 'payer_signature' | null
    paid_by: string | null
    ledger_match: unknown
    accepted_by: Uuid | null
    accepted_at: Date | null
  }
  transaction_contexts: {
    merchant_id: Uuid
    connection_id: Uuid
    transaction_id: string
    revision: number
    device_id: Uuid
    words: unknown
    created_at: Generated<Date>
  }
  usable_agent_credentials: {
    merchant_id: Uuid | null
    agent_id: Uuid | null
    credential_id: Uuid | null
    kid: string | null
    public_key: Buffer | null
    allowed_scopes: string[] | null
  }
  webhook_attempts: {
    merchant_id: Uuid
    webhook_delivery_id: Uuid
    attempt: number
    attempted_at: Date
    latency_ms: number
    status_code: number | null
    error_kind: string | null
  }
  webhook_deliveries: {
    merchant_id: Uuid
    webhook_delivery_id: Uuid
    webhook_endpoint_id: Uuid
    event_id: Uuid
    event_type: string
    occurred_at: Date
    payload: string
    status: 'pending' | 'held' | 'delivered' | 'failed'
    attempts: Generated<number>
    step: Generated<number>
    created_at: Generated<Date>
    next_attempt_at: Date | null
    delivered_at: Date | null
    about: string | null
    missed: GeneratedAlways<string | null>
  }
  webhook_due: {
    merchant_id: Uuid
    webhook_delivery_id: Uuid
    webhook_endpoint_id: Uuid
    state: Generated<'ready' | 'leased' | 'waiting'>
    due_at: Generated<Date>
    claim: Generated<number>
    holder: Uuid | null
  }
  webhook_endpoints: {
    merchant_id: Uuid
    webhook_endpoint_id: Uuid
    url: string
    description: string | null
    event_types: string[] | null
    status: Generated<'pending_verification' | 'active' | 'disabled'>
    disabled_reason: 'operator' | 'gone' | 'failing' | null
    secret_key_id: string
    secret_sealed: Buffer
    version: Generated<number>
    created_at: Generated<Date>
    verified_at: Date | null
    failing_since: Date | null
    failures_in_a_row: Generated<number>
    rests_until: Date | null
    previous_secrets: Generated<unknown>
  }
  webhook_hours: {
    merchant_id: Uuid
    webhook_endpoint_id: Uuid
    starts_at: Date
    measure: string
    count: number
  }
  webhook_reconciliation: {
    one: Generated<boolean>
    reconciled_to: Generated<Date>
    after_id: Generated<Uuid>
  }
}

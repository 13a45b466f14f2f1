/**
 * What functions and views of server/schema may do to tables of other modules, as data. `check-modules.ts` enforces it: a
 * function writes tables of its own module, unless it stands here with a reason, and reads only what is listed.
 */

interface Exception {
  readonly of: string
  readonly table: string
  readonly why: string
}

const COUNTED_WITH_THE_EVENT =
  "the cursor and the number of pending requests stand on the connection's row, which the same statement holds"
const GONE_TOGETHER = 'a device goes in one statement with all that is its own, or stays'

const NO_WALLET_OF_ITS_OWN = 'what a Connect Key of a device brings would reach nobody once the device is linked'

export const WRITES: readonly Exception[] = [
  { of: 'write_payment_requests', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'append_payment_request_event', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'write_reports', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'tell_of_ledger', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'end_waiting_requests', table: 'connections', why: COUNTED_WITH_THE_EVENT },
  { of: 'forget_unused_devices', table: 'device_tokens', why: GONE_TOGETHER },
  { of: 'forget_unused_devices', table: 'connect_keys', why: GONE_TOGETHER },
  { of: 'link_device', table: 'connect_keys', why: NO_WALLET_OF_ITS_OWN },
]

const ON_RECORD = 'what a payee or a domain becomes stands in the payee log in the same commit, whoever changes it'

const NOT_AROUND_THE_PROOF = 'whoever runs the service activates no organization without a verified domain'

const IN_THE_TREE = "an event waits for its place in its tenant's tree in the commit that writes it"

const IN_THE_MIRROR = 'whatever is revoked is listed for the mirror in the same commit, whoever revokes it'

const GONE_WITH_THE_DEVICE = 'a removed device gets no push messages from the same commit on, whoever removes it'

/** Triggers and policies on tables of other modules. */
export const TRIGGERS: readonly Exception[] = [
  { of: 'payee_log', table: 'recipient_versions', why: ON_RECORD },
  { of: 'payee_log', table: 'recipients', why: ON_RECORD },
  { of: 'payee_log', table: 'merchant_domains', why: ON_RECORD },
  { of: 'operator_needs_proof', table: 'merchants', why: NOT_AROUND_THE_PROOF },
  { of: 'gets_a_place', table: 'audit_events', why: IN_THE_TREE },
  { of: 'push_ends', table: 'devices', why: GONE_WITH_THE_DEVICE },
  ...['connections', 'devices', 'agent_credentials', 'api_keys', 'merchant_keys', 'memberships'].map((table) => ({
    of: 'revocation_is_listed',
    table,
    why: IN_THE_MIRROR,
  })),
]

/** Tables of other modules that a module's functions and views read. What a function may write it may read. */
export const READS: Readonly<Record<string, readonly string[]>> = {
  // The log shows what its records are called.
  'audit-events': [
    'merchants',
    'merchant_domains',
    'recipients',
    'recipient_versions',
    'agents',
    'agent_credentials',
    'connections',
    'projects',
    'api_keys',
    'automation_policies',
    'webhook_endpoints',
    'merchant_keys',
    'member_invitations',
  ],
  // One look over what people know by name.
  'merchant-search': ['recipients', 'recipient_versions', 'agents', 'merchant_domains'],
  events: ['connections', 'agents', 'projects'],
  // Who approves must be an owner or admin. Who moves a payee at once must have confirmed it in a session.
  recipients: ['merchants', 'merchant_domains', 'memberships', 'merchant_sessions'],
  log: ['recipients', 'recipient_versions', 'recipient_evidence', 'merchant_domains', 'connections'],
  'audit-log': ['audit_events', 'log_state'],
  devices: ['connections', 'connect_invitations', 'pairing_sessions'],
  connections: ['agents'],
  'payment-requests': [
    'connections',
    'agents',
    'merchants',
    'recipients',
    'recipient_versions',
    'agent_payments',
    'device_tokens',
    'device_keys',
    'transaction_contexts',
    'events',
    'events_pending',
    'settlements',
    'ledger_epochs',
  ],
  settlements: ['connections', 'payment_requests', 'agent_payments', 'recipient_versions', 'events'],
  'automation-policies': ['agent_payments', 'agent_payment_events'],
  'agent-payments': [
    'automation_policies',
    'connections',
    'agents',
    'merchants',
    'recipients',
    'device_tokens',
    'device_keys',
    // What is reported later was decided by whoever decided the claim.
    'payment_decisions',
  ],
  // Whether something waits is read from the wallet's feed.
  push: ['devices', 'feeds', 'feed_entries', 'events'],
}

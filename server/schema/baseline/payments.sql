-- Payment requests, what lists and figures of them are read from, and payments by API key with the policies that allow them.

-- owner: payment-requests

create type payment_status as enum ('pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected');

-- No foreign keys: the one statement that creates requests checks what they would check, and they cost a third of its speed.
create table payment_requests (
  merchant_id uuid not null,
  connection_id uuid not null,
  payment_request_id uuid not null,
  recipient_version_id uuid not null,
  idempotency_digest uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status payment_status not null,
  replay_count integer not null default 0,
  intent_digest bytea not null,
  facts_digest bytea not null,
  amount text not null,
  idempotency_key text not null,
  request_id text,
  transaction_id text,
  display text,
  metadata text,
  -- What the payment is for, in canonical JSON: the facts carry its digest.
  terms text,
  transaction_hash text,
  reason text,
  changed_at timestamptz,
  -- Until when a request waits, null once it is decided; a trigger keeps it, whoever writes. An index may look at this
  -- column where one on the status would have every report rewrite all index entries of its request. The room that is
  -- left on each page (fillfactor) is for the versions that reports make in place.
  pending_until timestamptz,
  -- Which revision of its transaction context a request was created with.
  context_revision integer,
  unsigned_transaction text,
  max_time bigint,
  handoff_shown boolean,
  -- Whether the user's decision was signed with a key; null where nobody has decided yet.
  device_signed boolean,
  -- Of several devices of one wallet, one decides: a claim of another is no repetition.
  decided_by uuid,
  primary key (merchant_id, connection_id, payment_request_id),
  unique (merchant_id, connection_id, idempotency_digest)
) with (fillfactor = 85);
comment on table payment_requests is
  'Requests to pay. What a request asks for is written once; status, transaction and reason move along the table of moves.';
create unique index on payment_requests (merchant_id, connection_id, request_id) where request_id is not null;
create index on payment_requests (merchant_id, payment_request_id);
create index on payment_requests (pending_until) where pending_until is not null;
create unique index on payment_requests (facts_digest);
alter table payment_requests enable row level security, force row level security;

-- An item of create_payment_requests.
create type new_payment_request as (
  -- Of the connection's token.
  token_hash bytea,
  payment_request_id uuid,
  request_id text,
  idempotency_key text,
  idempotency_digest uuid,
  intent_digest bytea,
  recipient_id uuid,
  recipient_version_id uuid,
  amount text,
  -- Null: there is no such version.
  facts_digest bytea,
  expires_at timestamptz,
  transaction_id text,
  display text,
  metadata text,
  terms text
);

-- An item of report_payment_requests.
create type payment_report as (
  -- Of the device's token.
  token_hash bytea,
  -- Which request is meant: by our id or the agent's, and the connection where it is named.
  payment_request_id uuid,
  request_id text,
  connection_id uuid,
  status payment_status,
  transaction_hash text,
  reason text,
  -- For a late report or an event that may come of it.
  fresh_id uuid,
  -- What few reports bring: an envelope that was found to pay the request (unsigned_transaction, max_time), a decision
  -- whose signature holds (kid, jws), and handoff_shown.
  more jsonb
);

-- The request that a report means.
create type found_report as (
  item integer,
  device_id uuid,
  -- The device, where its use was not noted today.
  unnoted_device_id uuid,
  -- Why none was found.
  verdict text,
  merchant_id uuid,
  connection_id uuid,
  payment_request_id uuid,
  -- Its place among the reports of the same request.
  turn integer
);

create table late_reports (
  merchant_id uuid not null,
  late_report_id uuid not null,
  connection_id uuid not null,
  payment_request_id uuid not null,
  reported_status payment_status not null,
  transaction_hash text not null,
  reason text,
  reported_at timestamptz not null default now(),
  primary key (merchant_id, late_report_id),
  unique (merchant_id, connection_id, payment_request_id, transaction_hash)
);
comment on table late_reports is
  'Reports that came after a request had expired and still name a transaction: evidence.';
alter table late_reports enable row level security, force row level security;

-- All sides learn that a second payment of the same network names the same transaction, and no more than that. Triggers
-- write it where a transaction is named, so that no caller can forget it; a create writes nothing here.
create table named_transactions (
  network text not null,
  transaction_hash text not null,
  -- A payment request or an agent payment.
  payment_id uuid not null,
  primary key (network, transaction_hash, payment_id)
);
comment on table named_transactions is
  'Which payments name which transaction, over all tenants and both kinds of payments, late reports included.';
create index on named_transactions (payment_id);
alter table named_transactions enable row level security, force row level security;

-- What lists filter by, the history of each request and the figures of the overview. The sequencer keeps all of it from
-- events, so that creates and reports pay for none of these indexes (../payments/payment-requests.index.sql).
create table payment_request_index (
  merchant_id uuid not null,
  payment_request_id uuid not null,
  connection_id uuid not null,
  agent_id uuid not null,
  recipient_id uuid not null,
  status payment_status not null,
  assurance text not null,
  request_id text collate "C",
  task_ref text collate "C",
  created_at timestamptz not null,
  -- When the wallet approved or rejected.
  answered_at timestamptz,
  -- Of its events, in the feed of its connection.
  cursors bigint[] not null,
  recipient_version_id uuid,
  amount numeric,
  primary key (merchant_id, payment_request_id, connection_id)
);
comment on table payment_request_index is 'What lists of requests filter by, kept from events.';
-- Newest first, also within each of these.
create index payment_request_index_by_time on payment_request_index (merchant_id, created_at, payment_request_id);
create index payment_request_index_by_status
  on payment_request_index (merchant_id, status, created_at, payment_request_id);
create index payment_request_index_by_recipient
  on payment_request_index (merchant_id, recipient_id, status, created_at, payment_request_id);
create index payment_request_index_by_agent
  on payment_request_index (merchant_id, agent_id, status, created_at, payment_request_id);
create index payment_request_index_by_connection
  on payment_request_index (merchant_id, connection_id, status, created_at, payment_request_id);
create index payment_request_index_by_task
  on payment_request_index (merchant_id, task_ref, created_at, payment_request_id) where task_ref is not null;
create index payment_request_index_by_name on payment_request_index (merchant_id, request_id)
  where request_id is not null;
-- Not forced: lists read a view of the table's owner, to whom the policies would otherwise apply.
alter table payment_request_index enable row level security;

create table payment_request_words (
  merchant_id uuid not null,
  word text collate "C" not null,
  payment_request_id uuid not null,
  primary key (merchant_id, word, payment_request_id)
);
comment on table payment_request_words is 'By which words a request is found, written once, with its entry in the index.';
alter table payment_request_words enable row level security, force row level security;

create table payment_request_index_ends (
  merchant_id uuid not null,
  connection_id uuid not null,
  cursor bigint not null,
  primary key (merchant_id, connection_id)
) with (fillfactor = 50);
comment on table payment_request_index_ends is 'Up to which cursor the events of a connection are in the index.';
alter table payment_request_index_ends enable row level security, force row level security;

create table payment_request_counts (
  merchant_id uuid not null,
  bucket text not null check (bucket in ('hour', 'day')),
  starts_at timestamptz not null,
  -- Where they stand, or `answered_` and the seconds within which they were answered.
  measure text not null,
  count bigint not null,
  primary key (merchant_id, bucket, starts_at, measure)
) with (fillfactor = 50);
comment on table payment_request_counts is
  'How many requests stand where, by when they were created; how fast wallets answer.';
alter table payment_request_counts enable row level security, force row level security;

create table recipient_version_counts (
  merchant_id uuid not null,
  recipient_version_id uuid not null,
  count bigint not null,
  last_created_at timestamptz not null,
  primary key (merchant_id, recipient_version_id)
) with (fillfactor = 50);
comment on table recipient_version_counts is 'How many requests name each version of a payee.';
alter table recipient_version_counts enable row level security, force row level security;

create table payment_decisions (
  merchant_id uuid not null,
  connection_id uuid not null,
  payment_id uuid not null,
  status text not null,
  device_id uuid not null,
  kid text not null,
  jws text not null,
  late boolean not null,
  recorded_at timestamptz not null default now(),
  primary key (merchant_id, connection_id, payment_id, status)
);
comment on table payment_decisions is
  'What devices signed about payments of both kinds, word for word; late where it moved nothing.';
alter table payment_decisions enable row level security, force row level security;

-- The facts of a payment name the one of its time.
create table facts_issuers (
  issuer text primary key,
  first_used_at timestamptz not null default clock_timestamp()
);
comment on table facts_issuers is 'The base addresses that this service has had, which the facts of payments name.';
alter table facts_issuers enable row level security, force row level security;

-- owner: automation-policies

create type policy_status as enum ('draft', 'awaiting_consent', 'active', 'paused', 'withdrawn');

create table automation_policies (
  merchant_id uuid not null,
  policy_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  device_id uuid not null,
  name text not null,
  network text not null,
  asset text not null,
  contract text,
  issuer text,
  decimals integer not null,
  single_tx_limit numeric(78, 0) check (single_tx_limit > 0),
  cumulative_limit numeric(78, 0) check (cumulative_limit > 0),
  valid_from timestamptz,
  valid_to timestamptz,
  allowlist uuid[] not null,
  status policy_status not null,
  version integer not null default 1,
  used numeric(78, 0) not null default 0 check (used >= 0),
  -- What the wallet agreed to last: version, digest, signature, and where each recipient was paid then.
  consent jsonb,
  created_at timestamptz not null default now(),
  -- What wallets were allowed to sign (`claimed`) never comes back, and what is used changes with payments alone: no statement
  -- of its own can change either. A transaction that turns up after its payment had given back what it reserved is
  -- counted again.
  claimed numeric(78, 0) not null default 0 check (claimed >= 0),
  proposed jsonb,
  -- Paused with the whole wallet, and resumed with it again.
  stopped boolean not null default false check (not stopped or status in ('paused', 'withdrawn')),
  primary key (merchant_id, policy_id),
  foreign key (merchant_id, connection_id) references connections,
  foreign key (merchant_id, project_id) references projects,
  check ((valid_from is null) = (valid_to is null)),
  check (valid_from < valid_to),
  constraint claimed_is_used check (claimed <= used),
  constraint in_force_is_complete check (status not in ('active', 'paused')
    or (consent is not null and single_tx_limit is not null and cumulative_limit is not null and valid_from is not null
      and cardinality(allowlist) > 0)),
  constraint proposed_beside_terms_in_force check (proposed is null or status in ('active', 'paused'))
);
comment on table automation_policies is
  'What users let agents pay by themselves. The row is the arbiter of its use: '
  'whoever reserves, gives back, changes or ends it holds that row.';
create index on automation_policies (merchant_id, project_id, policy_id);
create index on automation_policies (merchant_id, connection_id, policy_id);
create index on automation_policies (device_id, policy_id);
alter table automation_policies enable row level security, force row level security;

create table automation_policy_changes (
  merchant_id uuid not null,
  policy_change_id uuid not null,
  policy_id uuid not null,
  version integer not null,
  change text not null check (change in ('created', 'renamed', 'narrowed', 'widened', 'proposed', 'declined',
    'proposal_withdrawn', 'consented', 'paused', 'resumed', 'withdrawn')),
  actor text not null,
  terms jsonb not null,
  consent jsonb,
  occurred_at timestamptz not null default clock_timestamp(),
  proposed jsonb,
  primary key (merchant_id, policy_change_id)
);
comment on table automation_policy_changes is 'Every change of a policy, with its terms and the consent of the wallet.';
create index automation_policy_changes_merchant_id_policy_id_policy_chan_idx
  on automation_policy_changes (merchant_id, policy_id, policy_change_id);
alter table automation_policy_changes enable row level security, force row level security;

create table policy_decisions (
  merchant_id uuid not null,
  policy_decision_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  policy_id uuid,
  policy_version integer,
  agent_payment_id uuid,
  recipient_version_id uuid not null,
  payee_digest text not null,
  units numeric(78, 0) not null,
  used_before numeric(78, 0),
  -- Read while the policy is held, so that decisions and what is given back have one order.
  judged_at timestamptz not null,
  allowed boolean not null,
  triggered text[] not null,
  rule text not null,
  primary key (merchant_id, policy_decision_id),
  check (allowed = (agent_payment_id is not null)),
  check (allowed = (cardinality(triggered) = 0)),
  check (not allowed or policy_id is not null)
);
comment on table policy_decisions is
  'Every intent of an agent that was judged, by which version of which policy and with how much used before it.';
create index on policy_decisions (merchant_id, connection_id, judged_at);
create index on policy_decisions (merchant_id, policy_id, judged_at);
create index on policy_decisions (judged_at) where not allowed;
alter table policy_decisions enable row level security, force row level security;

create table policy_use_changes (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  -- release: given back. recount: counted again, since a transaction turned up. Each once for a payment.
  change text not null check (change in ('release', 'recount')),
  policy_id uuid not null,
  connection_id uuid not null,
  units numeric(78, 0) not null check (units > 0),
  changed_at timestamptz not null,
  primary key (merchant_id, agent_payment_id, change)
);
comment on table policy_use_changes is 'What was given back to a policy, and what was counted again later.';
create index on policy_use_changes (merchant_id, connection_id, changed_at);
create index on policy_use_changes (merchant_id, policy_id, changed_at);
alter table policy_use_changes enable row level security, force row level security;

-- owner: agent-payments

create type agent_payment_status as enum (
  'intent_created', 'approved', 'submitted', 'settled', 'rejected', 'failed', 'expired', 'canceled');

create table agent_payments (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  device_id uuid not null,
  initiator text not null check (initiator in ('agent', 'human')),
  recipient_version_id uuid not null,
  amount text not null,
  purpose text,
  -- As for payment requests.
  terms text,
  idempotency_key text not null,
  idempotency_digest uuid not null,
  intent_digest bytea not null,
  facts_digest bytea not null,
  policy_id uuid,
  policy_version integer,
  -- What the policy counts for this payment, in whole units.
  reserved numeric(78, 0) check (reserved > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status agent_payment_status not null,
  replay_count integer not null default 0,
  transaction_hash text,
  reason text,
  changed_at timestamptz,
  -- A wallet claims a payment (`approved`) before it signs. From then on nothing cancels or expires it, and what its
  -- policy had reserved is not given back. A transaction that is named where no move can take it is evidence: it is
  -- kept, and its payment counts for good.
  claimed_at timestamptz,
  unsigned_transaction text,
  max_time bigint,
  handoff_shown boolean,
  -- As for payment requests.
  device_signed boolean,
  claimed_by uuid,
  primary key (merchant_id, agent_payment_id),
  unique (merchant_id, project_id, idempotency_digest),
  foreign key (merchant_id, connection_id) references connections,
  foreign key (merchant_id, policy_id) references automation_policies,
  foreign key (merchant_id, project_id) references projects,
  check ((initiator = 'agent') = (policy_id is not null)),
  check ((policy_id is null) = (policy_version is null)),
  check ((policy_id is null) = (reserved is null)),
  constraint claim_comes_first check (status not in ('approved', 'submitted', 'settled') or claimed_at is not null),
  constraint claim_stays check (claimed_at is null or status in ('approved', 'submitted', 'settled', 'failed'))
);
comment on table agent_payments is
  'Payments that agents or people ask for by API key. What a payment is for is written once.';
create index on agent_payments (merchant_id, project_id, agent_payment_id);
create index on agent_payments (device_id, agent_payment_id);
create index on agent_payments (expires_at) where status = 'intent_created';
create index on agent_payments (merchant_id, connection_id) where status = 'intent_created' and initiator = 'human';
create unique index on agent_payments (facts_digest);
alter table agent_payments enable row level security, force row level security;

create table agent_payment_events (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  number integer not null,
  status agent_payment_status not null,
  previous_status agent_payment_status,
  -- A report that came after the payment had expired and still names a transaction: evidence, never dropped.
  late boolean not null default false,
  transaction_hash text,
  reason text,
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, agent_payment_id, number)
);
comment on table agent_payment_events is 'The history of each payment, numbered without gaps, late reports included.';
alter table agent_payment_events enable row level security, force row level security;

-- Kept for people to see and to decide, never for a wallet to pay.
create table refused_attempts (
  merchant_id uuid not null,
  refused_attempt_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  recipient_version_id uuid not null,
  amount text not null,
  purpose text,
  terms text,
  idempotency_key text not null,
  idempotency_digest uuid not null,
  policy_id uuid,
  policy_version integer,
  rule text not null,
  -- All four, each with what was agreed and what this attempt would have made of it.
  thresholds jsonb not null,
  -- Attempts of the same connection that came too fast after it to be kept.
  not_kept integer not null default 0,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, refused_attempt_id)
);
comment on table refused_attempts is
  'What agents asked for beyond their policy, for 90 days. A connection keeps a few a minute; the rest are counted.';
create index on refused_attempts (merchant_id, project_id, refused_attempt_id);
create index on refused_attempts (merchant_id, connection_id, refused_at);
create index on refused_attempts (refused_at);
alter table refused_attempts enable row level security, force row level security;

-- owner: payment-authorizations

create table payment_authorizations (
  merchant_id uuid not null,
  -- A payment request or an agent payment.
  payment_id uuid not null,
  connection_id uuid not null,
  -- To the agent's key: nobody here can read it.
  sealed bytea not null check (length(sealed) between 1 and 4096),
  device_id uuid not null,
  put_at timestamptz not null default clock_timestamp(),
  kept_until timestamptz not null,
  primary key (merchant_id, payment_id)
);
comment on table payment_authorizations is
  'What wallets signed for agents to carry to sellers, sealed to the agent: written once, and erased a day after the payment expires.';
create index on payment_authorizations (kept_until);
alter table payment_authorizations enable row level security, force row level security;

-- The log of what happened and the feeds that are read from it; webhooks.

-- owner: events

-- As EVENT_KINDS in the contract; a test holds the two against each other.
create type event_kind as enum (
  'payment_request.pending', 'payment_request.signed', 'payment_request.broadcasted', 'payment_request.confirmed',
  'payment_request.failed', 'payment_request.expired', 'payment_request.rejected', 'payment_request.late_report',
  'payment_request.chain_observed', 'payment_request.disputed', 'payment_request.proven_unpaid',
  'payment_request.ledger_finding', 'payment_request.merchant_accepted',
  'agent_payment.intent_created', 'agent_payment.approved', 'agent_payment.submitted', 'agent_payment.settled',
  'agent_payment.rejected', 'agent_payment.failed', 'agent_payment.expired', 'agent_payment.canceled',
  'agent_payment.late_report', 'agent_payment.chain_observed', 'agent_payment.disputed', 'agent_payment.proven_unpaid',
  'agent_payment.ledger_finding', 'agent_payment.merchant_accepted',
  'connection.created', 'connection.paused', 'connection.resumed', 'connection.narrowed', 'connection.token_rotated',
  'connection.revoked',
  'recipient.version_cooling', 'recipient.version_activated', 'recipient.version_suspended', 'recipient.version_revived',
  'recipient.version_retired',
  'merchant_domain.verified', 'merchant_domain.failing', 'merchant_domain.lapsed',
  'automation_policy.created', 'automation_policy.renamed', 'automation_policy.narrowed', 'automation_policy.widened',
  'automation_policy.proposed', 'automation_policy.declined', 'automation_policy.proposal_withdrawn',
  'automation_policy.consented', 'automation_policy.paused', 'automation_policy.resumed', 'automation_policy.withdrawn',
  'merchant.suspended', 'merchant.restored',
  'connect_invitation.pending', 'connect_invitation.approved', 'connect_invitation.exchanged',
  'connect_invitation.rejected', 'connect_invitation.expired'
);

-- What the append functions take.
create type new_event as (
  kind event_kind,
  merchant_id uuid,
  -- Null: it follows from connection and cursor.
  event_id uuid,
  -- Null: now.
  occurred_at timestamptz,
  subject_id uuid,
  connection_id uuid,
  cursor bigint,
  data jsonb,
  -- Which feeds get it: the merchant's, a device's, a project's.
  for_merchant boolean,
  device_id uuid,
  project_id uuid
);

-- The id of a payment request's event follows from its connection and cursor, so that the primary key is the order of
-- the connection's feed. `data` holds what the wire shows besides the columns, ids as UUIDs: a reader joins nothing.
create table events (
  merchant_id uuid not null,
  event_id uuid not null,
  occurred_at timestamptz not null,
  cursor bigint,
  kind event_kind not null,
  subject_id uuid not null,
  connection_id uuid,
  data jsonb not null,
  primary key (merchant_id, event_id)
);
comment on table events is 'What happened, whichever resource it happened to. Written once.';
-- Written in the order of time and never changed: an index of ranges finds the recent ones and costs next to nothing.
create index on events using brin (occurred_at) with (pages_per_range = 16, autosummarize = on);
alter table events enable row level security, force row level security;

-- Each row lives for a moment, so the table is vacuumed all the time.
create table events_pending (
  pending_id bigint generated always as identity primary key,
  event_merchant_id uuid not null,
  event_id uuid not null,
  for_merchant boolean not null,
  device_id uuid,
  project_id uuid
) with (
  autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
);
comment on table events_pending is 'Events that have no cursor in the feeds of merchant, device and project yet.';
alter table events_pending enable row level security, force row level security;

-- No tenant's: a device's feed is over all its merchants.
create table feeds (
  owner_id uuid primary key,
  last_cursor bigint not null
) with (fillfactor = 50);
comment on table feeds is 'Where the feed of a merchant, a device or a project ends.';
alter table feeds enable row level security, force row level security;

create table feed_entries (
  owner_id uuid not null,
  cursor bigint not null,
  event_merchant_id uuid not null,
  event_id uuid not null,
  primary key (owner_id, cursor)
);
comment on table feed_entries is 'The feeds of merchants, devices and projects: their events, numbered without gaps.';
alter table feed_entries enable row level security, force row level security;

-- owner: webhooks

create table webhook_endpoints (
  merchant_id uuid not null references merchants(merchant_id),
  webhook_endpoint_id uuid not null,
  url text not null,
  description text,
  -- Null: every type.
  event_types text[],
  status text not null default 'pending_verification' check (status in ('pending_verification', 'active', 'disabled')),
  disabled_reason text check (disabled_reason in ('operator', 'gone', 'failing')),
  -- Sealed with AES-256-GCM under a key that is not in the database; the id says which one.
  secret_key_id text not null,
  secret_sealed bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  -- Health, kept by whoever delivers: since when nothing succeeded, how often in a row, and until when it is left
  -- alone.
  failing_since timestamptz,
  failures_in_a_row integer not null default 0,
  rests_until timestamptz,
  -- Every secret of an endpoint signs until its own date, however often it is rotated: the ones before the current one
  -- stand in a list, newest last, each with the key that sealed it, the sealed bytes in base64 and its end.
  previous_secrets jsonb not null default '[]'
    check (jsonb_typeof(previous_secrets) = 'array' and jsonb_array_length(previous_secrets) <= 5),
  primary key (merchant_id, webhook_endpoint_id),
  check ((status = 'disabled') = (disabled_reason is not null))
);
comment on table webhook_endpoints is
  'Where a merchant wants events, the sealed secrets that sign them, and how healthy the endpoint is.';
create index on webhook_endpoints (rests_until) where rests_until is not null;
alter table webhook_endpoints enable row level security, force row level security;

create table webhook_deliveries (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  occurred_at timestamptz not null,
  -- The exact bytes that are signed, the same at every attempt.
  payload text not null,
  -- held: the endpoint was disabled when the event came; a recovery sends it.
  status text not null check (status in ('pending', 'held', 'delivered', 'failed')),
  attempts integer not null default 0,
  -- Place in the schedule; a redelivery begins it again, the attempts count on.
  step integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  -- The id of what the event is about, as the wire shows it.
  about text collate "C",
  -- Indexes look at this one, and at nothing else that changes: a success changes its row in place.
  missed text generated always as (case when status in ('held', 'failed') then status end) stored,
  primary key (merchant_id, webhook_delivery_id),
  unique (merchant_id, webhook_endpoint_id, event_id)
) with (fillfactor = 55, toast_tuple_target = 128);
-- Beside the row, which is written twice; the payload is written once.
alter table webhook_deliveries alter payload set storage external;
comment on table webhook_deliveries is
  'What is due to an endpoint: the exact bytes that are signed, the same at every attempt.';
create index webhook_deliveries_merchant_id_webhook_endpoint_id_webhook__idx
  on webhook_deliveries (merchant_id, webhook_endpoint_id, webhook_delivery_id);
create index on webhook_deliveries (created_at);
create index webhook_deliveries_about_idx on webhook_deliveries (merchant_id, about, webhook_delivery_id)
  where about is not null;
create index webhook_deliveries_missed_idx
  on webhook_deliveries (merchant_id, webhook_endpoint_id, missed, webhook_delivery_id) where missed is not null;
alter table webhook_deliveries enable row level security, force row level security;

create table webhook_attempts (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  latency_ms integer not null,
  status_code integer,
  error_kind text,
  primary key (merchant_id, webhook_delivery_id, attempt)
);
comment on table webhook_attempts is 'What came of each attempt. No header or body of a receiver is kept.';
alter table webhook_attempts enable row level security, force row level security;

-- A place in time, and among the events of one moment.
create table webhook_reconciliation (
  one boolean primary key default true check (one),
  reconciled_to timestamptz not null default now(),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000'
);
comment on table webhook_reconciliation is
  'One row: up to which event deliveries were compared with events.';
insert into webhook_reconciliation default values;

-- What waits to be sent, a small row for each pending delivery: it is there from the moment the delivery is due until
-- the delivery has ended. Claims and results move these rows, and never the wide ones of deliveries.
create table webhook_due (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  -- ready: to be sent now. leased: somebody sends it, and has until due_at. waiting: for the next attempt at due_at.
  state text not null default 'ready' check (state in ('ready', 'leased', 'waiting')),
  due_at timestamptz not null default now(),
  -- Counts the leases: it tells a late result from a current one.
  claim integer not null default 0,
  -- The worker that has leased it.
  holder uuid,
  primary key (merchant_id, webhook_delivery_id),
  check ((state = 'leased') = (holder is not null))
) with (
  fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000,
  autovacuum_vacuum_cost_delay = 0, autovacuum_vacuum_insert_threshold = -1,
  autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000
);
comment on table webhook_due is
  'What waits to be sent: a row for each pending delivery, with its due time and its lease.';
-- From endpoint to endpoint, and within one the oldest first.
create index webhook_due_by_endpoint on webhook_due (state, webhook_endpoint_id, due_at);
create index webhook_due_later on webhook_due (due_at) where state <> 'ready';
alter table webhook_due enable row level security, force row level security;

-- How deliveries went, hour by hour, kept as attempts come, so that an overview reads a few rows whatever was sent.
create table webhook_hours (
  merchant_id uuid not null,
  webhook_endpoint_id uuid not null,
  starts_at timestamptz not null,
  measure text not null,
  count integer not null,
  primary key (merchant_id, webhook_endpoint_id, starts_at, measure)
);
comment on table webhook_hours is 'How many attempts of an hour delivered or failed, and how fast receivers answered.';
create index webhook_hours_by_time on webhook_hours (starts_at);
alter table webhook_hours enable row level security, force row level security;

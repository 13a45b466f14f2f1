-- owner: events
-- expand
-- One log of what happened, and the feeds that are read from it. What writes and reads these tables stands in
-- server/sql/events.append.sql and events.sql.

-- As EVENT_KINDS in the contract; a test holds the two against each other.
create type event_kind as enum (
  'payment_request.pending', 'payment_request.signed', 'payment_request.broadcasted', 'payment_request.confirmed',
  'payment_request.failed', 'payment_request.expired', 'payment_request.rejected', 'payment_request.late_report',
  'agent_payment.intent_created', 'agent_payment.approved', 'agent_payment.submitted', 'agent_payment.settled',
  'agent_payment.rejected', 'agent_payment.failed', 'agent_payment.expired', 'agent_payment.canceled',
  'agent_payment.late_report',
  'connection.created', 'connection.paused', 'connection.resumed', 'connection.narrowed', 'connection.token_rotated',
  'connection.revoked',
  'recipient.version_activated', 'recipient.version_retired',
  'merchant_domain.verified', 'merchant_domain.lapsed',
  'automation_policy.created', 'automation_policy.renamed', 'automation_policy.narrowed', 'automation_policy.widened',
  'automation_policy.consented', 'automation_policy.paused', 'automation_policy.resumed', 'automation_policy.withdrawn');

-- The id of a payment request's event follows from its connection and cursor, so that the primary key is the order of the
-- connection's feed. `data` holds what the wire shows besides the columns, ids as UUIDs: a reader joins nothing.
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
alter table events enable row level security;
alter table events force row level security;
-- Written in the order of time and never changed: an index of ranges finds the recent ones and costs next to nothing.
create index on events using brin (occurred_at) with (pages_per_range = 16, autosummarize = on);

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

-- Events that have no place in these feeds yet. Each row lives for a moment, so the table is vacuumed all the time.
create table events_pending (
  pending_id bigint generated always as identity primary key,
  event_merchant_id uuid not null,
  event_id uuid not null,
  for_merchant boolean not null,
  device_id uuid,
  project_id uuid,
  -- Older than the log: webhooks were told of it before.
  historic boolean not null default false
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000, autovacuum_vacuum_cost_delay = 0,
  autovacuum_vacuum_insert_threshold = -1, autovacuum_analyze_scale_factor = 0, autovacuum_analyze_threshold = 10000);
alter table events_pending enable row level security;
alter table events_pending force row level security;

-- The feed of a merchant, a device or a project, and where it ends. No tenant's: a device's is over all its merchants.
create table feeds (
  owner_id uuid primary key,
  last_cursor bigint not null
) with (fillfactor = 50);
alter table feeds enable row level security;
alter table feeds force row level security;

create table feed_entries (
  owner_id uuid not null,
  cursor bigint not null,
  event_merchant_id uuid not null,
  event_id uuid not null,
  primary key (owner_id, cursor)
);
alter table feed_entries enable row level security;
alter table feed_entries force row level security;

-- One row: whoever holds it gives out cursors. Besides, how far events that are older than the log have been copied into it.
create table event_sequencer (
  one boolean primary key default true check (one),
  history_copied_at timestamptz,
  history_complete boolean not null default false
);
insert into event_sequencer default values;

-- owner: payment-requests
-- expand
-- What lists filter by, the history of each request and the figures of the overview. The sequencer keeps all of it from events,
-- so that creates and reports pay for none of these indexes (server/sql/payment-requests.index.sql).
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
  -- An agent may choose ids, so two connections may have the same.
  primary key (merchant_id, payment_request_id, connection_id)
);
alter table payment_request_index enable row level security;
alter table payment_request_index force row level security;
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
create index payment_request_index_by_task on payment_request_index (merchant_id, task_ref, created_at, payment_request_id)
  where task_ref is not null;
create index payment_request_index_by_name on payment_request_index (merchant_id, request_id) where request_id is not null;

-- Up to where the events of a connection are in the index.
create table payment_request_index_ends (
  merchant_id uuid not null,
  connection_id uuid not null,
  cursor bigint not null,
  primary key (merchant_id, connection_id)
) with (fillfactor = 50);
alter table payment_request_index_ends enable row level security;
alter table payment_request_index_ends force row level security;

-- Requests by when they were created and where they stand now, and how long wallets took to answer.
create table payment_request_counts (
  merchant_id uuid not null,
  bucket text not null check (bucket in ('hour', 'day')),
  starts_at timestamptz not null,
  -- Where they stand, or `answered_` and the seconds within which they were answered.
  measure text not null,
  count bigint not null,
  primary key (merchant_id, bucket, starts_at, measure)
) with (fillfactor = 50);
alter table payment_request_counts enable row level security;
alter table payment_request_counts force row level security;

-- One row, held by whoever writes the index; up to where events that are older than the index have been entered.
create table payment_request_indexer (
  one boolean primary key default true check (one),
  older_merchant_id uuid,
  older_event_id uuid,
  older_complete boolean not null default false
);
insert into payment_request_indexer default values;

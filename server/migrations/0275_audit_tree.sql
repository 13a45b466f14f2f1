-- owner: audit-log
-- expand
-- A tree over the audit events of each tenant, as RFC 6962 has it: an event that is changed or taken away later does not lead to
-- the heads that were signed and written into the payee log before.

-- Events that have no place in their tree yet.
create table audit_pending (
  merchant_id uuid not null,
  audit_pending_id bigint generated always as identity,
  audit_event_id uuid not null,
  primary key (merchant_id, audit_pending_id)
);
create index audit_pending_oldest_idx on audit_pending (audit_pending_id);
alter table audit_pending enable row level security;
alter table audit_pending force row level security;

create table audit_state (
  merchant_id uuid not null,
  size bigint not null default 0,
  root bytea not null default sha256(''),
  -- How far the payee log has it, and since when.
  logged_size bigint not null default 0,
  logged_at timestamptz not null default '-infinity',
  primary key (merchant_id)
);
create index audit_state_unlogged_idx on audit_state (logged_at) where size > logged_size;
alter table audit_state enable row level security;
alter table audit_state force row level security;

create table audit_leaves (
  merchant_id uuid not null,
  audit_index bigint not null,
  audit_event_id uuid not null,
  leaf_hash bytea not null,
  primary key (merchant_id, audit_index),
  unique (merchant_id, audit_event_id)
);
alter table audit_leaves enable row level security;
alter table audit_leaves force row level security;

-- Full tiles only.
create table audit_tiles (
  merchant_id uuid not null,
  level smallint not null,
  tile bigint not null,
  root bytea not null,
  primary key (merchant_id, level, tile)
);
alter table audit_tiles enable row level security;
alter table audit_tiles force row level security;

-- Heads whose commitment is in the payee log.
create table audit_heads (
  merchant_id uuid not null,
  size bigint not null,
  commitment bytea not null,
  salt bytea not null,
  document text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, size)
);
alter table audit_heads enable row level security;
alter table audit_heads force row level security;

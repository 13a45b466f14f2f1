-- What anybody can check: the payee log, a tree that only grows; the keys of the service; a tree over the audit events of
-- each tenant; and how far the mirror outside the database knows this history.

-- owner: log

-- Entries of the log show hashes. What a hash means is kept here, for those who may know.
create table payee_openings (
  merchant_id uuid not null,
  commitment bytea not null,
  subject_tag bytea not null,
  seq integer not null,
  domain_tag bytea not null,
  -- Of the network and the address that a version is paid at.
  address_tag bytea,
  recipient_version_id uuid,
  domain_id uuid,
  name text,
  event text not null,
  salt bytea,
  document text,
  observation text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, commitment)
);
comment on table payee_openings is 'What commitments of the log mean. Only erasure takes salt and document away.';
create index payee_openings_version_idx on payee_openings (merchant_id, recipient_version_id, seq)
  where recipient_version_id is not null;
create index payee_openings_domain_idx on payee_openings (merchant_id, domain_id) where domain_id is not null;
-- For whoever looks a payee up and knows no merchant.
create index payee_openings_subject_idx on payee_openings (subject_tag, seq);
create index on payee_openings (domain_tag) where recipient_version_id is not null;
create index on payee_openings (address_tag) where address_tag is not null;
alter table payee_openings enable row level security, force row level security;

create table log_pending (
  merchant_id uuid not null,
  log_pending_id bigint generated always as identity,
  subject_tag bytea not null,
  domain_tag bytea,
  seq integer not null,
  entry text not null check (octet_length(entry) <= 1024),
  created_at timestamptz not null default now(),
  primary key (merchant_id, log_pending_id)
);
comment on table log_pending is 'Entries that have no place in the tree yet.';
create index log_pending_oldest_idx on log_pending (log_pending_id);
alter table log_pending enable row level security, force row level security;

create table log_state (
  one boolean primary key default true check (one),
  origin text not null,
  policy text not null,
  size bigint not null default 0,
  root bytea not null default sha256('\x'::bytea)
);
comment on table log_state is 'How far the tree has grown. One row, once the log has begun.';

create table log_leaves (
  log_index bigint primary key,
  leaf_hash bytea not null,
  subject_tag bytea not null,
  domain_tag bytea,
  seq integer not null,
  -- What leaf_hash is the hash of.
  entry text not null,
  unique (subject_tag, seq)
);
comment on table log_leaves is 'Leaves of the tree in their order, with the entries that they are hashes of.';
create index log_leaves_domain_idx on log_leaves (domain_tag, log_index) where domain_tag is not null;

-- Full tiles only: what is still open is read from the leaves, and above them from the roots of full tiles.
create table log_tiles (
  level smallint not null,
  tile bigint not null,
  hashes bytea not null check (length(hashes) = 8192),
  root bytea not null,
  primary key (level, tile)
);
comment on table log_tiles is 'Full tiles of the tree.';

create table log_checkpoints (
  size bigint primary key,
  root bytea not null,
  note text not null,
  created_at timestamptz not null default now()
);
comment on table log_checkpoints is 'Heads of the tree that were signed.';

create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  created_at timestamptz not null default now(),
  primary key (size, witness)
);
comment on table log_cosignatures is 'Which witness saw which head, and when last.';

-- owner: service-keys

-- Where the key store is not the environment. It seals each key for its own purpose and id. `public_jwk` is for whoever
-- looks: what counts is inside what is sealed.
create table service_keys (
  purpose text not null check (purpose in ('facts', 'receipt', 'webhook')),
  kid text not null check (kid ~ '^[A-Za-z0-9._-]{1,64}$'),
  number bigint generated always as identity,
  public_jwk jsonb,
  sealed bytea not null,
  sealed_by text not null,
  -- `next` is published and opens, `current` signs or seals, `retired` is still published, or opens.
  state text not null check (state in ('next', 'current', 'retired')),
  made_at timestamptz not null default now(),
  not_before timestamptz,
  not_after timestamptz,
  -- Since when somebody else may have a key: from then on it is published no more.
  compromised_at timestamptz,
  primary key (purpose, kid)
);
comment on table service_keys is 'Keys that the service makes itself, sealed by its key store.';
create unique index service_keys_one_idx on service_keys (purpose, state) where state <> 'retired';

create table service_key_changes (
  change_id bigint generated always as identity primary key,
  changed_at timestamptz not null default now(),
  purpose text not null,
  kid text not null,
  change text not null,
  actor text not null,
  reason text not null
);
comment on table service_key_changes is 'What became of the keys of the service, and who wanted it.';

-- owner: audit-log

-- As RFC 6962 has it: an event that is changed or taken away later does not lead to the heads that were signed and written into
-- the payee log before.

create table audit_pending (
  merchant_id uuid not null,
  audit_pending_id bigint generated always as identity,
  audit_event_id uuid not null,
  primary key (merchant_id, audit_pending_id)
);
comment on table audit_pending is 'Audit events that have no place in their tree yet.';
create index audit_pending_oldest_idx on audit_pending (audit_pending_id);
alter table audit_pending enable row level security, force row level security;

create table audit_state (
  merchant_id uuid primary key,
  size bigint not null default 0,
  root bytea not null default sha256('\x'::bytea),
  -- How far the payee log has it, and since when.
  logged_size bigint not null default 0,
  logged_at timestamptz not null default '-infinity'
);
comment on table audit_state is
  'How far the tree of a tenant''s audit events has grown, and how far the payee log has it.';
create index audit_state_unlogged_idx on audit_state (logged_at) where size > logged_size;
alter table audit_state enable row level security, force row level security;

create table audit_leaves (
  merchant_id uuid not null,
  audit_index bigint not null,
  audit_event_id uuid not null,
  leaf_hash bytea not null,
  primary key (merchant_id, audit_index),
  unique (merchant_id, audit_event_id)
);
comment on table audit_leaves is 'Leaves of the trees: hashes of audit events, in their order.';
alter table audit_leaves enable row level security, force row level security;

-- Full tiles only.
create table audit_tiles (
  merchant_id uuid not null,
  level smallint not null,
  tile bigint not null,
  root bytea not null,
  primary key (merchant_id, level, tile)
);
comment on table audit_tiles is 'Roots of full tiles of the trees.';
alter table audit_tiles enable row level security, force row level security;

create table audit_heads (
  merchant_id uuid not null,
  size bigint not null,
  commitment bytea not null,
  salt bytea not null,
  document text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, size)
);
comment on table audit_heads is 'Heads of the trees whose commitments are in the payee log.';
alter table audit_heads enable row level security, force row level security;

-- owner: restore

-- So that a restored backup can't pass for the whole.
create table service_head (
  one boolean primary key default true check (one),
  -- Of the newest head; 0 before there is a mirror.
  number bigint not null default 0,
  -- The newest head that lists revocations; 0 if none does.
  listed bigint not null default 0,
  written_at timestamptz not null default '-infinity'
);
comment on table service_head is 'One row: how far the mirror outside the database knows this one.';
insert into service_head default values;

-- A row goes once a head that lists it is there.
create table service_revocations (
  revocation_id bigint generated always as identity primary key,
  kind text not null,
  ids jsonb not null,
  head_number bigint
);
comment on table service_revocations is 'What was revoked and may not be in the mirror yet.';
alter table service_revocations enable row level security, force row level security;

-- owner: log
-- expand
-- The payee log: a tree that only grows, over entries that show hashes; what a hash means is kept beside it, for those who
-- may know.

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
create index payee_openings_version_idx on payee_openings (merchant_id, recipient_version_id, seq)
  where recipient_version_id is not null;
create index payee_openings_domain_idx on payee_openings (merchant_id, domain_id) where domain_id is not null;
-- For whoever looks a payee up and knows no merchant.
create index payee_openings_subject_idx on payee_openings (subject_tag, seq);
create index payee_openings_domain_tag_idx on payee_openings (domain_tag) where recipient_version_id is not null;
create index payee_openings_address_tag_idx on payee_openings (address_tag) where address_tag is not null;
alter table payee_openings enable row level security;
alter table payee_openings force row level security;

create table log_subjects (
  merchant_id uuid not null,
  subject_tag bytea not null,
  last_seq integer not null,
  primary key (merchant_id, subject_tag)
);
alter table log_subjects enable row level security;
alter table log_subjects force row level security;

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
create index log_pending_oldest_idx on log_pending (log_pending_id);
alter table log_pending enable row level security;
alter table log_pending force row level security;

-- Keys that the service signs with, and what the log says of each.
create table log_keys (
  purpose text not null,
  kid text not null,
  jwk text not null,
  state text not null check (state in ('added', 'retired', 'compromised')),
  primary key (purpose, kid, state)
);

-- One row, from the day on which the log begins.
create table log_state (
  one boolean primary key default true check (one),
  origin text not null,
  policy text not null,
  size bigint not null default 0,
  root bytea not null default sha256('')
);

create table log_leaves (
  log_index bigint primary key,
  leaf_hash bytea not null,
  subject_tag bytea not null,
  domain_tag bytea,
  seq integer not null,
  unique (subject_tag, seq)
);
create index log_leaves_domain_idx on log_leaves (domain_tag, log_index) where domain_tag is not null;

create table log_entries (
  log_index bigint primary key,
  entry text not null
);

-- Full tiles only: what is still open is read from the leaves, and above them from the roots of full tiles.
create table log_tiles (
  level smallint not null,
  tile bigint not null,
  hashes bytea not null check (length(hashes) = 8192),
  root bytea not null,
  primary key (level, tile)
);

create table log_checkpoints (
  size bigint primary key,
  root bytea not null,
  note text not null,
  created_at timestamptz not null default now()
);

create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  created_at timestamptz not null default now(),
  primary key (size, witness)
);

-- The domains that merchants prove, and the addresses they may be paid at.

-- owner: domains

create table merchant_domains (
  merchant_id uuid not null,
  domain_id uuid not null,
  domain text not null,
  status text not null check (status in ('pending', 'verified', 'lapsed')),
  method text not null check (method in ('dns', 'https')),
  challenge text not null,
  challenge_expires_at timestamptz not null,
  verified_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  -- Since when a domain is proven without a break; every look moves verified_at.
  verified_since timestamptz,
  last_check jsonb,
  reminded_at timestamptz,
  notices jsonb not null default '[]',
  removed_at timestamptz,
  primary key (merchant_id, domain_id),
  unique (merchant_id, domain),
  check (status = 'pending' or verified_at is not null)
);
comment on table merchant_domains is
  'Domains that merchants prove. The challenge is public by its nature and so is kept in clear.';
create index on merchant_domains (verified_at) where status = 'verified';
create index on merchant_domains (domain_id);
alter table merchant_domains enable row level security, force row level security;

-- owner: recipients

create table recipients (
  merchant_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  name_skeleton text not null,
  active_version_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Looked at when the transaction ends: the old version is retired before the new one is named.
  active_status text generated always as (case when active_version_id is not null then 'active' end) stored,
  retired_at timestamptz,
  -- The domain that lists a payee which an agent found there; it is its name, and nothing of the merchant's stands behind it.
  listed_by text,
  -- When the last look began that found the listing, and when one ended that found it gone.
  listing_seen_at timestamptz,
  listing_gone_at timestamptz,
  primary key (merchant_id, recipient_id),
  unique (merchant_id, name_skeleton),
  check ((listed_by is not null) = (name_skeleton like 'listed:%')),
  check (name = coalesce(listed_by, name)),
  check (listed_by is not null or coalesce(listing_seen_at, listing_gone_at) is null)
);
comment on table recipients is 'Payees. Points at the version that serves.';
create index recipients_listing_seen_idx on recipients (listing_seen_at) where listed_by is not null and active_version_id is not null;
alter table recipients enable row level security, force row level security;

create table recipient_versions (
  merchant_id uuid not null,
  recipient_version_id uuid not null,
  recipient_id uuid not null,
  number integer not null,
  rail text not null,
  network text not null,
  asset text not null,
  address text not null,
  memo text,
  contract text,
  issuer text,
  decimals integer not null,
  chain_id integer,
  created_at timestamptz not null default now(),
  status text not null
    check (status in ('draft', 'verified', 'awaiting_approval', 'cooling', 'active', 'suspended', 'retired')),
  vouched_by uuid,
  activates_at timestamptz,
  activated_at timestamptz,
  retired_at timestamptz,
  suspended_at timestamptz,
  retired_reason text check (retired_reason in ('replaced', 'discarded', 'held', 'recalled', 'recipient_retired')),
  recalled_at timestamptz,
  recall_reason text check (recall_reason in ('compromised', 'mistake')),
  -- Who activated the version, and who approved it where two people are needed.
  requested_by uuid,
  requested_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  -- Whether payments to a version carry the digest of their facts, and how.
  reference text,
  primary key (merchant_id, recipient_version_id),
  unique (merchant_id, recipient_id, number),
  constraint standing_of_version unique (merchant_id, recipient_id, recipient_version_id, status),
  foreign key (merchant_id, recipient_id) references recipients,
  constraint recipient_versions_reference_check
    check (reference is null or (reference in ('memo_hash', 'authorization_nonce') and memo is null)) /*NOT VALID*/
);
comment on table recipient_versions is 'What a payee is paid to, written once. Only the standing of a version changes.';
-- At most one version of a recipient serves, whatever races for it.
create unique index one_active_version on recipient_versions (merchant_id, recipient_id) where status = 'active';
-- A create learns what a version pays to from its id alone, before it knows the tenant; the statement then checks whose
-- it is.
create index on recipient_versions (recipient_version_id);
create index recipient_versions_address_idx on recipient_versions (merchant_id, address);
create index recipient_versions_waiting_idx on recipient_versions (merchant_id, recipient_version_id)
  where status in ('awaiting_approval', 'cooling');
create index recipient_versions_listed_idx on recipient_versions (network, address);
alter table recipient_versions enable row level security, force row level security;

alter table recipients add constraint active_version_is_its_own_and_serves
  foreign key (merchant_id, recipient_id, active_version_id, active_status)
  references recipient_versions (merchant_id, recipient_id, recipient_version_id, status)
  deferrable initially deferred;

create table recipient_evidence (
  merchant_id uuid not null,
  evidence_id uuid not null,
  recipient_version_id uuid not null,
  source_id uuid not null,
  found_in text not null,
  document text not null,
  digest text not null,
  created_at timestamptz not null default now(),
  -- What a domain's file said when it was read, if it is short: the evidence has its digest.
  body text check (octet_length(body) <= 16384),
  primary key (merchant_id, evidence_id),
  foreign key (merchant_id, recipient_version_id) references recipient_versions
);
comment on table recipient_evidence is 'The document of a proven domain that vouches for a version, with its digest.';
create index recipient_evidence_merchant_id_recipient_version_id_evidenc_idx
  on recipient_evidence (merchant_id, recipient_version_id, evidence_id);
alter table recipient_evidence enable row level security, force row level security;

create table recipient_former_names (
  merchant_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  name_skeleton text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, recipient_id, name)
);
comment on table recipient_former_names is 'What payees were called before. Written once: facts were signed with it.';
alter table recipient_former_names enable row level security, force row level security;

-- No row is an organization where one person is enough.
create table payee_change_approvals (
  merchant_id uuid primary key,
  required_since timestamptz not null default now(),
  lowers_at timestamptz,
  lowers_asked_by uuid,
  lowers_approved_by uuid,
  check ((lowers_at is null) = (lowers_asked_by is null)),
  check (lowers_approved_by is null or lowers_asked_by is not null)
);
comment on table payee_change_approvals is 'Organizations where a change of payees needs two people, or did.';
alter table payee_change_approvals enable row level security, force row level security;

-- No row is a day.
create table recipient_cooling_off (
  merchant_id uuid primary key,
  cooling_off_s integer not null check (cooling_off_s >= 86400 and cooling_off_s <= 604800),
  lowers_to_s integer check (lowers_to_s >= 86400 and lowers_to_s <= 604800),
  lowers_at timestamptz,
  check ((lowers_to_s is null) = (lowers_at is null))
);
comment on table recipient_cooling_off is 'How long new addresses wait, where an organization chose more than a day.';
alter table recipient_cooling_off enable row level security, force row level security;

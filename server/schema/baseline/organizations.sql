-- Organizations, which are the tenants; their people, keys and projects; and what they did.

-- owner: audit-events

create table audit_events (
  merchant_id uuid not null,
  audit_event_id uuid not null,
  action text not null,
  actor text not null,
  target text not null,
  details jsonb not null,
  occurred_at timestamptz not null default now(),
  primary key (merchant_id, audit_event_id)
);
comment on table audit_events is 'What people and agents did to a tenant''s records. Append-only.';
create index audit_events_by_actor on audit_events (merchant_id, actor, audit_event_id);
create index audit_events_by_action on audit_events (merchant_id, action, audit_event_id);
create index audit_events_by_target on audit_events (merchant_id, target, audit_event_id);
alter table audit_events enable row level security, force row level security;

-- owner: merchants

create table merchants (
  merchant_id uuid primary key,
  name text not null,
  status text not null check (status in ('pending', 'active', 'suspended')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  slot smallint not null generated always as (slot_of(merchant_id)) stored,
  -- Who suspended an organization: a lapsed domain, which a new proof lifts, or the service's operator, who alone lifts
  -- it.
  suspended_by text,
  -- What one organization may, where the service's operator gives it other limits than all have. Null: those of all.
  creates_per_minute_max integer,
  pending_max integer,
  -- Since when an owner has stopped all its agents.
  agents_stopped_at timestamptz,
  -- The space of a wallet's own agents is no organization: it has no members, and nobody signs in to it. Told by the version of
  -- its id (`is_personal`), so that neither ever becomes the other.
  kind text not null generated always as
    (case substr(merchant_id::text, 15, 1) when '8' then 'personal' else 'organization' end) stored
);
comment on table merchants is 'The tenants: organizations, and the personal spaces of wallets.';
alter table merchants enable row level security, force row level security;

create table memberships (
  merchant_id uuid not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  role text not null default 'owner' check (role in ('viewer', 'developer', 'admin', 'owner')),
  -- When a member last opened a session here; sessions themselves are forgotten after a day.
  last_signed_in_at timestamptz,
  -- Since when a member is an owner or admin.
  approver_since timestamptz,
  primary key (merchant_id, account_id)
);
comment on table memberships is 'Which accounts may open which organization.';
create index on memberships (account_id);
alter table memberships enable row level security, force row level security;

-- owner: merchant-accounts

create table accounts (
  account_id uuid primary key,
  email text not null unique,
  created_at timestamptz not null default now()
);
comment on table accounts is 'A person, known by a mailbox. One account may open several organizations.';

-- owner: members

create table member_invitations (
  merchant_id uuid not null,
  member_invitation_id uuid not null,
  email text not null,
  role text not null check (role in ('viewer', 'developer', 'admin', 'owner')),
  status text not null default 'pending' check (status in ('pending', 'accepted', 'withdrawn', 'expired')),
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (merchant_id, member_invitation_id)
);
comment on table member_invitations is 'Mailboxes that are invited to an organization, and as what.';
create unique index member_invitations_pending_idx on member_invitations (merchant_id, email) where status = 'pending';
create index on member_invitations (email) where status = 'pending';
alter table member_invitations enable row level security, force row level security;

-- owner: merchant-keys

create table merchant_keys (
  merchant_id uuid not null,
  merchant_key_id uuid not null,
  name text not null,
  scopes text[] not null check (cardinality(scopes) > 0),
  key_hash bytea not null check (octet_length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, merchant_key_id)
);
comment on table merchant_keys is
  'Keys of a merchant''s own servers. Only the hash is kept, and four characters to know a key by.';
create index merchant_keys_by_hash on merchant_keys (key_hash);
alter table merchant_keys enable row level security, force row level security;

-- owner: projects

create table projects (
  merchant_id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, project_id)
);
comment on table projects is 'Projects of a merchant, on whose behalf API keys call.';
alter table projects enable row level security, force row level security;

create table api_keys (
  merchant_id uuid not null,
  project_id uuid not null,
  api_key_id uuid not null,
  name text not null,
  key_hash bytea not null check (octet_length(key_hash) = 32),
  last_four text not null check (length(last_four) = 4),
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, api_key_id),
  foreign key (merchant_id, project_id) references projects
);
comment on table api_keys is 'Keys of projects. Only the hash is kept, and four characters to know a key by.';
create index on api_keys (key_hash);
create index on api_keys (merchant_id, project_id, api_key_id);
alter table api_keys enable row level security, force row level security;

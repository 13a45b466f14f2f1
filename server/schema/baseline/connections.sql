-- Agents, wallets, and what users let agents do.

-- owner: agents

create table agents (
  merchant_id uuid not null,
  agent_id uuid not null,
  name text not null,
  runtime text not null,
  environment text not null check (environment = 'testnet'),
  allowed_scopes text[] not null check (cardinality(allowed_scopes) > 0),
  status text not null default 'draft' check (status in ('draft', 'active', 'suspended', 'retired')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  -- Suspended with all others, by an owner who stopped them, and activated with them again.
  stopped boolean not null default false check (not stopped or status in ('suspended', 'retired')),
  -- When an agent has a key that works: the validity of all its active credentials, kept on the agent's own row.
  -- Whoever asks about an agent reads that row anyway, so the question costs no look-up of its own. A trigger maintains it,
  -- as a role that can change nothing else of an agent; the application cannot write it.
  keys_usable tstzmultirange not null default '{}',
  primary key (merchant_id, agent_id)
);
comment on table agents is 'Agents of a merchant, and when they have a key that works.';
create index on agents (agent_id);
alter table agents enable row level security, force row level security;

create table agent_credentials (
  merchant_id uuid not null,
  agent_id uuid not null,
  credential_id uuid not null,
  kid text not null,
  alg text not null check (alg = 'Ed25519'),
  public_key bytea not null check (octet_length(public_key) = 32),
  status text not null default 'pending' check (status in ('pending', 'active', 'revoked')),
  not_before timestamptz not null,
  expires_at timestamptz not null,
  challenge_hash bytea,
  challenge_expires_at timestamptz,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  revoked_at timestamptz,
  -- When the key last signed an assertion, to the minute.
  last_used_at timestamptz,
  primary key (merchant_id, credential_id),
  -- Both hold over revoked ones too: neither a name nor a key ever comes back.
  unique (merchant_id, agent_id, kid),
  unique (merchant_id, public_key),
  foreign key (merchant_id, agent_id) references agents,
  check (expires_at > not_before),
  check ((challenge_hash is null) = (challenge_expires_at is null)),
  check ((status = 'pending') = (challenge_hash is not null)),
  check (status <> 'active' or activated_at is not null),
  check ((status = 'revoked') = (revoked_at is not null))
);
comment on table agent_credentials is 'Public keys of agents. A key never changes and never comes back.';
-- An assertion names its agent and its key, and no tenant.
create index on agent_credentials (agent_id, kid);
alter table agent_credentials enable row level security, force row level security;

-- owner: devices

-- A device belongs to no merchant: it sees what is its own, whichever merchant it concerns.
create table devices (
  device_id uuid primary key,
  name text not null,
  platform text not null,
  public_key bytea check (octet_length(public_key) = 32),
  created_at timestamptz not null default now(),
  slot smallint not null generated always as (slot_of(device_id)) stored,
  revoked_at timestamptz,
  -- Several devices of one person: a linked one belongs to the wallet of the device that showed it a code.
  wallet_id uuid,
  linked_at timestamptz,
  -- Of a wallet's first device: since when the user has stopped all that is connected to the wallet. To the millisecond, since
  -- what undoes it names it.
  stopped_at timestamptz
);
comment on table devices is 'Wallet apps.';
create index on devices (wallet_id) where wallet_id is not null;
alter table devices enable row level security, force row level security;

create table device_keys (
  device_id uuid not null,
  kid text not null,
  alg text not null check (alg in ('EdDSA', 'ES256')),
  jwk jsonb not null,
  status text not null default 'active' check (status in ('active', 'replaced', 'revoked')),
  created_at timestamptz not null default now(),
  proven_at timestamptz,
  ended_at timestamptz,
  primary key (device_id, kid),
  check ((status = 'active') = (ended_at is null))
);
comment on table device_keys is
  'Public keys with which devices sign their decisions; one is active at a time. What ended never comes back.';
create unique index device_keys_active on device_keys (device_id) where status = 'active';
alter table device_keys enable row level security, force row level security;

create table device_codes (
  device_id uuid not null,
  -- prove_key: the open challenge of a device that is about to prove a key. link: the newest code with which it lets
  -- another device join its wallet.
  purpose text not null check (purpose in ('prove_key', 'link')),
  code_hash bytea not null check (octet_length(code_hash) = 32),
  expires_at timestamptz not null,
  -- The device that was linked: it may ask again, after a lost answer.
  used_by uuid,
  primary key (device_id, purpose),
  check (used_by is null or purpose = 'link')
);
comment on table device_codes is 'One-time codes of devices, one of each kind; only hashes.';
create unique index on device_codes (code_hash) where purpose = 'link';
alter table device_codes enable row level security, force row level security;

-- owner: connections

create table connections (
  merchant_id uuid not null,
  connection_id uuid not null,
  agent_id uuid not null,
  device_id uuid not null,
  scopes text[] not null,
  status text not null check (status in ('active', 'paused', 'revoked')),
  source jsonb not null,
  token_hash bytea,
  last_cursor bigint not null default 0,
  created_at timestamptz not null default now(),
  paused_at timestamptz,
  revoked_at timestamptz,
  -- How many of a connection's requests await the wallet: what the cap is held against, kept with the cursor on one
  -- row.
  pending_count integer not null default 0,
  paused_by text check (paused_by in ('wallet', 'rejections', 'stop')),
  -- Whether the user wants several rejections in a row to pause it; the times of the latest ones are kept only then.
  pause_after_rejections boolean not null default false,
  rejected_at timestamptz[] not null default '{}',
  minute_began_at timestamptz,
  created_in_minute integer not null default 0,
  -- The agent renews its own token: the old one works until the new one is first used, ten minutes at most. Wallets see
  -- the last use.
  token_expires_at timestamptz not null,
  next_token_hash bytea,
  next_until timestamptz,
  last_used_at timestamptz,
  -- Since when decisions about requests of this connection must be signed with the device's key; null where they need
  -- not.
  decision_required_at timestamptz,
  primary key (merchant_id, connection_id),
  check (status <> 'paused' or paused_by is not null)
) with (fillfactor = 50);
comment on table connections is
  'What a user lets an agent do. The tenant is the merchant of the agent, the device that of the user. '
  'source is what the wallet was shown when it agreed; last_cursor counts the events of this connection, without gaps.';
create index on connections (token_hash);
create index on connections (device_id, connection_id);
create index on connections (merchant_id, agent_id);
create index on connections (next_token_hash) where next_token_hash is not null;
create index on connections (token_expires_at) where token_hash is not null;
alter table connections enable row level security, force row level security;

-- owner: connect-invitations

-- The wallet's alone until an agent shows one; the invitation that comes of it belongs to both.
create table connect_keys (
  key_hash bytea primary key,
  device_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
comment on table connect_keys is 'One-time keys that a wallet shows to an agent; only the hash is kept.';
create index on connect_keys (device_id, expires_at);
alter table connect_keys enable row level security, force row level security;

-- `expires_at` ends the time to decide, and after an approval the time to exchange.
create table connect_invitations (
  merchant_id uuid not null,
  connect_invitation_id uuid not null,
  agent_id uuid not null,
  device_id uuid not null,
  source jsonb not null,
  requested_scopes text[] not null check (cardinality(requested_scopes) > 0),
  granted_scopes text[],
  status text not null default 'pending' check (status in ('pending', 'approved', 'exchanged', 'rejected')),
  connection_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  expires_at timestamptz not null,
  -- When the wallet's feed got the event that no one decided or exchanged in time.
  expiry_event_at timestamptz,
  -- Whether the connection that comes of an approval requires signed decisions.
  decision_required boolean not null default false,
  primary key (merchant_id, connect_invitation_id),
  check (cardinality(granted_scopes) > 0 and granted_scopes <@ requested_scopes),
  check ((status = 'pending') = (decided_at is null)),
  check (status not in ('approved', 'exchanged') or granted_scopes is not null),
  check ((status = 'exchanged') = (connection_id is not null))
);
comment on table connect_invitations is
  'An agent asks a wallet to connect. expires_at ends the time to decide, and after an approval the time to exchange.';
create index on connect_invitations (device_id, connect_invitation_id);
-- By this index the sweep finds what has run out.
create index connect_invitations_expiry_idx on connect_invitations (expires_at)
  where status in ('pending', 'approved') and expiry_event_at is null;
alter table connect_invitations enable row level security, force row level security;

-- owner: pairing

-- A session is the agent's until a wallet shows its code. `expires_at` ends the time to decide, and after an approval the
-- time to exchange.
create table pairing_sessions (
  merchant_id uuid not null,
  pairing_session_id uuid not null,
  agent_id uuid not null,
  code_hash bytea not null,
  wrong_codes integer not null default 0 check (wrong_codes >= 0 and wrong_codes <= 5),
  source jsonb not null,
  requested_scopes text[] not null check (cardinality(requested_scopes) > 0),
  granted_scopes text[],
  status text not null default 'pending' check (status in ('pending', 'approved', 'exchanged', 'rejected', 'locked')),
  device_id uuid,
  connection_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant_id, pairing_session_id),
  check (cardinality(granted_scopes) > 0 and granted_scopes <@ requested_scopes),
  check ((status = 'locked') = (wrong_codes = 5)),
  check ((status in ('approved', 'exchanged', 'rejected')) = (decided_at is not null)),
  check ((status in ('approved', 'exchanged')) = ((connection_id is not null) and (granted_scopes is not null)))
);
comment on table pairing_sessions is
  'An agent waits for a wallet that types its code; of the code only the hash is kept.';
-- By the id alone, or by the code that a person typed: neither names a tenant.
create index on pairing_sessions (pairing_session_id);
create index on pairing_sessions (code_hash);
create index on pairing_sessions (merchant_id, agent_id, expires_at);
create index on pairing_sessions (device_id) where device_id is not null;
alter table pairing_sessions enable row level security, force row level security;

-- owner: transaction-contexts

-- A revision is written once. By the device, the wallet sees the contexts of all its connections without being any tenant.
create table transaction_contexts (
  merchant_id uuid not null,
  connection_id uuid not null,
  transaction_id text not null,
  revision integer not null check (revision > 0),
  device_id uuid not null,
  words jsonb not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, connection_id, transaction_id, revision),
  foreign key (merchant_id, connection_id) references connections
);
comment on table transaction_contexts is
  'What payments are about, in words, revision by revision. The device is that of the connection.';
create index on transaction_contexts (device_id, transaction_id);
alter table transaction_contexts enable row level security, force row level security;

-- owner: push

-- Address and keys are sealed as webhook secrets are.
create table push_subscriptions (
  device_id uuid primary key references devices(device_id) on delete cascade,
  sealing_key_id text not null,
  sealed bytea not null,
  -- The key that the device subscribed with: only what it signs is taken by the push service.
  push_key_id text not null,
  created_at timestamptz not null default now(),
  -- Up to which event of its feed the device was notified.
  notified_cursor bigint not null,
  -- When to look; null while nothing is new.
  due_at timestamptz,
  -- Whether the feed grew since somebody looked.
  grown boolean not null default false,
  -- Of whoever is sending; what comes of an older one counts for nothing.
  claim uuid,
  rests_until timestamptz not null default '-infinity',
  -- Of the message that is being sent.
  failures integer not null default 0,
  last_sent_at timestamptz,
  failing_since timestamptz
) with (fillfactor = 80);
comment on table push_subscriptions is 'Where devices get their push messages, sealed; at most one place each.';
create index push_subscriptions_due on push_subscriptions (due_at) where due_at is not null;
create index push_subscriptions_failing on push_subscriptions (failing_since) where failing_since is not null;
alter table push_subscriptions enable row level security, force row level security;

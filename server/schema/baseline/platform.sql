-- What every area stands on: which schema and which history a database has, limits, and credentials of every kind.

-- owner: postgres

-- The slot of a merchant or a device, which all that belongs to them carries in the last 15 bits of its id. Generated columns
-- hold it, so it never changes.
create function slot_of(id uuid) returns smallint language sql immutable strict parallel safe
  return (get_byte(uuid_send(id), 14) & 127) * 256 + get_byte(uuid_send(id), 15);

-- A migration has one checksum; a file that is replaced where it changed has each that it ever had.
create table applied_sql (
  file text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp(),
  primary key (file, checksum)
);
comment on table applied_sql is 'Which files of server/schema were applied, and in which state.';

create table service_epoch (
  epoch integer primary key check (epoch > 0),
  began_at timestamptz not null default clock_timestamp(),
  reason text not null
);
comment on table service_epoch is
  'Which history this is: one row at the start, and one for each backup that was restored.';
insert into service_epoch (epoch, reason) values (1, 'the first history');

-- owner: http

-- The application hashes the keys.
create unlogged table rate_limits (
  key text primary key,
  points integer not null default 0,
  expire bigint
);
comment on table rate_limits is
  'Counters of limits that hold across processes. Not logged: counts may be lost without harm.';

-- owner: credentials

-- Of every credential only a hash is kept. A tenant's is looked up by a plain index, not a unique key: 256 random bits do not
-- collide, and every key of a tenant's table begins with the tenant.

create table one_time_codes (
  code_hash bytea primary key,
  -- link: signs in by mail. grant: becomes a session. The others are challenges that a passkey signs.
  kind text not null check (kind in ('link', 'grant', 'passkey_sign_in', 'passkey_register', 'passkey_step_up')),
  expires_at timestamptz not null,
  used_at timestamptz,
  email text,
  account_id uuid,
  -- What binds a link to whoever asked for it, and how often it was guessed.
  nonce_hash bytea,
  typed_code_hash bytea,
  wrong_codes integer not null default 0,
  -- The organization that a grant opens, where it is known; how its person signed in, and since when they have the passkey
  -- that they signed in with.
  chosen_merchant uuid,
  signed_in_by text check (signed_in_by in ('mail', 'passkey')),
  passkey_since timestamptz,
  check ((kind = 'link') = (email is not null)),
  check (kind <> 'grant' or account_id is not null and signed_in_by is not null)
);
comment on table one_time_codes is 'What a person signs in or confirms with, once; only hashes.';
create index on one_time_codes (expires_at);

create table merchant_sessions (
  merchant_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  account_id uuid not null,
  transport text not null check (transport in ('cookie', 'bearer')),
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  closed_at timestamptz,
  signed_in_by text not null default 'mail' check (signed_in_by in ('mail', 'passkey')),
  mail_proven_at timestamptz default now(),
  passkey_proven_at timestamptz,
  -- Since when the passkey that proved a session, or the grant that becomes one, is its person's: a new one confirms
  -- less.
  passkey_since timestamptz,
  -- The newest code by mail that confirms the session; none is left to try once it was used.
  step_up_hash bytea,
  step_up_until timestamptz,
  step_up_tries_left integer not null default 0,
  primary key (merchant_id, session_id)
);
comment on table merchant_sessions is 'Sessions of people signed in for an organization.';
create index on merchant_sessions (token_hash);
create index on merchant_sessions (expires_at);
alter table merchant_sessions enable row level security, force row level security;

create table agent_tokens (
  merchant_id uuid not null,
  agent_token_id uuid not null,
  token_hash bytea not null,
  agent_id uuid not null,
  expires_at timestamptz not null,
  -- The key that signed the assertion which the token was given for, and the assertion's name: none opens twice.
  credential_id uuid,
  jti text,
  -- The invitation that a claimant's token asks after and exchanges; it opens nothing else.
  connect_invitation_id uuid,
  primary key (merchant_id, agent_token_id),
  unique (merchant_id, agent_id, jti),
  check ((jti is null) = (credential_id is null)),
  check ((credential_id is null) <> (connect_invitation_id is null))
);
comment on table agent_tokens is
  'Short tokens that agents get for a signed assertion, or when they claim a Connect Key.';
create index on agent_tokens (token_hash);
create index on agent_tokens (expires_at);
alter table agent_tokens enable row level security, force row level security;

create table device_tokens (
  device_id uuid primary key,
  token_hash bytea not null,
  issued_at timestamptz not null default now(),
  -- Registering a device needs no credential, so devices that never connected and that nobody uses are removed. The day
  -- of the last use is kept with the token, written once a day at most.
  last_used_on date not null default current_date,
  -- After a rotation the old token works until the new one is first used, ten minutes at most.
  next_token_hash bytea,
  next_nonce bytea,
  next_until timestamptz
);
comment on table device_tokens is 'One token per device, and the next one after a rotation, until it is first used.';
create index on device_tokens (token_hash);
create index on device_tokens (last_used_on);
create index on device_tokens (next_token_hash) where next_token_hash is not null;
-- By this index the sweep finds what was replaced ten minutes ago.
create index on device_tokens (next_until) where next_until is not null;
alter table device_tokens enable row level security, force row level security;

-- A person's, not an organization's: one passkey opens every organization that the account may open.
create table passkeys (
  passkey_id uuid primary key,
  account_id uuid not null,
  credential_id text not null unique,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  leaves_at timestamptz
);
comment on table passkeys is 'Passkeys of people. Only the public key is kept; one that leaves works until then.';
create index on passkeys (account_id);

create table moving_slots (
  slot smallint primary key,
  -- `moving`: copied while it is in use here. `frozen`: nothing changes here. `away`: it lives in another cell.
  -- `arrived`: it lives here since a moment ago, and whoever looked just before that may not have found its
  -- credentials.
  state text not null check (state in ('moving', 'frozen', 'away', 'arrived')),
  changed_at timestamptz not null default now()
);
comment on table moving_slots is 'Slots on their way to another cell, or away. Empty unless an operator moves slots.';

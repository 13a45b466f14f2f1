-- owner: credentials
-- expand
-- How a person signed in, and when they last proved who they are: by mail, or with a passkey.
alter table session_grants add column signed_in_by text not null default 'mail' check (signed_in_by in ('mail', 'passkey'));
alter table merchant_sessions add column signed_in_by text not null default 'mail'
  check (signed_in_by in ('mail', 'passkey'));
alter table merchant_sessions add column mail_proven_at timestamptz default now();
alter table merchant_sessions add column passkey_proven_at timestamptz;

-- What binds a link to whoever asked for it, and how often it was guessed.
alter table email_links add column nonce_hash bytea;
alter table email_links add column code_hash bytea;
alter table email_links add column wrong_codes integer not null default 0;

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
create index passkeys_account_id_idx on passkeys (account_id);

create table passkey_challenges (
  challenge text primary key,
  purpose text not null check (purpose in ('sign_in', 'register', 'step_up')),
  account_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index passkey_challenges_expires_at_idx on passkey_challenges (expires_at);

create table step_up_codes (
  merchant_id uuid not null,
  session_id uuid not null,
  code_hash bytea not null,
  wrong_codes integer not null default 0,
  expires_at timestamptz not null,
  primary key (merchant_id, session_id)
);
create index step_up_codes_expires_at_idx on step_up_codes (expires_at);
alter table step_up_codes enable row level security;
alter table step_up_codes force row level security;

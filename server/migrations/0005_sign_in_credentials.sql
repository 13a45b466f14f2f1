-- owner: credentials
-- One-time links and grants, and sessions. Only hashes are kept. A hash is looked up by a plain index, not a unique key:
-- 256 random bits do not collide, and every key of a tenant's table begins with the tenant.

create table email_links (
  token_hash bytea primary key,
  email text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on email_links (expires_at);
grant select, insert, delete, update (used_at) on email_links to countersign_system;

create table session_grants (
  token_hash bytea primary key,
  account_id uuid not null,
  chosen_merchant uuid,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on session_grants (expires_at);
grant select, insert, delete, update (used_at) on session_grants to countersign_system;

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
  primary key (merchant_id, session_id)
);
create index on merchant_sessions (token_hash);
create index on merchant_sessions (expires_at);
call tenant_table('merchant_sessions');
grant select, insert, update (closed_at) on merchant_sessions to countersign_app;
create policy system on merchant_sessions to countersign_system using (true) with check (true);
grant select, delete, update (last_seen_at) on merchant_sessions to countersign_system;

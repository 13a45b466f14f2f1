-- owner: pairing
-- Agents that wait for a wallet. A session is the agent's until a wallet shows its code; of the code only a hash is kept.

-- `expires_at` ends the time to decide, and after an approval the time to exchange.
create table pairing_sessions (
  merchant_id uuid not null,
  pairing_session_id uuid not null,
  agent_id uuid not null,
  code_hash bytea not null,
  wrong_codes integer not null default 0 check (wrong_codes between 0 and 5),
  source jsonb not null,
  requested_scopes text[] not null check (cardinality(requested_scopes) > 0),
  granted_scopes text[] check (cardinality(granted_scopes) > 0 and granted_scopes <@ requested_scopes),
  status text not null default 'pending' check (status in ('pending', 'approved', 'exchanged', 'rejected', 'locked')),
  device_id uuid,
  connection_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant_id, pairing_session_id),
  check ((status = 'locked') = (wrong_codes = 5)),
  check ((status in ('approved', 'exchanged', 'rejected')) = (decided_at is not null)),
  check ((status in ('approved', 'exchanged')) = (connection_id is not null and granted_scopes is not null))
);
-- By the id alone, or by the code that a person typed: neither names a tenant.
create index on pairing_sessions (pairing_session_id);
create index on pairing_sessions (code_hash);
create index on pairing_sessions (merchant_id, agent_id, expires_at);
call tenant_table('pairing_sessions');
grant select, insert, delete, update (
  wrong_codes, granted_scopes, status, device_id, connection_id, decided_at, expires_at
) on pairing_sessions to countersign_app;
create policy system on pairing_sessions for select to countersign_system using (true);
grant select on pairing_sessions to countersign_system;

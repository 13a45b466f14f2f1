-- owner: connect-invitations
-- Connect Keys are the wallet's alone until an agent shows one; the invitation that comes of it belongs to both.

create table connect_keys (
  key_hash bytea primary key,
  device_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index on connect_keys (device_id, expires_at);
call wallet_table('connect_keys');
grant select, insert, delete on connect_keys to countersign_app;
-- An agent shows a key and does not know whose it is.
create policy system on connect_keys to countersign_system using (true) with check (true);
grant select, update (used_at) on connect_keys to countersign_system;

-- `expires_at` ends the time to decide, and after an approval the time to exchange.
create table connect_invitations (
  merchant_id uuid not null,
  connect_invitation_id uuid not null,
  agent_id uuid not null,
  device_id uuid not null,
  source jsonb not null,
  requested_scopes text[] not null check (cardinality(requested_scopes) > 0),
  granted_scopes text[] check (cardinality(granted_scopes) > 0 and granted_scopes <@ requested_scopes),
  status text not null default 'pending' check (status in ('pending', 'approved', 'exchanged', 'rejected')),
  connection_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant_id, connect_invitation_id),
  check ((status = 'pending') = (decided_at is null)),
  check (status not in ('approved', 'exchanged') or granted_scopes is not null),
  check ((status = 'exchanged') = (connection_id is not null))
);
create index on connect_invitations (device_id, connect_invitation_id);
call tenant_table('connect_invitations');
call wallet_table('connect_invitations');
grant select, insert, delete, update (granted_scopes, status, connection_id, decided_at, expires_at)
  on connect_invitations to countersign_app;

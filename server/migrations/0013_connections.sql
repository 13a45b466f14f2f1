-- owner: connections
-- What a user lets an agent do. The tenant is the agent's merchant; the device is the user's. `source` is what the wallet
-- was shown when it agreed: agent, merchant, domain. `last_cursor` counts the events of this connection, without gaps.

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
  primary key (merchant_id, connection_id)
);
create index on connections (token_hash);
create index on connections (device_id, connection_id);
create index on connections (merchant_id, agent_id);
call tenant_table('connections');
call wallet_table('connections');
grant select, insert, update (scopes, status, token_hash, last_cursor, paused_at, revoked_at) on connections
  to countersign_app;
create policy system on connections for select to countersign_system using (true);
grant select on connections to countersign_system;

-- What a connection token opens, as its guard sees it.
create view connection_credentials with (security_invoker = true) as
  select c.merchant_id, c.connection_id, c.agent_id, c.device_id, c.scopes, c.status, c.token_hash,
    a.status = 'active' as agent_active
  from connections c join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id;
grant select on connection_credentials to countersign_system;

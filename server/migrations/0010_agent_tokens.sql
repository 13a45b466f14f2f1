-- owner: credentials
-- Short tokens that agents get for a signed assertion, and the assertions that were spent on them.

-- What the agents room lets others know of a key that works now.
create view usable_agent_credentials with (security_invoker = true) as
  select a.merchant_id, a.agent_id, c.credential_id, c.kid, c.public_key, a.allowed_scopes
  from agents a join agent_credentials c on c.merchant_id = a.merchant_id and c.agent_id = a.agent_id
  where a.status = 'active' and c.status = 'active' and now() >= c.not_before and now() < c.expires_at;
grant select on usable_agent_credentials to countersign_app, countersign_system;

create table agent_tokens (
  merchant_id uuid not null,
  agent_token_id uuid not null,
  token_hash bytea not null,
  agent_id uuid not null,
  credential_id uuid not null,
  expires_at timestamptz not null,
  primary key (merchant_id, agent_token_id)
);
create index on agent_tokens (token_hash);
create index on agent_tokens (expires_at);
call tenant_table('agent_tokens');
grant select, insert on agent_tokens to countersign_app;
create policy system on agent_tokens to countersign_system using (true) with check (true);
grant select, delete on agent_tokens to countersign_system;

create table spent_assertions (
  merchant_id uuid not null,
  agent_id uuid not null,
  jti text not null,
  expires_at timestamptz not null,
  primary key (merchant_id, agent_id, jti)
);
create index on spent_assertions (expires_at);
call tenant_table('spent_assertions');
grant select, insert on spent_assertions to countersign_app;
create policy system on spent_assertions to countersign_system using (true) with check (true);
grant select, delete on spent_assertions to countersign_system;

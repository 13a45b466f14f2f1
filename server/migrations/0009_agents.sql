-- owner: agents
-- Agents and their public keys. A key, once registered, is what it is: only its standing can change.

create table agents (
  merchant_id uuid not null,
  agent_id uuid not null,
  name text not null,
  runtime text not null,
  environment text not null check (environment in ('testnet')),
  allowed_scopes text[] not null check (cardinality(allowed_scopes) > 0),
  status text not null default 'draft' check (status in ('draft', 'active', 'suspended', 'retired')),
  version integer not null default 1,
  created_at timestamptz not null default now(),
  primary key (merchant_id, agent_id)
);
create index on agents (agent_id);
call tenant_table('agents');
grant select, insert, update (name, allowed_scopes, status, version) on agents to countersign_app;
create policy system on agents for select to countersign_system using (true);
grant select on agents to countersign_system;

create table agent_credentials (
  merchant_id uuid not null,
  agent_id uuid not null,
  credential_id uuid not null,
  kid text not null,
  alg text not null check (alg = 'Ed25519'),
  public_key bytea not null check (octet_length(public_key) = 32),
  status text not null default 'pending' check (status in ('pending', 'active', 'revoked')),
  not_before timestamptz not null,
  expires_at timestamptz not null check (expires_at > not_before),
  challenge_hash bytea,
  challenge_expires_at timestamptz,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, credential_id),
  -- Both hold over revoked ones too: neither a name nor a key ever comes back.
  unique (merchant_id, agent_id, kid),
  unique (merchant_id, public_key),
  foreign key (merchant_id, agent_id) references agents (merchant_id, agent_id),
  check ((challenge_hash is null) = (challenge_expires_at is null)),
  check ((status = 'pending') = (challenge_hash is not null)),
  check (status <> 'active' or activated_at is not null),
  check ((status = 'revoked') = (revoked_at is not null))
);
-- An assertion names its agent and its key, and no tenant.
create index on agent_credentials (agent_id, kid);
call tenant_table('agent_credentials');
grant select, insert, update (
  status, not_before, expires_at, challenge_hash, challenge_expires_at, activated_at, revoked_at
) on agent_credentials to countersign_app;
create policy system on agent_credentials for select to countersign_system using (true);
grant select (merchant_id, agent_id, credential_id, kid, alg, public_key, status, not_before, expires_at)
  on agent_credentials to countersign_system;

-- The second lock behind the grants, for the owner too.
create function keep_agent_credential() returns trigger language plpgsql as $$
begin
  if (new.merchant_id, new.agent_id, new.credential_id, new.kid, new.alg, new.public_key, new.created_at)
    is distinct from (old.merchant_id, old.agent_id, old.credential_id, old.kid, old.alg, old.public_key, old.created_at)
  then
    raise exception 'the key of a credential never changes' using errcode = 'restrict_violation';
  end if;
  if old.status <> 'pending' and (new.not_before, new.expires_at) is distinct from (old.not_before, old.expires_at) then
    raise exception 'the dates of a proven credential never change' using errcode = 'restrict_violation';
  end if;
  if old.status = 'revoked' or (old.status = 'active' and new.status = 'pending') then
    raise exception 'a credential never goes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;
create trigger keep_agent_credential before update on agent_credentials
  for each row execute function keep_agent_credential();

create function keep_agent_retired() returns trigger language plpgsql as $$
begin
  raise exception 'a retired agent never changes' using errcode = 'restrict_violation';
end $$;
create trigger keep_agent_retired before update on agents
  for each row when (old.status = 'retired') execute function keep_agent_retired();

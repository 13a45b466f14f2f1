-- owner: agents
-- Agents and their public keys. A key, once registered, is what it is: only its standing can change.

-- The second lock behind the grants, for the owner too.
create or replace function keep_agent_credential() returns trigger language plpgsql as $$
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

create or replace function keep_agent_retired() returns trigger language plpgsql as $$
begin
  raise exception 'a retired agent never changes' using errcode = 'restrict_violation';
end $$;

-- What this module lets others know of a key that works now.
create or replace view usable_agent_credentials with (security_invoker = true) as
  select a.merchant_id, a.agent_id, c.credential_id, c.kid, c.public_key, a.allowed_scopes
  from agents a join agent_credentials c on c.merchant_id = a.merchant_id and c.agent_id = a.agent_id
  where a.status = 'active' and c.status = 'active' and now() >= c.not_before and now() < c.expires_at;
revoke all on usable_agent_credentials from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on usable_agent_credentials to pursestrings_app;
grant select on usable_agent_credentials to pursestrings_system;

create or replace function keep_keys_usable() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  -- Held by a statement of its own: the next one then sees what another change of the same agent's keys has committed.
  perform from agents a where a.merchant_id = new.merchant_id and a.agent_id = new.agent_id for no key update;
  -- A retired agent never changes, and needs no keys.
  update agents a set keys_usable = coalesce((
      select range_agg(tstzrange(k.not_before, k.expires_at)) from agent_credentials k
      where k.merchant_id = a.merchant_id and k.agent_id = a.agent_id and k.status = 'active'), '{}')
    where a.merchant_id = new.merchant_id and a.agent_id = new.agent_id and a.status <> 'retired';
  return null;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function keep_keys_usable() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  keep_keys_usable()
  from public, pursestrings_app, pursestrings_system;

create policy tenant on agents to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agents for select to pursestrings_system using (true);
create policy creator on agents for select to pursestrings_creator using (true);
create policy creator_keeps on agents for update to pursestrings_creator using (true) with check (true);
create trigger keep_agent_retired before update on agents
  for each row when (old.status = 'retired') execute function keep_agent_retired();
revoke all on agents from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (name, allowed_scopes, status, version, stopped) on agents to pursestrings_app;
grant select on agents to pursestrings_system;
grant select, update (keys_usable) on agents to pursestrings_creator;

create policy tenant on agent_credentials to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agent_credentials for select to pursestrings_system using (true);
create policy creator on agent_credentials for select to pursestrings_creator using (true);
create trigger keep_agent_credential before update on agent_credentials
  for each row execute function keep_agent_credential();
create trigger keys_usable_are_kept after insert on agent_credentials
  for each row when (new.status = 'active') execute function keep_keys_usable();
create trigger keys_usable_are_kept_on_change after update of status, not_before, expires_at on agent_credentials
  for each row when (old.status = 'active' or new.status = 'active') execute function keep_keys_usable();
revoke all on agent_credentials from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (status, not_before, expires_at, challenge_hash, challenge_expires_at, activated_at,
  revoked_at, last_used_at) on agent_credentials to pursestrings_app;
grant select (merchant_id, agent_id, credential_id, kid, alg, public_key, status, not_before, expires_at,
  last_used_at) on agent_credentials to pursestrings_system;
grant select (merchant_id, agent_id, status, not_before, expires_at) on agent_credentials to pursestrings_creator;

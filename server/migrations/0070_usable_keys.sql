-- owner: agents
-- When an agent has a key that works: the validity of all its active credentials, kept on the agent's own row. Whoever asks
-- about an agent reads that row anyway, so the question costs no look-up of its own. A trigger keeps it, as a role that can
-- change nothing else of an agent; the application cannot write it.

alter table agents add column keys_usable tstzmultirange not null default '{}';

grant select (merchant_id, agent_id, status, not_before, expires_at) on agent_credentials to countersign_creator;
create policy creator on agent_credentials for select to countersign_creator using (true);
grant update (keys_usable) on agents to countersign_creator;
create policy creator_keeps on agents for update to countersign_creator using (true) with check (true);

create function keep_keys_usable() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
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

grant create on schema countersign to countersign_creator;
alter function keep_keys_usable() owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function keep_keys_usable() from public;

create trigger keys_usable_are_kept after insert on agent_credentials
  for each row when (new.status = 'active') execute function keep_keys_usable();
create trigger keys_usable_are_kept_on_change after update on agent_credentials
  for each row when (old.status = 'active' or new.status = 'active') execute function keep_keys_usable();

-- What is there already; its owner sees the rows only while the policies do not bind it.
alter table agents no force row level security;
alter table agent_credentials no force row level security;
update agents a set keys_usable = coalesce((
    select range_agg(tstzrange(k.not_before, k.expires_at)) from agent_credentials k
    where k.merchant_id = a.merchant_id and k.agent_id = a.agent_id and k.status = 'active'), '{}')
  where a.status <> 'retired';
alter table agents force row level security;
alter table agent_credentials force row level security;

-- owner: restore
-- What a mirror outside the database must know, in case a backup has to be restored.

-- In the commit that revokes, wherever there is a mirror. The arguments name the kind and the columns that find it again.
create or replace function list_revocation() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  revoked jsonb;
begin
  if tg_op = 'DELETE' then revoked := to_jsonb(old); else revoked := to_jsonb(new); end if;
  insert into service_revocations (kind, ids)
    select tg_argv[0], jsonb_object_agg(c.name, revoked -> c.name) from unnest(tg_argv[1:]) c (name)
    where exists (select from service_head h where h.written_at > now() - interval '30 days')
    having count(*) > 0;
  return null;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function list_revocation() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function list_revocation() from public, pursestrings_app, pursestrings_system;

create trigger revocation_is_listed after update of status on connections
  for each row when (old.status <> 'revoked' and new.status = 'revoked')
  execute function list_revocation('connection', 'merchant_id', 'connection_id');
create trigger revocation_is_listed after update of revoked_at on devices
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function list_revocation('device', 'device_id');
create trigger revocation_is_listed after update of status on agent_credentials
  for each row when (old.status <> 'revoked' and new.status = 'revoked')
  execute function list_revocation('agent_credential', 'merchant_id', 'agent_id', 'credential_id');
create trigger revocation_is_listed after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function list_revocation('api_key', 'merchant_id', 'project_id', 'api_key_id');
create trigger revocation_is_listed after update of revoked_at on merchant_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function list_revocation('merchant_key', 'merchant_id', 'merchant_key_id');
create trigger revocation_is_listed after delete on memberships
  for each row execute function list_revocation('membership', 'merchant_id', 'account_id');

revoke all on service_head from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on service_head to pursestrings_app, pursestrings_creator;
grant select, update (number, listed, written_at) on service_head to pursestrings_system;

create policy creator on service_revocations for insert to pursestrings_creator with check (true);
create policy system on service_revocations to pursestrings_system using (true) with check (true);
revoke all on service_revocations from pursestrings_app, pursestrings_system, pursestrings_creator;
grant insert (kind, ids) on service_revocations to pursestrings_creator;
grant select, update (head_number), delete on service_revocations to pursestrings_system;

-- owner: projects
-- Projects and the keys that call for them.

-- The second lock behind the grants, for the owner too.
create or replace function keep_api_key() returns trigger language plpgsql as $$
begin
  if (new.merchant_id, new.project_id, new.api_key_id, new.key_hash, new.last_four, new.created_at)
    is distinct from (old.merchant_id, old.project_id, old.api_key_id, old.key_hash, old.last_four, old.created_at)
  then
    raise exception 'a key never changes' using errcode = 'restrict_violation';
  end if;
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a revoked key never comes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What a key opens, as its guard sees it.
create or replace view api_key_credentials with (security_invoker = true) as
  select merchant_id, project_id, api_key_id, key_hash, last_used_at from api_keys where revoked_at is null;
revoke all on api_key_credentials from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, update (last_used_at) on api_key_credentials to pursestrings_system;
grant select on api_key_credentials to pursestrings_creator;

-- Whose it is, for statements that authenticate by themselves; its use is noted once a minute.
create or replace function key_presented(of_hash bytea)
returns table (merchant_id uuid, project_id uuid, api_key_id uuid, is_stale boolean)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return query select k.merchant_id, k.project_id, k.api_key_id,
      coalesce(k.last_used_at < now() - interval '1 minute', true)
    from api_key_credentials k where k.key_hash = of_hash;
end $$;

-- It runs as the role that owns it, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function key_presented(bytea) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function key_presented(bytea) from public, pursestrings_app, pursestrings_system;
grant execute on function key_presented(bytea) to pursestrings_app, pursestrings_system;

create policy tenant on projects to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on projects for select to pursestrings_creator using (true);
revoke all on projects from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (name) on projects to pursestrings_app;
-- Whose project a feed is of.
grant select (merchant_id, project_id) on projects to pursestrings_creator;

create policy tenant on api_keys to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system_reads on api_keys for select to pursestrings_system using (true);
create policy creator on api_keys for select to pursestrings_creator using (true);
create policy system_notes_use on api_keys for update to pursestrings_system using (true) with check (true);
create trigger keep_api_key before update on api_keys for each row execute function keep_api_key();
revoke all on api_keys from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (revoked_at) on api_keys to pursestrings_app;
grant select, update (last_used_at) on api_keys to pursestrings_system;
grant select on api_keys to pursestrings_creator;

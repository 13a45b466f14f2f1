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
create policy system_notes_use on api_keys for update to pursestrings_system using (true) with check (true);
create trigger keep_api_key before update on api_keys for each row execute function keep_api_key();
revoke all on api_keys from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (name, revoked_at) on api_keys to pursestrings_app;
grant select, update (last_used_at) on api_keys to pursestrings_system;

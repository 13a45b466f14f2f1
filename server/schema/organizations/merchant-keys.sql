-- owner: merchant-keys
-- Keys of a merchant's own servers.

-- The second lock behind the grants, for the owner too.
create or replace function keep_merchant_key() returns trigger language plpgsql as $$
begin
  if (new.merchant_id, new.merchant_key_id, new.name, new.scopes, new.key_hash, new.last_four, new.created_at, new.expires_at)
    is distinct from
     (old.merchant_id, old.merchant_key_id, old.name, old.scopes, old.key_hash, old.last_four, old.created_at, old.expires_at)
  then
    raise exception 'a merchant key never changes' using errcode = 'restrict_violation';
  end if;
  if old.revoked_at is not null and new.revoked_at is distinct from old.revoked_at then
    raise exception 'a revoked merchant key never comes back' using errcode = 'restrict_violation';
  end if;
  return new;
end $$;

-- What a key opens, as its guard sees it.
create or replace view merchant_key_credentials with (security_invoker = true) as
  select merchant_id, merchant_key_id, scopes, key_hash, last_used_at from merchant_keys
  where revoked_at is null and (expires_at is null or expires_at > now());
revoke all on merchant_key_credentials from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, update (last_used_at) on merchant_key_credentials to pursestrings_system;

create policy tenant on merchant_keys to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system_reads on merchant_keys for select to pursestrings_system using (true);
create policy system_notes_use on merchant_keys for update to pursestrings_system using (true) with check (true);
create trigger keep_merchant_key before update on merchant_keys for each row execute function keep_merchant_key();
revoke all on merchant_keys from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (revoked_at) on merchant_keys to pursestrings_app;
grant select, update (last_used_at) on merchant_keys to pursestrings_system;

-- owner: domains
-- Domains that merchants prove.

create policy tenant on merchant_domains to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_domains for select to pursestrings_system using (true);
create policy creator on merchant_domains for select to pursestrings_creator using (true);
create policy operator on merchant_domains to pursestrings_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
revoke all on merchant_domains from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update (status, method, challenge, challenge_expires_at, verified_at, failing_since, last_check,
  reminded_at, notices, removed_at) on merchant_domains to pursestrings_app;
grant select on merchant_domains to pursestrings_system;
grant select on merchant_domains to pursestrings_creator;
-- Whoever holds rows must be able to change something in them: this is the least, and no part of a proof.
grant select, update (reminded_at) on merchant_domains to pursestrings_operator;

create or replace function keep_verified_since() returns trigger language plpgsql as $$
begin
  new.verified_since := case when new.status = 'verified' then
    case when tg_op = 'UPDATE' and old.status = 'verified' then coalesce(old.verified_since, old.verified_at) else now() end end;
  return new;
end $$;
revoke all on function keep_verified_since() from public, pursestrings_app, pursestrings_system;
create trigger verified_since_is_kept before insert or update on merchant_domains
  for each row execute function keep_verified_since();

-- Whoever runs the service can't lead an organization around the proof of a domain, whatever they were granted.
create or replace function operator_needs_proof() returns trigger
language plpgsql set search_path = pursestrings, pg_temp as $$
begin
  if pg_has_role(current_user, 'pursestrings_operator', 'usage')
    and not exists (select from pg_roles r where r.rolname = current_user and r.rolsuper)
    and not exists (select from merchant_domains d where d.merchant_id = new.merchant_id and d.status = 'verified')
  then
    raise exception 'an organization without a verified domain does not become active'
      using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
revoke all on function operator_needs_proof() from public, pursestrings_app, pursestrings_system;
create trigger operator_needs_proof before update of status on merchants
  for each row when (new.status = 'active' and old.status <> 'active' and not is_personal(new.merchant_id)) execute function operator_needs_proof();

-- owner: domains
-- Domains that merchants prove.

comment on table merchant_domains is
  'Domains that merchants prove. The challenge is public by its nature and so is kept in clear.';
create policy tenant on merchant_domains to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_domains for select to countersign_system using (true);
create policy creator on merchant_domains for select to countersign_creator using (true);
revoke all on merchant_domains from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (status, method, challenge, challenge_expires_at, verified_at, failing_since, last_check,
  reminded_at, notices, removed_at) on merchant_domains to countersign_app;
grant select on merchant_domains to countersign_system;
grant select on merchant_domains to countersign_creator;

create or replace function keep_verified_since() returns trigger language plpgsql as $$
begin
  new.verified_since := case when new.status = 'verified' then
    case when tg_op = 'UPDATE' and old.status = 'verified' then coalesce(old.verified_since, old.verified_at) else now() end end;
  return new;
end $$;
revoke all on function keep_verified_since() from public, countersign_app, countersign_system;
create trigger verified_since_is_kept before insert or update on merchant_domains
  for each row execute function keep_verified_since();

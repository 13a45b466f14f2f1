-- owner: merchants
-- Organizations, and which accounts may open them; and the personal spaces of wallets.

-- The id of a wallet's personal space is the wallet's own as a UUID of version 8, where all others have version 7: so a wallet has
-- one at most, in its own slot.
create or replace function is_personal(tenant_id uuid) returns boolean language sql immutable strict parallel safe
  return substr(tenant_id::text, 15, 1) = '8';
create or replace function personal_space_of(wallet_id uuid) returns uuid language sql immutable strict parallel safe
  return overlay(wallet_id::text placing '8' from 15 for 1)::uuid;

-- A proof of a domain never lifts a suspension by the service's operator: whoever lifts that must also clear suspended_by.
create or replace function merchant_suspension() returns trigger language plpgsql as $$
begin
  if new.status <> 'suspended' and new.suspended_by = 'operator' then
    raise exception 'the service''s operator suspended this organization, and a new status alone does not lift it'
      using errcode = 'check_violation';
  elsif new.status <> 'suspended' then
    new.suspended_by := null;
  elsif new.suspended_by is null then
    new.suspended_by := 'lapse';
  end if;
  return new;
end $$;
revoke all on function merchant_suspension() from public, pursestrings_app, pursestrings_system;

create trigger suspension before update on merchants for each row execute function merchant_suspension();

-- Everything that only people can add, payees, domains, keys and projects, begins with somebody who is a member.
create or replace function refuse_member_of_personal_space() returns trigger language plpgsql as $$
begin
  raise exception 'a personal space has no members' using errcode = 'check_violation';
end $$;
revoke all on function refuse_member_of_personal_space() from public, pursestrings_app, pursestrings_system;
create trigger personal_space_has_no_members before insert on memberships
  for each row when (is_personal(new.merchant_id)) execute function refuse_member_of_personal_space();

create policy tenant on merchants to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchants for select to pursestrings_system using (true);
create policy creator on merchants for select to pursestrings_creator using (true);
create policy operator on merchants to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
-- Limits are the operator's to give: no process that serves can change them.
revoke all on merchants
  from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_worker, pursestrings_operator;
grant select, insert, update (name, status, suspended_by, version, agents_stopped_at) on merchants to pursestrings_app;
grant select on merchants to pursestrings_system;
grant select on merchants to pursestrings_creator;
grant select, update (status, suspended_by, version, creates_per_minute_max, pending_max) on merchants
  to pursestrings_operator;

-- The database alone writes when somebody became an owner or admin: whoever approves changes of payees must have been one
-- for a while.
create or replace function membership_approver_since() returns trigger language plpgsql as $$
begin
  if new.role not in ('owner', 'admin') then
    new.approver_since := null;
  elsif tg_op = 'INSERT' or old.role not in ('owner', 'admin') then
    new.approver_since := now();
  else
    new.approver_since := old.approver_since;
  end if;
  return new;
end $$;
revoke all on function membership_approver_since() from public, pursestrings_app, pursestrings_system;

create policy tenant on memberships to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on memberships for select to pursestrings_system using (true);
create policy operator on memberships to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
create trigger approver_since before insert or update on memberships
  for each row execute function membership_approver_since();
revoke all on memberships from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update (role, last_signed_in_at), delete on memberships to pursestrings_app;
grant select on memberships to pursestrings_system;
-- Whoever holds rows must be able to change something in them: this is the least.
grant select, update (last_signed_in_at), delete on memberships to pursestrings_operator;

-- What this module lets others know of a member.
create or replace view member_roles with (security_invoker = true) as
  select merchant_id, account_id, role from memberships;
revoke all on member_roles from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on member_roles to pursestrings_system;

-- owner: postgres
-- Who a transaction is for, as row-level security sees it. Unset reads as null, and null equals nothing: no rows.

create function tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.tenant', true), '')::uuid;

create function device() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.device', true), '')::uuid;

-- Puts a table under the tenant's policy for every command, for its owner too.
create procedure tenant_table(name regclass) language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  execute format('create policy tenant on %s to countersign_app
    using (merchant_id = tenant()) with check (merchant_id = tenant())', name);
end $$;

-- For rows that are facts: nobody changes or removes them, whatever the grants say.
create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% holds facts that nobody may change', tg_table_name using errcode = 'insufficient_privilege';
end $$;

grant execute on function tenant(), device() to countersign_app, countersign_system;
revoke execute on procedure tenant_table(regclass) from public;
-- What this build asks at start: is the database up to date?
grant select on kysely_migration to countersign_app;

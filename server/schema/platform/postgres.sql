-- owner: postgres
-- Who a transaction is for, as row-level security sees it, and what tables of many modules share.

-- Unset reads as null, and null equals nothing: no rows.
create or replace function tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.tenant', true), '')::uuid;

create or replace function device() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.device', true), '')::uuid;

-- The wallet that the device belongs to.
create or replace function wallet() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.wallet', true), '')::uuid;

-- For rows that are facts: no one may change or remove them, whatever the grants say.
create or replace function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% holds facts that nobody may change', tg_table_name using errcode = 'insufficient_privilege';
end $$;

-- Times of what is evidence are the database's: nobody is granted the column, and the low-volume tables force it besides.
create or replace function time_is_now() returns trigger language plpgsql as $$
begin
  if tg_argv[0] = 'occurred_at' then new.occurred_at := now(); else new.created_at := now(); end if;
  return new;
end $$;

-- The id, in the slot of another.
create or replace function in_slot_of(id uuid, other uuid) returns uuid language sql immutable strict parallel safe
  return (left(id::text, 32) || right(other::text, 4))::uuid;

-- How far counters that readers see were moved on by restored backups, so that no number is used twice.
create or replace function epoch_jump() returns bigint language sql stable parallel safe
begin atomic
  select (max(e.epoch) - 1) * 1000000::bigint from service_epoch e;
end;

-- When a restored backup was opened, if ever: what was issued before may have been used without leaving a trace here.
create or replace function restored_at() returns timestamptz language sql stable parallel safe
begin atomic
  select e.began_at from service_epoch e where e.epoch > 1 order by e.epoch desc limit 1;
end;

-- Analyses the table that outgrew its statistics the most, and returns its name; null if none did. A new database was analysed
-- while it was empty, and autovacuum takes a minute to notice: until then plans are chosen for tables without rows.
-- Growth is what counts: rows that are changed, or inserted and deleted again, are left to autovacuum. From nothing to
-- a million rows that makes about 25 times. One worker at a time, and none waits for a table that is in use.
create or replace function analyse_grown_table() returns text
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  grown regclass;
begin
  if not pg_try_advisory_xact_lock(7236003) then return null; end if;
  select c.oid into grown from pg_class c
    where c.relkind = 'r' and c.relowner = current_user::regrole
      and c.relnamespace in (select n.oid from pg_namespace n where n.nspname in ('pursestrings', 'pgboss'))
      and pg_stat_get_live_tuples(c.oid) > 50 + 1.5 * greatest(c.reltuples, 0)
    order by pg_stat_get_live_tuples(c.oid) / (50 + greatest(c.reltuples, 0)) desc limit 1;
  if grown is null then return null; end if;
  execute format('analyze (skip_locked) %s', grown);
  return grown::text;
end $$;

revoke all on function
  time_is_now(),
  analyse_grown_table()
  from public, pursestrings_app, pursestrings_system;
grant execute on function analyse_grown_table() to pursestrings_system;
grant execute on function
  tenant(),
  device(),
  wallet()
  to pursestrings_app, pursestrings_system;
grant execute on function tenant() to pursestrings_operator;
revoke all on function epoch_jump(), restored_at() from public, pursestrings_app, pursestrings_system, pursestrings_creator;
grant execute on function epoch_jump() to pursestrings_app, pursestrings_system, pursestrings_creator;
grant execute on function restored_at() to pursestrings_system;

grant usage on schema pursestrings to pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;

revoke all on applied_sql from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select on applied_sql to pursestrings_app, pursestrings_system, pursestrings_operator;

create trigger epochs_stay before update or delete on service_epoch for each row execute function refuse_change();
revoke all on service_epoch from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on service_epoch to pursestrings_app, pursestrings_creator;
grant select, insert (epoch, reason) on service_epoch to pursestrings_system;

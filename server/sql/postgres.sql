-- owner: postgres
-- Who a transaction is for, as row-level security sees it, and what tables of many modules share.

-- Unset reads as null, and null equals nothing: no rows.
create or replace function tenant() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.tenant', true), '')::uuid;

create or replace function device() returns uuid language sql stable parallel safe
  return nullif(current_setting('svc.device', true), '')::uuid;

-- For rows that are facts: nobody changes or removes them, whatever the grants say.
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

create or replace function slot_of(id uuid) returns smallint language sql immutable strict parallel safe
  return (get_byte(uuid_send(id), 14) & 127) * 256 + get_byte(uuid_send(id), 15);

revoke all on function
  time_is_now()
  from public, countersign_app, countersign_system;
grant execute on function
  tenant(),
  device()
  to countersign_app, countersign_system;

grant usage on schema countersign to countersign_app, countersign_system, countersign_creator;

comment on table kysely_migration is 'Which numbered migrations were applied, and the checksum of each file.';
revoke all on kysely_migration from countersign_app, countersign_system, countersign_creator;
grant select on kysely_migration to countersign_app;
grant select on kysely_migration to countersign_system;

comment on table applied_sql is 'Which files of server/sql were applied, and in which state.';
revoke all on applied_sql from countersign_app, countersign_system, countersign_creator;
grant select on applied_sql to countersign_app, countersign_system;

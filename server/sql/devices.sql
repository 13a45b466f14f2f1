-- owner: devices
-- Wallet apps. A device belongs to no merchant: it sees what is its own, whichever merchant it concerns.

-- Whatever names a device is somebody's evidence: only one that nothing names may go, whoever asks.
create or replace function refuse_known_device() returns trigger language plpgsql as $$
begin
  if exists (select from connections c where c.device_id = old.device_id)
    or exists (select from connect_invitations i where i.device_id = old.device_id)
    or exists (select from pairing_sessions s where s.device_id = old.device_id)
  then
    raise exception 'a device that was connected or asked to connect stays' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

-- Those not used for so long that no connection, invitation or pairing names, with their tokens and keys.
create or replace function forget_unused_devices(unused_days integer, at_most integer) returns integer language sql as $$
  with unused as (
    select t.device_id from device_tokens t
    where t.last_used_on < current_date - unused_days
      and not exists (select from connections c where c.device_id = t.device_id)
      and not exists (select from connect_invitations i where i.device_id = t.device_id)
      and not exists (select from pairing_sessions s where s.device_id = t.device_id)
    order by t.last_used_on limit at_most for update skip locked
  ), tokens as (
    delete from device_tokens t using unused u where t.device_id = u.device_id
  ), keys as (
    delete from connect_keys k using unused u where k.device_id = u.device_id
  ), removed as (
    delete from devices d using unused u where d.device_id = u.device_id returning 1
  )
  select count(*)::integer from removed
$$;

-- Whether the device is there for good: a connection is made only while this holds it. Runs as the role that creates, since a
-- tenant sees no devices.
create or replace function hold_device(of_device uuid) returns boolean
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  perform from devices d where d.device_id = of_device and d.revoked_at is null for share;
  return found;
end $$;

-- It runs as the role that owns it, which can create nothing else here.
grant create on schema countersign to countersign_creator;
alter function hold_device(uuid) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function hold_device(uuid) from public, countersign_app, countersign_system;
grant execute on function hold_device(uuid) to countersign_app;

revoke all on function
  refuse_known_device(),
  forget_unused_devices(integer, integer)
  from public, countersign_app, countersign_system;
grant execute on function
  forget_unused_devices(integer, integer)
  to countersign_system;

comment on table devices is 'Wallet apps.';
create policy wallet on devices to countersign_app
  using (device_id = device()) with check (device_id = device());
create policy system on devices for select to countersign_system using (true);
create policy creator on devices to countersign_creator using (true) with check (true);
create policy system_forgets on devices for delete to countersign_system using (true);
create trigger known_devices_stay before delete on devices for each row execute function refuse_known_device();
revoke all on devices from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (revoked_at) on devices to countersign_app;
-- To hold a row, a role must be able to change it.
grant select (device_id, revoked_at), update (revoked_at) on devices to countersign_creator;
grant select (device_id), delete on devices to countersign_system;

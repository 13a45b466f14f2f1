-- owner: devices
-- Registering a device needs no credential, so devices that never connected and that nobody uses are removed. The day of
-- the last use is kept with the token, written once a day at most.
alter table device_tokens add column last_used_on date not null default current_date;
create index on device_tokens (last_used_on);
create policy system_notes on device_tokens for update to countersign_system using (true) with check (true);
create policy system_forgets on device_tokens for delete to countersign_system using (true);
grant update (last_used_on), delete on device_tokens to countersign_system;
create policy system on devices for select to countersign_system using (true);
create policy system_forgets on devices for delete to countersign_system using (true);
grant select (device_id), delete on devices to countersign_system;
grant delete on connect_keys to countersign_system;

create policy system on connect_invitations for select to countersign_system using (true);
grant select (device_id) on connect_invitations to countersign_system;
create index on pairing_sessions (device_id) where device_id is not null;

-- Whatever names a device is somebody's evidence: only one that nothing names may go, whoever asks.
create function refuse_known_device() returns trigger language plpgsql as $$
begin
  if exists (select from connections c where c.device_id = old.device_id)
    or exists (select from connect_invitations i where i.device_id = old.device_id)
    or exists (select from pairing_sessions s where s.device_id = old.device_id)
  then
    raise exception 'a device that was connected or asked to connect stays' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;
create trigger known_devices_stay before delete on devices for each row execute function refuse_known_device();
revoke all on function refuse_known_device() from public;

-- Those not used for so long that no connection, invitation or pairing names, with their tokens and keys.
create function forget_unused_devices(unused_days integer, at_most integer) returns integer language sql as $$
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
revoke all on function forget_unused_devices(integer, integer) from public;
grant execute on function forget_unused_devices(integer, integer) to countersign_system;

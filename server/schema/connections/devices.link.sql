-- owner: devices
-- Devices of one person. A wallet is named by its first device, and whatever its devices share carries that id; a linked
-- device has it in wallet_id. Whoever links, revokes or connects holds the row of the first device, so that they take turns.

-- By its key, also where its plan is older than the rows.
create or replace function wallet_of(of_device uuid) returns uuid language plpgsql stable parallel safe
  set enable_seqscan = off as $$
begin
  return coalesce((select d.wallet_id from devices d where d.device_id = of_device), of_device);
end $$;

-- Whether any device of the wallet has a key, or had one, which a thief may have revoked.
create or replace function wallet_has_keys() returns boolean
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return exists (select from device_keys k join devices d on d.device_id = k.device_id
    where d.device_id = wallet() or d.wallet_id = wallet());
end $$;

-- Puts the device that asks into the wallet of the device that showed the code. Answers with what came of it: 'linked' or the
-- code of a refusal. Its own open Connect Keys end, since what they bring would reach no wallet.
create or replace function link_device(of_code bytea, devices_max integer) returns text
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
declare
  me uuid := device();
  offer device_codes;
  mine devices;
  target uuid;
begin
  select c.* into offer from device_codes c where c.purpose = 'link' and c.code_hash = of_code;
  if not found then return 'link_code_unknown'; end if;
  target := wallet_of(offer.device_id);
  -- In one order: two devices may link to each other at once.
  perform from devices d where d.device_id in (me, target, offer.device_id) order by d.device_id for no key update;
  select d.* into strict mine from devices d where d.device_id = me;
  if offer.used_by = me and mine.wallet_id = target then return 'linked'; end if;
  -- Once more, now that nobody else changes it.
  perform from device_codes c join devices d on d.device_id = c.device_id
    where c.purpose = 'link' and c.code_hash = of_code and c.expires_at > now() and c.used_by is null and d.revoked_at is null
      and wallet_of(d.device_id) = target;
  if not found then return 'link_code_unknown'; end if;
  delete from connect_keys k where k.device_id = me and mine.wallet_id is null and me <> target;
  if mine.wallet_id is not null or me = target or mine.revoked_at is not null
    or exists (select from devices d where d.wallet_id = me)
    or exists (select from connections c where c.device_id = me)
    or exists (select from connect_invitations i where i.device_id = me and i.status in ('pending', 'approved')
      and i.expires_at > now())
  then
    return 'device_in_use';
  end if;
  if (select count(*) from devices d where (d.device_id = target or d.wallet_id = target) and d.revoked_at is null)
    >= devices_max then
    return 'too_many_devices';
  end if;
  if exists (select from device_keys k join devices d on d.device_id = k.device_id
      where d.device_id = target or d.wallet_id = target)
    and not exists (select from device_keys k where k.device_id = me and k.status = 'active')
  then
    return 'device_key_required';
  end if;
  update device_codes c set used_by = me where c.purpose = 'link' and c.device_id = offer.device_id;
  delete from device_codes c where c.purpose = 'link' and c.device_id = me;
  update devices d set wallet_id = target, linked_at = now() where d.device_id = me;
  return 'linked';
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function wallet_has_keys() owner to pursestrings_creator;
alter function link_device(bytea, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function wallet_of(uuid), wallet_has_keys(), link_device(bytea, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function wallet_of(uuid) to pursestrings_system, pursestrings_creator;
grant execute on function wallet_has_keys(), link_device(bytea, integer) to pursestrings_app;

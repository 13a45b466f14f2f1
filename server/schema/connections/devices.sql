-- owner: devices
-- Wallet apps. A device belongs to no merchant: it sees what is its own, whichever merchant it concerns.

-- Whatever names a device is somebody's evidence: only one that nothing names may go, whoever asks.
create or replace function refuse_known_device() returns trigger language plpgsql as $$
begin
  if exists (select from connections c where c.device_id = old.device_id)
    or exists (select from connect_invitations i where i.device_id = old.device_id)
    or exists (select from pairing_sessions s where s.device_id = old.device_id)
    or exists (select from devices d where d.wallet_id = old.device_id) or old.wallet_id is not null
  then
    raise exception 'a device that was linked, connected or asked to connect stays' using errcode = 'restrict_violation';
  end if;
  return old;
end $$;

-- Those not used for so long that no connection, invitation, pairing or other device names, with their tokens and keys.
create or replace function forget_unused_devices(unused_days integer, at_most integer) returns integer language sql as $$
  with unused as (
    select t.device_id from device_tokens t
    where t.last_used_on < current_date - unused_days
      and not exists (select from connections c where c.device_id = t.device_id)
      and not exists (select from connect_invitations i where i.device_id = t.device_id)
      and not exists (select from pairing_sessions s where s.device_id = t.device_id)
      and not exists (select from devices d where d.wallet_id = t.device_id
        or d.device_id = t.device_id and d.wallet_id is not null)
    order by t.last_used_on limit at_most for update skip locked
  ), tokens as (
    delete from device_tokens t using unused u where t.device_id = u.device_id
  ), keys as (
    delete from connect_keys k using unused u where k.device_id = u.device_id
  ), signing_keys as (
    delete from device_keys k using unused u where k.device_id = u.device_id
  ), codes as (
    delete from device_codes k using unused u where k.device_id = u.device_id
  ), removed as (
    delete from devices d using unused u where d.device_id = u.device_id returning 1
  )
  select count(*)::integer from removed
$$;

-- Whether a wallet still has a device (else 'revoked'), and whether it is 'stopped' or 'open': what begins or goes on in it does so
-- only while this holds the row of its first device. Runs as the role that creates, since a tenant sees no devices. A device
-- that was linked to another wallet meanwhile is no wallet any more.
create or replace function hold_device(of_device uuid) returns text
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
declare
  stopped boolean;
begin
  select d.stopped_at is not null into stopped from devices d
    where d.device_id = of_device and d.wallet_id is null for share;
  if not found or not exists (select from devices d
    where (d.device_id = of_device or d.wallet_id = of_device) and d.revoked_at is null) then return 'revoked'; end if;
  return case when stopped then 'stopped' else 'open' end;
end $$;

-- Whether that key of the device is active, or any where none is named; for tenants, too, who see no keys of devices.
create or replace function device_key_is_active(of_device uuid, of_kid text) returns boolean
language plpgsql stable security definer set search_path = pursestrings, pg_temp as $$
begin
  return exists (select from device_keys k where k.device_id = of_device and k.status = 'active'
    and k.kid = coalesce(of_kid, k.kid));
end $$;

-- The key that a device is registered with is its first one.
create or replace function take_first_key() returns trigger language plpgsql as $$
declare
  x text := translate(rtrim(encode(new.public_key, 'base64'), '='), '+/', '-_');
  thumbprint bytea := sha256(convert_to(format('{"crv":"Ed25519","kty":"OKP","x":"%s"}', x), 'UTF8'));
begin
  insert into device_keys (device_id, kid, alg, jwk)
  values (new.device_id, translate(rtrim(encode(thumbprint, 'base64'), '='), '+/', '-_'), 'EdDSA',
    jsonb_build_object('kty', 'OKP', 'crv', 'Ed25519', 'x', x));
  return null;
end $$;

-- They run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function hold_device(uuid) owner to pursestrings_creator;
alter function device_key_is_active(uuid, text) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function hold_device(uuid), device_key_is_active(uuid, text), take_first_key()
  from public, pursestrings_app, pursestrings_system;
grant execute on function hold_device(uuid), device_key_is_active(uuid, text) to pursestrings_app;

revoke all on function
  refuse_known_device(),
  forget_unused_devices(integer, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  forget_unused_devices(integer, integer)
  to pursestrings_system;

create policy wallet on devices to pursestrings_app
  using (wallet() in (device_id, wallet_id)) with check (wallet() in (device_id, wallet_id));
create policy system on devices for select to pursestrings_system using (true);
create policy creator on devices to pursestrings_creator using (true) with check (true);
create policy system_forgets on devices for delete to pursestrings_system using (true);
create trigger first_key_is_taken after insert on devices for each row when (new.public_key is not null)
  execute function take_first_key();
create trigger known_devices_stay before delete on devices for each row execute function refuse_known_device();
revoke all on devices from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (device_id, name, platform, public_key), update (revoked_at, stopped_at) on devices to pursestrings_app;
-- To hold a row, a role must be able to change it.
grant select, update (revoked_at, wallet_id, linked_at) on devices to pursestrings_creator;
grant select (device_id, wallet_id), delete on devices to pursestrings_system;

create policy wallet on device_keys to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_keys for select to pursestrings_creator using (true);
create policy system_forgets on device_keys to pursestrings_system using (true);
create trigger keys_are_fixed before update on device_keys for each row
  when (old.status <> 'active' or (old.device_id, old.kid, old.alg, old.jwk, old.created_at, old.proven_at)
    is distinct from (new.device_id, new.kid, new.alg, new.jwk, new.created_at, new.proven_at))
  execute function refuse_change();
revoke all on device_keys from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (device_id, kid, alg, jwk, proven_at), update (status, ended_at) on device_keys to pursestrings_app;
grant select on device_keys to pursestrings_creator;
grant select (device_id), delete on device_keys to pursestrings_system;

create policy wallet on device_codes to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_codes to pursestrings_creator using (purpose = 'link') with check (purpose = 'link');
create policy system_forgets on device_codes to pursestrings_system using (true);
revoke all on device_codes from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (code_hash, expires_at, used_by), delete on device_codes to pursestrings_app;
grant select, update (used_by), delete on device_codes to pursestrings_creator;
grant select (device_id), delete on device_codes to pursestrings_system;

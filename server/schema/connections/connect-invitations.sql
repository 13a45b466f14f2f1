-- owner: connect-invitations
-- Connect Keys are the wallet's alone until an agent shows one; the invitation that comes of it belongs to both.

-- Every change of an invitation is an event of the wallet's feed. Runs as the role that appends.
create or replace function tell_wallet_of_invitation() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  previous text := case when tg_op = 'UPDATE' then old.status end;
  next text := case when new.expiry_event_at is null then new.status else 'expired' end;
  -- No status comes twice, so it is the event's place in the row of this invitation.
  place integer := array_position(array['pending', 'approved', 'exchanged', 'rejected', 'expired'], next);
begin
  perform append_events(array[row(('connect_invitation.' || next)::event_kind, new.merchant_id,
    event_id_at(new.connect_invitation_id, place + epoch_jump()), null, new.connect_invitation_id, null, null,
    jsonb_build_object('status', next, 'previous_status', previous, 'connection_id', new.connection_id),
    false, new.device_id, null)::new_event]);
  return null;
end $$;

-- Invitations that ran out, each with one event. What ran out long ago has none.
create or replace function expire_connect_invitations(at_most integer) returns void language plpgsql as $$
begin
  update connect_invitations v set expiry_event_at = now()
  where (v.merchant_id, v.connect_invitation_id) in (
    select o.merchant_id, o.connect_invitation_id from connect_invitations o
    where o.status in ('pending', 'approved') and o.expiry_event_at is null
      and o.expires_at between now() - interval '1 day' and now()
    order by o.expires_at limit at_most for update skip locked);
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function tell_wallet_of_invitation() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function tell_wallet_of_invitation(), expire_connect_invitations(integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function expire_connect_invitations(integer) to pursestrings_system;

create policy wallet on connect_keys to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
-- An agent shows a key and does not know whose it is.
create policy system on connect_keys to pursestrings_system using (true) with check (true);
create policy creator on connect_keys to pursestrings_creator using (true);
revoke all on connect_keys from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, delete on connect_keys to pursestrings_app;
grant select, update (used_at), delete on connect_keys to pursestrings_system;
grant select (device_id), delete on connect_keys to pursestrings_creator;

create policy tenant on connect_invitations to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on connect_invitations to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on connect_invitations for select to pursestrings_system using (true);
create policy creator on connect_invitations for select to pursestrings_creator using (true);
create policy system_notes on connect_invitations for update to pursestrings_system using (true) with check (true);
create trigger wallet_sees_invitation after insert on connect_invitations
  for each row execute function tell_wallet_of_invitation();
create trigger wallet_sees_changes after update of status, expiry_event_at on connect_invitations
  for each row when ((old.status, old.expiry_event_at) is distinct from (new.status, new.expiry_event_at))
  execute function tell_wallet_of_invitation();
revoke all on connect_invitations from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (granted_scopes, status, connection_id, decided_at, expires_at, decision_required), delete on
  connect_invitations to pursestrings_app;
grant select (merchant_id, connect_invitation_id, device_id, status, expires_at, expiry_event_at), update (expiry_event_at)
  on connect_invitations to pursestrings_system;
grant select (device_id, status, expires_at) on connect_invitations to pursestrings_creator;

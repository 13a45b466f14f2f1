-- owner: connect-invitations
-- Connect Keys are the wallet's alone until an agent shows one; the invitation that comes of it belongs to both.

comment on table connect_keys is 'One-time keys that a wallet shows to an agent; only the hash is kept.';
create policy wallet on connect_keys to countersign_app
  using (device_id = device()) with check (device_id = device());
-- An agent shows a key and does not know whose it is.
create policy system on connect_keys to countersign_system using (true) with check (true);
revoke all on connect_keys from countersign_app, countersign_system, countersign_creator;
grant select, insert, delete on connect_keys to countersign_app;
grant select, update (used_at), delete on connect_keys to countersign_system;

comment on table connect_invitations is
  'An agent asks a wallet to connect. expires_at ends the time to decide, and after an approval the time to exchange.';
create policy tenant on connect_invitations to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on connect_invitations to countersign_app
  using (device_id = device()) with check (device_id = device());
create policy system on connect_invitations for select to countersign_system using (true);
revoke all on connect_invitations from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (granted_scopes, status, connection_id, decided_at, expires_at), delete on
  connect_invitations to countersign_app;
grant select (device_id) on connect_invitations to countersign_system;

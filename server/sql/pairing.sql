-- owner: pairing
-- Agents that wait for a wallet. A session is the agent's until a wallet shows its code.

comment on table pairing_sessions is
  'An agent waits for a wallet that types its code; of the code only the hash is kept.';
create policy tenant on pairing_sessions to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on pairing_sessions for select to countersign_system using (true);
create policy system_ends on pairing_sessions for update to countersign_system using (true) with check (true);
revoke all on pairing_sessions from countersign_app, countersign_system, countersign_creator;
grant select, insert, update (wrong_codes, granted_scopes, status, device_id, connection_id, decided_at, expires_at),
  delete on pairing_sessions to countersign_app;
grant select, update (expires_at) on pairing_sessions to countersign_system;

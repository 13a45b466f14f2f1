-- owner: pairing
-- Agents that wait for a wallet. A session is the agent's until a wallet shows its code.

create policy tenant on pairing_sessions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on pairing_sessions for select to pursestrings_system using (true);
create policy system_ends on pairing_sessions for update to pursestrings_system using (true) with check (true);
revoke all on pairing_sessions from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (wrong_codes, granted_scopes, status, device_id, connection_id, decided_at, expires_at),
  delete on pairing_sessions to pursestrings_app;
grant select, update (expires_at) on pairing_sessions to pursestrings_system;

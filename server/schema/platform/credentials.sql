-- owner: credentials
-- Who sees one-time codes, sessions and tokens. A hash is looked up by the system role, before the tenant is known.

revoke all on one_time_codes from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update (used_at, wrong_codes), delete on one_time_codes to pursestrings_system;
grant select (email, account_id), delete on one_time_codes to pursestrings_operator;

create policy tenant on merchant_sessions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_sessions to pursestrings_system using (true) with check (true);
create policy operator on merchant_sessions to pursestrings_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
revoke all on merchant_sessions from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update (closed_at, mail_proven_at, passkey_proven_at, passkey_since, step_up_tries_left)
  on merchant_sessions to pursestrings_app;
grant select, update (last_seen_at, step_up_hash, step_up_until, step_up_tries_left), delete on merchant_sessions
  to pursestrings_system;
grant select (merchant_id, session_id, account_id, last_seen_at, expires_at, closed_at), update (closed_at)
  on merchant_sessions to pursestrings_operator;

create policy tenant on agent_tokens to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agent_tokens to pursestrings_system using (true) with check (true);
revoke all on agent_tokens from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on agent_tokens to pursestrings_app;
grant select, delete on agent_tokens to pursestrings_system;

-- A device's token is replaced by its next one and by no other value: at its first use, or ten minutes after the rotation.
-- Nobody else may write the column.
create or replace function use_next_device_token(shown bytea) returns table (device_id uuid, wallet_id uuid)
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  update device_tokens t set token_hash = t.next_token_hash, issued_at = now(), last_used_on = current_date,
    next_token_hash = null, next_nonce = null, next_until = null
  where t.next_token_hash = shown
  returning t.device_id, wallet_of(t.device_id);
end $$;

create or replace function end_replaced_device_tokens() returns void
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  update device_tokens t set token_hash = t.next_token_hash, issued_at = now(), last_used_on = current_date,
    next_token_hash = null, next_nonce = null, next_until = null
  where t.next_until <= now();
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function use_next_device_token(bytea) owner to pursestrings_creator;
alter function end_replaced_device_tokens() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function use_next_device_token(bytea), end_replaced_device_tokens() from public, pursestrings_app, pursestrings_system;
grant execute on function use_next_device_token(bytea), end_replaced_device_tokens() to pursestrings_system;

create policy wallet on device_tokens to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_tokens to pursestrings_creator using (true) with check (true);
create policy system on device_tokens for select to pursestrings_system using (true);
create policy system_notes on device_tokens for update to pursestrings_system using (true) with check (true);
create policy system_forgets on device_tokens for delete to pursestrings_system using (true);
revoke all on device_tokens from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (next_token_hash, next_nonce, next_until), delete on device_tokens to pursestrings_app;
grant select, update (last_used_on), delete on device_tokens to pursestrings_system;
grant select (device_id, token_hash, last_used_on, next_token_hash, next_until),
  update (token_hash, issued_at, last_used_on, next_token_hash, next_nonce, next_until) on device_tokens
  to pursestrings_creator;

revoke all on passkeys from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update (counter, last_used_at, leaves_at), delete on passkeys to pursestrings_system;
grant select (passkey_id, account_id, name, created_at, last_used_at), delete on passkeys to pursestrings_operator;

revoke all on moving_slots from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select on moving_slots to pursestrings_system;

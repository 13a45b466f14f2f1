-- owner: credentials
-- Who sees links, grants, sessions and tokens. A hash is looked up by the system role, before the tenant is known.

comment on table email_links is 'One-time sign-in links; only the hash is kept.';
revoke all on email_links from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select, insert, update (used_at, wrong_codes), delete on email_links to countersign_system;
grant select (email), delete on email_links to countersign_operator;

comment on table session_grants is 'One-time grants that become a session; only the hash is kept.';
revoke all on session_grants from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select, insert, update (used_at), delete on session_grants to countersign_system;
grant select (account_id), delete on session_grants to countersign_operator;

comment on table merchant_sessions is 'Sessions of people signed in for an organization.';
create policy tenant on merchant_sessions to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_sessions to countersign_system using (true) with check (true);
create policy operator on merchant_sessions to countersign_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
revoke all on merchant_sessions from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select, insert, update (closed_at, mail_proven_at, passkey_proven_at) on merchant_sessions to countersign_app;
grant select, update (last_seen_at), delete on merchant_sessions to countersign_system;
grant select (merchant_id, session_id, account_id, last_seen_at, expires_at, closed_at), update (closed_at)
  on merchant_sessions to countersign_operator;

comment on table agent_tokens is 'Short tokens that agents get for a signed assertion.';
create policy tenant on agent_tokens to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agent_tokens to countersign_system using (true) with check (true);
revoke all on agent_tokens from countersign_app, countersign_system, countersign_creator;
grant select, insert on agent_tokens to countersign_app;
grant select, delete on agent_tokens to countersign_system;

comment on table spent_assertions is 'Assertions that were exchanged, so that none opens twice.';
create policy tenant on spent_assertions to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on spent_assertions to countersign_system using (true) with check (true);
revoke all on spent_assertions from countersign_app, countersign_system, countersign_creator;
grant select, insert on spent_assertions to countersign_app;
grant select, delete on spent_assertions to countersign_system;

comment on table device_tokens is
  'One token per device, and the next one after a rotation, until it is first used.';
create policy wallet on device_tokens to countersign_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_tokens for select to countersign_creator using (true);
create policy system on device_tokens for select to countersign_system using (true);
create policy system_notes on device_tokens for update to countersign_system using (true) with check (true);
create policy system_forgets on device_tokens for delete to countersign_system using (true);
revoke all on device_tokens from countersign_app, countersign_system, countersign_creator;
-- token_hash and issued_at for processes of the version before, whose rotations replace the token.
grant select, insert, update (token_hash, issued_at, next_token_hash, next_nonce, next_until), delete on device_tokens
  to countersign_app;
grant select, update (token_hash, issued_at, last_used_on, next_token_hash, next_nonce, next_until), delete on device_tokens
  to countersign_system;
grant select (device_id, token_hash, last_used_on) on device_tokens to countersign_creator;

comment on table claim_tokens is 'Short tokens with which a claimant asks after its invitation and exchanges it.';
create policy tenant on claim_tokens to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on claim_tokens to countersign_system using (true) with check (true);
revoke all on claim_tokens from countersign_app, countersign_system, countersign_creator;
grant select, insert on claim_tokens to countersign_app;
grant select, delete on claim_tokens to countersign_system;

comment on table passkeys is 'Passkeys of people. Only the public key is kept; one that leaves works until then.';
revoke all on passkeys from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select, insert, update (name, counter, last_used_at, leaves_at), delete on passkeys to countersign_system;
grant select (passkey_id, account_id, name, created_at, last_used_at), delete on passkeys to countersign_operator;

comment on table passkey_challenges is 'What a passkey is asked to sign, once.';
revoke all on passkey_challenges from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select, insert, update (used_at), delete on passkey_challenges to countersign_system;
grant select (account_id), delete on passkey_challenges to countersign_operator;

comment on table step_up_codes is 'Codes by mail that confirm a session; only the hash is kept, one for each session.';
create policy tenant on step_up_codes to countersign_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on step_up_codes to countersign_system using (true) with check (true);
revoke all on step_up_codes from countersign_app, countersign_system, countersign_creator;
grant select, update (wrong_codes), delete on step_up_codes to countersign_app;
grant select, insert, update (code_hash, wrong_codes, expires_at), delete on step_up_codes to countersign_system;

comment on table moving_slots is 'Slots on their way to another cell, or away. Empty unless an operator moves slots.';
revoke all on moving_slots from countersign_app, countersign_system, countersign_creator, countersign_operator;
grant select on moving_slots to countersign_system;

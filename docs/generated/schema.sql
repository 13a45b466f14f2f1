-- Made by `npm run generate` from a migrated database; do not edit.
--
-- The database as it is now, module by module. To read: server/schema makes it, by its baseline (tables, types, indexes) and by
-- the files of each area (functions, views, triggers, policies, grants). Each table is followed by its indexes, by the
-- triggers that guard it, by its policies (which rows a role sees) and by its grants (what a role may do). The roles:
--   pursestrings_app      the application, one tenant or one wallet at a time
--   pursestrings_system   looks across tenants where a policy says so
--   pursestrings_creator  runs the functions that are marked with it, and nothing else
--   pursestrings_operator does what people do by hand, and nothing else
--   pursestrings_owner    owns and migrates

-- ---------------------------------------------------------------------------------------------------------------------
-- postgres
-- Who a transaction is for, as row-level security sees it, and what tables of many modules share.

-- Which files of server/schema were applied, and in which state.
create table applied_sql (
  file text not null,
  checksum text not null,
  applied_at timestamptz not null default clock_timestamp(),
  primary key (file, checksum)
);
grant select on applied_sql to pursestrings_app, pursestrings_system, pursestrings_operator;

-- Which history this is: one row at the start, and one for each backup that was restored.
create table service_epoch (
  epoch integer not null,
  began_at timestamptz not null default clock_timestamp(),
  reason text not null,
  primary key (epoch),
  check (epoch > 0)
);
create trigger epochs_stay before update or delete on service_epoch for each row execute function refuse_change();
grant select on service_epoch to pursestrings_app, pursestrings_creator;
grant select, insert (epoch, reason) on service_epoch to pursestrings_system;

-- function agent_payment_status_may_follow(previous agent_payment_status, next agent_payment_status) returns boolean
--     (platform/postgres.contract.sql)
-- function analyse_grown_table() returns text, as pursestrings_owner (platform/postgres.sql)
-- function answered_within_s() returns integer[] (platform/postgres.contract.sql)
-- function approval_lifetime() returns interval (platform/postgres.contract.sql)
-- function approvals_return_after() returns interval (platform/postgres.contract.sql)
-- function connection_token_lifetime() returns interval (platform/postgres.contract.sql)
-- function cooling_off_default_s() returns integer (platform/postgres.contract.sql)
-- function cooling_off_of(network text) returns interval (platform/postgres.contract.sql)
-- function device() returns uuid (platform/postgres.sql)
-- function epoch_jump() returns bigint (platform/postgres.sql)
-- function expiry_max() returns interval (platform/postgres.contract.sql)
-- function expiry_min() returns interval (platform/postgres.contract.sql)
-- function findings_max() returns integer (platform/postgres.contract.sql)
-- function in_slot_of(id uuid, other uuid) returns uuid (platform/postgres.sql)
-- function late_reports_max() returns integer (platform/postgres.contract.sql)
-- function ledger_unit(network text) returns numeric (platform/postgres.contract.sql)
-- function listing_lasts() returns interval (platform/postgres.contract.sql)
-- function needs_transaction_hash(reported payment_status) returns boolean (platform/postgres.contract.sql)
-- function payee_findings_max() returns integer (platform/postgres.contract.sql)
-- function payment_status_may_follow(previous payment_status, next payment_status) returns boolean
--     (platform/postgres.contract.sql)
-- function policy_decision_kept() returns interval (platform/postgres.contract.sql)
-- function policy_status_may_follow(previous policy_status, next policy_status) returns boolean
--     (platform/postgres.contract.sql)
-- function recipient_version_may_follow(previous text, next text) returns boolean (platform/postgres.contract.sql)
-- function refuse_change() returns trigger (platform/postgres.sql)
-- function refused_attempt_kept() returns interval (platform/postgres.contract.sql)
-- function restored_at() returns timestamptz (platform/postgres.sql)
-- function slot_of(id uuid) returns smallint (baseline/platform.sql)
-- function step_up_lifetime() returns interval (platform/postgres.contract.sql)
-- function tenant() returns uuid (platform/postgres.sql)
-- function time_is_now() returns trigger (platform/postgres.sql)
-- function wallet() returns uuid (platform/postgres.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- credentials
-- Who sees one-time codes, sessions and tokens. A hash is looked up by the system role, before the tenant is known.

-- What a person signs in or confirms with, once; only hashes.
create table one_time_codes (
  code_hash bytea not null,
  kind text not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  email text,
  account_id uuid,
  nonce_hash bytea,
  typed_code_hash bytea,
  wrong_codes integer not null default 0,
  chosen_merchant uuid,
  signed_in_by text,
  passkey_since timestamptz,
  primary key (code_hash),
  check ((kind = 'link') = (email is not null)),
  check ((kind <> 'grant') or ((account_id is not null) and (signed_in_by is not null))),
  check (kind in ('link', 'grant', 'passkey_sign_in', 'passkey_register', 'passkey_step_up')),
  check (signed_in_by in ('mail', 'passkey'))
);
create index one_time_codes_expires_at_idx on one_time_codes (expires_at);
grant select, insert, update (used_at, wrong_codes), delete on one_time_codes to pursestrings_system;
grant select (email, account_id), delete on one_time_codes to pursestrings_operator;

-- Sessions of people signed in for an organization.
create table merchant_sessions (
  merchant_id uuid not null,
  session_id uuid not null,
  token_hash bytea not null,
  account_id uuid not null,
  transport text not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  closed_at timestamptz,
  signed_in_by text not null default 'mail',
  mail_proven_at timestamptz default now(),
  passkey_proven_at timestamptz,
  passkey_since timestamptz,
  step_up_hash bytea,
  step_up_until timestamptz,
  step_up_tries_left integer not null default 0,
  primary key (merchant_id, session_id),
  check (signed_in_by in ('mail', 'passkey')),
  check (transport in ('cookie', 'bearer'))
);
create index merchant_sessions_expires_at_idx on merchant_sessions (expires_at);
create index merchant_sessions_token_hash_idx on merchant_sessions (token_hash);
create policy tenant on merchant_sessions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_sessions to pursestrings_system using (true) with check (true);
create policy operator on merchant_sessions to pursestrings_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
grant select, insert, update (closed_at, mail_proven_at, passkey_proven_at, passkey_since, step_up_tries_left)
  on merchant_sessions to pursestrings_app;
grant select, update (last_seen_at, step_up_hash, step_up_until, step_up_tries_left), delete on merchant_sessions
  to pursestrings_system;
grant select (merchant_id, session_id, account_id, last_seen_at, expires_at, closed_at), update (closed_at)
  on merchant_sessions to pursestrings_operator;

-- Short tokens that agents get for a signed assertion, or when they claim a Connect Key.
create table agent_tokens (
  merchant_id uuid not null,
  agent_token_id uuid not null,
  token_hash bytea not null,
  agent_id uuid not null,
  expires_at timestamptz not null,
  credential_id uuid,
  jti text,
  connect_invitation_id uuid,
  primary key (merchant_id, agent_token_id),
  unique (merchant_id, agent_id, jti),
  check ((jti is null) = (credential_id is null)),
  check ((credential_id is null) <> (connect_invitation_id is null))
);
create index agent_tokens_expires_at_idx on agent_tokens (expires_at);
create index agent_tokens_token_hash_idx on agent_tokens (token_hash);
create policy tenant on agent_tokens to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agent_tokens to pursestrings_system using (true) with check (true);
grant select, insert on agent_tokens to pursestrings_app;
grant select, delete on agent_tokens to pursestrings_system;

-- One token per device, and the next one after a rotation, until it is first used.
create table device_tokens (
  device_id uuid not null,
  token_hash bytea not null,
  issued_at timestamptz not null default now(),
  last_used_on date not null default CURRENT_DATE,
  next_token_hash bytea,
  next_nonce bytea,
  next_until timestamptz,
  primary key (device_id)
);
create index device_tokens_last_used_on_idx on device_tokens (last_used_on);
create index device_tokens_next_token_hash_idx on device_tokens (next_token_hash) where (next_token_hash is not null);
create index device_tokens_next_until_idx on device_tokens (next_until) where (next_until is not null);
create index device_tokens_token_hash_idx on device_tokens (token_hash);
create policy wallet on device_tokens to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_tokens to pursestrings_creator using (true) with check (true);
create policy system on device_tokens for select to pursestrings_system using (true);
create policy system_notes on device_tokens for update to pursestrings_system using (true) with check (true);
create policy system_forgets on device_tokens for delete to pursestrings_system using (true);
grant select, insert, update (next_token_hash, next_nonce, next_until), delete on device_tokens to pursestrings_app;
grant select, update (last_used_on), delete on device_tokens to pursestrings_system;
grant select (device_id, token_hash, last_used_on, next_token_hash, next_until),
  update (token_hash, issued_at, last_used_on, next_token_hash, next_nonce, next_until) on device_tokens
  to pursestrings_creator;

-- Passkeys of people. Only the public key is kept; one that leaves works until then.
create table passkeys (
  passkey_id uuid not null,
  account_id uuid not null,
  credential_id text not null,
  public_key bytea not null,
  counter bigint not null,
  transports text[] not null default '{}',
  name text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  leaves_at timestamptz,
  primary key (passkey_id),
  unique (credential_id)
);
create index passkeys_account_id_idx on passkeys (account_id);
grant select, insert, update (counter, last_used_at, leaves_at), delete on passkeys to pursestrings_system;
grant select (passkey_id, account_id, name, created_at, last_used_at), delete on passkeys to pursestrings_operator;

-- Slots on their way to another cell, or away. Empty unless an operator moves slots.
create table moving_slots (
  slot smallint not null,
  state text not null,
  changed_at timestamptz not null default now(),
  primary key (slot),
  check (state in ('moving', 'frozen', 'away', 'arrived'))
);
grant select on moving_slots to pursestrings_system;

-- function end_replaced_device_tokens() returns void, as pursestrings_creator (platform/credentials.sql)
-- function use_next_device_token(shown bytea) returns table (device_id uuid, wallet_id uuid), as pursestrings_creator
--     (platform/credentials.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- http
-- Limits that hold across processes. Counts may be lost without harm.

-- Counters of limits that hold across processes. Not logged: counts may be lost without harm.
create unlogged table rate_limits (
  key text not null,
  points integer not null default 0,
  expire bigint,
  primary key (key)
);
grant select, insert, update, delete on rate_limits to pursestrings_app;

-- ---------------------------------------------------------------------------------------------------------------------
-- audit-events
-- Append-only: the application may add and read; no one may change or remove.

-- What people and agents did to a tenant's records. Append-only.
create table audit_events (
  merchant_id uuid not null,
  audit_event_id uuid not null,
  action text not null,
  actor text not null,
  target text not null,
  details jsonb not null,
  occurred_at timestamptz not null default now(),
  primary key (merchant_id, audit_event_id)
);
create index audit_events_by_action on audit_events (merchant_id, action, audit_event_id);
create index audit_events_by_actor on audit_events (merchant_id, actor, audit_event_id);
create index audit_events_by_target on audit_events (merchant_id, target, audit_event_id);
create trigger time_is_now before insert on audit_events for each row execute function time_is_now('occurred_at');
create trigger facts_stay before update or delete on audit_events for each row execute function refuse_change();
create trigger gets_a_place after insert on audit_events for each row execute function audit_event_waits();
create policy tenant on audit_events to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy operator on audit_events to pursestrings_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on audit_events for select to pursestrings_creator using (true);
grant select, insert (merchant_id, audit_event_id, action, actor, target, details) on audit_events to pursestrings_app;
grant select, insert (merchant_id, audit_event_id, action, actor, target, details) on audit_events
  to pursestrings_operator;
grant select on audit_events to pursestrings_creator;

-- function record_names(ids uuid[]) returns table (id uuid, name text) (organizations/audit-events.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- merchants
-- Organizations, and which accounts may open them; and the personal spaces of wallets.

-- The tenants: organizations, and the personal spaces of wallets.
create table merchants (
  merchant_id uuid not null,
  name text not null,
  status text not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  slot smallint not null generated always as (slot_of(merchant_id)) stored,
  suspended_by text,
  creates_per_minute_max integer,
  pending_max integer,
  agents_stopped_at timestamptz,
  kind text not null generated always as (
case substr((merchant_id), 15, 1)
    when '8' then 'personal'
    else 'organization'
end) stored,
  primary key (merchant_id),
  check (status in ('pending', 'active', 'suspended'))
);
create trigger suspension before update on merchants for each row execute function merchant_suspension();
create trigger operator_needs_proof before update of status on merchants
  for each row when (new.status = 'active' and old.status <> 'active' and not is_personal(new.merchant_id)) execute function operator_needs_proof();
create policy tenant on merchants to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchants for select to pursestrings_system using (true);
create policy creator on merchants for select to pursestrings_creator using (true);
create policy operator on merchants to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
grant select, insert, update (name, status, suspended_by, version, agents_stopped_at) on merchants to pursestrings_app;
grant select on merchants to pursestrings_system;
grant select on merchants to pursestrings_creator;
grant select, update (status, suspended_by, version, creates_per_minute_max, pending_max) on merchants
  to pursestrings_operator;

-- Which accounts may open which organization.
create table memberships (
  merchant_id uuid not null,
  account_id uuid not null,
  created_at timestamptz not null default now(),
  role text not null default 'owner',
  last_signed_in_at timestamptz,
  approver_since timestamptz,
  primary key (merchant_id, account_id),
  check (role in ('viewer', 'developer', 'admin', 'owner'))
);
create index memberships_account_id_idx on memberships (account_id);
create trigger personal_space_has_no_members before insert on memberships
  for each row when (is_personal(new.merchant_id)) execute function refuse_member_of_personal_space();
create trigger approver_since before insert or update on memberships
  for each row execute function membership_approver_since();
create trigger revocation_is_listed after delete on memberships
  for each row execute function list_revocation('membership', 'merchant_id', 'account_id');
create policy tenant on memberships to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on memberships for select to pursestrings_system using (true);
create policy operator on memberships to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
grant select, insert, update (role, last_signed_in_at), delete on memberships to pursestrings_app;
grant select on memberships to pursestrings_system;
grant select, update (last_signed_in_at), delete on memberships to pursestrings_operator;

create view member_roles with (security_invoker = true) as
  select merchant_id, account_id, role from memberships;
grant select on member_roles to pursestrings_system;

-- function is_personal(tenant_id uuid) returns boolean (organizations/merchants.sql)
-- function membership_approver_since() returns trigger (organizations/merchants.sql)
-- function merchant_suspension() returns trigger (organizations/merchants.sql)
-- function personal_space_of(wallet_id uuid) returns uuid (organizations/merchants.sql)
-- function refuse_member_of_personal_space() returns trigger (organizations/merchants.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- merchant-accounts
-- A person, known by a mailbox. Not a tenant's: one account may open several organizations.

-- A person, known by a mailbox. One account may open several organizations.
create table accounts (
  account_id uuid not null,
  email text not null,
  created_at timestamptz not null default now(),
  primary key (account_id),
  unique (email)
);
grant select, insert on accounts to pursestrings_system;
grant select on accounts to pursestrings_operator;

-- function erase_mailbox(account uuid) returns boolean, as pursestrings_owner (organizations/merchant-accounts.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- members
-- Invitations to an organization. Whoever signs in with the mailbox finds theirs as the system, before the tenant is
-- known.

-- Mailboxes that are invited to an organization, and as what.
create table member_invitations (
  merchant_id uuid not null,
  member_invitation_id uuid not null,
  email text not null,
  role text not null,
  status text not null default 'pending',
  invited_by uuid not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  accepted_at timestamptz,
  primary key (merchant_id, member_invitation_id),
  check (role in ('viewer', 'developer', 'admin', 'owner')),
  check (status in ('pending', 'accepted', 'withdrawn', 'expired'))
);
create index member_invitations_email_idx on member_invitations (email) where (status = 'pending');
create unique index member_invitations_pending_idx on member_invitations (merchant_id, email) where (status = 'pending');
create policy tenant on member_invitations to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on member_invitations for select to pursestrings_system using (true);
create policy operator on member_invitations to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
create policy eraser on member_invitations for all to pursestrings_owner using (merchant_id = tenant())
  with check (merchant_id = tenant() and email ~ '@erased\.invalid$');
grant select, insert, update (status, accepted_at) on member_invitations to pursestrings_app;
grant select on member_invitations to pursestrings_system;
grant select, update (status) on member_invitations to pursestrings_operator;

-- function erase_invited(mailbox text) returns setof uuid, as pursestrings_owner (organizations/members.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- merchant-keys
-- Keys of a merchant's own servers.

-- Keys of a merchant's own servers. Only the hash is kept, and four characters to know a key by.
create table merchant_keys (
  merchant_id uuid not null,
  merchant_key_id uuid not null,
  name text not null,
  scopes text[] not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, merchant_key_id),
  check (octet_length(key_hash) = 32),
  check (length(last_four) = 4),
  check (cardinality(scopes) > 0)
);
create index merchant_keys_by_hash on merchant_keys (key_hash);
create trigger keep_merchant_key before update on merchant_keys for each row execute function keep_merchant_key();
create trigger revocation_is_listed after update of revoked_at on merchant_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function list_revocation('merchant_key', 'merchant_id', 'merchant_key_id');
create policy tenant on merchant_keys to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system_reads on merchant_keys for select to pursestrings_system using (true);
create policy system_notes_use on merchant_keys for update to pursestrings_system using (true) with check (true);
grant select, insert, update (revoked_at) on merchant_keys to pursestrings_app;
grant select, update (last_used_at) on merchant_keys to pursestrings_system;

create view merchant_key_credentials with (security_invoker = true) as
  select merchant_id, merchant_key_id, scopes, key_hash, last_used_at from merchant_keys
  where revoked_at is null and (expires_at is null or expires_at > now());
grant select, update (last_used_at) on merchant_key_credentials to pursestrings_system;

-- function keep_merchant_key() returns trigger (organizations/merchant-keys.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- events
-- How events come into feeds, and how feeds are read. The agent's is the connection's events in the order of the
-- connection's own counter; the others are what the sequencer enters, after the commits.

create type event_kind as enum ('payment_request.pending', 'payment_request.signed', 'payment_request.broadcasted', 'payment_request.confirmed', 'payment_request.failed', 'payment_request.expired', 'payment_request.rejected', 'payment_request.late_report', 'payment_request.chain_observed', 'payment_request.disputed', 'payment_request.proven_unpaid', 'payment_request.ledger_finding', 'payment_request.merchant_accepted', 'agent_payment.intent_created', 'agent_payment.approved', 'agent_payment.submitted', 'agent_payment.settled', 'agent_payment.rejected', 'agent_payment.failed', 'agent_payment.expired', 'agent_payment.canceled', 'agent_payment.late_report', 'agent_payment.chain_observed', 'agent_payment.disputed', 'agent_payment.proven_unpaid', 'agent_payment.ledger_finding', 'agent_payment.merchant_accepted', 'connection.created', 'connection.paused', 'connection.resumed', 'connection.narrowed', 'connection.token_rotated', 'connection.revoked', 'recipient.version_cooling', 'recipient.version_activated', 'recipient.version_suspended', 'recipient.version_revived', 'recipient.version_retired', 'merchant_domain.verified', 'merchant_domain.failing', 'merchant_domain.lapsed', 'automation_policy.created', 'automation_policy.renamed', 'automation_policy.narrowed', 'automation_policy.widened', 'automation_policy.proposed', 'automation_policy.declined', 'automation_policy.proposal_withdrawn', 'automation_policy.consented', 'automation_policy.paused', 'automation_policy.resumed', 'automation_policy.withdrawn', 'merchant.suspended', 'merchant.restored', 'connect_invitation.pending', 'connect_invitation.approved', 'connect_invitation.exchanged', 'connect_invitation.rejected', 'connect_invitation.expired');

-- What happened, whichever resource it happened to. Written once.
create table events (
  merchant_id uuid not null,
  event_id uuid not null,
  occurred_at timestamptz not null,
  cursor bigint,
  kind event_kind not null,
  subject_id uuid not null,
  connection_id uuid,
  data jsonb not null,
  primary key (merchant_id, event_id)
);
create index events_occurred_at_idx on events using brin (occurred_at) with (pages_per_range='16', autosummarize='on');
create trigger events_stay before update or delete on events for each row execute function refuse_change();
create policy tenant on events to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on events for select to pursestrings_system using (true);
create policy creator on events to pursestrings_creator using (true) with check (true);
grant select on events to pursestrings_app, pursestrings_system;
grant select, insert on events to pursestrings_creator;

-- Events that have no cursor in the feeds of merchant, device and project yet.
create table events_pending (
  pending_id bigint not null,
  event_merchant_id uuid not null,
  event_id uuid not null,
  for_merchant boolean not null,
  device_id uuid,
  project_id uuid,
  primary key (pending_id)
) with (autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=10000);
create policy creator on events_pending to pursestrings_creator using (true) with check (true);
create policy system on events_pending for select to pursestrings_system using (true);
grant select, insert, delete on events_pending to pursestrings_creator;
grant select on events_pending to pursestrings_system;

-- Where the feed of a merchant, a device or a project ends.
create table feeds (
  owner_id uuid not null,
  last_cursor bigint not null,
  primary key (owner_id)
) with (fillfactor=50);
create policy creator on feeds to pursestrings_creator using (true) with check (true);
grant select, insert, update (last_cursor) on feeds to pursestrings_creator;

-- The feeds of merchants, devices and projects: their events, numbered without gaps.
create table feed_entries (
  owner_id uuid not null,
  cursor bigint not null,
  event_merchant_id uuid not null,
  event_id uuid not null,
  primary key (owner_id, cursor)
);
create trigger entries_stay before update or delete on feed_entries for each row execute function refuse_change();
create policy creator on feed_entries to pursestrings_creator using (true) with check (true);
grant select, insert on feed_entries to pursestrings_creator;

-- function append_event(one new_event) returns void, as pursestrings_creator (delivery/events.append.sql)
-- function append_events(news new_event[]) returns void, as pursestrings_creator (delivery/events.append.sql)
-- function event_id_at(of_row uuid, place bigint) returns uuid (delivery/events.append.sql)
-- function feeds_with_news(owners uuid[], sinces bigint[]) returns setof integer, as pursestrings_creator
--     (delivery/events.sql)
-- function jump_feeds(by bigint) returns void, as pursestrings_creator (delivery/events.sql)
-- function last_entry_of_feed(of_owner uuid, up_to bigint) returns bigint, as pursestrings_creator
--     (delivery/events.sql)
-- function last_event_of_connection(of_token_hash bytea, up_to bigint) returns bigint, as pursestrings_creator
--     (delivery/events.sql)
-- function payment_request_event(of_merchant uuid, of_connection uuid, of_device uuid, at_cursor bigint, of_request
--     uuid, named text, previous payment_status, next payment_status, late boolean, at timestamptz) returns new_event
--     (delivery/events.append.sql)
-- function read_event_pages(token_hashes bytea[], sinces bigint[], limits integer[]) returns table (item integer,
--     verdict text, connection_id uuid, last_cursor bigint, events text), as pursestrings_creator (delivery/events.sql)
-- function read_feed(of_owner uuid, since bigint, at_most integer) returns table (last_cursor bigint, cursor bigint,
--     merchant_id uuid, event_id uuid, kind event_kind, subject_id uuid, connection_id uuid, connection_cursor bigint,
--     occurred_at timestamptz, data jsonb), as pursestrings_creator (delivery/events.sql)
-- function readers_with_news(token_hashes bytea[], sinces bigint[]) returns setof integer, as pursestrings_creator
--     (delivery/events.sql)
-- function sequence_events(at_most integer) returns table (owner_id uuid, merchant_event_ids uuid[], taken integer), as
--     pursestrings_creator (delivery/events.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- domains
-- Domains that merchants prove.

-- Domains that merchants prove. The challenge is public by its nature and so is kept in clear.
create table merchant_domains (
  merchant_id uuid not null,
  domain_id uuid not null,
  domain text not null,
  status text not null,
  method text not null,
  challenge text not null,
  challenge_expires_at timestamptz not null,
  verified_at timestamptz,
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  verified_since timestamptz,
  last_check jsonb,
  reminded_at timestamptz,
  notices jsonb not null default '[]',
  removed_at timestamptz,
  primary key (merchant_id, domain_id),
  unique (merchant_id, domain),
  check ((status = 'pending') or (verified_at is not null)),
  check (method in ('dns', 'https')),
  check (status in ('pending', 'verified', 'lapsed'))
);
create index merchant_domains_domain_id_idx on merchant_domains (domain_id);
create index merchant_domains_verified_at_idx on merchant_domains (verified_at) where (status = 'verified');
create trigger verified_since_is_kept before insert or update on merchant_domains
  for each row execute function keep_verified_since();
create trigger payee_log after update of status on merchant_domains for each row
  when (old.status is distinct from new.status) execute function log_domain_moves();
create policy tenant on merchant_domains to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on merchant_domains for select to pursestrings_system using (true);
create policy creator on merchant_domains for select to pursestrings_creator using (true);
create policy operator on merchant_domains to pursestrings_operator
  using (merchant_id = tenant()) with check (merchant_id = tenant());
grant select, insert, update (status, method, challenge, challenge_expires_at, verified_at, failing_since, last_check,
  reminded_at, notices, removed_at) on merchant_domains to pursestrings_app;
grant select on merchant_domains to pursestrings_system;
grant select on merchant_domains to pursestrings_creator;
grant select, update (reminded_at) on merchant_domains to pursestrings_operator;

-- function keep_verified_since() returns trigger (payees/domains.sql)
-- function operator_needs_proof() returns trigger (payees/domains.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- recipients
-- What makes a payee trustworthy is held by the database, whoever writes: a version begins as a draft, moves only along
-- the table of moves, serves only with evidence of a domain that is proven now, and not before its cooling off is over
-- by the clock of the very statement. Times are the database's own.

-- Payees. Points at the version that serves.
create table recipients (
  merchant_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  name_skeleton text not null,
  active_version_id uuid,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  active_status text generated always as (
case
    when (active_version_id is not null) then 'active'
    else null
end) stored,
  retired_at timestamptz,
  listed_by text,
  listing_seen_at timestamptz,
  listing_gone_at timestamptz,
  primary key (merchant_id, recipient_id),
  unique (merchant_id, name_skeleton),
  constraint active_version_is_its_own_and_serves foreign key (merchant_id, recipient_id, active_version_id, active_status) references recipient_versions(merchant_id, recipient_id, recipient_version_id, status) deferrable initially deferred,
  check ((listed_by is not null) = (name_skeleton ~~ 'listed:%')),
  check (name = COALESCE(listed_by, name)),
  check ((listed_by is not null) or (COALESCE(listing_seen_at, listing_gone_at) is null))
);
create index recipients_listing_seen_idx on recipients (listing_seen_at) where ((listed_by is not null) and (active_version_id is not null));
create trigger listing_moves before update on recipients for each row
  when ((old.listing_seen_at, old.listing_gone_at) is distinct from (new.listing_seen_at, new.listing_gone_at))
  execute function listing_moves();
create trigger payee_log after update of name on recipients for each row
  when (old.name is distinct from new.name) execute function log_payee_name();
create policy tenant on recipients to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipients for select to pursestrings_system using (true);
create policy creator on recipients to pursestrings_creator using (true) with check (true);
grant select, insert (merchant_id, recipient_id, name, name_skeleton, listed_by), update (active_version_id, version, name,
  name_skeleton, retired_at, listing_seen_at, listing_gone_at) on recipients to pursestrings_app;
grant select on recipients to pursestrings_system;
grant select, update (version) on recipients to pursestrings_creator;

-- What a payee is paid to, written once. Only the standing of a version changes.
create table recipient_versions (
  merchant_id uuid not null,
  recipient_version_id uuid not null,
  recipient_id uuid not null,
  number integer not null,
  rail text not null,
  network text not null,
  asset text not null,
  address text not null,
  memo text,
  contract text,
  issuer text,
  decimals integer not null,
  chain_id integer,
  created_at timestamptz not null default now(),
  status text not null,
  vouched_by uuid,
  activates_at timestamptz,
  activated_at timestamptz,
  retired_at timestamptz,
  suspended_at timestamptz,
  retired_reason text,
  recalled_at timestamptz,
  recall_reason text,
  requested_by uuid,
  requested_at timestamptz,
  approved_by uuid,
  approved_at timestamptz,
  reference text,
  primary key (merchant_id, recipient_version_id),
  unique (merchant_id, recipient_id, number),
  constraint standing_of_version unique (merchant_id, recipient_id, recipient_version_id, status),
  foreign key (merchant_id, recipient_id) references recipients(merchant_id, recipient_id),
  check (recall_reason in ('compromised', 'mistake')),
  check ((reference is null) or ((reference in ('memo_hash', 'authorization_nonce')) and (memo is null))),
  check (retired_reason in ('replaced', 'discarded', 'held', 'recalled', 'recipient_retired')),
  check (status in ('draft', 'verified', 'awaiting_approval', 'cooling', 'active', 'suspended', 'retired'))
);
create unique index one_active_version on recipient_versions (merchant_id, recipient_id) where (status = 'active');
create index recipient_versions_address_idx on recipient_versions (merchant_id, address);
create index recipient_versions_listed_idx on recipient_versions (network, address);
create index recipient_versions_recipient_version_id_idx on recipient_versions (recipient_version_id);
create index recipient_versions_waiting_idx on recipient_versions (merchant_id, recipient_version_id) where (status in ('awaiting_approval', 'cooling'));
create trigger facts_are_fixed before update on recipient_versions for each row
  when ((old.merchant_id, old.recipient_version_id, old.recipient_id, old.number, old.rail, old.network, old.asset,
         old.address, old.memo, old.contract, old.issuer, old.decimals, old.chain_id, old.reference, old.created_at)
    is distinct from
        (new.merchant_id, new.recipient_version_id, new.recipient_id, new.number, new.rail, new.network, new.asset,
         new.address, new.memo, new.contract, new.issuer, new.decimals, new.chain_id, new.reference, new.created_at))
  execute function refuse_change();
create trigger facts_stay before delete on recipient_versions for each row execute function refuse_change();
create trigger facts_stay_all before truncate on recipient_versions execute function refuse_change();
create trigger begins_as_a_draft before insert on recipient_versions
  for each row execute function recipient_version_begins();
create trigger moves_are_allowed before update on recipient_versions
  for each row execute function recipient_version_moves();
create trigger payee_log after update of status on recipient_versions for each row
  when (old.status is distinct from new.status) execute function log_payee_moves();
create policy tenant on recipient_versions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipient_versions for select to pursestrings_system using (true);
create policy creator on recipient_versions for select to pursestrings_creator using (true);
grant select, insert (merchant_id, recipient_version_id, recipient_id, number, rail, network, asset, address, memo,
  contract, issuer, decimals, chain_id, reference, status), update (status, vouched_by, activates_at, activated_at, retired_at,
  suspended_at, retired_reason, recalled_at, recall_reason, requested_by, requested_at, approved_by) on recipient_versions
  to pursestrings_app;
grant select on recipient_versions to pursestrings_system;
grant select on recipient_versions to pursestrings_creator;

-- The document of a proven domain that vouches for a version, with its digest.
create table recipient_evidence (
  merchant_id uuid not null,
  evidence_id uuid not null,
  recipient_version_id uuid not null,
  source_id uuid not null,
  found_in text not null,
  document text not null,
  digest text not null,
  created_at timestamptz not null default now(),
  body text,
  primary key (merchant_id, evidence_id),
  foreign key (merchant_id, recipient_version_id) references recipient_versions(merchant_id, recipient_version_id),
  check (octet_length(body) <= 16384)
);
create index recipient_evidence_merchant_id_recipient_version_id_evidenc_idx on recipient_evidence (merchant_id, recipient_version_id, evidence_id);
create trigger facts_stay before update or delete on recipient_evidence for each row execute function refuse_change();
create trigger time_is_now before insert on recipient_evidence for each row execute function time_is_now('created_at');
create policy tenant on recipient_evidence to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on recipient_evidence for select to pursestrings_creator using (true);
grant select (merchant_id, evidence_id, recipient_version_id, source_id, document, digest, created_at) on recipient_evidence
  to pursestrings_creator;

-- What payees were called before. Written once: facts were signed with it.
create table recipient_former_names (
  merchant_id uuid not null,
  recipient_id uuid not null,
  name text not null,
  name_skeleton text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, recipient_id, name)
);
create trigger names_stay before update or delete on recipient_former_names
  for each row execute function refuse_change();
create trigger time_is_now before insert on recipient_former_names for each row execute function time_is_now('created_at');
create policy tenant on recipient_former_names to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipient_former_names for select to pursestrings_system using (true);
grant select, insert (merchant_id, recipient_id, name, name_skeleton) on recipient_former_names to pursestrings_app;
grant select on recipient_former_names to pursestrings_system;

-- Organizations where a change of payees needs two people, or did.
create table payee_change_approvals (
  merchant_id uuid not null,
  required_since timestamptz not null default now(),
  lowers_at timestamptz,
  lowers_asked_by uuid,
  lowers_approved_by uuid,
  primary key (merchant_id),
  check ((lowers_at is null) = (lowers_asked_by is null)),
  check ((lowers_approved_by is null) or (lowers_asked_by is not null))
);
create trigger lowers_by_two before insert or update on payee_change_approvals
  for each row execute function payee_approvals_change();
create trigger facts_stay before delete on payee_change_approvals for each row execute function refuse_change();
create policy tenant on payee_change_approvals to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payee_change_approvals for select to pursestrings_system using (true);
grant select, insert (merchant_id), update (lowers_at, lowers_asked_by, lowers_approved_by) on payee_change_approvals
  to pursestrings_app;
grant select on payee_change_approvals to pursestrings_system;

-- How long new addresses wait, where an organization chose more than a day.
create table recipient_cooling_off (
  merchant_id uuid not null,
  cooling_off_s integer not null,
  lowers_to_s integer,
  lowers_at timestamptz,
  primary key (merchant_id),
  check ((lowers_to_s is null) = (lowers_at is null)),
  check ((cooling_off_s >= 86400) and (cooling_off_s <= 604800)),
  check ((lowers_to_s >= 86400) and (lowers_to_s <= 604800))
);
create trigger lowers_late before insert or update on recipient_cooling_off
  for each row execute function cooling_off_lowers_late();
create trigger facts_stay before delete on recipient_cooling_off for each row execute function refuse_change();
create policy tenant on recipient_cooling_off to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on recipient_cooling_off for select to pursestrings_system using (true);
create policy creator on recipient_cooling_off for select to pursestrings_creator using (true);
grant select, insert, update (cooling_off_s, lowers_to_s, lowers_at) on recipient_cooling_off to pursestrings_app;
grant select on recipient_cooling_off to pursestrings_system, pursestrings_creator;

create view payee_standings with (security_invoker = true) as
  select v.merchant_id, v.recipient_version_id, v.network, v.recalled_at,
    v.recalled_at is null and v.status <> 'suspended'
      and (coalesce(d.status = 'verified', false) or is_listing(v) and v.status = 'active')
      and coalesce(m.status = 'active', false) as verified
  from recipient_versions v
  left join merchants m on m.merchant_id = v.merchant_id
  left join merchant_domains d on d.merchant_id = v.merchant_id and d.domain_id = v.vouched_by;
grant select on payee_standings to pursestrings_app, pursestrings_system, pursestrings_creator;

-- function approves_payees_from(of_merchant uuid, person uuid) returns timestamptz (payees/recipients.sql)
-- function confirms_payee_moves(of_merchant uuid, person uuid, in_session uuid) returns boolean (payees/recipients.sql)
-- function cooling_off_lowers_late() returns trigger (payees/recipients.sql)
-- function is_listing(v recipient_versions) returns boolean (payees/recipients.sql)
-- function listing_is_stale(r recipients) returns boolean (payees/recipients.sql)
-- function listing_moves() returns trigger (payees/recipients.sql)
-- function listing_of(of_merchant uuid, of_recipient uuid, OUT listed boolean, OUT fresh boolean) returns record
--     (payees/recipients.sql)
-- function merchant_cooling_off(of_merchant uuid) returns interval (payees/recipients.sql)
-- function payee_approvals_change() returns trigger (payees/recipients.sql)
-- function payee_approvers(of_merchant uuid) returns integer (payees/recipients.sql)
-- function payee_changes_need_two(of_merchant uuid) returns boolean (payees/recipients.sql)
-- function payee_moves(v recipient_versions) returns boolean (payees/recipients.sql)
-- function payee_request_stands(of_merchant uuid, person uuid, at timestamptz) returns boolean (payees/recipients.sql)
-- function recipient_version_begins() returns trigger (payees/recipients.sql)
-- function recipient_version_moves() returns trigger (payees/recipients.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- log
-- The payee log: entries are written by the same transaction that changes a payee or a domain, whoever changes it, and
-- get their places in the tree from the sequencer. Nothing of it is ever changed. It begins when a worker with a log
-- key starts; until then nothing is written.

-- What commitments of the log mean. Only erasure takes salt and document away.
create table payee_openings (
  merchant_id uuid not null,
  commitment bytea not null,
  subject_tag bytea not null,
  seq integer not null,
  domain_tag bytea not null,
  address_tag bytea,
  recipient_version_id uuid,
  domain_id uuid,
  name text,
  event text not null,
  salt bytea,
  document text,
  observation text,
  created_at timestamptz not null default now(),
  primary key (merchant_id, commitment)
);
create index payee_openings_address_tag_idx on payee_openings (address_tag) where (address_tag is not null);
create index payee_openings_domain_idx on payee_openings (merchant_id, domain_id) where (domain_id is not null);
create index payee_openings_domain_tag_idx on payee_openings (domain_tag) where (recipient_version_id is not null);
create index payee_openings_subject_idx on payee_openings (subject_tag, seq);
create index payee_openings_version_idx on payee_openings (merchant_id, recipient_version_id, seq) where (recipient_version_id is not null);
create trigger facts_stay before update of merchant_id, commitment, subject_tag, domain_tag, address_tag, recipient_version_id,
  domain_id, name, event, salt, document, observation, created_at or delete on payee_openings
  for each row execute function refuse_change();
create policy tenant on payee_openings to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payee_openings for select to pursestrings_system using (true);
create policy creator on payee_openings to pursestrings_creator using (true) with check (true);
grant select on payee_openings to pursestrings_app, pursestrings_system;
grant select, insert, update (seq) on payee_openings to pursestrings_creator;

-- Entries that have no place in the tree yet.
create table log_pending (
  merchant_id uuid not null,
  log_pending_id bigint not null,
  subject_tag bytea not null,
  domain_tag bytea,
  seq integer not null,
  entry text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, log_pending_id),
  check (octet_length(entry) <= 1024)
);
create index log_pending_oldest_idx on log_pending (log_pending_id);
create policy tenant on log_pending to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on log_pending for select to pursestrings_system using (true);
create policy creator on log_pending to pursestrings_creator using (true) with check (true);
grant select on log_pending to pursestrings_app, pursestrings_system;
grant select, insert, update (seq, entry), delete on log_pending to pursestrings_creator;

-- How far the tree has grown. One row, once the log has begun.
create table log_state (
  one boolean not null default true,
  origin text not null,
  policy text not null,
  size bigint not null default 0,
  root bytea not null default sha256('\x'::bytea),
  primary key (one),
  check (one)
);
create trigger only_grows before update or delete on log_state for each row execute function log_only_grows();
create trigger stays before truncate on log_state execute function refuse_change();
grant select on log_state to pursestrings_app, pursestrings_system, pursestrings_operator;
grant select, insert (origin, policy), update (size, root, policy) on log_state to pursestrings_creator;

-- Leaves of the tree in their order, with the entries that they are hashes of.
create table log_leaves (
  log_index bigint not null,
  leaf_hash bytea not null,
  subject_tag bytea not null,
  domain_tag bytea,
  seq integer not null,
  entry text not null,
  primary key (log_index),
  unique (subject_tag, seq)
);
create index log_leaves_domain_idx on log_leaves (domain_tag, log_index) where (domain_tag is not null);
create trigger facts_stay before update or delete on log_leaves for each row execute function refuse_change();
create trigger facts_stay_all before truncate on log_leaves execute function refuse_change();
grant select on log_leaves to pursestrings_system;
grant select, insert on log_leaves to pursestrings_creator;

-- Full tiles of the tree.
create table log_tiles (
  level smallint not null,
  tile bigint not null,
  hashes bytea not null,
  root bytea not null,
  primary key (level, tile),
  check (length(hashes) = 8192)
);
create trigger facts_stay before update or delete on log_tiles for each row execute function refuse_change();
create trigger facts_stay_all before truncate on log_tiles execute function refuse_change();
grant select on log_tiles to pursestrings_system;
grant insert on log_tiles to pursestrings_creator;

-- Heads of the tree that were signed.
create table log_checkpoints (
  size bigint not null,
  root bytea not null,
  note text not null,
  created_at timestamptz not null default now(),
  primary key (size)
);
create trigger facts_stay before update or delete on log_checkpoints for each row execute function refuse_change();
create trigger facts_stay_all before truncate on log_checkpoints execute function refuse_change();
grant select on log_checkpoints to pursestrings_system;
grant select, insert on log_checkpoints to pursestrings_creator;

-- Which witness saw which head, and when last.
create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  created_at timestamptz not null default now(),
  primary key (size, witness)
);
grant select on log_cosignatures to pursestrings_system;
grant select, insert, update (line, created_at) on log_cosignatures to pursestrings_creator;

-- function append_domain_log(of merchant_domains, happened text) returns void (transparency/log.sql)
-- function append_key_log(of_purpose text, of_kid text, of_jwk text, becomes text) returns boolean, as
--     pursestrings_creator (transparency/log.sql)
-- function append_log(of_merchant uuid, of_subject bytea, of_domain bytea, members jsonb, already jsonb) returns
--     integer (transparency/log.sql)
-- function append_missing_log(at_most integer) returns integer, as pursestrings_creator (transparency/log.sql)
-- function append_payee_log(of recipient_versions, happened text) returns void (transparency/log.sql)
-- function begin_log(named text, shown_policy text) returns boolean, as pursestrings_creator (transparency/log.sql)
-- function grow_log(from_size bigint, new_root bytea, leaf_hashes bytea[], subject_tags bytea[], domain_tags bytea[],
--     seqs integer[], entries text[], tile_levels integer[], tile_numbers bigint[], tile_hashes bytea[], tile_roots
--     bytea[]) returns void, as pursestrings_creator (transparency/log.sequence.sql)
-- function keep_checkpoint(of_size bigint, of_root bytea, signed_note text) returns boolean, as pursestrings_creator
--     (transparency/log.sequence.sql)
-- function keep_cosignature(of_size bigint, by_witness text, signed_line text) returns void, as pursestrings_creator
--     (transparency/log.sequence.sql)
-- function log_domain_moves() returns trigger, as pursestrings_creator (transparency/log.sql)
-- function log_json(members jsonb, already jsonb) returns text (transparency/log.sql)
-- function log_only_grows() returns trigger (transparency/log.sequence.sql)
-- function log_payee_moves() returns trigger, as pursestrings_creator (transparency/log.sql)
-- function log_payee_name() returns trigger, as pursestrings_creator (transparency/log.sql)
-- function log_salt() returns bytea (transparency/log.sql)
-- function log_tag(label text, of text) returns bytea (transparency/log.sql)
-- function log_time(at timestamptz) returns text (transparency/log.sql)
-- function logged_cooling(of_merchant uuid, of_version uuid) returns bigint, as pursestrings_creator
--     (transparency/log.read.sql)
-- function logged_key(of_subject bytea, of_kid text) returns table (entry text, log_index bigint), as
--     pursestrings_creator (transparency/log.read.sql)
-- function payee_changes(of_device uuid, after bigint, at_most integer) returns table (log_index bigint, event text,
--     document text, activates_at timestamptz, created_at timestamptz), as pursestrings_creator
--     (transparency/log.read.sql)
-- function payee_history(of_subject bytea, at_most integer) returns table (seq integer, event text, name text,
--     recipient_version_id uuid, salt bytea, document text, created_at timestamptz, log_index bigint), as
--     pursestrings_creator (transparency/log.read.sql)
-- function payee_record(of_subject bytea, of_version uuid, of_name text, before timestamptz) returns table (entry text,
--     salt bytea, document text, evidence text, log_index bigint), as pursestrings_creator (transparency/log.read.sql)
-- function renumber_log_pending(from_index bigint) returns integer, as pursestrings_creator
--     (transparency/log.repair.sql)
-- function serving_payees(by_subject bytea, by_domain bytea, by_address bytea, at_most integer) returns table
--     (recipient_id uuid, recipient_version_id uuid, name text, domain text, number integer, rail text, network text,
--     asset text, address text, memo text, contract text, issuer text, decimals integer, chain_id integer, activated_at
--     timestamptz, changed_at timestamptz), as pursestrings_creator (transparency/log.read.sql)
-- function take_log_pending(at_most integer) returns table (size bigint, root bytea, subject_tags bytea[], domain_tags
--     bytea[], seqs integer[], entries text[]), as pursestrings_creator (transparency/log.sequence.sql)
-- function wire_id(prefix text, id uuid) returns text (transparency/log.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- service-keys
-- Keys of the service only move on, and a public part is never deleted: what a key signed must verify for as long as it
-- is kept.

-- Keys that the service makes itself, sealed by its key store.
create table service_keys (
  purpose text not null,
  kid text not null,
  number bigint not null,
  public_jwk jsonb,
  sealed bytea not null,
  sealed_by text not null,
  state text not null,
  made_at timestamptz not null default now(),
  not_before timestamptz,
  not_after timestamptz,
  compromised_at timestamptz,
  primary key (purpose, kid),
  check (kid ~ '^[A-Za-z0-9._-]{1,64}$'),
  check (purpose in ('facts', 'receipt', 'webhook')),
  check (state in ('next', 'current', 'retired'))
);
create unique index service_keys_one_idx on service_keys (purpose, state) where (state <> 'retired');
create trigger moves_on before update or delete on service_keys for each row execute function service_keys_move_on();
create trigger facts_stay before update of purpose, kid, number, public_jwk, made_at on service_keys
  for each row execute function refuse_change();
grant select, insert (purpose, kid, public_jwk, sealed, sealed_by, state, not_before, not_after),
  update (sealed, sealed_by, state, not_before, not_after, compromised_at), delete on service_keys
  to pursestrings_system, pursestrings_operator;

-- What became of the keys of the service, and who wanted it.
create table service_key_changes (
  change_id bigint not null,
  changed_at timestamptz not null default now(),
  purpose text not null,
  kid text not null,
  change text not null,
  actor text not null,
  reason text not null,
  primary key (change_id)
);
create trigger facts_stay before update or delete on service_key_changes for each row execute function refuse_change();
grant select, insert (purpose, kid, change, actor, reason) on service_key_changes to pursestrings_system;
grant insert (purpose, kid, change, actor, reason) on service_key_changes to pursestrings_operator;

-- function service_keys_move_on() returns trigger (transparency/service-keys.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- audit-log
-- A tree over each tenant's audit events. Events wait in the same commit that writes them; one worker at a time gives
-- them their places, in the order in which they were committed, and writes heads into the payee log. Nothing of it is
-- ever changed.

-- Audit events that have no place in their tree yet.
create table audit_pending (
  merchant_id uuid not null,
  audit_pending_id bigint not null,
  audit_event_id uuid not null,
  primary key (merchant_id, audit_pending_id)
);
create index audit_pending_oldest_idx on audit_pending (audit_pending_id);
create policy tenant on audit_pending to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_pending for select to pursestrings_system using (true);
create policy creator on audit_pending to pursestrings_creator using (true) with check (true);
grant select on audit_pending to pursestrings_system;
grant select, insert, delete on audit_pending to pursestrings_creator;

-- How far the tree of a tenant's audit events has grown, and how far the payee log has it.
create table audit_state (
  merchant_id uuid not null,
  size bigint not null default 0,
  root bytea not null default sha256('\x'::bytea),
  logged_size bigint not null default 0,
  logged_at timestamptz not null default '-infinity'::timestamp with time zone,
  primary key (merchant_id)
);
create index audit_state_unlogged_idx on audit_state (logged_at) where (size > logged_size);
create trigger only_grows before update or delete on audit_state for each row execute function audit_only_grows();
create policy tenant on audit_state to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_state for select to pursestrings_system using (true);
create policy creator on audit_state to pursestrings_creator using (true) with check (true);
grant select on audit_state to pursestrings_app, pursestrings_system;
grant select, insert, update (size, root, logged_size, logged_at) on audit_state to pursestrings_creator;

-- Leaves of the trees: hashes of audit events, in their order.
create table audit_leaves (
  merchant_id uuid not null,
  audit_index bigint not null,
  audit_event_id uuid not null,
  leaf_hash bytea not null,
  primary key (merchant_id, audit_index),
  unique (merchant_id, audit_event_id)
);
create trigger facts_stay before update or delete on audit_leaves for each row execute function refuse_change();
create trigger facts_stay_all before truncate on audit_leaves execute function refuse_change();
create policy tenant on audit_leaves to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_leaves for select to pursestrings_system using (true);
create policy creator on audit_leaves to pursestrings_creator using (true) with check (true);
grant select on audit_leaves to pursestrings_app, pursestrings_system;
grant select, insert on audit_leaves to pursestrings_creator;

-- Roots of full tiles of the trees.
create table audit_tiles (
  merchant_id uuid not null,
  level smallint not null,
  tile bigint not null,
  root bytea not null,
  primary key (merchant_id, level, tile)
);
create trigger facts_stay before update or delete on audit_tiles for each row execute function refuse_change();
create trigger facts_stay_all before truncate on audit_tiles execute function refuse_change();
create policy tenant on audit_tiles to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_tiles for select to pursestrings_system using (true);
create policy creator on audit_tiles to pursestrings_creator using (true) with check (true);
grant select on audit_tiles to pursestrings_system;
grant insert on audit_tiles to pursestrings_creator;

-- Heads of the trees whose commitments are in the payee log.
create table audit_heads (
  merchant_id uuid not null,
  size bigint not null,
  commitment bytea not null,
  salt bytea not null,
  document text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, size)
);
create trigger facts_stay before update or delete on audit_heads for each row execute function refuse_change();
create trigger facts_stay_all before truncate on audit_heads execute function refuse_change();
create policy tenant on audit_heads to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_heads for select to pursestrings_system using (true);
create policy creator on audit_heads to pursestrings_creator using (true) with check (true);
grant select on audit_heads to pursestrings_app, pursestrings_system;
grant select, insert on audit_heads to pursestrings_creator;

-- function audit_entries(of_merchant uuid, from_index bigint, at_most integer) returns table (audit_event_id uuid,
--     action text, actor text, target text, details jsonb, occurred_at text), as pursestrings_creator
--     (transparency/audit-log.sql)
-- function audit_event_waits() returns trigger, as pursestrings_creator (transparency/audit-log.sql)
-- function audit_only_grows() returns trigger (transparency/audit-log.sql)
-- function begin_audit_trees() returns void, as pursestrings_creator (transparency/audit-log.sql)
-- function grow_audit_tree(of_merchant uuid, from_size bigint, new_root bytea, event_ids uuid[], leaf_hashes bytea[],
--     tile_levels integer[], tile_numbers bigint[], tile_roots bytea[]) returns void, as pursestrings_creator
--     (transparency/audit-log.sql)
-- function log_audit_heads(every_s double precision, at_most integer) returns integer, as pursestrings_creator
--     (transparency/audit-log.sql)
-- function take_audit_pending(at_most integer) returns table (merchant_id uuid, size bigint, events jsonb[]), as
--     pursestrings_creator (transparency/audit-log.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- agents
-- Agents and their public keys. A key, once registered, is what it is: only its standing can change.

-- Agents of a merchant, and when they have a key that works.
create table agents (
  merchant_id uuid not null,
  agent_id uuid not null,
  name text not null,
  runtime text not null,
  environment text not null,
  allowed_scopes text[] not null,
  status text not null default 'draft',
  version integer not null default 1,
  created_at timestamptz not null default now(),
  stopped boolean not null default false,
  keys_usable tstzmultirange not null default '{}',
  primary key (merchant_id, agent_id),
  check (cardinality(allowed_scopes) > 0),
  check ((not stopped) or (status in ('suspended', 'retired'))),
  check (environment = 'testnet'),
  check (status in ('draft', 'active', 'suspended', 'retired'))
);
create index agents_agent_id_idx on agents (agent_id);
create trigger keep_agent_retired before update on agents
  for each row when (old.status = 'retired') execute function keep_agent_retired();
create policy tenant on agents to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agents for select to pursestrings_system using (true);
create policy creator on agents for select to pursestrings_creator using (true);
create policy creator_keeps on agents for update to pursestrings_creator using (true) with check (true);
grant select, insert, update (name, allowed_scopes, status, version, stopped) on agents to pursestrings_app;
grant select on agents to pursestrings_system;
grant select, update (keys_usable) on agents to pursestrings_creator;

-- Public keys of agents. A key never changes and never comes back.
create table agent_credentials (
  merchant_id uuid not null,
  agent_id uuid not null,
  credential_id uuid not null,
  kid text not null,
  alg text not null,
  public_key bytea not null,
  status text not null default 'pending',
  not_before timestamptz not null,
  expires_at timestamptz not null,
  challenge_hash bytea,
  challenge_expires_at timestamptz,
  created_at timestamptz not null default now(),
  activated_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  primary key (merchant_id, credential_id),
  unique (merchant_id, agent_id, kid),
  unique (merchant_id, public_key),
  foreign key (merchant_id, agent_id) references agents(merchant_id, agent_id),
  check (alg = 'Ed25519'),
  check (expires_at > not_before),
  check ((challenge_hash is null) = (challenge_expires_at is null)),
  check ((status = 'pending') = (challenge_hash is not null)),
  check ((status <> 'active') or (activated_at is not null)),
  check ((status = 'revoked') = (revoked_at is not null)),
  check (octet_length(public_key) = 32),
  check (status in ('pending', 'active', 'revoked'))
);
create index agent_credentials_agent_id_kid_idx on agent_credentials (agent_id, kid);
create trigger keep_agent_credential before update on agent_credentials
  for each row execute function keep_agent_credential();
create trigger keys_usable_are_kept after insert on agent_credentials
  for each row when (new.status = 'active') execute function keep_keys_usable();
create trigger keys_usable_are_kept_on_change after update of status, not_before, expires_at on agent_credentials
  for each row when (old.status = 'active' or new.status = 'active') execute function keep_keys_usable();
create trigger revocation_is_listed after update of status on agent_credentials
  for each row when (old.status <> 'revoked' and new.status = 'revoked')
  execute function list_revocation('agent_credential', 'merchant_id', 'agent_id', 'credential_id');
create policy tenant on agent_credentials to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on agent_credentials for select to pursestrings_system using (true);
create policy creator on agent_credentials for select to pursestrings_creator using (true);
grant select, insert, update (status, not_before, expires_at, challenge_hash, challenge_expires_at, activated_at,
  revoked_at, last_used_at) on agent_credentials to pursestrings_app;
grant select (merchant_id, agent_id, credential_id, kid, alg, public_key, status, not_before, expires_at,
  last_used_at) on agent_credentials to pursestrings_system;
grant select (merchant_id, agent_id, status, not_before, expires_at) on agent_credentials to pursestrings_creator;

create view usable_agent_credentials with (security_invoker = true) as
  select a.merchant_id, a.agent_id, c.credential_id, c.kid, c.public_key, a.allowed_scopes
  from agents a join agent_credentials c on c.merchant_id = a.merchant_id and c.agent_id = a.agent_id
  where a.status = 'active' and c.status = 'active' and now() >= c.not_before and now() < c.expires_at;
grant select on usable_agent_credentials to pursestrings_app;
grant select on usable_agent_credentials to pursestrings_system;

-- function keep_agent_credential() returns trigger (connections/agents.sql)
-- function keep_agent_retired() returns trigger (connections/agents.sql)
-- function keep_keys_usable() returns trigger, as pursestrings_creator (connections/agents.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- devices
-- Wallet apps. A device belongs to no merchant: it sees what is its own, whichever merchant it concerns.

-- Wallet apps.
create table devices (
  device_id uuid not null,
  name text not null,
  platform text not null,
  public_key bytea,
  created_at timestamptz not null default now(),
  slot smallint not null generated always as (slot_of(device_id)) stored,
  revoked_at timestamptz,
  wallet_id uuid,
  linked_at timestamptz,
  stopped_at timestamptz,
  primary key (device_id),
  check (octet_length(public_key) = 32)
);
create index devices_wallet_id_idx on devices (wallet_id) where (wallet_id is not null);
create trigger first_key_is_taken after insert on devices for each row when (new.public_key is not null)
  execute function take_first_key();
create trigger known_devices_stay before delete on devices for each row execute function refuse_known_device();
create trigger push_ends after update of revoked_at on devices
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function end_push_subscription();
create trigger revocation_is_listed after update of revoked_at on devices
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function list_revocation('device', 'device_id');
create policy wallet on devices to pursestrings_app
  using (wallet() in (device_id, wallet_id)) with check (wallet() in (device_id, wallet_id));
create policy system on devices for select to pursestrings_system using (true);
create policy creator on devices to pursestrings_creator using (true) with check (true);
create policy system_forgets on devices for delete to pursestrings_system using (true);
grant select, insert (device_id, name, platform, public_key), update (revoked_at, stopped_at) on devices to pursestrings_app;
grant select, update (revoked_at, wallet_id, linked_at) on devices to pursestrings_creator;
grant select (device_id, wallet_id), delete on devices to pursestrings_system;

-- Public keys with which devices sign their decisions; one is active at a time. What ended never comes back.
create table device_keys (
  device_id uuid not null,
  kid text not null,
  alg text not null,
  jwk jsonb not null,
  status text not null default 'active',
  created_at timestamptz not null default now(),
  proven_at timestamptz,
  ended_at timestamptz,
  primary key (device_id, kid),
  check (alg in ('EdDSA', 'ES256')),
  check ((status = 'active') = (ended_at is null)),
  check (status in ('active', 'replaced', 'revoked'))
);
create unique index device_keys_active on device_keys (device_id) where (status = 'active');
create trigger keys_are_fixed before update on device_keys for each row
  when (old.status <> 'active' or (old.device_id, old.kid, old.alg, old.jwk, old.created_at, old.proven_at)
    is distinct from (new.device_id, new.kid, new.alg, new.jwk, new.created_at, new.proven_at))
  execute function refuse_change();
create policy wallet on device_keys to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_keys for select to pursestrings_creator using (true);
create policy system_forgets on device_keys to pursestrings_system using (true);
grant select, insert (device_id, kid, alg, jwk, proven_at), update (status, ended_at) on device_keys to pursestrings_app;
grant select on device_keys to pursestrings_creator;
grant select (device_id), delete on device_keys to pursestrings_system;

-- One-time codes of devices, one of each kind; only hashes.
create table device_codes (
  device_id uuid not null,
  purpose text not null,
  code_hash bytea not null,
  expires_at timestamptz not null,
  used_by uuid,
  primary key (device_id, purpose),
  check ((used_by is null) or (purpose = 'link')),
  check (octet_length(code_hash) = 32),
  check (purpose in ('prove_key', 'link'))
);
create unique index device_codes_code_hash_idx on device_codes (code_hash) where (purpose = 'link');
create policy wallet on device_codes to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on device_codes to pursestrings_creator using (purpose = 'link') with check (purpose = 'link');
create policy system_forgets on device_codes to pursestrings_system using (true);
grant select, insert, update (code_hash, expires_at, used_by), delete on device_codes to pursestrings_app;
grant select, update (used_by), delete on device_codes to pursestrings_creator;
grant select (device_id), delete on device_codes to pursestrings_system;

-- function device_key_is_active(of_device uuid, of_kid text) returns boolean, as pursestrings_creator
--     (connections/devices.sql)
-- function forget_unused_devices(unused_days integer, at_most integer) returns integer (connections/devices.sql)
-- function hold_device(of_device uuid) returns text, as pursestrings_creator (connections/devices.sql)
-- function link_device(of_code bytea, devices_max integer) returns text, as pursestrings_creator
--     (connections/devices.link.sql)
-- function refuse_known_device() returns trigger (connections/devices.sql)
-- function take_first_key() returns trigger (connections/devices.sql)
-- function wallet_has_keys() returns boolean, as pursestrings_creator (connections/devices.link.sql)
-- function wallet_of(of_device uuid) returns uuid (connections/devices.link.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- connections
-- What a connection may do now: what its user granted, as far as the merchant still allows the agent to ask for it, and
-- only while the agent has a key that works. Both are asked at every call, so a change holds from the next one on.

-- What a user lets an agent do. The tenant is the merchant of the agent, the device that of the user. source is what
-- the wallet was shown when it agreed; last_cursor counts the events of this connection, without gaps.
create table connections (
  merchant_id uuid not null,
  connection_id uuid not null,
  agent_id uuid not null,
  device_id uuid not null,
  scopes text[] not null,
  status text not null,
  source jsonb not null,
  token_hash bytea,
  last_cursor bigint not null default 0,
  created_at timestamptz not null default now(),
  paused_at timestamptz,
  revoked_at timestamptz,
  pending_count integer not null default 0,
  paused_by text,
  pause_after_rejections boolean not null default false,
  rejected_at timestamptz[] not null default '{}'::timestamp with time zone[],
  minute_began_at timestamptz,
  created_in_minute integer not null default 0,
  token_expires_at timestamptz not null,
  next_token_hash bytea,
  next_until timestamptz,
  last_used_at timestamptz,
  decision_required_at timestamptz,
  primary key (merchant_id, connection_id),
  check ((status <> 'paused') or (paused_by is not null)),
  check (paused_by in ('wallet', 'rejections', 'stop')),
  check (status in ('active', 'paused', 'revoked'))
) with (fillfactor=50);
create index connections_device_id_connection_id_idx on connections (device_id, connection_id);
create index connections_merchant_id_agent_id_idx on connections (merchant_id, agent_id);
create index connections_next_token_hash_idx on connections (next_token_hash) where (next_token_hash is not null);
create index connections_token_expires_at_idx on connections (token_expires_at) where (token_hash is not null);
create index connections_token_hash_idx on connections (token_hash);
create trigger own_agent_stays before insert on connections
  for each row when (is_personal(new.merchant_id) and new.merchant_id <> personal_space_of(new.device_id))
  execute function refuse_own_agent_elsewhere();
create trigger revocation_is_listed after update of status on connections
  for each row when (old.status <> 'revoked' and new.status = 'revoked')
  execute function list_revocation('connection', 'merchant_id', 'connection_id');
create policy tenant on connections to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on connections to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on connections for select to pursestrings_system using (true);
create policy system_notes on connections for update to pursestrings_system using (true) with check (true);
create policy creator on connections to pursestrings_creator using (true) with check (true);
grant select, insert, update (scopes, status, token_hash, last_cursor, paused_at, revoked_at, pending_count,
  paused_by, rejected_at, token_expires_at, next_token_hash, next_until, decision_required_at,
  pause_after_rejections) on connections
  to pursestrings_app;
grant select, update (token_hash, token_expires_at, next_token_hash, next_until, last_used_at) on connections
  to pursestrings_system;
grant select, update (status, last_cursor, paused_at, pending_count, minute_began_at, created_in_minute, paused_by,
  rejected_at) on connections to pursestrings_creator;

create view connection_credentials with (security_invoker = true) as
  select c.merchant_id, c.connection_id, c.agent_id, c.device_id,
    array(select g.scope from unnest(c.scopes) with ordinality g (scope, place)
      where g.scope = any (a.allowed_scopes) order by g.place) as scopes,
    c.status, c.token_hash, a.status = 'active' as agent_active, c.paused_by,
    a.keys_usable @> now() as agent_has_key, c.token_expires_at > now() as token_lives,
    coalesce(c.last_used_at < now() - interval '1 minute', true) as unnoted
  from connections c join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id;
grant select on connection_credentials to pursestrings_system;

create view next_connection_tokens with (security_invoker = true) as
  select c.next_token_hash from connections c where c.next_token_hash is not null;
grant select on next_connection_tokens to pursestrings_system;

-- function end_old_connection_tokens() returns void (connections/connections.sql)
-- function jump_connection_cursors(by bigint) returns void, as pursestrings_creator (connections/connections.sql)
-- function note_connection_use(of_merchants uuid[], of_connections uuid[]) returns void (connections/connections.sql)
-- function note_decision(of_merchant uuid, of_connection uuid, is_rejection boolean, new_event_id uuid, in_row integer,
--     within_s integer) returns new_event[] (connections/connections.sql)
-- function refuse_own_agent_elsewhere() returns trigger (connections/connections.sql)
-- function scopes_in_force(of_merchant uuid, of_agent uuid, granted text[]) returns text[], as pursestrings_creator
--     (connections/connections.sql)
-- function use_next_connection_tokens(hashes bytea[]) returns void (connections/connections.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- connect-invitations
-- Connect Keys are the wallet's alone until an agent shows one; the invitation that comes of it belongs to both.

-- One-time keys that a wallet shows to an agent; only the hash is kept.
create table connect_keys (
  key_hash bytea not null,
  device_id uuid not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  primary key (key_hash)
);
create index connect_keys_device_id_expires_at_idx on connect_keys (device_id, expires_at);
create policy wallet on connect_keys to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on connect_keys to pursestrings_system using (true) with check (true);
create policy creator on connect_keys to pursestrings_creator using (true);
grant select, insert, delete on connect_keys to pursestrings_app;
grant select, update (used_at), delete on connect_keys to pursestrings_system;
grant select (device_id), delete on connect_keys to pursestrings_creator;

-- An agent asks a wallet to connect. expires_at ends the time to decide, and after an approval the time to exchange.
create table connect_invitations (
  merchant_id uuid not null,
  connect_invitation_id uuid not null,
  agent_id uuid not null,
  device_id uuid not null,
  source jsonb not null,
  requested_scopes text[] not null,
  granted_scopes text[],
  status text not null default 'pending',
  connection_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  expires_at timestamptz not null,
  expiry_event_at timestamptz,
  decision_required boolean not null default false,
  primary key (merchant_id, connect_invitation_id),
  check ((cardinality(granted_scopes) > 0) and (granted_scopes <@ requested_scopes)),
  check ((status = 'pending') = (decided_at is null)),
  check ((status <> ALL (ARRAY['approved', 'exchanged'])) or (granted_scopes is not null)),
  check ((status = 'exchanged') = (connection_id is not null)),
  check (cardinality(requested_scopes) > 0),
  check (status in ('pending', 'approved', 'exchanged', 'rejected'))
);
create index connect_invitations_device_id_connect_invitation_id_idx on connect_invitations (device_id, connect_invitation_id);
create index connect_invitations_expiry_idx on connect_invitations (expires_at) where ((status in ('pending', 'approved')) and (expiry_event_at is null));
create trigger wallet_sees_invitation after insert on connect_invitations
  for each row execute function tell_wallet_of_invitation();
create trigger wallet_sees_changes after update of status, expiry_event_at on connect_invitations
  for each row when ((old.status, old.expiry_event_at) is distinct from (new.status, new.expiry_event_at))
  execute function tell_wallet_of_invitation();
create policy tenant on connect_invitations to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on connect_invitations to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on connect_invitations for select to pursestrings_system using (true);
create policy creator on connect_invitations for select to pursestrings_creator using (true);
create policy system_notes on connect_invitations for update to pursestrings_system using (true) with check (true);
grant select (merchant_id, connect_invitation_id, device_id, status, expires_at, expiry_event_at), update (expiry_event_at)
  on connect_invitations to pursestrings_system;
grant select (device_id, status, expires_at) on connect_invitations to pursestrings_creator;

-- function expire_connect_invitations(at_most integer) returns void (connections/connect-invitations.sql)
-- function tell_wallet_of_invitation() returns trigger, as pursestrings_creator (connections/connect-invitations.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- pairing
-- Agents that wait for a wallet. A session is the agent's until a wallet shows its code.

-- An agent waits for a wallet that types its code; of the code only the hash is kept.
create table pairing_sessions (
  merchant_id uuid not null,
  pairing_session_id uuid not null,
  agent_id uuid not null,
  code_hash bytea not null,
  wrong_codes integer not null default 0,
  source jsonb not null,
  requested_scopes text[] not null,
  granted_scopes text[],
  status text not null default 'pending',
  device_id uuid,
  connection_id uuid,
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  expires_at timestamptz not null,
  primary key (merchant_id, pairing_session_id),
  check ((cardinality(granted_scopes) > 0) and (granted_scopes <@ requested_scopes)),
  check ((status = 'locked') = (wrong_codes = 5)),
  check ((status in ('approved', 'exchanged', 'rejected')) = (decided_at is not null)),
  check ((status in ('approved', 'exchanged')) = ((connection_id is not null) and (granted_scopes is not null))),
  check (cardinality(requested_scopes) > 0),
  check (status in ('pending', 'approved', 'exchanged', 'rejected', 'locked')),
  check ((wrong_codes >= 0) and (wrong_codes <= 5))
);
create index pairing_sessions_code_hash_idx on pairing_sessions (code_hash);
create index pairing_sessions_device_id_idx on pairing_sessions (device_id) where (device_id is not null);
create index pairing_sessions_merchant_id_agent_id_expires_at_idx on pairing_sessions (merchant_id, agent_id, expires_at);
create index pairing_sessions_pairing_session_id_idx on pairing_sessions (pairing_session_id);
create policy tenant on pairing_sessions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on pairing_sessions for select to pursestrings_system using (true);
create policy system_ends on pairing_sessions for update to pursestrings_system using (true) with check (true);
grant select, insert, update (wrong_codes, granted_scopes, status, device_id, connection_id, decided_at, expires_at),
  delete on pairing_sessions to pursestrings_app;
grant select, update (expires_at) on pairing_sessions to pursestrings_system;

-- ---------------------------------------------------------------------------------------------------------------------
-- transaction-contexts
-- What payments are about, in words. A revision is written once.

-- What payments are about, in words, revision by revision. The device is that of the connection.
create table transaction_contexts (
  merchant_id uuid not null,
  connection_id uuid not null,
  transaction_id text not null,
  revision integer not null,
  device_id uuid not null,
  words jsonb not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, connection_id, transaction_id, revision),
  foreign key (merchant_id, connection_id) references connections(merchant_id, connection_id),
  check (revision > 0)
);
create index transaction_contexts_device_id_transaction_id_idx on transaction_contexts (device_id, transaction_id);
create trigger revisions_stay before update or delete on transaction_contexts
  for each row execute function refuse_change();
create policy tenant on transaction_contexts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on transaction_contexts to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy creator on transaction_contexts for select to pursestrings_creator using (true);
grant select, insert on transaction_contexts to pursestrings_app;
grant select on transaction_contexts to pursestrings_creator;

-- ---------------------------------------------------------------------------------------------------------------------
-- merchant-search
-- Finds payees, agents and domains of one organization. By an id or a whole address each is one look-up; names are
-- looked for among the newest of a kind, so that a search costs the same however many there are.

-- function search_records(wanted text, wanted_id uuid, looks integer, hits integer) returns table (type text, id uuid,
--     name text, status text, domain text) (organizations/merchant-search.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- payment-requests
-- What happens to requests after their creation, and how it is read: the wallet's reports, expiry, and the feed.
-- Whoever moves a request holds its connection's row first, so that the cursor is given and the pending counted in the
-- order of commits; every event is written by what gives it its cursor.

create type payment_status as enum ('pending', 'signed', 'broadcasted', 'confirmed', 'failed', 'expired', 'rejected');

-- Requests to pay. What a request asks for is written once; status, transaction and reason move along the table of
-- moves.
create table payment_requests (
  merchant_id uuid not null,
  connection_id uuid not null,
  payment_request_id uuid not null,
  recipient_version_id uuid not null,
  idempotency_digest uuid not null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status payment_status not null,
  replay_count integer not null default 0,
  intent_digest bytea not null,
  facts_digest bytea not null,
  amount text not null,
  idempotency_key text not null,
  request_id text,
  transaction_id text,
  display text,
  metadata text,
  terms text,
  transaction_hash text,
  reason text,
  changed_at timestamptz,
  pending_until timestamptz,
  context_revision integer,
  unsigned_transaction text,
  max_time bigint,
  handoff_shown boolean,
  device_signed boolean,
  decided_by uuid,
  primary key (merchant_id, connection_id, payment_request_id),
  unique (merchant_id, connection_id, idempotency_digest)
) with (fillfactor=85);
create unique index payment_requests_facts_digest_idx on payment_requests (facts_digest);
create unique index payment_requests_merchant_id_connection_id_request_id_idx on payment_requests (merchant_id, connection_id, request_id) where (request_id is not null);
create index payment_requests_merchant_id_payment_request_id_idx on payment_requests (merchant_id, payment_request_id);
create index payment_requests_pending_until_idx on payment_requests (pending_until) where (pending_until is not null);
create trigger facts_are_fixed before update on payment_requests for each row
  when ((old.merchant_id, old.connection_id, old.payment_request_id, old.recipient_version_id, old.idempotency_digest,
         old.created_at, old.expires_at, old.intent_digest, old.facts_digest, old.amount, old.idempotency_key,
         old.request_id, old.transaction_id, old.display, old.metadata, old.terms, old.context_revision)
    is distinct from
        (new.merchant_id, new.connection_id, new.payment_request_id, new.recipient_version_id, new.idempotency_digest,
         new.created_at, new.expires_at, new.intent_digest, new.facts_digest, new.amount, new.idempotency_key,
         new.request_id, new.transaction_id, new.display, new.metadata, new.terms, new.context_revision))
  execute function refuse_change();
create trigger hash_is_fixed before update on payment_requests for each row
  when (old.transaction_hash is not null and new.transaction_hash is distinct from old.transaction_hash
    or old.max_time is not null
      and (new.unsigned_transaction, new.max_time) is distinct from (old.unsigned_transaction, old.max_time)
    or old.handoff_shown and new.handoff_shown is not true)
  execute function refuse_change();
create trigger facts_stay before delete on payment_requests for each row execute function refuse_change();
create trigger moves_are_allowed before update on payment_requests for each row
  when (old.status <> new.status and not payment_status_may_follow(old.status, new.status))
  execute function refuse_change();
create trigger pending_until_is_kept before insert or update of status, expires_at, pending_until on payment_requests
  for each row when (new.pending_until is distinct from case when new.status = 'pending' then new.expires_at end)
  execute function keep_pending_until();
create trigger transaction_is_noted after update on payment_requests for each row
  when (new.transaction_hash is not null and old.transaction_hash is distinct from new.transaction_hash)
  execute function note_transaction_of_request();
create policy tenant on payment_requests to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payment_requests for select to pursestrings_system using (true);
create policy creator on payment_requests to pursestrings_creator using (true) with check (true);
grant select, update (status, replay_count, transaction_hash, reason, changed_at) on payment_requests
  to pursestrings_app;
grant select on payment_requests to pursestrings_system;
grant select, insert, update (status, replay_count, transaction_hash, reason, changed_at, unsigned_transaction, max_time,
  handoff_shown, device_signed, decided_by) on payment_requests to pursestrings_creator;

-- Reports that came after a request had expired and still name a transaction: evidence.
create table late_reports (
  merchant_id uuid not null,
  late_report_id uuid not null,
  connection_id uuid not null,
  payment_request_id uuid not null,
  reported_status payment_status not null,
  transaction_hash text not null,
  reason text,
  reported_at timestamptz not null default now(),
  primary key (merchant_id, late_report_id),
  unique (merchant_id, connection_id, payment_request_id, transaction_hash)
);
create trigger reports_stay before update or delete on late_reports for each row execute function refuse_change();
create trigger transaction_is_noted after insert on late_reports
  for each row execute function note_transaction_of_request();
create policy tenant on late_reports to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on late_reports to pursestrings_creator using (true) with check (true);
grant select, insert (merchant_id, late_report_id, connection_id, payment_request_id, reported_status,
  transaction_hash, reason) on late_reports to pursestrings_app, pursestrings_creator;

-- Which payments name which transaction, over all tenants and both kinds of payments, late reports included.
create table named_transactions (
  network text not null,
  transaction_hash text not null,
  payment_id uuid not null,
  primary key (network, transaction_hash, payment_id)
);
create index named_transactions_payment_id_idx on named_transactions (payment_id);
create trigger facts_stay before update or delete on named_transactions for each row execute function refuse_change();
create policy creator on named_transactions to pursestrings_creator using (true) with check (true);
grant select, insert on named_transactions to pursestrings_creator;

-- What lists of requests filter by, kept from events.
create table payment_request_index (
  merchant_id uuid not null,
  payment_request_id uuid not null,
  connection_id uuid not null,
  agent_id uuid not null,
  recipient_id uuid not null,
  status payment_status not null,
  assurance text not null,
  request_id text,
  task_ref text,
  created_at timestamptz not null,
  answered_at timestamptz,
  cursors bigint[] not null,
  recipient_version_id uuid,
  amount numeric,
  primary key (merchant_id, payment_request_id, connection_id)
);
create index payment_request_index_by_agent on payment_request_index (merchant_id, agent_id, status, created_at, payment_request_id);
create index payment_request_index_by_connection on payment_request_index (merchant_id, connection_id, status, created_at, payment_request_id);
create index payment_request_index_by_name on payment_request_index (merchant_id, request_id) where (request_id is not null);
create index payment_request_index_by_recipient on payment_request_index (merchant_id, recipient_id, status, created_at, payment_request_id);
create index payment_request_index_by_status on payment_request_index (merchant_id, status, created_at, payment_request_id);
create index payment_request_index_by_task on payment_request_index (merchant_id, task_ref, created_at, payment_request_id) where (task_ref is not null);
create index payment_request_index_by_time on payment_request_index (merchant_id, created_at, payment_request_id);
create policy tenant on payment_request_index to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_index to pursestrings_creator using (true) with check (true);
grant select on payment_request_index to pursestrings_app;
grant select, insert, update (status, assurance, answered_at, cursors, recipient_version_id, amount) on payment_request_index to pursestrings_creator;

-- By which words a request is found, written once, with its entry in the index.
create table payment_request_words (
  merchant_id uuid not null,
  word text not null,
  payment_request_id uuid not null,
  primary key (merchant_id, word, payment_request_id)
);
create policy tenant on payment_request_words to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_words to pursestrings_creator using (true) with check (true);
grant select, insert on payment_request_words to pursestrings_creator;

-- Up to which cursor the events of a connection are in the index.
create table payment_request_index_ends (
  merchant_id uuid not null,
  connection_id uuid not null,
  cursor bigint not null,
  primary key (merchant_id, connection_id)
) with (fillfactor=50);
create policy tenant on payment_request_index_ends to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_index_ends to pursestrings_creator using (true) with check (true);
grant select on payment_request_index_ends to pursestrings_app;
grant select, insert, update (cursor) on payment_request_index_ends to pursestrings_creator;

-- How many requests stand where, by when they were created; how fast wallets answer.
create table payment_request_counts (
  merchant_id uuid not null,
  bucket text not null,
  starts_at timestamptz not null,
  measure text not null,
  count bigint not null,
  primary key (merchant_id, bucket, starts_at, measure),
  check (bucket in ('hour', 'day'))
) with (fillfactor=50);
create policy tenant on payment_request_counts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_counts to pursestrings_creator using (true) with check (true);
grant select on payment_request_counts to pursestrings_app;
grant select, insert, update (count) on payment_request_counts to pursestrings_creator;

-- How many requests name each version of a payee.
create table recipient_version_counts (
  merchant_id uuid not null,
  recipient_version_id uuid not null,
  count bigint not null,
  last_created_at timestamptz not null,
  primary key (merchant_id, recipient_version_id)
) with (fillfactor=50);
create policy tenant on recipient_version_counts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on recipient_version_counts to pursestrings_creator using (true) with check (true);
grant select on recipient_version_counts to pursestrings_app;
grant select, insert, update (count, last_created_at) on recipient_version_counts to pursestrings_creator;

-- What devices signed about payments of both kinds, word for word; late where it moved nothing.
create table payment_decisions (
  merchant_id uuid not null,
  connection_id uuid not null,
  payment_id uuid not null,
  status text not null,
  device_id uuid not null,
  kid text not null,
  jws text not null,
  late boolean not null,
  recorded_at timestamptz not null default now(),
  primary key (merchant_id, connection_id, payment_id, status)
);
create trigger decisions_stay before update or delete on payment_decisions for each row execute function refuse_change();
create policy tenant on payment_decisions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on payment_decisions to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on payment_decisions to pursestrings_creator using (true) with check (true);
grant select, insert (merchant_id, connection_id, payment_id, status, device_id, kid, jws, late) on payment_decisions
  to pursestrings_app, pursestrings_creator;

-- The base addresses that this service has had, which the facts of payments name.
create table facts_issuers (
  issuer text not null,
  first_used_at timestamptz not null default clock_timestamp(),
  primary key (issuer)
);
create trigger issuers_stay before update or delete on facts_issuers for each row execute function refuse_change();
create policy system on facts_issuers to pursestrings_system using (true) with check (true);
grant select, insert (issuer) on facts_issuers to pursestrings_system;

create view payment_request_entries as select * from payment_request_index where merchant_id = tenant();
grant select on payment_request_entries to pursestrings_app;

create view payment_requests_shown with (security_invoker = true) as
  select p.merchant_id, c.source, p.connection_id, p.payment_request_id, p.request_id, p.recipient_version_id, p.created_at,
    p.expires_at, payment_status_at(p.status, p.expires_at, v.recalled_at, now()) as status, p.amount, p.idempotency_key,
    p.facts_digest, p.transaction_id, p.context_revision, p.display, p.metadata, p.terms, p.transaction_hash,
    payment_reason_at(p.status, p.expires_at, v.recalled_at, p.reason) as reason, p.device_signed,
    v.verified as payee_verified, b.repeated, b.late_reports, b.ledger
  from payment_requests p
  cross join lateral (
    select c.source from connections c where c.merchant_id = p.merchant_id and c.connection_id = p.connection_id limit 1) c
  cross join lateral (
    select s.recalled_at, s.verified from payee_standings s
    where s.merchant_id = p.merchant_id and s.recipient_version_id = p.recipient_version_id limit 1) v
  cross join lateral payment_beside(p.merchant_id, p.connection_id, p.payment_request_id) b;
grant select on payment_requests_shown to pursestrings_creator;

-- function answered_measure(created_at timestamptz, answered_at timestamptz) returns text
--     (payments/payment-requests.index.sql)
-- function append_payment_request_event(of_merchant uuid, of_connection uuid, of_request uuid, previous payment_status,
--     next payment_status, is_late boolean) returns bigint (payments/payment-requests.sql)
-- function as_reported(one new_event, named text, reason text) returns new_event (payments/payment-requests.wallet.sql)
-- function barred_from_reading(c connections, a agents) returns text (payments/payment-requests.shown.sql)
-- function create_payment_requests(items new_payment_request[], pending_max integer, wallet_pending_max integer,
--     minute_max integer) returns table (item integer, verdict text, merchant_id uuid, connection_id uuid, source
--     jsonb, payment_request_id uuid, created_at timestamptz, context_revision integer, paused_by text, retry_after
--     integer), as pursestrings_creator (payments/payment-requests.create.sql)
-- function decision_of_receipt(of_merchant uuid, of_connection uuid, of_payment uuid) returns table (jws text, kid
--     text, device_id uuid, jwk jsonb, bound_at timestamptz), as pursestrings_creator
--     (payments/payment-requests.decisions.sql)
-- function end_waiting_requests(merchants uuid[], connections_of uuid[], requests uuid[], held uuid[], at timestamptz)
--     returns table (merchant_id uuid, connection_id uuid, ended integer), as pursestrings_creator
--     (payments/payment-requests.waiting.sql)
-- function ended_without_wallet(stands payment_status, reason text) returns boolean
--     (payments/payment-requests.wallet.sql)
-- function expire_payment_requests(at_most integer, patient boolean) returns table (merchant_id uuid, connection_id
--     uuid, expired integer), as pursestrings_creator (payments/payment-requests.waiting.sql)
-- function fail_recalled_requests(of_merchant uuid, of_version uuid, at_most integer) returns table (merchant_id uuid,
--     connection_id uuid, ended integer), as pursestrings_creator (payments/payment-requests.waiting.sql)
-- function find_named_payment_requests(of_merchant uuid, named text) returns table (connection_id uuid,
--     payment_request_id uuid), as pursestrings_creator (payments/payment-requests.index.sql)
-- function find_payment_requests(of_merchant uuid, wanted text, looks integer) returns table (payment_request_id uuid),
--     as pursestrings_creator (payments/payment-requests.words.sql)
-- function find_reported(reports payment_report[]) returns setof found_report (payments/payment-requests.wallet.sql)
-- function find_reported_request(of_token bytea, of_request uuid, of_name text, of_connection uuid) returns table
--     (device_id uuid, merchant_id uuid, connection_id uuid, payment_request_id uuid, request_id text,
--     recipient_version_id uuid, amount text, created_at timestamptz, expires_at timestamptz, facts_digest bytea, terms
--     text, key jsonb, now timestamptz), as pursestrings_creator (payments/payment-requests.decisions.sql)
-- function index_payment_requests(merchants uuid[], event_ids uuid[]) returns void, as pursestrings_creator
--     (payments/payment-requests.index.sql)
-- function judge_creates(items new_payment_request[], default_pending_max integer, default_minute_max integer,
--     wallet_pending_max integer) returns table (item bigint, payment_request_id uuid, request_id text, idempotency_key
--     text, idempotency_digest uuid, intent_digest bytea, recipient_version_id uuid, amount text, facts_digest bytea,
--     expires_at timestamptz, transaction_id text, display text, metadata text, terms text, merchant_id uuid,
--     connection_id uuid, device_id uuid, source jsonb, last_cursor bigint, paused_by text, minute_began_at
--     timestamptz, created_in_minute integer, barred text, refused text, against text)
--     (payments/payment-requests.create.sql)
-- function judge_payment_report(stands payment_status, known text, reported payment_status, named text, late_hashes
--     text[]) returns text (payments/payment-requests.wallet.sql)
-- function judge_reports(meant found_report[], reports payment_report[], this_turn integer, judged_at timestamptz,
--     lower_case_networks text[]) returns table (item integer, merchant_id uuid, connection_id uuid, payment_request_id
--     uuid, reporter uuid, reported payment_status, reason text, fresh_id uuid, more jsonb, request_place tid, written
--     payment_status, known text, request_id text, known_reason text, handoff_shown boolean, connection_place tid,
--     device_id uuid, last_cursor bigint, has_rejections boolean, spelt text, stands payment_status, verdict text,
--     is_kept boolean) (payments/payment-requests.wallet.sql)
-- function keep_pending_until() returns trigger (payments/payment-requests.sql)
-- function limit_of_its_own(of_merchant uuid, refused text) returns integer, as pursestrings_creator
--     (payments/payment-requests.create.sql)
-- function list_payment_requests(of_token bytea, by_wallet boolean, before uuid, at_most integer, statuses
--     payment_status[], of_connection uuid, of_recipient uuid) returns table (verdict text, merchant_id uuid, source
--     jsonb, connection_id uuid, payment_request_id uuid, request_id text, recipient_version_id uuid, created_at
--     timestamptz, expires_at timestamptz, status payment_status, amount text, idempotency_key text, facts_digest
--     bytea, transaction_id text, context_revision integer, display text, metadata text, terms text, transaction_hash
--     text, reason text, device_signed boolean, payee_verified boolean, repeated boolean, late_reports json, ledger
--     json), as pursestrings_creator (payments/payment-requests.shown.sql)
-- function name_transaction(of_merchant uuid, of_version uuid, named text, payment uuid) returns void
--     (payments/payment-requests.sql)
-- function note_transaction_of_payment() returns trigger, as pursestrings_creator (payments/payment-requests.sql)
-- function note_transaction_of_request() returns trigger, as pursestrings_creator (payments/payment-requests.sql)
-- function payee_verified(of_merchant uuid, of_version uuid) returns boolean, as pursestrings_creator
--     (payments/payment-requests.waiting.sql)
-- function payment_beside(of_merchant uuid, of_connection uuid, of_payment uuid) returns table (repeated boolean,
--     late_reports json, ledger json) (payments/payment-requests.shown.sql)
-- function payment_reason_at(written payment_status, expires_at timestamptz, recalled_at timestamptz, reason text)
--     returns text (payments/payment-requests.waiting.sql)
-- function payment_request_measure(status payment_status, assurance text) returns text
--     (payments/payment-requests.index.sql)
-- function payment_status_at(written payment_status, expires_at timestamptz, recalled_at timestamptz, at timestamptz)
--     returns payment_status (payments/payment-requests.waiting.sql)
-- function payments_naming(named text, networks text[]) returns setof uuid, as pursestrings_creator
--     (payments/payment-requests.index.sql)
-- function read_beside(merchants uuid[], connections_of uuid[], payments uuid[]) returns table (item integer, source
--     jsonb, repeated boolean, late_reports json, ledger json), as pursestrings_creator
--     (payments/payment-requests.shown.sql)
-- function read_payment_request_history(of_merchant uuid, of_connection uuid, of_request uuid) returns table (cursor
--     bigint, kind event_kind, occurred_at timestamptz, data jsonb), as pursestrings_creator
--     (payments/payment-requests.index.sql)
-- function read_payment_requests(token_hashes bytea[], payment_request_ids uuid[], request_ids text[]) returns table
--     (item integer, verdict text, merchant_id uuid, source jsonb, connection_id uuid, payment_request_id uuid,
--     request_id text, recipient_version_id uuid, created_at timestamptz, expires_at timestamptz, status
--     payment_status, amount text, idempotency_key text, facts_digest bytea, transaction_id text, context_revision
--     integer, display text, metadata text, terms text, transaction_hash text, reason text, device_signed boolean,
--     payee_verified boolean, repeated boolean, late_reports json, ledger json), as pursestrings_creator
--     (payments/payment-requests.shown.sql)
-- function replayed_payment_request(of_token bytea, of_request uuid) returns json, as pursestrings_creator
--     (payments/payment-requests.shown.sql)
-- function report_payment_requests(reports payment_report[], lower_case_networks text[], rejections_max integer,
--     rejections_within_s integer) returns table (item integer, verdict text, stands payment_status, unnoted_device_id
--     uuid, merchant_id uuid, source jsonb, connection_id uuid, payment_request_id uuid, request_id text,
--     recipient_version_id uuid, created_at timestamptz, expires_at timestamptz, status payment_status, amount text,
--     idempotency_key text, facts_digest bytea, transaction_id text, context_revision integer, display text, metadata
--     text, terms text, transaction_hash text, reason text, device_signed boolean, payee_verified boolean, repeated
--     boolean, late_reports json, ledger json), as pursestrings_creator (payments/payment-requests.wallet.sql)
-- function request_words(display text, request_id text, task_ref text, amount text) returns text[]
--     (payments/payment-requests.words.sql)
-- function task_ref_of(metadata text) returns text (payments/payment-requests.index.sql)
-- function title_of(display text) returns text (payments/payment-requests.words.sql)
-- function wire_time(at timestamptz) returns text (payments/payment-requests.shown.sql)
-- function words_in(said text) returns text[] (payments/payment-requests.words.sql)
-- function write_payment_requests(items new_payment_request[], pending_max integer, wallet_pending_max integer,
--     minute_max integer) returns table (item integer, verdict text, merchant_id uuid, connection_id uuid, source
--     jsonb, payment_request_id uuid, created_at timestamptz, context_revision integer, paused_by text, retry_after
--     integer, is_judged_again boolean) (payments/payment-requests.create.sql)
-- function write_reports(meant found_report[], reports payment_report[], this_turn integer, judged_at timestamptz,
--     lower_case_networks text[]) returns table (item integer, verdict text, stands payment_status, merchant_id uuid,
--     connection_id uuid, fresh_id uuid, is_rejection boolean, is_noted boolean) (payments/payment-requests.wallet.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- projects
-- Projects and the keys that call for them.

-- Projects of a merchant, on whose behalf API keys call.
create table projects (
  merchant_id uuid not null,
  project_id uuid not null,
  name text not null,
  created_at timestamptz not null default now(),
  primary key (merchant_id, project_id)
);
create policy tenant on projects to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on projects for select to pursestrings_creator using (true);
grant select, insert, update (name) on projects to pursestrings_app;
grant select (merchant_id, project_id) on projects to pursestrings_creator;

-- Keys of projects. Only the hash is kept, and four characters to know a key by.
create table api_keys (
  merchant_id uuid not null,
  project_id uuid not null,
  api_key_id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  revoked_at timestamptz,
  primary key (merchant_id, api_key_id),
  foreign key (merchant_id, project_id) references projects(merchant_id, project_id),
  check (octet_length(key_hash) = 32),
  check (length(last_four) = 4)
);
create index api_keys_key_hash_idx on api_keys (key_hash);
create index api_keys_merchant_id_project_id_api_key_id_idx on api_keys (merchant_id, project_id, api_key_id);
create trigger keep_api_key before update on api_keys for each row execute function keep_api_key();
create trigger revocation_is_listed after update of revoked_at on api_keys
  for each row when (old.revoked_at is null and new.revoked_at is not null)
  execute function list_revocation('api_key', 'merchant_id', 'project_id', 'api_key_id');
create policy tenant on api_keys to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system_reads on api_keys for select to pursestrings_system using (true);
create policy creator on api_keys for select to pursestrings_creator using (true);
create policy system_notes_use on api_keys for update to pursestrings_system using (true) with check (true);
grant select, insert, update (revoked_at) on api_keys to pursestrings_app;
grant select, update (last_used_at) on api_keys to pursestrings_system;
grant select on api_keys to pursestrings_creator;

create view api_key_credentials with (security_invoker = true) as
  select merchant_id, project_id, api_key_id, key_hash, last_used_at from api_keys where revoked_at is null;
grant select, update (last_used_at) on api_key_credentials to pursestrings_system;
grant select on api_key_credentials to pursestrings_creator;

-- function keep_api_key() returns trigger (organizations/projects.sql)
-- function key_presented(of_hash bytea) returns table (merchant_id uuid, project_id uuid, api_key_id uuid, is_stale
--     boolean), as pursestrings_creator (organizations/projects.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- automation-policies
-- What users let agents pay by themselves. What wallets were let sign (`claimed`) comes back only where the ledger
-- proves that it was not paid and no longer can be. That and what is used change with payments alone: no statement of
-- its own can change either. What happened to a policy, every intent that was judged and everything that was given back
-- are facts.

create type policy_status as enum ('draft', 'awaiting_consent', 'active', 'paused', 'withdrawn');

-- What users let agents pay by themselves. The row is the arbiter of its use: whoever reserves, gives back, changes or
-- ends it holds that row.
create table automation_policies (
  merchant_id uuid not null,
  policy_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  device_id uuid not null,
  name text not null,
  network text not null,
  asset text not null,
  contract text,
  issuer text,
  decimals integer not null,
  single_tx_limit numeric(78,0),
  cumulative_limit numeric(78,0),
  valid_from timestamptz,
  valid_to timestamptz,
  allowlist uuid[] not null,
  status policy_status not null,
  version integer not null default 1,
  used numeric(78,0) not null default 0,
  consent jsonb,
  created_at timestamptz not null default now(),
  claimed numeric(78,0) not null default 0,
  proposed jsonb,
  stopped boolean not null default false,
  primary key (merchant_id, policy_id),
  foreign key (merchant_id, connection_id) references connections(merchant_id, connection_id),
  foreign key (merchant_id, project_id) references projects(merchant_id, project_id),
  check ((not stopped) or (status in ('paused', 'withdrawn'))),
  check ((valid_from is null) = (valid_to is null)),
  check (valid_from < valid_to),
  check (claimed >= (0)::numeric),
  check (cumulative_limit > (0)::numeric),
  check (single_tx_limit > (0)::numeric),
  check (used >= (0)::numeric),
  constraint claimed_is_used check (claimed <= used),
  constraint in_force_is_complete check ((status <> ALL (ARRAY['active', 'paused'])) or ((consent is not null) and (single_tx_limit is not null) and (cumulative_limit is not null) and (valid_from is not null) and (cardinality(allowlist) > 0))),
  constraint proposed_beside_terms_in_force check ((proposed is null) or (status in ('active', 'paused')))
);
create index automation_policies_device_id_policy_id_idx on automation_policies (device_id, policy_id);
create index automation_policies_merchant_id_connection_id_policy_id_idx on automation_policies (merchant_id, connection_id, policy_id);
create index automation_policies_merchant_id_project_id_policy_id_idx on automation_policies (merchant_id, project_id, policy_id);
create trigger what_it_is_for_is_fixed before update on automation_policies for each row
  when ((old.merchant_id, old.policy_id, old.project_id, old.connection_id, old.device_id, old.network, old.asset,
         old.contract, old.issuer, old.decimals, old.created_at)
    is distinct from
        (new.merchant_id, new.policy_id, new.project_id, new.connection_id, new.device_id, new.network, new.asset,
         new.contract, new.issuer, new.decimals, new.created_at))
  execute function refuse_change();
create trigger policies_stay before delete on automation_policies for each row execute function refuse_change();
create trigger moves_are_allowed before update on automation_policies for each row
  when (old.status <> new.status and not policy_status_may_follow(old.status, new.status))
  execute function refuse_change();
create trigger wider_terms_need_consent before update on automation_policies for each row
  when (old.status in ('active', 'paused') and new.consent is not distinct from old.consent
    and (new.single_tx_limit > old.single_tx_limit or new.cumulative_limit > old.cumulative_limit
      or new.valid_from < old.valid_from or new.valid_to > old.valid_to or not new.allowlist <@ old.allowlist))
  execute function refuse_change();
create trigger use_follows_payments before update on automation_policies for each row
  when ((old.used, old.claimed) is distinct from (new.used, new.claimed))
  execute function refuse_use_by_hand();
create trigger use_begins_at_nothing before insert on automation_policies for each row
  when (new.used <> 0 or new.claimed <> 0) execute function refuse_change();
create policy tenant on automation_policies to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on automation_policies to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy creator on automation_policies to pursestrings_creator using (true) with check (true);
grant select, insert, update (name, single_tx_limit, cumulative_limit, valid_from, valid_to, allowlist, status,
  version, used, consent, claimed, proposed, stopped) on automation_policies to pursestrings_app;
grant select, update (used, claimed) on automation_policies to pursestrings_creator;

-- Every change of a policy, with its terms and the consent of the wallet.
create table automation_policy_changes (
  merchant_id uuid not null,
  policy_change_id uuid not null,
  policy_id uuid not null,
  version integer not null,
  change text not null,
  actor text not null,
  terms jsonb not null,
  consent jsonb,
  occurred_at timestamptz not null default clock_timestamp(),
  proposed jsonb,
  primary key (merchant_id, policy_change_id),
  check (change in ('created', 'renamed', 'narrowed', 'widened', 'proposed', 'declined', 'proposal_withdrawn', 'consented', 'paused', 'resumed', 'withdrawn'))
);
create index automation_policy_changes_merchant_id_policy_id_policy_chan_idx on automation_policy_changes (merchant_id, policy_id, policy_change_id);
create trigger facts_stay before update or delete on automation_policy_changes
  for each row execute function refuse_change();
create policy tenant on automation_policy_changes to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on automation_policy_changes for insert to pursestrings_app
  with check (change in ('paused', 'resumed') and (merchant_id, policy_id) in (
    select p.merchant_id, p.policy_id from automation_policies p where p.device_id = wallet()));
grant select, insert (merchant_id, policy_change_id, policy_id, version, change, actor, terms, proposed, consent)
  on automation_policy_changes to pursestrings_app;

-- Every intent of an agent that was judged, by which version of which policy and with how much used before it.
create table policy_decisions (
  merchant_id uuid not null,
  policy_decision_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  policy_id uuid,
  policy_version integer,
  agent_payment_id uuid,
  recipient_version_id uuid not null,
  payee_digest text not null,
  units numeric(78,0) not null,
  used_before numeric(78,0),
  judged_at timestamptz not null,
  allowed boolean not null,
  triggered text[] not null,
  rule text not null,
  primary key (merchant_id, policy_decision_id),
  check (allowed = (agent_payment_id is not null)),
  check (allowed = (cardinality(triggered) = 0)),
  check ((not allowed) or (policy_id is not null))
);
create index policy_decisions_judged_at_idx on policy_decisions (judged_at) where (not allowed);
create index policy_decisions_merchant_id_connection_id_judged_at_idx on policy_decisions (merchant_id, connection_id, judged_at);
create index policy_decisions_merchant_id_policy_id_judged_at_idx on policy_decisions (merchant_id, policy_id, judged_at);
create trigger facts_stay before update on policy_decisions for each row execute function refuse_change();
create trigger evidence_stays before delete on policy_decisions for each row
  when (old.allowed or old.judged_at >= now() - policy_decision_kept()) execute function refuse_change();
create policy tenant on policy_decisions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system_reads on policy_decisions for select to pursestrings_system using (not allowed);
create policy system_forgets on policy_decisions for delete to pursestrings_system using (not allowed);
grant select, insert on policy_decisions to pursestrings_app;
grant select (merchant_id, policy_decision_id, judged_at, allowed), delete on policy_decisions to pursestrings_system;

-- What was given back to a policy, and what was counted again later.
create table policy_use_changes (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  change text not null,
  policy_id uuid not null,
  connection_id uuid not null,
  units numeric(78,0) not null,
  changed_at timestamptz not null,
  primary key (merchant_id, agent_payment_id, change),
  check (change in ('release', 'recount')),
  check (units > (0)::numeric)
);
create index policy_use_changes_merchant_id_connection_id_changed_at_idx on policy_use_changes (merchant_id, connection_id, changed_at);
create index policy_use_changes_merchant_id_policy_id_changed_at_idx on policy_use_changes (merchant_id, policy_id, changed_at);
create trigger facts_stay before update or delete on policy_use_changes for each row execute function refuse_change();
create trigger written_with_payments before insert on policy_use_changes
  for each row execute function refuse_use_by_hand();
create policy tenant on policy_use_changes to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on policy_use_changes for insert to pursestrings_creator with check (change = 'release');
grant select, insert on policy_use_changes to pursestrings_app;
grant insert on policy_use_changes to pursestrings_creator;

-- function count_claim() returns trigger (payments/automation-policies.sql)
-- function count_evidence() returns trigger (payments/automation-policies.sql)
-- function give_back_reserved() returns trigger (payments/automation-policies.sql)
-- function give_back_unpaid() returns trigger (payments/automation-policies.sql)
-- function refuse_use_by_hand() returns trigger (payments/automation-policies.sql)
-- function reserve_use() returns trigger (payments/automation-policies.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- agent-payments
-- Whoever moves a payment leaves its history and, where it ends without a payment, gives back what its policy had
-- reserved: triggers do both, so that no caller can forget it or do it twice. A wallet claims a payment (`approved`)
-- before it signs; from then on nothing cancels or expires it.

create type agent_payment_status as enum ('intent_created', 'approved', 'submitted', 'settled', 'rejected', 'failed', 'expired', 'canceled');

-- Payments that agents or people ask for by API key. What a payment is for is written once.
create table agent_payments (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  device_id uuid not null,
  initiator text not null,
  recipient_version_id uuid not null,
  amount text not null,
  purpose text,
  terms text,
  idempotency_key text not null,
  idempotency_digest uuid not null,
  intent_digest bytea not null,
  facts_digest bytea not null,
  policy_id uuid,
  policy_version integer,
  reserved numeric(78,0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status agent_payment_status not null,
  replay_count integer not null default 0,
  transaction_hash text,
  reason text,
  changed_at timestamptz,
  claimed_at timestamptz,
  unsigned_transaction text,
  max_time bigint,
  handoff_shown boolean,
  device_signed boolean,
  claimed_by uuid,
  primary key (merchant_id, agent_payment_id),
  unique (merchant_id, project_id, idempotency_digest),
  foreign key (merchant_id, connection_id) references connections(merchant_id, connection_id),
  foreign key (merchant_id, policy_id) references automation_policies(merchant_id, policy_id),
  foreign key (merchant_id, project_id) references projects(merchant_id, project_id),
  check ((initiator = 'agent') = (policy_id is not null)),
  check ((policy_id is null) = (policy_version is null)),
  check ((policy_id is null) = (reserved is null)),
  check (initiator in ('agent', 'human')),
  check (reserved > (0)::numeric),
  constraint claim_comes_first check ((status <> ALL (ARRAY['approved', 'submitted', 'settled'])) or (claimed_at is not null)),
  constraint claim_stays check ((claimed_at is null) or (status in ('approved', 'submitted', 'settled', 'failed')))
);
create index agent_payments_device_id_agent_payment_id_idx on agent_payments (device_id, agent_payment_id);
create index agent_payments_expires_at_idx on agent_payments (expires_at) where (status = 'intent_created');
create unique index agent_payments_facts_digest_idx on agent_payments (facts_digest);
create index agent_payments_merchant_id_connection_id_idx on agent_payments (merchant_id, connection_id) where ((status = 'intent_created') and (initiator = 'human'));
create index agent_payments_merchant_id_project_id_agent_payment_id_idx on agent_payments (merchant_id, project_id, agent_payment_id);
create trigger facts_are_fixed before update on agent_payments for each row
  when ((old.merchant_id, old.agent_payment_id, old.project_id, old.connection_id, old.device_id, old.initiator,
         old.recipient_version_id, old.amount, old.purpose, old.terms, old.idempotency_key, old.idempotency_digest,
         old.intent_digest, old.facts_digest, old.policy_id, old.policy_version, old.reserved, old.created_at,
         old.expires_at)
    is distinct from
        (new.merchant_id, new.agent_payment_id, new.project_id, new.connection_id, new.device_id, new.initiator,
         new.recipient_version_id, new.amount, new.purpose, new.terms, new.idempotency_key, new.idempotency_digest,
         new.intent_digest, new.facts_digest, new.policy_id, new.policy_version, new.reserved, new.created_at,
         new.expires_at))
  execute function refuse_change();
create trigger hash_is_fixed before update on agent_payments for each row
  when (old.transaction_hash is not null and new.transaction_hash is distinct from old.transaction_hash
    or old.max_time is not null
      and (new.unsigned_transaction, new.max_time) is distinct from (old.unsigned_transaction, old.max_time)
    or old.handoff_shown and new.handoff_shown is not true)
  execute function refuse_change();
create trigger facts_stay before delete on agent_payments for each row execute function refuse_change();
create trigger moves_are_allowed before update on agent_payments for each row
  when (old.status <> new.status and not agent_payment_status_may_follow(old.status, new.status))
  execute function refuse_change();
create trigger history_is_kept_from_the_start after insert on agent_payments
  for each row execute function tell_of_agent_payment();
create trigger history_is_kept after update on agent_payments for each row when (old.status <> new.status)
  execute function tell_of_agent_payment();
create trigger begins_unclaimed before insert on agent_payments for each row
  when (new.status <> 'intent_created' or new.claimed_at is not null) execute function refuse_change();
create trigger claims_are_marked before update on agent_payments for each row
  when (old.status <> new.status or old.claimed_at is distinct from new.claimed_at) execute function mark_claim();
create trigger use_is_reserved after insert on agent_payments for each row when (new.reserved is not null)
  execute function reserve_use();
create trigger claim_is_counted after update on agent_payments for each row
  when (new.reserved is not null and old.claimed_at is null and new.claimed_at is not null)
  execute function count_claim();
create trigger reserved_is_given_back after update on agent_payments for each row
  when (old.status <> new.status and new.reserved is not null and new.claimed_at is null
    and new.status in ('rejected', 'failed', 'expired', 'canceled'))
  execute function give_back_reserved();
create policy tenant on agent_payments to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on agent_payments to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on agent_payments for select to pursestrings_system using (true);
create policy creator on agent_payments for select to pursestrings_creator using (true);
grant select, insert, update (status, replay_count, transaction_hash, reason, changed_at, unsigned_transaction, max_time,
  handoff_shown, device_signed, claimed_by) on agent_payments to pursestrings_app;
grant select on agent_payments to pursestrings_system;
grant select on agent_payments to pursestrings_creator;

-- The history of each payment, numbered without gaps, late reports included.
create table agent_payment_events (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  number integer not null,
  status agent_payment_status not null,
  previous_status agent_payment_status,
  late boolean not null default false,
  transaction_hash text,
  reason text,
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, agent_payment_id, number)
);
create trigger events_stay before update or delete on agent_payment_events
  for each row execute function refuse_change();
create trigger transaction_is_noted after insert on agent_payment_events for each row
  when (new.transaction_hash is not null) execute function note_transaction_of_payment();
create trigger evidence_is_counted after insert on agent_payment_events for each row when (new.late)
  execute function count_evidence();
create policy tenant on agent_payment_events to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on agent_payment_events for select to pursestrings_creator using (true);
grant select, insert (merchant_id, agent_payment_id, number, status, previous_status, late, transaction_hash, reason)
  on agent_payment_events to pursestrings_app;
grant select on agent_payment_events to pursestrings_creator;

-- What agents asked for beyond their policy, for 90 days. A connection keeps a few a minute; the rest are counted.
create table refused_attempts (
  merchant_id uuid not null,
  refused_attempt_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  recipient_version_id uuid not null,
  amount text not null,
  purpose text,
  terms text,
  idempotency_key text not null,
  idempotency_digest uuid not null,
  policy_id uuid,
  policy_version integer,
  rule text not null,
  thresholds jsonb not null,
  not_kept integer not null default 0,
  refused_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, refused_attempt_id)
);
create index refused_attempts_merchant_id_connection_id_refused_at_idx on refused_attempts (merchant_id, connection_id, refused_at);
create index refused_attempts_merchant_id_project_id_refused_attempt_id_idx on refused_attempts (merchant_id, project_id, refused_attempt_id);
create index refused_attempts_refused_at_idx on refused_attempts (refused_at);
create trigger facts_are_fixed before update on refused_attempts for each row
  when ((old.*) is distinct from (new.*) and new.not_kept <= old.not_kept) execute function refuse_change();
create trigger attempts_stay before delete on refused_attempts for each row
  when (old.refused_at >= now() - refused_attempt_kept()) execute function refuse_change();
create policy tenant on refused_attempts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on refused_attempts to pursestrings_system using (true);
grant select, insert, update (not_kept) on refused_attempts to pursestrings_app;
grant select (merchant_id, refused_attempt_id, refused_at), delete on refused_attempts to pursestrings_system;

create view agent_payments_shown with (security_invoker = true) as
  select p.merchant_id, p.agent_payment_id, p.project_id, p.connection_id, p.device_id as wallet_id, p.initiator,
    p.recipient_version_id, p.amount, p.purpose, p.terms, p.idempotency_key, p.facts_digest, p.policy_id, p.policy_version,
    p.created_at, p.expires_at, agent_payment_status_now(p) as status, p.transaction_hash, p.reason, p.device_signed,
    e.has_evidence, v.verified as payee_verified, b.repeated, b.ledger, e.history, w.policy, clock_timestamp() as now
  from agent_payments p
  cross join lateral (
    select bool_or(e.late) as has_evidence, json_agg(json_build_object('status', e.status, 'previous_status',
      e.previous_status, 'late', e.late, 'transaction_hash', e.transaction_hash, 'reason', e.reason, 'occurred_at',
      wire_time(e.occurred_at)) order by e.number) as history
    from agent_payment_events e where e.merchant_id = p.merchant_id and e.agent_payment_id = p.agent_payment_id) e
  cross join lateral (
    select s.verified from payee_standings s
    where s.merchant_id = p.merchant_id and s.recipient_version_id = p.recipient_version_id limit 1) v
  cross join lateral payment_beside(p.merchant_id, p.connection_id, p.agent_payment_id) b
  -- Of what still waits, over a connection that is active.
  left join lateral (
    select policy_told(q) as policy from automation_policies q
    where q.merchant_id = p.merchant_id and q.policy_id = p.policy_id and p.status = 'intent_created'
      and exists (select from connections c where c.merchant_id = p.merchant_id and c.connection_id = p.connection_id
        and c.status = 'active')
    limit 1) w on true;
grant select on agent_payments_shown to pursestrings_creator;

-- function agent_payment_has_evidence(of_merchant uuid, of_payment uuid) returns boolean (payments/agent-payments.sql)
-- function agent_payment_status_now(p agent_payments) returns agent_payment_status (payments/agent-payments.shown.sql)
-- function append_agent_payment_event(of_payment agent_payments, previous agent_payment_status, is_late boolean,
--     of_transaction text, for_reason text) returns void (payments/agent-payments.sql)
-- function hold_agent_payment(of_payment uuid, claims_to uuid, by_device uuid, by_key text) returns table (written
--     agent_payment_status, status agent_payment_status, transaction_hash text, claimed_by uuid, has_evidence boolean,
--     late_hashes text[], payee_verified boolean, now timestamptz, policy jsonb, connection_status text, paused_by
--     text, scopes text[], agent_status text, agent_scopes text[], is_decision_required boolean, has_key boolean,
--     has_recipient boolean, active_version_id uuid, claimed_jws text) (payments/agent-payments.held.sql)
-- function hold_for_intent(of_key bytea, of_project uuid, of_connection uuid, of_recipient uuid, of_policy uuid,
--     counted_in jsonb, by_human boolean, of_idempotency uuid, of_intent bytea) returns table (project_id uuid,
--     unnoted_id uuid, device_id uuid, connection_status text, paused_by text, scopes text[], agent_status text,
--     agent_scopes text[], agent_has_key boolean, merchant_status text, own_pending_max integer, waiting integer,
--     has_recipient boolean, active_version_id uuid, payee_verified boolean, policy jsonb, now timestamptz, now_exact
--     text, key_of bytea, replayed uuid) (payments/agent-payments.held.sql)
-- function list_agent_payments(of_project uuid, before uuid, at_most integer, with_status agent_payment_status) returns
--     setof agent_payments_shown, as pursestrings_creator (payments/agent-payments.shown.sql)
-- function mark_claim() returns trigger (payments/agent-payments.sql)
-- function move_agent_payment(of_payment uuid, to_status agent_payment_status, named text, for_reason text, more jsonb,
--     late_hash text) returns setof agent_payments_shown (payments/agent-payments.held.sql)
-- function policy_told(p automation_policies) returns jsonb (payments/agent-payments.shown.sql)
-- function read_agent_payment(of_kind text, of_token bytea, of_project uuid, of_payment uuid) returns table (verdict
--     text, unnoted_id uuid, key jsonb, shown agent_payments_shown), as pursestrings_creator
--     (payments/agent-payments.shown.sql)
-- function tell_of_agent_payment() returns trigger (payments/agent-payments.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- payment-authorizations
-- What a wallet signed is kept once, for the device that claimed the payment, whatever races for it.

-- What wallets signed for agents to carry to sellers, sealed to the agent: written once, and erased a day after the
-- payment expires.
create table payment_authorizations (
  merchant_id uuid not null,
  payment_id uuid not null,
  connection_id uuid not null,
  sealed bytea not null,
  device_id uuid not null,
  put_at timestamptz not null default clock_timestamp(),
  kept_until timestamptz not null,
  primary key (merchant_id, payment_id),
  check ((length(sealed) >= 1) and (length(sealed) <= 4096))
);
create index payment_authorizations_kept_until_idx on payment_authorizations (kept_until);
create trigger facts_stay before update on payment_authorizations for each row execute function refuse_change();
create trigger authorizations_stay before delete on payment_authorizations for each row
  when (old.kept_until > now()) execute function refuse_change();
create policy tenant on payment_authorizations to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payment_authorizations to pursestrings_system using (true);
grant select, insert (merchant_id, payment_id, connection_id, sealed, device_id, kept_until) on payment_authorizations
  to pursestrings_app;
grant select (merchant_id, payment_id, kept_until), delete on payment_authorizations to pursestrings_system;

-- function keep_authorization(of_merchant uuid, of_connection uuid, of_payment uuid, by_device uuid, with_sealed bytea,
--     until timestamptz) returns text (payments/payment-authorizations.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- settlements
-- What was found out about payments, and who may read it.

-- Which process observes a network now.
create table ledger_networks (
  network text not null,
  held_by uuid,
  held_until timestamptz,
  primary key (network)
);
create policy creator on ledger_networks to pursestrings_creator using (true) with check (true);
grant select, insert, update (held_by, held_until) on ledger_networks to pursestrings_creator;

-- A network between two beginnings; its name is the hash of the first ledger that was seen.
create table ledger_epochs (
  network text not null,
  epoch text not null,
  simulated boolean not null,
  opened_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  primary key (network, epoch)
);
create unique index ledger_epochs_network_idx on ledger_epochs (network) where (ended_at is null);
create policy creator on ledger_epochs to pursestrings_creator using (true) with check (true);
grant select, insert, update (ended_at) on ledger_epochs to pursestrings_creator;

-- Ledgers that a quorum agreed on.
create table ledger_anchors (
  network text not null,
  epoch text not null,
  sequence bigint not null,
  hash text not null,
  closed_at bigint not null,
  primary key (network, epoch, sequence)
);
create policy creator on ledger_anchors to pursestrings_creator using (true) with check (true);
grant select, insert, delete on ledger_anchors to pursestrings_creator;

-- What the ledger says of a payment; the status, which is the wallet's word, stands elsewhere.
create table settlements (
  merchant_id uuid not null,
  payment_id uuid not null,
  connection_id uuid not null,
  network text not null,
  payee text not null,
  watched_at timestamptz not null default clock_timestamp(),
  looked_at timestamptz,
  done_at timestamptz,
  scan_epoch text,
  scan_whole boolean,
  scan_from bigint,
  scan_through bigint,
  scan_closed_at bigint,
  assurance text,
  ledger_outcome text not null default 'unknown',
  reason text,
  notes text[] not null default '{}',
  transaction_hash text,
  place text,
  ledger bigint,
  closed_at bigint,
  received_units numeric,
  observers text[] not null default '{}',
  sealed_by text[] not null default '{}',
  network_epoch text,
  retry text,
  evidence jsonb,
  judged_at timestamptz,
  project_id uuid,
  ledger_events integer not null default 0,
  named_at timestamptz,
  confirmed_at timestamptz,
  bound_by text,
  paid_by text,
  ledger_match jsonb,
  accepted_by uuid,
  accepted_at timestamptz,
  primary key (merchant_id, payment_id),
  check (assurance in ('chain_observed', 'merchant_accepted', 'disputed', 'proven_unpaid')),
  check (bound_by in ('reference', 'payer_signature')),
  check (ledger_outcome in ('paid', 'unpaid', 'mismatch', 'unknown')),
  check (retry in ('safe', 'payer_may_still_pay'))
);
create unique index settlements_accepted_idx on settlements (merchant_id, network, network_epoch, transaction_hash, place) where (assurance = 'merchant_accepted');
create index settlements_network_looked_at_idx on settlements (network, looked_at NULLS FIRST) where (done_at is null);
create index settlements_network_payee_idx on settlements (network, payee) where (done_at is null);
create index settlements_payee_looked_idx on settlements (network, payee, looked_at NULLS FIRST, payment_id) where (done_at is null);
create trigger verdict_stays before update on settlements for each row
  when (old.assurance in ('chain_observed', 'proven_unpaid')
    and (old.assurance, old.transaction_hash, old.place, old.evidence, old.network_epoch)
      is distinct from (new.assurance, new.transaction_hash, new.place, new.evidence, new.network_epoch))
  execute function refuse_change();
create trigger unpaid_is_given_back after update on settlements for each row
  when (old.assurance is distinct from 'proven_unpaid' and new.assurance = 'proven_unpaid' and new.project_id is not null)
  execute function give_back_unpaid();
create trigger verdict_is_kept before delete on settlements for each row execute function refuse_change();
create policy tenant on settlements to pursestrings_app using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on settlements to pursestrings_creator using (true) with check (true);
grant select, insert, update on settlements to pursestrings_creator;

-- Everything about a payment that did not fit, with what was expected and what was seen.
create table settlement_findings (
  merchant_id uuid not null,
  payment_id uuid not null,
  reason text not null,
  transaction_hash text not null,
  seen jsonb not null,
  network_epoch text,
  found_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, payment_id, reason, transaction_hash)
);
create trigger findings_stay before update or delete on settlement_findings
  for each row execute function refuse_change();
create policy tenant on settlement_findings to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on settlement_findings to pursestrings_creator using (true) with check (true);
grant select, insert on settlement_findings to pursestrings_creator;

-- Which payment a movement of money pays for: one at most.
create table ledger_claims (
  network text not null,
  epoch text not null,
  transaction_hash text not null,
  place text not null,
  payment_id uuid not null,
  claimed_at timestamptz not null default clock_timestamp(),
  primary key (network, epoch, transaction_hash, place)
);
create trigger claims_stay before update or delete on ledger_claims for each row execute function refuse_change();
create policy creator on ledger_claims to pursestrings_creator using (true) with check (true);
grant select, insert on ledger_claims to pursestrings_creator;

-- What paying accounts signed: this transaction pays this payment. Written once.
create table payer_proofs (
  merchant_id uuid not null,
  payment_id uuid not null,
  transaction_hash text not null,
  place text not null,
  account text not null,
  signer text not null,
  signature text not null,
  proof_id bigint not null,
  created_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, payment_id, transaction_hash, place, account, signer)
);
create trigger proofs_stay before update or delete on payer_proofs for each row execute function refuse_change();
create policy tenant on payer_proofs to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payer_proofs to pursestrings_creator using (true) with check (true);
grant select, insert on payer_proofs to pursestrings_creator;

-- Payments to an address that no request wants: the newest ones.
create table payee_findings (
  network text not null,
  payee text not null,
  network_epoch text not null,
  transaction_hash text not null,
  place text not null,
  seen jsonb not null,
  found_at timestamptz not null default clock_timestamp(),
  number bigint not null,
  primary key (network, payee, network_epoch, transaction_hash, place)
);
create unique index payee_findings_network_payee_number_idx on payee_findings (network, payee, number);
create policy creator on payee_findings to pursestrings_creator using (true) with check (true);
grant select, insert, delete on payee_findings to pursestrings_creator;

-- function accept_ledger_match(of_merchant uuid, of_payment uuid, of_transaction text, by_account uuid) returns text,
--     as pursestrings_creator (settlement/settlements.sql)
-- function as_payment_status(status agent_payment_status) returns payment_status (settlement/settlements.observe.sql)
-- function claim_place(of_network text, of_epoch text, claim jsonb, of_payment uuid) returns uuid
--     (settlement/settlements.observe.sql)
-- function end_epoch(of_network text, holder uuid, of_epoch text) returns table (payment_id uuid, connection_id uuid),
--     as pursestrings_creator (settlement/settlements.observe.sql)
-- function hold_ledger(of_network text, holder uuid, for_s integer) returns boolean, as pursestrings_creator
--     (settlement/settlements.observe.sql)
-- function keep_anchor(of_network text, holder uuid, of_epoch text, is_simulated boolean, at_sequence bigint, with_hash
--     text, at_time bigint) returns void, as pursestrings_creator (settlement/settlements.observe.sql)
-- function keep_findings(one settlements, findings jsonb, of_epoch text) returns integer
--     (settlement/settlements.observe.sql)
-- function keep_ledger(of_network text, holder uuid) returns void (settlement/settlements.observe.sql)
-- function keep_payee_findings(of_network text, of_epoch text, of_payee text, unwanted jsonb) returns void
--     (settlement/settlements.observe.sql)
-- function keep_payer_proof(of_merchant uuid, of_payment uuid, of_transaction text, at_place text, by_account text,
--     by_signer text, with_signature text) returns text, as pursestrings_creator (settlement/settlements.sql)
-- function ledger_words(one settlements, reported_hash text) returns jsonb (settlement/settlements.observe.sql)
-- function proofs_of(of_merchant uuid, of_payment uuid) returns jsonb (settlement/settlements.observe.sql)
-- function read_anchors(of_network text) returns table (epoch text, simulated boolean, sequence bigint, hash text,
--     closed_at bigint), as pursestrings_creator (settlement/settlements.observe.sql)
-- function read_claims(of_network text, of_epoch text, hashes text[]) returns table (transaction_hash text, place text,
--     payment_id uuid), as pursestrings_creator (settlement/settlements.observe.sql)
-- function read_evidence(of_merchant uuid, of_payment uuid) returns table (evidence jsonb, judged_at timestamptz,
--     findings jsonb), as pursestrings_creator (settlement/settlements.sql)
-- function read_payee_findings(of_merchant uuid, of_recipient uuid) returns table (found bigint, findings jsonb,
--     shared_address boolean), as pursestrings_creator (settlement/settlements.sql)
-- function read_references(digests bytea[]) returns table (facts_digest bytea, payment_id uuid), as
--     pursestrings_creator (settlement/settlements.observe.sql)
-- function read_watched(of_network text, payees_max integer, each_max integer, within_s double precision, without
--     text[], seen text[], noted_s integer) returns table (merchant_id uuid, payment_id uuid, connection_id uuid,
--     request_id text, facts_digest bytea, created_at timestamptz, expires_at timestamptz, status payment_status,
--     reason text, reported_hash text, named_at timestamptz, confirmed_at timestamptz, proofs jsonb, doubts text[],
--     matched_hash text, matched_place text, amount text, address text, asset text, issuer text, contract text, memo
--     text, decimals integer, reference text, assurance text, ledger_outcome text, paid_hash text, paid_place text,
--     ledger_reason text, envelope_until bigint, handoff_shown boolean, scan_epoch text, scan_whole boolean, scan_from
--     bigint, scan_through bigint, scan_closed_at bigint, noted boolean), as pursestrings_creator
--     (settlement/settlements.observe.sql)
-- function release_ledger(of_network text, holder uuid) returns void, as pursestrings_creator
--     (settlement/settlements.observe.sql)
-- function settle_payments(of_network text, holder uuid, of_epoch text, of_payee text, verdicts jsonb, unwanted jsonb)
--     returns table (payment_id uuid, connection_id uuid, outcome text), as pursestrings_creator
--     (settlement/settlements.observe.sql)
-- function shared_addresses() returns table (network text, address text, merchants uuid[]), as pursestrings_creator
--     (settlement/settlements.sql)
-- function tell_of_ledger(one settlements, change text) returns void (settlement/settlements.observe.sql)
-- function watch_payments(merchants uuid[], event_ids uuid[], networks text[]) returns void, as pursestrings_creator
--     (settlement/settlements.observe.sql)
-- function with_verdict(one settlements, says jsonb, is_claimed boolean, of_epoch text) returns settlements
--     (settlement/settlements.observe.sql)
-- function write_settlement(one settlements) returns void (settlement/settlements.observe.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- webhooks
-- What is due to endpoints. The sequencer writes it, in the transaction that gives events their cursors.

-- Where a merchant wants events, the sealed secrets that sign them, and how healthy the endpoint is.
create table webhook_endpoints (
  merchant_id uuid not null,
  webhook_endpoint_id uuid not null,
  url text not null,
  description text,
  event_types text[],
  status text not null default 'pending_verification',
  disabled_reason text,
  secret_key_id text not null,
  secret_sealed bytea not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  verified_at timestamptz,
  failing_since timestamptz,
  failures_in_a_row integer not null default 0,
  rests_until timestamptz,
  previous_secrets jsonb not null default '[]',
  primary key (merchant_id, webhook_endpoint_id),
  foreign key (merchant_id) references merchants(merchant_id),
  check ((status = 'disabled') = (disabled_reason is not null)),
  check (disabled_reason in ('operator', 'gone', 'failing')),
  check ((jsonb_typeof(previous_secrets) = 'array') and (jsonb_array_length(previous_secrets) <= 5)),
  check (status in ('pending_verification', 'active', 'disabled'))
);
create index webhook_endpoints_rests_until_idx on webhook_endpoints (rests_until) where (rests_until is not null);
create policy tenant on webhook_endpoints to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_endpoints to pursestrings_system using (true) with check (true);
create policy operator on webhook_endpoints to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
grant select, insert, update, delete on webhook_endpoints to pursestrings_app;
grant select, update on webhook_endpoints to pursestrings_system;
grant select, update (status, disabled_reason, verified_at, version, secret_key_id, secret_sealed, previous_secrets)
  on webhook_endpoints to pursestrings_operator;

-- What is due to an endpoint: the exact bytes that are signed, the same at every attempt.
create table webhook_deliveries (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  event_id uuid not null,
  event_type text not null,
  occurred_at timestamptz not null,
  payload text not null,
  status text not null,
  attempts integer not null default 0,
  step integer not null default 0,
  created_at timestamptz not null default now(),
  next_attempt_at timestamptz,
  delivered_at timestamptz,
  about text,
  missed text generated always as (
case
    when (status in ('held', 'failed')) then status
    else null
end) stored,
  primary key (merchant_id, webhook_delivery_id),
  unique (merchant_id, webhook_endpoint_id, event_id),
  check (status in ('pending', 'held', 'delivered', 'failed'))
) with (fillfactor=55, toast_tuple_target=128);
create index webhook_deliveries_about_idx on webhook_deliveries (merchant_id, about, webhook_delivery_id) where (about is not null);
create index webhook_deliveries_created_at_idx on webhook_deliveries (created_at);
create index webhook_deliveries_merchant_id_webhook_endpoint_id_webhook__idx on webhook_deliveries (merchant_id, webhook_endpoint_id, webhook_delivery_id);
create index webhook_deliveries_missed_idx on webhook_deliveries (merchant_id, webhook_endpoint_id, missed, webhook_delivery_id) where (missed is not null);
create policy tenant on webhook_deliveries to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_deliveries to pursestrings_system using (true) with check (true);
grant select, insert, update (status, step, next_attempt_at) on webhook_deliveries to pursestrings_app;
grant select, insert, update (status, attempts, step, next_attempt_at, delivered_at), delete on webhook_deliveries
  to pursestrings_system;

-- What came of each attempt. No header or body of a receiver is kept.
create table webhook_attempts (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  attempt integer not null,
  attempted_at timestamptz not null,
  latency_ms integer not null,
  status_code integer,
  error_kind text,
  primary key (merchant_id, webhook_delivery_id, attempt)
);
create policy tenant on webhook_attempts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_attempts to pursestrings_system using (true) with check (true);
grant select on webhook_attempts to pursestrings_app;
grant select, insert, delete on webhook_attempts to pursestrings_system;

-- One row: up to which event deliveries were compared with events.
create table webhook_reconciliation (
  one boolean not null default true,
  reconciled_to timestamptz not null default now(),
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (one),
  check (one)
);
grant select, update on webhook_reconciliation to pursestrings_system;

-- What waits to be sent: a row for each pending delivery, with its due time and its lease.
create table webhook_due (
  merchant_id uuid not null,
  webhook_delivery_id uuid not null,
  webhook_endpoint_id uuid not null,
  state text not null default 'ready',
  due_at timestamptz not null default now(),
  claim integer not null default 0,
  holder uuid,
  primary key (merchant_id, webhook_delivery_id),
  check ((state = 'leased') = (holder is not null)),
  check (state in ('ready', 'leased', 'waiting'))
) with (fillfactor=70, autovacuum_vacuum_scale_factor=0, autovacuum_vacuum_threshold=2000, autovacuum_vacuum_cost_delay=0, autovacuum_vacuum_insert_threshold=-1, autovacuum_analyze_scale_factor=0, autovacuum_analyze_threshold=10000);
create index webhook_due_by_endpoint on webhook_due (state, webhook_endpoint_id, due_at);
create index webhook_due_later on webhook_due (due_at) where (state <> 'ready');
create policy tenant on webhook_due to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_due to pursestrings_system using (true) with check (true);
grant select, insert (merchant_id, webhook_delivery_id, webhook_endpoint_id), update (state, due_at) on webhook_due
  to pursestrings_app;
grant select, insert, update, delete on webhook_due to pursestrings_system;

-- How many attempts of an hour delivered or failed, and how fast receivers answered.
create table webhook_hours (
  merchant_id uuid not null,
  webhook_endpoint_id uuid not null,
  starts_at timestamptz not null,
  measure text not null,
  count integer not null,
  primary key (merchant_id, webhook_endpoint_id, starts_at, measure)
);
create index webhook_hours_by_time on webhook_hours (starts_at);
create policy tenant on webhook_hours to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_hours to pursestrings_system using (true) with check (true);
grant select on webhook_hours to pursestrings_app;
grant select, insert, update (count), delete on webhook_hours to pursestrings_system;

-- function claim_webhook_deliveries(worker uuid, at_most integer, per_endpoint integer, per_tenant integer,
--     failures_before_rest integer, lease_s double precision, busy uuid[], busy_with integer[]) returns table
--     (merchant_id uuid, webhook_delivery_id uuid, webhook_endpoint_id uuid, claim integer, event_id uuid, payload
--     text, status text, step integer, endpoint_status text, endpoint_version integer, failures_in_a_row integer)
--     (delivery/webhooks.sql)
-- function record_webhook_attempts(merchants uuid[], deliveries uuid[], claims integer[], attempted_ats timestamptz[],
--     latencies_ms integer[], status_codes integer[], error_kinds text[], statuses text[], steps integer[], delays_s
--     double precision[]) returns void (delivery/webhooks.sql)
-- function webhook_latency_measure(latency_ms integer) returns text (delivery/webhooks.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- push
-- Push messages. What waits follows from the wallet's feed: the sequencer marks the devices whose feeds grew, in the
-- transaction that makes them grow, and whoever sends looks into the feed. No create writes here, and no death of a
-- worker loses a mark.

-- Where devices get their push messages, sealed; at most one place each.
create table push_subscriptions (
  device_id uuid not null,
  sealing_key_id text not null,
  sealed bytea not null,
  push_key_id text not null,
  created_at timestamptz not null default now(),
  notified_cursor bigint not null,
  due_at timestamptz,
  grown boolean not null default false,
  claim uuid,
  rests_until timestamptz not null default '-infinity'::timestamp with time zone,
  failures integer not null default 0,
  last_sent_at timestamptz,
  failing_since timestamptz,
  primary key (device_id),
  foreign key (device_id) references devices(device_id) on DELETE CASCADE
) with (fillfactor=80);
create index push_subscriptions_due on push_subscriptions (due_at) where (due_at is not null);
create index push_subscriptions_failing on push_subscriptions (failing_since) where (failing_since is not null);
create policy wallet on push_subscriptions to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on push_subscriptions to pursestrings_creator using (true) with check (true);
create policy system on push_subscriptions to pursestrings_system using (true) with check (true);
create policy operator on push_subscriptions to pursestrings_operator using (true) with check (true);
grant select (device_id, created_at, last_sent_at, failing_since), delete on push_subscriptions to pursestrings_app;
grant select, insert, update, delete on push_subscriptions to pursestrings_creator;
grant select, update (sealing_key_id, sealed, notified_cursor, due_at, claim, rests_until, failures, last_sent_at, failing_since),
  delete on push_subscriptions to pursestrings_system;
grant select (device_id, sealing_key_id, sealed), update (sealing_key_id, sealed) on push_subscriptions
  to pursestrings_operator;

-- function claim_push_subscriptions(kinds event_kind[], look_at integer, at_most integer, lease_s double precision)
--     returns table (device_id uuid, claim uuid, upto bigint, sealing_key_id text, sealed bytea, push_key_id text,
--     failures integer), as pursestrings_creator (connections/push.sql)
-- function end_push_subscription() returns trigger, as pursestrings_creator (connections/push.sql)
-- function mark_push_subscriptions(owner_ids uuid[]) returns integer, as pursestrings_creator (connections/push.sql)
-- function set_push_subscription(of_sealing_key text, of_sealed bytea, of_push_key text) returns boolean, as
--     pursestrings_creator (connections/push.sql)

-- ---------------------------------------------------------------------------------------------------------------------
-- restore
-- What a mirror outside the database must know, in case a backup has to be restored.

-- One row: how far the mirror outside the database knows this one.
create table service_head (
  one boolean not null default true,
  number bigint not null default 0,
  listed bigint not null default 0,
  written_at timestamptz not null default '-infinity'::timestamp with time zone,
  primary key (one),
  check (one)
);
grant select on service_head to pursestrings_app, pursestrings_creator;
grant select, update (number, listed, written_at) on service_head to pursestrings_system;

-- What was revoked and may not be in the mirror yet.
create table service_revocations (
  revocation_id bigint not null,
  kind text not null,
  ids jsonb not null,
  head_number bigint,
  primary key (revocation_id)
);
create policy creator on service_revocations for insert to pursestrings_creator with check (true);
create policy system on service_revocations to pursestrings_system using (true) with check (true);
grant insert (kind, ids) on service_revocations to pursestrings_creator;
grant select, update (head_number), delete on service_revocations to pursestrings_system;

-- function list_revocation() returns trigger, as pursestrings_creator (transparency/restore.sql)

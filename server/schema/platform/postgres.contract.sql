-- owner: postgres
-- Made by `npm run generate` from the contract; do not edit.

-- Which status may follow which.
create or replace function payment_status_may_follow(previous payment_status, next payment_status) returns boolean
  language sql immutable parallel safe return (case previous
    when 'pending' then next in ('signed', 'rejected', 'expired', 'failed')
    when 'signed' then next in ('broadcasted', 'failed')
    when 'broadcasted' then next in ('confirmed', 'failed')
    else false end);
create or replace function agent_payment_status_may_follow(previous agent_payment_status, next agent_payment_status) returns boolean
  language sql immutable parallel safe return (case previous
    when 'intent_created' then next in ('approved', 'rejected', 'failed', 'expired', 'canceled')
    when 'approved' then next in ('submitted', 'failed')
    when 'submitted' then next in ('settled', 'failed')
    else false end);
create or replace function policy_status_may_follow(previous policy_status, next policy_status) returns boolean
  language sql immutable parallel safe return (case previous
    when 'draft' then next in ('awaiting_consent', 'withdrawn')
    when 'awaiting_consent' then next in ('active', 'withdrawn')
    when 'active' then next in ('paused', 'withdrawn')
    when 'paused' then next in ('active', 'withdrawn')
    else false end);
create or replace function recipient_version_may_follow(previous text, next text) returns boolean
  language sql immutable parallel safe return (case previous
    when 'draft' then next in ('verified', 'retired')
    when 'verified' then next in ('awaiting_approval', 'cooling', 'active', 'retired')
    when 'awaiting_approval' then next in ('cooling', 'active', 'retired')
    when 'cooling' then next in ('active', 'retired')
    when 'active' then next in ('suspended', 'retired')
    when 'suspended' then next in ('active', 'retired')
    else false end);

-- Payment requests: how long they may wait, and what their reports name.
create or replace function expiry_min() returns interval language sql immutable parallel safe return interval '60 seconds';
create or replace function expiry_max() returns interval language sql immutable parallel safe return interval '604800 seconds';
create or replace function needs_transaction_hash(reported payment_status) returns boolean
  language sql immutable parallel safe return reported in ('broadcasted', 'confirmed');
create or replace function late_reports_max() returns integer language sql immutable parallel safe return 16;
create or replace function answered_within_s() returns integer[] language sql immutable parallel safe return array[5, 10, 20, 30, 45, 60, 90, 120, 180, 300, 600, 900, 1800, 3600, 7200, 21600, 43200, 86400, 259200, 604800];

-- Payees: how long a new address waits, and null where the first one of a payee waits for nothing.
create or replace function cooling_off_of(network text) returns interval language sql immutable parallel safe
  return case when network in ('stellar_testnet', 'base_sepolia') then null else interval '86400 seconds' end;
create or replace function cooling_off_default_s() returns integer language sql immutable parallel safe return 86400;
create or replace function listing_lasts() returns interval language sql immutable parallel safe return interval '86400 seconds';
create or replace function approval_lifetime() returns interval language sql immutable parallel safe return interval '7 days';
create or replace function approvals_return_after() returns interval language sql immutable parallel safe return interval '7 days';
create or replace function step_up_lifetime() returns interval language sql immutable parallel safe return interval '300 seconds';

-- What a ledger counts in, where it is read. Every asset there has as many decimals as its own.
create or replace function ledger_unit(network text) returns numeric language sql immutable parallel safe
  return case network when 'stellar_public' then 0.0000001 when 'stellar_testnet' then 0.0000001 when 'base_sepolia' then 0.000001 end;

-- Connections.
create or replace function connection_token_lifetime() returns interval language sql immutable parallel safe return interval '90 days';

-- What is kept, and for how long.
create or replace function policy_decision_kept() returns interval language sql immutable parallel safe return interval '400 days';
create or replace function refused_attempt_kept() returns interval language sql immutable parallel safe return interval '90 days';
create or replace function findings_max() returns integer language sql immutable parallel safe return 16;
create or replace function payee_findings_max() returns integer language sql immutable parallel safe return 100;

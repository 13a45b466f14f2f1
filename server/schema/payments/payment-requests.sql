-- owner: payment-requests
-- What happens to requests after their creation, and how it is read: the wallet's reports, expiry, and the feed. Whoever
-- moves a request holds its connection's row first, so that the cursor is given and the pending counted in the order of
-- commits; every event is written by what gives it its cursor.

-- By this index the sweep finds what waits past its time.
create or replace function keep_pending_until() returns trigger language plpgsql as $$
begin
  new.pending_until := case when new.status = 'pending' then new.expires_at end;
  return new;
end $$;

-- Appends the event of an agent's cancel, within the caller's own rights and tenant.
create or replace function append_payment_request_event(
  of_merchant uuid, of_connection uuid, of_request uuid, previous payment_status, next payment_status, is_late boolean)
returns bigint language plpgsql as $$
declare
  given bigint;
  wallet uuid;
begin
  update connections c set last_cursor = c.last_cursor + 1,
      pending_count = c.pending_count - (previous = 'pending' and next <> 'pending')::integer
    where c.merchant_id = of_merchant and c.connection_id = of_connection
    returning c.last_cursor, c.device_id into strict given, wallet;
  perform append_event(payment_request_event(p.merchant_id, p.connection_id, wallet, given, p.payment_request_id,
      p.request_id, previous, next, is_late, null))
    from payment_requests p where p.merchant_id = of_merchant and p.connection_id = of_connection
      and p.payment_request_id = of_request;
  return given;
end $$;

-- Hexadecimal digits mean the same in both cases; other alphabets tell them apart. In plpgsql, which keeps the plan.
create or replace function name_transaction(of_merchant uuid, of_version uuid, named text, payment uuid) returns void
language plpgsql as $$
begin
  insert into named_transactions (network, transaction_hash, payment_id)
  select v.network, case when named ~ '^(0[xX])?[0-9a-fA-F]+$' then lower(named) else named end, payment
  from recipient_versions v where v.merchant_id = of_merchant and v.recipient_version_id = of_version
  on conflict do nothing;
end $$;

create or replace function note_transaction_of_request() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  if tg_table_name = 'payment_requests' then
    perform name_transaction(new.merchant_id, new.recipient_version_id, new.transaction_hash, new.payment_request_id);
    return null;
  end if;
  perform name_transaction(new.merchant_id, p.recipient_version_id, new.transaction_hash, p.payment_request_id)
    from payment_requests p where p.merchant_id = new.merchant_id and p.connection_id = new.connection_id
      and p.payment_request_id = new.payment_request_id;
  return null;
end $$;

create or replace function note_transaction_of_payment() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  perform name_transaction(new.merchant_id, p.recipient_version_id, new.transaction_hash, p.agent_payment_id)
    from agent_payments p where p.merchant_id = new.merchant_id and p.agent_payment_id = new.agent_payment_id;
  return null;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function name_transaction(uuid, uuid, text, uuid) owner to pursestrings_creator;
alter function note_transaction_of_request() owner to pursestrings_creator;
alter function note_transaction_of_payment() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  append_payment_request_event(uuid, uuid, uuid, payment_status, payment_status, boolean),
  keep_pending_until(),
  name_transaction(uuid, uuid, text, uuid),
  note_transaction_of_request(),
  note_transaction_of_payment()
  from public, pursestrings_app, pursestrings_system;
grant execute on function append_payment_request_event(uuid, uuid, uuid, payment_status, payment_status, boolean)
  to pursestrings_app;

create policy tenant on payment_requests to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payment_requests for select to pursestrings_system using (true);
create policy creator on payment_requests to pursestrings_creator using (true) with check (true);
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
-- Creates write it themselves, so that the function need not run for them.
create trigger pending_until_is_kept before insert or update of status, expires_at, pending_until on payment_requests
  for each row when (new.pending_until is distinct from case when new.status = 'pending' then new.expires_at end)
  execute function keep_pending_until();
create trigger transaction_is_noted after update on payment_requests for each row
  when (new.transaction_hash is not null and old.transaction_hash is distinct from new.transaction_hash)
  execute function note_transaction_of_request();
revoke all on payment_requests from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, update (status, replay_count, transaction_hash, reason, changed_at) on payment_requests
  to pursestrings_app;
grant select on payment_requests to pursestrings_system;
grant select, insert, update (status, replay_count, transaction_hash, reason, changed_at, unsigned_transaction, max_time,
  handoff_shown, device_signed, decided_by) on payment_requests to pursestrings_creator;

create policy tenant on late_reports to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on late_reports to pursestrings_creator using (true) with check (true);
create trigger reports_stay before update or delete on late_reports for each row execute function refuse_change();
create trigger transaction_is_noted after insert on late_reports
  for each row execute function note_transaction_of_request();
revoke all on late_reports from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, late_report_id, connection_id, payment_request_id, reported_status,
  transaction_hash, reason) on late_reports to pursestrings_app, pursestrings_creator;

-- A transaction that a second payment of the same network names is a finding that all sides see. Written by triggers
-- where a transaction is named, so that no caller can forget it.
create policy creator on named_transactions to pursestrings_creator using (true) with check (true);
create trigger facts_stay before update or delete on named_transactions for each row execute function refuse_change();
revoke all on named_transactions from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on named_transactions to pursestrings_creator;

create policy system on facts_issuers to pursestrings_system using (true) with check (true);
create trigger issuers_stay before update or delete on facts_issuers for each row execute function refuse_change();
revoke all on facts_issuers from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (issuer) on facts_issuers to pursestrings_system;

-- owner: agent-payments
-- Whoever moves a payment leaves its history and, where it ends without a payment, gives back what its policy had reserved:
-- triggers do both, so that no caller can forget it or do it twice. A wallet claims a payment (`approved`) before it signs;
-- from then on nothing cancels or expires it.

-- Within the caller's own rights and tenant, and while the payment's row is held: the numbers have no gap.
create or replace function append_agent_payment_event(of_payment agent_payments, previous agent_payment_status, is_late boolean,
  of_transaction text, for_reason text) returns void language plpgsql as $$
declare
  given integer;
begin
  insert into agent_payment_events (merchant_id, agent_payment_id, number, status, previous_status, late,
      transaction_hash, reason)
    select of_payment.merchant_id, of_payment.agent_payment_id, count(e.number) + 1, of_payment.status, previous, is_late,
      of_transaction, for_reason
    from agent_payment_events e
    where e.merchant_id = of_payment.merchant_id and e.agent_payment_id = of_payment.agent_payment_id
    returning number into given;
  perform append_event(row(('agent_payment.' || case when is_late then 'late_report' else of_payment.status::text end)::event_kind,
    of_payment.merchant_id, event_id_at(of_payment.agent_payment_id, given + epoch_jump()), null, of_payment.agent_payment_id,
    of_payment.connection_id, null, jsonb_build_object('status', of_payment.status, 'previous_status', previous), true,
    of_payment.device_id, of_payment.project_id)::new_event);
end $$;

create or replace function tell_of_agent_payment() returns trigger language plpgsql as $$
begin
  perform append_agent_payment_event(new, case tg_op when 'UPDATE' then old.status end, false, new.transaction_hash,
    new.reason);
  return null;
end $$;

-- Whether somebody has named a transaction of this payment that no move took.
create or replace function agent_payment_has_evidence(of_merchant uuid, of_payment uuid) returns boolean language sql stable
begin atomic
  select exists (select from agent_payment_events e
    where e.merchant_id = of_merchant and e.agent_payment_id = of_payment and e.late);
end;

-- The database alone says when, once, and only where nobody can have signed yet.
create or replace function mark_claim() returns trigger language plpgsql as $$
begin
  new.claimed_at := old.claimed_at;
  if new.status = 'approved' and old.status <> 'approved' then
    if agent_payment_has_evidence(new.merchant_id, new.agent_payment_id) then
      raise exception 'a payment with a transaction cannot be claimed' using errcode = 'insufficient_privilege';
    end if;
    new.claimed_at := clock_timestamp();
  end if;
  return new;
end $$;

revoke all on function
  append_agent_payment_event(agent_payments, agent_payment_status, boolean, text, text),
  tell_of_agent_payment(),
  agent_payment_has_evidence(uuid, uuid),
  mark_claim()
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  append_agent_payment_event(agent_payments, agent_payment_status, boolean, text, text),
  agent_payment_has_evidence(uuid, uuid)
  to pursestrings_app;
grant execute on function agent_payment_has_evidence(uuid, uuid) to pursestrings_creator;

create policy tenant on agent_payments to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on agent_payments to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on agent_payments for select to pursestrings_system using (true);
create policy creator on agent_payments for select to pursestrings_creator using (true);
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
revoke all on agent_payments from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (status, replay_count, transaction_hash, reason, changed_at, unsigned_transaction, max_time,
  handoff_shown, device_signed, claimed_by) on agent_payments to pursestrings_app;
grant select on agent_payments to pursestrings_system;
grant select on agent_payments to pursestrings_creator;

create policy tenant on agent_payment_events to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on agent_payment_events for select to pursestrings_creator using (true);
create trigger events_stay before update or delete on agent_payment_events
  for each row execute function refuse_change();
create trigger transaction_is_noted after insert on agent_payment_events for each row
  when (new.transaction_hash is not null) execute function note_transaction_of_payment();
create trigger evidence_is_counted after insert on agent_payment_events for each row when (new.late)
  execute function count_evidence();
revoke all on agent_payment_events from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, agent_payment_id, number, status, previous_status, late, transaction_hash, reason)
  on agent_payment_events to pursestrings_app;
grant select on agent_payment_events to pursestrings_creator;

create policy tenant on refused_attempts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on refused_attempts to pursestrings_system using (true);
create trigger facts_are_fixed before update on refused_attempts for each row
  when ((old.*) is distinct from (new.*) and new.not_kept <= old.not_kept) execute function refuse_change();
create trigger attempts_stay before delete on refused_attempts for each row
  when (old.refused_at >= now() - refused_attempt_kept()) execute function refuse_change();
revoke all on refused_attempts from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (not_kept) on refused_attempts to pursestrings_app;
grant select (merchant_id, refused_attempt_id, refused_at), delete on refused_attempts to pursestrings_system;

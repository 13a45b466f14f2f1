-- owner: agent-payments
-- A wallet claims a payment (`approved`) before it signs. From then on nothing cancels or expires it, and what its policy
-- had reserved is not given back. A transaction that is named where no move can take it is evidence: it is kept, and its
-- payment counts for good.

alter table agent_payments add column claimed_at timestamptz;
alter table agent_payments no force row level security;
update agent_payments set claimed_at = coalesce(changed_at, created_at) where status in ('approved', 'submitted', 'settled');
alter table agent_payments force row level security;
alter table agent_payments
  add constraint claim_comes_first check (status not in ('approved', 'submitted', 'settled') or claimed_at is not null),
  add constraint claim_stays check (claimed_at is null or status in ('approved', 'submitted', 'settled', 'failed'));

create trigger begins_unclaimed before insert on agent_payments for each row
  when (new.status <> 'intent_created' or new.claimed_at is not null) execute function refuse_change();

-- Whether somebody has named a transaction of this payment that no move took.
create function agent_payment_has_evidence(of_merchant uuid, of_payment uuid) returns boolean language sql stable
begin atomic
  select exists (select from agent_payment_events e
    where e.merchant_id = of_merchant and e.agent_payment_id = of_payment and e.late);
end;

-- The database alone says when, once, and only where nobody can have signed yet.
create function mark_claim() returns trigger language plpgsql as $$
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
create trigger claims_are_marked before update on agent_payments for each row
  when (old.status <> new.status or old.claimed_at is distinct from new.claimed_at) execute function mark_claim();

-- The second lock behind the judge: whoever creates reserves within the limit of a policy in force, and whoever claims is
-- within what the policy says then. Claims alone are counted there: what only waits can still be refused.
create function reserve_use() returns trigger language plpgsql as $$
begin
  update automation_policies p set used = p.used + new.reserved
    where p.merchant_id = new.merchant_id and p.policy_id = new.policy_id and p.status = 'active'
      and p.used + new.reserved <= p.cumulative_limit;
  if not found then
    raise exception 'the policy cannot reserve this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger use_is_reserved after insert on agent_payments for each row when (new.reserved is not null)
  execute function reserve_use();

create function count_claim() returns trigger language plpgsql as $$
begin
  -- The transaction began before it was judged, and the clock goes on after: the judge never says yes where this says no.
  update automation_policies p set claimed = p.claimed + new.reserved
    where p.merchant_id = new.merchant_id and p.policy_id = new.policy_id and p.status = 'active'
      and new.reserved <= p.single_tx_limit and p.claimed + new.reserved <= p.cumulative_limit
      and p.valid_from <= clock_timestamp() and now() < p.valid_to;
  if not found then
    raise exception 'the policy does not allow this claim' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;
create trigger claim_is_counted after update on agent_payments for each row
  when (new.reserved is not null and old.claimed_at is null and new.claimed_at is not null)
  execute function count_claim();

create or replace function give_back_reserved() returns trigger language plpgsql as $$
begin
  if agent_payment_has_evidence(new.merchant_id, new.agent_payment_id) then return null; end if;
  -- It ends with a transaction that nobody had claimed: that one counts for good.
  if new.transaction_hash is not null then
    update automation_policies p set claimed = p.claimed + new.reserved
      where p.merchant_id = new.merchant_id and p.policy_id = new.policy_id;
    return null;
  end if;
  update automation_policies p set used = p.used - new.reserved
    where p.merchant_id = new.merchant_id and p.policy_id = new.policy_id;
  insert into policy_releases (merchant_id, agent_payment_id, policy_id, connection_id, units, released_at)
    values (new.merchant_id, new.agent_payment_id, new.policy_id, new.connection_id, new.reserved, clock_timestamp());
  return null;
end $$;
drop trigger reserved_is_given_back on agent_payments;
create trigger reserved_is_given_back after update on agent_payments for each row
  when (old.status <> new.status and new.reserved is not null and new.claimed_at is null
    and new.status in ('rejected', 'failed', 'expired', 'canceled'))
  execute function give_back_reserved();

-- The first transaction that is named without a claim counts for good: beyond the limit too, and whatever became of the
-- policy. What had been given back is used again. After a claim it is counted already.
create function count_evidence() returns trigger language plpgsql as $$
declare
  payment agent_payments;
begin
  select * into payment from agent_payments p
    where p.merchant_id = new.merchant_id and p.agent_payment_id = new.agent_payment_id;
  if payment.reserved is null or payment.claimed_at is not null or payment.transaction_hash is not null
    or exists (select from agent_payment_events e where e.merchant_id = new.merchant_id
      and e.agent_payment_id = new.agent_payment_id and e.late and e.number < new.number) then
    return null;
  end if;
  if exists (select from policy_releases r
    where r.merchant_id = new.merchant_id and r.agent_payment_id = new.agent_payment_id) then
    update automation_policies p set used = p.used + payment.reserved, claimed = p.claimed + payment.reserved
      where p.merchant_id = payment.merchant_id and p.policy_id = payment.policy_id;
    insert into policy_recounts (merchant_id, agent_payment_id, policy_id, connection_id, units, counted_at)
      values (payment.merchant_id, payment.agent_payment_id, payment.policy_id, payment.connection_id, payment.reserved,
        clock_timestamp());
  else
    update automation_policies p set claimed = p.claimed + payment.reserved
      where p.merchant_id = payment.merchant_id and p.policy_id = payment.policy_id;
  end if;
  return null;
end $$;
create trigger evidence_is_counted after insert on agent_payment_events for each row when (new.late)
  execute function count_evidence();

revoke all on function mark_claim(), reserve_use(), count_claim(), count_evidence() from public;
revoke all on function agent_payment_has_evidence(uuid, uuid) from public;
grant execute on function agent_payment_has_evidence(uuid, uuid) to countersign_app;

-- owner: automation-policies
-- What users let agents pay by themselves. What wallets were let sign (`claimed`) comes back only where the ledger proves that
-- it was not paid and no longer can be. That and what is used change with payments alone: no statement of its own can change
-- either. What happened to a policy, every intent that was judged and everything that was given back are facts.

create or replace function refuse_use_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what a policy has used changes with its payments alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

-- The next four are triggers of agent_payments and its events: use is reserved, counted and given back with payments.

-- The second lock behind the judge: whoever creates reserves within the limit of a policy in force, and whoever claims is
-- within what the policy says then. Claims alone are counted there: what only waits can still be refused.
create or replace function reserve_use() returns trigger language plpgsql as $$
begin
  update automation_policies p set used = p.used + new.reserved
    where p.merchant_id = new.merchant_id and p.policy_id = new.policy_id and p.status = 'active'
      and p.used + new.reserved <= p.cumulative_limit;
  if not found then
    raise exception 'the policy cannot reserve this' using errcode = 'insufficient_privilege';
  end if;
  return null;
end $$;

create or replace function count_claim() returns trigger language plpgsql as $$
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

-- The policy's row first, then the time: decisions and what is given back have one order.
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
  insert into policy_use_changes (merchant_id, agent_payment_id, change, policy_id, connection_id, units, changed_at)
    values (new.merchant_id, new.agent_payment_id, 'release', new.policy_id, new.connection_id, new.reserved,
      clock_timestamp());
  return null;
end $$;

-- The ledger proves that a claimed payment was not paid, and that what was signed for it never will be (`safe`). Where that isn't
-- known, or another wallet was shown the payment meanwhile, it could still be paid: then it goes on counting.
create or replace function give_back_unpaid() returns trigger language plpgsql as $$
declare
  payment record;
begin
  perform from automation_policies p where (p.merchant_id, p.policy_id) in (
      select a.merchant_id, a.policy_id from agent_payments a
      where a.merchant_id = new.merchant_id and a.agent_payment_id = new.payment_id) for update;
  select a.merchant_id, a.agent_payment_id, a.policy_id, a.connection_id, a.reserved, a.claimed_at, a.handoff_shown
    into strict payment from agent_payments a
    where a.merchant_id = new.merchant_id and a.agent_payment_id = new.payment_id;
  if payment.reserved is null or payment.claimed_at is null or new.retry is distinct from 'safe' or payment.handoff_shown
    or agent_payment_has_evidence(payment.merchant_id, payment.agent_payment_id) then
    return null;
  end if;
  update automation_policies p set used = p.used - payment.reserved, claimed = p.claimed - payment.reserved
    where p.merchant_id = payment.merchant_id and p.policy_id = payment.policy_id;
  insert into policy_use_changes (merchant_id, agent_payment_id, change, policy_id, connection_id, units, changed_at)
    values (payment.merchant_id, payment.agent_payment_id, 'release', payment.policy_id, payment.connection_id,
      payment.reserved, clock_timestamp());
  return null;
end $$;

-- The first transaction that is named without a claim counts for good: beyond the limit too, and whatever became of the
-- policy. What had been given back is used again. After a claim it is counted already, as long as it was not given back.
create or replace function count_evidence() returns trigger language plpgsql as $$
declare
  payment agent_payments;
  given_back boolean;
begin
  select * into payment from agent_payments p
    where p.merchant_id = new.merchant_id and p.agent_payment_id = new.agent_payment_id;
  given_back := exists (select from policy_use_changes r where r.merchant_id = new.merchant_id
    and r.agent_payment_id = new.agent_payment_id and r.change = 'release');
  if payment.reserved is null
    or not given_back and (payment.claimed_at is not null or payment.transaction_hash is not null)
    or exists (select from agent_payment_events e where e.merchant_id = new.merchant_id
      and e.agent_payment_id = new.agent_payment_id and e.late and e.number < new.number) then
    return null;
  end if;
  if given_back then
    update automation_policies p set used = p.used + payment.reserved, claimed = p.claimed + payment.reserved
      where p.merchant_id = payment.merchant_id and p.policy_id = payment.policy_id;
    insert into policy_use_changes (merchant_id, agent_payment_id, change, policy_id, connection_id, units, changed_at)
      values (payment.merchant_id, payment.agent_payment_id, 'recount', payment.policy_id, payment.connection_id,
        payment.reserved, clock_timestamp());
  else
    update automation_policies p set claimed = p.claimed + payment.reserved
      where p.merchant_id = payment.merchant_id and p.policy_id = payment.policy_id;
  end if;
  return null;
end $$;

revoke all on function
  refuse_use_by_hand(),
  give_back_reserved(),
  give_back_unpaid(),
  reserve_use(),
  count_claim(),
  count_evidence()
  from public, pursestrings_app, pursestrings_system;

create policy tenant on automation_policies to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on automation_policies to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy creator on automation_policies to pursestrings_creator using (true) with check (true);
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
-- The second lock behind consent: terms in force grow only in the statement that writes the consent to them.
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
revoke all on automation_policies from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (name, single_tx_limit, cumulative_limit, valid_from, valid_to, allowlist, status,
  version, used, consent, claimed, proposed, stopped) on automation_policies to pursestrings_app;
grant select, update (used, claimed) on automation_policies to pursestrings_creator;

create policy tenant on automation_policy_changes to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
-- A wallet that stops, or goes on, writes down what becomes of its policies, whichever merchants they belong to.
create policy wallet on automation_policy_changes for insert to pursestrings_app
  with check (change in ('paused', 'resumed') and (merchant_id, policy_id) in (
    select p.merchant_id, p.policy_id from automation_policies p where p.device_id = wallet()));
create trigger facts_stay before update or delete on automation_policy_changes
  for each row execute function refuse_change();
revoke all on automation_policy_changes from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert (merchant_id, policy_change_id, policy_id, version, change, actor, terms, proposed, consent)
  on automation_policy_changes to pursestrings_app;

create policy tenant on policy_decisions to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system_reads on policy_decisions for select to pursestrings_system using (not allowed);
create policy system_forgets on policy_decisions for delete to pursestrings_system using (not allowed);
create trigger facts_stay before update on policy_decisions for each row execute function refuse_change();
create trigger evidence_stays before delete on policy_decisions for each row
  when (old.allowed or old.judged_at >= now() - policy_decision_kept()) execute function refuse_change();
revoke all on policy_decisions from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on policy_decisions to pursestrings_app;
grant select (merchant_id, policy_decision_id, judged_at, allowed), delete on policy_decisions to pursestrings_system;

create policy tenant on policy_use_changes to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on policy_use_changes for insert to pursestrings_creator with check (change = 'release');
create trigger facts_stay before update or delete on policy_use_changes for each row execute function refuse_change();
create trigger written_with_payments before insert on policy_use_changes
  for each row execute function refuse_use_by_hand();
revoke all on policy_use_changes from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on policy_use_changes to pursestrings_app;
grant insert on policy_use_changes to pursestrings_creator;

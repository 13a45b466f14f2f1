-- owner: automation-policies
-- A decision that let a payment through is evidence and stays as long as the payment. One that refused an intent serves
-- backtests, which look 366 days back, and is removed after 400 days: an agent that asks in vain must not fill the table.
drop trigger facts_stay on policy_decisions;
create trigger facts_stay before update on policy_decisions for each row execute function refuse_change();
create trigger evidence_stays before delete on policy_decisions for each row
  when (old.allowed or old.judged_at >= now() - interval '400 days') execute function refuse_change();

create index on policy_decisions (judged_at) where not allowed;
create policy system_reads on policy_decisions for select to countersign_system using (not allowed);
create policy system_forgets on policy_decisions for delete to countersign_system using (not allowed);
grant select (merchant_id, policy_decision_id, judged_at, allowed), delete on policy_decisions to countersign_system;

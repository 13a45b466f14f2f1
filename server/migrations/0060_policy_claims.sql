-- owner: automation-policies
-- What wallets were let sign (`claimed`) never comes back, and what is used changes with payments alone: no statement of its
-- own can change either. A transaction that turns up after its payment had given back what it reserved is counted again.

alter table automation_policies add column claimed numeric(78, 0) not null default 0 check (claimed >= 0);
grant update (claimed) on automation_policies to countersign_app;

-- Payments from before claims were counted: those that a wallet has approved.
alter table automation_policies no force row level security;
alter table agent_payments no force row level security;
update automation_policies p set claimed = a.units from (
  select merchant_id, policy_id, sum(reserved) as units from agent_payments
  where status in ('approved', 'submitted', 'settled') and reserved is not null group by 1, 2) a
where p.merchant_id = a.merchant_id and p.policy_id = a.policy_id;
alter table automation_policies force row level security;
alter table agent_payments force row level security;
alter table automation_policies add constraint claimed_is_used check (claimed <= used);

-- Use is reserved, given back and counted again by the triggers of agent_payments; the limit is looked at there.
drop trigger use_is_within_the_limit on automation_policies;
create function refuse_use_by_hand() returns trigger language plpgsql as $$
begin
  if pg_trigger_depth() < 2 then
    raise exception 'what a policy has used changes with its payments alone' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger use_follows_payments before update on automation_policies for each row
  when ((old.used, old.claimed) is distinct from (new.used, new.claimed))
  execute function refuse_use_by_hand();
create trigger use_begins_at_nothing before insert on automation_policies for each row
  when (new.used <> 0 or new.claimed <> 0) execute function refuse_change();

-- What was counted again. A payment counts once, however many transactions are named: it is the key.
create table policy_recounts (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  policy_id uuid not null,
  connection_id uuid not null,
  units numeric(78, 0) not null check (units > 0),
  counted_at timestamptz not null,
  primary key (merchant_id, agent_payment_id)
);
create index on policy_recounts (merchant_id, connection_id, counted_at);
create index on policy_recounts (merchant_id, policy_id, counted_at);
call tenant_table('policy_recounts');
grant select, insert on policy_recounts to countersign_app;
create trigger facts_stay before update or delete on policy_recounts for each row execute function refuse_change();
create trigger written_with_payments before insert on policy_recounts for each row execute function refuse_use_by_hand();
create trigger written_with_payments before insert on policy_releases for each row execute function refuse_use_by_hand();
revoke all on function refuse_use_by_hand() from public;

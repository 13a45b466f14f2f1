-- owner: automation-policies
-- What users let agents pay by themselves. The policy's row is the arbiter of its use: whoever reserves, gives back, changes
-- or ends it holds that row. Amounts are whole units of the asset. What happened to a policy, every intent that was judged
-- and everything that was given back are facts: nobody changes or removes them.

create type policy_status as enum ('draft', 'awaiting_consent', 'active', 'paused', 'withdrawn');

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
  single_tx_limit numeric(78, 0) check (single_tx_limit > 0),
  cumulative_limit numeric(78, 0) check (cumulative_limit > 0),
  valid_from timestamptz,
  valid_to timestamptz,
  allowlist uuid[] not null,
  status policy_status not null,
  version integer not null default 1,
  used numeric(78, 0) not null default 0 check (used >= 0),
  -- What the wallet agreed to last: version, digest, signature, and where each recipient was paid then.
  consent jsonb,
  created_at timestamptz not null default now(),
  primary key (merchant_id, policy_id),
  foreign key (merchant_id, project_id) references projects,
  foreign key (merchant_id, connection_id) references connections,
  check ((valid_from is null) = (valid_to is null)),
  check (valid_from < valid_to),
  constraint in_force_is_complete check (status not in ('active', 'paused')
    or (consent is not null and single_tx_limit is not null and cumulative_limit is not null and valid_from is not null
      and cardinality(allowlist) > 0))
);
create index on automation_policies (merchant_id, project_id, policy_id);
create index on automation_policies (merchant_id, connection_id, policy_id);
create index on automation_policies (device_id, policy_id);
call tenant_table('automation_policies');
call wallet_table('automation_policies');
grant select, insert, update (name, single_tx_limit, cumulative_limit, valid_from, valid_to, allowlist, status, version,
  used, consent) on automation_policies to countersign_app;

create trigger what_it_is_for_is_fixed before update on automation_policies for each row
  when ((old.merchant_id, old.policy_id, old.project_id, old.connection_id, old.device_id, old.network, old.asset,
         old.contract, old.issuer, old.decimals, old.created_at)
    is distinct from
        (new.merchant_id, new.policy_id, new.project_id, new.connection_id, new.device_id, new.network, new.asset,
         new.contract, new.issuer, new.decimals, new.created_at))
  execute function refuse_change();
create trigger policies_stay before delete on automation_policies for each row execute function refuse_change();

-- The table of moves, as POLICY_STATUS_NEXT in the contract has it; a test holds the two against each other.
create function policy_status_may_follow(previous policy_status, next policy_status) returns boolean
  language sql immutable parallel safe return (
    case previous
      when 'draft' then next in ('awaiting_consent', 'withdrawn')
      when 'awaiting_consent' then next in ('active', 'withdrawn')
      when 'active' then next in ('paused', 'awaiting_consent', 'withdrawn')
      when 'paused' then next in ('active', 'awaiting_consent', 'withdrawn')
      else false
    end);
create trigger moves_are_allowed before update on automation_policies for each row
  when (old.status <> new.status and not policy_status_may_follow(old.status, new.status))
  execute function refuse_change();
-- The second lock behind the statement that reserves: use grows only in force and within the limit.
create trigger use_is_within_the_limit before update on automation_policies for each row
  when (new.used > old.used and (new.status <> 'active' or new.used > new.cumulative_limit))
  execute function refuse_change();

create table automation_policy_changes (
  merchant_id uuid not null,
  policy_change_id uuid not null,
  policy_id uuid not null,
  version integer not null,
  change text not null check (change in ('created', 'renamed', 'narrowed', 'widened', 'consented', 'paused', 'resumed',
    'withdrawn')),
  actor text not null,
  terms jsonb not null,
  consent jsonb,
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, policy_change_id)
);
create index on automation_policy_changes (merchant_id, policy_id, policy_change_id);
call tenant_table('automation_policy_changes');
grant select, insert on automation_policy_changes to countersign_app;
create trigger facts_stay before update or delete on automation_policy_changes
  for each row execute function refuse_change();

-- Every agent intent that was judged, by which version of which policy and with how much used before it.
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
  units numeric(78, 0) not null,
  used_before numeric(78, 0),
  -- Read while the policy is held, so that decisions and what is given back have one order.
  judged_at timestamptz not null,
  allowed boolean not null,
  triggered text[] not null,
  rule text not null,
  primary key (merchant_id, policy_decision_id),
  check (allowed = (agent_payment_id is not null)),
  check (allowed = (cardinality(triggered) = 0)),
  check (not allowed or policy_id is not null)
);
create index on policy_decisions (merchant_id, connection_id, judged_at);
create index on policy_decisions (merchant_id, policy_id, judged_at);
call tenant_table('policy_decisions');
grant select, insert on policy_decisions to countersign_app;
create trigger facts_stay before update or delete on policy_decisions for each row execute function refuse_change();

-- What came back. A payment gives back once: it is the key.
create table policy_releases (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  policy_id uuid not null,
  connection_id uuid not null,
  units numeric(78, 0) not null check (units > 0),
  released_at timestamptz not null,
  primary key (merchant_id, agent_payment_id)
);
create index on policy_releases (merchant_id, connection_id, released_at);
create index on policy_releases (merchant_id, policy_id, released_at);
call tenant_table('policy_releases');
grant select, insert on policy_releases to countersign_app;
create trigger facts_stay before update or delete on policy_releases for each row execute function refuse_change();

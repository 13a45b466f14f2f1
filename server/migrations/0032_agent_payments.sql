-- owner: agent-payments
-- Payments of the second surface. What a payment is for is written once. Whoever moves one leaves its history and, where
-- it ends without a payment, gives back what its policy had reserved: triggers do both, so that nobody can forget it or do
-- it twice.

create type agent_payment_status as enum ('intent_created', 'approved', 'submitted', 'settled', 'rejected', 'failed',
  'expired', 'canceled');

create table agent_payments (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  project_id uuid not null,
  connection_id uuid not null,
  device_id uuid not null,
  initiator text not null check (initiator in ('agent', 'human')),
  recipient_version_id uuid not null,
  amount text not null,
  purpose text,
  idempotency_key text not null,
  idempotency_digest uuid not null,
  intent_digest bytea not null,
  facts_digest bytea not null,
  policy_id uuid,
  policy_version integer,
  -- What the policy counts for this payment, in whole units.
  reserved numeric(78, 0) check (reserved > 0),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  status agent_payment_status not null,
  replay_count integer not null default 0,
  transaction_hash text,
  reason text,
  changed_at timestamptz,
  primary key (merchant_id, agent_payment_id),
  unique (merchant_id, project_id, idempotency_digest),
  foreign key (merchant_id, project_id) references projects,
  foreign key (merchant_id, connection_id) references connections,
  foreign key (merchant_id, policy_id) references automation_policies,
  check ((initiator = 'agent') = (policy_id is not null)),
  check ((policy_id is null) = (policy_version is null)),
  check ((policy_id is null) = (reserved is null))
);
create index on agent_payments (merchant_id, project_id, agent_payment_id);
create index on agent_payments (device_id, agent_payment_id);
create index on agent_payments (expires_at) where status = 'intent_created';
create index on agent_payments (merchant_id, connection_id) where status = 'intent_created' and initiator = 'human';
call tenant_table('agent_payments');
call wallet_table('agent_payments');
grant select, insert, update (status, replay_count, transaction_hash, reason, changed_at) on agent_payments
  to countersign_app;
create policy system on agent_payments for select to countersign_system using (true);
grant select on agent_payments to countersign_system;

create trigger facts_are_fixed before update on agent_payments for each row
  when ((old.merchant_id, old.agent_payment_id, old.project_id, old.connection_id, old.device_id, old.initiator,
         old.recipient_version_id, old.amount, old.purpose, old.idempotency_key, old.idempotency_digest,
         old.intent_digest, old.facts_digest, old.policy_id, old.policy_version, old.reserved, old.created_at,
         old.expires_at)
    is distinct from
        (new.merchant_id, new.agent_payment_id, new.project_id, new.connection_id, new.device_id, new.initiator,
         new.recipient_version_id, new.amount, new.purpose, new.idempotency_key, new.idempotency_digest,
         new.intent_digest, new.facts_digest, new.policy_id, new.policy_version, new.reserved, new.created_at,
         new.expires_at))
  execute function refuse_change();
create trigger hash_is_fixed before update on agent_payments for each row
  when (old.transaction_hash is not null and new.transaction_hash is distinct from old.transaction_hash)
  execute function refuse_change();
create trigger facts_stay before delete on agent_payments for each row execute function refuse_change();

-- The table of moves, as AGENT_PAYMENT_STATUS_NEXT in the contract has it; a test holds the two against each other.
create function agent_payment_status_may_follow(previous agent_payment_status, next agent_payment_status) returns boolean
  language sql immutable parallel safe return (
    case previous
      when 'intent_created' then next in ('approved', 'rejected', 'failed', 'expired', 'canceled')
      when 'approved' then next in ('submitted', 'failed')
      when 'submitted' then next in ('settled', 'failed')
      else false
    end);
create trigger moves_are_allowed before update on agent_payments for each row
  when (old.status <> new.status and not agent_payment_status_may_follow(old.status, new.status))
  execute function refuse_change();

create table agent_payment_events (
  merchant_id uuid not null,
  agent_payment_id uuid not null,
  number integer not null,
  status agent_payment_status not null,
  previous_status agent_payment_status,
  -- A report that came after the payment had expired and still names a transaction: evidence, never dropped.
  late boolean not null default false,
  transaction_hash text,
  reason text,
  occurred_at timestamptz not null default clock_timestamp(),
  primary key (merchant_id, agent_payment_id, number)
);
call tenant_table('agent_payment_events');
grant select, insert on agent_payment_events to countersign_app;
create trigger events_stay before update or delete on agent_payment_events
  for each row execute function refuse_change();

-- Within the caller's own rights and tenant, and while the payment's row is held: the numbers have no gap.
create function append_agent_payment_event(of_payment agent_payments, previous agent_payment_status, is_late boolean,
  of_transaction text, for_reason text) returns void language sql
begin atomic
  insert into agent_payment_events (merchant_id, agent_payment_id, number, status, previous_status, late,
    transaction_hash, reason)
  select of_payment.merchant_id, of_payment.agent_payment_id, count(e.number) + 1, of_payment.status, previous, is_late,
    of_transaction, for_reason
  from agent_payment_events e
  where e.merchant_id = of_payment.merchant_id and e.agent_payment_id = of_payment.agent_payment_id;
end;

create function tell_of_agent_payment() returns trigger language plpgsql as $$
begin
  perform append_agent_payment_event(new, case tg_op when 'UPDATE' then old.status end, false, new.transaction_hash,
    new.reason);
  return null;
end $$;
create trigger history_is_kept_from_the_start after insert on agent_payments
  for each row execute function tell_of_agent_payment();
create trigger history_is_kept after update on agent_payments for each row when (old.status <> new.status)
  execute function tell_of_agent_payment();

-- The policy's row first, then the time: decisions and what is given back have one order.
create function give_back_reserved() returns trigger language plpgsql as $$
begin
  update automation_policies p set used = p.used - new.reserved
    where p.merchant_id = new.merchant_id and p.policy_id = new.policy_id;
  insert into policy_releases (merchant_id, agent_payment_id, policy_id, connection_id, units, released_at)
    values (new.merchant_id, new.agent_payment_id, new.policy_id, new.connection_id, new.reserved, clock_timestamp());
  return null;
end $$;
create trigger reserved_is_given_back after update on agent_payments for each row
  when (old.status <> new.status and new.reserved is not null
    and new.status in ('rejected', 'failed', 'expired', 'canceled'))
  execute function give_back_reserved();

revoke all on function append_agent_payment_event(agent_payments, agent_payment_status, boolean, text, text) from public;
revoke all on function tell_of_agent_payment(), give_back_reserved() from public;
grant execute on function append_agent_payment_event(agent_payments, agent_payment_status, boolean, text, text)
  to countersign_app;

-- owner: agent-payments
-- Payments with all that is shown of them, read in one statement: as time and their payee leave them, their history, what the
-- ledger says, and the policy by which the service tells whether the wallet may sign without asking.

-- Amounts as text: numbers of JSON are none.
create or replace function policy_told(p automation_policies) returns jsonb language sql stable parallel safe
  return to_jsonb(p) || jsonb_build_object('single_tx_limit', p.single_tx_limit::text, 'cumulative_limit',
    p.cumulative_limit::text, 'used', p.used::text, 'claimed', p.claimed::text);

-- One whose time is up has expired, whether or not the sweep has been there.
create or replace function agent_payment_status_now(p agent_payments) returns agent_payment_status language sql stable
  return case when p.status = 'intent_created' and p.expires_at <= clock_timestamp() then 'expired' else p.status end;

create or replace view agent_payments_shown with (security_invoker = true) as
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

-- One payment, by whoever may see it. A token of a project or a device says whose payments those are, and a wallet's comes with
-- the key of its device; without a token it is the tenant or the wallet of the transaction.
create or replace function read_agent_payment(of_kind text, of_token bytea, of_project uuid, of_payment uuid)
returns table (verdict text, unnoted_id uuid, key jsonb, shown agent_payments_shown)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  merchant uuid := tenant();
  project uuid := of_project;
  payer uuid := wallet();
begin
  if of_kind = 'api_key' then
    select k.merchant_id, k.project_id, case when k.is_stale then k.api_key_id end into merchant, project, unnoted_id
      from key_presented(of_token) k;
  elsif of_kind = 'device_token' then
    select wallet_of(t.device_id), case when t.last_used_on < current_date then t.device_id end, (
        select jsonb_build_object('kid', k.kid, 'alg', k.alg, 'jwk', k.jwk) from device_keys k
        where k.device_id = t.device_id and k.status = 'active')
      into payer, unnoted_id, key
      from device_tokens t where t.token_hash = of_token and coalesce(t.next_until > now(), true);
  end if;
  if merchant is not null then
    select t.* into shown from agent_payments_shown t where t.merchant_id = merchant and t.agent_payment_id = of_payment
      and (project is null or t.project_id = project);
  else
    select t.* into shown from agent_payments_shown t where t.wallet_id = payer and t.agent_payment_id = of_payment;
  end if;
  verdict := case when coalesce(merchant, payer) is null then 'credential_invalid'
    when shown.agent_payment_id is null then 'resource_not_found' else 'found' end;
  return next;
end $$;

-- A page of the transaction's tenant or wallet, newest first. A project sees its own.
create or replace function list_agent_payments(of_project uuid, before uuid, at_most integer, with_status agent_payment_status)
returns setof agent_payments_shown
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  until_id uuid := coalesce(before, 'ffffffff-ffff-ffff-ffff-ffffffffffff');
begin
  return query
  with page as materialized (
    (select p.merchant_id, p.agent_payment_id from agent_payments p
      where p.merchant_id = tenant() and (of_project is null or p.project_id = of_project) and p.agent_payment_id < until_id
        and (with_status is null or agent_payment_status_now(p) = with_status)
      order by p.agent_payment_id desc limit at_most)
    union all
    (select p.merchant_id, p.agent_payment_id from agent_payments p
      where p.device_id = wallet() and p.agent_payment_id < until_id
        and (with_status is null or agent_payment_status_now(p) = with_status)
      order by p.agent_payment_id desc limit at_most))
  select t.* from page k cross join lateral (
    select t.* from agent_payments_shown t
    where t.merchant_id = k.merchant_id and t.agent_payment_id = k.agent_payment_id limit 1) t
  order by t.agent_payment_id desc;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function read_agent_payment(text, bytea, uuid, uuid) owner to pursestrings_creator;
alter function list_agent_payments(uuid, uuid, integer, agent_payment_status) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on agent_payments_shown from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on agent_payments_shown to pursestrings_creator;
revoke all on function
  policy_told(automation_policies),
  agent_payment_status_now(agent_payments),
  read_agent_payment(text, bytea, uuid, uuid),
  list_agent_payments(uuid, uuid, integer, agent_payment_status)
  from public, pursestrings_app, pursestrings_system;
grant execute on function policy_told(automation_policies), agent_payment_status_now(agent_payments)
  to pursestrings_app, pursestrings_creator;
grant execute on function
  read_agent_payment(text, bytea, uuid, uuid),
  list_agent_payments(uuid, uuid, integer, agent_payment_status)
  to pursestrings_app;

-- owner: agent-payments
-- What is held while a payment is created or moved, each with all that the service judges it by, in one statement. Whoever holds several
-- rows holds the connection first, then the payee, the policy and the payment, so that no two wait for each other. They run
-- with the caller's own rights, within its tenant. Whether a policy allows a payment is judged by the same lines as in wallets,
-- in packages/protocol: nothing here says it a second time.

-- For an intent, by a project or by the key of one. An intent for a person holds the connection alone, since those that wait
-- are counted. Agents meet at their policy: the one that is named, or of those for this asset the newest in force, else the newest.
-- A key that was used for the same intent counts its replay here.
create or replace function hold_for_intent(of_key bytea, of_project uuid, of_connection uuid, of_recipient uuid,
  of_policy uuid, counted_in jsonb, by_human boolean, of_idempotency uuid, of_intent bytea)
returns table (
  project_id uuid, unnoted_id uuid, device_id uuid, connection_status text, paused_by text, scopes text[], agent_status text,
  agent_scopes text[], agent_has_key boolean, merchant_status text, own_pending_max integer, waiting integer,
  has_recipient boolean, active_version_id uuid, payee_verified boolean, policy jsonb, now timestamptz, now_exact text,
  key_of bytea, replayed uuid)
language plpgsql as $$
#variable_conflict use_column
declare
  asking uuid;
begin
  hold_for_intent.project_id := of_project;
  if of_key is not null then
    select k.project_id, case when k.is_stale then k.api_key_id end into hold_for_intent.project_id, unnoted_id
      from key_presented(of_key) k where k.merchant_id = tenant();
    if not found then return; end if;
  end if;
  if by_human then
    perform from connections c where c.merchant_id = tenant() and c.connection_id = of_connection for update;
  else
    perform from connections c where c.merchant_id = tenant() and c.connection_id = of_connection for share;
  end if;
  select c.device_id, c.status, c.paused_by, c.scopes, c.agent_id into device_id, connection_status, paused_by, scopes, asking
    from connections c where c.merchant_id = tenant() and c.connection_id = of_connection;
  select a.status, a.allowed_scopes, a.keys_usable @> clock_timestamp() into agent_status, agent_scopes, agent_has_key
    from agents a where a.merchant_id = tenant() and a.agent_id = asking;
  select m.status, m.pending_max into merchant_status, own_pending_max from merchants m where m.merchant_id = tenant();
  select case when not listing_is_stale(r) then r.active_version_id end into active_version_id from recipients r
    where r.merchant_id = tenant() and r.recipient_id = of_recipient for share;
  has_recipient := found;
  payee_verified := payee_verified(tenant(), active_version_id);
  if not by_human then
    select policy_told(p) into policy from automation_policies p
      where p.merchant_id = tenant() and p.project_id = hold_for_intent.project_id and p.connection_id = of_connection
        and p.policy_id = coalesce(of_policy, (
          select q.policy_id from automation_policies q
          where q.merchant_id = tenant() and q.project_id = hold_for_intent.project_id and q.connection_id = of_connection
            and q.network = counted_in->>'network' and q.asset = counted_in->>'asset'
            and q.contract is not distinct from counted_in->>'contract'
            and q.issuer is not distinct from counted_in->>'issuer' and q.status <> 'withdrawn'
          order by (q.status = 'active') desc, q.policy_id desc limit 1))
      for update;
  end if;
  now := clock_timestamp();
  now_exact := now::text;
  -- Looked up when all is held: a twin that was ahead has left its payment.
  select p.intent_digest, case when p.intent_digest = of_intent then p.agent_payment_id end into key_of, replayed
    from agent_payments p where p.merchant_id = tenant() and p.project_id = hold_for_intent.project_id
      and p.idempotency_digest = of_idempotency;
  -- A replay commits a write of its own, so that it never acknowledges what is not replicated yet.
  update agent_payments p set replay_count = p.replay_count + 1
    where p.merchant_id = tenant() and p.agent_payment_id = replayed;
  if by_human then
    select count(*) into waiting from agent_payments p where p.merchant_id = tenant() and p.connection_id = of_connection
      and p.status = 'intent_created' and p.initiator = 'human' and p.expires_at > now;
  end if;
  return next;
end $$;

-- A payment that is to be moved, as it is then. `claims_to`, the payee of one that is claimed, is held, too; and where its policy
-- decides instead of a person, so is the connection.
create or replace function hold_agent_payment(of_payment uuid, claims_to uuid, by_device uuid, by_key text)
returns table (
  written agent_payment_status, status agent_payment_status, transaction_hash text, claimed_by uuid, has_evidence boolean,
  late_hashes text[], payee_verified boolean, now timestamptz, policy jsonb, connection_status text, paused_by text,
  scopes text[], agent_status text, agent_scopes text[], is_decision_required boolean, has_key boolean,
  has_recipient boolean, active_version_id uuid, claimed_jws text)
language plpgsql as $$
#variable_conflict use_column
declare
  held agent_payments;
  asking uuid;
begin
  select * into strict held from agent_payments p where p.merchant_id = tenant() and p.agent_payment_id = of_payment;
  if claims_to is not null and held.policy_id is not null then
    perform from connections c where c.merchant_id = tenant() and c.connection_id = held.connection_id for share;
  end if;
  select c.status, c.paused_by, c.scopes, c.agent_id, c.decision_required_at is not null
    into connection_status, paused_by, scopes, asking, is_decision_required
    from connections c where c.merchant_id = tenant() and c.connection_id = held.connection_id;
  select a.status, a.allowed_scopes into agent_status, agent_scopes from agents a
    where a.merchant_id = tenant() and a.agent_id = asking;
  select case when not listing_is_stale(r) then r.active_version_id end into active_version_id from recipients r
    where r.merchant_id = tenant() and r.recipient_id = claims_to for share;
  has_recipient := found;
  select policy_told(p) into policy from automation_policies p
    where p.merchant_id = tenant() and p.policy_id = held.policy_id for update;
  select * into held from agent_payments p where p.merchant_id = tenant() and p.agent_payment_id = of_payment for update;
  now := clock_timestamp();
  written := held.status;
  status := agent_payment_status_now(held);
  transaction_hash := held.transaction_hash;
  claimed_by := held.claimed_by;
  late_hashes := array(select e.transaction_hash from agent_payment_events e
    where e.merchant_id = tenant() and e.agent_payment_id = of_payment and e.late);
  has_evidence := cardinality(late_hashes) > 0;
  payee_verified := payee_verified(held.merchant_id, held.recipient_version_id);
  -- It was active when the signature was checked, and may have been replaced or revoked since.
  has_key := by_key is not null and device_key_is_active(by_device, by_key);
  -- Whoever decided then decided it: what is reported later says the same, whatever was agreed to since.
  if by_key is not null then
    select d.jws into claimed_jws from payment_decisions d
      where d.merchant_id = tenant() and d.connection_id = held.connection_id and d.payment_id = of_payment
        and d.status = 'approved' and not d.late;
  end if;
  return next;
end $$;

-- What becomes of a payment that is held. `more` is what a report brings besides: of the transaction that is to be signed, of who
-- decided, and whether another wallet was shown the payment, which once true stays so. A transaction that no move takes is evidence.
create or replace function move_agent_payment(of_payment uuid, to_status agent_payment_status, named text, for_reason text,
  more jsonb, late_hash text)
returns setof agent_payments_shown
language plpgsql as $$
#variable_conflict use_column
begin
  if more->'handoff_shown' is not null then
    update agent_payments p set handoff_shown = (more->>'handoff_shown')::boolean or coalesce(p.handoff_shown, false)
      where p.merchant_id = tenant() and p.agent_payment_id = of_payment;
  end if;
  if to_status is not null then
    update agent_payments p set status = to_status, transaction_hash = named, reason = for_reason,
        changed_at = clock_timestamp(),
        unsigned_transaction = coalesce(p.unsigned_transaction, more->>'unsigned_transaction'),
        max_time = coalesce(p.max_time, (more->>'max_time')::bigint),
        device_signed = coalesce(p.device_signed, (more->>'device_signed')::boolean),
        claimed_by = coalesce(p.claimed_by, (more->>'claimed_by')::uuid)
      where p.merchant_id = tenant() and p.agent_payment_id = of_payment;
  end if;
  if late_hash is not null then
    perform append_agent_payment_event(p, p.status, true, late_hash, more->>'late_reason') from agent_payments p
      where p.merchant_id = tenant() and p.agent_payment_id = of_payment;
  end if;
  return query select (r.shown).* from read_agent_payment('', null, null, of_payment) r;
end $$;

revoke all on function
  hold_for_intent(bytea, uuid, uuid, uuid, uuid, jsonb, boolean, uuid, bytea),
  hold_agent_payment(uuid, uuid, uuid, text),
  move_agent_payment(uuid, agent_payment_status, text, text, jsonb, text)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  hold_for_intent(bytea, uuid, uuid, uuid, uuid, jsonb, boolean, uuid, bytea),
  hold_agent_payment(uuid, uuid, uuid, text),
  move_agent_payment(uuid, agent_payment_status, text, text, jsonb, text)
  to pursestrings_app;

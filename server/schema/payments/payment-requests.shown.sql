-- owner: payment-requests
-- Requests with all that is shown of them, read in one statement: as time and their payee leave them, who asked, and what others have
-- found out.

create or replace function wire_time(at timestamptz) returns text language sql stable parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

-- What is known of a payment of either kind beyond its own row: whether another one names its transaction, what was named too late,
-- and what the ledger says. It becomes part of the plan of whoever asks.
create or replace function payment_beside(of_merchant uuid, of_connection uuid, of_payment uuid)
returns table (repeated boolean, late_reports json, ledger json) language sql stable as $$
  select
    exists (
      select from named_transactions mine cross join lateral (
        select from named_transactions other where other.network = mine.network
          and other.transaction_hash = mine.transaction_hash and other.payment_id <> mine.payment_id limit 1) other
      where mine.payment_id = of_payment),
    (select json_agg(json_strip_nulls(json_build_object('reported_status', l.reported_status,
          'transaction_hash', l.transaction_hash, 'reason', l.reason, 'reported_at', wire_time(l.reported_at)))
        order by l.reported_at, l.late_report_id)
      from late_reports l where l.merchant_id = of_merchant and l.connection_id = of_connection
        and l.payment_request_id = of_payment),
    (select json_build_object('assurance', s.assurance, 'notes', s.notes, 'accepted_by', s.accepted_by,
        'shown', json_strip_nulls(json_build_object('ledger_outcome', s.ledger_outcome,
          -- Until the end something that can be read may still pay it.
          'reason', case when s.reason <> 'unreadable_transaction' or s.done_at is not null then s.reason end,
          'bound_by', s.bound_by, 'paid_by', s.paid_by,
          'ledger_match', case when s.ledger_match is not null then json_build_object(
            'transaction_hash', s.ledger_match -> 'transaction_hash', 'place', s.ledger_match -> 'place',
            'named_before_close', s.ledger_match -> 'named_before_close', 'rivals', s.ledger_match -> 'rivals') end,
          'accepted_at', wire_time(s.accepted_at), 'transaction_hash', s.transaction_hash, 'place', s.place,
          'ledger', s.ledger, 'closed_at', wire_time(to_timestamp(s.closed_at)),
          'received_amount', trim_scale(s.received_units * ledger_unit(s.network))::text,
          'observers', case when s.judged_at is not null then s.observers end,
          'sealed_by', case when s.judged_at is not null then s.sealed_by end, 'network_epoch', s.network_epoch,
          'epoch_ended', case when s.network_epoch is not null then e.ended_at is not null end, 'retry', s.retry,
          'simulated', nullif(e.simulated, false))))
      from settlements s left join lateral (
        select e.simulated, e.ended_at from ledger_epochs e where e.network = s.network
          and e.epoch = coalesce(s.network_epoch, s.scan_epoch) limit 1) e on true
      where s.merchant_id = of_merchant and s.payment_id = of_payment limit 1)
$$;

create or replace view payment_requests_shown with (security_invoker = true) as
  select p.merchant_id, c.source, p.connection_id, p.payment_request_id, p.request_id, p.recipient_version_id, p.created_at,
    p.expires_at, payment_status_at(p.status, p.expires_at, v.recalled_at, now()) as status, p.amount, p.idempotency_key,
    p.facts_digest, p.transaction_id, p.context_revision, p.display, p.metadata, p.terms, p.transaction_hash,
    payment_reason_at(p.status, p.expires_at, v.recalled_at, p.reason) as reason, p.device_signed,
    v.verified as payee_verified, b.repeated, b.late_reports, b.ledger
  from payment_requests p
  cross join lateral (
    select c.source from connections c where c.merchant_id = p.merchant_id and c.connection_id = p.connection_id limit 1) c
  cross join lateral (
    select s.recalled_at, s.verified from payee_standings s
    where s.merchant_id = p.merchant_id and s.recipient_version_id = p.recipient_version_id limit 1) v
  cross join lateral payment_beside(p.merchant_id, p.connection_id, p.payment_request_id) b;

-- For payments that their reader was shown already: the same beside their rows, and who asked.
create or replace function read_beside(merchants uuid[], connections_of uuid[], payments uuid[])
returns table (item integer, source jsonb, repeated boolean, late_reports json, ledger json)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  select i.item::integer, c.source, b.* from unnest(merchants, connections_of, payments) with ordinality
    i (merchant_id, connection_id, payment_id, item)
  cross join lateral (
    select c.source from connections c where c.merchant_id = i.merchant_id and c.connection_id = i.connection_id limit 1) c
  cross join lateral payment_beside(i.merchant_id, i.connection_id, i.payment_id) b
  order by i.item;
end $$;

-- Why a connection's token reads nothing; null where it reads.
create or replace function barred_from_reading(c connections, a agents) returns text language sql immutable parallel safe
  return case
    when c.connection_id is null then 'credential_invalid'
    when c.status = 'revoked' then 'connection_revoked'
    when a.status is distinct from 'active' then 'agent_not_active'
    when not ('payment.requests.read' = any (c.scopes) and 'payment.requests.read' = any (a.allowed_scopes))
      then 'scope_missing'
  end;

-- Reads by connection token, many at once: one statement authenticates each token's hash and finds its request, as the role
-- that creates. What is not there and what is another's come back alike. An agent without a working key reads on, as a paused
-- connection does: a key that ran out must not hide what became of payments. In plpgsql, which keeps the plan; a function in
-- SQL is planned at every call.
create or replace function read_payment_requests(token_hashes bytea[], payment_request_ids uuid[], request_ids text[])
returns table (
  item integer, verdict text, merchant_id uuid, source jsonb, connection_id uuid, payment_request_id uuid, request_id text,
  recipient_version_id uuid, created_at timestamptz, expires_at timestamptz, status payment_status, amount text,
  idempotency_key text, facts_digest bytea, transaction_id text, context_revision integer, display text, metadata text,
  terms text, transaction_hash text, reason text, device_signed boolean, payee_verified boolean, repeated boolean, late_reports json,
  ledger json)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  return query
  select i.item::integer,
    coalesce(barred_from_reading(c, a), case when t.connection_id is null then 'resource_not_found' else 'found' end), t.*
  from unnest(token_hashes, payment_request_ids, request_ids) with ordinality
    i (token_hash, payment_request_id, request_id, item)
  left join connections c on c.token_hash = i.token_hash and c.token_expires_at > now()
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  -- Several indexes begin with merchant and connection, and to an empty table all are alike. A range in order has one only.
  left join lateral (
    select coalesce(i.payment_request_id, (select n.payment_request_id from payment_requests n
      where n.merchant_id = c.merchant_id and n.connection_id = c.connection_id
        and n.request_id between i.request_id and i.request_id order by n.request_id limit 1)) as id) wanted on true
  left join lateral (
    select t.* from payment_requests_shown t
    where t.merchant_id = c.merchant_id and t.connection_id = c.connection_id
      and t.payment_request_id between wanted.id and wanted.id
    order by t.payment_request_id limit 1) t on true;
end $$;

-- The request that a key had made before, as it is now: not stable, since it may have been made while the statement waited.
create or replace function replayed_payment_request(of_token bytea, of_request uuid) returns json
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  return (select to_json(r) from read_payment_requests(array[of_token], array[of_request], array[null::text]) r);
end $$;

-- A page of requests, newest first: those of a connection by its own token, or of all connections of a wallet by that of a device.
-- Where the token opens nothing, one row says so.
create or replace function list_payment_requests(of_token bytea, by_wallet boolean, before uuid, at_most integer,
  statuses payment_status[], of_connection uuid, of_recipient uuid)
returns table (
  verdict text, merchant_id uuid, source jsonb, connection_id uuid, payment_request_id uuid, request_id text,
  recipient_version_id uuid, created_at timestamptz, expires_at timestamptz, status payment_status, amount text,
  idempotency_key text, facts_digest bytea, transaction_id text, context_revision integer, display text, metadata text,
  terms text, transaction_hash text, reason text, device_signed boolean, payee_verified boolean, repeated boolean, late_reports json,
  ledger json)
language plpgsql stable security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  wallet uuid;
begin
  if by_wallet then
    select wallet_of(t.device_id) into wallet from device_tokens t
      where t.token_hash = of_token and coalesce(t.next_until > now(), true);
    verdict := case when wallet is null then 'credential_invalid' end;
  else
    select barred_from_reading(c, a) into verdict from (select of_token as token_hash) i
      left join connections c on c.token_hash = i.token_hash and c.token_expires_at > now()
      left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id;
  end if;
  if verdict is not null then
    return next;
    return;
  end if;
  return query
  with places as materialized (
    select c.merchant_id, c.connection_id from connections c where not by_wallet and c.token_hash = of_token
    union all
    select * from (select c.merchant_id, c.connection_id from connections c where by_wallet and c.device_id = wallet
      order by c.connection_id desc limit 1000) c),
  page as materialized (
    select p.* from places c cross join lateral (
      select p.merchant_id, p.connection_id, p.payment_request_id from payment_requests p
      left join lateral (
        select s.recalled_at from payee_standings s where s.merchant_id = p.merchant_id and p.status = 'pending'
          and s.recipient_version_id = p.recipient_version_id limit 1) v on true
      where p.merchant_id = c.merchant_id and p.connection_id = c.connection_id
        and p.payment_request_id < coalesce(before, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
        and (statuses is null or payment_status_at(p.status, p.expires_at, v.recalled_at, now()) = any (statuses))
        and (of_recipient is null or exists (select from recipient_versions r where r.merchant_id = p.merchant_id
          and r.recipient_version_id = p.recipient_version_id and r.recipient_id = of_recipient))
      order by p.payment_request_id desc limit at_most) p
    where of_connection is null or c.connection_id = of_connection
    order by p.payment_request_id desc limit at_most)
  select 'found', t.* from page k cross join lateral (
    select t.* from payment_requests_shown t where t.merchant_id = k.merchant_id and t.connection_id = k.connection_id
      and t.payment_request_id between k.payment_request_id and k.payment_request_id
    order by t.payment_request_id limit 1) t
  order by t.payment_request_id desc;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function read_beside(uuid[], uuid[], uuid[]) owner to pursestrings_creator;
alter function read_payment_requests(bytea[], uuid[], text[]) owner to pursestrings_creator;
alter function replayed_payment_request(bytea, uuid) owner to pursestrings_creator;
alter function list_payment_requests(bytea, boolean, uuid, integer, payment_status[], uuid, uuid) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on payment_requests_shown from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payment_requests_shown to pursestrings_creator;
revoke all on function
  wire_time(timestamptz),
  payment_beside(uuid, uuid, uuid),
  barred_from_reading(connections, agents),
  read_beside(uuid[], uuid[], uuid[]),
  read_payment_requests(bytea[], uuid[], text[]),
  replayed_payment_request(bytea, uuid),
  list_payment_requests(bytea, boolean, uuid, integer, payment_status[], uuid, uuid)
  from public, pursestrings_app, pursestrings_system;
grant execute on function wire_time(timestamptz), payment_beside(uuid, uuid, uuid), barred_from_reading(connections, agents)
  to pursestrings_creator;
grant execute on function
  read_beside(uuid[], uuid[], uuid[]),
  read_payment_requests(bytea[], uuid[], text[]),
  replayed_payment_request(bytea, uuid),
  list_payment_requests(bytea, boolean, uuid, integer, payment_status[], uuid, uuid)
  to pursestrings_app;

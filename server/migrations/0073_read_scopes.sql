-- owner: payment-requests
-- Reads and feeds as before (0023, 0024), where the scope must be granted and still allowed. An agent without a working key
-- reads on, as a paused connection does: a key that ran out must not hide what became of payments. To stop reads as well,
-- the merchant suspends the agent.

-- Pages of feeds and where each feed ends, many at once and each as one look: the token itself says whose it is, at every
-- look again. Always one row at least for each item, with a null cursor where nothing is new. In plpgsql, which keeps the
-- plan; a function in SQL plans anew at every call.
create or replace function read_payment_request_feeds(token_hashes bytea[], sinces bigint[], limits integer[])
returns table (item integer, verdict text, connection_id uuid, last_cursor bigint, cursor bigint, payment_request_id uuid,
  request_id text, previous_status payment_status, status payment_status, late boolean, occurred_at timestamptz)
language plpgsql stable security definer set search_path = countersign, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select i.item::integer,
    case
      when c.connection_id is null then 'credential_invalid'
      when c.status = 'revoked' then 'connection_revoked'
      when a.status is distinct from 'active' then 'agent_not_active'
      when not ('payment.requests.read' = any (c.scopes) and 'payment.requests.read' = any (a.allowed_scopes))
        then 'scope_missing'
      when i.since > c.last_cursor then 'cursor_ahead'
      else 'read'
    end,
    c.connection_id, c.last_cursor, e.cursor, e.payment_request_id, e.request_id, e.previous_status, e.status, e.late,
    e.occurred_at
  from unnest(token_hashes, sinces, limits) with ordinality i (token_hash, since, at_most, item)
  left join connections c on c.token_hash = i.token_hash
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  left join lateral (
    -- Looked up event by event: as a join, a planner without statistics walks all requests of the connection for each.
    select e.cursor, e.payment_request_id, e.previous_status, e.status, e.late, e.occurred_at, (
      select p.request_id from payment_requests p where p.merchant_id = e.merchant_id
        and p.connection_id = e.connection_id and p.payment_request_id = e.payment_request_id) as request_id
    from payment_request_events e
    where e.merchant_id = c.merchant_id and e.connection_id = c.connection_id and e.cursor > i.since
    order by e.cursor limit i.at_most) e on true
  order by i.item, e.cursor;
end $$;

create or replace function read_payment_requests(token_hashes bytea[], payment_request_ids uuid[], request_ids text[])
returns table (
  item integer, verdict text, merchant_id uuid, source jsonb, connection_id uuid, payment_request_id uuid,
  request_id text, recipient_version_id uuid, created_at timestamptz, expires_at timestamptz, status payment_status,
  amount text, idempotency_key text, facts_digest bytea, transaction_id text, display text, metadata text,
  transaction_hash text, reason text)
language sql stable security definer set search_path = countersign, pg_temp
begin atomic
  select i.item::integer,
    case
      when c.connection_id is null then 'credential_invalid'
      when c.status = 'revoked' then 'connection_revoked'
      when a.status is distinct from 'active' then 'agent_not_active'
      when not ('payment.requests.read' = any (c.scopes) and 'payment.requests.read' = any (a.allowed_scopes))
        then 'scope_missing'
      when p.payment_request_id is null then 'resource_not_found'
      else 'found'
    end,
    c.merchant_id, c.source, c.connection_id, p.payment_request_id, p.request_id, p.recipient_version_id, p.created_at,
    p.expires_at,
    case when p.status = 'pending' and p.expires_at <= now() then 'expired'::payment_status else p.status end,
    p.amount, p.idempotency_key, p.facts_digest, p.transaction_id, p.display, p.metadata, p.transaction_hash, p.reason
  from unnest(token_hashes, payment_request_ids, request_ids) with ordinality
    i (token_hash, payment_request_id, request_id, item)
  left join connections c on c.token_hash = i.token_hash
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  left join payment_requests p on p.merchant_id = c.merchant_id and p.connection_id = c.connection_id
    and p.payment_request_id = coalesce(i.payment_request_id, (
      select named.payment_request_id from payment_requests named where named.merchant_id = c.merchant_id
        and named.connection_id = c.connection_id and named.request_id = i.request_id));
end;

-- owner: payment-requests
-- Reads by connection token, many at once: one statement authenticates each token's hash and finds its request, as the role
-- that creates. What is not there and what is another's come back alike.

create function read_payment_requests(token_hashes bytea[], payment_request_ids uuid[], request_ids text[])
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
      when not 'payment.requests.read' = any (c.scopes) then 'scope_missing'
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

grant create on schema countersign to countersign_creator;
alter function read_payment_requests(bytea[], uuid[], text[]) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function read_payment_requests(bytea[], uuid[], text[]) from public;
grant execute on function read_payment_requests(bytea[], uuid[], text[]) to countersign_app;

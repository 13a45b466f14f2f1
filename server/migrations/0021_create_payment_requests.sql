-- owner: payment-requests
-- Creates, many at once, in one statement of the caller's. It runs as a role of its own that can do nothing else, and takes
-- each item's tenant from the hash of its token: the credential itself is the tenant's context. Rules that need no data
-- (amounts, overrides, digests) were decided before; what is checked here is what must hold at the commit. One item's
-- refusal is its verdict, never an exception: its neighbours do not notice.

grant usage on schema countersign to countersign_creator;
grant select, update (last_cursor, pending_count) on connections to countersign_creator;
grant select, update (version) on recipients to countersign_creator;
grant select on agents, merchants to countersign_creator;
grant select, insert, update (replay_count) on payment_requests to countersign_creator;
grant insert on payment_request_events to countersign_creator;
create policy creator on connections to countersign_creator using (true) with check (true);
create policy creator on recipients to countersign_creator using (true) with check (true);
create policy creator on agents for select to countersign_creator using (true);
create policy creator on merchants for select to countersign_creator using (true);
create policy creator on payment_requests to countersign_creator using (true) with check (true);
create policy creator on payment_request_events for insert to countersign_creator with check (true);

create function create_payment_requests(
  token_hashes bytea[], payment_request_ids uuid[], request_ids text[], idempotency_keys text[],
  idempotency_digests uuid[], intent_digests bytea[], recipient_ids uuid[], recipient_version_ids uuid[],
  amounts text[], facts_digests bytea[], expiries timestamptz[], transaction_ids text[], displays text[],
  metadatas text[], pending_max integer)
returns table (
  item integer, verdict text, merchant_id uuid, connection_id uuid, source jsonb, payment_request_id uuid,
  created_at timestamptz, cursor bigint)
language plpgsql security definer set search_path = countersign, pg_temp as $$
#variable_conflict use_column
begin
  -- The connection's row is the arbiter: of its tokens, its cursor, its cap and its idempotency keys. Held in one order by
  -- everybody, so that two batches never wait for each other.
  perform from connections c where c.token_hash = any (token_hashes)
    order by c.merchant_id, c.connection_id for update;
  -- A payee cannot be swapped between this look and the commit.
  perform from recipients r
    where (r.merchant_id, r.recipient_id) in (
      select c.merchant_id, i.recipient_id from unnest(token_hashes, recipient_ids) i (token_hash, recipient_id)
      join connections c on c.token_hash = i.token_hash)
    order by r.merchant_id, r.recipient_id for share;

  return query
  with item as (
    -- Two items of one statement may choose the same id; the first one has it.
    select i.*, row_number() over (partition by i.token_hash, coalesce(i.request_id, i.payment_request_id::text)
      order by i.item) as nth
    from unnest(token_hashes, payment_request_ids, request_ids, idempotency_keys, idempotency_digests,
        intent_digests, recipient_ids, recipient_version_ids, amounts, facts_digests, expiries, transaction_ids, displays,
        metadatas) with ordinality
      i (token_hash, payment_request_id, request_id, idempotency_key, idempotency_digest, intent_digest, recipient_id,
         recipient_version_id, amount, facts_digest, expires_at, transaction_id, display, metadata, item)),
  judged as (
    select i.*, c.merchant_id, c.connection_id, c.source, c.last_cursor, c.pending_count,
      old.payment_request_id as replay_of, old.created_at as replay_created_at,
      case
        when c.connection_id is null then 'credential_invalid'
        when c.status = 'revoked' then 'connection_revoked'
        when a.status is distinct from 'active' then 'agent_not_active'
        when not 'payment.requests.create' = any (c.scopes) then 'scope_missing'
        when old.payment_request_id is not null and old.intent_digest = i.intent_digest then 'replayed'
        when old.payment_request_id is not null then 'idempotency_key_reused'
        when c.status = 'paused' then 'connection_paused'
        when m.status is distinct from 'active' then 'merchant_not_active'
        when r.recipient_id is null then 'resource_not_found'
        when r.active_version_id is distinct from i.recipient_version_id or i.facts_digest is null
          then 'recipient_version_not_active'
        when i.expires_at not between now() + interval '1 minute' - interval '5 seconds' and now() + interval '7 days'
          then 'expiry_out_of_range'
        when taken.payment_request_id is not null or named.payment_request_id is not null or i.nth > 1
          then 'request_id_taken'
        else 'created'
      end as verdict
    from item i
    left join connections c on c.token_hash = i.token_hash
    left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
    left join merchants m on m.merchant_id = c.merchant_id
    left join recipients r on r.merchant_id = c.merchant_id and r.recipient_id = i.recipient_id
    left join payment_requests old on old.merchant_id = c.merchant_id and old.connection_id = c.connection_id
      and old.idempotency_digest = i.idempotency_digest
    left join payment_requests taken on taken.merchant_id = c.merchant_id and taken.connection_id = c.connection_id
      and taken.payment_request_id = i.payment_request_id
    left join payment_requests named on i.request_id is not null and named.merchant_id = c.merchant_id
      and named.connection_id = c.connection_id and named.request_id = i.request_id),
  counted as (
    select j.*, row_number() over (partition by j.connection_id order by j.item) as n
    from judged j where j.verdict = 'created'),
  accepted as (select * from counted where pending_count + n <= pending_max),
  inserted as (
    insert into payment_requests (merchant_id, connection_id, payment_request_id, recipient_version_id,
      idempotency_digest, created_at, expires_at, status, intent_digest, facts_digest, amount, idempotency_key, request_id,
      transaction_id, display, metadata)
    select k.merchant_id, k.connection_id, k.payment_request_id, k.recipient_version_id, k.idempotency_digest, now(),
      k.expires_at, 'pending', k.intent_digest, k.facts_digest, k.amount, k.idempotency_key, k.request_id,
      k.transaction_id, k.display, k.metadata
    from accepted k),
  told as (
    insert into payment_request_events (merchant_id, connection_id, cursor, payment_request_id, occurred_at, status)
    select k.merchant_id, k.connection_id, k.last_cursor + k.n, k.payment_request_id, now(), 'pending' from accepted k),
  bumped as (
    update connections c set last_cursor = c.last_cursor + k.n, pending_count = c.pending_count + k.n
    from (select k.merchant_id, k.connection_id, count(*) as n from accepted k group by 1, 2) k
    where c.merchant_id = k.merchant_id and c.connection_id = k.connection_id),
  -- A replay commits a write of its own, so that it never acknowledges what is not replicated yet (I3).
  replayed as (
    update payment_requests p set replay_count = p.replay_count + 1 from judged j
    where j.verdict = 'replayed' and p.merchant_id = j.merchant_id and p.connection_id = j.connection_id
      and p.payment_request_id = j.replay_of)
  select j.item::integer,
    case when j.verdict = 'created' and k.item is null then 'too_many_pending' else j.verdict end,
    j.merchant_id, j.connection_id, j.source, coalesce(j.replay_of, j.payment_request_id),
    coalesce(j.replay_created_at, now()), k.last_cursor + k.n
  from judged j left join accepted k on k.item = j.item;
end $$;

-- The function belongs to the role as which it runs; that role may create nothing else here.
grant create on schema countersign to countersign_creator;
alter function create_payment_requests(bytea[], uuid[], text[], text[], uuid[], bytea[], uuid[], uuid[], text[], bytea[],
  timestamptz[], text[], text[], text[], integer) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function create_payment_requests(bytea[], uuid[], text[], text[], uuid[], bytea[], uuid[], uuid[], text[],
  bytea[], timestamptz[], text[], text[], text[], integer) from public;
grant execute on function create_payment_requests(bytea[], uuid[], text[], text[], uuid[], bytea[], uuid[], uuid[], text[],
  bytea[], timestamptz[], text[], text[], text[], integer) to countersign_app;

-- owner: payment-requests
-- Creates, many at once, in one statement of the caller's. It runs as a role of its own that can do nothing else, and takes
-- each item's tenant from the hash of its token: the credential itself is the tenant's context. Rules that need no data
-- (amounts, overrides, digests) were decided before; what is checked here is what must hold at the commit. One item's
-- refusal is its verdict, never an exception: its neighbours do not notice.
--
-- Limits keep a wallet from being worn down: so many creates of a connection within a minute (which begins with its first
-- create), so many pending ones of a connection, and so many in a wallet over all its connections. The first two are exact:
-- they stand on the connection's row, which is held. The last is read without a lock, since one would make merchants wait
-- for each other; statements that run at the same moment may go beyond it by what they bring.

create or replace function create_payment_requests(
  token_hashes bytea[], payment_request_ids uuid[], request_ids text[], idempotency_keys text[],
  idempotency_digests uuid[], intent_digests bytea[], recipient_ids uuid[], recipient_version_ids uuid[],
  amounts text[], facts_digests bytea[], expiries timestamptz[], transaction_ids text[], displays text[],
  metadatas text[], pending_max integer, wallet_pending_max integer, minute_max integer)
returns table (
  item integer, verdict text, merchant_id uuid, connection_id uuid, source jsonb, payment_request_id uuid,
  created_at timestamptz, cursor bigint, paused_by text, retry_after integer)
language plpgsql security definer set search_path = countersign, pg_temp as $$
#variable_conflict use_column
begin
  -- The connection's row is the arbiter: of its tokens, its cursor, its limits and its idempotency keys. Held in one order
  -- by everybody, so that two batches never wait for each other.
  perform from connections c where c.token_hash = any (token_hashes)
    order by c.merchant_id, c.connection_id for update;
  -- A payee cannot be swapped between this look and the commit.
  perform from recipients r
    where (r.merchant_id, r.recipient_id) in (
      select c.merchant_id, i.recipient_id from unnest(token_hashes, recipient_ids) i (token_hash, recipient_id)
      join connections c on c.token_hash = i.token_hash)
    order by r.merchant_id, r.recipient_id for share;

  return query
  with judged as (
    select i.*, c.merchant_id, c.connection_id, c.device_id, c.source, c.last_cursor, c.pending_count, c.paused_by,
      old.payment_request_id as replay_of, old.created_at as replay_created_at,
      case when c.minute_began_at > now() - interval '1 minute' then c.minute_began_at else now() end as minute_began_at,
      case when c.minute_began_at > now() - interval '1 minute' then c.created_in_minute else 0 end as created_in_minute,
      case
        when c.connection_id is null then 'credential_invalid'
        when c.status = 'revoked' then 'connection_revoked'
        when a.status is distinct from 'active' then 'agent_not_active'
        when not ('payment.requests.create' = any (c.scopes) and 'payment.requests.create' = any (a.allowed_scopes))
          then 'scope_missing'
        when old.payment_request_id is not null and old.intent_digest = i.intent_digest then 'replayed'
        when old.payment_request_id is not null then 'idempotency_key_reused'
        when c.status = 'paused' then 'connection_paused'
        when not a.keys_usable @> now() then 'agent_credential_inactive'
        when m.status is distinct from 'active' then 'merchant_not_active'
        when r.recipient_id is null then 'resource_not_found'
        when r.active_version_id is distinct from i.recipient_version_id or i.facts_digest is null
          then 'recipient_version_not_active'
        when i.expires_at not between now() + interval '1 minute' - interval '5 seconds' and now() + interval '7 days'
          then 'expiry_out_of_range'
        when taken.payment_request_id is not null or named.payment_request_id is not null then 'request_id_taken'
        else 'created'
      end as verdict
    from unnest(token_hashes, payment_request_ids, request_ids, idempotency_keys, idempotency_digests,
        intent_digests, recipient_ids, recipient_version_ids, amounts, facts_digests, expiries, transaction_ids, displays,
        metadatas) with ordinality
      i (token_hash, payment_request_id, request_id, idempotency_key, idempotency_digest, intent_digest, recipient_id,
         recipient_version_id, amount, facts_digest, expires_at, transaction_id, display, metadata, item)
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
  -- Two items of one statement may choose the same id: the first that nothing else speaks against has it. A limit that
  -- refuses the first refuses the second as well, so limits are told before ids: nobody hears of a request that is not there.
  namesakes as (
    select j.item, j.connection_id, j.device_id, j.pending_count, j.created_in_minute,
      row_number() over (partition by j.connection_id, coalesce(j.request_id, j.payment_request_id::text)
        order by j.item) as nth
    from judged j where j.verdict = 'created'),
  counted as (
    select s.*, count(*) filter (where s.nth = 1) over (partition by s.connection_id order by s.item) as n
    from namesakes s),
  fitting as (
    select k.item, k.n, k.nth, k.device_id,
      case when k.pending_count + k.n > pending_max then 'too_many_pending'
        when k.created_in_minute + k.n > minute_max then 'too_many_creates'
        else 'created' end as verdict
    from counted k),
  decided as (
    select f.item, f.n,
      case when f.verdict <> 'created' then f.verdict
        -- The newest connections of a wallet are enough to tell, and bound what a look costs.
        when (select sum(w.pending_count) from (select w.pending_count from connections w where w.device_id = f.device_id
            order by w.connection_id desc limit 200) w)
          + count(*) filter (where f.nth = 1 and f.verdict = 'created') over (partition by f.device_id order by f.item)
          > wallet_pending_max then 'too_many_pending_in_wallet'
        when f.nth > 1 then 'request_id_taken'
        else 'created' end as verdict
    from fitting f),
  accepted as (select j.*, d.n from decided d join judged j on j.item = d.item where d.verdict = 'created'),
  inserted as (
    insert into payment_requests (merchant_id, connection_id, payment_request_id, recipient_version_id,
      idempotency_digest, created_at, expires_at, status, intent_digest, facts_digest, amount, idempotency_key, request_id,
      transaction_id, display, metadata)
    select k.merchant_id, k.connection_id, k.payment_request_id, k.recipient_version_id, k.idempotency_digest, now(),
      k.expires_at, 'pending', k.intent_digest, k.facts_digest, k.amount, k.idempotency_key, k.request_id,
      k.transaction_id, k.display, k.metadata
    from accepted k),
  told as materialized (
    select append_events(array_agg(payment_request_event(k.merchant_id, k.connection_id, k.device_id, k.last_cursor + k.n,
      k.payment_request_id, k.request_id, null, 'pending', false, now()) order by k.item))
    from accepted k),
  bumped as (
    update connections c set last_cursor = c.last_cursor + k.n, pending_count = c.pending_count + k.n,
      minute_began_at = k.minute_began_at, created_in_minute = k.created_in_minute + k.n
    from (select k.merchant_id, k.connection_id, k.minute_began_at, k.created_in_minute, count(*) as n
      from accepted k group by 1, 2, 3, 4) k
    where c.merchant_id = k.merchant_id and c.connection_id = k.connection_id),
  -- A replay commits a write of its own, so that it never acknowledges what is not replicated yet (I3).
  replayed as (
    update payment_requests p set replay_count = p.replay_count + 1 from judged j
    where j.verdict = 'replayed' and p.merchant_id = j.merchant_id and p.connection_id = j.connection_id
      and p.payment_request_id = j.replay_of)
  select j.item::integer, coalesce(d.verdict, j.verdict), j.merchant_id, j.connection_id, j.source,
    coalesce(j.replay_of, j.payment_request_id), coalesce(j.replay_created_at, now()),
    case when d.verdict = 'created' then j.last_cursor + d.n end, j.paused_by,
    case when d.verdict = 'too_many_creates'
      then ceil(extract(epoch from j.minute_began_at + interval '1 minute' - now()))::integer end
  from judged j left join decided d on d.item = j.item cross join told;
end $$;

-- It belongs to the role as which it runs, which can create nothing else here.
grant create on schema countersign to countersign_creator;
alter function create_payment_requests(bytea[], uuid[], text[], text[], uuid[], bytea[], uuid[], uuid[], text[], bytea[],
  timestamptz[], text[], text[], text[], integer, integer, integer) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;

revoke all on function create_payment_requests(bytea[], uuid[], text[], text[], uuid[], bytea[], uuid[], uuid[], text[], bytea[],
  timestamptz[], text[], text[], text[], integer, integer, integer)
  from public, countersign_app, countersign_system;
grant execute on function create_payment_requests(bytea[], uuid[], text[], text[], uuid[], bytea[], uuid[], uuid[], text[], bytea[],
  timestamptz[], text[], text[], text[], integer, integer, integer) to countersign_app;

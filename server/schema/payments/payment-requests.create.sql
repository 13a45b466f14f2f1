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

-- What speaks against each item. Limits are looked at before ids: a limit that refuses the first of two items with one id
-- refuses the second as well, and nobody hears of a request that is not there.
create or replace function judge_creates(items new_payment_request[], default_pending_max integer,
  default_minute_max integer, wallet_pending_max integer)
returns table (
  item bigint, payment_request_id uuid, request_id text, idempotency_key text, idempotency_digest uuid, intent_digest bytea,
  recipient_version_id uuid, amount text, facts_digest bytea, expires_at timestamptz, transaction_id text, display text,
  metadata text, terms text, merchant_id uuid, connection_id uuid, device_id uuid, source jsonb, last_cursor bigint, paused_by text,
  minute_began_at timestamptz, created_in_minute integer, barred text, refused text, against text)
language sql stable as $$
  with known as materialized (
    select i.*, i.ordinality as item, c.merchant_id, c.connection_id, c.device_id, c.source, c.last_cursor, c.pending_count,
      c.paused_by,
      case when c.minute_began_at > now() - interval '1 minute' then c.minute_began_at else now() end as minute_began_at,
      case when c.minute_began_at > now() - interval '1 minute' then c.created_in_minute else 0 end as created_in_minute,
      -- The organization's own, where the operator gave it some.
      coalesce(m.pending_max, default_pending_max) as pending_limit,
      coalesce(m.creates_per_minute_max, default_minute_max) as minute_limit,
      -- Refuses even a key that was used before.
      case
        when c.connection_id is null then 'credential_invalid'
        when c.status = 'revoked' then 'connection_revoked'
        when a.status is distinct from 'active' then 'agent_not_active'
        when not ('payment.requests.create' = any (c.scopes) and 'payment.requests.create' = any (a.allowed_scopes))
          then 'scope_missing'
      end as barred,
      -- Refuses a new request.
      case
        when c.status = 'paused' then 'connection_paused'
        when not a.keys_usable @> now() then 'agent_credential_inactive'
        when m.status is distinct from 'active' then 'merchant_not_active'
        when r.recipient_id is null and is_personal(c.merchant_id) then 'payee_not_resolved'
        when r.recipient_id is null then 'resource_not_found'
        -- An agent that may not ask for payees of others has none of them.
        when r.listed_by is not null and not ('payees.resolve' = any (c.scopes) and 'payees.resolve' = any (a.allowed_scopes))
          then 'resource_not_found'
        when listing_is_stale(r) then 'payee_listing_stale'
        when r.active_version_id is distinct from i.recipient_version_id or i.facts_digest is null
          then 'recipient_version_not_active'
        when i.expires_at not between now() + expiry_min() - interval '5 seconds' and now() + expiry_max()
          then 'expiry_out_of_range'
      end as refused
    from unnest(items) with ordinality i
    left join connections c on c.token_hash = i.token_hash and c.token_expires_at > now()
    left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
    left join merchants m on m.merchant_id = c.merchant_id
    left join recipients r on r.merchant_id = c.merchant_id and r.recipient_id = i.recipient_id),
  -- Of the items of one statement that choose the same id, the first that nothing else speaks against has it.
  namesakes as (
    select k.*, row_number() over (partition by k.connection_id, coalesce(k.request_id, k.payment_request_id::text)
        order by k.item) as nth
    from known k where k.barred is null and k.refused is null),
  counted as (
    select s.*, count(*) filter (where s.nth = 1) over (partition by s.connection_id order by s.item) as n
    from namesakes s),
  limited as (
    select k.*,
      case when k.pending_count + k.n > k.pending_limit then 'too_many_pending'
        when k.created_in_minute + k.n > k.minute_limit then 'too_many_creates' end as over
    from counted k),
  judged as (
    select f.item,
      case when f.over is not null then f.over
        -- The newest connections of a wallet are enough to tell, and bound what a look costs.
        when (select sum(w.pending_count) from (select w.pending_count from connections w where w.device_id = f.device_id
            order by w.connection_id desc limit 200) w)
          + count(*) filter (where f.nth = 1 and f.over is null) over (partition by f.device_id order by f.item)
          > wallet_pending_max then 'too_many_pending_in_wallet'
        when f.nth > 1 then 'request_id_taken' end as against
    from limited f)
  select k.item, k.payment_request_id, k.request_id, k.idempotency_key, k.idempotency_digest, k.intent_digest,
    k.recipient_version_id, k.amount, k.facts_digest, k.expires_at, k.transaction_id, k.display, k.metadata, k.terms, k.merchant_id,
    k.connection_id, k.device_id, k.source, k.last_cursor, k.paused_by, k.minute_began_at, k.created_in_minute, k.barred,
    k.refused, j.against
  from known k left join judged j on j.item = k.item
$$;

-- Writes what may be created, with its events, and answers for every item. Its caller holds connections and payees.
create or replace function write_payment_requests(items new_payment_request[], pending_max integer,
  wallet_pending_max integer, minute_max integer)
returns table (
  item integer, verdict text, merchant_id uuid, connection_id uuid, source jsonb, payment_request_id uuid,
  created_at timestamptz, context_revision integer, paused_by text, retry_after integer, is_judged_again boolean)
language plpgsql as $$
#variable_conflict use_column
begin
  return query
  with judged as materialized (
    select * from judge_creates(items, pending_max, minute_max, wallet_pending_max)),
  -- The unique indexes are the look-up: what is there already is not inserted, and there is no plan to choose.
  inserted as (
    insert into payment_requests as p (merchant_id, connection_id, payment_request_id, recipient_version_id,
      idempotency_digest, created_at, expires_at, pending_until, status, intent_digest, facts_digest, amount,
      idempotency_key, request_id, transaction_id, display, metadata, terms, context_revision)
    select k.merchant_id, k.connection_id, k.payment_request_id, k.recipient_version_id, k.idempotency_digest, now(),
      k.expires_at, k.expires_at, 'pending', k.intent_digest, k.facts_digest, k.amount, k.idempotency_key, k.request_id,
      k.transaction_id, k.display, k.metadata, k.terms,
      -- The words that the wallet shows with it stay those of this moment.
      case when k.transaction_id is not null then (select x.revision from transaction_contexts x
        where x.merchant_id = k.merchant_id and x.connection_id = k.connection_id and x.transaction_id = k.transaction_id
        order by x.revision desc limit 1) end
    from judged k where k.barred is null and k.refused is null and k.against is null
    on conflict do nothing
    returning p.connection_id, p.payment_request_id, p.context_revision),
  created as materialized (
    select k.*, s.context_revision, k.last_cursor + row_number() over (partition by k.connection_id order by k.item) as cursor
    from inserted s join judged k on k.connection_id = s.connection_id and k.payment_request_id = s.payment_request_id
      and k.barred is null and k.refused is null and k.against is null),
  appended as materialized (
    select append_events(array_agg(payment_request_event(k.merchant_id, k.connection_id, k.device_id, k.cursor,
      k.payment_request_id, k.request_id, null, 'pending', false, now()) order by k.item))
    from created k),
  counted as (
    update connections c set last_cursor = c.last_cursor + k.n, pending_count = c.pending_count + k.n,
      minute_began_at = k.minute_began_at, created_in_minute = k.created_in_minute + k.n
    from (select k.merchant_id, k.connection_id, k.minute_began_at, k.created_in_minute, count(*) as n
      from created k group by 1, 2, 3, 4) k
    where c.merchant_id = k.merchant_id and c.connection_id = k.connection_id),
  -- Looked up only where nothing was inserted: was the key used before? Several indexes begin with merchant and connection,
  -- and to an empty table all are alike; a range in order has one only.
  left_over as materialized (
    select k.* from judged k where k.barred is null and not exists (select from created d where d.item = k.item)),
  used as materialized (
    select k.item, o.payment_request_id, o.created_at, o.intent_digest = k.intent_digest as is_replay
    from left_over k cross join lateral (
      select p.payment_request_id, p.created_at, p.intent_digest from payment_requests p
      where p.merchant_id = k.merchant_id and p.connection_id = k.connection_id
        and p.idempotency_digest between k.idempotency_digest and k.idempotency_digest
      order by p.idempotency_digest limit 1) o),
  missed as materialized (
    select exists (select from left_over l where l.refused is null and l.against is null) as some)
  select k.item::integer,
    case when m.item is not null then 'created'
      when k.barred is not null then k.barred
      when u.is_replay then 'replayed'
      when u.item is not null then 'idempotency_key_reused'
      else coalesce(k.refused, k.against, 'request_id_taken') end,
    k.merchant_id, k.connection_id, k.source, coalesce(u.payment_request_id, k.payment_request_id),
    coalesce(u.created_at, now()), m.context_revision, k.paused_by,
    case when k.against = 'too_many_creates'
      then ceil(extract(epoch from k.minute_began_at + interval '1 minute' - now()))::integer end,
    -- It was refused because of an item that was then not created: it may have that one's place.
    missed.some and u.item is null and k.against is not null
  from judged k left join created m on m.item = k.item left join used u on u.item = k.item
    cross join appended cross join missed;
end $$;

-- One plan serves any number of items: to plan each statement takes as long as to run it.
create or replace function create_payment_requests(items new_payment_request[], pending_max integer,
  wallet_pending_max integer, minute_max integer)
returns table (
  item integer, verdict text, merchant_id uuid, connection_id uuid, source jsonb, payment_request_id uuid,
  created_at timestamptz, context_revision integer, paused_by text, retry_after integer)
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
#variable_conflict use_column
declare
  again integer[];
  is_judged_again boolean;
begin
  -- The connection's row is the arbiter: of its tokens, its cursor, its limits and its idempotency keys. Held in one order
  -- by everybody, so that two batches never wait for each other.
  perform from connections c where c.token_hash = any (array(select i.token_hash from unnest(items) i))
    order by c.merchant_id, c.connection_id for update;
  -- A payee cannot be swapped between this look and the commit.
  perform from recipients r
    where (r.merchant_id, r.recipient_id) in (
      select c.merchant_id, i.recipient_id from unnest(items) i join connections c on c.token_hash = i.token_hash)
    order by r.merchant_id, r.recipient_id for share;

  for item, verdict, merchant_id, connection_id, source, payment_request_id, created_at, context_revision, paused_by,
    retry_after, is_judged_again in
  select * from write_payment_requests(items, pending_max, wallet_pending_max, minute_max)
  loop
    if is_judged_again then
      again := again || item;
      continue;
    end if;
    -- A replay commits a write of its own, so that it never acknowledges what is not replicated yet.
    if verdict = 'replayed' then
      update payment_requests p set replay_count = p.replay_count + 1 where p.merchant_id = create_payment_requests.merchant_id
        and p.connection_id = create_payment_requests.connection_id
        and p.payment_request_id = create_payment_requests.payment_request_id;
    end if;
    return next;
  end loop;
  if again is null then return; end if;
  return query
  select again[r.item], r.verdict, r.merchant_id, r.connection_id, r.source, r.payment_request_id, r.created_at,
    r.context_revision, r.paused_by, r.retry_after
  from create_payment_requests(array(select items[n] from unnest(again) with ordinality a (n, place) order by place),
    pending_max, wallet_pending_max, minute_max) r;
end $$;

-- The organization's own limit, if that is what refused; null if it was the general one.
create or replace function limit_of_its_own(of_merchant uuid, refused text) returns integer
language sql stable security definer set search_path = pursestrings, pg_temp as $$
  select case refused when 'too_many_pending' then m.pending_max when 'too_many_creates' then m.creates_per_minute_max end
  from merchants m where m.merchant_id = of_merchant
$$;

-- They belong to the role as which they run, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function limit_of_its_own(uuid, text) owner to pursestrings_creator;
alter function judge_creates(new_payment_request[], integer, integer, integer) owner to pursestrings_creator;
alter function write_payment_requests(new_payment_request[], integer, integer, integer) owner to pursestrings_creator;
alter function create_payment_requests(new_payment_request[], integer, integer, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  limit_of_its_own(uuid, text),
  judge_creates(new_payment_request[], integer, integer, integer),
  write_payment_requests(new_payment_request[], integer, integer, integer),
  create_payment_requests(new_payment_request[], integer, integer, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  limit_of_its_own(uuid, text),
  create_payment_requests(new_payment_request[], integer, integer, integer)
  to pursestrings_app;

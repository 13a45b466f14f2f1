-- owner: payment-requests
-- The index of requests: kept from events after their commits, in the transaction that gives them their places in feeds. What it
-- says of a request is what the request's row says at that moment, and figures move by the difference between the two: entering
-- an event twice changes nothing.

-- Where a request stands, as the overview counts it, and as lists show it.
create or replace function payment_request_measure(status payment_status, assurance text) returns text
  language sql immutable parallel safe
  return case when assurance in ('chain_observed', 'merchant_accepted', 'disputed') then assurance
    when assurance = 'proven_unpaid' and status in ('signed', 'broadcasted') then 'unpaid'
    when status in ('signed', 'broadcasted') then 'under_way'
    else status::text end;

create or replace function answered_measure(created_at timestamptz, answered_at timestamptz) returns text
  language sql immutable parallel safe
  return 'answered_' || coalesce((select min(s) from unnest(answered_within_s()) s
    where s >= extract(epoch from answered_at - created_at)), 604800);

-- What the agent wrote as its task, where it is a text that can be looked for. Whatever else stands there never stops the
-- sequencer.
create or replace function task_ref_of(metadata text) returns text language plpgsql immutable parallel safe as $$
begin
  if metadata is null or position('"task_ref"' in metadata) = 0 then return null; end if;
  return case when jsonb_typeof(metadata::jsonb -> 'task_ref') = 'string' then left(metadata::jsonb ->> 'task_ref', 256) end;
exception when data_exception then
  return null;
end $$;

create or replace function index_payment_requests(merchants uuid[], event_ids uuid[]) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  perform pg_advisory_xact_lock(hashtext('index_payment_requests'));
  with news as materialized (
    select e.* from unnest(merchants, event_ids) n (merchant_id, event_id) cross join lateral (
      select e.merchant_id, e.connection_id, e.subject_id, e.cursor, e.kind, e.occurred_at, e.data from events e
      where e.merchant_id = n.merchant_id and e.event_id = n.event_id limit 1) e
    where e.kind::text like 'payment\_request.%'),
  ends as (
    insert into payment_request_index_ends as x (merchant_id, connection_id, cursor)
    select t.merchant_id, t.connection_id, max(t.cursor) from news t group by 1, 2
    on conflict (merchant_id, connection_id) do update set cursor = excluded.cursor where x.cursor < excluded.cursor),
  touched as materialized (
    select t.merchant_id, t.connection_id, t.subject_id as payment_request_id,
      array_agg(distinct t.cursor order by t.cursor) as cursors,
      min(t.occurred_at) filter (where t.data ->> 'previous_status' = 'pending'
        and t.kind in ('payment_request.signed', 'payment_request.rejected')) as answered_at
    from news t group by 1, 2, 3),
  truth as materialized (
    select t.*, p.status, coalesce(s.assurance, case when p.transaction_hash is null then 'none' else 'wallet_reported' end) as assurance,
      p.request_id, task_ref_of(p.metadata) as task_ref, p.amount::numeric as amount, p.display, p.created_at, c.agent_id, v.recipient_id, p.recipient_version_id,
      i.recipient_version_id as counted_version_id, i.status as old_status, i.assurance as old_assurance, i.answered_at as old_answered_at
    from touched t
    cross join lateral (
      select p.* from payment_requests p where p.merchant_id = t.merchant_id and p.connection_id = t.connection_id
        and p.payment_request_id = t.payment_request_id limit 1) p
    cross join lateral (
      select c.agent_id from connections c where c.merchant_id = t.merchant_id and c.connection_id = t.connection_id
      limit 1) c
    cross join lateral (
      select v.recipient_id from recipient_versions v where v.merchant_id = t.merchant_id
        and v.recipient_version_id = p.recipient_version_id limit 1) v
    left join lateral (
      select s.assurance from settlements s where s.merchant_id = t.merchant_id and s.payment_id = t.payment_request_id
      limit 1) s on true
    left join lateral (
      select i.* from payment_request_index i where i.merchant_id = t.merchant_id
        and i.payment_request_id = t.payment_request_id and i.connection_id = t.connection_id limit 1) i on true),
  entered as (
    insert into payment_request_index as i (merchant_id, payment_request_id, connection_id, agent_id, recipient_id, status,
      assurance, request_id, task_ref, amount, created_at, answered_at, cursors, recipient_version_id)
    select t.merchant_id, t.payment_request_id, t.connection_id, t.agent_id, t.recipient_id, t.status, t.assurance,
      t.request_id, t.task_ref, t.amount, t.created_at, t.answered_at, t.cursors, t.recipient_version_id
    from truth t order by t.merchant_id, t.created_at
    on conflict (merchant_id, payment_request_id, connection_id) do update set status = excluded.status, assurance = excluded.assurance,
      answered_at = coalesce(i.answered_at, excluded.answered_at), recipient_version_id = excluded.recipient_version_id,
      amount = excluded.amount,
      cursors = array(select distinct c from unnest(i.cursors || excluded.cursors) c order by c)),
  worded as (
    insert into payment_request_words (merchant_id, word, payment_request_id)
    select t.merchant_id, w.word, t.payment_request_id from truth t
    cross join lateral unnest(request_words(t.display, t.request_id, t.task_ref, t.amount::text)) w (word)
    where t.old_status is null order by 1, 2, 3 on conflict do nothing),
  named as (
    insert into recipient_version_counts as k (merchant_id, recipient_version_id, count, last_created_at)
    select t.merchant_id, t.recipient_version_id, count(*), max(t.created_at) from truth t
    where t.counted_version_id is null group by 1, 2 order by 1, 2
    on conflict (merchant_id, recipient_version_id) do update set count = k.count + excluded.count,
      last_created_at = greatest(k.last_created_at, excluded.last_created_at)),
  moved as (
    select t.merchant_id, t.created_at, d.measure, sum(d.by) as by
    from truth t cross join lateral (
      select payment_request_measure(t.status, t.assurance) as measure, 1 as by
      union all
      select payment_request_measure(t.old_status, t.old_assurance), -1 where t.old_status is not null
      union all
      select answered_measure(t.created_at, t.answered_at), 1 where t.old_answered_at is null and t.answered_at is not null) d
    group by 1, 2, 3)
  insert into payment_request_counts as k (merchant_id, bucket, starts_at, measure, count)
  select m.merchant_id, b.bucket, date_trunc(b.bucket, m.created_at, 'UTC'), m.measure, sum(m.by)
  from moved m cross join (values ('hour'), ('day')) b (bucket)
  group by 1, 2, 3, 4 having sum(m.by) <> 0
  on conflict (merchant_id, bucket, starts_at, measure) do update set count = k.count + excluded.count;
end $$;

-- The events of one request, in order: those that the index knows, and what came after the index.
create or replace function read_payment_request_history(of_merchant uuid, of_connection uuid, of_request uuid)
returns table (cursor bigint, kind event_kind, occurred_at timestamptz, data jsonb)
language plpgsql stable security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
declare
  known bigint[];
  ends bigint;
begin
  if of_merchant is distinct from tenant() then
    raise exception 'a history is read within its merchant' using errcode = 'insufficient_privilege';
  end if;
  select i.cursors into known from payment_request_index i
    where i.merchant_id = of_merchant and i.payment_request_id = of_request and i.connection_id = of_connection;
  select x.cursor into ends from payment_request_index_ends x
    where x.merchant_id = of_merchant and x.connection_id = of_connection;
  return query
  select e.cursor, e.kind, e.occurred_at, e.data from unnest(known) n (cursor) cross join lateral (
    select e.* from events e where e.merchant_id = of_merchant and e.event_id = event_id_at(of_connection, n.cursor)
    limit 1) e
  union
  select e.cursor, e.kind, e.occurred_at, e.data from events e
  where e.merchant_id = of_merchant and e.event_id > event_id_at(of_connection, coalesce(ends, 0))
    and e.event_id <= event_id_at(of_connection, 9223372036854775807) and e.subject_id = of_request
  order by 1;
end $$;

-- Requests that their agents gave this name: those in the index, and those that are about to be. Two are enough to tell that
-- the name says too little.
create or replace function find_named_payment_requests(of_merchant uuid, named text)
returns table (connection_id uuid, payment_request_id uuid)
language plpgsql stable security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  if of_merchant is distinct from tenant() then
    raise exception 'requests are found by their merchant' using errcode = 'insufficient_privilege';
  end if;
  return query
  (select i.connection_id, i.payment_request_id from payment_request_index i
    where i.merchant_id = of_merchant and i.request_id = named order by i.request_id limit 2)
  union
  select e.connection_id, e.subject_id from (
    select n.event_id from (
      select p.event_merchant_id, p.event_id from events_pending p order by p.pending_id desc limit 5000) n
    where n.event_merchant_id = of_merchant) n
  cross join lateral (
    select e.* from events e where e.merchant_id = of_merchant and e.event_id = n.event_id limit 1) e
  where e.kind = 'payment_request.pending' and e.data ->> 'request_id' = named
  limit 2;
end $$;

-- Payments of any tenant that name a transaction, late reports included: the caller looks only at its own.
create or replace function payments_naming(named text, networks text[]) returns setof uuid
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return query
  select t.payment_id from unnest(networks) n (network) cross join lateral (
    select t.payment_id from named_transactions t where t.network = n.network
      and t.transaction_hash in (case when named ~ '^(0[xX])?[0-9a-fA-F]+$' then lower(named) else named end,
        -- Ledgers that are read here keep it so.
        case when named ~ '^0[xX][0-9a-fA-F]{64}$' then substr(lower(named), 3) end)
    limit 1000) t;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function index_payment_requests(uuid[], uuid[]) owner to pursestrings_creator;
alter function read_payment_request_history(uuid, uuid, uuid) owner to pursestrings_creator;
alter function find_named_payment_requests(uuid, text) owner to pursestrings_creator;
alter function payments_naming(text, text[]) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  index_payment_requests(uuid[], uuid[]),
  read_payment_request_history(uuid, uuid, uuid),
  find_named_payment_requests(uuid, text),
  payments_naming(text, text[])
  from public, pursestrings_app, pursestrings_system;
grant execute on function index_payment_requests(uuid[], uuid[]) to pursestrings_system;
grant execute on function
  read_payment_request_history(uuid, uuid, uuid),
  find_named_payment_requests(uuid, text),
  payments_naming(text, text[])
  to pursestrings_app;

create policy tenant on payment_request_index to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_index to pursestrings_creator using (true) with check (true);
revoke all on payment_request_index from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payment_request_index to pursestrings_app;
grant select, insert, update (status, assurance, answered_at, cursors, recipient_version_id, amount) on payment_request_index to pursestrings_creator;

-- The entries of the caller's own merchant. Lists read this and not the table: where a policy applies, PostgreSQL looks into an
-- index only with operators that cannot leak, and the `=` of an enum is not one of them. A list of a status that hardly ever
-- occurs would then go through all of a merchant's requests.
create or replace view payment_request_entries as select * from payment_request_index where merchant_id = tenant();
revoke all on payment_request_entries from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payment_request_entries to pursestrings_app;

create policy tenant on payment_request_index_ends to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_index_ends to pursestrings_creator using (true) with check (true);
revoke all on payment_request_index_ends from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payment_request_index_ends to pursestrings_app;
grant select, insert, update (cursor) on payment_request_index_ends to pursestrings_creator;

create policy tenant on payment_request_counts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on payment_request_counts to pursestrings_creator using (true) with check (true);
revoke all on payment_request_counts from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payment_request_counts to pursestrings_app;
grant select, insert, update (count) on payment_request_counts to pursestrings_creator;

create policy tenant on recipient_version_counts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy creator on recipient_version_counts to pursestrings_creator using (true) with check (true);
revoke all on recipient_version_counts from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on recipient_version_counts to pursestrings_app;
grant select, insert, update (count, last_created_at) on recipient_version_counts to pursestrings_creator;

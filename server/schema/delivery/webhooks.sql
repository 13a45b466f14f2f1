-- owner: webhooks
-- What is due to endpoints. The sequencer writes it, in the transaction that gives events their cursors.

-- Leases what is due, at most so many in all, of one endpoint and of one tenant, with what the worker has leased already
-- (`busy` tenants have so many). An endpoint is one worker's for as long as that has leased anything of it; claims take turns,
-- so whatever bound the worker keeps for an endpoint is exact over all workers. It goes from endpoint to endpoint, so that
-- a long line at one costs the others nothing: an endpoint that rests or has no room is one step. One that failed again and
-- again gets a single delivery, which tells how it is now. Nothing is lost with a lease, so nobody waits until it is on disk.
create or replace function claim_webhook_deliveries(worker uuid, at_most integer, per_endpoint integer,
  per_tenant integer, failures_before_rest integer, lease_s double precision, busy uuid[], busy_with integer[])
returns table (merchant_id uuid, webhook_delivery_id uuid, webhook_endpoint_id uuid, claim integer, event_id uuid,
  payload text, status text, step integer, endpoint_status text, endpoint_version integer, failures_in_a_row integer)
language plpgsql set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
#variable_conflict use_column
begin
  -- Looking locks nothing, and writes nothing.
  if not exists (select from webhook_due q where q.state = 'ready')
    and not exists (select from webhook_due q where q.state <> 'ready' and q.due_at <= now())
  then return; end if;
  perform pg_advisory_xact_lock(hashtext('claim_webhook_deliveries'));
  set local synchronous_commit = off;
  -- Their worker has died, or their time has come.
  update webhook_due q set state = 'ready', holder = null where (q.merchant_id, q.webhook_delivery_id) in (
    select o.merchant_id, o.webhook_delivery_id from webhook_due o where o.state <> 'ready' and o.due_at <= now()
    for update skip locked);
  return query
  with recursive line as (
    (select q.merchant_id, q.webhook_endpoint_id from webhook_due q where q.state = 'ready'
      order by q.webhook_endpoint_id limit 1)
    union all
    select n.merchant_id, n.webhook_endpoint_id from line l cross join lateral (
      select q.merchant_id, q.webhook_endpoint_id from webhook_due q
      where q.state = 'ready' and q.webhook_endpoint_id > l.webhook_endpoint_id
      order by q.webhook_endpoint_id limit 1) n),
  room as materialized (
    select l.merchant_id, l.webhook_endpoint_id, e.status, e.failures_in_a_row,
      -- Null where secrets end soon: it is not enough to know the version then.
      case when e.previous_secrets = '[]' then e.version end as version,
      case when h.others > 0 then 0 else least(
        case when e.failures_in_a_row >= failures_before_rest then 1 else per_endpoint end, per_endpoint - h.own) end as free
    from line l
    cross join lateral (
      select count(*) filter (where q.holder = worker) as own, count(*) filter (where q.holder <> worker) as others
      from webhook_due q where q.state = 'leased' and q.webhook_endpoint_id = l.webhook_endpoint_id) h
    left join webhook_endpoints e on e.merchant_id = l.merchant_id and e.webhook_endpoint_id = l.webhook_endpoint_id
    where e.rests_until is null or e.rests_until <= now()),
  picked as materialized (
    select c.* from (
      select r.*, q.webhook_delivery_id, q.due_at,
        row_number() over (partition by r.merchant_id order by q.due_at) as nth
      from room r cross join lateral (
        select q.webhook_delivery_id, q.due_at from webhook_due q
        where q.state = 'ready' and q.webhook_endpoint_id = r.webhook_endpoint_id
        order by q.due_at limit greatest(r.free, 0)) q) c
    where c.nth <= per_tenant - coalesce((
      select b.n from unnest(busy, busy_with) b (merchant_id, n) where b.merchant_id = c.merchant_id), 0)
    order by c.due_at limit at_most),
  taken as (
    update webhook_due q set state = 'leased', holder = worker, claim = q.claim + 1, due_at = now() + lease_s * interval '1s'
    from picked p
    where q.merchant_id = p.merchant_id and q.webhook_delivery_id = p.webhook_delivery_id and q.state = 'ready'
    returning q.merchant_id, q.webhook_delivery_id, q.webhook_endpoint_id, q.claim, p.status, p.version, p.failures_in_a_row)
  select t.merchant_id, t.webhook_delivery_id, t.webhook_endpoint_id, t.claim, d.event_id, d.payload, d.status, d.step,
    t.status, t.version, t.failures_in_a_row
  from taken t
  left join webhook_deliveries d on d.merchant_id = t.merchant_id and d.webhook_delivery_id = t.webhook_delivery_id;
end $$;

-- The bound that an answer came within; the contract has the same bounds.
create or replace function webhook_latency_measure(latency_ms integer) returns text
language sql immutable set search_path = pursestrings, pg_temp as $$
  select 'within_' || coalesce(min(b), 30000)
  from unnest(array[10, 20, 50, 75, 100, 150, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10000, 30000]) b
  where b >= latency_ms
$$;

-- Keeps what came of attempts, each under the next number of its delivery, and ends or moves what was leased for it. A
-- success counts whoever brings it; what follows a failure is decided by the one who holds the lease.
create or replace function record_webhook_attempts(merchants uuid[], deliveries uuid[], claims integer[],
  attempted_ats timestamptz[], latencies_ms integer[], status_codes integer[], error_kinds text[], statuses text[],
  steps integer[], delays_s double precision[])
returns void language plpgsql set search_path = pursestrings, pg_temp
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set jit = off as $$
begin
  with r as materialized (
    select * from unnest(merchants, deliveries, claims, attempted_ats, latencies_ms, status_codes, error_kinds, statuses,
      steps, delays_s) r (merchant_id, webhook_delivery_id, claim, attempted_at, latency_ms, status_code, error_kind, status,
      step, delay_s)),
  ended as (
    delete from webhook_due q using r
    where q.merchant_id = r.merchant_id and q.webhook_delivery_id = r.webhook_delivery_id and q.state = 'leased'
      and q.claim = r.claim and r.status <> 'pending'
    returning q.webhook_delivery_id),
  postponed as (
    update webhook_due q set state = 'waiting', holder = null, due_at = now() + r.delay_s * interval '1s' from r
    where q.merchant_id = r.merchant_id and q.webhook_delivery_id = r.webhook_delivery_id and q.state = 'leased'
      and q.claim = r.claim and r.status = 'pending'
    returning q.webhook_delivery_id),
  held as materialized (
    select r.*, r.webhook_delivery_id in (
      select webhook_delivery_id from ended union all select webhook_delivery_id from postponed) as mine
    from r),
  changed as (
    update webhook_deliveries d set attempts = d.attempts + 1, step = case when r.mine then r.step else d.step end,
      status = case when r.status = 'delivered' or (r.mine and d.status = 'pending') then r.status else d.status end,
      next_attempt_at = case
        when r.status = 'delivered' then null
        when not r.mine then d.next_attempt_at
        when d.status = 'pending' and r.status = 'pending' then now() + r.delay_s * interval '1s' end,
      delivered_at = case when r.status = 'delivered' then coalesce(d.delivered_at, now()) else d.delivered_at end
    from held r where d.merchant_id = r.merchant_id and d.webhook_delivery_id = r.webhook_delivery_id
    returning d.merchant_id, d.webhook_endpoint_id, d.webhook_delivery_id, d.attempts, r.attempted_at, r.latency_ms,
      r.status_code, r.error_kind, r.status),
  kept as (
    insert into webhook_attempts (merchant_id, webhook_delivery_id, attempt, attempted_at, latency_ms, status_code, error_kind)
    select merchant_id, webhook_delivery_id, attempts, attempted_at, latency_ms, status_code, error_kind from changed)
  insert into webhook_hours as k (merchant_id, webhook_endpoint_id, starts_at, measure, count)
  select c.merchant_id, c.webhook_endpoint_id, date_trunc('hour', c.attempted_at, 'UTC'), m.measure, count(*)
  from changed c cross join lateral (
    select case when c.status = 'delivered' then 'delivered' else 'failed' end as measure
    union all select webhook_latency_measure(c.latency_ms) where c.status = 'delivered') m
  group by 1, 2, 3, 4 order by 1, 2, 3, 4
  on conflict (merchant_id, webhook_endpoint_id, starts_at, measure) do update set count = k.count + excluded.count;
end $$;

revoke all on function
  claim_webhook_deliveries(uuid, integer, integer, integer, integer, double precision, uuid[], integer[]),
  webhook_latency_measure(integer),
  record_webhook_attempts(uuid[], uuid[], integer[], timestamptz[], integer[], integer[], text[], text[], integer[],
    double precision[])
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  claim_webhook_deliveries(uuid, integer, integer, integer, integer, double precision, uuid[], integer[]),
  webhook_latency_measure(integer),
  record_webhook_attempts(uuid[], uuid[], integer[], timestamptz[], integer[], integer[], text[], text[], integer[],
    double precision[])
  to pursestrings_system;

create policy tenant on webhook_endpoints to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_endpoints to pursestrings_system using (true) with check (true);
create policy operator on webhook_endpoints to pursestrings_operator
  using (tenant() is null or merchant_id = tenant()) with check (tenant() is null or merchant_id = tenant());
revoke all on webhook_endpoints from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select, insert, update, delete on webhook_endpoints to pursestrings_app;
grant select, update on webhook_endpoints to pursestrings_system;
grant select, update (status, disabled_reason, verified_at, version, secret_key_id, secret_sealed, previous_secrets)
  on webhook_endpoints to pursestrings_operator;

create policy tenant on webhook_deliveries to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_deliveries to pursestrings_system using (true) with check (true);
revoke all on webhook_deliveries from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (status, step, next_attempt_at) on webhook_deliveries to pursestrings_app;
grant select, insert, update (status, attempts, step, next_attempt_at, delivered_at), delete on webhook_deliveries
  to pursestrings_system;

create policy tenant on webhook_due to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_due to pursestrings_system using (true) with check (true);
revoke all on webhook_due from pursestrings_app, pursestrings_system, pursestrings_creator;
-- What waits for its next attempt can be sent now.
grant select, insert (merchant_id, webhook_delivery_id, webhook_endpoint_id), update (state, due_at) on webhook_due
  to pursestrings_app;
grant select, insert, update, delete on webhook_due to pursestrings_system;

create policy tenant on webhook_attempts to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_attempts to pursestrings_system using (true) with check (true);
revoke all on webhook_attempts from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on webhook_attempts to pursestrings_app;
grant select, insert, delete on webhook_attempts to pursestrings_system;

create policy tenant on webhook_hours to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on webhook_hours to pursestrings_system using (true) with check (true);
revoke all on webhook_hours from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on webhook_hours to pursestrings_app;
grant select, insert, update (count), delete on webhook_hours to pursestrings_system;

revoke all on webhook_reconciliation from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, update on webhook_reconciliation to pursestrings_system;

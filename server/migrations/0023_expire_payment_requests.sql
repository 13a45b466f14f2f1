-- owner: payment-requests
-- What happens to requests after their creation, and how it is read: the wallet's reports, expiry, and the feed. Whoever
-- moves a request holds its connection's row first, so that the cursor is given and the pending counted in the order of
-- commits; every event is written by what gives it its cursor.

-- Where a wallet's requests are, whichever tenant they concern: as the system role sees it.
create view device_payment_requests with (security_invoker = true) as
  select c.device_id, p.merchant_id, p.connection_id, p.payment_request_id, p.request_id
  from connections c join payment_requests p on p.merchant_id = c.merchant_id and p.connection_id = c.connection_id;
grant select on device_payment_requests to countersign_system;

-- The first lock of every move. Within the caller's own rights and tenant, as the next one.
create function hold_connection(of_merchant uuid, of_connection uuid) returns void language plpgsql as $$
begin
  perform from connections c where c.merchant_id = of_merchant and c.connection_id = of_connection for update;
end $$;

create function append_payment_request_event(
  of_merchant uuid, of_connection uuid, of_request uuid, previous payment_status, next payment_status, is_late boolean)
returns bigint language plpgsql as $$
declare
  given bigint;
begin
  update connections c set last_cursor = c.last_cursor + 1,
      pending_count = c.pending_count - (previous = 'pending' and next <> 'pending')::integer
    where c.merchant_id = of_merchant and c.connection_id = of_connection
    returning c.last_cursor into strict given;
  insert into payment_request_events (merchant_id, connection_id, cursor, payment_request_id, occurred_at, status,
      previous_status, late)
    values (of_merchant, of_connection, given, of_request, clock_timestamp(), next, previous, is_late);
  return given;
end $$;
revoke all on function hold_connection(uuid, uuid) from public;
revoke all on function append_payment_request_event(uuid, uuid, uuid, payment_status, payment_status, boolean) from public;
grant execute on function hold_connection(uuid, uuid) to countersign_app;
grant execute on function append_payment_request_event(uuid, uuid, uuid, payment_status, payment_status, boolean)
  to countersign_app;

grant update (status, changed_at) on payment_requests to countersign_creator;
grant select on payment_request_events to countersign_creator;
create policy creator_reads on payment_request_events for select to countersign_creator using (true);

-- Expires what is due, oldest first, in one statement of the worker's. A connection that somebody holds is left for the
-- next sweep, so that one stuck transaction delays nobody else. One that is always held would never have its turn: the
-- patient sweep waits, for the connection of the oldest alone, and holds no other meanwhile.
create function expire_payment_requests(at_most integer, patient boolean)
returns table (merchant_id uuid, connection_id uuid, expired integer)
language plpgsql security definer set search_path = countersign, pg_temp as $$
#variable_conflict use_column
declare
  merchants uuid[];
  connections_due uuid[];
  requests uuid[];
  held uuid[];
begin
  select array_agg(d.merchant_id order by d.expires_at), array_agg(d.connection_id order by d.expires_at),
      array_agg(d.payment_request_id order by d.expires_at)
    into merchants, connections_due, requests
    from (select p.merchant_id, p.connection_id, p.payment_request_id, p.expires_at from payment_requests p
      where p.status = 'pending' and p.expires_at <= now() order by p.expires_at limit at_most) d;
  if requests is null then return; end if;
  if patient then
    perform from connections c where c.merchant_id = merchants[1] and c.connection_id = connections_due[1] for update;
    held := connections_due[1:1];
  else
    select array_agg(h.connection_id) into held from (
      select c.connection_id from connections c
        where (c.merchant_id, c.connection_id) in (select * from unnest(merchants, connections_due))
        order by c.merchant_id, c.connection_id for update skip locked) h;
  end if;

  return query
  with moved as (
    update payment_requests p set status = 'expired', changed_at = now()
    from unnest(merchants, connections_due, requests) d (merchant_id, connection_id, payment_request_id)
    where d.connection_id = any (held) and p.merchant_id = d.merchant_id and p.connection_id = d.connection_id
      and p.payment_request_id = d.payment_request_id and p.status = 'pending'
    returning p.merchant_id, p.connection_id, p.payment_request_id, p.expires_at),
  numbered as (
    select m.*, row_number() over (partition by m.merchant_id, m.connection_id
      order by m.expires_at, m.payment_request_id) as n from moved m),
  told as (
    insert into payment_request_events (merchant_id, connection_id, cursor, payment_request_id, occurred_at, status,
      previous_status)
    select m.merchant_id, m.connection_id, c.last_cursor + m.n, m.payment_request_id, clock_timestamp(), 'expired',
      'pending'
    from numbered m join connections c on c.merchant_id = m.merchant_id and c.connection_id = m.connection_id),
  counted as (select m.merchant_id, m.connection_id, count(*) as n from moved m group by 1, 2),
  bumped as (
    update connections c set last_cursor = c.last_cursor + k.n, pending_count = c.pending_count - k.n from counted k
    where c.merchant_id = k.merchant_id and c.connection_id = k.connection_id)
  select k.merchant_id, k.connection_id, k.n::integer from counted k;
end $$;

-- Pages of feeds and where each feed ends, many at once and each as one look: the token itself says whose it is, at every
-- look again. Always one row at least for each item, with a null cursor where nothing is new. In plpgsql, which keeps the
-- plan; a function in SQL plans anew at every call.
create function read_payment_request_feeds(token_hashes bytea[], sinces bigint[], limits integer[])
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
      when not 'payment.requests.read' = any (c.scopes) then 'scope_missing'
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

-- As with the one that creates: the functions belong to the role as which they run.
grant create on schema countersign to countersign_creator;
alter function expire_payment_requests(integer, boolean) owner to countersign_creator;
alter function read_payment_request_feeds(bytea[], bigint[], integer[]) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function expire_payment_requests(integer, boolean) from public;
revoke all on function read_payment_request_feeds(bytea[], bigint[], integer[]) from public;
grant execute on function expire_payment_requests(integer, boolean) to countersign_system;
grant execute on function read_payment_request_feeds(bytea[], bigint[], integer[]) to countersign_app;

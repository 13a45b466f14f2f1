-- owner: payment-requests
-- How long a request waits: until its time is up, or until its payee is recalled. Readers see either at once; workers write
-- it down, with its event, within seconds.

-- Where a request stands: one that waits for a payee that was recalled has failed, and one that waits past its time has
-- expired, whether or not a worker has been there.
create or replace function payment_status_at(
  written payment_status, expires_at timestamptz, recalled_at timestamptz, at timestamptz)
returns payment_status language sql immutable parallel safe
  return case
    when written <> 'pending' then written
    when recalled_at < expires_at then 'failed'::payment_status
    when expires_at <= at then 'expired'::payment_status
    else written end;

create or replace function payment_reason_at(
  written payment_status, expires_at timestamptz, recalled_at timestamptz, reason text)
returns text language sql immutable parallel safe
  return case when written = 'pending' and recalled_at < expires_at then 'recipient_recalled' else reason end;

-- Whether the service vouches for a payee at this moment, for statements that read across tenants.
create or replace function payee_verified(of_merchant uuid, of_version uuid) returns boolean
language plpgsql stable security definer set search_path = pursestrings, pg_temp as $$
begin
  return (select s.verified from payee_standings s
    where s.merchant_id = of_merchant and s.recipient_version_id = of_version limit 1);
end $$;

-- Writes down what time or a recall has done to requests whose connections are held, with their events.
create or replace function end_waiting_requests(
  merchants uuid[], connections_of uuid[], requests uuid[], held uuid[], at timestamptz)
returns table (merchant_id uuid, connection_id uuid, ended integer)
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
#variable_conflict use_column
begin
  return query
  with due as materialized (
    select d.*, v.recalled_at from unnest(merchants, connections_of, requests) d (merchant_id, connection_id, payment_request_id)
    cross join lateral (
      select p.recipient_version_id from payment_requests p where p.merchant_id = d.merchant_id
        and p.connection_id = d.connection_id and p.payment_request_id = d.payment_request_id limit 1) p
    cross join lateral (
      select s.recalled_at from payee_standings s where s.merchant_id = d.merchant_id
        and s.recipient_version_id = p.recipient_version_id limit 1) v
    where d.connection_id = any (held)),
  moved as (
    update payment_requests p set status = payment_status_at(p.status, p.expires_at, d.recalled_at, at),
      reason = payment_reason_at(p.status, p.expires_at, d.recalled_at, null), changed_at = at
    from due d
    where p.merchant_id = d.merchant_id and p.connection_id = d.connection_id
      and p.payment_request_id = d.payment_request_id and p.status = 'pending'
      and payment_status_at(p.status, p.expires_at, d.recalled_at, at) <> 'pending'
    returning p.merchant_id, p.connection_id, p.payment_request_id, p.request_id, p.expires_at, p.status),
  numbered as (
    select m.*, row_number() over (partition by m.merchant_id, m.connection_id
      order by m.expires_at, m.payment_request_id) as n from moved m),
  appended as materialized (
    select append_events(array_agg(payment_request_event(m.merchant_id, m.connection_id, c.device_id, c.last_cursor + m.n,
      m.payment_request_id, m.request_id, 'pending', m.status, false, null) order by m.connection_id, m.n))
    from numbered m join connections c on c.merchant_id = m.merchant_id and c.connection_id = m.connection_id),
  counted as (select m.merchant_id, m.connection_id, count(*) as n from moved m group by 1, 2),
  updated as (
    update connections c set last_cursor = c.last_cursor + k.n, pending_count = c.pending_count - k.n from counted k
    where c.merchant_id = k.merchant_id and c.connection_id = k.connection_id)
  select k.merchant_id, k.connection_id, k.n::integer from counted k cross join appended;
end $$;

-- Ends what waits for a version that was recalled. It waits for connections that somebody holds: a recall is not put off.
create or replace function fail_recalled_requests(of_merchant uuid, of_version uuid, at_most integer)
returns table (merchant_id uuid, connection_id uuid, ended integer)
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
#variable_conflict use_column
declare
  merchants uuid[];
  connections_of uuid[];
  requests uuid[];
begin
  select array_agg(d.merchant_id), array_agg(d.connection_id), array_agg(d.payment_request_id)
    into merchants, connections_of, requests
    from (select p.merchant_id, p.connection_id, p.payment_request_id from payment_requests p
      where p.merchant_id = of_merchant and p.recipient_version_id = of_version
        and p.pending_until > (select s.recalled_at from payee_standings s
          where s.merchant_id = of_merchant and s.recipient_version_id = of_version limit 1)
      order by p.connection_id limit at_most) d;
  if requests is null then return; end if;
  perform from connections c where c.merchant_id = of_merchant and c.connection_id = any (connections_of)
    order by c.merchant_id, c.connection_id for update;
  return query select * from end_waiting_requests(merchants, connections_of, requests, connections_of, now());
end $$;

-- Expires what is due, oldest first, in one statement of the worker's. A connection that somebody holds is left for the
-- next sweep, so that one stuck transaction delays nobody else. One that is always held would never have its turn: the
-- patient sweep waits, for the connection of the oldest alone, and holds no other meanwhile.
create or replace function expire_payment_requests(at_most integer, patient boolean)
returns table (merchant_id uuid, connection_id uuid, expired integer)
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
#variable_conflict use_column
declare
  merchants uuid[];
  connections_due uuid[];
  requests uuid[];
  held uuid[];
begin
  select array_agg(d.merchant_id order by d.pending_until), array_agg(d.connection_id order by d.pending_until),
      array_agg(d.payment_request_id order by d.pending_until)
    into merchants, connections_due, requests
    from (select p.merchant_id, p.connection_id, p.payment_request_id, p.pending_until from payment_requests p
      where p.pending_until <= now() order by p.pending_until limit at_most) d;
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

  return query select * from end_waiting_requests(merchants, connections_due, requests, held, now());
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function expire_payment_requests(integer, boolean) owner to pursestrings_creator;
alter function end_waiting_requests(uuid[], uuid[], uuid[], uuid[], timestamptz) owner to pursestrings_creator;
alter function fail_recalled_requests(uuid, uuid, integer) owner to pursestrings_creator;
alter function payee_verified(uuid, uuid) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  expire_payment_requests(integer, boolean),
  end_waiting_requests(uuid[], uuid[], uuid[], uuid[], timestamptz),
  fail_recalled_requests(uuid, uuid, integer),
  payee_verified(uuid, uuid)
  from public, pursestrings_app, pursestrings_system;
grant execute on function payee_verified(uuid, uuid) to pursestrings_app;
grant execute on function
  expire_payment_requests(integer, boolean),
  fail_recalled_requests(uuid, uuid, integer)
  to pursestrings_system;

-- owner: events
-- The log of what happened. Nobody writes its tables but the functions here: an event is written together with the pending
-- row from which the sequencer gives it its place in the feeds of its merchant, its device and its project.

-- The id of what has a place in a row of its own: half of it tells whose row, half is the place. As event-id.ts has it.
-- Made of immutable functions alone, which convert_to is not: so it is inlined where it is used.
create or replace function event_id_at(of_row uuid, place bigint) returns uuid language sql immutable parallel safe
  return (left(encode(sha256(of_row::text::bytea), 'hex'), 16) || lpad(to_hex(place), 16, '0'))::uuid;

-- The event of a payment request, with the connection's own cursor.
create or replace function payment_request_event(of_merchant uuid, of_connection uuid, of_device uuid, at_cursor bigint,
  of_request uuid, named text, previous payment_status, next payment_status, late boolean, at timestamptz)
returns new_event language sql stable parallel safe
  return row(('payment_request.' || case when late then 'late_report' else next::text end)::event_kind, of_merchant, null,
    at, of_request, of_connection, at_cursor,
    jsonb_build_object('status', next, 'previous_status', previous)
      || case when named is null then '{}'::jsonb else jsonb_build_object('request_id', named) end,
    true, of_device, null)::new_event;

-- Many at once, in the order of the array. The caller holds the rows of their subjects, so that the order of pending rows is
-- the order in which things happened to a subject.
create or replace function append_events(news new_event[]) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  if news is null then return; end if;
  with appended as materialized (
    select n.*, coalesce(n.event_id, event_id_at(n.connection_id, n.cursor)) as id
    from unnest(news) with ordinality n (kind, merchant_id, event_id, occurred_at, subject_id, connection_id, cursor, data,
      for_merchant, device_id, project_id, place)),
  logged as (
    insert into events (merchant_id, event_id, occurred_at, cursor, kind, subject_id, connection_id, data)
    select n.merchant_id, n.id, coalesce(n.occurred_at, clock_timestamp()), n.cursor, n.kind, n.subject_id,
      n.connection_id, n.data
    from appended n)
  insert into events_pending (event_merchant_id, event_id, for_merchant, device_id, project_id)
  select n.merchant_id, n.id, n.for_merchant, n.device_id, n.project_id from appended n order by n.place;
end $$;

-- One, by a tenant or by a wallet, of its own: the time is the database's, the device is the connection's, and the project is
-- the merchant's.
create or replace function append_event(one new_event) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  owner uuid;
begin
  select c.device_id into owner from connections c
    where c.merchant_id = one.merchant_id and c.connection_id = one.connection_id;
  if not coalesce(one.merchant_id = tenant(), false) and not coalesce(owner = wallet(), false)
    or one.device_id is not null and one.device_id is distinct from owner
  then
    raise exception 'an event is appended by those whom it concerns' using errcode = 'insufficient_privilege';
  end if;
  -- An operator may append what they do to an organization, but never that it was paid.
  if one.kind not in ('merchant.suspended', 'merchant.restored') and not pg_has_role(session_user, 'pursestrings_app', 'member')
  then
    raise exception 'an event of this kind is appended by the service' using errcode = 'insufficient_privilege';
  end if;
  -- A statement of its own: what names no project needs no right to look at projects.
  if one.project_id is not null then
    perform from projects p where p.merchant_id = one.merchant_id and p.project_id = one.project_id;
    if not found then
      raise exception 'an event is appended to projects of its merchant' using errcode = 'insufficient_privilege';
    end if;
  end if;
  one.occurred_at := clock_timestamp();
  perform append_events(array[one]);
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function append_events(new_event[]) owner to pursestrings_creator;
alter function append_event(new_event) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  append_events(new_event[]),
  append_event(new_event)
  from public, pursestrings_app, pursestrings_system;
grant execute on function append_event(new_event) to pursestrings_app, pursestrings_operator;

create policy tenant on events to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on events for select to pursestrings_system using (true);
create policy creator on events to pursestrings_creator using (true) with check (true);
create trigger events_stay before update or delete on events for each row execute function refuse_change();
revoke all on events from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on events to pursestrings_app, pursestrings_system;
grant select, insert on events to pursestrings_creator;

create policy creator on events_pending to pursestrings_creator using (true) with check (true);
create policy system on events_pending for select to pursestrings_system using (true);
revoke all on events_pending from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, delete on events_pending to pursestrings_creator;
grant select on events_pending to pursestrings_system;

create policy creator on feeds to pursestrings_creator using (true) with check (true);
revoke all on feeds from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (last_cursor) on feeds to pursestrings_creator;

create policy creator on feed_entries to pursestrings_creator using (true) with check (true);
create trigger entries_stay before update or delete on feed_entries for each row execute function refuse_change();
revoke all on feed_entries from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert on feed_entries to pursestrings_creator;

-- owner: events
-- Events that are older than the log are copied into it, once and without a lock: events.older.sql copies what was written
-- meanwhile. Their ids stay. Webhooks were told of them. This file and that one go with the tables that they copy from.

create or replace function copy_event_history(since timestamptz) returns void
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  with told as (
    select (payment_request_event(e.merchant_id, e.connection_id, c.device_id, e.cursor, e.payment_request_id, p.request_id,
      e.previous_status, e.status, e.late, e.occurred_at)) as event
    from payment_request_events e
    join connections c on c.merchant_id = e.merchant_id and c.connection_id = e.connection_id
    join payment_requests p on p.merchant_id = e.merchant_id and p.connection_id = e.connection_id
      and p.payment_request_id = e.payment_request_id
    where e.occurred_at >= since
    union all
    select connection_event(e) from connection_changes e where e.occurred_at >= since
    union all
    select recipient_event(e) from recipient_changes e where e.occurred_at >= since),
  missing as materialized (
    select t.event, i.id from told t
    cross join lateral (select coalesce((t.event).event_id, event_id_at((t.event).connection_id, (t.event).cursor)) as id) i
    where not exists (select from events e where e.merchant_id = (t.event).merchant_id and e.event_id = i.id)),
  logged as (
    insert into events (merchant_id, event_id, occurred_at, cursor, kind, subject_id, connection_id, data)
    select (m.event).merchant_id, m.id, (m.event).occurred_at, (m.event).cursor, (m.event).kind, (m.event).subject_id,
      (m.event).connection_id, (m.event).data
    from missing m)
  insert into events_pending (event_merchant_id, event_id, for_merchant, device_id, project_id, historic)
  select (m.event).merchant_id, m.id, (m.event).for_merchant, (m.event).device_id, (m.event).project_id, true
  from missing m order by (m.event).occurred_at, (m.event).cursor, m.id;
end $$;

create or replace function connection_event(of connection_changes) returns new_event language sql stable parallel safe
  return row(('connection.' || of.change)::event_kind, of.merchant_id, of.connection_change_id, of.occurred_at,
    of.connection_id, of.connection_id, null,
    jsonb_build_object('scopes', of.scopes)
      || case when of.paused_by is null then '{}'::jsonb else jsonb_build_object('paused_by', of.paused_by) end,
    true, of.device_id, null)::new_event;

create or replace function recipient_event(of recipient_changes) returns new_event language sql stable parallel safe
  return row(('recipient.' || of.change)::event_kind, of.merchant_id, of.recipient_change_id, of.occurred_at,
    of.recipient_id, null, null,
    jsonb_build_object('recipient_version_id', of.recipient_version_id, 'previous_version_id', of.previous_version_id),
    true, null, null)::new_event;

grant create on schema countersign to countersign_creator;
alter function copy_event_history(timestamptz) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function copy_event_history(timestamptz) from public, countersign_app, countersign_system;

create policy creator on connection_changes for select to countersign_creator using (true);
create policy creator on recipient_changes for select to countersign_creator using (true);
grant select on connection_changes, recipient_changes to countersign_creator;

do $$
begin
  if exists (select from event_sequencer where history_copied_at is null) then
    perform copy_event_history('-infinity');
    update event_sequencer set history_copied_at = now();
  end if;
end $$;

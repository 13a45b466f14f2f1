-- owner: events
-- While processes of the version before run beside this one, they write some events into tables of their own. From the moment
-- that these triggers stand, nothing written there is missing from the log; what came before them is copied under their lock.

create or replace function append_from_older() returns trigger
language plpgsql security definer set search_path = countersign, pg_temp as $$
begin
  case tg_table_name
    when 'connection_changes' then perform append_events(array[connection_event(new)]);
    when 'recipient_changes' then perform append_events(array[recipient_event(new)]);
    else
      perform append_events(array[payment_request_event(new.merchant_id, new.connection_id, c.device_id, new.cursor,
          new.payment_request_id, p.request_id, new.previous_status, new.status, new.late, new.occurred_at)])
        from connections c join payment_requests p on p.merchant_id = c.merchant_id and p.connection_id = c.connection_id
        where c.merchant_id = new.merchant_id and c.connection_id = new.connection_id
          and p.payment_request_id = new.payment_request_id;
  end case;
  return null;
end $$;

-- As processes of the version before read a page: one JSON array of arrays.
create or replace function read_feed_pages(token_hashes bytea[], sinces bigint[], limits integer[])
returns table (item integer, verdict text, connection_id uuid, last_cursor bigint, events text)
language plpgsql stable security definer set search_path = countersign, pg_temp as $$
#variable_conflict use_column
begin
  return query
  select i.item::integer,
    case
      when c.connection_id is null then 'credential_invalid'
      when c.status = 'revoked' then 'connection_revoked'
      when a.status is distinct from 'active' then 'agent_not_active'
      when not ('payment.requests.read' = any (c.scopes) and 'payment.requests.read' = any (a.allowed_scopes))
        then 'scope_missing'
      when i.since > c.last_cursor then 'cursor_ahead'
      else 'read'
    end,
    c.connection_id, c.last_cursor, e.events
  from unnest(token_hashes, sinces, limits) with ordinality i (token_hash, since, at_most, item)
  left join connections c on c.token_hash = i.token_hash
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  left join lateral (
    select '[' || string_agg('[' || e.cursor || ',"' || e.subject_id || '","' || e.kind || '",' || e.data || ',"'
        || to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '"]', ',' order by e.cursor)
      || ']' as events
    from (
      select e.cursor, e.subject_id, e.kind, e.data, e.occurred_at from events e
      where e.merchant_id = c.merchant_id and e.connection_id = c.connection_id
        and e.event_id > event_id_at(c.connection_id, i.since)
        and e.event_id <= event_id_at(c.connection_id, 9223372036854775807)
      order by e.event_id limit i.at_most) e) e on true
  order by i.item;
end $$;

-- As processes of the version before read pages of feeds and where each feed ends, many at once and each as one look: the token itself says whose it is, at every
-- look again. Always one row at least for each item, with a null cursor where nothing is new. In plpgsql, which keeps the
-- plan; a function in SQL is planned at every call.
create or replace function read_payment_request_feeds(token_hashes bytea[], sinces bigint[], limits integer[])
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
      when not ('payment.requests.read' = any (c.scopes) and 'payment.requests.read' = any (a.allowed_scopes))
        then 'scope_missing'
      when i.since > c.last_cursor then 'cursor_ahead'
      else 'read'
    end,
    c.connection_id, c.last_cursor, e.cursor, e.subject_id, e.data ->> 'request_id',
    (e.data ->> 'previous_status')::payment_status, (e.data ->> 'status')::payment_status,
    e.kind = 'payment_request.late_report', e.occurred_at
  from unnest(token_hashes, sinces, limits) with ordinality i (token_hash, since, at_most, item)
  left join connections c on c.token_hash = i.token_hash
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  left join lateral (
    select e.cursor, e.subject_id, e.data, e.kind, e.occurred_at from events e
    where e.merchant_id = c.merchant_id and e.connection_id = c.connection_id
      and e.event_id > event_id_at(c.connection_id, i.since)
      and e.event_id <= event_id_at(c.connection_id, 9223372036854775807)
    order by e.event_id limit i.at_most) e on true
  order by i.item, e.cursor;
end $$;

grant create on schema countersign to countersign_creator;
alter function append_from_older() owner to countersign_creator;
alter function read_feed_pages(bytea[], bigint[], integer[]) owner to countersign_creator;
alter function read_payment_request_feeds(bytea[], bigint[], integer[]) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function append_from_older(), read_feed_pages(bytea[], bigint[], integer[]),
  read_payment_request_feeds(bytea[], bigint[], integer[])
  from public, countersign_app, countersign_system;
grant execute on function read_feed_pages(bytea[], bigint[], integer[]),
  read_payment_request_feeds(bytea[], bigint[], integer[]) to countersign_app;

create trigger events_are_appended after insert on payment_request_events
  for each row execute function append_from_older();
create trigger events_are_appended after insert on connection_changes
  for each row execute function append_from_older();
create trigger events_are_appended after insert on recipient_changes
  for each row execute function append_from_older();

do $$
begin
  if exists (select from event_sequencer where not history_complete) then
    perform copy_event_history(history_copied_at - interval '1 hour') from event_sequencer;
    update event_sequencer set history_complete = true;
  end if;
end $$;

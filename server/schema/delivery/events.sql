-- owner: events
-- How events come into feeds, and how feeds are read. The agent's is the connection's events in the order of the connection's
-- own counter; the others are what the sequencer enters, after the commits.

-- Gives the oldest pending events their places in the feeds, each feed without a gap. One process works at a time. There is no
-- position to remember, so what commits late is taken late, and never skipped. Answers with the feeds that grew, and for a
-- merchant's with what webhooks may have to tell. Without JIT: the scans that are turned off look so dear to the planner that
-- it would compile every call, which takes ten times as long as the work.
create or replace function sequence_events(at_most integer)
returns table (owner_id uuid, merchant_event_ids uuid[], taken integer)
language plpgsql security definer set search_path = pursestrings, pg_temp
  set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  -- Looking locks nothing, and writes nothing.
  if not exists (select from events_pending) then return; end if;
  if not pg_try_advisory_xact_lock(hashtext('sequence_events')) then return; end if;
  return query
  with taken as (
    delete from events_pending p
    where p.pending_id in (select o.pending_id from events_pending o order by o.pending_id limit at_most)
    returning p.*),
  routed as materialized (
    select f.owner_id, t.pending_id, t.event_merchant_id, t.event_id
    from taken t cross join lateral (values (case when t.for_merchant then t.event_merchant_id end), (t.device_id),
      (t.project_id)) f (owner_id)
    where f.owner_id is not null),
  grown as (
    insert into feeds as f (owner_id, last_cursor)
    select r.owner_id, count(*) from routed r group by r.owner_id
    on conflict (owner_id) do update set last_cursor = f.last_cursor + excluded.last_cursor
    returning f.owner_id, f.last_cursor),
  -- Counted back from where the feed ends now.
  numbered as (
    select r.*, row_number() over (partition by r.owner_id order by r.pending_id)
      - count(*) over (partition by r.owner_id) as place
    from routed r),
  entered as (
    insert into feed_entries (owner_id, cursor, event_merchant_id, event_id)
    select n.owner_id, g.last_cursor + n.place, n.event_merchant_id, n.event_id
    from numbered n join grown g on g.owner_id = n.owner_id)
  select r.owner_id,
    array_agg(r.event_id order by r.pending_id) filter (where r.owner_id = r.event_merchant_id),
    (select count(*)::integer from taken)
  from routed r group by r.owner_id;
end $$;

-- Pages of feeds and where each feed ends, many at once and each as one look: the token itself says whose it is, at every
-- look again. One row for each item, its events as one text, null where nothing is new: rows and columns are what a page
-- costs. A line is an event: its cursor, its request's id where the agent chose none, and the rest as the wire shows it. In
-- plpgsql, which keeps the plan; a function in SQL is planned at every call.
create or replace function read_event_pages(token_hashes bytea[], sinces bigint[], limits integer[])
returns table (item integer, verdict text, connection_id uuid, last_cursor bigint, events text)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
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
  left join connections c on c.token_hash = i.token_hash and c.token_expires_at > now()
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  left join lateral (
    select string_agg(e.cursor || E'\t' || case when e.data ? 'request_id' then '' else e.subject_id::text end
        || E'\t"type":"' || e.kind || '","occurred_at":"'
        || to_char(e.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') || '",' || substr(e.data::text, 2),
      E'\n' order by e.cursor) as events
    from (
      select e.connection_id, e.cursor, e.subject_id, e.kind, e.data, e.occurred_at from events e
      where e.merchant_id = c.merchant_id and e.event_id > event_id_at(c.connection_id, i.since)
        and e.event_id <= event_id_at(c.connection_id, 9223372036854775807)
      order by e.event_id limit i.at_most) e
    -- Outside: within, few rows would be expected of each connection, and the whole backlog read and sorted for one page.
    where e.connection_id = c.connection_id) e on true
  order by i.item;
end $$;

-- Which of many readers that wait have something to hear: new events, or that their token opens nothing any more. The others cost
-- two looks into an index each, and nothing on the way.
create or replace function readers_with_news(token_hashes bytea[], sinces bigint[]) returns setof integer
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return query
  select i.item::integer
  from unnest(token_hashes, sinces) with ordinality i (token_hash, since, item)
  left join connections c on c.token_hash = i.token_hash and c.token_expires_at > now()
  left join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id
  where c.last_cursor is distinct from i.since or c.status = 'revoked' or a.status is distinct from 'active'
    or not ('payment.requests.read' = any (c.scopes) and 'payment.requests.read' = any (a.allowed_scopes));
end $$;

-- Which of many feeds of merchants, devices and projects don't end where their readers are. It tells nothing else, and asks for no
-- credential: whoever reads is asked for it.
create or replace function feeds_with_news(owners uuid[], sinces bigint[]) returns setof integer
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return query
  select i.item::integer
  from unnest(owners, sinces) with ordinality i (owner_id, since, item)
  left join feeds f on f.owner_id = i.owner_id
  where coalesce(f.last_cursor, 0) <> i.since;
end $$;

-- A page of a merchant's, a device's or a project's feed and where it ends, for the tenant or the wallet itself. One row at
-- least, with a null cursor where nothing is new.
create or replace function read_feed(of_owner uuid, since bigint, at_most integer)
returns table (last_cursor bigint, cursor bigint, merchant_id uuid, event_id uuid, kind event_kind, subject_id uuid,
  connection_id uuid, connection_cursor bigint, occurred_at timestamptz, data jsonb)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  if not coalesce(of_owner in (tenant(), wallet()), false) and not exists (select from projects p
    where p.merchant_id = tenant() and p.project_id = of_owner)
  then
    raise exception 'a feed is read by its owner' using errcode = 'insufficient_privilege';
  end if;
  return query
  select coalesce(f.last_cursor, 0), n.cursor, e.merchant_id, e.event_id, e.kind, e.subject_id, e.connection_id, e.cursor,
    e.occurred_at, e.data
  from (select of_owner as owner_id) o
  left join feeds f on f.owner_id = o.owner_id
  left join lateral (
    select n.cursor, n.event_merchant_id, n.event_id from feed_entries n
    where n.owner_id = o.owner_id and n.cursor > since order by n.cursor limit at_most) n on true
  left join events e on e.merchant_id = n.event_merchant_id and e.event_id = n.event_id
  order by n.cursor;
end $$;

-- The newest cursor up to one that a reader names: another one where the reader saw what a restored backup doesn't have.
create or replace function last_entry_of_feed(of_owner uuid, up_to bigint) returns bigint
language plpgsql stable security definer set search_path = pursestrings, pg_temp as $$
begin
  return coalesce((select n.cursor from feed_entries n where n.owner_id = of_owner and n.cursor <= up_to
    order by n.cursor desc limit 1), 0);
end $$;

-- The same of a connection's feed, found by its token.
create or replace function last_event_of_connection(of_token_hash bytea, up_to bigint) returns bigint
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return coalesce((select e.cursor from connections c join events e on e.merchant_id = c.merchant_id
      and e.event_id > event_id_at(c.connection_id, 0) and e.event_id <= event_id_at(c.connection_id, up_to)
    where c.token_hash = of_token_hash order by e.event_id desc limit 1), 0);
end $$;

-- After a restored backup: the next event of every feed has a cursor that no reader has seen.
create or replace function jump_feeds(by bigint) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtext('sequence_events'));
  update feeds f set last_cursor = f.last_cursor + by;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function last_entry_of_feed(uuid, bigint) owner to pursestrings_creator;
alter function last_event_of_connection(bytea, bigint) owner to pursestrings_creator;
alter function jump_feeds(bigint) owner to pursestrings_creator;
alter function sequence_events(integer) owner to pursestrings_creator;
alter function read_event_pages(bytea[], bigint[], integer[]) owner to pursestrings_creator;
alter function readers_with_news(bytea[], bigint[]) owner to pursestrings_creator;
alter function feeds_with_news(uuid[], bigint[]) owner to pursestrings_creator;
alter function read_feed(uuid, bigint, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  sequence_events(integer),
  read_event_pages(bytea[], bigint[], integer[]),
  readers_with_news(bytea[], bigint[]),
  feeds_with_news(uuid[], bigint[]),
  read_feed(uuid, bigint, integer),
  last_entry_of_feed(uuid, bigint),
  last_event_of_connection(bytea, bigint),
  jump_feeds(bigint)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  read_event_pages(bytea[], bigint[], integer[]),
  readers_with_news(bytea[], bigint[]),
  feeds_with_news(uuid[], bigint[]),
  read_feed(uuid, bigint, integer),
  last_entry_of_feed(uuid, bigint),
  last_event_of_connection(bytea, bigint)
  to pursestrings_app;
grant execute on function sequence_events(integer), jump_feeds(bigint) to pursestrings_system;

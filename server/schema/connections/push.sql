-- owner: push
-- Push messages. What waits follows from the wallet's feed: the sequencer marks the devices whose feeds grew, in the transaction
-- that makes them grow, and whoever sends looks into the feed. No create writes here, and no death of a worker loses a mark.

-- The subscription of the wallet that asks, in place of the one before. It is notified of what comes from now on.
create or replace function set_push_subscription(of_sealing_key text, of_sealed bytea, of_push_key text) returns boolean
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  perform from devices d where d.device_id = device() and d.revoked_at is null for share;
  if not found then return false; end if;
  insert into push_subscriptions as s (device_id, sealing_key_id, sealed, push_key_id, notified_cursor)
  values (device(), of_sealing_key, of_sealed, of_push_key,
    coalesce((select f.last_cursor from feeds f where f.owner_id = wallet()), 0))
  on conflict (device_id) do update set sealing_key_id = excluded.sealing_key_id, sealed = excluded.sealed,
    push_key_id = excluded.push_key_id, created_at = now(), notified_cursor = excluded.notified_cursor, due_at = null, grown = false,
    claim = null, rests_until = '-infinity', failures = 0, last_sent_at = null, failing_since = null;
  return true;
end $$;

-- Feeds of these owners grew: all devices of a wallet are notified. Always writes, so that it waits for whoever looks at the same
-- moment, and is not overlooked.
create or replace function mark_push_subscriptions(owner_ids uuid[]) returns integer
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
declare
  marked integer;
begin
  update push_subscriptions s set grown = true, due_at = coalesce(s.due_at, greatest(now(), s.rests_until))
    where s.device_id = any (owner_ids || array(select d.device_id from devices d where d.wallet_id = any (owner_ids)));
  get diagnostics marked = row_count;
  return marked;
end $$;

-- Those for whom something waits are leased and returned; the others are up to date. Looks into the feeds only once
-- it holds the rows, with a statement of its own: what it does not see then is marked afterwards.
create or replace function claim_push_subscriptions(kinds event_kind[], look_at integer, at_most integer, lease_s float8)
returns table (device_id uuid, claim uuid, upto bigint, sealing_key_id text, sealed bytea, push_key_id text, failures integer)
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
declare
  held uuid[];
begin
  select array_agg(d.device_id) into held from (
    select s.device_id from push_subscriptions s where s.due_at <= now() order by s.due_at limit at_most
    for update skip locked) d;
  if held is null then return; end if;
  return query
  with owned as materialized (
    select s.device_id, s.notified_cursor, wallet_of(s.device_id) as owner_id from push_subscriptions s
    where s.device_id = any (held)),
  looked as materialized (
    select s.device_id, coalesce(f.last_cursor, 0) as upto, exists (
      select from (
        select n.event_merchant_id, n.event_id from feed_entries n
        where n.owner_id = s.owner_id and n.cursor > s.notified_cursor order by n.cursor desc limit look_at) n
      join events e on e.merchant_id = n.event_merchant_id and e.event_id = n.event_id
      where e.kind = any (kinds)) as waits
    from owned s left join feeds f on f.owner_id = s.owner_id),
  changed as (
    update push_subscriptions s set grown = false,
      claim = case when l.waits then gen_random_uuid() end,
      due_at = case when l.waits then now() + make_interval(secs => lease_s) end,
      notified_cursor = case when l.waits then s.notified_cursor else l.upto end
    from looked l where s.device_id = l.device_id
    returning s.device_id, s.claim, l.upto, s.sealing_key_id, s.sealed, s.push_key_id, s.failures)
  select c.device_id, c.claim, c.upto, c.sealing_key_id, c.sealed, c.push_key_id, c.failures from changed c
  where c.claim is not null;
end $$;

-- A device that is gone gets no more messages, whoever removes it.
create or replace function end_push_subscription() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  delete from push_subscriptions s where s.device_id = new.device_id;
  return null;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function set_push_subscription(text, bytea, text) owner to pursestrings_creator;
alter function mark_push_subscriptions(uuid[]) owner to pursestrings_creator;
alter function claim_push_subscriptions(event_kind[], integer, integer, float8) owner to pursestrings_creator;
alter function end_push_subscription() owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function
  set_push_subscription(text, bytea, text),
  mark_push_subscriptions(uuid[]),
  claim_push_subscriptions(event_kind[], integer, integer, float8),
  end_push_subscription()
  from public, pursestrings_app, pursestrings_system;
grant execute on function set_push_subscription(text, bytea, text) to pursestrings_app;
grant execute on function
  mark_push_subscriptions(uuid[]),
  claim_push_subscriptions(event_kind[], integer, integer, float8)
  to pursestrings_system;

create trigger push_ends after update of revoked_at on devices
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function end_push_subscription();

create policy wallet on push_subscriptions to pursestrings_app
  using (device_id = device()) with check (device_id = device());
create policy creator on push_subscriptions to pursestrings_creator using (true) with check (true);
create policy system on push_subscriptions to pursestrings_system using (true) with check (true);
create policy operator on push_subscriptions to pursestrings_operator using (true) with check (true);
revoke all on push_subscriptions from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select (device_id, created_at, last_sent_at, failing_since), delete on push_subscriptions to pursestrings_app;
grant select, insert, update, delete on push_subscriptions to pursestrings_creator;
grant select, update (sealing_key_id, sealed, notified_cursor, due_at, claim, rests_until, failures, last_sent_at, failing_since),
  delete on push_subscriptions to pursestrings_system;
grant select (device_id, sealing_key_id, sealed), update (sealing_key_id, sealed) on push_subscriptions
  to pursestrings_operator;

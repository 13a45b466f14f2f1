-- owner: connections
-- What a connection may do now: what its user granted, as far as the merchant still allows the agent to ask for it, and
-- only while the agent has a key that works. Both are asked at every call, so a change holds from the next one on.

-- What a connection token opens, as its guard sees it.
create or replace view connection_credentials with (security_invoker = true) as
  select c.merchant_id, c.connection_id, c.agent_id, c.device_id,
    array(select g.scope from unnest(c.scopes) with ordinality g (scope, place)
      where g.scope = any (a.allowed_scopes) order by g.place) as scopes,
    c.status, c.token_hash, a.status = 'active' as agent_active, c.paused_by,
    a.keys_usable @> now() as agent_has_key, c.token_expires_at > now() as token_lives,
    coalesce(c.last_used_at < now() - interval '1 minute', true) as unnoted
  from connections c join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id;
revoke all on connection_credentials from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on connection_credentials to pursestrings_system;

-- Renewed tokens that were not used yet. The first use ends the old one.
create or replace view next_connection_tokens with (security_invoker = true) as
  select c.next_token_hash from connections c where c.next_token_hash is not null;
revoke all on next_connection_tokens from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on next_connection_tokens to pursestrings_system;

create or replace function use_next_connection_tokens(hashes bytea[]) returns void language sql as $$
  update connections c set token_hash = c.next_token_hash, token_expires_at = now() + connection_token_lifetime(),
    next_token_hash = null, next_until = null
  where c.next_token_hash = any (hashes)
$$;

-- At most once a minute each.
create or replace function note_connection_use(of_merchants uuid[], of_connections uuid[]) returns void language sql as $$
  update connections c set last_used_at = now() from unnest(of_merchants, of_connections) u (merchant_id, connection_id)
  where c.merchant_id = u.merchant_id and c.connection_id = u.connection_id
    and coalesce(c.last_used_at < now() - interval '1 minute', true)
$$;

-- Tokens that were renewed ten minutes ago, and those whose time is up.
create or replace function end_old_connection_tokens() returns void language sql as $$
  update connections c set token_hash = c.next_token_hash, token_expires_at = now() + connection_token_lifetime(),
    next_token_hash = null, next_until = null
  where c.next_token_hash is not null and c.next_until <= now();
  update connections c set token_hash = null where c.token_hash is not null and c.token_expires_at <= now()
$$;
revoke all on function use_next_connection_tokens(bytea[]), note_connection_use(uuid[], uuid[]), end_old_connection_tokens()
  from public, pursestrings_app, pursestrings_system;
grant execute on function use_next_connection_tokens(bytea[]), note_connection_use(uuid[], uuid[]),
  end_old_connection_tokens() to pursestrings_system;

-- The part of what was granted that the merchant allows now. Runs as the role that creates, since a wallet sees no agents.
create or replace function scopes_in_force(of_merchant uuid, of_agent uuid, granted text[]) returns text[]
language sql stable security definer set search_path = pursestrings, pg_temp
begin atomic
  select array(select g.scope from unnest(granted) with ordinality g (scope, place)
    where g.scope = any (a.allowed_scopes) order by g.place)
  from agents a where a.merchant_id = of_merchant and a.agent_id = of_agent;
end;

-- What the user's decisions say of a connection, which the caller holds: if the user switched that on, several rejections in a
-- row within a while pause it. Anything else that the wallet reports of a request ends the row;
-- what expires or is taken back says nothing of the user, and changes nothing. Only the user resumes it, in the wallet.
-- Answers with the event of a pause, which the caller appends.
create or replace function note_decision(of_merchant uuid, of_connection uuid, is_rejection boolean, new_event_id uuid,
  in_row integer, within_s integer) returns new_event[] language plpgsql as $$
declare
  held connections;
begin
  if not is_rejection then
    update connections c set rejected_at = '{}' where c.merchant_id = of_merchant and c.connection_id = of_connection;
    return '{}';
  end if;
  update connections c set
      rejected_at = (c.rejected_at || clock_timestamp())[greatest(cardinality(c.rejected_at) + 2 - in_row, 1):]
    where c.merchant_id = of_merchant and c.connection_id = of_connection and c.pause_after_rejections
    returning c.* into held;
  if not found or held.status <> 'active' or cardinality(held.rejected_at) < in_row
    or clock_timestamp() - held.rejected_at[1] > within_s * interval '1 second'
  then
    return '{}';
  end if;
  update connections c set status = 'paused', paused_at = now(), paused_by = 'rejections'
    where c.merchant_id = of_merchant and c.connection_id = of_connection;
  return array[row('connection.paused', of_merchant, new_event_id, null, of_connection, of_connection, null,
    jsonb_build_object('scopes', scopes_in_force(of_merchant, held.agent_id, held.scopes), 'paused_by', 'rejections'), true,
    held.device_id, null)::new_event];
end $$;

-- After a restored backup: the next event of every connection has a cursor that no reader has seen.
create or replace function jump_connection_cursors(by bigint) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  update connections c set last_cursor = c.last_cursor + by;
end $$;

-- These run as the role that owns them, which can create nothing else here.
grant create on schema pursestrings to pursestrings_creator;
alter function jump_connection_cursors(bigint) owner to pursestrings_creator;
alter function scopes_in_force(uuid, uuid, text[]) owner to pursestrings_creator;
alter function note_decision(uuid, uuid, boolean, uuid, integer, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  jump_connection_cursors(bigint),
  scopes_in_force(uuid, uuid, text[]),
  note_decision(uuid, uuid, boolean, uuid, integer, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  scopes_in_force(uuid, uuid, text[])
  to pursestrings_app, pursestrings_system;
grant execute on function jump_connection_cursors(bigint) to pursestrings_system;

-- Whoever calls an agent their own vouches for it to nobody else: it connects to its own wallet or to none.
create or replace function refuse_own_agent_elsewhere() returns trigger language plpgsql as $$
begin
  raise exception 'an agent of a personal space connects to its own wallet alone' using errcode = 'check_violation';
end $$;
revoke all on function refuse_own_agent_elsewhere() from public, pursestrings_app, pursestrings_system;
create trigger own_agent_stays before insert on connections
  for each row when (is_personal(new.merchant_id) and new.merchant_id <> personal_space_of(new.device_id))
  execute function refuse_own_agent_elsewhere();

create policy tenant on connections to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy wallet on connections to pursestrings_app
  using (device_id = wallet()) with check (device_id = wallet());
create policy system on connections for select to pursestrings_system using (true);
create policy system_notes on connections for update to pursestrings_system using (true) with check (true);
create policy creator on connections to pursestrings_creator using (true) with check (true);
revoke all on connections from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select, insert, update (scopes, status, token_hash, last_cursor, paused_at, revoked_at, pending_count,
  paused_by, rejected_at, token_expires_at, next_token_hash, next_until, decision_required_at,
  pause_after_rejections) on connections
  to pursestrings_app;
grant select, update (token_hash, token_expires_at, next_token_hash, next_until, last_used_at) on connections
  to pursestrings_system;
grant select, update (status, last_cursor, paused_at, pending_count, minute_began_at, created_in_minute, paused_by,
  rejected_at) on connections to pursestrings_creator;

-- owner: connections
-- What a connection may do now: what its user granted, as far as the merchant still allows the agent to ask for it, and
-- only while the agent has a key that works (0070). Both are asked at every call, so a change holds from the next one on.

-- The part of what was granted that the merchant allows now. Runs as the role that creates, since a wallet sees no agents.
create function scopes_in_force(of_merchant uuid, of_agent uuid, granted text[]) returns text[]
language sql stable security definer set search_path = countersign, pg_temp
begin atomic
  select array(select g.scope from unnest(granted) with ordinality g (scope, place)
    where g.scope = any (a.allowed_scopes) order by g.place)
  from agents a where a.merchant_id = of_merchant and a.agent_id = of_agent;
end;

grant create on schema countersign to countersign_creator;
alter function scopes_in_force(uuid, uuid, text[]) owner to countersign_creator;
revoke create on schema countersign from countersign_creator;
revoke all on function scopes_in_force(uuid, uuid, text[]) from public;
grant execute on function scopes_in_force(uuid, uuid, text[]) to countersign_app, countersign_system;

-- Who paused it: the user in the wallet, or repeated rejections. The times of the latest rejections in a row are kept until
-- the user agrees to something.
alter table connections
  add column paused_by text check (paused_by in ('wallet', 'rejections')),
  add column rejected_at timestamptz[] not null default '{}';
-- Its owner sees the rows that are there only while the policies do not bind it.
alter table connections no force row level security;
update connections set paused_by = 'wallet' where status = 'paused';
alter table connections force row level security;
alter table connections add check (status <> 'paused' or paused_by is not null);
grant update (paused_by, rejected_at) on connections to countersign_app;
alter table connection_changes add column paused_by text check (paused_by in ('wallet', 'rejections'));

create or replace view connection_credentials with (security_invoker = true) as
  select c.merchant_id, c.connection_id, c.agent_id, c.device_id,
    array(select g.scope from unnest(c.scopes) with ordinality g (scope, place)
      where g.scope = any (a.allowed_scopes) order by g.place) as scopes,
    c.status, c.token_hash, a.status = 'active' as agent_active, c.paused_by,
    a.keys_usable @> now() as agent_has_key
  from connections c join agents a on a.merchant_id = c.merchant_id and a.agent_id = c.agent_id;

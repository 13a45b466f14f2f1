-- owner: audit-log
-- A tree over each tenant's audit events. Events wait in the same commit that writes them; one worker at a time gives them their
-- places, in the order in which they were committed, and writes heads into the payee log. Nothing of it is ever changed.

create or replace function audit_event_waits() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  insert into audit_pending (merchant_id, audit_event_id) values (new.merchant_id, new.audit_event_id);
  return null;
end $$;

create trigger gets_a_place after insert on audit_events for each row execute function audit_event_waits();

-- Before the first tree: events that are older than the trees.
create or replace function begin_audit_trees() returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  perform pg_advisory_xact_lock(7236012);
  if exists (select from audit_state) then return; end if;
  insert into audit_pending (merchant_id, audit_event_id)
    select e.merchant_id, e.audit_event_id from audit_events e
    where not exists (select from audit_pending p where p.merchant_id = e.merchant_id and p.audit_event_id = e.audit_event_id)
    order by e.audit_event_id;
end $$;

-- The oldest that wait, gone with the commit; there is no position, so a late commit is never skipped. No row where another
-- worker is at work or nothing waits.
create or replace function take_audit_pending(at_most integer)
returns table (merchant_id uuid, size bigint, events jsonb[])
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
begin
  if not pg_try_advisory_xact_lock(7236012) then return; end if;
  return query
  with taken as (
    delete from audit_pending p where p.audit_pending_id in (
      select o.audit_pending_id from audit_pending o order by o.audit_pending_id limit at_most)
    returning p.*)
  select t.merchant_id, coalesce(s.size, 0), array_agg(jsonb_build_object('audit_event_id', e.audit_event_id,
    'action', e.action, 'actor', e.actor, 'target', e.target, 'details', e.details, 'occurred_at', log_time(e.occurred_at))
    order by t.audit_pending_id)
  from taken t
  join audit_events e on e.merchant_id = t.merchant_id and e.audit_event_id = t.audit_event_id
  left join audit_state s on s.merchant_id = t.merchant_id
  group by t.merchant_id, s.size;
end $$;

-- In the transaction that took them.
create or replace function grow_audit_tree(of_merchant uuid, from_size bigint, new_root bytea, event_ids uuid[],
  leaf_hashes bytea[], tile_levels integer[], tile_numbers bigint[], tile_roots bytea[]) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  insert into audit_state as s (merchant_id, size, root) values (of_merchant, cardinality(leaf_hashes), new_root)
    on conflict (merchant_id) do update set size = from_size + cardinality(leaf_hashes), root = new_root
      where s.size = from_size;
  if not found then raise exception 'the audit tree has grown meanwhile' using errcode = 'serialization_failure'; end if;
  insert into audit_leaves (merchant_id, audit_index, audit_event_id, leaf_hash)
    select of_merchant, from_size + n.place - 1, n.event, n.leaf
    from unnest(event_ids, leaf_hashes) with ordinality n (event, leaf, place);
  insert into audit_tiles (merchant_id, level, tile, root)
    select of_merchant, n.level, n.tile, n.root from unnest(tile_levels, tile_numbers, tile_roots) n (level, tile, root);
end $$;

-- Heads of trees that grew, into the payee log: for each tenant at most one in this time. Answers how many.
create or replace function log_audit_heads(every_s double precision, at_most integer) returns integer
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
declare
  grown audit_state;
  salt bytea;
  document text;
  commitment bytea;
  written integer := 0;
begin
  if not exists (select from log_state) or not pg_try_advisory_xact_lock(7236012) then return 0; end if;
  for grown in select s.* from audit_state s
    where s.size > s.logged_size and s.logged_at < now() - make_interval(secs => every_s) order by s.logged_at limit at_most
  loop
    salt := log_salt();
    document := log_json(jsonb_build_object('type', 'svc.audit_head.v1', 'merchant_id', wire_id('mer', grown.merchant_id),
      'size', grown.size, 'root', encode(grown.root, 'hex'), 'at', log_time(clock_timestamp())));
    commitment := sha256(convert_to(E'svc.audit_head.v1\n', 'UTF8') || salt || convert_to(document, 'UTF8'));
    perform append_log(grown.merchant_id, log_tag('svc.log.subject.tenant.v1', wire_id('mer', grown.merchant_id)), null,
      jsonb_build_object('type', 'svc.log.audit_head.v1', 'commitment', encode(commitment, 'hex')));
    insert into audit_heads (merchant_id, size, commitment, salt, document)
      values (grown.merchant_id, grown.size, commitment, salt, document);
    update audit_state s set logged_size = grown.size, logged_at = now() where s.merchant_id = grown.merchant_id;
    written := written + 1;
  end loop;
  return written;
end $$;

-- Events in the order of their tree, as they are now. One that is gone leaves no entry.
create or replace function audit_entries(of_merchant uuid, from_index bigint, at_most integer)
returns table (audit_event_id uuid, action text, actor text, target text, details jsonb, occurred_at text)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select e.audit_event_id, e.action, e.actor, e.target, e.details, log_time(e.occurred_at)
  from audit_leaves l join audit_events e on e.merchant_id = l.merchant_id and e.audit_event_id = l.audit_event_id
  where l.merchant_id = of_merchant and l.audit_index >= from_index order by l.audit_index limit at_most;
end $$;

create or replace function audit_only_grows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.merchant_id <> old.merchant_id or new.size < old.size or new.logged_size < old.logged_size
    or new.size = old.size and new.root <> old.root
  then
    raise exception 'an audit tree only grows' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function audit_event_waits() owner to pursestrings_creator;
alter function begin_audit_trees() owner to pursestrings_creator;
alter function take_audit_pending(integer) owner to pursestrings_creator;
alter function grow_audit_tree(uuid, bigint, bytea, uuid[], bytea[], integer[], bigint[], bytea[]) owner to pursestrings_creator;
alter function log_audit_heads(double precision, integer) owner to pursestrings_creator;
alter function audit_entries(uuid, bigint, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function
  audit_event_waits(),
  audit_only_grows(),
  begin_audit_trees(),
  take_audit_pending(integer),
  grow_audit_tree(uuid, bigint, bytea, uuid[], bytea[], integer[], bigint[], bytea[]),
  log_audit_heads(double precision, integer),
  audit_entries(uuid, bigint, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  begin_audit_trees(),
  take_audit_pending(integer),
  grow_audit_tree(uuid, bigint, bytea, uuid[], bytea[], integer[], bigint[], bytea[]),
  log_audit_heads(double precision, integer),
  audit_entries(uuid, bigint, integer)
  to pursestrings_system;

create policy tenant on audit_pending to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_pending for select to pursestrings_system using (true);
create policy creator on audit_pending to pursestrings_creator using (true) with check (true);
revoke all on audit_pending from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on audit_pending to pursestrings_system;
grant select, insert, delete on audit_pending to pursestrings_creator;

create policy tenant on audit_state to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_state for select to pursestrings_system using (true);
create policy creator on audit_state to pursestrings_creator using (true) with check (true);
create trigger only_grows before update or delete on audit_state for each row execute function audit_only_grows();
revoke all on audit_state from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on audit_state to pursestrings_app, pursestrings_system;
grant select, insert, update (size, root, logged_size, logged_at) on audit_state to pursestrings_creator;

create policy tenant on audit_leaves to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_leaves for select to pursestrings_system using (true);
create policy creator on audit_leaves to pursestrings_creator using (true) with check (true);
create trigger facts_stay before update or delete on audit_leaves for each row execute function refuse_change();
create trigger facts_stay_all before truncate on audit_leaves execute function refuse_change();
revoke all on audit_leaves from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on audit_leaves to pursestrings_app, pursestrings_system;
grant select, insert on audit_leaves to pursestrings_creator;

create policy tenant on audit_tiles to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_tiles for select to pursestrings_system using (true);
create policy creator on audit_tiles to pursestrings_creator using (true) with check (true);
create trigger facts_stay before update or delete on audit_tiles for each row execute function refuse_change();
create trigger facts_stay_all before truncate on audit_tiles execute function refuse_change();
revoke all on audit_tiles from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on audit_tiles to pursestrings_system;
grant insert on audit_tiles to pursestrings_creator;

create policy tenant on audit_heads to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on audit_heads for select to pursestrings_system using (true);
create policy creator on audit_heads to pursestrings_creator using (true) with check (true);
create trigger facts_stay before update or delete on audit_heads for each row execute function refuse_change();
create trigger facts_stay_all before truncate on audit_heads execute function refuse_change();
revoke all on audit_heads from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on audit_heads to pursestrings_app, pursestrings_system;
grant select, insert on audit_heads to pursestrings_creator;

-- owner: log
-- How entries get their places in the tree. One worker at a time, held by the one row of log_state; the hashing is done by the
-- worker between the two functions, in one transaction.

-- The oldest that wait, which are gone with the commit; there is no position, so a late commit is never skipped. No row where
-- another works; a row without entries where nothing waits.
create or replace function take_log_pending(at_most integer)
returns table (size bigint, root bytea, subject_tags bytea[], domain_tags bytea[], seqs integer[], entries text[])
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off set jit = off as $$
#variable_conflict use_column
declare
  held record;
begin
  select s.size, s.root into held from log_state s for update skip locked;
  if not found then return; end if;
  return query
  with taken as (
    delete from log_pending p where p.log_pending_id in (
      select o.log_pending_id from log_pending o order by o.log_pending_id limit at_most)
    returning p.*)
  select held.size, held.root, array_agg(t.subject_tag order by t.log_pending_id),
    array_agg(t.domain_tag order by t.log_pending_id), array_agg(t.seq order by t.log_pending_id),
    array_agg(t.entry order by t.log_pending_id)
  from taken t;
end $$;

-- In the transaction that took them. A tree that does not go on from the size that is there is refused by the keys.
create or replace function grow_log(from_size bigint, new_root bytea, leaf_hashes bytea[], subject_tags bytea[],
  domain_tags bytea[], seqs integer[], entries text[], tile_levels integer[], tile_numbers bigint[], tile_hashes bytea[],
  tile_roots bytea[]) returns void
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  update log_state s set size = s.size + cardinality(leaf_hashes), root = new_root where s.size = from_size;
  if not found then raise exception 'the log has grown meanwhile' using errcode = 'serialization_failure'; end if;
  insert into log_leaves (log_index, leaf_hash, subject_tag, domain_tag, seq, entry)
    select from_size + n.place - 1, n.leaf, n.subject, n.domain, n.seq, n.entry
    from unnest(leaf_hashes, subject_tags, domain_tags, seqs, entries) with ordinality
      n (leaf, subject, domain, seq, entry, place);
  insert into log_tiles (level, tile, hashes, root)
    select n.level, n.tile, n.hashes, n.root from unnest(tile_levels, tile_numbers, tile_hashes, tile_roots) n (level, tile, hashes, root);
end $$;

-- Signing again gives the same signature, so a checkpoint that is there stays.
create or replace function keep_checkpoint(of_size bigint, of_root bytea, signed_note text) returns boolean
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  insert into log_checkpoints (size, root, note) values (of_size, of_root, signed_note) on conflict (size) do nothing;
  return exists (select from log_checkpoints c where c.size = of_size and c.root = of_root);
end $$;

-- A newer cosignature of the same checkpoint takes the place of the older one: it says that the witness sees no more.
create or replace function keep_cosignature(of_size bigint, by_witness text, signed_line text) returns void
language sql security definer set search_path = pursestrings, pg_temp as $$
  insert into log_cosignatures as c (size, witness, line) values (of_size, by_witness, signed_line)
    on conflict (size, witness) do update set line = excluded.line, created_at = now()
$$;

create or replace function log_only_grows() returns trigger language plpgsql as $$
begin
  if tg_op <> 'UPDATE' or new.size < old.size or new.origin <> old.origin
    or new.size = old.size and new.root <> old.root
  then
    raise exception 'the log only grows' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function log_payee_moves() owner to pursestrings_creator;
alter function log_payee_name() owner to pursestrings_creator;
alter function log_domain_moves() owner to pursestrings_creator;
alter function begin_log(text, text) owner to pursestrings_creator;
alter function append_missing_log(integer) owner to pursestrings_creator;
alter function append_key_log(text, text, text, text) owner to pursestrings_creator;
alter function take_log_pending(integer) owner to pursestrings_creator;
alter function grow_log(bigint, bytea, bytea[], bytea[], bytea[], integer[], text[], integer[], bigint[], bytea[], bytea[])
  owner to pursestrings_creator;
alter function keep_checkpoint(bigint, bytea, text) owner to pursestrings_creator;
alter function keep_cosignature(bigint, text, text) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;

revoke all on function
  append_log(uuid, bytea, bytea, jsonb, jsonb),
  append_payee_log(recipient_versions, text),
  append_domain_log(merchant_domains, text),
  log_payee_moves(),
  log_payee_name(),
  log_domain_moves(),
  log_only_grows(),
  begin_log(text, text),
  append_missing_log(integer),
  append_key_log(text, text, text, text),
  take_log_pending(integer),
  grow_log(bigint, bytea, bytea[], bytea[], bytea[], integer[], text[], integer[], bigint[], bytea[], bytea[]),
  keep_checkpoint(bigint, bytea, text),
  keep_cosignature(bigint, text, text)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  append_log(uuid, bytea, bytea, jsonb, jsonb),
  append_payee_log(recipient_versions, text),
  append_domain_log(merchant_domains, text)
  to pursestrings_creator;
grant execute on function
  begin_log(text, text),
  append_missing_log(integer),
  append_key_log(text, text, text, text),
  take_log_pending(integer),
  grow_log(bigint, bytea, bytea[], bytea[], bytea[], integer[], text[], integer[], bigint[], bytea[], bytea[]),
  keep_checkpoint(bigint, bytea, text),
  keep_cosignature(bigint, text, text)
  to pursestrings_system;
grant execute on function append_key_log(text, text, text, text) to pursestrings_operator;

create policy tenant on payee_openings to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on payee_openings for select to pursestrings_system using (true);
create policy creator on payee_openings to pursestrings_creator using (true) with check (true);
-- Its number follows that of its entry, which a repair may change while the entry waits.
create trigger facts_stay before update of merchant_id, commitment, subject_tag, domain_tag, address_tag, recipient_version_id,
  domain_id, name, event, salt, document, observation, created_at or delete on payee_openings
  for each row execute function refuse_change();
revoke all on payee_openings from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on payee_openings to pursestrings_app, pursestrings_system;
grant select, insert, update (seq) on payee_openings to pursestrings_creator;

create policy tenant on log_pending to pursestrings_app
  using (merchant_id = tenant()) with check (merchant_id = tenant());
create policy system on log_pending for select to pursestrings_system using (true);
create policy creator on log_pending to pursestrings_creator using (true) with check (true);
revoke all on log_pending from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on log_pending to pursestrings_app, pursestrings_system;
grant select, insert, update (seq, entry), delete on log_pending to pursestrings_creator;

create trigger only_grows before update or delete on log_state for each row execute function log_only_grows();
create trigger stays before truncate on log_state execute function refuse_change();
revoke all on log_state from pursestrings_app, pursestrings_system, pursestrings_creator, pursestrings_operator;
grant select on log_state to pursestrings_app, pursestrings_system, pursestrings_operator;
grant select, insert (origin, policy), update (size, root, policy) on log_state to pursestrings_creator;

create trigger facts_stay before update or delete on log_leaves for each row execute function refuse_change();
create trigger facts_stay_all before truncate on log_leaves execute function refuse_change();
revoke all on log_leaves from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on log_leaves to pursestrings_system;
grant select, insert on log_leaves to pursestrings_creator;

create trigger facts_stay before update or delete on log_tiles for each row execute function refuse_change();
create trigger facts_stay_all before truncate on log_tiles execute function refuse_change();
revoke all on log_tiles from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on log_tiles to pursestrings_system;
grant insert on log_tiles to pursestrings_creator;

create trigger facts_stay before update or delete on log_checkpoints for each row execute function refuse_change();
create trigger facts_stay_all before truncate on log_checkpoints execute function refuse_change();
revoke all on log_checkpoints from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on log_checkpoints to pursestrings_system;
grant select, insert on log_checkpoints to pursestrings_creator;

revoke all on log_cosignatures from pursestrings_app, pursestrings_system, pursestrings_creator;
grant select on log_cosignatures to pursestrings_system;
grant select, insert, update (line, created_at) on log_cosignatures to pursestrings_creator;

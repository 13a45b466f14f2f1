-- owner: log
-- What anybody may read of payees: by a payee's id, by the exact domain, or by the exact address. Never a list of all.

-- Versions that serve now, of payees that are found by one of the tags.
create or replace function serving_payees(by_subject bytea, by_domain bytea, by_address bytea, at_most integer)
returns table (recipient_id uuid, recipient_version_id uuid, name text, domain text, number integer, rail text, network text,
  asset text, address text, memo text, contract text, issuer text, decimals integer, chain_id integer, activated_at timestamptz,
  changed_at timestamptz)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  with found as (
    select o.merchant_id, o.recipient_version_id from payee_openings o where o.subject_tag = by_subject
    union
    select o.merchant_id, o.recipient_version_id from payee_openings o
      where o.domain_tag = by_domain and o.recipient_version_id is not null
    union
    select o.merchant_id, o.recipient_version_id from payee_openings o where o.address_tag = by_address)
  select r.recipient_id, v.recipient_version_id, r.name, d.domain, v.number, v.rail, v.network, v.asset, v.address, v.memo,
    v.contract, v.issuer, v.decimals, v.chain_id, v.activated_at,
    (select case when count(*) > 1 then max(w.activated_at) end from recipient_versions w
      where w.merchant_id = v.merchant_id and w.recipient_id = v.recipient_id and w.activated_at is not null)
  from found f
  join recipient_versions v on v.merchant_id = f.merchant_id and v.recipient_version_id = f.recipient_version_id
    and v.status = 'active'
  join recipients r on r.merchant_id = v.merchant_id and r.recipient_id = v.recipient_id
  join merchant_domains d on d.merchant_id = v.merchant_id and d.domain_id = v.vouched_by and d.status = 'verified'
  order by v.activated_at desc limit at_most;
end $$;

-- What stands in the log about a payee, in its order; what has no place yet comes last.
create or replace function payee_history(of_subject bytea, at_most integer)
returns table (seq integer, event text, name text, recipient_version_id uuid, salt bytea, document text, created_at timestamptz,
  log_index bigint)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select o.seq, o.event, o.name, o.recipient_version_id, o.salt, o.document, o.created_at, l.log_index
  from payee_openings o left join log_leaves l on l.subject_tag = o.subject_tag and l.seq = o.seq
  where o.subject_tag = of_subject order by o.seq desc limit at_most;
end $$;

-- The newest entry by which a version serves, or the newest under a name that it had, or before a time; with its opening and
-- its evidence.
create or replace function payee_record(of_subject bytea, of_version uuid, of_name text, before timestamptz default null)
returns table (entry text, salt bytea, document text, evidence text, log_index bigint)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select coalesce(l.entry, p.entry), o.salt, o.document, (
      select v.document from recipient_evidence v where v.merchant_id = o.merchant_id
        and v.recipient_version_id = o.recipient_version_id and v.digest = o.document::jsonb ->> 'evidence_digest' limit 1),
    l.log_index
  from payee_openings o
  left join log_leaves l on l.subject_tag = o.subject_tag and l.seq = o.seq
  left join log_pending p on l.log_index is null and p.merchant_id = o.merchant_id and p.subject_tag = o.subject_tag
    and p.seq = o.seq
  where o.subject_tag = of_subject and o.recipient_version_id = of_version and o.event = 'activated'
    and (of_name is null or o.name = of_name)
    and (before is null or (coalesce(l.entry, p.entry)::jsonb ->> 'at')::timestamptz <= before)
  order by o.seq desc limit 1;
end $$;

-- The entry by which a key of the service was added.
create or replace function logged_key(of_subject bytea, of_kid text) returns table (entry text, log_index bigint)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select l.entry, l.log_index from log_leaves l
  where l.subject_tag = of_subject and l.entry::jsonb ->> 'kid' = of_kid and l.entry::jsonb ->> 'state' = 'added'
  order by l.seq limit 1;
end $$;

-- The place of the entry that says that a version cools off; null until it has one.
create or replace function logged_cooling(of_merchant uuid, of_version uuid) returns bigint
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
begin
  return (select min(l.log_index) from payee_openings o
    join log_leaves l on l.subject_tag = o.subject_tag and l.seq = o.seq
    where o.merchant_id = of_merchant and o.recipient_version_id = of_version and o.event = 'cooling');
end $$;

-- Changes of the payees of merchants that a wallet is connected to, after a place in the log. What was erased is left out.
create or replace function payee_changes(of_device uuid, after bigint, at_most integer)
returns table (log_index bigint, event text, document text, activates_at timestamptz, created_at timestamptz)
language plpgsql stable security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
#variable_conflict use_column
begin
  return query
  select l.log_index, o.event, o.document, v.activates_at, o.created_at
  from (select distinct c.merchant_id from connections c where c.device_id = of_device and c.status <> 'revoked') m
  join payee_openings o on o.merchant_id = m.merchant_id and o.recipient_version_id is not null and o.document is not null
  join log_leaves l on l.subject_tag = o.subject_tag and l.seq = o.seq and l.log_index > after
  join recipient_versions v on v.merchant_id = o.merchant_id and v.recipient_version_id = o.recipient_version_id
  order by l.log_index limit at_most;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function serving_payees(bytea, bytea, bytea, integer) owner to pursestrings_creator;
alter function payee_history(bytea, integer) owner to pursestrings_creator;
alter function payee_record(bytea, uuid, text, timestamptz) owner to pursestrings_creator;
alter function logged_key(bytea, text) owner to pursestrings_creator;
alter function logged_cooling(uuid, uuid) owner to pursestrings_creator;
alter function payee_changes(uuid, bigint, integer) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function
  serving_payees(bytea, bytea, bytea, integer),
  payee_history(bytea, integer),
  payee_record(bytea, uuid, text, timestamptz),
  logged_key(bytea, text),
  logged_cooling(uuid, uuid),
  payee_changes(uuid, bigint, integer)
  from public, pursestrings_app, pursestrings_system;
grant execute on function
  serving_payees(bytea, bytea, bytea, integer),
  payee_history(bytea, integer),
  payee_record(bytea, uuid, text, timestamptz),
  logged_key(bytea, text),
  logged_cooling(uuid, uuid),
  payee_changes(uuid, bigint, integer)
  to pursestrings_system;

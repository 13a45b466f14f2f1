-- owner: log
-- The payee log: entries are written by the same transaction that changes a payee or a domain, whoever changes it, and get
-- their places in the tree from the sequencer. Nothing of it is ever changed. It begins when a worker with a log key starts;
-- until then nothing is written.

-- As ids.ts writes them: 130 bits, of which two zeros lead, in 26 letters. In plpgsql, which keeps the plan; a function in SQL
-- is planned at every call.
create or replace function wire_id(prefix text, id uuid) returns text language plpgsql immutable strict parallel safe as $$
begin
  return prefix || '_' || (
    select string_agg(substr('0123456789abcdefghjkmnpqrstvwxyz',
      substring(b.bits from 1 + 5 * i.i for 5)::bit(5)::integer + 1, 1), '' order by i.i)
    from (select B'00' || ('x' || replace(id::text, '-', ''))::bit(128) as bits) b, generate_series(0, 25) i (i));
end $$;

create or replace function log_time(at timestamptz) returns text language sql immutable strict parallel safe
  return to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"');

create or replace function log_tag(label text, of text) returns bytea language sql immutable strict parallel safe
  return sha256(convert_to(label || E'\n' || of, 'UTF8'));

-- Canonical JSON (RFC 8785) of an object of texts and whole numbers: PostgreSQL escapes texts as ECMAScript does. What has no
-- value is left out. `already` holds members that are JSON texts.
create or replace function log_json(members jsonb, already jsonb default '{}') returns text
language plpgsql immutable parallel safe as $$
begin
  return (
    select '{' || string_agg(to_json(m.name) || ':' || m.value, ',' order by m.name collate "C") || '}'
    from (
      select e.key as name, e.value::text as value from jsonb_each(members) e where e.value <> 'null'::jsonb
      union all
      select t.key, t.value from jsonb_each_text(already) t where t.value is not null) m);
end $$;

-- 32 random bytes, of 366 random bits.
create or replace function log_salt() returns bytea language sql volatile
  return sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));

-- Numbers an entry after the last one of its subject and leaves it to the sequencer. The subject stays locked until the
-- commit, so that the order of pending rows is the order of numbers.
create or replace function append_log(of_merchant uuid, of_subject bytea, of_domain bytea, members jsonb, already jsonb default '{}')
returns integer language plpgsql set enable_seqscan = off as $$
declare
  number integer;
begin
  perform pg_advisory_xact_lock(hashtextextended('log ' || encode(of_subject, 'hex'), 0));
  number := 1 + greatest(0,
    (select max(l.seq) from log_leaves l where l.subject_tag = of_subject),
    (select max(p.seq) from log_pending p where p.merchant_id = of_merchant and p.subject_tag = of_subject));
  insert into log_pending (merchant_id, subject_tag, domain_tag, seq, entry)
    values (of_merchant, of_subject, of_domain, number, log_json(members || jsonb_build_object(
      'at', log_time(clock_timestamp()), 'seq', number, 'subject_tag', encode(of_subject, 'hex'),
      'domain_tag', encode(of_domain, 'hex')), already));
  return number;
end $$;

create or replace function append_payee_log(of recipient_versions, happened text) returns void
language plpgsql as $$
declare
  payee text;
  host text;
  digest text;
  document text;
  salt constant bytea := log_salt();
  commitment bytea;
  subject constant bytea := log_tag('svc.log.subject.recipient.v1', wire_id('rcp', of.recipient_id));
  number integer;
begin
  -- Who buys where is nobody's business: a listed payee stands in no public place.
  if is_listing(of) or not exists (select from log_state) then return; end if;
  select r.name into payee from recipients r where r.merchant_id = of.merchant_id and r.recipient_id = of.recipient_id;
  select d.domain into host from merchant_domains d where d.merchant_id = of.merchant_id and d.domain_id = of.vouched_by;
  select e.digest into digest from recipient_evidence e where e.merchant_id = of.merchant_id
      and e.recipient_version_id = of.recipient_version_id and e.source_id = of.vouched_by
    order by e.created_at desc, e.evidence_id desc limit 1;
  document := log_json(
    jsonb_build_object('type', 'svc.payee_opening.v1', 'recipient_id', wire_id('rcp', of.recipient_id),
      'recipient_version_id', wire_id('rcv', of.recipient_version_id), 'number', of.number, 'name', payee, 'domain', host,
      'evidence_digest', digest),
    jsonb_build_object('payment', log_json(jsonb_build_object('rail', of.rail, 'network', of.network, 'asset', of.asset,
      'to', of.address, 'memo', of.memo, 'contract', of.contract, 'issuer', of.issuer, 'decimals', of.decimals,
      'chain_id', of.chain_id))));
  commitment := sha256(convert_to(E'svc.payee_opening.v1\n', 'UTF8') || salt || convert_to(document, 'UTF8'));
  number := append_log(of.merchant_id, subject, log_tag('svc.log.domain_tag.v1', host),
    jsonb_build_object('type', 'svc.log.payee.v1', 'event', happened, 'commitment', encode(commitment, 'hex'),
      'serves_at', case when happened = 'cooling' then log_time(of.activates_at) end));
  insert into payee_openings (merchant_id, commitment, subject_tag, seq, domain_tag, address_tag, recipient_version_id, name,
      event, salt, document)
    values (of.merchant_id, commitment, subject, number, log_tag('svc.log.domain_tag.v1', host),
      log_tag(of.network, of.address), of.recipient_version_id, payee, happened, salt, document);
end $$;

-- A version that cools off or begins to serve, also again after a lapse, and one that does neither any more. A lapse itself
-- stands in the log as the domain's.
create or replace function log_payee_moves() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  if new.status in ('cooling', 'active') then
    perform append_payee_log(new, case new.status when 'active' then 'activated' else 'cooling' end);
  elsif new.status = 'retired' and old.status in ('cooling', 'active', 'suspended') then
    perform append_payee_log(new, 'retired');
  end if;
  return null;
end $$;

-- What signed facts call a payee is on record, too.
create or replace function log_payee_name() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  serving recipient_versions;
begin
  select v.* into serving from recipient_versions v
    where v.merchant_id = new.merchant_id and v.recipient_version_id = new.active_version_id;
  if found then perform append_payee_log(serving, 'activated'); end if;
  return null;
end $$;

create or replace function append_domain_log(of merchant_domains, happened text) returns void
language plpgsql as $$
declare
  document text;
  seen constant text := of.last_check::text;
  salt constant bytea := log_salt();
  commitment bytea;
  subject constant bytea := log_tag('svc.log.subject.domain.v1', wire_id('dom', of.domain_id));
  number integer;
begin
  if not exists (select from log_state) then return; end if;
  document := log_json(jsonb_build_object('type', 'svc.domain_opening.v1', 'domain_id', wire_id('dom', of.domain_id),
    'domain', of.domain, 'method', of.method, 'observation_digest', encode(sha256(convert_to(seen, 'UTF8')), 'hex')));
  commitment := sha256(convert_to(E'svc.domain_opening.v1\n', 'UTF8') || salt || convert_to(document, 'UTF8'));
  number := append_log(of.merchant_id, subject, log_tag('svc.log.domain_tag.v1', of.domain),
    jsonb_build_object('type', 'svc.log.domain.v1', 'event', happened, 'commitment', encode(commitment, 'hex')));
  insert into payee_openings (merchant_id, commitment, subject_tag, seq, domain_tag, domain_id, name, event, salt, document,
      observation)
    values (of.merchant_id, commitment, subject, number, log_tag('svc.log.domain_tag.v1', of.domain), of.domain_id, of.domain,
      happened, salt, document, seen);
end $$;

create or replace function log_domain_moves() returns trigger
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  if new.status = 'verified' then
    perform append_domain_log(new, 'verified');
  elsif old.status = 'verified' then
    perform append_domain_log(new, 'lapsed');
  end if;
  return null;
end $$;

create trigger payee_log after update of status on recipient_versions for each row
  when (old.status is distinct from new.status) execute function log_payee_moves();
create trigger payee_log after update of name on recipients for each row
  when (old.name is distinct from new.name) execute function log_payee_name();
create trigger payee_log after update of status on merchant_domains for each row
  when (old.status is distinct from new.status) execute function log_domain_moves();

-- The log begins, or goes on; another name is another log, which an operator must mean.
create or replace function begin_log(named text, shown_policy text) returns boolean
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
begin
  insert into log_state as s (origin, policy) values (named, shown_policy)
    on conflict (one) do update set policy = excluded.policy where s.origin = named and s.policy <> shown_policy;
  return exists (select from log_state s where s.origin = named);
end $$;

-- What serves or is proven without standing in the log: from before the log began, or begun in its very first moment. Answers
-- how many were written; none means that all are there.
create or replace function append_missing_log(at_most integer) returns integer
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  version recipient_versions;
  host merchant_domains;
  written integer := 0;
begin
  if not pg_try_advisory_xact_lock(7236011) then return 0; end if;
  for host in select d.* from merchant_domains d where d.status = 'verified' and not exists (select from payee_openings o
      where o.merchant_id = d.merchant_id and o.domain_id = d.domain_id) limit at_most
  loop
    perform append_domain_log(host, 'verified');
    written := written + 1;
  end loop;
  for version in select v.* from recipient_versions v where v.status in ('cooling', 'active') and not is_listing(v) and not exists (
      select from payee_openings o
      where o.merchant_id = v.merchant_id and o.recipient_version_id = v.recipient_version_id) limit at_most
  loop
    perform append_payee_log(version, case version.status when 'active' then 'activated' else 'cooling' end);
    written := written + 1;
  end loop;
  return written;
end $$;

-- A key of the service becomes `added`, `retired` or `compromised`, each once. Without a JWK it is the one that was added.
-- Answers whether the log says so now. A key of the service has no tenant.
create or replace function append_key_log(of_purpose text, of_kid text, of_jwk text, becomes text) returns boolean
language plpgsql security definer set search_path = pursestrings, pg_temp set enable_seqscan = off as $$
declare
  tenant constant uuid := '00000000-0000-0000-0000-000000000000';
  subject constant bytea := log_tag('svc.log.subject.keys.v1', of_purpose);
  states text[];
begin
  -- One process at a time, so that none misses an entry of another.
  perform pg_advisory_xact_lock(hashtextextended('log ' || encode(subject, 'hex'), 0));
  select array_agg(e.entry ->> 'state'), coalesce(of_jwk, log_json((array_agg(e.entry -> 'jwk'))[1])) into states, of_jwk
  from (
    select l.entry::jsonb from log_leaves l where l.subject_tag = subject
    union all
    select p.entry::jsonb from log_pending p where p.merchant_id = tenant and p.subject_tag = subject) e
  where e.entry ->> 'kid' = of_kid;
  if becomes = any (states) then return true; end if;
  if of_jwk is null then return false; end if;
  perform append_log(tenant, subject, null,
    jsonb_build_object('type', 'svc.log.key.v1', 'purpose', of_purpose, 'kid', of_kid, 'state', becomes),
    jsonb_build_object('jwk', of_jwk));
  return true;
end $$;

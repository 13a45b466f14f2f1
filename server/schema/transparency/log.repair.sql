-- owner: log
-- After a copy of the log has given back what a restored database lost: what waits gets numbers after it, and what serves now
-- is written again, since the log may say otherwise by now.

create or replace function renumber_log_pending(from_index bigint) returns integer
language plpgsql security definer set search_path = pursestrings, pg_temp as $$
declare
  subject record;
  waiting record;
  version recipient_versions;
  host merchant_domains;
  number integer;
  changed integer := 0;
begin
  -- What was in the log already, byte for byte.
  delete from log_pending p using log_leaves l
    where l.log_index >= from_index and l.subject_tag = p.subject_tag and l.seq = p.seq and l.entry = p.entry;
  for subject in
    select s.merchant_id, s.subject_tag, max(l.seq) as logged
    from log_leaves l join (select o.merchant_id, o.subject_tag from payee_openings o
      union select p.merchant_id, p.subject_tag from log_pending p) s on s.subject_tag = l.subject_tag
    where l.log_index >= from_index group by s.merchant_id, s.subject_tag
  loop
    number := subject.logged;
    for waiting in select p.log_pending_id, p.seq, p.entry from log_pending p
      where p.merchant_id = subject.merchant_id and p.subject_tag = subject.subject_tag order by p.log_pending_id
    loop
      number := number + 1;
      update payee_openings o set seq = number where o.merchant_id = subject.merchant_id
        and o.commitment = decode(waiting.entry::jsonb ->> 'commitment', 'hex');
      update log_pending p set seq = number, entry = replace(waiting.entry, '"seq":' || waiting.seq || ',', '"seq":' || number || ',')
        where p.merchant_id = subject.merchant_id and p.log_pending_id = waiting.log_pending_id;
      changed := changed + 1;
    end loop;
    for version in select v.* from recipient_versions v where v.merchant_id = subject.merchant_id
      and v.status in ('cooling', 'active') and v.recipient_version_id in (select o.recipient_version_id from payee_openings o
        where o.merchant_id = subject.merchant_id and o.subject_tag = subject.subject_tag)
    loop
      perform append_payee_log(version, case version.status when 'active' then 'activated' else 'cooling' end);
    end loop;
    for host in select d.* from merchant_domains d where d.merchant_id = subject.merchant_id
      and d.status = 'verified' and d.domain_id in (select o.domain_id from payee_openings o
        where o.merchant_id = subject.merchant_id and o.subject_tag = subject.subject_tag)
    loop
      perform append_domain_log(host, 'verified');
    end loop;
  end loop;
  return changed;
end $$;

grant create on schema pursestrings to pursestrings_creator;
alter function renumber_log_pending(bigint) owner to pursestrings_creator;
revoke create on schema pursestrings from pursestrings_creator;
revoke all on function renumber_log_pending(bigint) from public, pursestrings_app, pursestrings_system;
grant execute on function renumber_log_pending(bigint) to pursestrings_system;

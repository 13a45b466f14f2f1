-- owner: merchant-search
-- Finds payees, agents and domains of one organization. By an id or a whole address each is one look-up; names are looked for
-- among the newest of a kind, so that a search costs the same however many there are.

create or replace function search_records(wanted text, wanted_id uuid, looks int, hits int)
  returns table (type text, id uuid, name text, status text, domain text)
  language sql stable as $$
  with payees as (
    (select r.recipient_id, 0 as place from recipients r
      where r.merchant_id = tenant() and r.recipient_id = wanted_id)
    union all
    (select v.recipient_id, 0 from recipient_versions v
      where v.merchant_id = tenant() and v.recipient_version_id = wanted_id)
    union all
    (select v.recipient_id, 0 from recipient_versions v
      where v.merchant_id = tenant() and v.address = wanted limit hits)
    union all
    (select r.recipient_id, strpos(lower(r.name), lower(wanted)) from (
        select n.recipient_id, n.name from recipients n
        where n.merchant_id = tenant() order by n.recipient_id desc limit looks) r
      where strpos(lower(r.name), lower(wanted)) > 0)
  ),
  found_payees as (
    select p.recipient_id, min(p.place) as place from payees p group by p.recipient_id
    order by min(p.place), p.recipient_id desc limit hits
  ),
  found_agents as (
    (select a.agent_id, 0 as place from agents a where a.merchant_id = tenant() and a.agent_id = wanted_id)
    union all
    (select a.agent_id, strpos(lower(a.name), lower(wanted)) from (
        select n.agent_id, n.name from agents n
        where n.merchant_id = tenant() order by n.agent_id desc limit looks) a
      where strpos(lower(a.name), lower(wanted)) > 0)
    order by place, agent_id desc limit hits
  ),
  found_domains as (
    select d.domain_id, strpos(d.domain, lower(wanted)) as place from merchant_domains d
    where d.merchant_id = tenant() and d.removed_at is null
      and (d.domain_id = wanted_id or strpos(d.domain, lower(wanted)) > 0)
    order by place, d.domain_id desc limit hits
  )
  (select 'recipient', r.recipient_id, r.name, coalesce(v.status, newest.status, 'retired'), d.domain
    from found_payees f
    -- What an agent found elsewhere is no payee of the organization.
    join recipients r on r.merchant_id = tenant() and r.recipient_id = f.recipient_id and r.listed_by is null
    left join recipient_versions v
      on v.merchant_id = tenant() and v.recipient_version_id = r.active_version_id
    left join merchant_domains d on d.merchant_id = tenant() and d.domain_id = v.vouched_by
    left join lateral (
      select n.status from recipient_versions n
      where n.merchant_id = tenant() and n.recipient_id = r.recipient_id order by n.number desc limit 1) newest on true
    order by f.place, r.recipient_id desc)
  union all
  (select 'agent', a.agent_id, a.name, a.status, null
    from found_agents f join agents a on a.merchant_id = tenant() and a.agent_id = f.agent_id
    order by f.place, a.agent_id desc)
  union all
  (select 'merchant_domain', d.domain_id, d.domain, d.status, null
    from found_domains f join merchant_domains d on d.merchant_id = tenant() and d.domain_id = f.domain_id
    order by f.place, d.domain_id desc)
$$;

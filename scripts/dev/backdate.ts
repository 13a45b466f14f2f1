/**
 * A week of history for a demo: what a merchant that is new did in the last minutes is spread over the days before. Only the
 * owner of a development database can do that; no role of the service can move a time.
 */
import { Client } from 'pg'

const STATEMENTS = `
create temporary table backdated on commit drop as
select r.*, case when r.day = 6 then now() - interval '20 minutes' - (1 - r.part) * interval '3 hours'
    else date_trunc('day', now()) - (6 - r.day) * interval '1 day' + interval '8 hours' + r.part * interval '10 hours' end as began_at,
  make_interval(secs => 12 + power((r.n * 53) % 31, 2)) as answered_after
from (
  select p.connection_id, p.payment_request_id, r.n, floor((r.n - 1) * 7.0 / r.total) as day,
    (r.n - 1) * 7.0 / r.total - floor((r.n - 1) * 7.0 / r.total) as part
  from payment_requests p join (
    select payment_request_id, row_number() over (order by created_at, payment_request_id) as n, count(*) over () as total
    from payment_requests where merchant_id = of_merchant() and status in ('confirmed', 'rejected', 'failed')
  ) r using (payment_request_id)
  where p.merchant_id = of_merchant()) r;
update payment_requests p set created_at = b.began_at, changed_at = b.began_at + b.answered_after + interval '9 seconds'
  from backdated b where p.merchant_id = of_merchant() and p.connection_id = b.connection_id
    and p.payment_request_id = b.payment_request_id;
update events e set occurred_at = b.began_at
    + case when s.step = 1 then interval '0' else b.answered_after + (s.step - 2) * interval '4 seconds' end
  from backdated b, (
    select event_id, row_number() over (partition by subject_id order by cursor) as step from events
    where merchant_id = of_merchant() and kind::text like 'payment\\_request.%') s
  where e.merchant_id = of_merchant() and e.subject_id = b.payment_request_id and s.event_id = e.event_id;
update merchants set created_at = created_at - interval '9 days' where merchant_id = of_merchant();
update merchant_domains set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update recipients set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update recipient_versions set created_at = created_at - interval '8 days', activated_at = activated_at - interval '8 days'
  where merchant_id = of_merchant();
update recipient_evidence set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update agents set created_at = created_at - interval '8 days' where merchant_id = of_merchant();
update connections set created_at = created_at - interval '7 days' where merchant_id = of_merchant();
update audit_events set occurred_at = occurred_at - interval '8 days' where merchant_id = of_merchant();
delete from payment_request_index where merchant_id = of_merchant();
delete from payment_request_counts where merchant_id = of_merchant();
delete from recipient_version_counts where merchant_id = of_merchant();
select index_payment_requests(array_agg(e.merchant_id), array_agg(e.event_id)) from events e
  where e.merchant_id = of_merchant() and e.kind::text like 'payment\\_request.%';
`

/** `merchant` as a UUID. False for one that is not new, whose history is its own. */
export const backdate = async (owner_url: string, merchant: string): Promise<boolean> => {
  if (!/^[0-9a-f-]{36}$/.test(merchant)) return false
  const client = new Client({ connectionString: owner_url })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('set local search_path = countersign, pg_temp')
    const fresh = `select from merchants where merchant_id = $1 and created_at > now() - interval '15 minutes'`
    if ((await client.query(fresh, [merchant])).rowCount === 0) return false
    // What keeps everybody else from moving times is off for this transaction alone.
    await client.query('set local session_replication_role = replica')
    // Whoever numbers events and enters them waits until this is done.
    await client.query('select from payment_request_indexer for update')
    await client.query(STATEMENTS.replaceAll('of_merchant()', `'${merchant}'::uuid`))
    await client.query('commit')
    return true
  } finally {
    await client.end()
  }
}

/** Stored requests with their first event, as a create leaves them, spread evenly over the connections. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { changeFacts } from '../../server/test/change-facts.ts'

/** Also a table with as many numbered pointers to them as a bare client would hold in memory, 10,000 of them. */
export const fillWithRequests = async (admin: pg.Pool, count: number, analyse = true): Promise<void> => {
  const STEP = 250_000
  for (let done = 0; done < count; done += STEP) {
    const n = Math.min(STEP, count - done)
    await admin.query(
      `with made as (
         select b.*, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - $2 + g), 12, '0') || '7' ||
           substr(md5(g::text), 1, 3) || 'a' || substr(md5(g::text || 'x'), 1, 15))::uuid as id, g
         from generate_series($1::int + 1, $1::int + $3::int) g
         join bench_connections b on b.n = 1 + g % (select count(*) from bench_connections)),
       numbered as (
         select m.*, c.device_id, c.last_cursor + row_number() over (partition by m.connection_id order by m.g) as cursor
         from made m join connections c using (merchant_id, connection_id)),
       requests as (
         insert into payment_requests (merchant_id, connection_id, payment_request_id, recipient_version_id,
           idempotency_digest, created_at, expires_at, status, intent_digest, facts_digest, amount, idempotency_key)
         select merchant_id, connection_id, id, recipient_version_id, md5(id::text)::uuid, now(), now() + interval '6 days',
           'pending', sha256(id::text::bytea), sha256(id::text::bytea), '12.5', 'order-' || g from numbered),
       events as (
         select append_events(array_agg(payment_request_event(merchant_id, connection_id, device_id, cursor, id, null, null,
           'pending', false, now()) order by cursor)) from numbered)
       update connections c set last_cursor = n.last, pending_count = c.pending_count + n.more
       from (select merchant_id, connection_id, max(cursor) as last, count(*) as more from numbered group by 1, 2) n
         cross join events
       where c.merchant_id = n.merchant_id and c.connection_id = n.connection_id`,
      [done, count, n],
    )
  }
  await admin.query('drop table if exists bench_requests')
  await admin.query(`create unlogged table bench_requests as
    select row_number() over ()::int as n, b.token_hash, p.connection_id, p.payment_request_id
    from (select * from payment_requests tablesample system (${Math.min(100, (10_000_000 / count) * 2)}) limit 10000) p
    join bench_connections b using (connection_id)`)
  await admin.query('create unique index on bench_requests (n)')
  // Those that are read: facts that do not fit their digest are never signed.
  const { rows } = await admin.query<{ id: Uuid }>('select payment_request_id as id from bench_requests')
  await changeFacts(
    admin,
    rows.map(({ id }) => id),
  )
  await admin.query('grant select on bench_requests to pursestrings_app')
  if (analyse) await admin.query('vacuum analyze')
}

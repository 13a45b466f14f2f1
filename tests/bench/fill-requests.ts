/**
 * Stored requests with their first event, spread evenly over the connections, and with what production's have behind them:
 * decisions, transactions, late reports and the ledger's word. With PLAIN=1 all of them wait, as a create leaves them.
 */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { changeFacts } from '../../server/test/change-facts.ts'
import { ADDRESS } from './fill.ts'

/** The service's own settings go with it (ground.ts). */
export const PLAIN = process.env.PLAIN === '1'

/** How twenty requests stand: one that was seen in the ledger is as production has most. */
const MIX = `(values (0, 'pending', false, null, null, null), (1, 'pending', false, null, null, null),
    (2, 'signed', false, true, null, 'unknown'), (3, 'rejected', false, true, null, null), (4, 'expired', false, null, null, null),
    (5, 'expired', false, null, null, 'unpaid'), (6, 'failed', false, null, 'canceled_by_agent', null),
    (7, 'broadcasted', true, false, null, 'unknown'), (8, 'confirmed', true, false, null, 'mismatch'),
    (9, 'confirmed', true, true, null, 'unknown'), (10, 'confirmed', true, true, null, 'paid'))
  mix (kind, status, is_named, device_signed, reason, outcome)`
/** Of each connection, every one in turn. */
const KIND = PLAIN ? '0' : 'least((g + g / (select count(*) from bench_connections)) % 20, 10)'
/** Of a network that the payees of fill.ts are paid on. Two payments in twenty name the same transaction. */
const HASH = `encode(sha256(case when kind = 9 then (g / 40)::text else id::text end::bytea), 'hex')`
const BEHIND = `
       named as (
         insert into named_transactions (network, transaction_hash, payment_id)
         select 'stellar_testnet', ${HASH}, id from numbered where is_named),
       late as (
         insert into late_reports (merchant_id, late_report_id, connection_id, payment_request_id, reported_status,
           transaction_hash)
         select merchant_id, id, connection_id, id, 'signed', ${HASH} from numbered where kind = 5),
       seen as (
         insert into settlements (merchant_id, payment_id, connection_id, network, payee, assurance, ledger_outcome,
           transaction_hash, place, ledger, closed_at, received_units, observers, network_epoch, judged_at, bound_by, done_at)
         select merchant_id, id, connection_id, 'stellar_testnet', '${ADDRESS}',
           case outcome when 'paid' then 'chain_observed' when 'mismatch' then 'disputed' when 'unpaid' then 'proven_unpaid' end,
           outcome, case when is_named then ${HASH} end, case when is_found then 'op/0' end, case when is_found then 7 end,
           case when is_found then 1700000000 end, case when is_found then 125000000 end, '{operator-0,operator-1}', 'epoch',
           now(), case outcome when 'paid' then 'reference' end, now()
         from numbered, lateral (select outcome in ('paid', 'mismatch') as is_found) f where outcome is not null),`

/** Also a table with as many numbered pointers to them as a bare client would hold in memory, 10,000 of them. */
export const fillWithRequests = async (admin: pg.Pool, count: number, analyse = true): Promise<void> => {
  const STEP = 250_000
  await admin.query(`insert into ledger_epochs (network, epoch, simulated) values ('stellar_testnet', 'epoch', false)
    on conflict do nothing`)
  for (let done = 0; done < count; done += STEP) {
    const n = Math.min(STEP, count - done)
    await admin.query(
      `with made as (
         select b.*, (lpad(to_hex((extract(epoch from now()) * 1000)::bigint - $2 + g), 12, '0') || '7' ||
           substr(md5(g::text), 1, 3) || 'a' || substr(md5(g::text || 'x'), 1, 15))::uuid as id, g
         from generate_series($1::int + 1, $1::int + $3::int) g
         join bench_connections b on b.n = 1 + g % (select count(*) from bench_connections)),
       numbered as (
         select m.*, mix.*, c.device_id, c.last_cursor + row_number() over (partition by m.connection_id order by m.g) as cursor
         from made m join connections c using (merchant_id, connection_id) join ${MIX} on kind = ${KIND}),${BEHIND}
       requests as (
         insert into payment_requests (merchant_id, connection_id, payment_request_id, recipient_version_id,
           idempotency_digest, created_at, expires_at, status, intent_digest, facts_digest, amount, idempotency_key,
           transaction_hash, device_signed, reason)
         select merchant_id, connection_id, id, recipient_version_id, md5(id::text)::uuid, now(), now() + interval '6 days',
           status::payment_status, sha256(id::text::bytea), sha256(id::text::bytea), '12.5', 'order-' || g,
           case when is_named then ${HASH} end, device_signed, reason from numbered),
       events as (
         select append_events(array_agg(payment_request_event(merchant_id, connection_id, device_id, cursor, id, null, null,
           'pending', false, now()) order by cursor)) from numbered)
       update connections c set last_cursor = n.last, pending_count = c.pending_count + n.more
       from (select merchant_id, connection_id, max(cursor) as last, count(*) filter (where status = 'pending') as more from numbered group by 1, 2) n
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

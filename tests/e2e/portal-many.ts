/** A merchant with many requests, copied by SQL from its newest one: each with a title and a number of its own. */
import pg from 'pg'
import { changeFacts } from '../../server/test/change-facts.ts'

const COPIES = `
  with one as materialized (
    select p.*, row_to_json(i) as entry from payment_requests p
    join payment_request_index i using (merchant_id, connection_id, payment_request_id) order by p.created_at desc limit 1),
  copies as materialized (
    select p.*, n, ('00' || substr(gen_random_uuid()::text, 3))::uuid as id, 'order-' || n as named,
      p.created_at - n * interval '1 minute' as at, jsonb_build_object('title', 'Order ' || n || ': ' ||
        (array['paper restock', 'signed first edition', 'two books', 'gift card', 'tide tables'])[1 + n % 5])::text as words
    from one p, generate_series(1, $1::int) n),
  requests as (
    insert into payment_requests
    select (jsonb_populate_record(null::payment_requests, to_jsonb(c) || jsonb_build_object('payment_request_id', id,
      'request_id', named, 'display', words, 'created_at', at, 'idempotency_digest', gen_random_uuid(),
      'facts_digest', sha256(id::text::bytea)))).* from copies c),
  entries as (
    insert into payment_request_index
    select (jsonb_populate_record(null::payment_request_index, entry::jsonb || jsonb_build_object('payment_request_id', id,
      'request_id', named, 'created_at', at))).* from copies),
  found_by as (
    insert into payment_request_words (merchant_id, word, payment_request_id)
    select merchant_id, unnest(request_words(words, named, null, amount)), id from copies on conflict do nothing)
  select id from copies`

export const addMany = async (database_url: string, count: number): Promise<void> => {
  const pool = new pg.Pool({ connectionString: database_url, options: '-c search_path=pursestrings' })
  try {
    const { rows } = await pool.query(COPIES, [count])
    await changeFacts(
      pool,
      rows.map(({ id }) => id),
    )
  } finally {
    await pool.end()
  }
}

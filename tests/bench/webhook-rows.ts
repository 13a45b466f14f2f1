/** The rows that a delivery leaves behind, written by pgbench into twins of the tables: what the database alone needs for them. */
import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type pg from 'pg'

const run = promisify(execFile)
/** As many as a worker keeps with one statement. */
const AT_ONCE = 64
const CLIENTS = 2

export const prepareTwins = async (admin: pg.Pool): Promise<void> => {
  await admin.query('create sequence bench_turn')
  for (const table of ['events', 'webhook_deliveries', 'webhook_due', 'webhook_attempts']) {
    await admin.query(`create table bench_${table} (like ${table} including all)`)
  }
}

const IDS = `select md5(:turn::bigint || ' ' || n)::uuid as id, md5('merchant ' || n % 10)::uuid as merchant_id,
  md5('endpoint ' || n % 40)::uuid as endpoint_id from generate_series(1, ${AT_ONCE}) n`

/** Each statement is a transaction, as the fan-out, the claim and the keeping of results are. */
const SCRIPT = `select nextval('bench_turn') as turn \\gset
with ids as (${IDS}), told as (
  insert into bench_events (merchant_id, event_id, occurred_at, kind, subject_id, data)
  select merchant_id, id, now(), 'payment_request.pending', id, '{"status": "pending", "previous_status": null}' from ids limit ${AT_ONCE / 4}),
added as (
  insert into bench_webhook_deliveries (merchant_id, webhook_delivery_id, webhook_endpoint_id, event_id, event_type, occurred_at, payload, status)
  select merchant_id, id, endpoint_id, id, 'payment_request.pending', now(), repeat('x', 300), 'pending' from ids)
insert into bench_webhook_due (merchant_id, webhook_delivery_id, webhook_endpoint_id) select merchant_id, id, endpoint_id from ids;
with ids as (${IDS})
update bench_webhook_due q set state = 'leased', claim = 1, holder = ids.id, due_at = now() + interval '30s' from ids
where q.merchant_id = ids.merchant_id and q.webhook_delivery_id = ids.id;
with ids as (${IDS}), ended as (
  delete from bench_webhook_due q using ids where q.merchant_id = ids.merchant_id and q.webhook_delivery_id = ids.id),
changed as (
  update bench_webhook_deliveries d set attempts = 1, status = 'delivered', delivered_at = now() from ids
  where d.merchant_id = ids.merchant_id and d.webhook_delivery_id = ids.id)
insert into bench_webhook_attempts (merchant_id, webhook_delivery_id, attempt, attempted_at, latency_ms, status_code)
select merchant_id, id, 1, now(), 10, 200 from ids;
`

export const writeTwins = async (
  { database_url, folder }: { readonly database_url: string; readonly folder: string },
  deliveries: number,
): Promise<void> => {
  const file = join(folder, 'rows.sql')
  writeFileSync(file, SCRIPT)
  const turns = Math.ceil(deliveries / AT_ONCE / CLIENTS)
  const options = ['search_path=pursestrings', 'enable_seqscan=off', 'enable_hashjoin=off', 'enable_mergejoin=off']
  const args = ['-n', '-M', 'prepared', '-f', file, '-c', String(CLIENTS), '-t', String(turns), database_url]
  const env = { ...process.env, PGOPTIONS: options.map((o) => `-c ${o}`).join(' ') }
  const { stderr } = await run('pgbench', args, { env })
  if (/aborted|ERROR/.test(stderr)) throw new Error(`pgbench failed:\n${stderr}`)
}

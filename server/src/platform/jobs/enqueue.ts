/** Asking for work, inside the caller's transaction; a ring after its commit spares the wait for the next look. */
import type { SystemTx, TenantTx } from '../postgres/transaction.ts'
import { currentSpan } from '../tracing/tracing.ts'
import { type QueueName, TENANT_QUEUES } from './queues.ts'

// How a job comes to be: by a function that writes the row which `send` would write, with the queue's own settings (a test
// holds the two against each other), committed with the statement that asks for it. Nobody but workers and operators reads or
// changes jobs; a tenant asks for its own alone, in the queues that are for it.

export const SCHEMA = 'pgboss'

const ARGUMENTS = 'text, jsonb[], text[], double precision[]'

export const ENQUEUE_FROM_SQL = `
  drop function if exists ${SCHEMA}.enqueue_jobs(text, jsonb[], text[]);
  create or replace function ${SCHEMA}.enqueue_jobs(queue_name text, datas jsonb[], groups text[] default null,
    waits_s double precision[] default null)
  returns bigint language sql security definer set search_path = ${SCHEMA}, pg_temp as $$
    with added as (
      insert into job (name, data, group_id, start_after, expire_seconds, deletion_seconds, keep_until, retry_limit,
        retry_delay, retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
      select q.name, d.data, d.group_id, now() + coalesce(d.wait_s, 0) * interval '1s', q.expire_seconds,
        q.deletion_seconds, now() + (coalesce(d.wait_s, 0) + q.retention_seconds) * interval '1s', q.retry_limit,
        q.retry_delay, coalesce(q.retry_backoff, false), q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
      from unnest(datas, groups, waits_s) d (data, group_id, wait_s) join queue q on q.name = queue_name
      returning 1)
    select count(*) from added
  $$;
  create or replace function ${SCHEMA}.enqueue_own_jobs(queue_name text, datas jsonb[], groups text[] default null,
    waits_s double precision[] default null)
  returns bigint language plpgsql security definer set search_path = ${SCHEMA}, pg_temp as $$
  begin
    if queue_name <> all (array[${TENANT_QUEUES.map((queue) => `'${queue}'`).join(', ')}])
      or exists (select from unnest(datas) d (data) where d.data ->> 'merchant_id' is distinct from pursestrings.tenant()::text)
    then
      raise exception 'a tenant asks for jobs of its own only' using errcode = 'insufficient_privilege';
    end if;
    return enqueue_jobs(queue_name, datas, groups, waits_s);
  end $$;
  revoke all on all functions in schema ${SCHEMA} from public, pursestrings_app, pursestrings_system;
  revoke all on all tables in schema ${SCHEMA} from public, pursestrings_app, pursestrings_system;
  grant usage on schema ${SCHEMA} to pursestrings_creator, pursestrings_app, pursestrings_system, pursestrings_worker, pursestrings_operator;
  grant execute on function ${SCHEMA}.enqueue_jobs(${ARGUMENTS}) to pursestrings_creator, pursestrings_system;
  grant execute on function ${SCHEMA}.enqueue_own_jobs(${ARGUMENTS}) to pursestrings_app;
  grant select, insert, update, delete on all tables in schema ${SCHEMA} to pursestrings_worker, pursestrings_operator;
  grant execute on all functions in schema ${SCHEMA} to pursestrings_worker;
  grant execute on function ${SCHEMA}.job_now() to pursestrings_operator`

/** Rung for after each change that a caller made, whatever it was: the worker looks what is due. */
export const CHANGED_TOPIC = 'changed'

export interface NewJob {
  readonly data: object
  readonly after_s?: number
}

export interface Enqueue {
  /** A tenant's job names its tenant as `merchant_id`. */
  enqueue(tx: TenantTx | SystemTx, queue: QueueName, data: object, how?: Omit<NewJob, 'data'>): Promise<void>
  enqueueMany(tx: TenantTx | SystemTx, queue: QueueName, jobs: readonly NewJob[]): Promise<void>
}

const textOf = (way: 'enqueue_jobs' | 'enqueue_own_jobs') =>
  `select ${SCHEMA}.${way}($1, $2::jsonb[], waits_s => $3::double precision[])::int as added`
const TEXT = { system: textOf('enqueue_jobs'), tenant: textOf('enqueue_own_jobs') }

export const enqueueWith = (notification: { notify(topic: string): void }): Enqueue => {
  const enqueueMany: Enqueue['enqueueMany'] = async ({ client, whose, afterCommit }, queue, news) => {
    if (news.length === 0) return
    // Whoever does the job goes on with the trace of the call that asked for it.
    const traceparent = currentSpan()?.traceparent
    const { rows } = await client.query<{ added: number }>(TEXT[whose], [
      queue,
      news.map(({ data }) => JSON.stringify(traceparent === undefined ? data : { ...data, traceparent })),
      news.map(({ after_s }) => after_s ?? 0),
    ])
    if (rows[0]?.added !== news.length)
      throw new Error(`the queue ${queue} is not installed: run \`pursestrings-server migrate\``)
    if (news.some(({ after_s = 0 }) => after_s === 0)) afterCommit(() => notification.notify(`jobs.${queue}`))
  }
  return { enqueue: (tx, queue, data, how) => enqueueMany(tx, queue, [{ data, ...how }]), enqueueMany }
}

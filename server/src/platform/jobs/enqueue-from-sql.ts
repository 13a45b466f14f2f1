/**
 * How a job comes to be: by a function that writes the row which `send` would write, with the queue's own settings (a test
 * holds the two against each other), committed with the statement that asks for it. Nobody but workers and operators reads or
 * changes jobs; a tenant asks for its own alone, in the queues that are for it.
 */
import { TENANT_QUEUES } from './queues.ts'

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

/** `enqueue` for statements that run in the database, such as the trigger that tells webhooks of an event. */
export const SCHEMA = 'pgboss'

/**
 * The row is the one that `send` would write, with the queue's own settings (a test holds the two against each other),
 * committed with the statement that asks for it.
 */
export const ENQUEUE_FROM_SQL = `
  create or replace function ${SCHEMA}.enqueue_jobs(queue_name text, datas jsonb[], groups text[] default null)
  returns void language sql security definer set search_path = ${SCHEMA}, pg_temp as $$
    insert into job (name, data, group_id, expire_seconds, deletion_seconds, keep_until, retry_limit, retry_delay,
      retry_backoff, retry_delay_max, policy, dead_letter, heartbeat_seconds)
    select q.name, d.data, d.group_id, q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1s', q.retry_limit, q.retry_delay, coalesce(q.retry_backoff, false),
      q.retry_delay_max, q.policy, q.dead_letter, q.heartbeat_seconds
    from unnest(datas, groups) d (data, group_id) join queue q on q.name = queue_name
  $$;
  revoke all on function ${SCHEMA}.enqueue_jobs(text, jsonb[], text[]) from public;
  grant usage on schema ${SCHEMA} to countersign_creator;
  grant execute on function ${SCHEMA}.enqueue_jobs(text, jsonb[], text[])
    to countersign_creator, countersign_app, countersign_system`

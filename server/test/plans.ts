/**
 * The plans that the service's own statements really get, those inside functions and triggers included: PostgreSQL's
 * auto_explain sends each as a notice to the connection that ran it, with the rows and blocks that it visited. And tables
 * that grow without anybody analysing them, as on a new deployment.
 */
import { EventEmitter } from 'node:events'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import pg from 'pg'
import { changeFacts } from './change-facts.ts'
import type { TestDatabase } from './database.ts'

export interface Plan {
  readonly statement: string
  readonly root: PlanNode
}

interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Actual Rows'?: number
  readonly 'Actual Loops'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly 'Shared Hit Blocks'?: number
  readonly 'Shared Read Blocks'?: number
  readonly Plans?: readonly PlanNode[]
}

const EXPLAIN = {
  session_preload_libraries: 'auto_explain',
  'auto_explain.log_min_duration': '0',
  'auto_explain.log_analyze': 'on',
  'auto_explain.log_buffers': 'on',
  'auto_explain.log_timing': 'off',
  'auto_explain.log_nested_statements': 'on',
  'auto_explain.log_format': 'json',
  'auto_explain.log_level': 'notice',
}

/** From now on every session of the database tells its plans; those that are open end. */
export const explainAll = async ({ url, admin }: TestDatabase): Promise<void> => {
  const name = new URL(url).pathname.slice(1)
  for (const [setting, value] of Object.entries(EXPLAIN)) {
    await admin.query(`alter database ${name} set ${setting} = '${value}'`)
  }
  await admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = '${name}' and pid <> pg_backend_pid()`)
}

/** The plans of whatever any connection of this process runs meanwhile. */
export const plansDuring = async (work: () => Promise<unknown>): Promise<Plan[]> => {
  const plans: Plan[] = []
  pg.Client.prototype.emit = function (this: pg.Client, event: string | symbol, ...args: unknown[]) {
    const [, json] = (event === 'notice' && /^duration: .*? plan:\n([^]*)$/.exec((args[0] as Error).message)) || []
    if (json !== undefined) {
      const { 'Query Text': statement, Plan: root } = JSON.parse(json) as { 'Query Text': string; Plan: PlanNode }
      plans.push({ statement, root })
    }
    return EventEmitter.prototype.emit.call(this, event, ...args)
  }
  try {
    await work()
  } finally {
    Reflect.deleteProperty(pg.Client.prototype, 'emit')
  }
  return plans
}

/** More than any page or batch of a walk asks for, and much less than a grown table holds. */
const ROWS_MAX = 250
const BLOCKS_MAX = 60
const BLOCKS_A_ROW = 8

/** What of a plan grows with a table: a scan of it that looks at many rows, or at many blocks for the rows that it finds. */
export const growingScans = ({ root }: Plan, grown: ReadonlySet<string>): string[] => {
  const found: string[] = []
  const look = (node: PlanNode): void => {
    const type = node['Node Type']
    const table = node['Relation Name'] ?? ''
    const loops = node['Actual Loops'] ?? 0
    if (grown.has(table) && type.endsWith('Scan') && loops > 0) {
      const each = ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck'] as const
      const rows = loops * each.reduce((sum, what) => sum + (node[what] ?? 0), 0)
      const blocks = (node['Shared Hit Blocks'] ?? 0) + (node['Shared Read Blocks'] ?? 0)
      if (rows > ROWS_MAX || blocks > BLOCKS_MAX + BLOCKS_A_ROW * (rows + loops)) {
        found.push(`${type} of ${table} by ${node['Index Name'] ?? 'nothing'}: ${rows} rows, ${blocks} blocks`)
      }
    }
    node.Plans?.forEach(look)
  }
  look(root)
  return found
}

/** Analysed while empty, and then never again until we let somebody: neither autovacuum nor a worker of ours. */
export const stopAnalysing = async ({ admin }: TestDatabase): Promise<void> => {
  await admin.query(`analyze; revoke execute on function analyse_grown_table() from pursestrings_system;
    do $$ declare one regclass; begin
      for one in select oid from pg_class where relkind = 'r' and relnamespace = 'pursestrings'::regnamespace loop
        execute format('alter table %s set (autovacuum_enabled = off)', one);
      end loop;
    end $$`)
}

/** Our workers, that is; autovacuum stays off. */
export const letAnalyse = async ({ admin }: TestDatabase): Promise<void> => {
  await admin.query('grant execute on function analyse_grown_table() to pursestrings_system')
}

/** How many tables have at least twice the rows that the planner knows of. */
export const outgrown = async ({ admin }: TestDatabase): Promise<number> => {
  const { rows } = await admin.query<{ tables: number }>(`select count(*)::int as tables from pg_class c
    where c.relkind = 'r' and c.relnamespace = 'pursestrings'::regnamespace
      and pg_stat_get_live_tuples(c.oid) > 100 + 2 * greatest(c.reltuples, 0)`)
  return rows[0]?.tables as number
}

/** What is new in a copy where one tenant has many; of all others there are many because there are many tenants. */
const NEW_IN_COPIES: Readonly<Record<string, readonly string[]>> = {
  accounts: ['account_id', 'email'],
  agent_payment_events: ['agent_payment_id'],
  agent_payments: ['agent_payment_id', 'idempotency_digest', 'facts_digest'],
  agent_tokens: ['agent_token_id', 'token_hash', 'jti'],
  audit_events: ['audit_event_id'],
  automation_policy_changes: ['policy_change_id', 'policy_id'],
  connections: ['connection_id', 'device_id', 'token_hash'],
  late_reports: ['late_report_id', 'payment_request_id'],
  merchant_sessions: ['session_id', 'token_hash'],
  payment_authorizations: ['payment_id'],
  payment_request_index: ['payment_request_id'],
  payment_request_words: ['payment_request_id'],
  payment_requests: ['payment_request_id', 'idempotency_digest', 'request_id', 'facts_digest'],
  policy_decisions: ['policy_decision_id', 'policy_id'],
  policy_use_changes: ['agent_payment_id', 'policy_id'],
  rate_limits: ['key'],
  refused_attempts: ['refused_attempt_id', 'idempotency_digest'],
  transaction_contexts: ['transaction_id'],
  webhook_attempts: ['webhook_delivery_id'],
  webhook_deliveries: ['webhook_delivery_id', 'event_id'],
}

/**
 * These are numbered without gaps, so that what is added continues what is there. Other connections have an event each, so
 * that one connection's share of them is believed to be small.
 */
const NUMBERED = `
  with last as (select c.merchant_id, c.connection_id, c.last_cursor, e.kind, e.subject_id, e.data from connections c
    join events e on e.merchant_id = c.merchant_id and e.event_id = event_id_at(c.connection_id, c.last_cursor))
  insert into events (merchant_id, event_id, occurred_at, cursor, kind, subject_id, connection_id, data)
  select merchant_id, event_id_at(connection_id, last_cursor + n), now() - interval '40 days', last_cursor + n, kind, subject_id,
    connection_id, data from last, generate_series(1, $rows) n;
  insert into events (merchant_id, event_id, occurred_at, cursor, kind, subject_id, connection_id, data)
  select e.merchant_id, event_id_at(c.id, 1), now() - interval '40 days', 1, e.kind, e.subject_id, c.id, e.data
  from (select * from events where connection_id is not null limit 1) e,
    (select gen_random_uuid() as id from generate_series(1, 20 * $rows)) c;
  update connections c set last_cursor = (select max(e.cursor) from events e
    where e.merchant_id = c.merchant_id and e.connection_id = c.connection_id) where last_cursor > 0;
  insert into feed_entries (owner_id, cursor, event_merchant_id, event_id)
  select f.owner_id, f.last_cursor + n, e.event_merchant_id, e.event_id from feeds f
    join feed_entries e on e.owner_id = f.owner_id and e.cursor = f.last_cursor, generate_series(1, $rows) n;
  update feeds set last_cursor = last_cursor + $rows;
  insert into feeds (owner_id, last_cursor) select gen_random_uuid(), 1 from generate_series(1, $rows)`

const BY_HAND = [
  'audit_pending',
  'events',
  'events_pending',
  'feeds',
  'feed_entries',
  'facts_issuers',
  'service_epoch',
  'service_head',
  'webhook_reconciliation',
  'applied_sql',
]
const NEW_VALUES: Readonly<Record<string, string>> = {
  // Ids are ordered in time: these are older than all others.
  uuid: "('00' || substr(gen_random_uuid()::text, 3))::uuid",
  bytea: 'sha256(gen_random_uuid()::text::bytea)',
  text: 'gen_random_uuid()::text',
}
/** Nearly all requests end so: those of any other status are rare. */
const MOSTLY: Readonly<Record<string, string>> = { 'payment_request_index.status': "'confirmed'::payment_status" }
const PAST = /^(created|occurred|attempted|judged|released|counted|delivered|changed|reported)_at$/

/**
 * Every table that has rows gets so many more, copies of what the service wrote with keys of their own, and from long ago.
 * Answers with the tables that grew.
 */
export const grow = async ({ admin }: TestDatabase, rows: number): Promise<ReadonlySet<string>> => {
  const { rows: columns } = await admin.query<{ table: string; column: string; type: string; key: boolean }>(
    `select c.relname as table, a.attname as column, a.atttypid::regtype::text as type,
       exists (select from pg_index i where i.indrelid = c.oid and i.indisunique and a.attnum = any (i.indkey)) as key
     from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
         and a.attgenerated = '' and a.attidentity <> 'a'
     where c.relkind = 'r' and c.relnamespace = 'pursestrings'::regnamespace and c.relname <> all ($1) order by 1, a.attnum`,
    [BY_HAND],
  )
  const grown = new Set(['events', 'feeds', 'feed_entries'])
  const client = await admin.connect()
  try {
    await client.query(`set session_replication_role = replica; ${NUMBERED.replaceAll('$rows', String(rows))}`)
    for (const [table, of] of Map.groupBy(columns, (column) => column.table)) {
      const fresh =
        NEW_IN_COPIES[table] ?? of.flatMap((c) => ((c.key && c.type === 'uuid') || c.type === 'bytea' ? c.column : []))
      const valueOf = ({ column, type }: (typeof of)[number]) => {
        if (fresh.includes(column) && NEW_VALUES[type])
          return `case when ${column} is not null then ${NEW_VALUES[type]} end`
        const most = MOSTLY[`${table}.${column}`]
        if (most !== undefined) return most
        return PAST.test(column) ? `${column} - interval '40 days'` : column
      }
      const names = of.map(({ column }) => column).join(', ')
      const copied = await client.query(
        `insert into ${table} (${names}) select ${of.map(valueOf).join(', ')} from (
           select t.* from generate_series(1, $1 / (select greatest(count(*), 1)::int from ${table})) n, ${table} t offset 0) t`,
        [rows],
      )
      if (copied.rowCount !== 0) grown.add(table)
    }
  } finally {
    await client.query('reset session_replication_role')
    client.release()
  }
  // Facts that do not fit their digest are never shown.
  const { rows: payments } = await admin.query<{ id: Uuid }>(`select payment_request_id as id from payment_requests
    union all select agent_payment_id from agent_payments`)
  await changeFacts(
    admin,
    payments.map(({ id }) => id),
  )
  return grown
}

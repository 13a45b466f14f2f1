/** What PostgreSQL counted, statement by statement and table by table, as shares of a life. */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'

/** By a word of the statement; the first that fits. Statements of transactions themselves are a stage of their own. */
const STAGES = [
  ['create', /create_payment_requests/],
  ['report', /report_payment_requests|find_reported_request/],
  ['read', /read_event_pages|read_payment_requests/],
  [
    'sequence',
    /sequence_events|index_payment_requests|watch_payments|select_listeners|webhook_endpoints\s+where merchant_id = any/,
  ],
  ['settle', /settle_payments|read_watched|hold_ledger|anchor|read_claims|read_references/],
  ['fan_out', /^with added as|^select e\.|pgboss\.enqueue_jobs|job_common/i],
  ['deliver', /webhook_/],
  ['transactions', /^\s*(begin|commit|rollback|start|set|select set_config)/i],
] as const

interface Statement {
  readonly query: string
  readonly calls: number
  readonly wal_bytes: number
}

interface Relation {
  readonly name: string
  readonly rows: number
  readonly updates: number
  readonly in_place: number
  readonly table_bytes: number
  readonly index_bytes: number
}

export interface Snapshot {
  readonly wal_bytes: number
  readonly full_pages: number
  readonly commits: number
  readonly statements: ReadonlyMap<string, Statement>
  readonly relations: ReadonlyMap<string, Relation>
}

/** Backends tell what they counted when they are idle for a moment. */
export const snapshotOf = async (admin: pg.Pool): Promise<Snapshot> => {
  await pause(1_500)
  const { rows: totals } = await admin.query(`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal_bytes,
    (select wal_fpi from pg_stat_wal)::float8 as full_pages,
    (select xact_commit from pg_stat_database where datname = current_database())::float8 as commits`)
  const { rows: statements } = await admin.query<Statement & { id: string }>(
    `select queryid || '/' || userid as id, query, calls::float8, wal_bytes::float8
     from public.pg_stat_statements where dbid = (select oid from pg_database where datname = current_database())`,
  )
  const { rows: relations } = await admin.query<Relation>(
    `select schemaname || '.' || relname as name, (n_tup_ins - n_tup_del)::float8 as rows, n_tup_upd::float8 as updates,
       n_tup_hot_upd::float8 as in_place, pg_table_size(relid)::float8 as table_bytes, pg_indexes_size(relid)::float8 as index_bytes
     from pg_stat_user_tables`,
  )
  return {
    ...(totals[0] as Pick<Snapshot, 'wal_bytes' | 'full_pages' | 'commits'>),
    statements: new Map(statements.map((one) => [one.id, one])),
    relations: new Map(relations.map((one) => [one.name, one])),
  }
}

const tenth = (value: number): number => Math.round(value * 10) / 10
const hundredth = (value: number): number => Math.round(value * 100) / 100

export const perLife = (before: Snapshot, after: Snapshot, lives: number) => {
  const statements = [...after.statements].map(([id, one]) => {
    const was = before.statements.get(id) ?? { calls: 0, wal_bytes: 0 }
    return { ...one, calls: one.calls - was.calls, wal_bytes: one.wal_bytes - was.wal_bytes }
  })
  const stageOf = ({ query }: Statement) => STAGES.find(([, words]) => words.test(query))?.[0] ?? 'other'
  const stages = Object.fromEntries(
    [...Map.groupBy(statements, stageOf)].map(([stage, of_it]) => {
      const sum = (field: 'calls' | 'wal_bytes') => of_it.reduce((all, one) => all + one[field], 0) / lives
      return [stage, { statements: hundredth(sum('calls')), wal_bytes: Math.round(sum('wal_bytes')) }]
    }),
  )
  const tables = [...after.relations].map(([name, one]) => {
    const was = before.relations.get(name)
    const of = (field: Exclude<keyof Relation, 'name'>) => tenth((one[field] - (was?.[field] ?? 0)) / lives)
    return {
      name,
      rows: of('rows'),
      updates: of('updates'),
      in_place: of('in_place'),
      table_bytes: of('table_bytes'),
      index_bytes: of('index_bytes'),
    }
  })
  const left = tables.filter((one) => one.rows + one.updates + one.table_bytes + one.index_bytes >= 0.5)
  const total = (field: 'rows' | 'table_bytes' | 'index_bytes') =>
    Math.round(tables.reduce((all, one) => all + one[field], 0))
  const dear = statements.toSorted((a, b) => b.wal_bytes - a.wal_bytes || b.calls - a.calls).slice(0, 25)
  for (const { query, calls, wal_bytes } of dear) {
    const each = [calls / lives, wal_bytes / lives].map((value) => hundredth(value).toFixed(2).padStart(9)).join('')
    console.log(each, stageOf({ query } as Statement).padEnd(12), query.replaceAll(/\s+/g, ' ').slice(0, 110))
  }
  return {
    wal_bytes: Math.round((after.wal_bytes - before.wal_bytes) / lives),
    full_pages: after.full_pages - before.full_pages,
    transactions: hundredth((after.commits - before.commits) / lives),
    stages,
    rows: total('rows'),
    table_bytes: total('table_bytes'),
    index_bytes: total('index_bytes'),
    tables: Object.fromEntries(left.map(({ name, ...one }) => [name, one])),
  }
}

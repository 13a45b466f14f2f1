/**
 * Copies the rows of a slot to its new cell and follows their changes, by PostgreSQL's own logical replication: a publication with
 * a row filter for each table, and a subscription that acknowledges only what is on the new cell's disk.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { CellsError, slotText } from './cells.ts'
import { DOORS, type MovedTable, names, type Owners, rowsOf } from './move-tables.ts'

/** Key columns are not part of what tells a row, so that only additions can be published. Nobody changes such rows. */
const ADDED_ONLY = new Set(['ledger_claims'])

const nameOf = ({ slots }: Owners): string => `pursestrings_move_${slotText(slots[0] as number)}`

export const followed = (tables: readonly MovedTable[]): MovedTable[] => tables.filter(({ name }) => !DOORS.has(name))

/** Runs on a connection of its own settings: triggers and foreign keys rest, as they do for replication. */
export const asReplica = async <R>(db: pg.Client, work: () => Promise<R>): Promise<R> => {
  await db.query('begin; set local session_replication_role = replica')
  try {
    const result = await work()
    await db.query('commit')
    return result
  } catch (error) {
    await db.query('rollback')
    throw error
  }
}

/** Nothing of these owners is left in a cell that doesn't serve them. */
export const wipe = async (db: pg.Client, tables: readonly MovedTable[], owners: Owners): Promise<void> => {
  for (const table of tables)
    await asReplica(db, () => db.query(`delete from ${table.name} where ${rowsOf(table, owners)}`))
}

const exists = async (db: pg.Client, text: string, name: string): Promise<boolean> =>
  (await db.query(text, [name])).rows.length > 0
const SUBSCRIPTION = 'select from pg_subscription where subname = $1'
const SLOT = 'select from pg_replication_slots where slot_name = $1'

/** Whether changes are still being followed: after a failover the old cell may have lost the place, and all begins again. */
export const isFollowing = async (from: pg.Client, to: pg.Client, owners: Owners): Promise<boolean> => {
  const name = nameOf(owners)
  return (await exists(to, SUBSCRIPTION, name)) && (await exists(from, SLOT, name))
}

export const stopFollowing = async (from: pg.Client, to: pg.Client, owners: Owners): Promise<void> => {
  const name = nameOf(owners)
  if (await exists(to, SUBSCRIPTION, name)) {
    await to.query(`alter subscription ${name} disable`)
    await to.query(`alter subscription ${name} set (slot_name = none)`)
    await to.query(`drop subscription ${name}`)
  }
  // Also what a mover left that died while it made the subscription, and what its copies left, which bear the new cell's number.
  const { rows: systems } = await to.query<{ id: string }>(
    'select system_identifier::text as id from pg_control_system()',
  )
  const left = `from pg_replication_slots where slot_name = $1 or slot_name like 'pg\\_%\\_sync\\_%\\_' || $2`
  for (let tries = 0; ; tries++) {
    const mine = [name, systems[0]?.id]
    await from.query(
      `select pg_drop_replication_slot(slot_name) from (select slot_name, active ${left}) s where not active`,
      mine,
    )
    if ((await from.query(`select ${left}`, mine)).rows.length === 0) break
    if (tries === 100) throw new CellsError('the old cell is still being followed')
    await pause(50)
  }
  for (const one of [name, `${name}_added`]) await from.query(`drop publication if exists ${one}`)
}

interface Following {
  readonly from: pg.Client
  readonly to: pg.Client
  /** How the new cell's database reaches the old one's. */
  readonly from_url: string
  readonly tables: readonly MovedTable[]
  readonly owners: Owners
}

/** Starts over, whatever was there. */
export const follow = async ({ from, to, from_url, tables, owners }: Following): Promise<void> => {
  await stopFollowing(from, to, owners)
  await wipe(to, tables, owners)
  const name = nameOf(owners)
  const publish = async (publication: string, which: readonly MovedTable[], what: string) => {
    const filtered = which.map((table) => `${table.name} where (${rowsOf(table, owners)})`)
    await from.query(`create publication ${publication} for table ${filtered.join(', ')} with (publish = '${what}')`)
  }
  const [added, others] = [true, false].map((only) =>
    followed(tables).filter((table) => ADDED_ONLY.has(table.name) === only),
  ) as [MovedTable[], MovedTable[]]
  await publish(name, others, 'insert, update, delete')
  await publish(`${name}_added`, added, 'insert')
  await to.query(
    `create subscription ${name} connection '${from_url.replaceAll("'", "''")}' publication ${name}, ${name}_added
     with (synchronous_commit = 'on')`,
  )
}

/** Until every table is copied and its changes come by themselves. */
export const untilCopied = async (to: pg.Client, owners: Owners): Promise<void> => {
  for (;;) {
    const { rows } = await to.query<{ left: number; runs: boolean }>(
      `select count(*) filter (where r.srsubstate <> 'r')::int as left,
         exists (select from pg_stat_subscription where subname = $1 and pid is not null) as runs
       from pg_subscription s join pg_subscription_rel r on r.srsubid = s.oid where s.subname = $1`,
      [nameOf(owners)],
    )
    if (rows[0]?.left === 0 && rows[0].runs) return
    await pause(100)
  }
}

/**
 * Until the new cell has, on its disk, all that was committed here before. A change of nothing marks the place: it is acknowledged
 * as soon as it is applied, and all before it was.
 */
export const untilApplied = async (from: pg.Client, owners: Owners, deadline: number): Promise<void> => {
  const lsn = await asReplica(from, async () => {
    await from.query(`update merchants set version = version where ${rowsOf({ key: 'merchant_id' }, owners)}`)
    await from.query(`update devices set name = name where ${rowsOf({ key: 'device_id' }, owners)}`)
    return (await from.query<{ lsn: string }>('select pg_current_wal_insert_lsn()::text as lsn')).rows[0]?.lsn
  })
  const applied = 'select from pg_replication_slots where slot_name = $1 and confirmed_flush_lsn > $2::pg_lsn'
  while ((await from.query(applied, [nameOf(owners), lsn])).rows.length === 0) {
    if (performance.now() > deadline) throw new CellsError('the new cell did not catch up in time')
    await pause(2)
  }
}

/** Rows that don't change any more; what is younger may be on its way. Of the other tables, all rows. */
const AT_REST: Readonly<Record<string, string>> = {
  events: 'occurred_at < $1',
  payment_requests: "status in ('confirmed', 'failed', 'expired', 'rejected') and changed_at < $1",
  webhook_deliveries: "status = 'delivered' and delivered_at < $1",
  webhook_attempts: 'attempted_at < $1',
  audit_events: 'occurred_at < $1',
  feed_entries: `exists (select from events e where e.merchant_id = t.event_merchant_id and e.event_id = t.event_id
    and e.occurred_at < $1)`,
}
/** Counted with every call, or kept up by the sequencer from what is compared: they are counted at the end. */
const NEVER_AT_REST = names(`
  feeds payment_request_index payment_request_index_ends payment_request_words payment_request_counts webhook_hours recipient_version_counts
  agent_payments automation_policies
`)
const REST_S = 3

const digestText = (table: MovedTable, owners: Owners): string => {
  const row = table.name === 'payment_requests' ? "(to_jsonb(t) - 'replay_count')::text" : 't::text'
  return `select count(*) || ' ' || coalesce(sum(('x' || substr(md5(${row}), 1, 15))::bit(60)::bigint), 0) as digest
    from ${table.name} t where ${rowsOf(table, owners, `t.${table.key}`)} and ${AT_REST[table.name] ?? '$1::timestamptz is not null'}`
}

/** The tables whose resting rows differ. Those that change rarely are looked at again. */
export const differing = async ({ from, to, tables, owners }: Following, tries = 10): Promise<string[]> => {
  let left = followed(tables).filter(({ name }) => !NEVER_AT_REST.has(name))
  for (let n = 1; left.length > 0 && n <= tries; n++) {
    const { rows } = await from.query<{ at: string }>(`select (now() - interval '${REST_S}s')::text as at`)
    await untilApplied(from, owners, performance.now() + 60_000)
    const again: MovedTable[] = []
    for (const table of left) {
      const ask = async (db: pg.Client) =>
        (await db.query<{ digest: string }>(digestText(table, owners), [rows[0]?.at])).rows[0]?.digest
      const [here, there] = await Promise.all([ask(from), ask(to)])
      if (here !== there) again.push(table)
    }
    left = again
  }
  return left.map(({ name }) => name)
}

/** What is frozen is the same in number, and feeds end where they should. */
export const differingCounts = async ({ from, to, tables, owners }: Following): Promise<string[]> => {
  const counts = followed(tables)
    .map(
      (table) =>
        `select '${table.name}' as what, count(*)::text as n from ${table.name} where ${rowsOf(table, owners)}`,
    )
    .join(' union all ')
  const cursors = `select 'cursor of ' || connection_id, max(cursor)::text from events
      where ${rowsOf({ key: 'merchant_id' }, owners)} and cursor is not null group by connection_id
    union all select 'cursor of ' || owner_id, max(cursor)::text from feed_entries
      where ${rowsOf({ key: 'owner_id' }, owners)} group by owner_id
    union all select 'feed of ' || owner_id, last_cursor::text from feeds where ${rowsOf({ key: 'owner_id' }, owners)}`
  const ask = async (db: pg.Client) =>
    (await db.query<{ one: string }>(`select what || ': ' || n as one from (${counts} union all ${cursors}) x`)).rows
  const [here, there] = await Promise.all([ask(from), ask(to)])
  const known = new Set(there.map(({ one }) => one))
  const short = here.filter(({ one }) => !known.has(one)).map(({ one }) => one)
  return here.length === there.length ? short : [...short, 'more rows in the new cell']
}

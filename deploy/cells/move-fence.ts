/**
 * The fence: while a slot is frozen, PostgreSQL refuses every change of its rows, whoever asks. It stands on triggers that exist
 * only during a move, so that nobody pays for it otherwise. A trigger fires for every role, also in functions that run as their
 * owner; what is copied and followed passes, since replication fires no ordinary triggers.
 */
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { CellsError, slotText } from './cells.ts'
import { asReplica } from './move-follow.ts'
import { BESIDE_FENCED, DOORS, type MovedTable, names, OF_THE_SEQUENCER, type Owners, rowsOf } from './move-tables.ts'

/** As the table moving_slots says. */
export type SlotState = 'moving' | 'frozen' | 'away' | 'arrived'

/**
 * Tables that background work and notes about use change. That is left undone for a frozen slot, row by row, so that sweeps and
 * claims go on with the others: whoever looks next in the new cell does it. Rows that are added are refused like any caller's.
 */
export const QUIET = names(`
  payment_requests connections connect_invitations webhook_due webhook_deliveries webhook_endpoints webhook_attempts
  webhook_hours audit_pending merchant_sessions api_keys merchant_keys device_tokens agent_tokens
  push_subscriptions
`)

/** In a slot that moves nobody new begins to live, from the start. */
const OWNERS = ['merchants', 'devices']

const FUNCTION = `create schema if not exists pursestrings_move;
  create or replace function pursestrings_move.fence() returns trigger
  language plpgsql security definer set search_path = pursestrings, pg_temp as $$
  declare
    stands text := (select m.state from moving_slots m where m.slot = tg_argv[0]::smallint);
  begin
    if stands is null or stands = 'arrived' or stands = 'moving' and not (tg_op = 'INSERT' and tg_argv[1] = 'owners') then
      if tg_op = 'DELETE' then return old; end if;
      return new;
    end if;
    -- The role as it was set, not the owner of the function that writes.
    if tg_op <> 'INSERT' and tg_argv[1] = 'quiet'
      and current_setting('role') in ('pursestrings_system', 'pursestrings_worker')
    then return null; end if;
    raise exception 'this record is being moved to another cell' using errcode = '23S01';
  end $$`

const triggerName = (slots: readonly number[]): string => `moving_${slotText(slots[0] as number)}`

/** A change of a table's triggers waits for those who write to it, and others wait behind it: briefly, one table at a time. */
const change = async (db: pg.Client, table: string, text: string): Promise<void> => {
  for (let tries = 1; ; tries++) {
    try {
      await db.query(`begin; set local lock_timeout = '250ms'; ${text}; commit`)
      return
    } catch (error) {
      await db.query('rollback')
      if ((error as { code?: string }).code !== '55P03') throw error
      if (tries === 40) throw new CellsError(`the table ${table} was never free for a moment; nothing was moved`)
      await pause(50 * Math.random() * Math.min(tries, 10))
    }
  }
}

export const raiseFence = async (
  db: pg.Client,
  tables: readonly MovedTable[],
  slots: readonly number[],
): Promise<void> => {
  await db.query(FUNCTION)
  const name = triggerName(slots)
  for (const { name: table, key } of tables) {
    if (OF_THE_SEQUENCER.has(table) || BESIDE_FENCED.has(table)) continue
    const kind = OWNERS.includes(table) ? 'owners' : QUIET.has(table) ? 'quiet' : 'loud'
    const trigger = (suffix: string, event: string, row: 'old' | 'new') =>
      `create or replace trigger ${name}${suffix} before ${event} on ${table} for each row
       when (slot_of(${row}.${key}) = any ('{${slots.join(', ')}}'))
       execute function pursestrings_move.fence(${slots[0]}, ${kind})`
    // What is to be watched on the ledger is noted by the sequencer.
    const writes = table === 'settlements' ? 'update' : 'insert or update'
    await change(db, table, `${trigger('', writes, 'new')}; ${trigger('_gone', 'delete', 'old')}`)
  }
}

/** In a cell that a slot has left nobody new begins to live in it: there the fence stays before its owners. */
export const lowerFence = async (db: pg.Client, slots: readonly number[], keep_owners: boolean): Promise<void> => {
  const { rows } = await db.query<{ name: string; table: string }>(
    `select t.tgname as name, c.relname as table from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where t.tgname::text in ($1, $1 || '_gone') order by 2, 1`,
    [triggerName(slots)],
  )
  for (const [table, of] of Map.groupBy(rows, (row) => row.table)) {
    if (keep_owners && OWNERS.includes(table)) continue
    await change(db, table, of.map(({ name }) => `drop trigger if exists ${name} on ${table}`).join('; '))
  }
}

export const stateOf = async (db: pg.Client, slots: readonly number[]): Promise<SlotState | undefined> => {
  const { rows } = await db.query<{ state: SlotState; n: number }>(
    'select state, count(*)::int as n from moving_slots where slot = any ($1::smallint[]) group by 1',
    [slots],
  )
  const [one, ...more] = rows
  if (more.length > 0 || (one !== undefined && one.n !== slots.length))
    throw new CellsError('these slots are not in the same state: they were not moved together')
  return one?.state
}

/** As one statement, so that it can be a part of a transaction. */
export const setState = async (
  db: { query(text: string, values: unknown[]): Promise<unknown> },
  slots: readonly number[],
  state: SlotState,
): Promise<void> => {
  await db.query(
    `insert into moving_slots (slot, state) select s, $2 from unnest($1::smallint[]) s
     on conflict (slot) do update set state = excluded.state, changed_at = now()`,
    [slots, state],
  )
}

const RUNNING = `select pid || ' ' || xact_start as one from pg_stat_activity where datname = current_database()
  and backend_type = 'client backend' and xact_start is not null and pid <> pg_backend_pid()`

/**
 * Waits for every transaction that runs at this moment: it may have looked before the fence was there, and write after. The oldest
 * transaction number in use is not enough to tell, since a transaction gets its number only when it first writes.
 */
export const untilOthersEnd = async (db: pg.Client, deadline: number): Promise<void> => {
  const running = async () => (await db.query<{ one: string }>(RUNNING)).rows.map(({ one }) => one)
  let left = await running()
  while (left.length > 0) {
    if (performance.now() > deadline) throw new CellsError(`a transaction runs for too long: process ${left[0]}`)
    await pause(2)
    const now = new Set(await running())
    left = left.filter((one) => now.has(one))
  }
}

// Closes a slot in its old cell and opens it in the new one, each by one transaction. What is behind the doors was followed; the
// doors themselves are first laid down in the new cell, where nobody sees them, so that a mover that dies loses none.

const LAID = `create schema if not exists pursestrings_move;
  drop table if exists pursestrings_move.doors, pursestrings_move.jobs;
  create table pursestrings_move.doors (name text not null, row text not null, place bigint generated always as identity);
  create table pursestrings_move.jobs (queue text not null, data jsonb not null, group_id text, wait_s float8 not null)`

/** People come along with their organizations, as far as they are not there already. */
const PEOPLE: Readonly<Record<string, string>> = { accounts: 'account_id', passkeys: 'account_id' }

const JOBS = "state < 'completed' and data ->> 'merchant_id' = any ($1)"

interface Door {
  readonly table: MovedTable
  readonly which: string
}

const doorsOf = (tables: readonly MovedTable[], owners: Owners, late: readonly string[]): Door[] => [
  ...tables.filter(({ name }) => DOORS.has(name)).map((table) => ({ table, which: rowsOf(table, owners) })),
  // The feed of a project that was made after the copy began has no filter that follows it.
  ...tables
    .filter(({ name }) => late.length > 0 && (name === 'feeds' || name === 'feed_entries'))
    .map((table) => ({ table, which: rowsOf(table, { ...owners, merchants: [], devices: [], projects: late }) })),
]

/** How many rows were laid down. */
export const layDoors = async (
  from: pg.Client,
  to: pg.Client,
  tables: readonly MovedTable[],
  owners: Owners,
): Promise<number> => {
  const { rows: projects } = await from.query<{ id: string }>(
    `select project_id as id from projects where ${rowsOf({ key: 'merchant_id' }, owners)}`,
  )
  const late = projects.map(({ id }) => id).filter((id) => !owners.projects.includes(id))
  const people = Object.entries(PEOPLE).map(([name, key]) => ({
    name,
    which: `${key} in (select account_id from memberships where ${rowsOf({ key: 'merchant_id' }, owners)})`,
    order: key,
  }))
  const doors = doorsOf(tables, owners, late).map(({ table: { name, identity, key }, which }) => ({
    name,
    which,
    order: identity ?? key,
  }))
  await to.query(LAID)
  let laid = 0
  for (const { name, which, order } of [...people, ...doors]) {
    const { rows } = await from.query<{ row: string }>(
      `select t::text as row from ${name} t where ${which} order by ${order}`,
    )
    await to.query('insert into pursestrings_move.doors (name, row) select $1, r from unnest($2::text[]) r', [
      name,
      rows.map(({ row }) => row),
    ])
    laid += rows.length
  }
  const { rows: jobs } = await from.query(
    `select name as queue, data, group_id, greatest(extract(epoch from start_after - now()), 0)::float8 as wait_s
     from pgboss.job where ${JOBS}`,
    [owners.merchants],
  )
  await to.query(
    `insert into pursestrings_move.jobs (queue, data, group_id, wait_s)
     select queue, data, group_id, wait_s from jsonb_to_recordset($1) j (queue text, data jsonb, group_id text, wait_s float8)`,
    [JSON.stringify(jobs)],
  )
  return laid
}

/** From its commit on the old cell knows no credential of the slot, and works on nothing of it. */
export const closeDoors = (from: pg.Client, tables: readonly MovedTable[], owners: Owners): Promise<void> =>
  asReplica(from, async () => {
    for (const { table, which } of doorsOf(tables, owners, []))
      await from.query(`delete from ${table.name} where ${which}`)
    await from.query(`delete from pgboss.job where ${JOBS}`, [owners.merchants])
    await setState(from, owners.slots, 'away')
  })

/** From its commit on the new cell serves the slot. */
export const openDoors = (to: pg.Client, tables: readonly MovedTable[], owners: Owners): Promise<void> =>
  asReplica(to, async () => {
    const known = new Map(tables.map((table) => [table.name, table]))
    const { rows } = await to.query<{ name: string }>('select distinct name from pursestrings_move.doors order by 1')
    for (const { name } of rows) {
      const table = known.get(name)
      const columns = table?.columns.filter((column) => column !== table.identity).join(', ')
      await to.query(
        columns === undefined
          ? `insert into ${name} select (row::${name}).* from pursestrings_move.doors where name = $1 on conflict do nothing`
          : `insert into ${name} (${columns}) select ${columns} from (
               select (d.row::${name}).*, d.place as laid from pursestrings_move.doors d where d.name = $1) t order by laid`,
        [name],
      )
    }
    // What somebody in the old cell was sending is sent again, under the same id.
    await to.query(
      `update webhook_due set state = 'ready', holder = null, due_at = now()
       where state = 'leased' and ${rowsOf({ key: 'merchant_id' }, owners)}`,
    )
    // Whoever sends push messages looks again: what the old cell noted while it was frozen is not known here.
    await to.query(
      `update push_subscriptions set grown = true, due_at = now() where ${rowsOf({ key: 'device_id' }, owners)}`,
    )
    await to.query(
      `select pgboss.enqueue_jobs(queue, array[data], array[group_id], array[wait_s]) from pursestrings_move.jobs`,
    )
    await setState(to, owners.slots, 'arrived')
    await to.query('drop table pursestrings_move.doors, pursestrings_move.jobs')
  })

/**
 * Closes a slot in its old cell and opens it in the new one, each by one transaction. What is behind the doors was followed; the
 * doors themselves are first laid down in the new cell, where nobody sees them, so that a mover that dies loses none.
 */
import type pg from 'pg'
import { setState } from './move-fence.ts'
import { asReplica } from './move-follow.ts'
import { DOORS, type MovedTable, type Owners, rowsOf } from './move-tables.ts'

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

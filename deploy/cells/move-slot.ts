/**
 * Moves slots from one cell to another while they are used. Experimental; docs/scale.md tells what it needs and what it can't do.
 *
 *   FROM_DATABASE_URL=postgres://… TO_DATABASE_URL=postgres://… node deploy/cells/move-slot.ts \
 *     --cells cells.json --map slots.map --router /run/haproxy/pursestrings.sock --slots 0z7,1a2 --to two --record move.json
 *
 * Both logins are superusers. The record says what moves; where a move stands, the two databases say. A mover that died is
 * started again with the same arguments, and goes on. `--ask` waits for Enter before each step.
 */
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { CellsError, readCells, slotMapOf, slotNumber } from './cells.ts'
import {
  closeDoors,
  layDoors,
  lowerFence,
  openDoors,
  raiseFence,
  setState,
  stateOf,
  untilOthersEnd,
} from './move-fence.ts'
import {
  differing,
  differingCounts,
  follow,
  isFollowing,
  stopFollowing,
  untilApplied,
  untilCopied,
  wipe,
} from './move-follow.ts'
import { type MovedTable, movedTables, type Owners, ownersOf, refuseSplit, rowsOf } from './move-tables.ts'
import { type Routing, switchSlots, writeWhole } from './router.ts'

interface Move {
  readonly slots: readonly number[]
  readonly from: string
  readonly to: string
  /** What PostgreSQL calls the two databases, so that nobody mixes them up when a move goes on. */
  readonly systems: readonly string[]
  readonly owners?: Owners
  readonly done?: true
}

interface Mover {
  readonly from: pg.Client
  readonly to: pg.Client
  readonly from_url: string
  readonly routing: Routing
  readonly tables: readonly MovedTable[]
  readonly record: string
  /** Without it changes are lost: only for the fault run, which has to see that. */
  readonly fence: boolean
  /** How long a slot may be frozen before it is released again. */
  readonly frozen_ms_max: number
  say(step: string, more?: object): Promise<void>
}

const LOCK = 7_236_050
/** Calls that reached the old cell before its router knew better come to their end. */
const GRACE_MS = 100
const FREEZE_TRIES = 5

const keep = (path: string, move: Move): Move => {
  writeWhole(path, `${JSON.stringify(move, undefined, 2)}\n`)
  return move
}

/** Nothing is changed before all that can be known is known. */
const prepare = async (m: Mover, move: Move): Promise<Move & { owners: Owners }> => {
  const { from, to, tables } = m
  const { slots } = move
  await m.say('begin')
  await refuseSplit(from, to, await ownersOf(from, slots))
  const there = await stateOf(to, slots)
  if (there !== 'away') {
    const { merchants, devices } = await ownersOf(to, slots)
    if (there !== undefined || merchants.length + devices.length > 0)
      throw new CellsError('these slots live in the new cell already')
  }
  await m.say('fence')
  await setState(to, slots, 'away')
  await raiseFence(to, tables, slots)
  if (m.fence) await raiseFence(from, tables, slots)
  await setState(from, slots, 'moving')
  await untilOthersEnd(from, performance.now() + 30_000)
  const owners = move.owners ?? (await ownersOf(from, slots))
  if (owners.merchants.length + owners.devices.length === 0) throw new CellsError('nobody lives in these slots')
  return { ...keep(m.record, { ...move, owners }), owners }
}

const catchUp = async (m: Mover, owners: Owners): Promise<void> => {
  await m.say('copy')
  if (!(await isFollowing(m.from, m.to, owners))) await follow({ ...m, owners })
  await m.say('follow')
  await untilCopied(m.to, owners)
  await m.say('compare')
  const different = m.fence ? await differing({ ...m, owners }) : []
  if (different.length > 0) throw new CellsError(`the new cell has other rows: ${different.join(', ')}`)
}

const drained = async (db: pg.Client, owners: Owners, deadline: number): Promise<void> => {
  const waits = `select from events_pending where ${rowsOf({ key: 'merchant_id' }, owners, 'event_merchant_id')} limit 1`
  while ((await db.query(waits)).rows.length > 0) {
    if (performance.now() > deadline) throw new CellsError('events wait for a worker of the old cell')
    await pause(5)
  }
}

/** Nothing changes from here on, and the new cell has all of it. */
const freeze = async (m: Mover, move: Move, owners: Owners): Promise<number> => {
  const { from, to, fence } = m
  await m.say('freeze')
  // Once more what moved while nobody was told to wait.
  await untilApplied(from, owners, performance.now() + 60_000)
  if (fence) await setState(from, owners.slots, 'frozen')
  const began = performance.now()
  const deadline = began + m.frozen_ms_max
  try {
    await untilOthersEnd(from, deadline)
    if (fence) await drained(from, owners, deadline)
    await untilApplied(from, owners, deadline)
    await m.say('count')
    const different = fence ? await differingCounts({ ...m, owners }) : []
    if (different.length > 0) throw new CellsError(`the new cell has other rows: ${different.slice(0, 5).join(', ')}`)
    await m.say('lay')
    await layDoors(from, to, m.tables, owners)
    return began
  } catch (error) {
    await switchSlots(m.routing, owners.slots, move.from)
    await setState(from, owners.slots, 'moving')
    throw error
  }
}

const freezeInTime = async (m: Mover, move: Move, owners: Owners): Promise<number> => {
  for (let tries = 1; ; tries++) {
    try {
      return await freeze(m, move, owners)
    } catch (error) {
      if (!(error instanceof CellsError) || tries === FREEZE_TRIES) throw error
      await m.say('let go', { why: error.message })
      await pause(1_000)
    }
  }
}

const cleanUp = async (m: Mover, move: Move, owners: Owners): Promise<void> => {
  const { from, to, tables } = m
  await m.say('clean')
  await stopFollowing(from, to, owners)
  await lowerFence(to, owners.slots, false)
  const { projects } = await ownersOf(from, owners.slots)
  await wipe(from, tables, { ...owners, projects: [...new Set([...owners.projects, ...projects])] })
  await lowerFence(from, owners.slots, true)
  await to.query("delete from moving_slots where slot = any ($1::smallint[]) and state = 'arrived'", [owners.slots])
  keep(m.record, { ...move, owners, done: true })
}

export const moveSlots = async (m: Mover, wanted: Omit<Move, 'owners' | 'done'>): Promise<void> => {
  const { from, to, tables } = m
  const recorded = existsSync(m.record) ? (JSON.parse(readFileSync(m.record, 'utf8')) as Move) : undefined
  const begun = recorded?.done ? undefined : recorded
  if (
    begun &&
    JSON.stringify([begun.slots, begun.to, begun.systems]) !== JSON.stringify([wanted.slots, wanted.to, wanted.systems])
  )
    throw new CellsError(`the record is of a move of other slots, or between other databases: ${m.record}`)
  if (!begun && wanted.from === wanted.to) throw new CellsError('the slots are in that cell already')
  let move: Move = begun ?? wanted
  let here = await stateOf(from, move.slots)
  const there = await stateOf(to, move.slots)
  if (begun?.owners === undefined && here === 'away') throw new CellsError(`the slots don't live in cell ${move.from}`)
  if (begun === undefined && here !== undefined)
    throw new CellsError('a move of these slots has not ended: go on with its record')
  if (begun === undefined) keep(m.record, move)
  let began = performance.now()
  if (here === 'frozen' && !(await isFollowing(from, to, move.owners as Owners))) {
    await switchSlots(m.routing, move.slots, move.from)
    await setState(from, move.slots, 'moving')
    here = 'moving'
  }
  if (here !== 'away') {
    if (here !== 'frozen') {
      move = await prepare(m, move)
      await catchUp(m, move.owners as Owners)
    }
    began = await freezeInTime(m, move, move.owners as Owners)
  }
  const owners = move.owners as Owners
  if (there === 'away' || here !== 'away') {
    await m.say('switch')
    await switchSlots(m.routing, owners.slots, move.to)
    await pause(GRACE_MS)
    if (here !== 'away') {
      await m.say('close')
      await closeDoors(from, tables, owners)
    }
    await m.say('open')
    await openDoors(to, tables, owners)
    await m.say('opened', { frozen_ms: Math.round(performance.now() - began) })
  }
  await cleanUp(m, move, owners)
  await m.say('done')
}

const connected = async (url: string | undefined, name: string): Promise<pg.Client> => {
  if (url === undefined) throw new CellsError(`${name} is not set`)
  const options = '-c search_path=pursestrings -c timezone=UTC -c statement_timeout=0'
  const db = new pg.Client({ connectionString: url, options, application_name: 'pursestrings-move-slot' })
  await db.connect()
  return db
}

const main = async (): Promise<void> => {
  const { values } = parseArgs({
    options: {
      cells: { type: 'string' },
      map: { type: 'string' },
      router: { type: 'string', multiple: true },
      slots: { type: 'string' },
      to: { type: 'string' },
      record: { type: 'string' },
      'frozen-ms-max': { type: 'string', default: '2000' },
      'unsafe-without-fence': { type: 'boolean', default: false },
      ask: { type: 'boolean', default: false },
    },
  })
  const { cells: cells_file, map: map_file, router: sockets = [], slots: named, to: to_cell, record } = values
  if (!cells_file || !map_file || !named || !to_cell || !record)
    throw new CellsError('--cells, --map, --slots, --to and --record are needed')
  const slots = [...new Set(named.split(',').map(slotNumber))].toSorted((a, b) => a - b)
  const owner = slotMapOf(readCells(readFileSync(cells_file, 'utf8')))
  const [from_cell = 'none', ...others] = new Set(slots.map((slot) => owner.get(slot)))
  if (others.length > 0) throw new CellsError('the slots are in several cells')
  const { FROM_DATABASE_URL: from_url = '', TO_DATABASE_URL: to_url } = process.env
  const [from, to] = [await connected(from_url, 'FROM_DATABASE_URL'), await connected(to_url, 'TO_DATABASE_URL')]
  const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
  try {
    const { rows } = await from.query('select pg_try_advisory_lock($1) as mine', [LOCK])
    if (!rows[0].mine) throw new CellsError('another mover is at work in the old cell')
    const tables = await movedTables(from)
    if (JSON.stringify(tables) !== JSON.stringify(await movedTables(to)))
      throw new CellsError('the two cells have different versions of the database: migrate both first')
    const m: Mover = {
      from,
      to,
      from_url,
      tables,
      record,
      fence: !values['unsafe-without-fence'],
      routing: { cells_file, map_file, sockets },
      frozen_ms_max: Number(values['frozen-ms-max']),
      async say(step, more = {}) {
        console.log(JSON.stringify({ step, at_ms: Math.round(performance.now()), ...more }))
        if (values.ask) await lines.next()
      },
    }
    const systemOf = async (db: pg.Client) =>
      (await db.query<{ id: string }>('select system_identifier::text as id from pg_control_system()')).rows[0]?.id ??
      ''
    const systems = [await systemOf(from), await systemOf(to)]
    await moveSlots(m, { slots, from: from_cell, to: to_cell, systems })
  } finally {
    await from.end()
    await to.end()
    process.stdin.destroy()
  }
}

if (import.meta.main) {
  await main().catch((error: unknown) => {
    console.error(error instanceof CellsError ? error.message : error)
    process.exitCode = 1
  })
}

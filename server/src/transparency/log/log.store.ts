/** Statements on the tables of the payee log. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  log_state: Table<'log_state'>
  log_leaves: Table<'log_leaves'>
  log_tiles: Table<'log_tiles'>
  log_checkpoints: Table<'log_checkpoints'>
  log_cosignatures: Table<'log_cosignatures'>
  log_pending: Table<'log_pending'>
}

const log = (tx: SystemTx) => tx.tables<Tables>()

export interface LogState {
  readonly origin: string
  readonly policy: string
  readonly size: number
  readonly root: Buffer
}

/** Undefined before the log began. */
export const selectState = async (tx: SystemTx): Promise<LogState | undefined> => {
  const row = await log(tx).selectFrom('log_state').select(['origin', 'policy', 'size', 'root']).executeTakeFirst()
  return row && { ...row, size: Number(row.size) }
}

/** Whether the log that is there has this name; it begins here where there is none. */
export const beginLog = async (tx: SystemTx, origin: string, policy: string): Promise<boolean> => {
  const { rows } = await sql<{ same: boolean }>`select begin_log(${origin}, ${policy}) as same`.execute(log(tx))
  return rows[0]?.same === true
}

export const appendMissing = async (tx: SystemTx, at_most: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select append_missing_log(${at_most}) as n`.execute(log(tx))
  return rows[0]?.n ?? 0
}

export interface LoggedKey {
  readonly purpose: string
  readonly kid: string
  /** Canonical JSON. */
  readonly jwk: string
}

/** Without a JWK, the key as it was added; false where it was not. */
export const appendKey = async (
  tx: SystemTx,
  { purpose, kid, jwk }: Omit<LoggedKey, 'jwk'> & { readonly jwk: string | null },
  state: 'added' | 'retired' | 'compromised',
): Promise<boolean> => {
  const { rows } = await sql<{
    logged: boolean
  }>`select append_key_log(${purpose}, ${kid}, ${jwk}, ${state}) as logged`.execute(log(tx))
  return rows[0]?.logged === true
}

/** The place of the entry that a key was added with. */
export const selectKeyIndex = async (tx: SystemTx, subject_tag: Buffer, kid: string): Promise<number | undefined> => {
  const { rows } = await sql<{ log_index: string }>`select log_index from logged_key(${subject_tag}, ${kid})`.execute(
    log(tx),
  )
  return rows[0] && Number(rows[0].log_index)
}

/** The place of the entry that says that a version cools off. */
export const selectCoolingIndex = async (
  tx: SystemTx,
  merchant_id: Uuid,
  recipient_version_id: Uuid,
): Promise<number | undefined> => {
  const { rows } = await sql<{
    log_index: string | null
  }>`select logged_cooling(${merchant_id}, ${recipient_version_id}) as log_index`.execute(log(tx))
  return rows[0]?.log_index == null ? undefined : Number(rows[0].log_index)
}

export interface Taken {
  readonly size: number
  readonly root: Buffer
  readonly subject_tags: Buffer[]
  readonly domain_tags: (Buffer | null)[]
  readonly seqs: number[]
  readonly entries: string[]
}

/** Undefined where another process works, or nothing waits. */
export const takePending = async (tx: SystemTx, at_most: number): Promise<Taken | undefined> => {
  type Row = { [K in keyof Taken]: K extends 'size' ? string : Taken[K] | null }
  const { rows } = await sql<Row>`select * from take_log_pending(${at_most})`.execute(log(tx))
  const [row] = rows
  return row?.entries ? ({ ...row, size: Number(row.size) } as Taken) : undefined
}

/** The row of the log's state, held until the end of the transaction; undefined where another process holds it. */
export const holdLog = async (tx: SystemTx): Promise<Pick<Taken, 'size' | 'root'> | undefined> => {
  const { rows } = await sql<{ size: string; root: Buffer }>`select size, root from take_log_pending(0)`.execute(
    log(tx),
  )
  const [row] = rows
  return row && { ...row, size: Number(row.size) }
}

/** After leaves from this place on came out of a copy: how many entries that wait got other numbers. */
export const renumberPending = async (tx: SystemTx, from_index: number): Promise<number> => {
  const { rows } = await sql<{ n: number }>`select renumber_log_pending(${from_index}) as n`.execute(log(tx))
  return rows[0]?.n ?? 0
}

export interface Growth extends Omit<Taken, 'root'> {
  readonly new_root: Uint8Array
  readonly leaf_hashes: readonly Uint8Array[]
  readonly tiles: readonly { level: number; tile: number; hashes: Uint8Array; root: Uint8Array }[]
}

export const growLog = async (tx: SystemTx, grown: Growth): Promise<void> => {
  const { size, new_root, leaf_hashes, subject_tags, domain_tags, seqs, entries, tiles } = grown
  await tx.client.query({
    name: 'grow-log',
    text: 'select grow_log($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)',
    values: [
      size,
      Buffer.from(new_root),
      leaf_hashes.map((one) => Buffer.from(one)),
      subject_tags,
      domain_tags,
      seqs,
      entries,
      tiles.map(({ level }) => level),
      tiles.map(({ tile }) => tile),
      tiles.map(({ hashes }) => Buffer.from(hashes)),
      tiles.map(({ root }) => Buffer.from(root)),
    ],
  })
}

/** Hashes of a level of tiles, from one to before another: leaves, or the roots of full tiles of the level below. */
export const selectHashes = async (tx: SystemTx, level: number, from: number, to: number): Promise<Buffer[]> => {
  if (from >= to) return []
  if (level === 0) {
    const rows = await log(tx)
      .selectFrom('log_leaves')
      .select('leaf_hash')
      .where('log_index', '>=', String(from))
      .where('log_index', '<', String(to))
      .orderBy('log_index')
      .execute()
    return rows.map((row) => row.leaf_hash)
  }
  const rows = await log(tx)
    .selectFrom('log_tiles')
    .select('root')
    .where('level', '=', level - 1)
    .where('tile', '>=', String(from))
    .where('tile', '<', String(to))
    .orderBy('tile')
    .execute()
  return rows.map((row) => row.root)
}

/** A full tile, whole. */
export const selectTile = async (tx: SystemTx, level: number, tile: number): Promise<Buffer | undefined> => {
  const row = await log(tx)
    .selectFrom('log_tiles')
    .select('hashes')
    .where('level', '=', level)
    .where('tile', '=', String(tile))
    .executeTakeFirst()
  return row?.hashes
}

export const selectEntries = async (tx: SystemTx, from: number, to: number): Promise<string[]> => {
  const rows = await log(tx)
    .selectFrom('log_leaves')
    .select('entry')
    .where('log_index', '>=', String(from))
    .where('log_index', '<', String(to))
    .orderBy('log_index')
    .execute()
  return rows.map((row) => row.entry)
}

export interface CheckpointRow {
  readonly size: number
  readonly root: Buffer
  readonly note: string
  readonly created_at: Date
  readonly cosigned: readonly { readonly witness: string; readonly line: string; readonly at: string }[]
}

/** The newest first, each with the witnesses that saw it. */
export const selectCheckpoints = async (
  tx: SystemTx,
  { size, at_most }: { size?: number; at_most: number },
): Promise<CheckpointRow[]> => {
  const rows = await log(tx)
    .selectFrom('log_checkpoints as c')
    .select(['c.size', 'c.root', 'c.note', 'c.created_at'])
    .select(
      sql<
        CheckpointRow['cosigned']
      >`coalesce((select jsonb_agg(jsonb_build_object('witness', s.witness, 'line', s.line, 'at', s.created_at)
        order by s.witness) from log_cosignatures s where s.size = c.size), '[]')`.as('cosigned'),
    )
    .$if(size !== undefined, (q) => q.where('c.size', '=', String(size)))
    .orderBy('c.size', 'desc')
    .limit(at_most)
    .execute()
  return rows.map((row) => ({ ...row, size: Number(row.size) }))
}

/** False where another root was signed at this size. */
export const keepCheckpoint = async (tx: SystemTx, size: number, root: Uint8Array, note: string): Promise<boolean> => {
  const { rows } = await sql<{
    same: boolean
  }>`select keep_checkpoint(${size}, ${Buffer.from(root)}, ${note}) as same`.execute(log(tx))
  return rows[0]?.same === true
}

export const keepCosignature = async (tx: SystemTx, size: number, witness: string, line: string): Promise<void> => {
  await sql`select keep_cosignature(${size}, ${witness}, ${line})`.execute(log(tx))
}

/** How far each witness has come. */
export const selectWitnessed = async (tx: SystemTx): Promise<ReadonlyMap<string, number>> => {
  const rows = await log(tx)
    .selectFrom('log_cosignatures')
    .select(['witness', sql<string>`max(size)`.as('size')])
    .groupBy('witness')
    .execute()
  return new Map(rows.map(({ witness, size }) => [witness, Number(size)]))
}

export interface LeafPlace {
  readonly log_index: number
  readonly entry: string
}

/** Entries about a subject, the newest first. */
export const selectAbout = async (tx: SystemTx, subject_tag: Buffer, at_most: number): Promise<LeafPlace[]> => {
  const rows = await log(tx)
    .selectFrom('log_leaves')
    .select(['log_index', 'entry'])
    .where('subject_tag', '=', subject_tag)
    .orderBy('seq', 'desc')
    .limit(at_most)
    .execute()
  return rows.map(({ log_index, entry }) => ({ log_index: Number(log_index), entry }))
}

export const countPending = async (tx: SystemTx): Promise<{ n: number; oldest_s: number }> => {
  const row = await log(tx)
    .selectFrom('log_pending')
    .select(sql<number>`count(*)::int`.as('n'))
    .select(sql<number>`coalesce(extract(epoch from now() - min(created_at)), 0)::float`.as('oldest_s'))
    .executeTakeFirstOrThrow()
  return row
}

/** Statements on the trees of audit events. */
import type { Uuid } from '@pursestrings/contract/wire/ids'
import type { SystemTx } from '../../platform/postgres/transaction.ts'

export interface WaitingRow {
  readonly merchant_id: Uuid
  readonly size: number
  readonly events: readonly {
    readonly audit_event_id: Uuid
    readonly action: string
    readonly actor: string
    readonly target: string
    readonly details: unknown
    readonly occurred_at: string
  }[]
}

export const beginTrees = async ({ client }: SystemTx): Promise<void> => {
  await client.query('select begin_audit_trees()')
}

/** By tenant. None where another process works, or nothing waits. */
export const takeWaiting = async ({ client }: SystemTx, at_most: number): Promise<WaitingRow[]> => {
  const text = 'select merchant_id, size::float, events from take_audit_pending($1)'
  return (await client.query<WaitingRow>({ name: 'take-audit-pending', text, values: [at_most] })).rows
}

export interface Growth {
  readonly merchant_id: Uuid
  readonly size: number
  readonly root: Uint8Array
  readonly event_ids: readonly Uuid[]
  readonly leaves: readonly Uint8Array[]
  readonly tiles: readonly { level: number; tile: number; root: Uint8Array }[]
}

export const growTree = async ({ client }: SystemTx, growth: Growth): Promise<void> => {
  const { merchant_id, size, root, event_ids, leaves, tiles } = growth
  await client.query({
    name: 'grow-audit-tree',
    text: 'select grow_audit_tree($1, $2, $3, $4, $5, $6, $7, $8)',
    values: [
      merchant_id,
      size,
      Buffer.from(root),
      event_ids,
      leaves.map((one) => Buffer.from(one)),
      tiles.map(({ level }) => level),
      tiles.map(({ tile }) => tile),
      tiles.map((one) => Buffer.from(one.root)),
    ],
  })
}

/** Hashes of a level of tiles, from one to before another: leaves, or the roots of full tiles of the level below. */
export const selectHashes = async (
  { client }: SystemTx,
  merchant_id: Uuid,
  level: number,
  from: number,
  to: number,
): Promise<Buffer[]> => {
  if (from >= to) return []
  const text =
    level === 0
      ? `select leaf_hash as hash from audit_leaves where merchant_id = $1 and audit_index >= $2 and audit_index < $3
        order by audit_index`
      : `select root as hash from audit_tiles where merchant_id = $1 and tile >= $2 and tile < $3 and level = $4
        order by tile`
  const values = [merchant_id, from, to, ...(level === 0 ? [] : [level - 1])]
  return (await client.query<{ hash: Buffer }>({ text, values })).rows.map(({ hash }) => hash)
}

export const logHeads = async ({ client }: SystemTx, every_s: number, at_most: number): Promise<number> => {
  const { rows } = await client.query<{ n: number }>('select log_audit_heads($1, $2) as n', [every_s, at_most])
  return rows[0]?.n ?? 0
}

export const selectState = async (
  { client }: SystemTx,
  merchant_id: Uuid,
): Promise<{ size: number; root: Buffer } | undefined> => {
  const text = 'select size::float, root from audit_state where merchant_id = $1'
  const { rows } = await client.query<{ size: number; root: Buffer }>({
    name: 'audit-state',
    text,
    values: [merchant_id],
  })
  return rows[0]
}

export interface HeadRow {
  readonly commitment: Buffer
  readonly salt: Buffer
  readonly document: string
}

/** The newest first. */
export const selectHeads = async ({ client }: SystemTx, merchant_id: Uuid, at_most: number): Promise<HeadRow[]> => {
  const text = 'select commitment, salt, document from audit_heads where merchant_id = $1 order by size desc limit $2'
  return (await client.query<HeadRow>({ name: 'audit-heads', text, values: [merchant_id, at_most] })).rows
}

export interface LoggedRow {
  readonly entry: string
  readonly log_index: string
}

/** The entry by which a key of the service was added. */
export const selectKey = async ({ client }: SystemTx, subject: Buffer, kid: string): Promise<LoggedRow | undefined> => {
  const text = 'select entry, log_index from logged_key($1, $2)'
  return (await client.query<LoggedRow>({ name: 'audit-logged-key', text, values: [subject, kid] })).rows[0]
}

/** Events in the order of their tree. */
export const selectLeaves = async (
  { client }: SystemTx,
  merchant_id: Uuid,
  from: number,
  at_most: number,
): Promise<WaitingRow['events'][number][]> => {
  const text = 'select * from audit_entries($1, $2, $3)'
  const values = [merchant_id, from, at_most]
  return (await client.query<WaitingRow['events'][number]>({ name: 'audit-entries', text, values })).rows
}

/** The place of an event in its tree, counted from 0; undefined until it has one. */
export const selectPlace = async (
  { client }: SystemTx,
  merchant_id: Uuid,
  audit_event_id: Uuid,
): Promise<number | undefined> => {
  const text = 'select audit_index::float as index from audit_leaves where merchant_id = $1 and audit_event_id = $2'
  const { rows } = await client.query<{ index: number }>({
    name: 'audit-place',
    text,
    values: [merchant_id, audit_event_id],
  })
  return rows[0]?.index
}

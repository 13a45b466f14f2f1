/**
 * Which rows belong to a slot, and how each table moves. Read from the catalogue, so that no table is forgotten: one that is not
 * known here stops the move before it begins.
 */
import type pg from 'pg'
import { CellsError, slotText } from './cells.ts'

/** Who lives in the slots that move. */
export interface Owners {
  readonly slots: readonly number[]
  readonly merchants: readonly string[]
  readonly devices: readonly string[]
  readonly projects: readonly string[]
}

/** Names that stand between spaces. */
export const names = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

type Key = 'merchant_id' | 'device_id' | 'owner_id' | 'payment_id'

export interface MovedTable {
  readonly name: string
  readonly key: Key
  /** Columns that can be written, in their order; an identity gets a new value. */
  readonly columns: readonly string[]
  readonly identity: string | undefined
}

/**
 * Each cell has its own: people and their sign-in, the payee log, keys and addresses of the service, what strangers sent to
 * payees, places of its workers.
 */
export const OF_THE_CELL = names(`
  accounts applied_sql events_pending facts_issuers ledger_anchors ledger_epochs ledger_networks
  log_checkpoints log_cosignatures log_leaves log_state log_tiles moving_slots one_time_codes
  passkeys payee_findings rate_limits service_epoch service_head service_key_changes service_keys
  service_revocations webhook_reconciliation
`)

/**
 * Through these a slot is served: by its credentials to callers, by its queues to workers. They are not followed but taken along
 * in the one transaction that opens the slot in its new cell, so no cell serves what it doesn't have whole.
 */
export const DOORS: ReadonlySet<string> = names(`
  connections merchant_sessions agent_tokens api_keys merchant_keys device_tokens webhook_due
  push_subscriptions audit_pending audit_state log_pending settlements
`)

/**
 * Written only by the sequencer, which works off what was appended before the freeze. Whatever it has left to do is waited for,
 * so that a frozen slot holds up no other merchant's feed.
 */
export const OF_THE_SEQUENCER: ReadonlySet<string> = names(`
  feeds feed_entries payment_request_index payment_request_index_ends payment_request_words payment_request_counts recipient_version_counts
`)

/** Written in the same transaction as a row that is fenced. */
export const BESIDE_FENCED: ReadonlySet<string> = new Set(['named_transactions', 'ledger_claims'])

/** A name of a table whose key is not `merchant_id` or `device_id`. */
const KEYS: Readonly<Record<string, Key>> = {
  feeds: 'owner_id',
  feed_entries: 'owner_id',
  named_transactions: 'payment_id',
  ledger_claims: 'payment_id',
}

/** By which column its rows belong to a slot; undefined where nobody has said how it moves. */
export const keyOf = (name: string, columns: readonly string[]): Key | undefined =>
  KEYS[name] ?? (['merchant_id', 'device_id'] as const).find((one) => columns.includes(one))

const COLUMNS = `select c.relname as name, array_agg(a.attname::text order by a.attnum) filter (where a.attgenerated = '')
    as columns, min(a.attname::text) filter (where a.attidentity <> '') as identity
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relnamespace = 'pursestrings'::regnamespace and c.relkind in ('r', 'p') group by 1 order by 1`

export const movedTables = async (db: pg.Client): Promise<MovedTable[]> => {
  const { rows } = await db.query<Omit<MovedTable, 'key'>>(COLUMNS)
  return rows.flatMap(({ name, columns, identity }) => {
    if (OF_THE_CELL.has(name)) return []
    const key = keyOf(name, columns)
    if (key === undefined)
      throw new CellsError(`nobody said how the table ${name} moves: see deploy/cells/move-tables.ts`)
    return [{ name, key, columns, identity: identity ?? undefined }]
  })
}

/** Of a UUID, by functions that a row filter of a publication may use. */
const slotIn = (column: string, slots: readonly number[]): string =>
  `(get_byte(uuid_send(${column}), 14) & 127) * 256 + get_byte(uuid_send(${column}), 15) in (${slots.join(', ')})`

/** Which rows of a table belong to the owners. By their ids where keys begin with them, so that an index finds them. */
export const rowsOf = ({ key }: Pick<MovedTable, 'key'>, owners: Owners, column: string = key): string => {
  if (key === 'payment_id') return slotIn(column, owners.slots)
  const { merchants, devices, projects } = owners
  const ids = { merchant_id: merchants, device_id: devices, owner_id: [...merchants, ...devices, ...projects] }[key]
  return ids.length === 0 ? 'false' : `${column} in (${ids.map((id) => `'${id}'`).join(', ')})`
}

const IN_SLOTS = (column: string) => `slot_of(${column}) = any ($1::smallint[])`

export const ownersOf = async (db: pg.Client, slots: readonly number[]): Promise<Owners> => {
  const ids = async (table: string, column: string, of: string) =>
    (await db.query(`select ${column} as id from ${table} where ${IN_SLOTS(of)} order by 1`, [slots])).rows.map(
      ({ id }) => id as string,
    )
  return {
    slots,
    merchants: await ids('merchants', 'merchant_id', 'merchant_id'),
    devices: await ids('devices', 'device_id', 'device_id'),
    projects: await ids('projects', 'project_id', 'merchant_id'),
  }
}

/** What can't move: a wallet and its merchants live in one cell, and a person has one account for a mailbox. */
export const refuseSplit = async (from: pg.Client, to: pg.Client, owners: Owners): Promise<void> => {
  const apart = `select distinct slot_of(case when ${IN_SLOTS('merchant_id')} then device_id else merchant_id end) as slot
    from (select merchant_id, device_id from connections union all
      select merchant_id, device_id from connect_invitations where expires_at > now() union all
      select wallet_id, device_id from devices where wallet_id is not null) c
    where (${IN_SLOTS('merchant_id')}) <> (${IN_SLOTS('device_id')}) limit 20`
  const { rows } = await from.query<{ slot: number }>(apart, [owners.slots])
  if (rows.length > 0) {
    const others = rows.map(({ slot }) => slotText(slot)).join(', ')
    throw new CellsError(
      `a wallet and its merchants can't live in two cells yet: the slots ${others} have to move along`,
    )
  }
  const members = await from.query<{ account_id: string; email: string }>(
    `select account_id, email from accounts where account_id in (
       select account_id from memberships where ${rowsOf({ key: 'merchant_id' }, owners)})`,
  )
  const known = await to.query<{ email: string }>(
    `select a.email from unnest($1::uuid[], $2::text[]) m (account_id, email)
     join accounts a on a.email = m.email and a.account_id <> m.account_id`,
    [members.rows.map((one) => one.account_id), members.rows.map((one) => one.email)],
  )
  if (known.rows.length > 0)
    throw new CellsError(`${known.rows.length} members have another account in the new cell, and can't have two`)
}

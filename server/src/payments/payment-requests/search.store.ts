/**
 * Filtered lists, newest first, over the index of requests. Each look is along one index and ends after so many entries: what
 * the other filters leave of them is the page, however rare it is, and the next page goes on where the look ended.
 */
import type { OverviewMeasure } from '@pursestrings/contract/overview/records'
import { TOTAL_MAX } from '@pursestrings/contract/payment-requests/records'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { PAYMENT_STATUSES, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import { type RawBuilder, sql } from 'kysely'
import type { Table } from '../../platform/postgres/table.ts'
import type { TenantTx } from '../../platform/postgres/transaction.ts'

interface Tables {
  payment_request_entries: Table<'payment_request_entries'>
}

/** Whose `request_id` begins so: the agent's own, or ours within a range of ids. */
export interface Prefix {
  readonly named: string
  readonly ours: { readonly from: Uuid; readonly to: Uuid } | undefined
}

export interface Filter {
  readonly statuses?: readonly PaymentStatus[] | undefined
  readonly assurance?: string | undefined
  readonly standings?: readonly OverviewMeasure[] | undefined
  readonly prefix?: Prefix | undefined
  readonly task_ref?: string | undefined
  readonly connection_id?: Uuid | undefined
  readonly agent_id?: Uuid | undefined
  readonly recipient_id?: Uuid | undefined
  /** Of payments that name the transaction that was asked for. */
  readonly ids?: readonly Uuid[] | undefined
  /** Exact, as text. */
  readonly amount_min?: string | undefined
  readonly amount_max?: string | undefined
  readonly from?: Date | undefined
  readonly to?: Date | undefined
}

/** Where a request stands in the list: when it was created in microseconds, and its id. */
export interface Key {
  readonly at: string
  readonly payment_request_id: Uuid
}
export type Entry = Key & { readonly connection_id: Uuid; readonly matches: boolean; readonly nth: number }

/** What a look may cost where filters are combined. */
export const LOOKS = [200, 2_000, 5_000] as const
const LAST = '\u{10ffff}'

const at = sql`(extract(epoch from i.created_at) * 1000000)::bigint::text`
const timeOf = (micros: string) => sql`'epoch'::timestamptz + ${micros}::bigint * interval '1 microsecond'`
const all = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)
const when = <T>(value: T | undefined, condition: (value: T) => RawBuilder<unknown>) =>
  value === undefined ? [] : [condition(value)]

const begins = ({ named, ours }: Prefix) => {
  const own = sql`i.request_id >= ${named} and i.request_id < ${named + LAST}`
  return ours === undefined
    ? own
    : sql`(${own} or i.request_id is null and i.payment_request_id between ${ours.from} and ${ours.to})`
}

/** The filters that one index serves, in the order of its entries; the others are looked at entry by entry. */
const indexOf = (f: Filter): { by: RawBuilder<unknown>[]; with_status: boolean } => {
  if (f.task_ref !== undefined) return { by: [sql`i.task_ref = ${f.task_ref}`], with_status: false }
  if (f.connection_id !== undefined) return { by: [sql`i.connection_id = ${f.connection_id}`], with_status: true }
  if (f.recipient_id !== undefined) return { by: [sql`i.recipient_id = ${f.recipient_id}`], with_status: true }
  if (f.agent_id !== undefined) return { by: [sql`i.agent_id = ${f.agent_id}`], with_status: true }
  return { by: [], with_status: [f.statuses, f.assurance, f.standings].some((one) => one !== undefined) }
}

const conditionsOf = (f: Filter) => [
  ...when(f.statuses, (s) => sql`i.status = any (${[...s]}::payment_status[])`),
  ...when(f.assurance, (a) => sql`i.assurance = ${a}`),
  ...when(f.standings, (s) => sql`payment_request_measure(i.status, i.assurance) = any (${[...s]}::text[])`),
  ...when(f.prefix, begins),
  ...when(f.task_ref, (t) => sql`i.task_ref = ${t}`),
  ...when(f.connection_id, (c) => sql`i.connection_id = ${c}`),
  ...when(f.agent_id, (a) => sql`i.agent_id = ${a}`),
  ...when(f.recipient_id, (r) => sql`i.recipient_id = ${r}`),
  ...when(f.amount_min, (least) => sql`i.amount >= ${least}::numeric`),
  ...when(f.amount_max, (most) => sql`i.amount <= ${most}::numeric`),
]
const within = (f: Filter) => [
  ...when(f.from, (from) => sql`i.created_at >= ${from}`),
  ...when(f.to, (to) => sql`i.created_at < ${to}`),
]

/** Whether the index alone answers: then every entry that is looked at is one of the page. */
export const isExact = (f: Filter): boolean => {
  const dimensions = [f.task_ref, f.connection_id, f.agent_id, f.recipient_id].filter((d) => d !== undefined)
  const alone = f.task_ref === undefined || f.statuses === undefined
  const others = [f.assurance, f.standings, f.prefix, f.amount_min, f.amount_max]
  return dimensions.length <= 1 && alone && others.every((one) => one === undefined)
}

const entries = (tx: TenantTx, f: Filter, more: readonly RawBuilder<unknown>[], tail: RawBuilder<unknown>) => {
  const { by, with_status } = indexOf(f)
  const statuses = f.statuses ?? PAYMENT_STATUSES
  const where = all([sql`i.merchant_id = ${tx.merchant_id}`, ...by, ...within(f), ...more])
  return with_status
    ? sql`unnest(${[...statuses]}::payment_status[]) s (status) cross join lateral (
        select i.* from payment_request_entries i where ${where} and i.status = s.status ${tail}) i`
    : sql`(select i.* from payment_request_entries i where ${where} ${tail}) i`
}

const NEWEST = sql`order by i.created_at desc, i.payment_request_id desc`

/** The newest of each status, or of all: those that match, and the last that was looked at. */
export const look = async (
  tx: TenantTx,
  f: Filter,
  { before, at_most }: { before: Key | undefined; at_most: number },
): Promise<Entry[]> => {
  const older = when(
    before,
    (k) => sql`(i.created_at, i.payment_request_id) < (${timeOf(k.at)}, ${k.payment_request_id})`,
  )
  const { with_status } = indexOf(f)
  const nth = sql`row_number() over (${with_status ? sql`partition by i.status` : sql``} ${NEWEST})`
  const { rows } = await sql<Entry>`select e.at, e.payment_request_id, e.connection_id, e.matches, e.nth::int from (
      select ${at} as at, i.payment_request_id, i.connection_id, i.created_at, ${all(conditionsOf(f))} as matches, ${nth} as nth
      from ${entries(tx, f, older, sql`${NEWEST} limit ${at_most}`)}) e
    where e.matches or e.nth = ${at_most} order by e.created_at desc, e.payment_request_id desc`.execute(
    tx.tables<Tables>(),
  )
  return rows
}

export const countEntries = async (tx: TenantTx, f: Filter): Promise<{ total: number; capped: boolean }> => {
  const exact = isExact(f)
  const at_most = exact ? TOTAL_MAX + 1 : (LOOKS[2] as number)
  // In an order, so that it goes along the index: those of a merchant may all lie at the end of the table.
  const from = entries(tx, f, [], sql`${NEWEST} limit ${at_most}`)
  const counted = exact
    ? sql<{ total: number; full: boolean }>`select count(*)::int as total, false as full from (
        select from ${from} limit ${at_most}) n`
    : sql<{ total: number; full: boolean }>`select coalesce(sum(n.matching), 0)::int as total,
        coalesce(bool_or(n.seen = ${at_most}), false) as full from (
          select count(*) as seen, count(*) filter (where ${all(conditionsOf(f))}) as matching from ${from}
          group by i.status) n`
  const { rows } = await counted.execute(tx.tables<Tables>())
  const { total = 0, full = false } = rows[0] ?? {}
  return { total: Math.min(total, TOTAL_MAX), capped: full || total > TOTAL_MAX }
}

/** All that a prefix or a transaction names, newest first; undefined where these are too many to sort. */
export const fewMatching = async (tx: TenantTx, f: Filter): Promise<Entry[] | undefined> => {
  const mine = sql`i.merchant_id = ${tx.merchant_id}`
  const from =
    f.ids !== undefined
      ? sql`(select i.* from payment_request_entries i where ${mine} and i.payment_request_id = any (${[...f.ids]}::uuid[])) i`
      : f.prefix !== undefined
        ? sql`(${named(mine, f.prefix)}) i`
        : undefined
  if (from === undefined) return undefined
  const { rows: counted } = await sql<{ seen: number }>`select count(*)::int as seen from ${from}`.execute(
    tx.tables<Tables>(),
  )
  if ((counted[0]?.seen ?? 0) > TOTAL_MAX) return undefined
  const { rows } = await sql<Entry>`select ${at} as at, i.payment_request_id, i.connection_id, true as matches, 0 as nth
    from ${from} where ${all([...conditionsOf(f), ...within(f)])} ${NEWEST}`.execute(tx.tables<Tables>())
  return rows
}

/** The last few by their name: numbers that count up have the newest there. */
export const findBeginning = async (tx: TenantTx, { named: text, ours }: Prefix, at_most: number): Promise<Entry[]> => {
  const mine = sql`i.merchant_id = ${tx.merchant_id}`
  const own = sql`(select i.* from payment_request_entries i where ${mine} and i.request_id >= ${text}
    and i.request_id < ${text + LAST} order by i.request_id desc limit ${at_most})`
  const from =
    ours === undefined
      ? own
      : sql`${own} union all (select i.* from payment_request_entries i where ${mine} and i.request_id is null
          and i.payment_request_id between ${ours.from} and ${ours.to} order by i.payment_request_id desc limit ${at_most})`
  const { rows } = await sql<Entry>`select ${at} as at, i.payment_request_id, i.connection_id, true as matches, 0 as nth
    from (${from}) i`.execute(tx.tables<Tables>())
  return rows
}

const named = (mine: RawBuilder<unknown>, { named: text, ours }: Prefix) => {
  const own = sql`(select i.* from payment_request_entries i
    where ${mine} and i.request_id >= ${text} and i.request_id < ${text + LAST} limit ${TOTAL_MAX + 1})`
  return ours === undefined
    ? own
    : sql`${own} union all (select i.* from payment_request_entries i where ${mine} and i.request_id is null
        and i.payment_request_id between ${ours.from} and ${ours.to} limit ${TOTAL_MAX + 1})`
}

/** Of requests with these words, the newest of the rarest word first looked at. */
export const findWorded = async (
  { client, merchant_id }: TenantTx,
  q: string,
  looks: number,
): Promise<readonly Uuid[]> => {
  const text = 'select payment_request_id from find_payment_requests($1, $2, $3)'
  const { rows } = await client.query<{ payment_request_id: Uuid }>({
    name: 'find_payment_requests',
    text,
    values: [merchant_id, q, looks],
  })
  return rows.map(({ payment_request_id }) => payment_request_id)
}

export const findNaming = async ({ client }: TenantTx, hash: string, networks: readonly string[]): Promise<Uuid[]> => {
  const text = 'select payments_naming($1, $2) as payment_id'
  const { rows } = await client.query<{ payment_id: Uuid }>({ name: 'payments_naming', text, values: [hash, networks] })
  return rows.map(({ payment_id }) => payment_id)
}

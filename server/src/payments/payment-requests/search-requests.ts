/**
 * The merchant's list with filters. The index says which requests match, their own rows say what they are now: one that has
 * moved on since is left out, so that a list never shows what it was not asked for.
 */
import { SEARCH_HITS_MAX } from '@pursestrings/contract/merchant-search/operations'
import type { QueryOf } from '@pursestrings/contract/operation'
import type { OverviewMeasure } from '@pursestrings/contract/overview/records'
import type { listPaymentRequests as listOperation } from '@pursestrings/contract/payment-requests/operations'
import { ASSURANCES, type Assurance } from '@pursestrings/contract/settlement/records'
import { cursorInvalid } from '@pursestrings/contract/transport-errors'
import { PAGE_LIMIT_DEFAULT } from '@pursestrings/contract/wire/envelopes'
import { type Prefix as IdPrefix, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { ALL_NETWORK_NAMES } from '@pursestrings/protocol/network-names'
import { PAYMENT_STATUSES, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import type { TenantTx, Transactions } from '../../platform/postgres/transaction.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { Beside, BesideOf } from './beside.ts'
import { assuranceOf } from './ledger-settlement.ts'
import { type PaymentRequestRow, type ShownRequest, taskRefOf, titleOf } from './payment-request-view.ts'
import { selectOf } from './payment-requests.store.ts'
import {
  countEntries,
  type Entry,
  type Filter,
  fewMatching,
  findBeginning,
  findNaming,
  findWorded,
  isExact,
  type Key,
  LOOKS,
  look,
} from './search.store.ts'
import type { Signer } from './sign-payment-requests.ts'

type Query = QueryOf<typeof listOperation>
interface SearchRequestsDeps {
  readonly besideOf: BesideOf
  readonly transactions: Transactions
  readonly signer: Signer
}

export const searchMerchantRequests = async (
  { transactions, signer, besideOf }: SearchRequestsDeps,
  merchant_id: Uuid,
  query: Query,
) => {
  const limit = query.limit ?? PAGE_LIMIT_DEFAULT
  const before = query.cursor === undefined ? undefined : keyFrom(query.cursor)
  const { filter, entries, next, counted, rows } = await transactions.asTenant(merchant_id, async (tx) => {
    const wanted = await filterFrom(tx, query)
    const found = await search(tx, wanted, { before, limit })
    return { ...found, filter: wanted, rows: standing(wanted, await selectOf(tx, found.entries)) }
  })
  const beside = await besideOf(rows.map((row) => ({ ...row, payment_id: row.payment_request_id })))
  const matching = rows.map((row, i) => ({ ...row, ...(beside[i] as Beside) })).filter(isOf(filter))
  const payment_requests = await Promise.all(matching.map(signer.shown))
  const last = entries.at(-1)
  const next_cursor = next ?? (last && counted.more ? last : undefined)
  return {
    payment_requests,
    next_cursor: next_cursor === undefined ? null : cursorOf(next_cursor),
    ...(counted.total !== undefined && { total: counted.total, total_is_capped: counted.capped }),
  }
}

interface Counted {
  readonly total?: number
  readonly capped: boolean
  /** Whether others follow after the last entry. */
  readonly more: boolean
}
interface Found {
  readonly entries: readonly Entry[]
  /** Where the look ended, if it ended before the page was full. */
  readonly next: Key | undefined
  readonly counted: Counted
}
interface Page {
  readonly before: Key | undefined
  readonly limit: number
}

const search = async (tx: TenantTx, filter: Filter, { before, limit }: Page): Promise<Found> => {
  const few = await fewMatching(tx, filter)
  if (few !== undefined) {
    const older = few.filter((entry) => before === undefined || isOlder(entry, before))
    const total = before === undefined && { total: few.length }
    const counted = { ...total, capped: (filter.ids?.length ?? 0) >= LIST_LOOKS, more: older.length > limit }
    return { entries: older.slice(0, limit), next: undefined, counted }
  }
  const { entries, next } = await lookFor(tx, filter, { before, limit })
  const count = before === undefined ? await countEntries(tx, filter) : { capped: false }
  const more = entries.length > limit
  return { entries: entries.slice(0, limit), next: more ? undefined : next, counted: { ...count, more } }
}

const lookFor = async (tx: TenantTx, filter: Filter, { before, limit }: Page) => {
  const entries: Entry[] = []
  let next = before
  for (const at_most of isExact(filter) ? [limit + 1] : LOOKS) {
    const seen = await look(tx, filter, { before: next, at_most })
    // Beyond the end of the shortest look, others may be missing.
    next = seen.find(({ nth }) => nth === at_most)
    const end = next
    entries.push(...seen.filter((entry) => entry.matches && (end === undefined || !isOlder(entry, end))))
    if (next === undefined || entries.length > limit) break
  }
  return { entries, next }
}

const isOlder = (one: Key, other: Key): boolean =>
  BigInt(one.at) < BigInt(other.at) || (one.at === other.at && one.payment_request_id < other.payment_request_id)

const standing = ({ statuses }: Filter, rows: readonly PaymentRequestRow[]) =>
  rows.filter(({ status }) => statuses === undefined || statuses.includes(status))

const isOf =
  ({ assurance, standings }: Filter) =>
  (row: ShownRequest): boolean => {
    const now = assuranceOf(row)
    return (assurance ?? now) === now && (standings?.includes(measureOf(row.status, now)) ?? true)
  }

/** As `payment_request_measure` has it in the database: a test holds them together. */
export const measureOf = (status: PaymentStatus, assurance: Assurance): OverviewMeasure => {
  if (assurance === 'chain_observed' || assurance === 'merchant_accepted' || assurance === 'disputed') return assurance
  if (status !== 'signed' && status !== 'broadcasted') return status
  return assurance === 'proven_unpaid' ? 'unpaid' : 'under_way'
}

/** Only these need to be looked at. */
const statusesOf = (standings: readonly OverviewMeasure[]): readonly PaymentStatus[] =>
  PAYMENT_STATUSES.filter((status) => ASSURANCES.some((one) => standings.includes(measureOf(status, one))))

export const isFiltered = ({ limit: _limit, cursor: _cursor, ...filters }: Query): boolean =>
  Object.values(filters).some((value) => value !== undefined)

const filterFrom = async (tx: TenantTx, query: Query): Promise<Filter> => {
  const idIn = (prefix: IdPrefix, id: string | undefined) => (id === undefined ? undefined : uuidOf(prefix, id))
  const timeIn = (time: string | undefined) => (time === undefined ? undefined : new Date(time))
  const { transaction_hash: hash, request_id, q } = query
  const statuses = query.status === undefined ? undefined : [query.status].flat()
  const standings = query.standing === undefined ? undefined : [query.standing].flat()
  const found = q === undefined ? undefined : await idsFound(tx, q, LIST_LOOKS)
  const named = hash === undefined ? undefined : await findNaming(tx, hash, ALL_NETWORK_NAMES)
  return {
    statuses: standings ? statusesOf(standings).filter((status) => statuses?.includes(status) ?? true) : statuses,
    assurance: query.assurance,
    standings,
    prefix: request_id === undefined ? undefined : { named: request_id, ours: oursFrom(request_id) },
    task_ref: query.task_ref,
    connection_id: idIn('con', query.connection_id),
    agent_id: idIn('agt', query.asked_by),
    recipient_id: idIn('rcp', query.recipient_id),
    ids: found && named ? found.filter((id) => named.includes(id)) : (found ?? named),
    amount_min: query.amount_min,
    amount_max: query.amount_max,
    from: timeIn(query.created_from),
    to: timeIn(query.created_to),
  }
}

/** `pr_` and the first characters of an id are a range of ids. */
const ID_LENGTH = 29
const oursFrom = (begin: string) => {
  if (!/^pr_[0-7]?[0-9a-hjkmnp-tv-z]*$/.test(begin) || begin.length > ID_LENGTH) return undefined
  const last = begin.length === 3 ? `${begin}7` : begin
  return { from: uuidOf('pr', begin.padEnd(ID_LENGTH, '0')), to: uuidOf('pr', last.padEnd(ID_LENGTH, 'z')) }
}

const CURSOR = /^f([0-9]{1,16})_([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/
const cursorOf = ({ at, payment_request_id }: Key): string => `f${at}_${payment_request_id}`
const keyFrom = (cursor: string): Key => {
  const [, at, id] = CURSOR.exec(cursor) ?? []
  if (at === undefined || id === undefined) throw new Refusal(cursorInvalid)
  return { at, payment_request_id: id as Uuid }
}

// A few requests by what somebody types: words, how an id begins, a task, a transaction. Each is a look-up along one index of the
// sequenced requests, which ends after a few entries; creates carry none of it.

interface FindRequestsDeps {
  readonly transactions: Transactions
  readonly signer: Signer
}

const HASH = /^(0x)?[0-9a-f]{64}$/i
const ID_LENGTH_MAX = 160
/** How many requests with a word are looked at: a few where a few are shown, more where those don't do. */
const WORD_LOOKS = [200, 2_000] as const
const LIST_LOOKS = 2_000

export const findRequests = async ({ transactions, signer }: FindRequestsDeps, merchant_id: Uuid, q: string) => {
  const rows = await transactions.asTenant(merchant_id, async (tx) => {
    const found = [...(await byTransaction(tx, q)), ...(await byName(tx, q)), ...(await byWords(tx, q))]
    const once = [...new Map(found.map((entry) => [entry.payment_request_id, entry])).values()]
    return selectOf(tx, once.slice(0, SEARCH_HITS_MAX))
  })
  const requests = await signer.all(rows)
  return requests.map(({ request_id, connection_id, status, payment, payee, metadata, display }) => {
    const task_ref = taskRefOf(metadata)
    return {
      type: 'payment_request' as const,
      id: request_id,
      name: titleOf(display) ?? request_id,
      status,
      connection_id,
      payment: { amount: payment.amount, asset: payment.asset, payee: payee.name },
      ...(task_ref !== undefined && { task_ref }),
    }
  })
}

const byTransaction = async (tx: TenantTx, q: string): Promise<readonly Entry[]> => {
  if (!HASH.test(q)) return []
  const ids = await findNaming(tx, q.toLowerCase(), ALL_NETWORK_NAMES)
  return (await fewMatching(tx, { ids: ids.slice(0, SEARCH_HITS_MAX) })) ?? []
}

const byName = async (tx: TenantTx, q: string): Promise<readonly Entry[]> => {
  const tasks = await look(tx, { task_ref: q }, { before: undefined, at_most: SEARCH_HITS_MAX })
  if (q.length > ID_LENGTH_MAX) return tasks
  return [...(await findBeginning(tx, { named: q, ours: oursFrom(q) }, SEARCH_HITS_MAX)), ...tasks]
}

const byWords = async (tx: TenantTx, q: string): Promise<readonly Entry[]> => {
  for (const looks of WORD_LOOKS) {
    const ids = await findWorded(tx, q, looks)
    // Ids are ordered in time.
    const newest = ids.toSorted().slice(-SEARCH_HITS_MAX)
    if (newest.length === SEARCH_HITS_MAX || looks === WORD_LOOKS.at(-1))
      return (await fewMatching(tx, { ids: newest })) ?? []
  }
  return []
}

/** Of a list that is searched: all that was found, up to so many. */
const idsFound = async (tx: TenantTx, q: string, looks: number): Promise<readonly Uuid[]> => {
  const named = HASH.test(q) ? await findNaming(tx, q.toLowerCase(), ALL_NETWORK_NAMES) : []
  const begins = q.length > ID_LENGTH_MAX ? [] : await findBeginning(tx, { named: q, ours: oursFrom(q) }, looks)
  const worded = await findWorded(tx, q, looks)
  return [...new Set([...named, ...begins.map(({ payment_request_id }) => payment_request_id), ...worded])]
}

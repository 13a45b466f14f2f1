/** `getEvents`: filters, ranges and cursors as the RPC has them. */
import { nativeToScVal, StrKey, xdr } from '@stellar/stellar-sdk/base'
import type { Applied } from './apply-transaction.ts'
import { isContract } from './check-transaction.ts'
import type { Placed } from './ledger.ts'
import type { View } from './source-view.ts'

const LEDGERS_MAX = 10_000
const LIMIT_MAX = 10_000

interface EventFilter {
  type?: string
  contractIds?: string[]
  topics?: string[][]
}

export interface EventsQuery {
  startLedger?: number
  endLedger?: number
  filters?: EventFilter[]
  pagination?: { cursor?: string; limit?: number }
}

export function getEvents(view: View, { startLedger, endLedger, filters = [], pagination = {} }: EventsQuery) {
  const { cursor, limit = 100 } = pagination
  const [oldest, latest] = [view.oldest(), view.latest()]
  if (
    filters.length > 5 ||
    filters.some(({ topics = [], contractIds = [] }) => topics.length > 5 || contractIds.length > 5)
  )
    throw new RpcFault(-32602, 'filter 1 invalid: maximum 5 filters per request')
  if (cursor !== undefined && (startLedger !== undefined || endLedger !== undefined))
    throw new RpcFault(-32602, 'ledger ranges and cursor cannot both be set')
  if (limit > LIMIT_MAX) throw new RpcFault(-32602, `limit must not exceed ${LIMIT_MAX}`)
  const from = cursor === undefined ? (startLedger ?? 0) : ledgerOf(cursor)
  if (cursor === undefined && (from < oldest.sequence || from > latest.sequence))
    throw new RpcFault(-32600, `startLedger must be within the ledger range: ${oldest.sequence} - ${latest.sequence}`)
  const end = Math.min(endLedger ?? Infinity, from + LEDGERS_MAX, latest.sequence + 1)
  const page: WrittenEvent[] = []
  for (const one of view.ledgers().filter(({ sequence }) => sequence >= from && sequence < end)) {
    if (page.length >= limit) break
    const events = view.transactions([one]).flatMap((placed) => eventsOf(view, placed))
    const passed = events.filter(({ id }) => cursor === undefined || id > cursor)
    page.push(...passed.filter((event) => filters.length === 0 || filters.some((filter) => fits(event, filter))))
  }
  page.splice(limit)
  return {
    events: page,
    cursor: page.length === limit ? (page.at(-1)?.id ?? '') : idOf(BigInt(end) << 32n, 0, -1),
    latestLedger: latest.sequence,
    oldestLedger: oldest.sequence,
    latestLedgerCloseTime: latest.closed_at.toString(),
    oldestLedgerCloseTime: oldest.closed_at.toString(),
  }
}

type WrittenEvent = ReturnType<typeof eventsOf>[number]

interface Topics {
  operation: number
  index: number
  contractId: string
  topic: string[]
  value: string
}

const kept = new WeakMap<Applied, Topics[]>()

/** Written once: thousands of them are looked through for every page. */
function topicsOf(transaction: Applied): Topics[] {
  const known = kept.get(transaction)
  if (known !== undefined) return known
  const write = (event: xdr.ContractEvent, operation: number, index: number): Topics => ({
    operation,
    index,
    contractId: event.contractId === null ? '' : StrKey.encodeContract(event.contractId.toBytes()),
    topic: event.body.v0.topics.map((topic) => topic.toXdr('base64')),
    value: event.body.v0.data.toXdr('base64'),
  })
  const written = [
    write(transaction.fee_event, 0, 0),
    ...transaction.events.flatMap((events, operation) => events.map((event, i) => write(event, operation, i + 1))),
  ]
  kept.set(transaction, written)
  return written
}

/** Without the setting, a node tells of what contracts emit, and of nothing else. */
function eventsOf({ faults }: View, { ledger, transaction, order }: Placed) {
  const altered = faults.altered.get(transaction.hash)
  const told = topicsOf(transaction).filter(
    ({ index }) => faults.classic_events || (index > 0 && isContract(transaction.inner.tx)),
  )
  const place = (BigInt(ledger.sequence) << 32n) | (BigInt(order) << 12n)
  return told.map(({ operation, index, contractId, topic, value }) => ({
    type: 'contract',
    ledger: ledger.sequence,
    ledgerClosedAt: isoOf(ledger.closed_at),
    contractId,
    id: idOf(place, operation, index),
    operationIndex: operation,
    transactionIndex: order,
    txHash: transaction.listed_hash,
    inSuccessfulContractCall: transaction.successful,
    topic,
    value: altered === undefined || index === 0 ? value : i128(altered),
  }))
}

const i128 = (units: bigint): string => nativeToScVal(units, { type: 'i128' }).toXdr('base64')

export const isoOf = (closed_at: bigint): string =>
  new Date(Number(closed_at) * 1000).toISOString().replace('.000Z', 'Z')

/** Sorts as text in the order of the ledger. */
const idOf = (place: bigint, operation: number, index: number): string =>
  index < 0
    ? `${(place - 1n).toString().padStart(19, '0')}-4294967295`
    : `${(place | BigInt(operation)).toString().padStart(19, '0')}-${index.toString().padStart(10, '0')}`

const ledgerOf = (cursor: string): number => Number(BigInt(cursor.split('-')[0] ?? '0') >> 32n)

function fits(event: WrittenEvent, { type, contractIds = [], topics = [] }: EventFilter): boolean {
  if (type !== undefined && type !== event.type) return false
  if (contractIds.length > 0 && !contractIds.includes(event.contractId)) return false
  return topics.length === 0 || topics.some((pattern) => matches(event.topic, pattern))
}

/** `*` is any one topic, `**` at the end any number of them. */
function matches(topic: readonly string[], pattern: readonly string[]): boolean {
  const open = pattern.at(-1) === '**'
  const segments = open ? pattern.slice(0, -1) : pattern
  if (open ? topic.length < segments.length : topic.length !== segments.length) return false
  return segments.every((segment, i) => segment === '*' || segment === topic[i])
}

/** An error that the RPC answers with. */
export class RpcFault extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

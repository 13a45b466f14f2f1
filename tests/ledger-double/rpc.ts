/** The methods of the RPC over one source's view, in the shapes of version 28. */
import { xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE } from './accounts.ts'
import { type ClosedLedger, PROTOCOL } from './close-ledger.ts'
import type { Placed } from './ledger.ts'
import { findEntry } from './ledger-entries.ts'
import { base64Of } from './plain-values.ts'
import { getEvents, RpcFault } from './rpc-events.ts'
import type { View } from './source-view.ts'
import { readEnvelope } from './submitted.ts'
import { headerEntry, ledgerMeta, transactionMeta } from './transaction-set.ts'

const RETENTION = 120_960
const LEDGERS_MAX = 200
const KEYS_MAX = 200

type Params = Record<string, unknown>
type Method = (view: View, params: Params, origin: string) => unknown

const METHODS: Readonly<Record<string, Method>> = {
  getHealth: (view) => ({
    status: 'healthy',
    latestLedger: view.latest().sequence,
    oldestLedger: view.oldest().sequence,
    ledgerRetentionWindow: RETENTION,
  }),
  getNetwork: ({ ledger }, _, origin) => ({
    friendbotUrl: `${origin}/friendbot`,
    passphrase: ledger.passphrase,
    protocolVersion: String(PROTOCOL),
  }),
  getVersionInfo: () => ({
    version: 'ledger-double',
    commitHash: '',
    buildTimestamp: '',
    captiveCoreVersion: 'ledger-double',
    protocolVersion: PROTOCOL,
  }),
  getLatestLedger: (view) => {
    const latest = view.latest()
    return {
      id: latest.hash,
      protocolVersion: PROTOCOL,
      sequence: latest.sequence,
      closeTime: latest.closed_at.toString(),
      headerXdr: latest.header.toXdr('base64'),
      metadataXdr: metadataOf(view, latest),
    }
  },
  getTransaction,
  getTransactions,
  getLedgers,
  getLedgerEntries,
  getEvents: (view, params) => getEvents(view, params),
  getFeeStats: (view) => ({
    sorobanInclusionFee: distribution('0'),
    inclusionFee: distribution(String(view.latest().transactions.length)),
    latestLedger: view.latest().sequence,
  }),
  sendTransaction,
}

export function callRpc(view: View, method: string, params: Params, origin: string): unknown {
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined
  if (run === undefined) throw new RpcFault(-32601, `method not found: ${method}`)
  return run(view, params, origin)
}

function getTransaction(view: View, { hash }: Params) {
  if (typeof hash !== 'string' || !/^[0-9a-f]{64}$/.test(hash)) throw new RpcFault(-32602, 'unexpected hash length')
  const [oldest, latest] = [view.oldest(), view.latest()]
  const range = {
    latestLedger: latest.sequence,
    latestLedgerCloseTime: latest.closed_at.toString(),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTime: oldest.closed_at.toString(),
  }
  const found = view.find(hash)
  if (found === undefined) return { status: 'NOT_FOUND', txHash: hash, ...range }
  return { ...writtenTransaction(view, found), txHash: hash, ...range, createdAt: found.ledger.closed_at.toString() }
}

function writtenTransaction(view: View, { ledger, transaction, order }: Placed) {
  const { classic_events } = view.faults
  return {
    status: transaction.successful ? 'SUCCESS' : 'FAILED',
    txHash: transaction.listed_hash,
    ledger: ledger.sequence,
    createdAt: Number(ledger.closed_at),
    applicationOrder: order,
    feeBump: transaction.hash !== transaction.listed_hash,
    envelopeXdr: transaction.shown.envelope,
    resultXdr: transaction.shown.result,
    resultMetaXdr: transactionMeta(transaction, classic_events).toXdr('base64'),
    events: {
      contractEventsXdr: classic_events
        ? transaction.events.map((events) => events.map((event) => event.toXdr('base64')))
        : [],
    },
  }
}

/** Every transaction from a ledger on, or after the cursor: ledger, order and operation in one number. */
function getTransactions(view: View, params: Params) {
  const { startLedger, pagination = {} } = params as LedgerPage
  const [oldest, latest] = [view.oldest(), view.latest()]
  const limit = pagination.limit ?? 50
  if (limit > LEDGERS_MAX) throw new RpcFault(-32602, `limit must not exceed ${LEDGERS_MAX}`)
  const cursor = BigInt(pagination.cursor ?? BigInt(startLedger ?? 0) << 32n)
  const tokenOf = ({ ledger, order }: Placed) => (BigInt(ledger.sequence) << 32n) | (BigInt(order) << 12n)
  const ledgers = view.ledgers().filter(({ sequence }) => BigInt(sequence) >= cursor >> 32n)
  const page: Placed[] = []
  for (const one of ledgers) {
    if (page.length >= limit) break
    page.push(...view.transactions([one]).filter((placed) => tokenOf(placed) > cursor))
  }
  page.splice(limit)
  const last = page.at(-1)
  return {
    transactions: page.map((one) => writtenTransaction(view, one)),
    latestLedger: latest.sequence,
    latestLedgerCloseTimestamp: Number(latest.closed_at),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTimestamp: Number(oldest.closed_at),
    cursor: String(last === undefined ? cursor : tokenOf(last)),
  }
}

interface LedgerPage {
  startLedger?: number
  pagination?: { cursor?: string; limit?: number }
}

function getLedgers(view: View, params: Params) {
  const { startLedger, pagination = {} } = params as LedgerPage
  const [oldest, latest] = [view.oldest(), view.latest()]
  const limit = pagination.limit ?? 50
  if (limit > LEDGERS_MAX) throw new RpcFault(-32602, `limit must not exceed ${LEDGERS_MAX}`)
  const from = pagination.cursor === undefined ? (startLedger ?? 0) : Number(pagination.cursor) + 1
  if (pagination.cursor === undefined && (from < oldest.sequence || from > latest.sequence))
    throw new RpcFault(
      -32602,
      `start ledger (${from}) must be between the oldest ledger: ${oldest.sequence} and the latest ledger: ${latest.sequence} for this rpc instance`,
    )
  const page = view
    .ledgers()
    .filter(({ sequence }) => sequence >= from)
    .slice(0, limit)
  return {
    ledgers: page.map((ledger) => writtenLedger(view, ledger)),
    latestLedger: latest.sequence,
    latestLedgerCloseTime: Number(latest.closed_at),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTime: Number(oldest.closed_at),
    cursor: String(page.at(-1)?.sequence ?? from - 1),
  }
}

const writtenLedger = (view: View, ledger: ClosedLedger) => ({
  hash: ledger.hash,
  sequence: ledger.sequence,
  ledgerCloseTime: ledger.closed_at.toString(),
  headerXdr: headerEntry(ledger).toXdr('base64'),
  metadataXdr: metadataOf(view, ledger),
})

const kept = new WeakMap<ClosedLedger, Map<boolean, string>>()

/** A ledger of thousands is asked for again and again; what a source makes of it without lies is kept. */
function metadataOf(view: View, ledger: ClosedLedger): string {
  const { classic_events } = view.faults
  const told = view.told(ledger)
  const known = kept.get(told) ?? new Map<boolean, string>()
  const text = known.get(classic_events) ?? base64Of(ledgerMeta(told, classic_events))
  kept.set(told, known.set(classic_events, text))
  return text
}

/** The entries as they are now, whatever the head of this source: the double keeps no state of the past. */
function getLedgerEntries(view: View, { keys }: Params) {
  if (!Array.isArray(keys) || keys.length > KEYS_MAX)
    throw new RpcFault(-32602, `key count must not exceed ${KEYS_MAX}`)
  const entries = keys.flatMap((key: unknown) => {
    const found = findEntry(view.ledger.accounts, ledgerKey(key))
    return found === undefined ? [] : [{ key, xdr: found.data.toXdr('base64'), lastModifiedLedgerSeq: found.modified }]
  })
  return { entries, latestLedger: view.latest().sequence }
}

function ledgerKey(key: unknown): xdr.LedgerKey {
  try {
    return xdr.LedgerKey.fromXdr(String(key), 'base64')
  } catch {
    throw new RpcFault(-32602, `cannot unmarshal key value ${String(key)}`)
  }
}

function sendTransaction(view: View, { transaction }: Params) {
  const envelope = readEnvelope(transaction)
  const submission = envelope && view.ledger.submit(envelope)
  if (submission === undefined) throw new RpcFault(-32602, 'invalid_xdr')
  const latest = view.latest()
  return {
    status: submission.status,
    hash: submission.submitted.listed_hash,
    latestLedger: latest.sequence,
    latestLedgerCloseTime: latest.closed_at.toString(),
    ...(submission.status === 'ERROR' && {
      errorResultXdr: new xdr.TransactionResult({
        feeCharged: submission.submitted.fee,
        result: submission.refused,
        ext: xdr.TransactionResultExt.v0(),
      }).toXdr('base64'),
    }),
  }
}

const PERCENTILES = [10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99]

/** Ledgers here are never full, so every fee is the least. */
function distribution(transactionCount: string) {
  const fee = BASE_FEE.toString()
  const percentiles = Object.fromEntries(PERCENTILES.map((p) => [`p${p}`, fee]))
  return { max: fee, min: fee, mode: fee, ...percentiles, transactionCount, ledgerCount: 50 }
}

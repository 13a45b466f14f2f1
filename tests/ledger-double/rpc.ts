/** The methods of the RPC over one source's view, in the shapes of version 28. */
import { readEnvelope } from '@countersign/stellar/envelope'
import { xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE } from './accounts.ts'
import { type ClosedLedger, headerEntry, ledgerMeta, PROTOCOL, transactionMeta } from './close-ledger.ts'
import { findEntry } from './ledger-entries.ts'
import { getEvents } from './rpc-events.ts'
import { RpcFault } from './rpc-fault.ts'
import type { View } from './source-view.ts'

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
      metadataXdr: ledgerMeta(latest, view.faults.classic_events).toXdr('base64'),
    }
  },
  getTransaction,
  getLedgers,
  getLedgerEntries,
  getEvents: (view, params) => getEvents(view, params),
  getFeeStats: (view) => ({
    sorobanInclusionFee: distribution('0'),
    inclusionFee: distribution(String(view.transactions().length)),
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
  const { ledger, transaction, order } = found
  const { classic_events } = view.faults
  return {
    status: transaction.successful ? 'SUCCESS' : 'FAILED',
    txHash: hash,
    ...range,
    ledger: ledger.sequence,
    createdAt: ledger.closed_at.toString(),
    applicationOrder: order,
    feeBump: transaction.hash !== transaction.listed_hash,
    envelopeXdr: transaction.envelope.toXdr('base64'),
    resultXdr: transaction.result.toXdr('base64'),
    resultMetaXdr: transactionMeta(transaction, classic_events).toXdr('base64'),
    events: {
      contractEventsXdr: classic_events
        ? transaction.events.map((events) => events.map((event) => event.toXdr('base64')))
        : [],
    },
  }
}

function getLedgers(view: View, params: Params) {
  const { startLedger, pagination = {} } = params as {
    startLedger?: number
    pagination?: { cursor?: string; limit?: number }
  }
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
    ledgers: page.map((ledger) => writtenLedger(ledger, view.faults.classic_events)),
    latestLedger: latest.sequence,
    latestLedgerCloseTime: Number(latest.closed_at),
    oldestLedger: oldest.sequence,
    oldestLedgerCloseTime: Number(oldest.closed_at),
    cursor: String(page.at(-1)?.sequence ?? from - 1),
  }
}

const writtenLedger = (ledger: ClosedLedger, classic_events: boolean) => ({
  hash: ledger.hash,
  sequence: ledger.sequence,
  ledgerCloseTime: ledger.closed_at.toString(),
  headerXdr: headerEntry(ledger).toXdr('base64'),
  metadataXdr: ledgerMeta(ledger, classic_events).toXdr('base64'),
})

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
  const envelope = typeof transaction === 'string' ? readEnvelope(transaction) : undefined
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

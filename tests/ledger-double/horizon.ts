/** The paths of Horizon over one source's view, in the shapes of version 28. */
import { StrKey, xdr } from '@stellar/stellar-sdk/base'
import { BASE_FEE } from './accounts.ts'
import { PROTOCOL } from './close-ledger.ts'
import { accountRecord, paymentRecords, tokenOf, transactionRecord } from './horizon-records.ts'
import type { Placed } from './ledger.ts'
import { isoOf } from './rpc-events.ts'
import type { View } from './source-view.ts'
import { readEnvelope } from './submitted.ts'

const LIMIT_MAX = 200
/** Of a transaction, as far as paging tokens can tell them apart. */
const OPERATIONS_MAX = 4095

export interface Answer {
  status: number
  body: unknown
}

export interface HorizonCall {
  method: string
  url: URL
  /** Of a form. */
  form: URLSearchParams
  /** How long a submission waits for its ledger. */
  wait_ms: number
}

export async function callHorizon(view: View, call: HorizonCall): Promise<Answer> {
  const { method, url, form, wait_ms } = call
  const [first = '', id = '', more = ''] = url.pathname.split('/').filter((part) => part !== '')
  if (first === 'friendbot') return friendbot(view, url.searchParams.get('addr') ?? form.get('addr') ?? '', url.origin)
  if (method === 'POST' && first === 'transactions')
    return submitAndWait(view, form.get('tx') ?? '', url.origin, wait_ms)
  if (method === 'POST' && first === 'transactions_async') return submitOnly(view, form.get('tx') ?? '')
  if (method !== 'GET') return problem(405, 'Method Not Allowed')
  if (first === '') return answer(root(view))
  if (first === 'fee_stats') return answer(feeStats(view))
  if (first === 'accounts' && more === '') return oneAccount(view, id, url.origin)
  if (first === 'accounts' && more === 'payments') return payments(view, url, view.paymentsOf(id))
  if (first === 'accounts' && more === 'transactions')
    return page(
      url,
      view.transactions().filter(({ transaction }) => transaction.source === id),
      (one) => [transactionRecord(one, url.origin)],
    )
  if (first === 'payments') return payments(view, url, view.transactions())
  if (first === 'ledgers' && more === '') return oneLedger(view, Number(id))
  if (first === 'transactions' && more === '') return oneTransaction(view, id, url.origin)
  return problem(404, 'Resource Missing')
}

const answer = (body: unknown): Answer => ({ status: 200, body })

export function problem(status: number, title: string, extras?: Record<string, unknown>): Answer {
  const type = `https://stellar.org/horizon-errors/${title.toLowerCase().replaceAll(' ', '_')}`
  return { status, body: { type, title, status, detail: title, ...(extras && { extras }) } }
}

function root(view: View) {
  const [oldest, latest] = [view.oldest(), view.latest()]
  return {
    horizon_version: 'ledger-double',
    core_version: 'ledger-double',
    ingest_latest_ledger: latest.sequence,
    history_latest_ledger: latest.sequence,
    history_latest_ledger_closed_at: isoOf(latest.closed_at),
    history_elder_ledger: oldest.sequence,
    core_latest_ledger: latest.sequence,
    network_passphrase: view.ledger.passphrase,
    current_protocol_version: PROTOCOL,
    supported_protocol_version: PROTOCOL,
    core_supported_protocol_version: PROTOCOL,
  }
}

function feeStats(view: View) {
  const fee = BASE_FEE.toString()
  const shares = Object.fromEntries([10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 99].map((p) => [`p${p}`, fee]))
  const spread = { max: fee, min: fee, mode: fee, ...shares }
  return {
    last_ledger: String(view.latest().sequence),
    last_ledger_base_fee: fee,
    ledger_capacity_usage: '0.01',
    fee_charged: spread,
    max_fee: spread,
  }
}

function oneAccount(view: View, id: string, origin: string): Answer {
  const account = view.ledger.accounts.get(id)
  return account === undefined ? problem(404, 'Resource Missing') : answer(accountRecord(account, origin))
}

function oneTransaction(view: View, hash: string, origin: string): Answer {
  const found = view.find(hash)
  return found === undefined ? problem(404, 'Resource Missing') : answer(transactionRecord(found, origin))
}

function oneLedger(view: View, sequence: number): Answer {
  const found = view.ledgers().find((ledger) => ledger.sequence === sequence)
  if (found === undefined) return problem(404, 'Resource Missing')
  const { hash, closed_at, transactions } = view.told(found)
  const count = transactions.filter(({ successful }) => successful).length
  return answer({
    id: hash,
    paging_token: (BigInt(sequence) << 32n).toString(),
    hash,
    sequence,
    successful_transaction_count: count,
    failed_transaction_count: transactions.length - count,
    closed_at: isoOf(closed_at),
    header_xdr: found.header.toXdr('base64'),
  })
}

const payments = (view: View, url: URL, placed: readonly Placed[]): Answer => {
  const how = { origin: url.origin, join: url.searchParams.get('join') === 'transactions' }
  const account = /^\/accounts\/([^/]+)\//.exec(url.pathname)?.[1]
  return page(url, placed, (one) =>
    paymentRecords(view, one, how).filter((record) => account === undefined || concerns(record, account)),
  )
}

const concerns = (record: object, account: string): boolean =>
  Object.values(record).some(
    (value) => value === account || (Array.isArray(value) && value.some((one: object) => concerns(one, account))),
  )

/** A cursor from before this source's history is not refused: the page begins where the history does. */
function page(
  url: URL,
  placed: readonly Placed[],
  recordsOf: (one: Placed) => readonly { paging_token: string }[],
): Answer {
  const limit = Number(url.searchParams.get('limit') ?? 10)
  if (!Number.isInteger(limit) || limit < 1 || limit > LIMIT_MAX) return problem(400, 'Bad Request')
  const cursor = url.searchParams.get('cursor')
  const descending = url.searchParams.get('order') === 'desc'
  const start = BigInt(cursor ?? 0)
  const isPast = (token: bigint) => cursor === null || (descending ? token < start : token > start)
  const found: { paging_token: string }[] = []
  for (const one of descending ? placed.toReversed() : placed) {
    const edge = BigInt(tokenOf(one.ledger.sequence, one.order, descending ? 0 : OPERATIONS_MAX))
    if (!isPast(edge)) continue
    const records = recordsOf(one).filter(({ paging_token }) => isPast(BigInt(paging_token)))
    found.push(...(descending ? records.toReversed() : records))
    if (found.length >= limit) break
  }
  found.splice(limit)
  const link = (token: string | undefined, order: string) => {
    const there = new URL(url)
    if (token !== undefined) there.searchParams.set('cursor', token)
    there.searchParams.set('order', order)
    return { href: there.toString() }
  }
  const [forwards, backwards] = descending ? ['desc', 'asc'] : ['asc', 'desc']
  return answer({
    _links: {
      self: { href: url.toString() },
      next: link(found.at(-1)?.paging_token ?? cursor ?? undefined, forwards),
      prev: link(found[0]?.paging_token ?? cursor ?? undefined, backwards),
    },
    _embedded: { records: found },
  })
}

function friendbot(view: View, id: string, origin: string): Answer {
  if (!StrKey.isValidEd25519PublicKey(id)) return problem(400, 'Bad Request')
  const funded = view.ledger.fund(id)
  if (funded === undefined)
    return {
      status: 400,
      body: {
        type: 'bad_request',
        title: 'Bad Request',
        status: 400,
        detail: 'createAccountAlreadyExist: account already funded to starting balance',
      },
    }
  const placed = view.find(funded.hash)
  return answer(placed === undefined ? { hash: funded.hash, successful: true } : transactionRecord(placed, origin))
}

function submitOnly(view: View, text: string): Answer {
  const envelope = readEnvelope(text)
  const submission = envelope && view.ledger.submit(envelope)
  if (submission === undefined) return problem(400, 'Transaction Malformed', { envelope_xdr: text })
  const { status, submitted } = submission
  const body = { tx_status: status, hash: submitted.listed_hash }
  if (status === 'ERROR') return { status: 400, body: { ...body, error_result_xdr: refusedResult(submission) } }
  return { status: { PENDING: 201, DUPLICATE: 409, TRY_AGAIN_LATER: 503 }[status], body }
}

async function submitAndWait(view: View, text: string, origin: string, wait_ms: number): Promise<Answer> {
  const envelope = readEnvelope(text)
  const submission = envelope && view.ledger.submit(envelope)
  if (submission === undefined) return problem(400, 'Transaction Malformed', { envelope_xdr: text })
  if (submission.status === 'ERROR')
    return problem(400, 'Transaction Failed', { envelope_xdr: text, result_xdr: refusedResult(submission) })
  if (submission.status === 'TRY_AGAIN_LATER') return problem(503, 'Service Unavailable')
  const { listed_hash } = submission.submitted
  const placed = await included(view, listed_hash, wait_ms)
  if (placed === undefined) return problem(504, 'Timeout', { hash: listed_hash, envelope_xdr: text })
  if (placed.transaction.successful) return answer(transactionRecord(placed, origin))
  return problem(400, 'Transaction Failed', {
    envelope_xdr: text,
    result_xdr: placed.transaction.shown.result,
  })
}

const refusedResult = ({ refused, submitted }: { refused: xdr.TransactionResultResult; submitted: { fee: bigint } }) =>
  new xdr.TransactionResult({
    feeCharged: submitted.fee,
    result: refused,
    ext: xdr.TransactionResultExt.v0(),
  }).toXdr('base64')

function included(view: View, hash: string, wait_ms: number): Promise<Placed | undefined> {
  return new Promise((resolve) => {
    const finish = () => {
      stop()
      clearTimeout(timer)
      resolve(view.find(hash))
    }
    const stop = view.ledger.onClose(() => {
      if (view.find(hash) !== undefined) finish()
    })
    const timer = setTimeout(finish, wait_ms)
  })
}

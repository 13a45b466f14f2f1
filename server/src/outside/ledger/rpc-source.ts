/** The ledger by Stellar's RPC. */
import { FEE_TOPICS, topicsPaying } from '@countersign/stellar/event-topics'
import { takeSeal } from '@countersign/stellar/seal'
import type { Static, TSchema } from 'typebox'
import type { LedgerHttp } from './ledger-http.ts'
import { type Head, type LedgerSource, type LedgerTransaction, type Scan, SourceFault } from './ledger-source.ts'
import type { LedgerSourceSetting } from './read-ledger-sources.ts'
import { readPlaced } from './read-placed.ts'
import * as shapes from './rpc-shapes.ts'

/** What one call of getEvents looks at, at most. */
const LEDGERS_PER_CALL = 10_000
const EVENTS_PER_CALL = 10_000
/** The network closes a few with an empty value at times; a seal needs the first signed one after. */
const SEAL_LEDGERS = 5
const CHECKED_FOR_MS = 60_000

interface Deps {
  readonly http: LedgerHttp
  readonly passphrase: string
  readonly now: () => number
}

export function rpcSource(setting: LedgerSourceSetting, { http, passphrase, now }: Deps): LedgerSource {
  const { name, operator, network, simulated, url } = setting
  let calls = 0
  let checked_at = -Infinity
  let canary_at = -Infinity

  async function call<S extends TSchema>(method: string, params: object, schema: S): Promise<Static<S>> {
    calls += 1
    const id = calls
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await http.json(shapes.rpcAnswer(schema), { url, method: 'POST', headers, body })
    const told = answer as { id: number; result?: Static<S>; error?: { message: string } } | undefined
    if (told?.id !== id || told.result === undefined)
      throw new SourceFault(
        'unavailable',
        `${name} refused ${method}: ${told?.error?.message.slice(0, 200) ?? 'no result'}`,
      )
    return told.result
  }

  /** Another network's node would answer everything, and all of it wrongly. */
  async function checkNetwork(): Promise<void> {
    if (now() - checked_at < CHECKED_FOR_MS) return
    const { passphrase: own } = await call('getNetwork', {}, shapes.NetworkInfo)
    const { version } = await call('getVersionInfo', {}, shapes.VersionInfo)
    if (own !== passphrase) throw new SourceFault('wrong_network', `${name} is a node of another network`)
    if (version === 'ledger-double' && !simulated)
      throw new SourceFault('wrong_network', `${name} is a practice ledger`)
    checked_at = now()
  }

  async function headAt(sequence: number): Promise<Head | undefined> {
    const { latestLedger, oldestLedger } = await call('getHealth', {}, shapes.Health)
    if (sequence < oldestLedger || sequence > latestLedger) return undefined
    const { ledgers } = await call('getLedgers', { startLedger: sequence, pagination: { limit: 1 } }, shapes.Ledgers)
    const [first] = ledgers
    if (first?.sequence !== sequence) return undefined
    return { sequence, hash: first.hash, closed_at: BigInt(first.ledgerCloseTime) }
  }

  async function look(hash: string) {
    const found = await call('getTransaction', { hash }, shapes.Transaction)
    if (found.status === 'NOT_FOUND' || !('ledger' in found)) return { found, transaction: undefined }
    const ledger = await headAt(found.ledger)
    if (ledger === undefined || ledger.closed_at !== BigInt(found.createdAt))
      throw new SourceFault('malformed', `${name} shows a transaction in a ledger that it does not have`)
    const shown = { envelope: found.envelopeXdr, result: found.resultXdr, ledger, named: hash }
    return { found, transaction: readPlaced(name, passphrase, shown) }
  }

  /** Without the setting that tells of classic payments, a node answers every question about them with nothing. */
  async function checkCanary(through: number, oldest: number): Promise<void> {
    if (now() - canary_at < CHECKED_FOR_MS) return
    const startLedger = Math.max(oldest, through - LEDGERS_PER_CALL + 1)
    const { events } = await call('getEvents', eventsQuery(startLedger, through, [FEE_TOPICS], 1), shapes.Events)
    if (events.length === 0) throw new SourceFault('no_classic_events', `${name} does not tell of classic payments`)
    canary_at = now()
  }

  async function hashesPaying({ payee, own_assets, after, through }: Scan): Promise<Map<string, number>> {
    const found = new Map<string, number>()
    const topics = topicsPaying(payee, own_assets)
    let from = after + 1
    while (from <= through) {
      const to = Math.min(through, from + LEDGERS_PER_CALL - 1)
      const page = await call('getEvents', eventsQuery(from, to, topics, EVENTS_PER_CALL), shapes.Events)
      if (page.oldestLedger > from || page.latestLedger < to)
        throw new SourceFault('out_of_range', `${name} does not have ledgers ${from} to ${to}`)
      for (const { ledger, txHash } of page.events) {
        if (ledger < from || ledger > to) throw new SourceFault('malformed', `${name} answered with other ledgers`)
        found.set(txHash, ledger)
      }
      const last = page.events.at(-1)?.ledger ?? to
      const full = page.events.length === EVENTS_PER_CALL
      if (full && last === from) throw new SourceFault('out_of_range', `${name} has too many events in ledger ${from}`)
      from = full ? last : to + 1
    }
    return found
  }

  return {
    name,
    operator,
    network,
    simulated,
    async range() {
      await checkNetwork()
      const { oldestLedger } = await call('getHealth', {}, shapes.Health)
      const { id, sequence, closeTime } = await call('getLatestLedger', {}, shapes.LatestLedger)
      return { oldest: oldestLedger, latest: { sequence, hash: id, closed_at: BigInt(closeTime) } }
    },
    headAt,
    async transaction(hash) {
      const { found, transaction } = await look(hash)
      if (transaction !== undefined) return { is: 'found', transaction }
      const latest = await headAt(found.latestLedger)
      return latest === undefined ? { is: 'unknown' } : { is: 'absent', oldest: found.oldestLedger, latest }
    },
    async transfersTo(scan) {
      const { oldestLedger, latestLedger } = await call('getHealth', {}, shapes.Health)
      if (oldestLedger > scan.after + 1 || latestLedger < scan.through)
        throw new SourceFault('out_of_range', `${name} has ledgers ${oldestLedger} to ${latestLedger} only`)
      await checkCanary(scan.through, oldestLedger)
      const transactions: LedgerTransaction[] = []
      for (const [hash, ledger] of await hashesPaying(scan)) {
        const { transaction } = await look(hash)
        if (transaction?.ledger.sequence !== ledger)
          throw new SourceFault('malformed', `${name} tells of a transaction that it does not have`)
        transactions.push(transaction)
      }
      return transactions
    },
    async seal({ listed_hash, envelope, ledger }) {
      const query = { startLedger: ledger.sequence, pagination: { limit: SEAL_LEDGERS } }
      const { ledgers } = await call('getLedgers', query, shapes.Ledgers)
      if (ledgers[0]?.sequence !== ledger.sequence) return undefined
      return takeSeal(
        listed_hash,
        envelope,
        ledgers.map(({ metadataXdr }) => metadataXdr),
      )
    },
  }
}

const eventsQuery = (startLedger: number, through: number, topics: string[][], limit: number) => ({
  startLedger,
  endLedger: through + 1,
  filters: [{ type: 'contract', topics }],
  pagination: { limit },
})

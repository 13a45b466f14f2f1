/** The ledger by Stellar's RPC. */
import { FEE_TOPICS, topicsPaying } from '@pursestrings/stellar/event-topics'
import { previousHash, takeSeal } from '@pursestrings/stellar/seal'
import type { Static, TSchema } from 'typebox'
import type { LedgerHttp } from '../ledger-http.ts'
import { type Head, type LedgerSource, type Scan, SourceFault } from '../ledger-source.ts'
import { askedOnce, ifTooLarge, type Listing, listingOf, pagesOf } from '../listing.ts'
import type { LedgerSourceSetting } from '../read-ledger-sources.ts'
import { readPlaced } from './read-placed.ts'
import * as shapes from './rpc-shapes.ts'

/** What one call of getEvents looks at, at most: fourteen hours. */
const LEDGERS_PER_CALL = 10_000
/** An event of a contract may have 16 KiB. */
const EVENTS_PER_CALL = 1_000
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
    const answered = answer as { id: number; result?: Static<S>; error?: { message: string } } | undefined
    if (answered?.id !== id || answered.result === undefined)
      throw new SourceFault(
        'unavailable',
        `${name} refused ${method}: ${answered?.error?.message.slice(0, 200) ?? 'no result'}`,
      )
    return answered.result
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

  async function ledgersFrom(startLedger: number, limit: number) {
    const { ledgers } = await call('getLedgers', { startLedger, pagination: { limit } }, shapes.Ledgers)
    return ledgers
  }

  async function headAt(sequence: number): Promise<Head | undefined> {
    const { latestLedger, oldestLedger } = await call('getHealth', {}, shapes.Health)
    if (sequence < oldestLedger || sequence > latestLedger) return undefined
    const [first] = await ledgersFrom(sequence, 1)
    if (first?.sequence !== sequence) return undefined
    return { sequence, hash: first.hash, closed_at: BigInt(first.ledgerCloseTime) }
  }

  /** Strangers can fill a ledger until it is too large for an answer. The one after it names its hash, too. */
  async function placeAt(sequence: number): Promise<{ hash: string; closed_at?: bigint } | undefined> {
    const own = await headAt(sequence).catch(ifTooLarge('too_large' as const))
    if (own !== 'too_large') return own
    const { latestLedger } = await call('getHealth', {}, shapes.Health)
    if (latestLedger === sequence) throw new SourceFault('too_large', `${name} has no ledger after ${sequence} yet`)
    const [next] = await ledgersFrom(sequence + 1, 1)
    const hash = next?.sequence === sequence + 1 ? previousHash(next.headerXdr) : undefined
    return hash === undefined ? undefined : { hash }
  }

  async function look(hash: string, place = placeAt) {
    const found = await call('getTransaction', { hash }, shapes.Transaction)
    if (found.status === 'NOT_FOUND' || !('ledger' in found)) return { is: 'absent' as const, found }
    const closed_at = BigInt(found.createdAt)
    const placed = await place(found.ledger)
    if (placed === undefined || (placed.closed_at ?? closed_at) !== closed_at)
      throw new SourceFault('malformed', `${name} shows a transaction in a ledger that it does not have`)
    const ledger = { sequence: found.ledger, hash: placed.hash, closed_at }
    const shown = { envelope: found.envelopeXdr, result: found.resultXdr, ledger, named: hash }
    return { is: 'found' as const, ledger, transaction: readPlaced(passphrase, shown) }
  }

  /** Without the setting that tells of classic payments, a node answers every question about them with nothing. */
  async function checkCanary(through: number, oldest: number): Promise<void> {
    if (now() - canary_at < CHECKED_FOR_MS) return
    const startLedger = Math.max(oldest, through - LEDGERS_PER_CALL + 1)
    const { events } = await call(
      'getEvents',
      eventsQuery({ from: startLedger, to: through }, [FEE_TOPICS], 1),
      shapes.Events,
    )
    if (events.length === 0) throw new SourceFault('no_classic_events', `${name} does not tell of classic payments`)
    canary_at = now()
  }

  async function list(scan: Scan): Promise<Listing<undefined>> {
    const from = scan.after + 1
    const to = Math.min(scan.through, scan.after + LEDGERS_PER_CALL)
    const listing = listingOf<undefined>(name, { ...scan, through: to })
    const topics = topicsPaying(scan.payee, scan.own_assets)
    const inPages = pagesOf(EVENTS_PER_CALL)
    let cursor = ''
    for (;;) {
      const where = cursor === '' ? { from, to } : { cursor }
      const { page, limit } = await inPages((size) =>
        call('getEvents', eventsQuery(where, topics, size), shapes.Events),
      )
      if (page.oldestLedger > from || page.latestLedger < to)
        throw new SourceFault('out_of_range', `${name} does not have ledgers ${from} to ${to}`)
      for (const { id, ledger, ledgerClosedAt, txHash: hash } of page.events) {
        if (id <= cursor) throw new SourceFault('malformed', `${name} lists events out of order`)
        cursor = id
        const closed_at = BigInt(Date.parse(ledgerClosedAt)) / 1000n
        if (!listing.take({ hash, ledger, closed_at, shown: undefined })) return listing
      }
      if (page.events.length < limit) return listing
    }
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
      const looked = await look(hash).catch(ifTooLarge(undefined))
      if (looked?.is !== 'absent')
        return looked?.transaction ? { is: 'found', transaction: looked.transaction } : { is: 'unknown' }
      const latest = await headAt(looked.found.latestLedger)
      return latest === undefined ? { is: 'unknown' } : { is: 'absent', oldest: looked.found.oldestLedger, latest }
    },
    async transfersTo(scan) {
      const { oldestLedger, latestLedger } = await call('getHealth', {}, shapes.Health)
      if (oldestLedger > scan.after + 1 || latestLedger < scan.through)
        throw new SourceFault('out_of_range', `${name} has ledgers ${oldestLedger} to ${latestLedger} only`)
      await checkCanary(scan.through, oldestLedger)
      const listing = await list(scan)
      const place = askedOnce(placeAt)
      return listing.read(async ({ hash, ledger }) => {
        const looked = await look(hash, place).catch(ifTooLarge(undefined))
        if (looked !== undefined && (looked.is === 'absent' || looked.ledger.sequence !== ledger))
          throw new SourceFault('malformed', `${name} tells of a transaction that it does not have`)
        return looked?.transaction
      })
    },
    async seal({ listed_hash, envelope, ledger }) {
      const ledgers = await ledgersFrom(ledger.sequence, SEAL_LEDGERS)
      if (ledgers[0]?.sequence !== ledger.sequence) return undefined
      return takeSeal(
        listed_hash,
        envelope,
        ledgers.map(({ metadataXdr }) => metadataXdr),
      )
    },
  }
}

/** A cursor goes on where the last page ended; with one, a node takes no range. */
const eventsQuery = (where: { from: number; to: number } | { cursor: string }, topics: string[][], limit: number) => ({
  ...('from' in where && { startLedger: where.from, endLedger: where.to + 1 }),
  filters: [{ type: 'contract', topics }],
  pagination: { limit, ...('cursor' in where && { cursor: where.cursor }) },
})

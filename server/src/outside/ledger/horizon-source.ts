/** The ledger by Horizon. */
import type { Static } from 'typebox'
import * as shapes from './horizon-shapes.ts'
import type { LedgerHttp } from './ledger-http.ts'
import { type Head, type LedgerSource, type LedgerTransaction, type Scan, SourceFault } from './ledger-source.ts'
import type { LedgerSourceSetting } from './read-ledger-sources.ts'
import { readPlaced } from './read-placed.ts'

const PAGE = 200

interface Deps {
  readonly http: LedgerHttp
  readonly passphrase: string
}

export function horizonSource(setting: LedgerSourceSetting, { http, passphrase }: Deps): LedgerSource {
  const { name, operator, network, simulated } = setting
  const base = setting.url.replace(/\/$/, '')

  async function root(): Promise<Static<typeof shapes.Root>> {
    const told = await http.json(shapes.Root, { url: `${base}/` })
    if (told === undefined) throw new SourceFault('unavailable', `${name} is no Horizon`)
    if (told.network_passphrase !== passphrase)
      throw new SourceFault('wrong_network', `${name} is a node of another network`)
    if (told.horizon_version === 'ledger-double' && !simulated)
      throw new SourceFault('wrong_network', `${name} is a practice ledger`)
    return told
  }

  async function headAt(sequence: number): Promise<Head | undefined> {
    const found = await http.json(shapes.Ledger, { url: `${base}/ledgers/${sequence}` })
    if (found?.sequence !== sequence) return undefined
    return { sequence, hash: found.hash, closed_at: secondsOf(found.closed_at) }
  }

  async function placed(shown: Static<typeof shapes.Transaction>, named: string): Promise<LedgerTransaction> {
    const ledger = await headAt(shown.ledger)
    if (ledger === undefined || ledger.closed_at !== secondsOf(shown.created_at))
      throw new SourceFault('malformed', `${name} shows a transaction in a ledger that it does not have`)
    const { envelope_xdr: envelope, result_xdr: result } = shown
    return readPlaced(name, passphrase, { envelope, result, ledger, named })
  }

  async function within({ after, through }: Scan): Promise<void> {
    const { history_elder_ledger: oldest, history_latest_ledger: latest } = await root()
    if (oldest > after + 1 || latest < through)
      throw new SourceFault('out_of_range', `${name} has ledgers ${oldest} to ${latest} only`)
  }

  return {
    name,
    operator,
    network,
    simulated,
    async range() {
      const { history_elder_ledger: oldest, history_latest_ledger } = await root()
      const latest = await headAt(history_latest_ledger)
      if (latest === undefined) throw new SourceFault('malformed', `${name} does not have its own latest ledger`)
      return { oldest, latest }
    },
    headAt,
    async transaction(hash) {
      // First how far it has got: what it has not by then, it lacks up to there.
      const { history_elder_ledger: oldest, history_latest_ledger } = await root()
      const found = await http.json(shapes.Transaction, { url: `${base}/transactions/${hash}` })
      if (found !== undefined) return { is: 'found', transaction: await placed(found, hash) }
      const latest = await headAt(history_latest_ledger)
      return latest === undefined ? { is: 'unknown' } : { is: 'absent', oldest, latest }
    },
    async transfersTo(scan) {
      const found = new Map<string, LedgerTransaction>()
      // A cursor from before its history is moved forward without a word: so it is asked what it has around each page.
      await within(scan)
      let cursor = (BigInt(scan.after + 1) << 32n) - 1n
      for (;;) {
        const query = `cursor=${cursor}&order=asc&limit=${PAGE}&join=transactions`
        const page = await http.json(shapes.Payments, { url: `${base}/accounts/${scan.payee}/payments?${query}` })
        await within(scan)
        // An account that it has never seen was never paid.
        const records = page?._embedded.records ?? []
        for (const { paging_token, transaction_hash, transaction } of records) {
          const token = BigInt(paging_token)
          const ledger = Number(token >> 32n)
          if (token <= cursor || ledger !== transaction.ledger || transaction.hash !== transaction_hash)
            throw new SourceFault('malformed', `${name} lists payments out of order`)
          cursor = token
          if (ledger > scan.through) return [...found.values()]
          if (!found.has(transaction_hash)) found.set(transaction_hash, await placed(transaction, transaction_hash))
        }
        if (records.length < PAGE) return [...found.values()]
      }
    },
    seal: () => Promise.resolve(undefined),
  }
}

const secondsOf = (time: string): bigint => BigInt(Math.floor(Date.parse(time) / 1000))

/** The ledger by Horizon. */
import type { Static } from 'typebox'
import type { LedgerHttp } from '../ledger-http.ts'
import { type Head, type LedgerSource, type LedgerTransaction, type Scan, SourceFault } from '../ledger-source.ts'
import { askedOnce, ifTooLarge, type Listing, listingOf, pagesOf } from '../listing.ts'
import type { LedgerSourceSetting } from '../read-ledger-sources.ts'
import * as shapes from './horizon-shapes.ts'
import { readPlaced } from './read-placed.ts'

const PAGE = 200

type Shown = Static<typeof shapes.Transaction>
type Payment = Static<typeof shapes.PaymentNames>['_embedded']['records'][number] & { transaction?: Shown }

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

  async function placed(shown: Shown, named: string, head = headAt): Promise<LedgerTransaction | undefined> {
    const ledger = await head(shown.ledger)
    if (ledger === undefined || ledger.closed_at !== secondsOf(shown.created_at))
      throw new SourceFault('malformed', `${name} shows a transaction in a ledger that it does not have`)
    return readPlaced(passphrase, { envelope: shown.envelope_xdr, result: shown.result_xdr, ledger, named })
  }

  async function within({ after, through }: Scan): Promise<void> {
    const { history_elder_ledger: oldest, history_latest_ledger: latest } = await root()
    if (oldest > after + 1 || latest < through)
      throw new SourceFault('out_of_range', `${name} has ledgers ${oldest} to ${latest} only`)
  }

  async function list(scan: Scan): Promise<Listing<Payment>> {
    const payments = `${base}/accounts/${scan.payee}/payments?order=asc`
    const listing = listingOf<Payment>(name, scan)
    const inPages = pagesOf(PAGE)
    let cursor = (BigInt(scan.after + 1) << 32n) - 1n
    const whole = (size: number) =>
      http.json(shapes.Payments, { url: `${payments}&cursor=${cursor}&limit=${size}&join=transactions` })
    const nameOnly = () => http.json(shapes.PaymentNames, { url: `${payments}&cursor=${cursor}&limit=1` })
    // A cursor from before its history is moved forward without a word: so it is asked what it has around each page.
    await within(scan)
    for (;;) {
      // One transaction alone may be too large for an answer. Then it is listed without its bytes.
      const { page, limit } = (await inPages(whole).catch(ifTooLarge(undefined))) ?? {
        page: await nameOnly(),
        limit: 1,
      }
      await within(scan)
      // An account that it has never seen was never paid.
      const records: readonly Payment[] = page?._embedded.records ?? []
      for (const shown of records) {
        const { transaction, transaction_hash: hash } = shown
        const token = BigInt(shown.paging_token)
        const ledger = Number(token >> 32n)
        if (token <= cursor || (transaction && (ledger !== transaction.ledger || transaction.hash !== hash)))
          throw new SourceFault('malformed', `${name} lists payments out of order`)
        cursor = token
        if (!listing.take({ hash, ledger, closed_at: secondsOf(shown.created_at), shown })) return listing
      }
      if (records.length < limit) return listing
    }
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
      const asked = http.json(shapes.Transaction, { url: `${base}/transactions/${hash}` })
      const found = await asked.catch(ifTooLarge('unreadable' as const))
      if (found !== undefined) {
        const transaction = found === 'unreadable' ? undefined : await placed(found, hash)
        return transaction === undefined ? { is: 'unknown' } : { is: 'found', transaction }
      }
      const latest = await headAt(history_latest_ledger)
      return latest === undefined ? { is: 'unknown' } : { is: 'absent', oldest, latest }
    },
    async transfersTo(scan) {
      const listing = await list(scan)
      const head = askedOnce(headAt)
      return listing.read(async ({ hash, shown }) => shown.transaction && placed(shown.transaction, hash, head))
    },
    seal: () => Promise.resolve(undefined),
  }
}

const secondsOf = (time: string): bigint => BigInt(Math.floor(Date.parse(time) / 1000))

/**
 * A ledger for those who have no network at hand: Stellar's rules in memory, on the loopback, with test funds for whoever
 * asks. It begins again with every start, as the test network does a few times a year, and where a demo plays a past.
 */
import { Asset, Operation } from '@stellar/stellar-sdk/base'
import { type LedgerDouble, startLedgerDouble } from '../../tests/ledger-double/ledger-double.ts'
import { applied, fundedKey, transactionBy } from '../../tests/ledger-double/payer.ts'

export interface PracticeLedger {
  readonly url: string
  readonly rpc_url: string
  readonly friendbot_url: string
  /** For the service: LEDGER_SOURCES and LEDGER_VALIDATORS. */
  readonly sources: string
  readonly validators: string
  /** Closes a ledger at this second since 1970: a test does not wait for the end of a window. */
  passTo(at: bigint): void
  /** Begins again at this time; whoever had an account gets test funds again. Until `play`, a ledger closes for test funds alone. */
  beginAt(at: Date): void
  /** Closes a ledger for each that is queued, at the time that its hash is given here, and goes on at the machine's time. */
  play(times: ReadonlyMap<string, Date>): void
  stop(): Promise<void>
}

/** A payment is in a ledger within a second; an idle ledger closes as slowly as the network does. */
const CLOSES_EVERY_MS = 1_000
const IDLE_TURNS = 5
/** Whoever began a past and never played it gets the present back. */
const HELD_TURNS = 120

/** Its first ledger is older than any request, as on the test network: what is not paid can be proven from the first one on. */
const PAST_S = 60n

const secondsOf = (at: Date): bigint => BigInt(Math.floor(at.getTime() / 1_000))

export async function startPracticeLedger(port: number): Promise<PracticeLedger> {
  const double = await startLedgerDouble({ port, started_at: secondsOf(new Date()) - PAST_S })
  const { ledger } = double
  makeFirstPayment(double)
  let [turns, held] = [0, 0]
  const timer = setInterval(() => {
    turns += 1
    if (held > 0) held -= 1
    if (held > 0 || (ledger.queued() === 0 && turns < IDLE_TURNS)) return
    turns = 0
    ledger.close(secondsOf(new Date()))
  }, CLOSES_EVERY_MS)
  const { rpc_url, horizon_url } = double.source
  const friendbot_url = `${horizon_url}/friendbot`
  const shared = { operator: 'practice-ledger', network: 'stellar_testnet', friendbot_url }
  const sources = [
    { name: 'practice-rpc', api: 'rpc', url: rpc_url, ...shared },
    { name: 'practice-horizon', api: 'horizon', url: horizon_url, ...shared },
  ]
  return {
    url: horizon_url,
    rpc_url,
    friendbot_url,
    sources: JSON.stringify(sources),
    validators: ledger.validator,
    passTo: (at) => void ledger.close(at),
    beginAt(at) {
      held = HELD_TURNS
      const known = [...ledger.accounts.keys()]
      ledger.reset(secondsOf(at))
      makeFirstPayment(double)
      for (const id of known) ledger.fund(id)
    },
    play(times) {
      ledger.closeEach(({ hash }) => secondsOf(times.get(hash) ?? new Date()))
      held = 0
    },
    async stop() {
      clearInterval(timer)
      await double.stop()
    },
  }
}

/** The service doubts a node that tells of no payment at all. On the test network somebody always pays; here, the first is made. */
function makeFirstPayment({ ledger }: LedgerDouble): void {
  const payer = fundedKey(ledger, 1)
  const payment = { destination: payer.publicKey(), asset: Asset.native(), amount: '1' }
  applied(ledger, transactionBy(ledger, payer, [Operation.payment(payment)]))
}

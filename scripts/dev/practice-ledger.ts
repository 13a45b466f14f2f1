/**
 * A ledger for those who have no network at hand: Stellar's rules in memory, on the loopback, with test funds for whoever
 * asks. It begins again with every start, as the test network does a few times a year.
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
  stop(): Promise<void>
}

/** A payment is in a ledger within a second; an idle ledger closes as slowly as the network does. */
const CLOSES_EVERY_MS = 1_000
const IDLE_TURNS = 5

export async function startPracticeLedger(port: number): Promise<PracticeLedger> {
  const double = await startLedgerDouble({ port, every_ms: CLOSES_EVERY_MS, idle_turns: IDLE_TURNS })
  makeFirstPayment(double)
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
    validators: double.ledger.validator,
    stop: () => double.stop(),
  }
}

/** The service doubts a node that tells of no payment at all. On the test network somebody always pays; here, the first is made. */
function makeFirstPayment({ ledger }: LedgerDouble): void {
  const payer = fundedKey(ledger, 1)
  const payment = { destination: payer.publicKey(), asset: Asset.native(), amount: '1' }
  applied(ledger, transactionBy(ledger, payer, [Operation.payment(payment)]))
}

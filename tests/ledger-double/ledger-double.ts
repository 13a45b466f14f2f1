/**
 * A ledger for tests: real XDR, hashes, signatures and rules, one state behind any number of sources, and a clock in the
 * test's hands. Its validator key is its own, so nothing here passes for a real network.
 */
import { type Ledger, openLedger } from './ledger.ts'
import { type Source, serveSource } from './serve-source.ts'

const TESTNET = 'Test SDF Network ; September 2015'

export interface DoubleOptions {
  passphrase?: string
  /** Seconds since 1970 of the first ledger; else now. */
  started_at?: bigint
  /** A ledger closes by itself this often, at the time of the machine. */
  every_ms?: number
  /** The port of the first source; else a free one. */
  port?: number
  /** How long Horizon lets a submission wait for its ledger. */
  wait_ms?: number
}

export interface LedgerDouble extends AsyncDisposable {
  ledger: Ledger
  /** The first source; `addSource` starts others on the same ledger. */
  source: Source
  addSource(): Promise<Source>
  stop(): Promise<void>
}

const now = (): bigint => BigInt(Math.floor(Date.now() / 1000))

export async function startLedgerDouble(options: DoubleOptions = {}): Promise<LedgerDouble> {
  const { passphrase = TESTNET, started_at = now(), every_ms, port = 0, wait_ms = 10_000 } = options
  const ledger = openLedger({ passphrase, started_at })
  const sources: Source[] = []
  const serve = async (at: number): Promise<Source> => {
    const served = await serveSource(ledger, { wait_ms, port: at })
    sources.push(served)
    return served
  }
  const addSource = (): Promise<Source> => serve(0)
  const source = await serve(port)
  const timer = every_ms === undefined ? undefined : setInterval(() => ledger.close(now()), every_ms)
  const stop = async (): Promise<void> => {
    clearInterval(timer)
    await Promise.all(sources.splice(0).map((one) => one.stop()))
  }
  return { ledger, source, addSource, stop, [Symbol.asyncDispose]: stop }
}

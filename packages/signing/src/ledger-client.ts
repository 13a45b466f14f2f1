/**
 * What a wallet asks of a ledger, over the RPC. A transaction counts as found only where envelope and result are a pair that
 * has the hash asked for: nobody's summary is believed.
 */
import { readTransaction } from '@pursestrings/stellar/read-transaction'
import { LedgerRefusedError, LedgerUnavailableError, type RpcOptions, rpcCalls } from './rpc-call.ts'
import * as shapes from './rpc-shapes.ts'

export type { Head, SentAnswer } from './rpc-shapes.ts'

export type Lookup =
  | {
      readonly is: 'found'
      readonly successful: boolean
      /** Such as `txSuccess`. */
      readonly code: string
      readonly ledger: number
      readonly closed_at: number
    }
  /** In none of the ledgers from `oldest` to `latest`, by this source's word. */
  | { readonly is: 'absent'; readonly oldest: number; readonly latest: number; readonly latest_closed_at: number }

export interface LedgerClient {
  readonly passphrase: string
  head(signal?: AbortSignal): Promise<shapes.Head>
  /** Undefined where the source does not keep that ledger. */
  hashOf(sequence: number, signal?: AbortSignal): Promise<string | undefined>
  /** By key, in base64; absent ones are left out. */
  entries(keys: readonly string[], signal?: AbortSignal): Promise<shapes.EntriesAnswer>
  fee95(signal?: AbortSignal): Promise<number>
  /** By the hash of the payment, also where a fee bump carried it. */
  transaction(hash: string, signal?: AbortSignal): Promise<Lookup>
  send(envelope: string, signal?: AbortSignal): Promise<shapes.SentAnswer>
  /** Test funds for a new account. False where it has been funded before, or where the network gives none. */
  fund(address: string, signal?: AbortSignal): Promise<boolean>
}

export interface LedgerOptions extends RpcOptions {
  /** The network that is meant; a source of another one is refused. */
  readonly passphrase: string
}

export function createLedgerClient(options: LedgerOptions): LedgerClient {
  const { passphrase, fetch = globalThis.fetch } = options
  const callRpc = rpcCalls(options)
  let checked: Promise<shapes.NetworkAnswer> | undefined

  /** Asked once: a source of another network would answer everything, about other money. */
  const network = async (signal?: AbortSignal): Promise<shapes.NetworkAnswer> => {
    checked ??= callRpc('getNetwork', {}, shapes.network, signal)
    try {
      const answer = await checked
      if (answer.passphrase === passphrase) return answer
    } catch (failure) {
      checked = undefined
      throw failure
    }
    throw new LedgerRefusedError(0, 'This ledger belongs to another network than the payment.')
  }

  return {
    passphrase,
    async head(signal) {
      await network(signal)
      return callRpc('getLatestLedger', {}, shapes.latestLedger, signal)
    },
    async hashOf(sequence, signal) {
      try {
        const params = { startLedger: sequence, pagination: { limit: 1 } }
        const ledgers = await callRpc('getLedgers', params, shapes.ledgerHashes, signal)
        return ledgers.find((one) => one.sequence === sequence)?.hash
      } catch (failure) {
        if (failure instanceof LedgerRefusedError) return undefined
        throw failure
      }
    },
    entries: (keys, signal) => callRpc('getLedgerEntries', { keys }, shapes.ledgerEntries, signal),
    fee95: (signal) => callRpc('getFeeStats', {}, shapes.fee95, signal),
    async transaction(hash, signal) {
      const found = await callRpc('getTransaction', { hash }, shapes.transaction, signal)
      if (found.is === 'absent') return found
      const { ledger, closed_at } = found
      const read = readTransaction(found, passphrase)
      if (read?.hash !== hash) throw new LedgerUnavailableError('The ledger answered with another transaction.')
      return { is: 'found', successful: read.successful, code: read.result_code, ledger, closed_at }
    },
    async send(transaction, signal) {
      await network(signal)
      return callRpc('sendTransaction', { transaction }, shapes.sentTransaction, signal)
    },
    async fund(address, signal) {
      const { friendbot_url } = await network(signal)
      if (friendbot_url === undefined) return false
      const url = new URL(friendbot_url)
      url.searchParams.set('addr', address)
      const limit = AbortSignal.timeout(options.timeout_ms ?? FUNDING_MS)
      const response = await fetch(url, {
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
        signal: signal ? AbortSignal.any([signal, limit]) : limit,
      }).catch((cause: unknown) => {
        throw new LedgerUnavailableError('The source of test funds did not answer.', { cause })
      })
      if (response.status >= 500 || response.status === 429)
        throw new LedgerUnavailableError(`The source of test funds answered ${response.status}.`)
      return response.ok
    },
  }
}

/** Real ones wait for a ledger. */
const FUNDING_MS = 30_000

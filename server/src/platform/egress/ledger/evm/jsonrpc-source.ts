/**
 * An EVM ledger by JSON-RPC. Only final blocks are read, so nothing that was read is undone. A node is held to one chain of
 * its own: each log must stand in its receipt, and each receipt in a block that the node still has under that hash.
 */
import {
  type Block,
  blockAt,
  chainId,
  logsOf,
  type Receipt,
  type RpcCall,
  RpcFault,
  receiptOf,
  rpcResult,
  rpcText,
} from '@pursestrings/evm/json-rpc'
import { type Log, TRANSFER, topicOf } from '@pursestrings/evm/read-logs'
import { Type } from 'typebox'
import type { LedgerHttp } from '../ledger-http.ts'
import { type Head, type LedgerSource, type LedgerTransaction, type Scan, SourceFault } from '../ledger-source.ts'
import { askedOnce, ifTooLarge, type Listing, listingOf } from '../listing.ts'
import type { LedgerSourceSetting } from '../read-ledger-sources.ts'
import { readReceipt } from './read-receipt.ts'

/** What one call of eth_getLogs looks at, at most; many nodes refuse more. A node that takes less is asked for less. */
const BLOCKS_PER_CALL = 2_000
/** So many calls at most; the next look goes on from there. */
const CALLS_PER_SCAN = 16
const CHECKED_FOR_MS = 60_000
/** Anybody can have the token say so, in any account's name. */
const MOVES_NOTHING = /^0x0*$/

interface Deps {
  readonly http: LedgerHttp
  readonly chain_id: number
  /** The contract whose movements are payments, and what they are counted in. */
  readonly token: string
  readonly asset: string
  readonly now: () => number
}

export function jsonrpcSource(setting: LedgerSourceSetting, { http, chain_id, token, asset, now }: Deps): LedgerSource {
  const { name, operator, network, simulated } = setting
  const url = new URL(setting.url).href
  let calls = 0
  let checked_at = -Infinity
  // The hash of the last final block stands for all blocks before it: as long as it is the same, so are they.
  let known = { final: '', heads: new Map<number, Head>() }

  async function call<T>(what: RpcCall<T>): Promise<T> {
    calls += 1
    const id = calls
    const headers = { 'content-type': 'application/json' }
    const answer = await http.json(Type.Unknown(), { url, method: 'POST', headers, body: rpcText(id, what) })
    try {
      return rpcResult(id, what, answer)
    } catch (error) {
      if (!(error instanceof RpcFault)) throw error
      throw new SourceFault(error.why === 'refused' ? 'unavailable' : 'malformed', `${name}: ${error.message}`)
    }
  }

  /** Another chain's node would answer everything, and all of it wrongly. */
  async function checkChain(): Promise<void> {
    if (now() - checked_at < CHECKED_FOR_MS) return
    if ((await call(chainId())) !== chain_id)
      throw new SourceFault('wrong_network', `${name} is a node of another network`)
    checked_at = now()
  }

  const headOf = ({ number, hash, timestamp }: Block): Head => ({ sequence: number, hash, closed_at: timestamp })

  async function finalHead(): Promise<Head> {
    const block = await call(blockAt('finalized'))
    if (block === null) throw new SourceFault('unavailable', `${name} knows no final block yet`)
    if (block.hash !== known.final) known = { final: block.hash, heads: new Map() }
    return headOf(block)
  }

  async function headAt(sequence: number): Promise<Head | undefined> {
    const { heads } = known
    const had = heads.get(sequence)
    if (had !== undefined) return had
    const block = await call(blockAt(sequence))
    if (block === null) return undefined
    const head = headOf(block)
    heads.set(sequence, head)
    return head
  }

  async function ownHead(sequence: number): Promise<Head> {
    const head = await headAt(sequence)
    if (head === undefined) throw new SourceFault('malformed', `${name} does not have its own block ${sequence}`)
    return head
  }

  async function placed(receipt: Receipt, head = headAt): Promise<LedgerTransaction> {
    const ledger = await head(receipt.block)
    if (ledger?.hash !== receipt.block_hash)
      throw new SourceFault('malformed', `${name} shows a transaction in a block that it does not have`)
    return readReceipt(receipt, { ledger, token, asset })
  }

  /** A node refuses what would be too much in words of its own. */
  const isRefused = (error: unknown): boolean => error instanceof SourceFault && error.why === 'unavailable'

  async function logsTo(payee: string, from: number, through: number): Promise<readonly Log[]> {
    const topics = [TRANSFER, null, topicOf(payee)]
    try {
      return await call(logsOf({ contract: token, topics, from, through }))
    } catch (error) {
      if (from === through || !isRefused(error)) throw error
      throw new SourceFault('too_large', `${name} refused the logs of ${through - from + 1} blocks`)
    }
  }

  async function list(scan: Scan): Promise<Listing<readonly Log[]>> {
    const to = Math.min(scan.through, scan.after + CALLS_PER_SCAN * BLOCKS_PER_CALL)
    let read = scan.after
    const found: Log[] = []
    const unreadable: Head[] = []
    let blocks = BLOCKS_PER_CALL
    for (let asked = 0; read < to && asked < CALLS_PER_SCAN; asked += 1) {
      blocks = Math.min(blocks, to - read)
      const logs = await logsTo(scan.payee, read + 1, read + blocks).catch(ifTooLarge(undefined))
      if (logs === undefined && blocks > 1) {
        blocks = Math.ceil(blocks / 4)
        continue
      }
      // Strangers can fill one block with more than an answer holds. It may hold a payment, too.
      if (logs === undefined) unreadable.push(await ownHead(read + 1))
      else found.push(...logs.filter(({ data }) => !MOVES_NOTHING.test(data)))
      read += blocks
      blocks = Math.min(BLOCKS_PER_CALL, blocks * 2)
    }
    return listed(scan, { found, unreadable, read })
  }

  async function listed(
    scan: Scan,
    { found, unreadable, read }: { found: readonly Log[]; unreadable: readonly Head[]; read: number },
  ): Promise<Listing<readonly Log[]>> {
    const listing = listingOf<readonly Log[]>(name, { ...scan, through: Math.min(scan.through, read) })
    const too_large = unreadable.map(({ sequence, hash }) => ({ ledger: sequence, hash, logs: [] }))
    const paying = [...Map.groupBy(found, (log) => log.transaction_hash)].map(([hash, logs]) => ({
      ledger: logs[0]?.block ?? 0,
      hash,
      logs,
    }))
    const head = askedOnce(headAt)
    for (const { ledger, hash, logs } of [...too_large, ...paying].toSorted((a, b) => a.ledger - b.ledger)) {
      const block = await head(ledger)
      if (block === undefined || logs.some((log) => log.block_hash !== block.hash))
        throw new SourceFault('malformed', `${name} lists a payment in a block that it does not have`)
      if (!listing.take({ hash, ledger, closed_at: block.closed_at, shown: logs })) break
    }
    return listing
  }

  return {
    name,
    operator,
    network,
    simulated,
    async range() {
      await checkChain()
      // A node has every block of its chain, or says that it lacks what it is asked for.
      return { oldest: 0, latest: await finalHead() }
    },
    headAt,
    async transaction(hash) {
      // First how far it has got: what it has not by then, it lacks up to there.
      const latest = await finalHead()
      const receipt = await call(receiptOf(hash)).catch(ifTooLarge('unreadable' as const))
      if (receipt === 'unreadable') return { is: 'unknown' }
      if (receipt === null || receipt.block > latest.sequence) return { is: 'absent', oldest: 0, latest }
      return { is: 'found', transaction: await placed(receipt) }
    },
    async transfersTo(scan) {
      const latest = await finalHead()
      if (latest.sequence < scan.through)
        throw new SourceFault('out_of_range', `${name} has final blocks up to ${latest.sequence} only`)
      const listing = await list(scan)
      const head = askedOnce(headAt)
      return listing.read(async ({ hash, shown }) => {
        if (shown.length === 0) return undefined
        const receipt = await call(receiptOf(hash)).catch(ifTooLarge('unreadable' as const))
        if (receipt === 'unreadable') return undefined
        if (receipt === null || !shown.every((log) => isIn(log, receipt)))
          throw new SourceFault('malformed', `${name} tells of a payment that is not in its transaction`)
        return placed(receipt, head)
      })
    },
    seal: () => Promise.resolve(undefined),
  }
}

const isIn = (log: Log, { successful, block_hash, logs }: Receipt): boolean => {
  const [first] = logs
  const its = first && logs[log.index - first.index]
  const same = its?.index === log.index && its.data === log.data && its.topics.join() === log.topics.join()
  return successful && log.block_hash === block_hash && same && its.address.toLowerCase() === log.address.toLowerCase()
}

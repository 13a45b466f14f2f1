/**
 * What is asked of a node, and the one form in which its answer is taken. No I/O: whoever asks carries the text there and
 * back. A node that answers in another form, or with another's logs, is not believed.
 */
import type { Log } from './read-logs.ts'

export interface RpcCall<T> {
  readonly method: string
  readonly params: readonly unknown[]
  /** Undefined: not in the form of this answer. */
  readonly read: (result: unknown) => { readonly value: T } | undefined
}

export const RPC_FAULTS = ['refused', 'malformed'] as const

export class RpcFault extends Error {
  override readonly name = 'RpcFault'
  readonly why: (typeof RPC_FAULTS)[number]
  constructor(why: RpcFault['why'], message: string) {
    super(message)
    this.why = why
  }
}

export const rpcText = (id: number, { method, params }: RpcCall<unknown>): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** `answer`: as parsed from its JSON. Throws an RpcFault where it holds no such result. */
export function rpcResult<T>(id: number, { method, read }: RpcCall<T>, answer: unknown): T {
  if (!isRecord(answer) || answer['jsonrpc'] !== '2.0' || answer['id'] !== id)
    throw new RpcFault('malformed', `${method} was not answered in JSON-RPC 2.0`)
  const { error, result } = answer
  if (error !== undefined && error !== null) throw new RpcFault('refused', `${method} was refused: ${wordsOf(error)}`)
  const taken = read(result)
  if (taken === undefined) throw new RpcFault('malformed', `${method} was answered in a form that we do not know`)
  return taken.value
}

const wordsOf = (error: unknown): string =>
  isRecord(error) && typeof error['message'] === 'string' ? error['message'].slice(0, 200) : 'without a word'

/** Newer ones may be undone; those up to `finalized` never are. */
export type BlockTag = 'latest' | 'finalized'

export interface Block {
  readonly number: number
  readonly hash: string
  /** Seconds since 1970. */
  readonly timestamp: bigint
}

export interface Receipt {
  readonly transaction_hash: string
  readonly block: number
  readonly block_hash: string
  readonly successful: boolean
  readonly logs: readonly Log[]
}

export const chainId = (): RpcCall<number> => ({
  method: 'eth_chainId',
  params: [],
  read: (result) => valued(count(result)),
})

export const blockAt = (at: number | BlockTag): RpcCall<Block | null> => ({
  method: 'eth_getBlockByNumber',
  params: [typeof at === 'number' ? quantity(at) : at, false],
  read: orNull((result) => {
    const { number, hash, timestamp } = result
    const block = { number: count(number), hash: word(hash), timestamp: count(timestamp) }
    if (typeof at === 'number' && block.number !== at) return undefined
    return isWhole(block) ? { ...block, timestamp: BigInt(block.timestamp) } : undefined
  }),
})

export interface LogsWanted {
  readonly contract: string
  /** By place; null: any. */
  readonly topics: readonly (string | null)[]
  readonly from: number
  readonly through: number
}

/** In the order of the chain. */
export const logsOf = ({ contract, topics, from, through }: LogsWanted): RpcCall<readonly Log[]> => ({
  method: 'eth_getLogs',
  params: [{ address: contract, topics, fromBlock: quantity(from), toBlock: quantity(through) }],
  read: (result) => {
    if (!Array.isArray(result)) return undefined
    let last: Log | undefined
    const logs: Log[] = []
    for (const one of result) {
      const log = logIn(one)
      const is_asked =
        log !== undefined &&
        log.address.toLowerCase() === contract.toLowerCase() &&
        log.block >= from &&
        log.block <= through &&
        topics.every((topic, i) => topic === null || log.topics[i] === topic)
      if (!is_asked || (last !== undefined && !isAfter(log, last))) return undefined
      last = log
      logs.push(log)
    }
    return { value: logs }
  },
})

const isAfter = (log: Log, last: Log): boolean =>
  log.block > last.block || (log.block === last.block && log.index > last.index)

/** `hash`: 64 hexadecimal digits, without 0x. */
export const receiptOf = (hash: string): RpcCall<Receipt | null> => ({
  method: 'eth_getTransactionReceipt',
  params: [`0x${hash}`],
  read: orNull((result) => {
    const { transactionHash, blockNumber, blockHash, status, logs } = result
    const receipt = { transaction_hash: word(transactionHash), block: count(blockNumber), block_hash: word(blockHash) }
    const read = Array.isArray(logs) ? logs.map(logIn) : [undefined]
    const is_its_own =
      isWhole(receipt) &&
      receipt.transaction_hash === hash &&
      read.every(
        (log, i) =>
          log !== undefined &&
          log.transaction_hash === hash &&
          log.block === receipt.block &&
          log.block_hash === receipt.block_hash &&
          log.index === (read[0]?.index ?? 0) + i,
      )
    if (!is_its_own || (status !== '0x0' && status !== '0x1')) return undefined
    return { ...receipt, successful: status === '0x1', logs: read as Log[] }
  }),
})

/** What the account has of the token, in its smallest units. */
export const balanceOf = (contract: string, account: string, at: BlockTag = 'latest'): RpcCall<bigint> =>
  called(contract, `0x70a08231${account.slice(2).toLowerCase().padStart(64, '0')}`, at)

/** 1 once an authorization of the account with this nonce was used or canceled. `nonce`: 64 hexadecimal digits. */
export const authorizationState = (
  contract: string,
  { account, nonce, at = 'latest' }: { account: string; nonce: string; at?: BlockTag | number },
): RpcCall<bigint> => called(contract, `0xe94a0102${account.slice(2).toLowerCase().padStart(64, '0')}${nonce}`, at)

const called = (to: string, data: string, at: BlockTag | number): RpcCall<bigint> => ({
  method: 'eth_call',
  params: [{ to, data }, typeof at === 'number' ? quantity(at) : at],
  read: (result) => valued(typeof result === 'string' && WORD.test(result) ? BigInt(result) : undefined),
})

const WORD = /^0x[0-9a-f]{64}$/
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,12})$/
const ADDRESS = /^0x[0-9a-fA-F]{40}$/
const DATA = /^0x(?:[0-9a-f]{2})*$/
const TOPICS_MAX = 4

const quantity = (value: number): string => `0x${value.toString(16)}`

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const word = (value: unknown): string | undefined =>
  typeof value === 'string' && WORD.test(value) ? value.slice(2) : undefined

const count = (value: unknown): number | undefined =>
  typeof value === 'string' && QUANTITY.test(value) ? Number(value) : undefined

const valued = <T>(value: T | undefined): { value: T } | undefined => (value === undefined ? undefined : { value })

type Whole<T> = { readonly [K in keyof T]: Exclude<T[K], undefined> }

const isWhole = <T extends object>(value: T): value is T & Whole<T> =>
  Object.values(value).every((one) => one !== undefined)

const orNull =
  <T>(read: (result: Readonly<Record<string, unknown>>) => T | undefined): RpcCall<T | null>['read'] =>
  (result) => {
    if (result === null) return { value: null }
    return isRecord(result) ? valued(read(result)) : undefined
  }

function logIn(value: unknown): Log | undefined {
  if (!isRecord(value)) return undefined
  const { address, topics, data, blockNumber, blockHash, transactionHash, logIndex, removed } = value
  if (removed === true || typeof address !== 'string' || !ADDRESS.test(address)) return undefined
  if (typeof data !== 'string' || !DATA.test(data) || !Array.isArray(topics) || topics.length > TOPICS_MAX)
    return undefined
  if (!topics.every((topic) => word(topic) !== undefined)) return undefined
  const placed = {
    block: count(blockNumber),
    block_hash: word(blockHash),
    transaction_hash: word(transactionHash),
    index: count(logIndex),
  }
  return isWhole(placed) ? { address, topics: topics as string[], data, ...placed } : undefined
}

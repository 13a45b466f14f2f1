/** A node that lies: it stands before an honest one, and passes on what it isn't told to change. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { callNode, NodeRefused, quantity } from './call-node.ts'

/** As nodes give them. */
export interface Log {
  readonly address: string
  readonly topics: readonly string[]
  readonly data: string
  readonly blockNumber: string
  readonly blockHash: string
  readonly transactionHash: string
  readonly transactionIndex: string
  readonly logIndex: string
  readonly removed?: boolean
}

/** May be changed at any time; what is absent is told honestly. */
export interface Lies {
  chain_id?: number
  /** Stays behind by so many blocks, as if they didn't exist yet. */
  lag?: number
  /** Logs that it hides, in lists and receipts. */
  hides?: (log: Log) => boolean
  /** Logs that it makes up; given in lists whose filter they fit. */
  forged_logs?: readonly Log[]
  /** Receipts by transaction hash in lower case; `null` for one that it doesn't know. */
  forged_receipts?: ReadonlyMap<string, unknown>
  /** The last word on any answer; what it throws is told as the node's refusal. */
  changes?: (method: string, params: readonly unknown[], honest: unknown) => unknown
  /** `refuses` with status 503, `hangs` without an answer, `breaks` off in the middle of one. */
  fault?: 'refuses' | 'hangs' | 'breaks'
}

export interface LyingRpc extends AsyncDisposable {
  readonly url: string
  readonly lies: Lies
  /** Methods as they were asked, the oldest first. */
  readonly asked: string[]
  honest(): void
  stop(): Promise<void>
}

interface Call {
  readonly id: unknown
  readonly method: string
  readonly params?: readonly unknown[]
}

export const startLyingRpc = async (target: string, told: Lies = {}): Promise<LyingRpc> => {
  const lies: Lies = { ...told }
  const asked: string[] = []
  const answer = async ({ id, method, params = [] }: Call): Promise<object> => {
    asked.push(method)
    try {
      return { jsonrpc: '2.0', id, result: await tell(target, lies, method, params) }
    } catch (error) {
      if (!(error instanceof NodeRefused)) throw error
      return { jsonrpc: '2.0', id, error: { code: -32_000, message: error.message } }
    }
  }
  const server = createServer((request, response) => {
    serve(request, response, lies, answer).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await once(server.close(), 'close')
  }
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    lies,
    asked,
    honest() {
      for (const name of Object.keys(lies)) delete lies[name as keyof Lies]
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

/** A wallet in a browser asks from another origin. */
const HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-headers': '*',
  'content-type': 'application/json',
}

const serve = async (
  request: IncomingMessage,
  response: ServerResponse,
  { fault }: Lies,
  answer: (call: Call) => Promise<object>,
): Promise<void> => {
  if (request.method === 'OPTIONS') return void response.writeHead(204, HEADERS).end()
  const body = JSON.parse((await buffer(request)).toString()) as Call | readonly Call[]
  if (fault === 'hangs') return
  if (fault === 'refuses') return void response.writeHead(503, HEADERS).end('{}')
  const text = JSON.stringify(Array.isArray(body) ? await Promise.all(body.map(answer)) : await answer(body as Call))
  response.writeHead(200, HEADERS)
  if (fault !== 'breaks') return void response.end(text)
  response.write(text.slice(0, Math.ceil(text.length / 2)), () => response.destroy())
}

const tell = async (target: string, lies: Lies, method: string, params: readonly unknown[]): Promise<unknown> => {
  const honest = await withLies(target, lies, method, params)
  return lies.changes === undefined ? honest : lies.changes(method, params, honest)
}

const withLies = async (target: string, lies: Lies, method: string, params: readonly unknown[]): Promise<unknown> => {
  const { lag = 0, chain_id } = lies
  const ask = <Result>(...[name, given]: [string, readonly unknown[]]): Promise<Result> =>
    callNode<Result>(target, name, given)
  const head = async (): Promise<number> => Math.max(0, Number(await ask<string>('eth_blockNumber', [])) - lag)
  if (method === 'eth_chainId' && chain_id !== undefined) return quantity(chain_id)
  if (method === 'net_version' && chain_id !== undefined) return String(chain_id)
  if (method === 'eth_blockNumber') return quantity(await head())
  if (method === 'eth_getBlockByNumber') return blockOf(ask, params, lag, await head())
  if (method === 'eth_getLogs') return logsFor(ask, lies, params[0] as Filter, await head())
  if (method === 'eth_getTransactionReceipt') return receiptOf(ask, lies, String(params[0]), await head())
  return ask(method, params)
}

type Ask = <Result>(method: string, params: readonly unknown[]) => Promise<Result>

const blockOf = async (ask: Ask, [which, full]: readonly unknown[], lag: number, head: number): Promise<unknown> => {
  if (typeof which === 'string' && which.startsWith('0x'))
    return Number(which) > head ? null : ask('eth_getBlockByNumber', [which, full])
  if (lag === 0 || which === 'earliest') return ask('eth_getBlockByNumber', [which, full])
  const { number } = await ask<{ number: string }>('eth_getBlockByNumber', [which, false])
  return ask('eth_getBlockByNumber', [quantity(Math.max(0, Number(number) - lag)), full])
}

interface Filter {
  readonly address?: string | readonly string[]
  readonly topics?: readonly (string | readonly string[] | null)[]
  readonly fromBlock?: string
  readonly toBlock?: string
}

const logsFor = async (ask: Ask, lies: Lies, filter: Filter, head: number): Promise<readonly Log[]> => {
  const { hides = () => false, forged_logs = [] } = lies
  const logs = await ask<readonly Log[]>('eth_getLogs', [filter])
  const told = [...logs.filter((log) => !hides(log)), ...forged_logs.filter((log) => fits(filter, log))]
  return told.filter(({ blockNumber }) => Number(blockNumber) <= head).toSorted((a, b) => place(a) - place(b))
}

const place = ({ blockNumber, logIndex }: Log): number => Number(blockNumber) * 100_000 + Number(logIndex)

const includes = (wanted: string | readonly string[], value = ''): boolean =>
  [wanted].flat().some((one) => one.toLowerCase() === value.toLowerCase())

const fits = ({ address, topics = [], fromBlock = '0x0', toBlock = 'latest' }: Filter, log: Log): boolean =>
  (address === undefined || includes(address, log.address)) &&
  topics.every((topic, at) => topic === null || includes(topic, log.topics[at])) &&
  (!fromBlock.startsWith('0x') || Number(log.blockNumber) >= Number(fromBlock)) &&
  (!toBlock.startsWith('0x') || Number(log.blockNumber) <= Number(toBlock))

const receiptOf = async (ask: Ask, lies: Lies, hash: string, head: number): Promise<unknown> => {
  const { hides = () => false, forged_receipts } = lies
  if (forged_receipts?.has(hash.toLowerCase())) return forged_receipts.get(hash.toLowerCase())
  const receipt = await ask<{ logs: readonly Log[]; blockNumber: string } | null>('eth_getTransactionReceipt', [hash])
  if (receipt === null || Number(receipt.blockNumber) > head) return null
  return { ...receipt, logs: receipt.logs.filter((log) => !hides(log)) }
}

/**
 * One call of a ledger's JSON-RPC with our own fetch. Whatever is not the answer to this call, in the shape that was asked
 * for, counts as no answer: nothing is concluded from it.
 */

/** The ledger gave no answer that can be used. What was asked may have been done all the same. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError'
}

/** The ledger says that the call itself is wrong, such as a ledger out of its range. */
export class LedgerRefusedError extends Error {
  override readonly name = 'LedgerRefusedError'
  readonly code: number

  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

export interface RpcOptions {
  readonly rpc_url: string
  /** Per call. */
  readonly timeout_ms?: number | undefined
  readonly fetch?: typeof globalThis.fetch | undefined
}

export type Shape<T> = (value: unknown) => T | undefined
export type CallRpc = <T>(method: string, params: object, shape: Shape<T>, signal?: AbortSignal) => Promise<T>

const TIMEOUT_MS = 10_000
/** Far more than any answer to a wallet needs. */
const ANSWER_MAX = 1_000_000

export function rpcCalls({ rpc_url, timeout_ms = TIMEOUT_MS, fetch = globalThis.fetch }: RpcOptions): CallRpc {
  let last_id = 0
  return async (method, params, shape, signal) => {
    const id = ++last_id
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const text = await sent(fetch, rpc_url, { method, body, timeout_ms, signal })
    const answer = parsed(text)
    if (answer?.['jsonrpc'] !== '2.0' || answer['id'] !== id) throw unusable(method, 'is no answer to this call')
    const { error } = answer
    if (isRecord(error) && typeof error['code'] === 'number')
      throw new LedgerRefusedError(error['code'], `${method}: ${shortened(error['message'])}`)
    const result = shape(answer['result'])
    if (result === undefined) throw unusable(method, 'has a shape that this wallet does not know')
    return result
  }
}

interface Sent {
  readonly method: string
  readonly body: string
  readonly timeout_ms: number
  readonly signal: AbortSignal | undefined
}

async function sent(fetch: typeof globalThis.fetch, url: string, { method, body, timeout_ms, signal }: Sent) {
  const timeout = AbortSignal.timeout(timeout_ms)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
      // An answer from elsewhere is not this ledger's.
      redirect: 'error',
      credentials: 'omit',
      referrerPolicy: 'no-referrer',
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    })
    if (!response.ok) throw unusable(method, `has the status ${response.status}`)
    const text = await response.text()
    if (text.length > ANSWER_MAX) throw unusable(method, 'is too long')
    return text
  } catch (cause) {
    if (cause instanceof LedgerUnavailableError || signal?.aborted) throw cause
    const why = timeout.aborted ? `no answer within ${timeout_ms} ms` : 'no answer'
    throw new LedgerUnavailableError(`The ledger did not answer ${method}: ${why}.`, { cause })
  }
}

const unusable = (method: string, why: string): LedgerUnavailableError =>
  new LedgerUnavailableError(`The ledger's answer to ${method} ${why}.`)

const parsed = (text: string): Record<string, unknown> | undefined => {
  try {
    const value: unknown = JSON.parse(text)
    return isRecord(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** A stranger's words, kept short. */
const shortened = (value: unknown): string => (typeof value === 'string' ? value.slice(0, 200) : 'no reason given')

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

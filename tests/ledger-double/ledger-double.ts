/**
 * A ledger for tests: real XDR, hashes, signatures and rules, one state behind any number of sources, and a clock in the
 * test's hands. Its validator key is its own, so nothing here passes for a real network.
 */

import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Answer, callHorizon, problem } from './horizon.ts'
import { type Ledger, openLedger } from './ledger.ts'
import { callRpc } from './rpc.ts'
import { RpcFault } from './rpc-events.ts'
import { type CallFault, type Faults, noFaults, type View, viewOf } from './source-view.ts'

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

// One source over HTTP, on the loopback only: the RPC at `/rpc`, Horizon beside it. Here calls are lost, slowed or refused.

const BODY_MAX = 1_000_000
/** A wallet in a browser asks from another origin, as it does of the network's own nodes. */
const ANY_ORIGIN = { 'access-control-allow-origin': '*' }
const PREFLIGHT = {
  ...ANY_ORIGIN,
  'access-control-allow-headers': '*',
  'access-control-allow-methods': 'GET, POST',
  'access-control-max-age': '600',
}

export interface Source {
  rpc_url: string
  horizon_url: string
  /** May be changed at any time. */
  faults: Faults
  stop(): Promise<void>
}

export interface Serving {
  wait_ms: number
  /** 0 takes a free one. */
  port?: number
}

export async function serveSource(ledger: Ledger, { wait_ms, port = 0 }: Serving): Promise<Source> {
  const faults = noFaults()
  const view = viewOf(ledger, faults)
  const server = createServer((request, response) => {
    answerCall(view, request, response, wait_ms).catch((error: unknown) => {
      response.destroy(error instanceof Error ? error : undefined)
    })
  })
  // A test that is busy for seconds finds its connection as it left it.
  server.keepAliveTimeout = 0
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    rpc_url: `${origin}/rpc`,
    horizon_url: origin,
    faults,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

async function answerCall(view: View, request: IncomingMessage, response: ServerResponse, wait_ms: number) {
  if (request.method === 'OPTIONS') return void response.writeHead(204, PREFLIGHT).end()
  const url = new URL(request.url ?? '/', `http://${request.headers.host ?? '127.0.0.1'}`)
  const body = await bodyOf(request)
  const rpc = url.pathname === '/rpc' ? (JSON.parse(body) as RpcCall) : undefined
  const fault = takeFault(view.faults, rpc?.method ?? url.pathname.split('/')[1] ?? '')
  if (fault?.kind === 'lost_before') return void response.destroy()
  if (fault?.kind === 'too_many') return write(response, problem(429, 'Rate Limit Exceeded'), { 'retry-after': '1' })
  if (fault?.kind === 'timeout') return write(response, problem(504, 'Timeout'))
  if (fault?.kind === 'slow') await sleep(fault.ms ?? 1000)
  const answer = rpc
    ? answerRpc(view, rpc, url.origin)
    : await callHorizon(view, { method: request.method ?? 'GET', url, form: new URLSearchParams(body), wait_ms })
  if (fault?.kind === 'lost_after') return void response.destroy()
  write(response, answer)
}

function takeFault(faults: Faults, call: string): CallFault | undefined {
  const at = faults.calls.findIndex((fault) => fault.call === undefined || fault.call === call)
  return at === -1 ? undefined : faults.calls.splice(at, 1)[0]
}

interface RpcCall {
  id: unknown
  method: string
  params: Record<string, unknown> | null
}

function answerRpc(view: View, { id, method, params }: RpcCall, origin: string): Answer {
  try {
    return { status: 200, body: { jsonrpc: '2.0', id, result: callRpc(view, method, params ?? {}, origin) } }
  } catch (error) {
    if (!(error instanceof RpcFault)) throw error
    return { status: 200, body: { jsonrpc: '2.0', id, error: { code: error.code, message: error.message } } }
  }
}

function write(response: ServerResponse, { status, body }: Answer, headers: Record<string, string> = {}): void {
  const type = status >= 400 ? 'application/problem+json' : 'application/json'
  response.writeHead(status, { 'content-type': type, ...ANY_ORIGIN, ...headers }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let size = 0
  for await (const part of request as AsyncIterable<Buffer>) {
    size += part.length
    if (size > BODY_MAX) throw new RangeError('the body is too large')
    parts.push(part)
  }
  return Buffer.concat(parts).toString('utf8')
}

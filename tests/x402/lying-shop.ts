/** Stands before an honest shop, and changes its 402 or loses its answers as it is told. */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export interface Offered {
  network: string
  asset: string
  amount: string
  payTo: string
  maxTimeoutSeconds: number
  extra: Record<string, unknown>
  [field: string]: unknown
}

/** May be changed at any time; what is absent is told honestly. */
export interface ShopLies {
  /** What its 402 says in place of each offer. */
  offer?: (honest: Offered) => Offered
  /** What its 402 says of the resource. */
  resource?: Record<string, unknown>
  /** Where it sends a call: with the payment, or before it. */
  redirects?: (paid: boolean, path: string) => string | undefined
  /** Takes the payment and breaks off before it answers, so many times. */
  loses_answers?: number
}

export interface LyingShop extends AsyncDisposable {
  readonly port: number
  readonly lies: ShopLies
  /** Each call with a payment, and the host that it was meant for. */
  readonly paid_calls: string[]
  honest(): void
  stop(): Promise<void>
}

/** `target`: the port of the honest one. */
export const startLyingShop = async (target: number): Promise<LyingShop> => {
  const lies: ShopLies = {}
  const paid_calls: string[] = []
  const serve = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = 'GET', url = '/', headers } = request
    const payment = headers['payment-signature']
    if (payment !== undefined) paid_calls.push(`${headers.host}${url}`)
    const location = lies.redirects?.(payment !== undefined, url)
    if (location !== undefined) return void response.writeHead(307, { location }).end()
    const body = method === 'GET' ? undefined : new Uint8Array(await buffer(request))
    const passed = {
      // The honest one may be another process by the next call.
      connection: 'close',
      ...(typeof payment === 'string' && { 'payment-signature': payment }),
      'content-type': headers['content-type'] ?? 'text/plain',
    }
    // The honest shop delivers again to whom it knows by the address that was called.
    const answer = await fetch(`http://127.0.0.1:${target}${url}`, { method, headers: passed, ...(body && { body }) })
    if (payment !== undefined && (lies.loses_answers ?? 0) > 0) {
      lies.loses_answers = (lies.loses_answers ?? 0) - 1
      return void response.destroy()
    }
    const told = Object.fromEntries(answer.headers)
    const required = told['payment-required']
    if (required !== undefined) told['payment-required'] = changed(required, lies)
    const { 'content-length': _length, 'content-encoding': _encoding, 'transfer-encoding': _transfer, ...rest } = told
    response.writeHead(answer.status, rest).end(Buffer.from(await answer.arrayBuffer()))
  }
  const server = createServer((request, response) => {
    serve(request, response).catch(() => response.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const stop = async (): Promise<void> => {
    server.closeAllConnections()
    if (server.listening) await once(server.close(), 'close')
  }
  return {
    port: (server.address() as AddressInfo).port,
    lies,
    paid_calls,
    honest() {
      for (const name of Object.keys(lies)) delete lies[name as keyof ShopLies]
    },
    stop,
    [Symbol.asyncDispose]: stop,
  }
}

const changed = (header: string, { offer, resource }: ShopLies): string => {
  const required = JSON.parse(Buffer.from(header, 'base64').toString()) as { accepts: Offered[]; resource: object }
  const accepts = required.accepts.map((one) => offer?.(one) ?? one)
  return Buffer.from(
    JSON.stringify({ ...required, accepts, resource: { ...required.resource, ...resource } }),
  ).toString('base64')
}

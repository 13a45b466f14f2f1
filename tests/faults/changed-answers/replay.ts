/**
 * Stands between a client and the service. First it passes everything on and keeps the answers; then it gives the same
 * answers again, with one of them changed. So the service does each thing once, however many bytes there are to change.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage, type OutgoingHttpHeaders, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface Kept {
  readonly status: number
  readonly headers: OutgoingHttpHeaders
  readonly body: Buffer
}

/** By method and address. */
export type Tape = Map<string, Kept>

export interface Replay {
  readonly base_url: string
  /** From now on answers come from the service and are kept. */
  record(tape: Tape): void
  /** From now on answers come from the tape, except for this one. */
  play(tape: Tape, changed?: { readonly call: string; readonly body: Buffer }): void
  [Symbol.asyncDispose](): Promise<void>
}

const UNKNOWN = { ok: false, error: { code: 'resource_not_found', message: 'Nothing was kept for this call.' } }

export const startReplay = async (target: string): Promise<Replay> => {
  let answer: (call: string, asked: IncomingMessage, body: Buffer) => Promise<Kept>
  const server = createServer((asked, response) => {
    void bodyOf(asked)
      .then((body) => answer(`${asked.method} ${asked.url}`, asked, body))
      .then(({ status, headers, body }) => response.writeHead(status, headers).end(body))
      .catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    base_url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    record(tape) {
      answer = async (call, asked, body) => {
        const kept = await passedOn(target, asked, body)
        tape.set(call, kept)
        return kept
      }
    },
    play(tape, changed) {
      answer = async (call) => {
        const kept = tape.get(call)
        if (!kept) return { status: 404, headers: JSON_TYPE, body: Buffer.from(JSON.stringify(UNKNOWN)) }
        return changed?.call === call ? { ...kept, body: changed.body } : kept
      }
    },
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

const JSON_TYPE = { 'content-type': 'application/json' }
/** What the next answer is told by itself: its length, and that it is not packed. */
const OWN = new Set(['content-length', 'transfer-encoding', 'connection', 'keep-alive', 'date'])

const passedOn = (target: string, asked: IncomingMessage, body: Buffer): Promise<Kept> =>
  new Promise((resolve, reject) => {
    const { 'accept-encoding': _packed, host: _host, ...headers } = asked.headers
    const options = { method: asked.method, headers, agent: false }
    const onward = request(`${target}${asked.url}`, options, (came) => {
      bodyOf(came).then((text) => {
        const kept = Object.entries(came.headers).filter(([name]) => !OWN.has(name))
        resolve({ status: came.statusCode ?? 502, headers: Object.fromEntries(kept), body: text })
      }, reject)
    })
    onward.on('error', reject)
    onward.end(body)
  })

const bodyOf = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

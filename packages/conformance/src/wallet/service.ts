/** The service that a wallet of the test speaks to: its calls, as the specification and the API's own description name them. */

import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text as textOf } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { crc32 } from 'node:zlib'
import type { Json } from '../call.ts'
import { type FactsKey, factsOf, newId, newKey, recordOf, SOURCE, signedBy } from './facts.ts'

// Tokens in the form of the service's own, which clients check before they send one: where it belongs, chance, a checksum.

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

const base62 = (value: bigint, length: number): string => {
  let text = ''
  for (let rest = value; rest > 0n; rest /= 62n) text = ALPHABET.charAt(Number(rest % 62n)) + text
  return text.padStart(length, '0')
}

const newToken = (kind: 'device' | 'conn'): string => {
  const body = `svc_${kind}_001_${base62(BigInt(`0x${randomBytes(32).toString('hex')}`), 43)}`
  return `${body}${base62(BigInt(crc32(body)), 6)}`
}

export interface Report {
  readonly status: string
  readonly transaction_hash: string | undefined
  readonly decision_jws: string | undefined
  /** What its user had said by then. */
  readonly decided: string | undefined
  /** How often it had read the request by then. */
  readonly reads: number
  readonly came_at: number
  taken: boolean
  answered_at: number
}

/** What is answered in place of what is right. */
export interface Odd {
  readonly status?: number
  readonly json?: Json
  readonly headers?: Readonly<Record<string, string>>
  readonly wait_ms?: number
  /** No answer comes; what was asked is done all the same. */
  readonly lost?: boolean
}

export interface Asked {
  readonly id: string
  record: Json
  readonly reports: Report[]
  reads: number
  decided: 'approve' | 'reject' | undefined
  /** How reads and lists show it. */
  show(record: Json): Json
  /** Only the answer is odd where it is lost or slow; else nothing is done. */
  answer(report: Report, nth: number): Odd | undefined
}

export interface Came {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Json
  readonly token: string | undefined
  readonly at: number
}

interface Answer {
  readonly status: number
  readonly json: Json
  readonly odd?: Odd | undefined
}

export interface WalletService {
  readonly url: string
  readonly key: FactsKey
  /** Served beside the other, and vouched for by nobody. */
  readonly stranger: FactsKey
  readonly calls: Came[]
  readonly asked: Asked[]
  readonly device: { device_id: string; token: string; public_key: string | undefined }
  readonly connection_id: string
  readonly connection_token: string
  readonly pairing: { readonly id: string; readonly code: string; approved: Json }
  /** Answers every call of the device while it is there. */
  before: ((came: Came) => Odd | undefined) | undefined
  /** A new request that waits for the wallet's user. */
  ask(odd?: Partial<Pick<Asked, 'show' | 'answer'>>, facts?: Json): Asked
  close(): Promise<void>
}

export const SCOPES = ['payment.requests.create', 'payment.requests.read']
/** A step that is left out is judged, not refused. */
const FOLLOWS: Readonly<Record<string, readonly string[]>> = {
  pending: ['signed', 'broadcasted', 'confirmed', 'rejected'],
  signed: ['broadcasted', 'confirmed', 'failed'],
  broadcasted: ['confirmed', 'failed'],
}

export const refusal = (status: number, code: string): Answer => ({
  status,
  json: { ok: false, error: { code, message: `Refused: ${code}.`, request_id: newId('req') } },
})
const done = (json: Json, status = 200): Answer => ({ status, json: { ok: true, ...json } })

export const startService = async (port: number): Promise<WalletService> => {
  const server = createServer((request, response) => void answerTo(service, request, response))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection_id = newId('con')
  const key = newKey('facts-1')
  const service: WalletService = {
    url,
    key,
    stranger: newKey('facts-2'),
    calls: [],
    asked: [],
    device: { device_id: newId('dev'), token: newToken('device'), public_key: undefined },
    connection_id,
    connection_token: newToken('conn'),
    pairing: { id: newId('prs'), code: 'WDJB-MJHT', approved: undefined },
    before: undefined,
    ask(odd = {}, facts = factsOf(url, connection_id)) {
      const asked: Asked = {
        id: facts.request_id,
        record: recordOf(facts, signedBy(key, facts)),
        reports: [],
        reads: 0,
        decided: undefined,
        show: odd.show ?? ((record) => record),
        answer: odd.answer ?? (() => undefined),
      }
      service.asked.push(asked)
      return asked
    },
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return service
}

const answerTo = async (service: WalletService, request: IncomingMessage, response: ServerResponse): Promise<void> => {
  const url = new URL(request.url ?? '/', service.url)
  const written = await textOf(request)
  const body: Json = written === '' ? {} : JSON.parse(written)
  const bearer = request.headers.authorization?.replace(/^Bearer /, '')
  const came: Came = {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    body,
    token: bearer ?? body.token ?? url.searchParams.get('token') ?? undefined,
    at: Date.now(),
  }
  service.calls.push(came)
  const before = came.token === service.device.token ? service.before?.(came) : undefined
  const { status, json, odd } = before ? { status: 500, json: {}, odd: before } : answerOf(service, came)
  await pause(odd?.wait_ms ?? 0)
  if (odd?.lost) return void response.destroy()
  const headers = { 'content-type': 'application/json', 'cache-control': 'no-store', ...odd?.headers }
  response.writeHead(odd?.status ?? status, headers).end(JSON.stringify(odd?.json ?? json))
}

const answerOf = (service: WalletService, came: Came): Answer => {
  const call = `${came.method} ${came.path}`
  if (call === 'GET /.well-known/jwks.json') return done({ keys: [service.key.jwk, service.stranger.jwk] })
  if (call === 'GET /v1/service')
    return done({ service: { name: 'Conformance kit', base_url: service.url, networks: [] } })
  if (call === 'POST /v1/app-devices') {
    service.device.public_key = came.body.public_key
    return done({ device: deviceOf(service, came.body), token: service.device.token }, 201)
  }
  if (came.token !== service.device.token) return refusal(401, 'device_token_invalid')
  return pairingOf(service, call, came) ?? requestsOf(service, call, came) ?? refusal(404, 'resource_not_found')
}

const deviceOf = ({ device: { device_id, public_key } }: WalletService, { name, platform }: Json): Json => ({
  device_id,
  name: name ?? 'wallet',
  platform: platform ?? 'other',
  public_key: public_key ?? null,
  created_at: new Date().toISOString(),
  linked_at: null,
  revoked_at: null,
})

const connectionOf = ({ connection_id, device }: WalletService, scopes: Json): Json => ({
  connection_id,
  status: 'active',
  scopes,
  effective_scopes: scopes,
  source: SOURCE,
  decision_signature: device.public_key === undefined ? 'optional' : 'required',
  created_at: new Date().toISOString(),
})

const pairingOf = (service: WalletService, call: string, { body, query }: Came): Answer | undefined => {
  const { id, code, approved } = service.pairing
  const session = {
    pairing_session_id: id,
    status: approved === undefined ? 'pending' : 'approved',
    source: SOURCE,
    requested_scopes: SCOPES,
    granted_scopes: approved?.scopes ?? null,
  }
  const same = (body.code ?? query.get('code')) === code
  if (call === 'GET /v1/app-devices/current') return done({ device: deviceOf(service, {}) })
  if (call === 'GET /v1/connections')
    return done({ connections: approved ? [connectionOf(service, approved.scopes)] : [], next_cursor: null })
  if (call === 'GET /v1/connect-invitations') return done({ connect_invitations: [], next_cursor: null })
  if (!/\/pairing\/(lookups|sessions\/)/.test(call)) return undefined
  if (!same) return refusal(404, 'resource_not_found')
  if (!call.endsWith('/approve')) return done({ pairing_session: session, check_phrase: 'amber otter' })
  service.pairing.approved = body
  const { connection_token } = service
  return done({ connection: connectionOf(service, body.scopes), connection_token })
}

const requestsOf = (service: WalletService, call: string, came: Came): Answer | undefined => {
  const { asked } = service
  if (call === 'GET /v1/payment-requests') {
    const wanted = came.query.getAll('status')
    const found = asked.filter(({ record }) => wanted.length === 0 || wanted.includes(record.status))
    return done({ payment_requests: found.toReversed().map((one) => one.show(one.record)), next_cursor: null })
  }
  if (call === 'GET /v1/events') {
    const events = asked.map(({ record }, i) => eventOf(record, i + 1)).slice(Number(came.query.get('since')))
    // Each twice: a feed may repeat what it said.
    return done({ events: events.flatMap((one) => [one, one]), next_since: asked.length, has_more: false, epoch: 1 })
  }
  const [, id, rest] = /^\/v1\/payment-requests\/([^/]+)(\/status)?$/.exec(came.path) ?? []
  const one = asked.find((it) => it.id === id)
  if (one === undefined) return undefined
  if (came.method === 'POST' && rest !== undefined) return reported(one, came.body)
  one.reads++
  return done({ payment_request: one.show(one.record) })
}

const eventOf = ({ request_id, connection_id, status }: Json, cursor: number): Json => ({
  cursor,
  event_id: newId('evt'),
  type: `payment_request.${status}`,
  timestamp: new Date().toISOString(),
  data: { request_id, connection_id, status, cursor },
})

const reported = (one: Asked, { status, transaction_hash, decision_jws }: Json): Answer => {
  const { reports, reads, decided } = one
  const report: Report = {
    status,
    transaction_hash,
    decision_jws,
    decided,
    reads,
    came_at: Date.now(),
    taken: false,
    answered_at: 0,
  }
  reports.push(report)
  const odd = one.answer(report, reports.length)
  report.answered_at = Date.now() + (odd?.wait_ms ?? 0)
  if (odd?.status !== undefined) return { status: odd.status, json: {}, odd }
  const repeated = one.record.status === status && one.record.transaction_hash === transaction_hash
  if (!repeated && !FOLLOWS[one.record.status]?.includes(status)) return { ...refusal(409, 'invalid_transition'), odd }
  report.taken = true
  one.record = { ...one.record, status, ...(transaction_hash !== undefined && { transaction_hash }) }
  return { ...done({ payment_request: one.show(one.record), late: false }), odd }
}

/** A receiver of webhooks that does everything right, except for what it is told to do wrong. */
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

const FORGED = ['secret', 'body', 'id', 'stamp', 'headers', 'version']
const PAID = ['order', 'order once', 'order poisoned', 'order turned', 'order late', 'order unknown']

/** Each fault with the sentences that it breaks. */
export const FAULTS = {
  'checks no signature': [...FORGED, 'challenge forged', 'order forged'],
  'answers 500 to what is forged': [...FORGED, 'old', 'new'],
  'checks a body that it wrote itself': ['raw', 'body', 'order forged'],
  'takes an empty signature': ['headers', 'order forged'],
  'takes any version of a signature': ['version', 'order forged'],
  'reads the first signature alone': ['several'],
  'takes old messages': ['old', 'order forged'],
  'takes messages from later': ['new', 'order forged'],
  'takes no message that is a minute off': ['clock'],
  'notes an id before it checks the signature': ['order poisoned'],
  'does not echo the challenge': ['challenge'],
  'echoes the first challenge each time': ['challenge'],
  'echoes a forged challenge': ['challenge forged'],
  'thinks about a challenge': ['challenge time'],
  'refuses unknown types': ['unknown type'],
  'refuses unknown fields': ['raw', 'long', 'unknown fields', 'unknown type', 'order unknown'],
  'refuses what came before': ['repeat'],
  'refuses what comes out of order': ['turned'],
  'refuses long messages': ['long'],
  'reads the first piece alone': ['slow'],
  'answers late': ['time'],
  'ends when it is flooded': ['flood'],
  'delivers nothing': PAID,
  'delivers a repeated event again': ['order once'],
  'notes an event after it has delivered': ['order once'],
  "delivers on the wallet's word": ['order wallet', 'order turned'],
  'delivers what is rejected': ['order unpaid'],
  'takes the order of arrival for that of events': ['order turned', 'order late'],
  'does not deliver after expiry': ['order late', 'order turned'],
  'delivers whatever names a request': ['order wallet', 'order unpaid', 'order turned', 'order late', 'order unknown'],
} as const satisfies Readonly<Record<string, readonly string[]>>
export type Fault = keyof typeof FAULTS

const TOLERANCE_S = 300
const KINDS = new Set(
  `pending signed broadcasted confirmed failed rejected expired late_report disputed proven_unpaid ledger_finding chain_observed
  challenge test created revoked version_activated suspended failing canceled paused`.split(/\s+/),
)
const FIELDS =
  `request_id connection_id status previous_status cursor challenge webhook_endpoint_id merchant_id paused_by`.split(
    ' ',
  )

interface Message {
  readonly type: string
  readonly data: Readonly<Record<string, unknown>>
}

export const startReceiver = async (secret: string, ...faults: readonly Fault[]) => {
  const is = (one: Fault): boolean => faults.includes(one)
  const noted = new Set<string>()
  const ended = new Set<unknown>()
  const cursors = new Map<unknown, number>()
  let delivered = 0
  let first_challenge: unknown

  const signatureOf = (id: string, stamp: string, body: string): string =>
    createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
      .update(`${id}.${stamp}.${is('checks a body that it wrote itself') ? JSON.stringify(JSON.parse(body)) : body}`)
      .digest('base64')
  const isSigned = (id: string, stamp: string, given: string, body: string): boolean => {
    if (is('checks no signature')) return true
    if (is('takes an empty signature') && (given === '' || given === 'v1,')) return true
    const all = given.split(' ').map((one) => one.split(','))
    const some = is('reads the first signature alone') ? all.slice(0, 1) : all
    const version = (name: string | undefined) => name === 'v1' || is('takes any version of a signature')
    return some.some(([name, text]) => version(name) && text === signatureOf(id, stamp, body))
  }
  const isOnTime = (stamp: string): boolean => {
    const age_s = Date.now() / 1000 - Number(stamp)
    if (is('takes no message that is a minute off') && Math.abs(age_s) > 60) return false
    return (
      (age_s <= TOLERANCE_S || is('takes old messages')) && (age_s >= -TOLERANCE_S || is('takes messages from later'))
    )
  }
  const isGenuine = (request: IncomingMessage, body: string): boolean => {
    const { 'webhook-id': id, 'webhook-timestamp': stamp, 'webhook-signature': given = '' } = request.headers
    if (is('checks no signature') && !isOnTime(String(stamp ?? Date.now() / 1000))) return /[a-z]/.test(String(stamp))
    const right = [id, stamp, given].map(String) as [string, string, string]
    const whole = (id !== undefined && stamp !== undefined) || is('checks no signature')
    return whole && (is('checks no signature') || isOnTime(String(stamp))) && isSigned(...right, body)
  }

  const isDue = ({ type, data }: Message): boolean => {
    const { request_id, cursor } = data
    const kind = type.split('.')[1] ?? ''
    const latest = cursors.get(request_id) ?? 0
    cursors.set(request_id, Math.max(latest, Number(cursor)))
    if (kind === 'expired') ended.add(request_id)
    if (is('delivers nothing')) return false
    if (is('delivers whatever names a request') && request_id !== undefined) return true
    if (is('does not deliver after expiry') && (ended.has(request_id) || data['status'] === 'expired')) return false
    if (kind === 'confirmed' && is("delivers on the wallet's word")) return true
    if (kind === 'rejected' && is('delivers what is rejected')) return true
    // Whatever comes first is taken for the end of the order's way.
    if (is('takes the order of arrival for that of events') && kind !== 'chain_observed' && Number(cursor) < latest)
      return true
    return type === 'payment_request.chain_observed'
  }

  const refusalOf = ({ type, data }: Message, id: string): number | undefined => {
    const { cursor, request_id } = data
    if (is('refuses unknown types') && !KINDS.has(type.split('.')[1] ?? '')) return 422
    if (is('refuses unknown fields') && Object.keys(data).some((name) => !FIELDS.includes(name))) return 422
    if (is('refuses what came before') && noted.has(id)) return 409
    if (is('refuses what comes out of order') && Number(cursor) < (cursors.get(request_id) ?? 0)) return 409
    return undefined
  }

  const take = async (message: Message, id: string): Promise<number> => {
    const refused = refusalOf(message, id)
    if (refused !== undefined) return refused
    const due = isDue(message)
    if (noted.has(id) && !is('delivers a repeated event again')) return 204
    if (due && is('notes an event after it has delivered')) await pause(100)
    if (due) delivered++
    noted.add(id)
    return 204
  }

  const challenged = async ({ data: { challenge } }: Message): Promise<string> => {
    first_challenge ??= challenge
    if (is('thinks about a challenge')) await pause(400)
    if (is('does not echo the challenge')) return '{}'
    return JSON.stringify({ challenge: is('echoes the first challenge each time') ? first_challenge : challenge })
  }

  const read = async (request: IncomingMessage): Promise<string> => {
    const pieces: Buffer[] = []
    for await (const piece of request as AsyncIterable<Buffer>) {
      pieces.push(piece)
      if (is('reads the first piece alone')) break
    }
    return Buffer.concat(pieces).toString()
  }
  const answer = async (request: IncomingMessage): Promise<{ readonly status: number; readonly text?: string }> => {
    const body = await read(request)
    const id = String(request.headers['webhook-id'])
    if (is('ends when it is flooded') && body.length > 1_000_000) server.close()
    if (is('answers late') && body.includes('webhook_endpoint.test')) await pause(400)
    if (is('refuses long messages') && body.length > 10_000) return { status: 413 }
    if (!isGenuine(request, body)) {
      if (is('echoes a forged challenge') && body.includes('challenge'))
        return { status: 400, text: await challenged(JSON.parse(body) as Message) }
      if (is('notes an id before it checks the signature')) noted.add(id)
      return { status: is('answers 500 to what is forged') ? 500 : 400 }
    }
    const message = JSON.parse(body) as Message
    if (message.type === 'webhook_endpoint.challenge') return { status: 200, text: await challenged(message) }
    return { status: await take(message, id) }
  }
  const server = createServer((request, response) => {
    answer(request).then(
      ({ status, text = '' }) => response.writeHead(status).end(text),
      () => response.writeHead(400).end(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    delivered: async () => delivered,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      if (server.listening) await once(server.close(), 'close')
    },
  }
}

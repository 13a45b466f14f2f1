/**
 * Agents that ask, devices that decide and readers that follow, each writing down what it saw. A call without a clear answer is
 * sent again with the same key until there is one, as docs/retries.md tells clients to.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import { call, type Sent } from '../../../server/test/call.ts'
import { newConnection, type TestConnection } from '../../../server/test/connection.ts'
import { until } from '../../../server/test/until.ts'
import { type CallOutcome, type Recorder, recordTo } from './history.ts'
import type { Stack } from './stack.ts'

export interface LoadOptions {
  readonly agents?: number
  /** Between two creates of one agent. */
  readonly every_ms?: number
  /** Between two tries of one call. */
  readonly retry_ms?: number
  /** Where calls go instead of the front. */
  readonly url?: string
}

export interface Load {
  readonly history: Recorder
  acked(): number
  /** Writes down that something was broken. */
  fault(what: string): void
  /** Ends the load, reads every feed and every webhook to its end, and writes down what the database holds. */
  settle(deadline_ms?: number): Promise<void>
}

const CALL_MS_MAX = 20_000
const SETTLE_MS = 180_000
/** When the load is over, a call that is still without an answer is tried for this much longer. */
const LAST_TRIES_MS = 60_000

interface Tried {
  readonly begin: number
  readonly end: number
  readonly outcome: CallOutcome
  readonly said: string
  // oxlint-disable-next-line typescript/no-explicit-any
  readonly json?: any
}

const tryOnce = async (base: string, token: string, method: string, path: string, sent: Sent = {}): Promise<Tried> => {
  const begin = Date.now()
  const headers = { authorization: `Bearer ${token}`, ...sent.headers }
  const late = new Promise<never>((_, reject) =>
    setTimeout(() => reject(new Error('no answer in time')), CALL_MS_MAX).unref(),
  )
  try {
    const answer = await Promise.race([call(base, method, path, { ...sent, headers }), late])
    const { status, json, text } = answer
    const outcome = status >= 500 || status === 429 ? 'unknown' : status >= 400 ? 'refused' : 'done'
    const said = status < 300 ? String(status) : `${status} ${json?.error?.code ?? text.slice(0, 40)}`
    return { begin, end: Date.now(), outcome, said, json }
  } catch (error) {
    const { cause, message } = error as Error & { cause?: { code?: string } }
    return { begin, end: Date.now(), outcome: 'unknown', said: cause?.code ?? message }
  }
}

export const startLoad = async (stack: Stack, name: string, options: LoadOptions = {}): Promise<Load> => {
  const { agents = 4, every_ms = 0, retry_ms = 250, url = `http://127.0.0.1:${stack.front.port}` } = options
  const history = recordTo(name)
  const connections: TestConnection[] = []
  for (let i = 0; i < agents; i++) connections.push(await newConnection(stack.world, { operator: stack.operator }))
  const on = { asking: true, until: Number.POSITIVE_INFINITY }
  let [acked, keys] = [0, 0]
  const { recipient_id, recipient_version_id } = stack.payee

  const askOne = async ({ connection_id: agent, connection_token }: TestConnection): Promise<string | undefined> => {
    const idempotency_key = `${name}-${keys++}`
    const asked = { recipient_id, recipient_version_id, payment: { amount: '12.5' }, idempotency_key }
    const body = { ...asked, policy: { requires_user_approval: true } }
    for (let attempt = 1; ; attempt++) {
      const { json, ...tried } = await tryOnce(url, connection_token, 'POST', '/v1/payment-requests', { body })
      const made = json?.payment_request
      const answer = tried.outcome === 'done' && { request_id: made.request_id, facts_digest: made.facts_digest }
      history.add({ kind: 'create', agent, key: idempotency_key, attempt, ...tried, ...answer })
      if (tried.outcome === 'done') acked++
      if (tried.outcome !== 'unknown' || Date.now() > on.until) return made?.request_id
      await pause(retry_ms)
    }
  }
  const decide = async ({ connection_id: agent, device }: TestConnection, request_id: string, status: string) => {
    const path = `/v1/payment-requests/${request_id}/status`
    for (let attempt = 1; ; attempt++) {
      const { json: _json, ...tried } = await tryOnce(url, device.token, 'POST', path, { body: { status } })
      history.add({ kind: 'report', agent, request_id, status, attempt, ...tried })
      if (tried.outcome !== 'unknown' || Date.now() > on.until) return
      await pause(retry_ms)
    }
  }
  const keepAsking = async (connection: TestConnection) => {
    for (let i = 0; on.asking; i++) {
      const request_id = await askOne(connection)
      if (request_id === undefined) return
      if (i % 4 === 0) await decide(connection, request_id, i % 8 === 0 ? 'rejected' : 'signed')
      if (every_ms > 0) await pause(every_ms)
    }
  }

  const following = new AbortController()
  const read = new Map<string, number>(connections.map(({ connection_id }) => [connection_id, 0]))
  const follow = async ({ connection_id: agent, connection_token }: TestConnection) => {
    let since = 0
    while (!following.signal.aborted) {
      const path = `/v1/payment-requests/events?changes=all&since=${since}&limit=500&wait=2`
      const { outcome, json } = await tryOnce(url, connection_token, 'GET', path)
      if (outcome !== 'done') await pause(retry_ms)
      else {
        for (const { cursor, event_id, request_id, status } of json.events) {
          history.add({ kind: 'event', agent, cursor, event_id, request_id, status })
        }
        since = json.next_since
        read.set(agent, (read.get(agent) ?? 0) + json.events.length)
      }
    }
  }
  const asking = connections.map(keepAsking)
  const reading = connections.map(follow)
  const ids = connections.map(({ connection_id }) => uuidOf('con', connection_id))

  const logged = () =>
    stack.query<{ connection_id: Uuid; event_id: Uuid }>(
      `select connection_id, event_id from events where connection_id = any ($1) and kind::text like 'payment_request.%'`,
      [ids],
    )
  /** Whether readers and webhooks are through is seen from their side; what they should have seen, from the log. */
  const caughtUp = async () => {
    const rows = await logged().catch(() => undefined)
    if (rows === undefined) return false
    await pause(250)
    const seen = [...read.values()].reduce((a, b) => a + b, 0)
    return seen >= rows.length && rows.every(({ event_id }) => stack.heard.has(idOf('evt', event_id)))
  }
  return {
    history,
    acked: () => acked,
    fault: (what) => history.add({ kind: 'fault', at: Date.now(), what }),
    async settle(deadline_ms = SETTLE_MS) {
      on.asking = false
      on.until = Date.now() + LAST_TRIES_MS
      await Promise.all(asking)
      await until(caughtUp, deadline_ms).catch(() => {})
      following.abort()
      await Promise.all(reading)
      const agentOf = (id: Uuid) => idOf('con', id)
      const rows = await stack.query<{ connection_id: Uuid; idempotency_key: string; id: Uuid; facts_digest: Buffer }>(
        `select connection_id, idempotency_key, payment_request_id as id, facts_digest from payment_requests
           where connection_id = any ($1)`,
        [ids],
      )
      for (const { connection_id, idempotency_key: key, id, facts_digest } of rows) {
        const stored = { request_id: idOf('pr', id), facts_digest: digestOnWire(facts_digest) }
        history.add({ kind: 'stored', agent: agentOf(connection_id), key, ...stored })
      }
      for (const { connection_id, event_id } of await logged()) {
        history.add({ kind: 'logged', agent: agentOf(connection_id), event_id: idOf('evt', event_id) })
        if (stack.heard.has(idOf('evt', event_id))) history.add({ kind: 'webhook', event_id: idOf('evt', event_id) })
      }
    },
  }
}

const digestOnWire = (digest: Buffer): string => digest.toString('hex')

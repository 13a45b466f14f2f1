/** How an agent follows its feed: polls, and server-sent events read as a browser reads them. */
import { request } from 'node:http'
import type { Uuid } from '@pursestrings/contract/wire/ids'
import { mayFollow, type PaymentStatus } from '@pursestrings/protocol/payment-status'
import type pg from 'pg'
import type { TestConnection } from './connection.ts'

export interface SeenEvent {
  readonly cursor: number
  readonly event_id: string
  readonly type: string
  readonly request_id: string
  readonly previous_status: string | null
  readonly status: string
  readonly occurred_at: string
}

/** Everything, unless the query says otherwise. */
export const poll = (connection: Pick<TestConnection, 'call'>, query = '') =>
  connection.call('GET', `/v1/payment-requests/events?${query.includes('changes=') ? '' : 'changes=all&'}${query}`)

export interface Following {
  readonly events: SeenEvent[]
  readonly comments: string[]
  /** As the first message told. */
  readonly epochs: number[]
  /** Milliseconds to wait before coming back, as the server said. */
  retry_ms: number | undefined
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly ended: Promise<void>
  close(): void
}

interface From {
  readonly since?: number
  readonly last_event_id?: string | number
  readonly onEvent?: (event: SeenEvent) => void
  /** Another feed than a connection's. */
  readonly path?: string
  /** Another credential than a bearer token. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Resolves when the answer begins; its body, if it is no stream, is in `refused`. */
export const follow = (
  base: string,
  token: string,
  { since, last_event_id, onEvent, path = '/v1/payment-requests/events', headers: credential }: From = {},
): Promise<Following & { refused?: unknown }> =>
  new Promise((resolve, reject) => {
    const headers = {
      accept: 'text/event-stream',
      ...(credential ?? { authorization: `Bearer ${token}` }),
      ...(last_event_id !== undefined && { 'last-event-id': String(last_event_id) }),
    }
    const url = `${base}${path}${since === undefined ? '' : `?since=${since}`}`
    const call = request(url, { headers, agent: false }, (answer) => {
      answer.setEncoding('utf8')
      const ended = new Promise<void>((done) => answer.once('close', done))
      // A server that dies mid-stream is an end like any other.
      answer.on('error', () => {})
      const { statusCode: status = 0 } = answer
      const following: Following = {
        events: [],
        comments: [],
        epochs: [],
        retry_ms: undefined,
        status,
        headers: answer.headers,
        ended,
        close: () => call.destroy(),
      }
      let text = ''
      answer.on('data', (chunk: string) => {
        text += chunk
        if (status !== 200) return
        const frames = text.split('\n\n')
        text = frames.pop() as string
        for (const frame of frames) take(frame, following, onEvent)
      })
      if (status === 200) resolve(following)
      else answer.once('end', () => resolve({ ...following, refused: JSON.parse(text) }))
    })
    call.once('error', reject)
    call.end()
  })

const take = (frame: string, following: Following, onEvent: From['onEvent']): void => {
  const fields = frame.split('\n').map((line) => /^([a-z]*): (.*)$/.exec(line))
  for (const field of fields) {
    const [, name, value = ''] = field ?? []
    if (name === '') following.comments.push(value)
    if (name === 'retry') following.retry_ms = Number(value)
    if (name !== 'data') continue
    if (fields.some((f) => f?.[1] === 'event' && f[2] === 'epoch')) {
      following.epochs.push((JSON.parse(value) as { epoch: number }).epoch)
      continue
    }
    const event = JSON.parse(value) as SeenEvent
    const id = fields.find((f) => f?.[1] === 'id')?.[2]
    if (id !== String(event.cursor)) throw new Error(`id ${id} on event ${event.cursor}`)
    following.events.push(event)
    onEvent?.(event)
  }
}

interface Across {
  readonly from?: number
  /** Where the feed ends, once that is known; `known` tells those who wait at the end that it is. */
  readonly to: () => number
  readonly known?: Promise<void>
  readonly breaks_after: () => number
}

/** Follows a feed to its end with a connection that breaks again and again; cursors as they came. */
export const followAcross = async (
  place: () => string,
  token: string,
  { from = 0, to, known, breaks_after }: Across,
): Promise<{ cursors: number[]; reconnects: number }> => {
  const cursors: number[] = []
  let reconnects = -1
  while ((cursors.at(-1) ?? from) < to()) {
    const broken = Promise.withResolvers<void>()
    let left = breaks_after()
    const stream = await follow(place(), token, {
      since: from,
      last_event_id: cursors.at(-1) ?? '',
      onEvent({ cursor }) {
        // What arrives after the break was never seen by this client.
        if (left-- <= 0) return
        cursors.push(cursor)
        if (left === 0 || cursor >= to()) broken.resolve()
      },
    }).catch(() => undefined)
    await Promise.race([broken.promise, stream?.ended, ...(to() === Number.POSITIVE_INFINITY && known ? [known] : [])])
    stream?.close()
    reconnects++
  }
  return { cursors, reconnects }
}

// What must hold of a connection's feed and its requests at any moment between commits, whoever wrote them.

interface Row {
  readonly cursor: string
  readonly payment_request_id: Uuid
  readonly status: PaymentStatus
  readonly previous_status: PaymentStatus | null
  readonly late: boolean
}

/** Every fault as a sentence; none is what is expected. */
export const faultsOf = async (admin: pg.Pool, connection_id: Uuid): Promise<string[]> => {
  const one = async (text: string) => (await admin.query(text, [connection_id])).rows
  const [connection] = await one('select last_cursor::int, pending_count from connections where connection_id = $1')
  const requests = await one('select payment_request_id as id, status from payment_requests where connection_id = $1')
  const events: Row[] = await one(`select cursor, subject_id as payment_request_id,
    data ->> 'status' as status, data ->> 'previous_status' as previous_status,
    kind = 'payment_request.late_report' as late
    from events where connection_id = $1 and cursor is not null order by cursor`)
  const late = await one('select payment_request_id as id from late_reports where connection_id = $1')
  const faults: string[] = []
  events.forEach((event, i) => {
    if (Number(event.cursor) !== i + 1) faults.push(`cursor ${event.cursor} at place ${i + 1}`)
  })
  if (connection.last_cursor !== events.length) faults.push(`${connection.last_cursor} is not ${events.length}`)
  const pending = requests.filter((r) => r.status === 'pending').length
  if (connection.pending_count !== pending) faults.push(`${connection.pending_count} counted, ${pending} pending`)
  const stands = new Map<Uuid, PaymentStatus>()
  let late_events = 0
  for (const { payment_request_id: id, previous_status, status, late: is_late } of events) {
    const before = stands.get(id) ?? null
    if (previous_status !== before) faults.push(`${id}: ${previous_status} said, ${before} before`)
    if (is_late) late_events++
    if (is_late ? status !== 'expired' : before !== null && !mayFollow(before, status)) {
      faults.push(`${id}: ${before} → ${status}`)
    }
    stands.set(id, status)
  }
  for (const { id, status } of requests) {
    if (stands.get(id) !== status) faults.push(`${id} is ${status}, its feed says ${stands.get(id)}`)
  }
  if (late_events !== late.length) faults.push(`${late_events} late events, ${late.length} late reports`)
  return faults
}

/**
 * An agent, a wallet, readers of three feeds and a webhook receiver at work through a router, who write down what they were told.
 * A refusal that says "come again" is repeated, as clients do; everything else that differs from what was told is counted.
 */
import { setTimeout as pause } from 'node:timers/promises'
import { WEBHOOK_EVENT_TYPES } from '@pursestrings/contract/webhook-deliveries/records'
import { idOf, type Uuid, uuidOf } from '@pursestrings/contract/wire/ids'
import type pg from 'pg'
import { type Answer, call, type Sent } from '../../server/test/call.ts'
import type { RunningCell } from './cells-ground.ts'
import { expectedIn, type Reading, readUntil, tallyOf } from './feeds-readers.ts'

type Status = 'pending' | 'signed' | 'broadcasted' | 'confirmed' | 'failed'
const AFTER: Readonly<Record<Status, readonly string[]>> = {
  pending: ['pending', 'expired'],
  signed: ['signed'],
  broadcasted: ['broadcasted'],
  confirmed: ['confirmed'],
  failed: ['failed'],
}
const WAYS: readonly (readonly Status[])[] = [
  ['signed', 'broadcasted', 'confirmed'],
  ['failed'],
  ['signed'],
  ['failed'],
]
/** One in so many waits until it expires, a minute later. */
const LEFT_ALONE = 20
const COME_AGAIN = new Set([421, 502, 503, 504])
const WRITERS = 20
const UNHEARD_MS = 60_000
/** Longer than a mover takes that was killed, and begins again. */
const ANSWER_MS = 120_000

interface Told {
  readonly id: string
  status: Status
}

export interface Load {
  /** By idempotency key. */
  readonly told: ReadonlyMap<string, Told>
  readonly retried: () => number
  readonly reports: () => number
  /** Answers that contradict an earlier one. */
  readonly wrong: string[]
  /** A create with this key, again and again until it is answered. */
  create(key: string, alone?: boolean): Promise<string>
  /** Ends the writers; the readers go on until the feeds end. */
  stop(): Promise<void>
  readToEnd(ends: Readonly<Record<Feed, number>>): Promise<Readonly<Record<Feed, Reading>>>
}

type Feed = 'agent' | 'merchant' | 'wallet'

export const startLoad = (url: string, cell: RunningCell, name: string, at_once = WRITERS): Load => {
  const { asking, merchant_key } = cell
  const { recipient_id, recipient_version_id } = asking.payee
  const told = new Map<string, Told>()
  const wrong: string[] = []
  const stopping = new AbortController()
  let retried = 0
  let reports = 0
  let ends: Partial<Record<Feed, number>> = {}
  const bearer = (token: string) => ({ authorization: `Bearer ${token}` })

  /** Until there is an answer that is no "come again". */
  const answered = async (method: string, path: string, sent: Sent): Promise<Answer> => {
    const patience = Date.now() + ANSWER_MS
    for (;;) {
      const answer = await call(url, method, path, sent).catch(() => undefined)
      if (answer !== undefined && (!COME_AGAIN.has(answer.status) || Date.now() > patience)) return answer
      retried++
      await pause(20 + Math.random() * 30)
    }
  }
  const create: Load['create'] = async (key, alone = false) => {
    const { status, json, text } = await answered('POST', '/v1/payment-requests', {
      headers: bearer(asking.connection_token),
      body: {
        recipient_id,
        recipient_version_id,
        payment: { amount: '12.5' },
        policy: { requires_user_approval: true },
        idempotency_key: key,
        ...(alone && { expires_at: new Date(Date.now() + 61_000).toISOString() }),
      },
    })
    const id = json?.payment_request?.request_id as string | undefined
    // Its minute was over before the slot was served again: there is no such request.
    if (alone && json?.error?.code === 'expiry_out_of_range') return ''
    if (id === undefined) {
      wrong.push(`create ${key}: ${status} ${text.slice(0, 200)}`)
      return ''
    }
    const before = told.get(key)
    if (before !== undefined && before.id !== id) wrong.push(`replay of ${key}: ${id} after ${before.id}`)
    if (before === undefined) told.set(key, { id, status: 'pending' })
    return id
  }
  const report = async (key: string, id: string, status: Status, n: number) => {
    const transaction_hash = n.toString(16).padStart(64, '0')
    const named = status === 'broadcasted' || status === 'confirmed'
    const answer = await answered('POST', `/v1/payment-requests/${id}/status`, {
      headers: bearer(asking.device.token),
      body: { status, ...(named && { transaction_hash }) },
    })
    if (answer.status !== 200) wrong.push(`report ${status} of ${key}: ${answer.status} ${answer.text.slice(0, 200)}`)
    else (told.get(key) as Told).status = status
    reports++
  }
  let made = 0
  const write = async () => {
    while (!stopping.signal.aborted) {
      const n = made++
      const key = `${name}-${n}`
      const alone = n % LEFT_ALONE === 0
      const id = await create(key, alone)
      if (id === '') continue
      // The answer may have been lost on its way: the same key again.
      if (n % 5 === 0 && !alone) await create(key)
      if (!alone) for (const status of WAYS[n % WAYS.length] as Status[]) await report(key, id, status, n)
    }
  }
  const feed = (feed_name: Feed, path: string, headers: Readonly<Record<string, string>>) =>
    readUntil(
      async (since) => {
        const page = await call(url, 'GET', `${path}?since=${since}&limit=200`, { headers })
        if (page.status === 200) return page.json
        if (!COME_AGAIN.has(page.status)) wrong.push(`${feed_name} feed: ${page.status} ${page.text.slice(0, 200)}`)
        throw new Error('come again')
      },
      () => ends[feed_name],
    )
  const readers = {
    agent: feed('agent', '/v1/payment-requests/events', bearer(asking.connection_token)),
    merchant: feed('merchant', '/v1/events', merchant_key.headers),
    wallet: feed('wallet', '/v1/events', bearer(asking.device.token)),
  }
  const writers = Array.from({ length: at_once }, write)
  return {
    told,
    wrong,
    create,
    retried: () => retried,
    reports: () => reports,
    async stop() {
      stopping.abort()
      await Promise.all(writers)
    },
    async readToEnd(where) {
      ends = where
      const [agent, merchant, wallet] = await Promise.all([readers.agent, readers.merchant, readers.wallet])
      return { agent, merchant, wallet }
    },
  }
}

interface Judged {
  readonly db: pg.Pool
  readonly cell: RunningCell
  readonly load: Load
  /** Ids of events that a receiver got. */
  readonly heard: () => ReadonlySet<string>
}

/** What the database that serves at the end says, held against what was told. */
export const judge = async ({ db, cell, load, heard }: Judged) => {
  const { asking } = cell
  const merchant_id = uuidOf('mer', asking.operator.merchant_id)
  const owners = {
    agent: uuidOf('con', asking.connection_id),
    merchant: merchant_id,
    wallet: uuidOf('dev', asking.device.device_id),
  }
  const settled = async () =>
    (
      await db.query<{ due: boolean; waits: boolean }>(
        `select exists (select from payment_requests where merchant_id = $1 and pending_until is not null
             and pending_until < now() + interval '65 seconds') as due,
           exists (select from events_pending where event_merchant_id = $1) as waits`,
        [merchant_id],
      )
    ).rows[0]
  for (;;) {
    const now = await settled()
    if (!now?.due && !now?.waits) break
    await pause(200)
  }
  const { rows } = await db.query<{ key: string; id: Uuid; status: string }>(
    'select idempotency_key as key, payment_request_id as id, status::text from payment_requests where merchant_id = $1',
    [merchant_id],
  )
  const kept = new Map(rows.map((row) => [row.key, row]))
  const lost: string[] = []
  let [replaced, lost_reports] = [0, 0]
  for (const [key, { id, status }] of load.told) {
    const row = kept.get(key)
    if (row === undefined) lost.push(key)
    else if (uuidOf('pr', id) !== row.id) replaced++
    else if (!AFTER[status].includes(row.status)) lost_reports++
  }
  const { rows: cursors } = await db.query<{ feed: Feed; last: number }>(
    `select 'agent' as feed, last_cursor::int as last from connections where merchant_id = $1 and connection_id = $2
     union all select case when owner_id = $1 then 'merchant' else 'wallet' end, last_cursor::int from feeds
       where owner_id in ($1, $3)`,
    [owners.merchant, owners.agent, owners.wallet],
  )
  const readings = await load.readToEnd(
    Object.fromEntries(cursors.map(({ feed, last }) => [feed, last])) as Record<Feed, number>,
  )
  const feeds = Object.fromEntries(
    await Promise.all(
      Object.entries(readings).map(async ([feed, reading]) => {
        const expected = await expectedIn(db, feed as Feed, owners[feed as Feed])
        return [feed, tallyOf(reading, expected)] as const
      }),
    ),
  )
  const { rows: expected } = await db.query<{ id: Uuid }>(
    `select e.event_id as id from events e join webhook_endpoints w on w.merchant_id = e.merchant_id
     where e.merchant_id = $1 and e.kind::text = any ($2) and e.occurred_at >= w.verified_at`,
    [merchant_id, WEBHOOK_EVENT_TYPES],
  )
  const wanted = expected.map(({ id }) => idOf('evt', id))
  const patience = Date.now() + UNHEARD_MS
  let webhooks_lost = 0
  do {
    const got = heard()
    webhooks_lost = wanted.filter((id) => !got.has(id)).length
    if (webhooks_lost > 0) await pause(200)
  } while (webhooks_lost > 0 && Date.now() < patience)
  return {
    requests: rows.length,
    expired: rows.filter(({ status }) => status === 'expired').length,
    reports: load.reports(),
    retried: load.retried(),
    wrong: load.wrong.length,
    lost_keys: lost.length,
    replaced,
    lost_reports,
    feeds,
    webhook_events: expected.length,
    webhooks_lost,
  }
}

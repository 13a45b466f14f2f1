/**
 * The feed of a connection (spec 6, contract 4): gapless and increasing, so that a reader that saw n can never miss a lower
 * one. The same feed by polling, by long poll and as a stream.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { Whole } from '../wire/inputs.ts'
import { cursorAhead } from './errors.ts'
import { EVENTS_LIMIT_MAX, EVENTS_WAIT_MAX_S, PaymentEvent } from './records.ts'

const common = {
  credential: 'connection_token',
  deferred: 'connection_token',
  scope: 'payment.requests.read',
  limit: 'standard',
  cross_origin: true,
} as const

const since = Whole(0, Number.MAX_SAFE_INTEGER, { description: 'the last cursor seen; 0 is the start' })

export const listEvents = operation({
  ...common,
  id: 'events.list',
  method: 'GET',
  path: '/v1/payment-requests/events',
  defined_by: 'specification',
  idempotency: 'safe',
  summary: 'Poll status events',
  description:
    'Events after `since`, in order. With `wait`, an answer without events is held back until one comes or the seconds are over; it may come earlier, so ask again.',
  query: Input({
    since: Type.Optional(since),
    limit: Type.Optional(Whole(1, EVENTS_LIMIT_MAX)),
    wait: Type.Optional(Whole(0, EVENTS_WAIT_MAX_S)),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      events: Type.Array(PaymentEvent),
      next_since: Type.Integer({ description: 'what to send as `since` next' }),
      has_more: Type.Boolean(),
    }),
  },
  refuses: [cursorAhead],
  example: {},
})

export const streamEvents = operation({
  ...common,
  id: 'events.stream',
  method: 'GET',
  path: '/v1/payment-requests/events/stream',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'Follow status events',
  description:
    'Server-sent events: `id` is the cursor, `data` the event. Reconnect with `Last-Event-ID`, as browsers do by themselves, and nothing is missed or repeated. The stream ends when the connection is revoked or its token rotated.',
  query: Input({ since: Type.Optional(since) }),
  answer: { status: 200, body: { content_type: 'text/event-stream; charset=utf-8' } },
  refuses: [cursorAhead],
  example: {},
})

export const eventOperations = [listEvents, streamEvents] as const

/**
 * What was sent to a merchant's webhook endpoints and what came of it (spec 4.1, contract 5): attempts with status code,
 * time and kind of error, never a body or header of a receiver, never a secret. Anything can be sent again.
 */
import { Type } from 'typebox'
import { cursorInvalid } from './audit-events.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { errorEntry } from './errors.ts'
import { IdSchema } from './ids.ts'
import { IdInput, Key, Time } from './inputs.ts'
import { Input, operation, Resource } from './operation.ts'
import { webhookEndpointNotActive } from './webhook-errors.ts'
import { TEST_EVENT_TYPE, WEBHOOK_EVENT_TYPES } from './webhook-events.ts'

export const WEBHOOK_DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]

/** Why an attempt was no success. `status`: the receiver answered, but not with 2xx. */
export const WEBHOOK_ERROR_KINDS = [
  'refused',
  'reset',
  'timeout',
  'tls',
  'dns',
  'refused_address',
  'too_large',
  'protocol',
  'status',
] as const
export type WebhookErrorKind = (typeof WEBHOOK_ERROR_KINDS)[number]

/** Finished deliveries are forgotten after this long. */
export const WEBHOOK_DELIVERY_KEPT_DAYS = 30
/** How many deliveries one call of recover puts back to work. */
export const WEBHOOK_RECOVER_MAX = 1_000

const OrNull = <const S extends Type.TSchema>(schema: S, description: string) =>
  Type.Union([schema, Type.Null()], { description })
const Status = Type.Enum([...WEBHOOK_DELIVERY_STATUSES], {
  type: 'string',
  description: '`held`: the endpoint was not active; a recovery sends it. `failed`: the last attempt failed, too',
})
const EventType = Type.Enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT_TYPE], { type: 'string' })

export const WebhookAttempt = Resource('WebhookAttempt', {
  attempt: Type.Integer({ minimum: 1, description: '1, 2, 3 … without gaps' }),
  attempted_at: Timestamp,
  latency_ms: Type.Integer({ minimum: 0 }),
  status_code: OrNull(Type.Integer(), 'what the receiver answered, if it did'),
  error_kind: OrNull(Type.Enum([...WEBHOOK_ERROR_KINDS], { type: 'string' }), 'null: it was a success'),
})

export const WebhookDelivery = Resource('WebhookDelivery', {
  webhook_delivery_id: IdSchema('whd'),
  webhook_endpoint_id: IdSchema('whe'),
  event_id: Type.String({ description: 'the `webhook-id` that the receiver sees, the same at every attempt' }),
  event_type: EventType,
  occurred_at: Timestamp,
  status: Status,
  created_at: Timestamp,
  next_attempt_at: OrNull(Timestamp, 'no attempt is made before this time'),
  delivered_at: OrNull(Timestamp, 'when the first success was recorded'),
  attempts: Type.Array(WebhookAttempt),
})

export const webhookDeliveryPending = errorEntry({
  code: 'webhook_delivery_pending',
  status: 409,
  meaning: 'This delivery is still being tried.',
  recovery: 'Wait until it is delivered or has failed; `next_attempt_at` says when it is tried next.',
  retry: 'safe',
})

const deliveryPath = Input({ webhook_delivery_id: IdInput('whd') })
const endpointPath = Input({ webhook_endpoint_id: IdInput('whe') })
const EXAMPLE = { webhook_delivery_id: 'whd_01k0000000e008000000000000' }
const common = { credential: 'merchant_session', limit: 'standard' } as const
const one = Type.Object({ webhook_delivery: WebhookDelivery })

export const listWebhookDeliveries = operation({
  ...common,
  id: 'webhook_deliveries.list',
  method: 'GET',
  path: '/v1/webhook-deliveries',
  summary: 'List webhook deliveries',
  description: `Newest first, each with its attempts. Finished ones are kept for ${WEBHOOK_DELIVERY_KEPT_DAYS} days.`,
  query: Input({
    ...pageQuery,
    webhook_endpoint_id: Type.Optional(IdInput('whe')),
    status: Type.Optional(Status),
    event_type: Type.Optional(EventType),
    event_id: Type.Optional(Key({ maxLength: 160 })),
  }),
  answer: { status: 200, body: page('webhook_deliveries', WebhookDelivery) },
  refuses: [cursorInvalid],
  example: {},
})

export const readWebhookDelivery = operation({
  ...common,
  id: 'webhook_deliveries.read',
  method: 'GET',
  path: '/v1/webhook-deliveries/{webhook_delivery_id}',
  summary: 'Read a webhook delivery',
  description: 'With all its attempts.',
  params: deliveryPath,
  answer: { status: 200, body: one },
  refuses: [],
  example: { params: EXAMPLE },
})

export const redeliverWebhook = operation({
  ...common,
  id: 'webhook_deliveries.redeliver',
  method: 'POST',
  path: '/v1/webhook-deliveries/{webhook_delivery_id}/redeliver',
  summary: 'Deliver again',
  description:
    'Sends the same bytes under the same `webhook-id` again, and begins the schedule anew; the attempts count on. A delivery that succeeded can be sent again, too.',
  params: deliveryPath,
  answer: { status: 200, body: one },
  refuses: [webhookDeliveryPending, webhookEndpointNotActive],
  example: { params: EXAMPLE },
})

export const recoverWebhooks = operation({
  ...common,
  id: 'webhook_endpoints.recover',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}/recover',
  summary: 'Deliver what was missed',
  description: `Sends again whatever failed or was held since the given time, oldest first, ${WEBHOOK_RECOVER_MAX} at most: call it until \`recovered\` is 0.`,
  params: endpointPath,
  body: Input({ since: Time() }),
  answer: { status: 200, body: Type.Object({ recovered: Type.Integer({ minimum: 0 }) }) },
  refuses: [webhookEndpointNotActive],
  example: {
    params: { webhook_endpoint_id: 'whe_01k0000000e008000000000000' },
    body: { since: '2026-01-01T00:00:00.000Z' },
  },
})

export const webhookDeliveryOperations = [
  listWebhookDeliveries,
  readWebhookDelivery,
  redeliverWebhook,
  recoverWebhooks,
] as const

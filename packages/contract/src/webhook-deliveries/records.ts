/** What the API shows of webhook deliveries. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { WEBHOOK_DELIVERY_STATUSES } from './states.ts'
import { TEST_EVENT_TYPE, WEBHOOK_EVENT_TYPES } from './webhook-events.ts'

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

export const WebhookDeliveryStatusName = Type.Enum([...WEBHOOK_DELIVERY_STATUSES], {
  type: 'string',
  description: '`held`: the endpoint was not active; a recovery sends it. `failed`: the last attempt failed, too',
})

export const EventType = Type.Enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT_TYPE], { type: 'string' })

export const WebhookAttempt = Resource('WebhookAttempt', {
  attempt: Type.Integer({ minimum: 1, description: '1, 2, 3 … without gaps' }),
  attempted_at: Timestamp,
  latency_ms: Type.Integer({ minimum: 0 }),
  status_code: orNull(Type.Integer(), 'what the receiver answered, if it did'),
  error_kind: orNull(Type.Enum([...WEBHOOK_ERROR_KINDS], { type: 'string' }), 'null: it was a success'),
})

export const WebhookDelivery = Resource('WebhookDelivery', {
  webhook_delivery_id: IdSchema('whd'),
  webhook_endpoint_id: IdSchema('whe'),
  event_id: Type.String({ description: 'the `webhook-id` that the receiver sees, the same at every attempt' }),
  event_type: EventType,
  occurred_at: Timestamp,
  status: WebhookDeliveryStatusName,
  created_at: Timestamp,
  next_attempt_at: orNull(Timestamp, 'no attempt is made before this time'),
  delivered_at: orNull(Timestamp, 'when the first success was recorded'),
  attempts: Type.Array(WebhookAttempt),
})

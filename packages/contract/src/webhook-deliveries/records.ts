/** What the API shows of webhook deliveries. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, CreatedAt, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { TEST_EVENT_TYPE, WEBHOOK_EVENT_TYPES } from './webhook-events.ts'

// The statuses of webhook deliveries.

const WEBHOOK_DELIVERY_STATUSES = ['pending', 'held', 'delivered', 'failed'] as const
export type WebhookDeliveryStatus = (typeof WEBHOOK_DELIVERY_STATUSES)[number]

/** Why an attempt was no success. `status`: the receiver answered, but not with 2xx. */
const WEBHOOK_ERROR_KINDS = [
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
  description: "`held`: the endpoint wasn't active; recover sends it. `failed`: every attempt failed",
  examples: ['delivered'],
})

export const EventType = Type.Enum([...WEBHOOK_EVENT_TYPES, TEST_EVENT_TYPE], {
  type: 'string',
  description: 'the type of the event',
  examples: ['payment_request.confirmed'],
})

const WebhookAttempt = Resource('WebhookAttempt', 'one try to deliver', {
  attempt: Counted('1, 2, 3 … without gaps', 1, { minimum: 1 }),
  attempted_at: At('when it was sent'),
  latency_ms: Counted('milliseconds until the answer or the failure', 84, { minimum: 0 }),
  status_code: orNull(Counted('the code', 200), 'what the receiver answered, if it did'),
  error_kind: mostlyNull(
    Type.Enum([...WEBHOOK_ERROR_KINDS], { type: 'string' }),
    'why it failed; null: it was a success',
  ),
})

export const WebhookDelivery = Resource('WebhookDelivery', 'one event on its way to one endpoint', {
  webhook_delivery_id: IdSchema('whd'),
  webhook_endpoint_id: IdSchema('whe'),
  event_id: Shown(
    'the `webhook-id` that the receiver sees, the same at every attempt',
    'evt_01k0000000e008000000000000',
  ),
  event_type: EventType,
  about: orNull(
    Shown('the id', 'pr_01k0000000e008000000000000'),
    'the id of the request, connection, recipient … that the event is about; null for deliveries older than this field',
  ),
  occurred_at: At('when the event happened'),
  status: WebhookDeliveryStatusName,
  created_at: CreatedAt,
  next_attempt_at: mostlyNull(Timestamp, 'no attempt is made before this time'),
  delivered_at: orNull(Timestamp, 'when the first success was recorded'),
  attempts: Type.Array(WebhookAttempt, { description: 'oldest first' }),
})

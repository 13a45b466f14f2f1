/**
 * What was sent to a merchant's webhook endpoints and what came of it (specification 4.1): attempts with status code,
 * time and kind of error, never a body or header of a receiver, never a secret. Anything can be sent again.
 */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation } from '../operation.ts'
import { cursorInvalid, resourceNotFound } from '../transport-errors.ts'
import { WEBHOOK_RECOVER_MAX, webhookEndpointNotActive } from '../webhook-endpoints/records.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { IdInput, Key, Time } from '../wire/inputs.ts'
import { EventType, WEBHOOK_DELIVERY_KEPT_DAYS, WebhookDelivery, WebhookDeliveryStatusName } from './records.ts'

/** What can be refused about webhook deliveries, and what to do next. */
export const webhookDeliveryPending = errorEntry({
  code: 'webhook_delivery_pending',
  status: 409,
  meaning: "We're sending this delivery right now.",
  recovery: 'Read it again in a moment: its latest attempt shows how it went.',
  retry: 'safe',
})

const common = {
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'webhooks:manage',
  limit: 'standard',
} as const

export const listWebhookDeliveries = operationOperation({
  ...common,
  id: 'webhook_deliveries.list',
  method: 'GET',
  path: '/v1/webhook-deliveries',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'List webhook deliveries',
  description: `Newest first, each with its attempts. We keep finished ones for ${WEBHOOK_DELIVERY_KEPT_DAYS} days.`,
  query: Input({
    ...pageQuery,
    webhook_endpoint_id: Type.Optional(IdInput('whe')),
    status: Type.Optional(WebhookDeliveryStatusName),
    event_type: Type.Optional(EventType),
    event_id: Type.Optional(Key({ maxLength: 160, description: 'the `webhook-id` of an event' })),
    about: Type.Optional(
      Key({ maxLength: 160, description: 'what the events are about: the id of a request, connection, recipient …' }),
    ),
    created_from: Type.Optional(Time({ description: 'created at or after this time' })),
    created_to: Type.Optional(Time({ description: 'created before this time' })),
  }),
  answer: { status: 200, body: page('webhook_deliveries', WebhookDelivery) },
  refuses: [cursorInvalid],
  example: {},
})

export const redeliverWebhooks = operationOperation({
  ...common,
  id: 'webhook_deliveries.redeliver',
  method: 'POST',
  path: '/v1/webhook-deliveries/redeliver',
  tier: 'delivery',
  idempotency: 'none',
  summary: 'Deliver again',
  description: `With \`webhook_delivery_id\`, one delivery: you can resend one that succeeded, or retry a waiting one now. With \`webhook_endpoint_id\` and \`since\`, what failed or was held for this endpoint from then on, oldest first, up to ${WEBHOOK_RECOVER_MAX} at a time: repeat until \`redelivered\` is 0. Sends the same bytes with the same \`webhook-id\`, and restarts the retry schedule. If an endpoint keeps failing, we wait up to five minutes between attempts, including these.`,
  role: 'developer',
  body: Input({
    webhook_delivery_id: Type.Optional(IdInput('whd', { description: 'the one to send again' })),
    webhook_endpoint_id: Type.Optional(IdInput('whe', { description: 'send again what this endpoint missed' })),
    since: Type.Optional(Time({ description: 'with an endpoint: what failed or was held from this time on' })),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      redelivered: Counted('deliveries that will be sent again', 3, { minimum: 0 }),
    }),
  },
  refuses: [webhookDeliveryPending, webhookEndpointNotActive, resourceNotFound],
  example: { body: { webhook_delivery_id: 'whd_01k0000000e008000000000000' } },
})

export const webhookDeliveryOperations = [listWebhookDeliveries, redeliverWebhooks] as const

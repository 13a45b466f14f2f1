/**
 * Where a merchant wants to be told of events (specification 4.1, 6). An address gets nothing until whoever answers
 * there has shown that it wants to: it echoes a signed challenge. The secret is shown once, and again only when it is
 * replaced.
 */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, versionConflict } from '../transport-errors.ts'
import { orNull, page, pageQuery } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { IdInput, Url, Version } from '../wire/inputs.ts'
import * as errors from './records.ts'
import {
  Description,
  EventTypes,
  WEBHOOK_ENDPOINTS_MAX,
  WEBHOOK_PREVIOUS_SECRETS_MAX,
  WEBHOOK_SECRET_OVERLAP_H,
  WEBHOOK_URL_LENGTH_MAX,
  WebhookCounts,
  WebhookEndpoint,
} from './records.ts'

const EndpointUrl = Url({
  maxLength: WEBHOOK_URL_LENGTH_MAX,
  description: 'https, port 443, a public host; no user name and no fragment',
  examples: ['https://shop.example/webhooks'],
})

const Secret = Type.String({
  description: 'shown this once: `whsec_` and 256 random bits in base64. Receivers check signatures with it',
  examples: ['whsec_…'],
})

const endpointPath = Input({ webhook_endpoint_id: IdInput('whe') })
const EXAMPLE = { webhook_endpoint_id: 'whe_01k0000000e008000000000000' }
const common = {
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'webhooks:manage',
  limit: 'standard',
} as const
const one = Type.Object({ webhook_endpoint: WebhookEndpoint })
const oneWithSecret = Type.Object({ webhook_endpoint: WebhookEndpoint, secret: Secret })

export const createWebhookEndpoint = operation({
  ...common,
  id: 'webhook_endpoints.create',
  method: 'POST',
  path: '/v1/webhook-endpoints',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Create a webhook endpoint',
  description: `The secret is shown only now. We send no events until you verify the endpoint. An organization can have ${WEBHOOK_ENDPOINTS_MAX}.`,
  role: 'developer',
  body: Input({ url: EndpointUrl, event_types: Type.Optional(EventTypes), description: Type.Optional(Description) }),
  answer: { status: 201, body: oneWithSecret },
  refuses: [errors.webhookUrlInvalid, errors.webhookEndpointsExhausted],
  example: { body: { url: 'https://shop.example/webhooks', event_types: ['payment_request.confirmed'] } },
})

export const listWebhookEndpoints = operation({
  ...common,
  id: 'webhook_endpoints.list',
  method: 'GET',
  path: '/v1/webhook-endpoints',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List webhook endpoints',
  description: 'Newest first.',
  query: Input(pageQuery),
  answer: { status: 200, body: page('webhook_endpoints', WebhookEndpoint) },
  refuses: [cursorInvalid],
  example: {},
})

export const readWebhookEndpoint = operation({
  ...common,
  id: 'webhook_endpoints.read',
  method: 'GET',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'Read a webhook endpoint',
  description:
    "Includes the `version` to send with an update, what hasn't been delivered, and your receiver's last response. The secret isn't included.",
  params: endpointPath,
  answer: {
    status: 200,
    body: Type.Object({
      webhook_endpoint: WebhookEndpoint,
      counts: WebhookCounts,
      last_status_code: orNull(
        Counted('the code', 200),
        'what the receiver answered to the latest attempt; null if it gave no answer, or there was no attempt',
      ),
    }),
  },
  refuses: [],
  example: { params: EXAMPLE },
})

export const updateWebhookEndpoint = operation({
  ...common,
  id: 'webhook_endpoints.update',
  method: 'PATCH',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}',
  tier: 'delivery',
  idempotency: 'none',
  summary: 'Change a webhook endpoint',
  description:
    'Send at least one of `url`, `event_types`, `description` and `status`, and the `version` you read. A new URL gets no events until you verify it. `disabled` stops deliveries; `active` resumes them if the URL is verified.',
  role: 'developer',
  params: endpointPath,
  body: Input({
    url: Type.Optional(EndpointUrl),
    event_types: Type.Optional(EventTypes),
    description: Type.Optional(Description),
    status: Type.Optional(
      Type.Enum(['active', 'disabled'], {
        type: 'string',
        description: '`disabled` stops deliveries, `active` resumes them',
      }),
    ),
    version: Version,
  }),
  answer: { status: 200, body: one },
  refuses: [versionConflict, errors.webhookUrlInvalid, errors.webhookEndpointUnverified],
  example: { params: EXAMPLE, body: { status: 'disabled', version: 1 } },
})

export const deleteWebhookEndpoint = operation({
  ...common,
  id: 'webhook_endpoints.delete',
  method: 'DELETE',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}',
  tier: 'delivery',
  idempotency: 'natural',
  summary: 'Delete a webhook endpoint',
  description: "Takes effect at once and can't be undone. Deliveries that haven't been sent are dropped.",
  role: 'developer',
  params: endpointPath,
  answer: {
    status: 200,
    body: Type.Object({ deleted: Type.Literal(true, { description: 'it is gone, with its secret' }) }),
  },
  refuses: [],
  example: { params: EXAMPLE },
})

export const verifyWebhookEndpoint = operation({
  ...common,
  id: 'webhook_endpoints.verify',
  role: 'developer',
  limit: 'outbound',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}/verify',
  tier: 'specification',
  idempotency: 'none',
  summary: 'Send a challenge to a webhook endpoint',
  description:
    'Sends a signed `webhook_endpoint.challenge` now. The receiver answers within five seconds with 2xx and `{ "challenge": … }`, with the value unchanged. The endpoint is then `active`, even if it was disabled.',
  params: endpointPath,
  answer: { status: 200, body: one },
  refuses: [errors.webhookChallengeFailed],
  example: { params: EXAMPLE },
})

export const rotateWebhookSecret = operation({
  ...common,
  id: 'webhook_endpoints.rotate_secret',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}/rotate-secret',
  tier: 'delivery',
  idempotency: 'none',
  summary: 'Replace the secret of a webhook endpoint',
  description: `The new secret is shown only now. The old one keeps signing for ${WEBHOOK_SECRET_OVERLAP_H} hours, even if you rotate again: each message is signed with every current secret, newest first. Up to ${WEBHOOK_PREVIOUS_SECRETS_MAX} old secrets can sign at a time.`,
  role: 'developer',
  step_up: true,
  params: endpointPath,
  answer: { status: 200, body: oneWithSecret },
  refuses: [errors.webhookSecretsExhausted],
  example: { params: EXAMPLE },
})

export const testWebhookEndpoint = operation({
  ...common,
  id: 'webhook_endpoints.test',
  method: 'POST',
  path: '/v1/webhook-endpoints/{webhook_endpoint_id}/test',
  tier: 'delivery',
  idempotency: 'none',
  summary: 'Send a test event to a webhook endpoint',
  description:
    "Sends `webhook_endpoint.test` to this endpoint only, whatever its event types. It's delivered and retried like any event.",
  role: 'developer',
  params: endpointPath,
  answer: { status: 202, body: Type.Object({ webhook_delivery_id: IdSchema('whd') }) },
  refuses: [errors.webhookEndpointNotActive],
  example: { params: EXAMPLE },
})

export const webhookEndpointOperations = [
  createWebhookEndpoint,
  listWebhookEndpoints,
  readWebhookEndpoint,
  updateWebhookEndpoint,
  deleteWebhookEndpoint,
  verifyWebhookEndpoint,
  rotateWebhookSecret,
  testWebhookEndpoint,
] as const

/** What the API shows of webhook endpoints. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { WEBHOOK_EVENT_TYPES } from '../webhook-deliveries/records.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { Counted, CreatedAt, mostlyNull, RecordVersion, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Text } from '../wire/text.ts'

// The statuses of webhook endpoints.

const WEBHOOK_ENDPOINT_STATUSES = ['pending_verification', 'active', 'disabled'] as const
export type WebhookEndpointStatus = (typeof WEBHOOK_ENDPOINT_STATUSES)[number]

export const WEBHOOK_ENDPOINTS_MAX = 10
export const WEBHOOK_URL_LENGTH_MAX = 2000

/** How long a secret that was replaced still signs beside the new one. */
export const WEBHOOK_SECRET_OVERLAP_H = 24

/** Replaced secrets of one endpoint that sign at once. */
export const WEBHOOK_PREVIOUS_SECRETS_MAX = 5

/** No more deliveries of one status are counted. */
export const WEBHOOK_COUNTED_MAX = 1_000

/** How many deliveries one call of recover puts back to work. */
export const WEBHOOK_RECOVER_MAX = 1_000

const WEBHOOK_DISABLED_REASONS = ['operator', 'gone', 'failing'] as const
export type WebhookDisabledReason = (typeof WEBHOOK_DISABLED_REASONS)[number]

export const EventTypes = orNull(
  Type.Array(Type.Enum([...WEBHOOK_EVENT_TYPES], { type: 'string' }), {
    minItems: 1,
    maxItems: WEBHOOK_EVENT_TYPES.length,
    uniqueItems: true,
    examples: [['payment_request.confirmed']],
  }),
  'the types that it is sent; null: all, those of the future included',
)

export const Description = orNull(Text({ examples: ['Order system'] }), 'for people of the organization')

export const WebhookEndpoint = Resource('WebhookEndpoint', "where we send the organization's events", {
  webhook_endpoint_id: IdSchema('whe'),
  url: Shown('where events are sent', 'https://shop.example/webhooks'),
  description: Description,
  event_types: EventTypes,
  status: Type.Enum([...WEBHOOK_ENDPOINT_STATUSES], {
    type: 'string',
    description: '`pending_verification`: it is sent nothing but challenges',
    examples: ['active'],
  }),
  disabled_reason: mostlyNull(
    Type.Enum([...WEBHOOK_DISABLED_REASONS], { type: 'string' }),
    '`operator`: by a person; `gone`: it answered 410; `failing`: nothing succeeded for five days',
  ),
  version: RecordVersion,
  created_at: CreatedAt,
  verified_at: orNull(Timestamp, 'when this URL last answered a challenge'),
  failing_since: mostlyNull(Timestamp, 'since when no delivery succeeded'),
  previous_secret_until: mostlyNull(Timestamp, 'how long the previous secret keeps signing; older ones expire earlier'),
})

const counted = (description: string, example: number) =>
  Counted(`${description}; ${WEBHOOK_COUNTED_MAX} stands for that many or more`, example, { minimum: 0 })

export const WebhookCounts = Resource('WebhookCounts', 'deliveries that have not arrived', {
  pending: counted('deliveries that are on their way', 2),
  held: counted('deliveries that wait for a recovery', 1),
  failed: counted('deliveries that were given up', 0),
})

// What can be said against a webhook endpoint, its address or its answer.

export const webhookUrlInvalid = errorEntry({
  code: 'webhook_url_invalid',
  status: 422,
  meaning: "We can't send webhooks to this URL; the message explains why.",
  recovery: 'Send an https URL on port 443 of a public host, without user name and without `#`.',
  retry: 'never',
})

export const webhookEndpointsExhausted = errorEntry({
  code: 'webhook_endpoints_exhausted',
  status: 409,
  meaning: 'The organization has the maximum number of webhook endpoints.',
  recovery: 'Delete one you no longer use, or change its URL.',
  retry: 'never',
})

export const webhookChallengeFailed = errorEntry({
  code: 'webhook_challenge_failed',
  status: 422,
  meaning: "The endpoint didn't answer its challenge; `seen` shows what it sent instead. Nothing changed.",
  recovery: 'Make it answer `webhook_endpoint.challenge` with 200 and `{ "challenge": … }`, and verify again.',
  retry: 'safe',
})

export const webhookEndpointUnverified = errorEntry({
  code: 'webhook_endpoint_unverified',
  status: 409,
  meaning: "This endpoint's URL hasn't answered a challenge yet.",
  recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, which also activates it.',
  retry: 'never',
})

export const webhookEndpointNotActive = errorEntry({
  code: 'webhook_endpoint_not_active',
  status: 409,
  meaning: 'We send webhooks only to active endpoints; this one is `status`.',
  recovery: 'Verify it with POST /v1/webhook-endpoints/{webhook_endpoint_id}/verify, and send the same call again.',
  retry: 'never',
})

export const webhookSecretsExhausted = errorEntry({
  code: 'webhook_secrets_exhausted',
  status: 409,
  meaning: 'Too many old secrets of this endpoint are still in use; each keeps signing for a day.',
  recovery: 'Keep using the newest secret, or rotate again after `first_ends_at`, when the oldest expires.',
  retry: 'later',
})

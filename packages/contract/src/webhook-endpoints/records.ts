/** What the API shows of webhook endpoints. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { WEBHOOK_EVENT_TYPES } from '../webhook-deliveries/webhook-events.ts'
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

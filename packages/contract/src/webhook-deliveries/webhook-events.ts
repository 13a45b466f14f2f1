/**
 * What a webhook says (contract 5, Standard Webhooks 1.0): thin and typed. `webhook-id` is the event's id, the same at every
 * attempt; `cursor` is the one of the polled feed, so a receiver can prove that it missed nothing. A webhook is never the
 * source of truth: read the request.
 */
import { type Static, Type } from 'typebox'
import { PausedByName } from '../connections/records.ts'
import { EVENT_KINDS, eventKindsOf, eventResourceOf } from '../events/kinds.ts'
import { Resource } from '../operation.ts'
import { PaymentStatusName } from '../payment-requests/records.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'

/** What an endpoint can ask for. The challenge and the test event are sent to whom they concern, asked for or not. */
export const WEBHOOK_EVENT_TYPES: readonly string[] = EVENT_KINDS.filter((kind) => eventResourceOf(kind).webhook)
export const TEST_EVENT_TYPE = 'webhook_endpoint.test'
export const CHALLENGE_EVENT_TYPE = 'webhook_endpoint.challenge'

const message = <const P extends Type.TProperties>(name: string, types: readonly string[], data: P) =>
  Resource(name, {
    type: Type.Enum([...types], { type: 'string' }),
    timestamp: Timestamp,
    data: Type.Object(data),
  })

export const PaymentRequestWebhook = message('PaymentRequestWebhook', eventKindsOf('payment_request'), {
  request_id: Type.String(),
  connection_id: IdSchema('con'),
  status: PaymentStatusName,
  previous_status: orNull(PaymentStatusName),
  cursor: Type.Integer({ minimum: 1, description: 'place in the feed of the connection: 1, 2, 3 … without gaps' }),
})
export const ConnectionWebhook = message('ConnectionWebhook', eventKindsOf('connection'), {
  connection_id: IdSchema('con'),
  scopes: Type.Array(Type.String(), { description: 'what the agent may do from then on' }),
  paused_by: Type.Optional(PausedByName),
})
export const RecipientWebhook = message('RecipientWebhook', eventKindsOf('recipient'), {
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  previous_version_id: orNull(IdSchema('rcv')),
})
export const TestWebhook = message('TestWebhook', [TEST_EVENT_TYPE], { webhook_endpoint_id: IdSchema('whe') })
export const ChallengeWebhook = message('ChallengeWebhook', [CHALLENGE_EVENT_TYPE], {
  webhook_endpoint_id: IdSchema('whe'),
  challenge: Type.String({
    description: 'answer with 200 and `{ "challenge": "…" }` to prove that the endpoint is yours',
  }),
})

/** By name, as the OpenAPI document lists them. */
export const WEBHOOKS = {
  payment_request: PaymentRequestWebhook,
  connection: ConnectionWebhook,
  recipient: RecipientWebhook,
  webhook_endpoint_test: TestWebhook,
  webhook_endpoint_challenge: ChallengeWebhook,
} as const
export type WebhookMessage = Static<(typeof WEBHOOKS)[keyof typeof WEBHOOKS]>

/** Delays before each attempt, in seconds: 0 s, 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h, 24 h. */
export const WEBHOOK_SCHEDULE_S = [0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400] as const
/** Each delay but the first is up to this much longer or shorter. */
export const WEBHOOK_JITTER = 0.1
/** An endpoint at which nothing succeeds for this long is disabled: five days. */
export const WEBHOOK_DISABLED_AFTER_S = 432_000
/** How far a receiver lets the stamp be from its clock. */
export const WEBHOOK_TOLERANCE_S = 300

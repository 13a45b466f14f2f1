/** What the API shows of webhook deliveries. */
import { type Static, Type } from 'typebox'
import { AgentPaymentStatusName } from '../agent-payments/records.ts'
import { PausedByName } from '../connections/records.ts'
import { EVENT_KINDS, eventKindsOf, eventResourceOf, tierOfEvent } from '../events/kinds.ts'
import { SuspendedBy } from '../merchants/records.ts'
import { Resource } from '../operation.ts'
import { PaymentStatusName } from '../payment-requests/records.ts'
import { AssuranceName } from '../settlement/records.ts'
import { type Extensions, isServed } from '../tiers.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, CreatedAt, mostlyNull, RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { EXAMPLE_HASH } from '../wire/payable.ts'

// What a webhook says (Standard Webhooks 1.0): thin and typed. `webhook-id` is the event's id, the same at every
// attempt; `cursor` is the one of the polled feed, so a receiver can prove that it missed nothing. A webhook is never the
// source of truth: read the request.

/** What an endpoint can ask for. The challenge and the test event are sent to whom they concern, asked for or not. */
export const WEBHOOK_EVENT_TYPES: readonly string[] = EVENT_KINDS.filter((kind) => eventResourceOf(kind).webhook)
/** Those that a service tells. */
export const webhookTypesOf = (extensions: Extensions): readonly string[] =>
  EVENT_KINDS.filter((kind) => eventResourceOf(kind).webhook && isServed(tierOfEvent(kind), extensions))
export const TEST_EVENT_TYPE = 'webhook_endpoint.test'
export const CHALLENGE_EVENT_TYPE = 'webhook_endpoint.challenge'

/** What happened, when and to what: as webhooks and feeds say it. */
export const said = <const P extends Type.TProperties>(types: readonly string[], data: P) => ({
  type: Type.Enum([...types], { type: 'string', description: 'what happened' }),
  timestamp: At('when it happened'),
  data: Type.Object(data, { description: 'what it happened to; read the record for the truth' }),
})

const message = <const P extends Type.TProperties>(name: string, types: readonly string[], data: P) =>
  Resource(name, 'the body of a webhook', said(types, data))

export const PaymentRequestWebhook = message('PaymentRequestWebhook', eventKindsOf('payment_request'), {
  request_id: Shown('the payment request', 'pr_01k0000000e008000000000000'),
  connection_id: IdSchema('con'),
  status: PaymentStatusName,
  previous_status: mostlyNull(PaymentStatusName, 'the status before; null for a new request'),
  cursor: Counted('place in the feed of the connection: 1, 2, 3 … without gaps', 3, { minimum: 1 }),
  transaction_hash: Type.Optional(Shown('the transaction that the wallet named with this report', EXAMPLE_HASH, RARE)),
  reason: Type.Optional(Shown('as the wallet gave it with this report, or what the ledger shows', 'not mine', RARE)),
  assurance: Type.Optional({ ...AssuranceName, ...RARE }),
})
export const ConnectionWebhook = message('ConnectionWebhook', eventKindsOf('connection'), {
  connection_id: IdSchema('con'),
  scopes: Type.Array(Type.String(), {
    description: 'what the agent may do from then on',
    examples: [['payment.requests.create']],
  }),
  paused_by: Type.Optional(PausedByName),
})
export const RecipientWebhook = message('RecipientWebhook', eventKindsOf('recipient'), {
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  previous_version_id: mostlyNull(IdSchema('rcv'), 'the previously active version, if any'),
})
export const MerchantDomainWebhook = message('MerchantDomainWebhook', eventKindsOf('merchant_domain'), {
  domain_id: IdSchema('dom'),
  domain: Shown('exact host name, in its ASCII form', 'shop.example'),
  failing_since: Type.Optional(At('since when its proof is missing')),
  lapses_at: Type.Optional(At('when it lapses unless the proof is back')),
})
export const MerchantWebhook = message('MerchantWebhook', eventKindsOf('merchant'), {
  merchant_id: IdSchema('mer'),
  suspended_by: Type.Optional(SuspendedBy),
})
export const AgentPaymentWebhook = message('AgentPaymentWebhook', eventKindsOf('agent_payment'), {
  agent_payment_id: IdSchema('apy'),
  connection_id: IdSchema('con'),
  status: AgentPaymentStatusName,
  previous_status: mostlyNull(AgentPaymentStatusName, 'the status before; null for a new payment'),
  transaction_hash: Type.Optional(Shown('the transaction that the ledger shows', EXAMPLE_HASH, RARE)),
  reason: Type.Optional(Shown('what the ledger shows', 'transaction_not_found', RARE)),
  assurance: Type.Optional({ ...AssuranceName, ...RARE }),
})
export const AutomationPolicyWebhook = message('AutomationPolicyWebhook', eventKindsOf('automation_policy'), {
  policy_id: IdSchema('pol'),
  connection_id: IdSchema('con'),
  version: Counted('the version of the policy from then on', 2, { minimum: 1 }),
})
export const TestWebhook = message('TestWebhook', [TEST_EVENT_TYPE], { webhook_endpoint_id: IdSchema('whe') })
export const ChallengeWebhook = message('ChallengeWebhook', [CHALLENGE_EVENT_TYPE], {
  webhook_endpoint_id: IdSchema('whe'),
  challenge: Shown(
    'answer with 200 and `{ "challenge": "…" }` to show that the endpoint is yours',
    'x1rF0Yw6m3Tn8cQeJ5bGZk2sVdLhUaPiO7tXyKqRzNM',
  ),
})

/** By name, as the OpenAPI document lists them. */
export const WEBHOOKS = {
  payment_request: PaymentRequestWebhook,
  connection: ConnectionWebhook,
  recipient: RecipientWebhook,
  merchant_domain: MerchantDomainWebhook,
  merchant: MerchantWebhook,
  agent_payment: AgentPaymentWebhook,
  automation_policy: AutomationPolicyWebhook,
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

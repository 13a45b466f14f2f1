/**
 * The feed of a connection (specification 6): gapless and increasing, so that a reader that saw n can never miss a lower
 * one. The same feed by polling, by long poll and as a stream.
 */
import { type TObject, type TSchema, Type } from 'typebox'
import { InvitationStatusName } from '../connect-invitations/records.ts'
import { exampleOf } from '../example-answer.ts'
import { Input, operation as operationOperation, Resource } from '../operation.ts'
import * as webhooks from '../webhook-deliveries/webhook-events.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Whole } from '../wire/inputs.ts'
import { cursorAhead, cursorReset } from './errors.ts'
import { eventKindsOf } from './kinds.ts'
import { EVENTS_LIMIT_DEFAULT, EVENTS_LIMIT_MAX, EVENTS_WAIT_MAX_S, PaymentEvent } from './records.ts'

/**
 * What the feeds of merchants, wallets and projects hold: the body of the webhook, with its cursor in this feed and the id
 * that `webhook-id` has.
 */
const place = {
  cursor: Counted('1, 2, 3 … within this feed, without gaps', 3, { minimum: 1 }),
  event_id: IdSchema('evt'),
}

const item = <const P extends Type.TProperties>(name: string, { properties }: TObject<P>) =>
  Resource(name, 'an event of a feed: what a webhook says of it, and its place', { ...place, ...properties })

/** Between the agent and the wallet alone: no webhook tells it. */
const InvitationItem = Resource('ConnectInvitationFeedEvent', "an event of a wallet's feed", {
  ...place,
  ...webhooks.said(eventKindsOf('connect_invitation'), {
    connect_invitation_id: IdSchema('cki'),
    status: InvitationStatusName,
    previous_status: orNull(InvitationStatusName, 'the status before; null for a new invitation'),
    connection_id: mostlyNull(IdSchema('con'), "the resulting connection; null until it's exchanged"),
  }),
})

const PaymentRequestItem = item('PaymentRequestFeedEvent', webhooks.PaymentRequestWebhook)
const ConnectionItem = item('ConnectionFeedEvent', webhooks.ConnectionWebhook)
const RecipientItem = item('RecipientFeedEvent', webhooks.RecipientWebhook)
const DomainItem = item('MerchantDomainFeedEvent', webhooks.MerchantDomainWebhook)
const MerchantItem = item('MerchantFeedEvent', webhooks.MerchantWebhook)
const PolicyItem = item('AutomationPolicyFeedEvent', webhooks.AutomationPolicyWebhook)
export const AgentPaymentEvent = item('AgentPaymentFeedEvent', webhooks.AgentPaymentWebhook)

const told = { description: '`type` tells which' }
export const MerchantEvent = Type.Union(
  [PaymentRequestItem, AgentPaymentEvent, ConnectionItem, RecipientItem, DomainItem, MerchantItem, PolicyItem],
  told,
)
export const WalletEvent = Type.Union(
  [PaymentRequestItem, AgentPaymentEvent, ConnectionItem, InvitationItem, PolicyItem],
  told,
)

const common = {
  credential: 'connection_token',
  deferred: 'connection_token',
  scope: 'payment.requests.read',
  limit: 'standard',
  cross_origin: true,
} as const

const since = Whole(0, Number.MAX_SAFE_INTEGER, { description: 'the last cursor seen; 0 is the start' })

/** Only where the answer says from where to go on: a stream that breaks before its first event could not. */
const sinceOrLatest = Type.Union([since, Type.Literal('latest')], {
  description: 'the last cursor seen; 0 is the start, `latest` the end of the feed',
  'x-rule': 'must be a cursor of this feed, 0 or `latest`',
})

const pollQuery = Input({
  since: Type.Optional(sinceOrLatest),
  limit: Type.Optional(Whole(1, EVENTS_LIMIT_MAX, { description: `default ${EVENTS_LIMIT_DEFAULT}` })),
  wait: Type.Optional(Whole(0, EVENTS_WAIT_MAX_S, { description: 'seconds to wait for an event; default 0' })),
})
const streamQuery = Input({ since: Type.Optional(since) })

const Epoch = Counted('grows by one when the service is restored from a backup', 1, { minimum: 1 })

const eventPage = <const S extends TSchema>(event: S) =>
  Type.Object({
    events: Type.Array(event, { description: 'in order, without gaps' }),
    next_since: Counted('what to send as `since` next', 3),
    has_more: Type.Boolean({ description: 'there are more already: ask again at once', examples: [false] }),
    epoch: Epoch,
  })

const streamOf = (event: TSchema) =>
  ({
    status: 200,
    body: {
      content_type: 'text/event-stream; charset=utf-8',
      description:
        'first a message `event: epoch` with `{"epoch":1}`, then one per event: `id` is its cursor, `data` the event as JSON',
      example: `retry: 1000\nevent: epoch\ndata: {"epoch":1}\n\nid: 3\ndata: ${JSON.stringify(exampleOf(event))}\n\n`,
    },
  }) as const

export const listEvents = operationOperation({
  ...common,
  id: 'events.list',
  method: 'GET',
  path: '/v1/payment-requests/events',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Poll status events',
  description:
    'Events after `since`, in order. With `wait`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again.',
  query: pollQuery,
  answer: { status: 200, body: eventPage(PaymentEvent) },
  refuses: [cursorAhead, cursorReset],
  example: {},
})

export const streamEvents = operationOperation({
  ...common,
  id: 'events.stream',
  method: 'GET',
  path: '/v1/payment-requests/events/stream',
  tier: 'delivery',
  idempotency: 'safe',
  summary: 'Follow status events',
  description:
    'Server-sent events: `id` is the cursor, `data` the event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing. The stream closes when the connection is revoked or its token rotated.',
  query: streamQuery,
  answer: streamOf(PaymentEvent),
  refuses: [cursorAhead, cursorReset],
  example: {},
})

const POLL =
  'Events after `since`, in order and without gaps. Each has the content of a webhook, its `cursor` in this feed and its `event_id`, which is the `webhook-id`. With `wait`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again.'
const STREAM =
  'Server-sent events: `id` is the cursor, `data` the event. Reconnect with `Last-Event-ID`, and you miss and repeat nothing.'
const feed = { tier: 'delivery', idempotency: 'safe', method: 'GET', limit: 'standard', example: {} } as const

const ofMerchant = {
  ...feed,
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
} as const

export const listMerchantEvents = operationOperation({
  ...ofMerchant,
  id: 'merchant_events.list',
  path: '/v1/merchant/events',
  summary: "Poll the merchant's events",
  description: `The same events as webhooks, for a server that was down or has no public address. ${POLL}`,
  query: pollQuery,
  answer: { status: 200, body: eventPage(MerchantEvent) },
  refuses: [cursorAhead, cursorReset],
})

export const streamMerchantEvents = operationOperation({
  ...ofMerchant,
  id: 'merchant_events.stream',
  path: '/v1/merchant/events/stream',
  summary: "Follow the merchant's events",
  description: `${STREAM} It closes when the key is revoked, or when the session is closed or idle for too long. An open stream doesn't keep a session from being idle.`,
  query: streamQuery,
  answer: streamOf(MerchantEvent),
  refuses: [cursorAhead, cursorReset],
})

const ofWallet = { ...feed, credential: 'device_token', cross_origin: true } as const

export const listWalletEvents = operationOperation({
  ...ofWallet,
  id: 'wallet_events.list',
  path: '/v1/wallet/events',
  summary: "Poll the wallet's events",
  description: `Requests, agent payments, invitations, connections and policies of this device. ${POLL}`,
  query: pollQuery,
  answer: { status: 200, body: eventPage(WalletEvent) },
  refuses: [cursorAhead, cursorReset],
})

export const streamWalletEvents = operationOperation({
  ...ofWallet,
  id: 'wallet_events.stream',
  path: '/v1/wallet/events/stream',
  summary: "Follow the wallet's events",
  description: `${STREAM} It closes when the device's token is replaced.`,
  query: streamQuery,
  answer: streamOf(WalletEvent),
  refuses: [cursorAhead, cursorReset],
})

const ofProject = { ...feed, credential: 'api_key', surface: 'agent_payments' } as const

export const listAgentPaymentEvents = operationOperation({
  ...ofProject,
  id: 'agent_payment_events.list',
  path: '/v1/agent-payments/events',
  summary: "Poll the project's agent payments",
  description: `What happens to the agent payments of this project. ${POLL}`,
  query: pollQuery,
  answer: { status: 200, body: eventPage(AgentPaymentEvent) },
  refuses: [cursorAhead, cursorReset],
})

export const streamAgentPaymentEvents = operationOperation({
  ...ofProject,
  id: 'agent_payment_events.stream',
  path: '/v1/agent-payments/events/stream',
  summary: "Follow the project's agent payments",
  description: `${STREAM} It closes when the key is revoked.`,
  query: streamQuery,
  answer: streamOf(AgentPaymentEvent),
  refuses: [cursorAhead, cursorReset],
})

export const eventOperations = [
  listEvents,
  streamEvents,
  listMerchantEvents,
  streamMerchantEvents,
  listWalletEvents,
  streamWalletEvents,
  listAgentPaymentEvents,
  streamAgentPaymentEvents,
] as const

/**
 * The feed of a connection (specification 6), and those of merchants, wallets and projects: gapless and increasing, so that a
 * reader that saw n can never miss a lower one. Each is polled, or followed as a stream by who accepts `text/event-stream`.
 */
import { type TObject, type TSchema, Type } from 'typebox'
import { InvitationStatusName } from '../connect-invitations/records.ts'
import { exampleOf } from '../example-answer.ts'
import { Input, operation as operationOperation, Resource } from '../operation.ts'
import * as webhooks from '../webhook-deliveries/records.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Whole } from '../wire/inputs.ts'
import { eventKindsOf } from './kinds.ts'
import {
  cursorAhead,
  cursorReset,
  EVENTS_LIMIT_DEFAULT,
  EVENTS_LIMIT_MAX,
  EVENTS_WAIT_MAX_S,
  PaymentEvent,
} from './records.ts'

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

const ofBoth = [PaymentRequestItem, AgentPaymentEvent, ConnectionItem, PolicyItem] as const
const ofMerchant = [RecipientItem, DomainItem, MerchantItem] as const
const told = { description: '`type` tells which' }
export const MerchantEvent = Type.Union([...ofBoth, ...ofMerchant], told)
export const WalletEvent = Type.Union([...ofBoth, InvitationItem], told)
const FeedEvent = Type.Union([...ofBoth, ...ofMerchant, InvitationItem], told)

/** `latest` is only for a poll, whose answer says from where to go on: a stream that breaks before its first event could not. */
const since = Type.Union([Whole(0, Number.MAX_SAFE_INTEGER), Type.Literal('latest')], {
  description: 'the last cursor seen; 0 is the start. A poll also takes `latest`, the end of the feed',
  'x-rule': 'must be a cursor of this feed, 0 or `latest`',
})

const feedQuery = Input({
  since: Type.Optional(since),
  limit: Type.Optional(Whole(1, EVENTS_LIMIT_MAX, { description: `of a poll; default ${EVENTS_LIMIT_DEFAULT}` })),
  wait: Type.Optional(
    Whole(0, EVENTS_WAIT_MAX_S, { description: 'of a poll: seconds to wait for an event; default 0' }),
  ),
})

/** What the specification's poll tells, and everything. */
export const EVENT_CHANGES = ['status', 'all'] as const

const connectionQuery = Input({
  ...feedQuery.properties,
  changes: Type.Optional(
    Type.Enum([...EVENT_CHANGES], {
      type: 'string',
      description:
        '`status`, the default: what changes the status of a request. `all`: also late reports and what the ledger shows, which change none. The others keep their cursors, so some numbers are missing then',
    }),
  ),
})

const Epoch = Counted('grows by one when the service is restored from a backup', 1, { minimum: 1 })

const eventPage = <const S extends TSchema>(event: S) =>
  Type.Object({
    events: Type.Array(event, { description: 'in order, without gaps' }),
    next_since: Counted('what to send as `since` next', 3),
    has_more: Type.Boolean({ description: 'there are more already: ask again at once', examples: [false] }),
    epoch: Epoch,
  })

const feedOf = <const S extends TSchema>(event: S) =>
  ({
    status: 200,
    body: eventPage(event),
    stream: {
      content_type: 'text/event-stream; charset=utf-8',
      description:
        'first a message `event: epoch` with `{"epoch":1}`, then one per event: `id` is its cursor, `data` the event as JSON',
      example: `retry: 1000\nevent: epoch\ndata: {"epoch":1}\n\nid: 3\ndata: ${JSON.stringify(exampleOf(event))}\n\n`,
    },
  }) as const

const STREAM =
  'With `Accept: text/event-stream` the same feed is a stream of server-sent events: `id` is the cursor, `data` the event. Reconnect with `Last-Event-ID`, as browsers do, and you miss and repeat nothing.'
const POLL =
  'Each has the content of a webhook, its `cursor` in this feed and its `event_id`, which is the `webhook-id`. With `wait`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again.'
const feed = {
  method: 'GET',
  idempotency: 'safe',
  limit: 'standard',
  query: feedQuery,
  refuses: [cursorAhead, cursorReset],
  example: {},
} as const

export const listEvents = operationOperation({
  ...feed,
  id: 'events.list',
  path: '/v1/payment-requests/events',
  tier: 'specification',
  summary: 'Poll or follow status events',
  query: connectionQuery,
  description: `Changes of status after \`since\`, in order; with \`changes=all\` also what changes none. With \`wait\`, we answer when an event arrives or the seconds are over. An empty answer may come earlier, so poll again. ${STREAM} The stream closes when the connection is revoked or its token rotated.`,
  credential: 'connection_token',
  deferred: ['connection_token'],
  scope: 'payment.requests.read',
  cross_origin: true,
  answer: feedOf(PaymentEvent),
})

export const listFeed = operationOperation({
  ...feed,
  id: 'feed.list',
  path: '/v1/events',
  tier: 'delivery',
  summary: 'Poll or follow your events',
  description: `For a merchant the same events as webhooks, for a server that was down or has no public address; for a wallet the requests, agent payments, invitations, connections and policies of its device; for a project what happens to its agent payments. Events after \`since\`, in order and without gaps. ${POLL} ${STREAM} The stream closes when the key is revoked, the session is closed or idle for too long, or the device's token is replaced. An open stream doesn't keep a session from being idle.`,
  credential: ['merchant_session', 'merchant_key', 'device_token', 'api_key'],
  merchant_scope: 'payment_requests:read',
  cross_origin: true,
  answer: feedOf(FeedEvent),
})

export const eventOperations = [listEvents, listFeed] as const

/**
 * What the feeds of merchants, wallets and projects hold: the body of the webhook, with its cursor in this feed and the id
 * that `webhook-id` has.
 */
import { type TObject, Type } from 'typebox'
import { InvitationStatusName } from '../connect-invitations/records.ts'
import { Resource } from '../operation.ts'
import * as webhooks from '../webhook-deliveries/webhook-events.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted, mostlyNull } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { eventKindsOf } from './kinds.ts'

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

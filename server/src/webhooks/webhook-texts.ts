/** What is said of an event, and under which id: the text is made once, and is the same at every attempt. */

import type {
  ConnectionWebhook,
  PaymentRequestWebhook,
  RecipientWebhook,
} from '@countersign/contract/webhook-deliveries/webhook-events'
import { type Id, idOf, type Uuid, uuidOf } from '@countersign/contract/wire/ids'
import type { Static } from 'typebox'
import { eventIdOf } from '../events/event-id.ts'
import type { SentEvent } from '../payment-requests/events-in-spans.ts'
import { requestIdOnWire } from '../payment-requests/payment-request-view.ts'

export interface Result {
  readonly merchant_id: Uuid
  readonly event_id: Uuid
  readonly event_type: string
  readonly occurred_at: Date
  readonly payload: string
}

interface Message {
  readonly type: string
  readonly timestamp: string
  readonly data: object
}

const result = (merchant_id: Uuid, event_id: Uuid, occurred_at: Date, message: Message): Result => ({
  merchant_id,
  event_id,
  event_type: message.type,
  occurred_at,
  payload: JSON.stringify(message),
})

export const requestEvent = (event: SentEvent): Result => {
  const { merchant_id, connection_id, cursor, status, previous_status, late, occurred_at } = event
  return result(merchant_id, uuidOf('evt', eventIdOf(connection_id, cursor)), occurred_at, {
    type: `payment_request.${late ? 'late_report' : status}`,
    timestamp: occurred_at.toISOString(),
    data: {
      request_id: requestIdOnWire(event),
      connection_id: idOf('con', connection_id),
      status,
      previous_status,
      cursor,
    },
  } satisfies Static<typeof PaymentRequestWebhook>)
}

export const connectionEvent = (change: {
  merchant_id: Uuid
  connection_change_id: Uuid
  connection_id: Uuid
  change: string
  scopes: readonly string[]
  paused_by: 'wallet' | 'rejections' | null
  occurred_at: Date
}): Result =>
  result(change.merchant_id, change.connection_change_id, change.occurred_at, {
    type: `connection.${change.change}`,
    timestamp: change.occurred_at.toISOString(),
    data: {
      connection_id: idOf('con', change.connection_id),
      scopes: [...change.scopes],
      ...(change.paused_by !== null && { paused_by: change.paused_by }),
    },
  } satisfies Static<typeof ConnectionWebhook>)

const versionOr = (id: Uuid | null): Id<'rcv'> | null => id && idOf('rcv', id)

export const recipientEvent = (change: {
  merchant_id: Uuid
  recipient_change_id: Uuid
  recipient_id: Uuid
  change: string
  recipient_version_id: Uuid
  previous_version_id: Uuid | null
  occurred_at: Date
}): Result =>
  result(change.merchant_id, change.recipient_change_id, change.occurred_at, {
    type: `recipient.${change.change}`,
    timestamp: change.occurred_at.toISOString(),
    data: {
      recipient_id: idOf('rcp', change.recipient_id),
      recipient_version_id: idOf('rcv', change.recipient_version_id),
      previous_version_id: versionOr(change.previous_version_id),
    },
  } satisfies Static<typeof RecipientWebhook>)

/** What the API shows of events. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { PaymentStatusName } from '../payment-requests/records.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'

export const EVENTS_LIMIT_MAX = 500
export const EVENTS_LIMIT_DEFAULT = 100
export const EVENTS_WAIT_MAX_S = 30

export const PaymentEvent = Resource('PaymentEvent', {
  cursor: Type.Integer({ minimum: 1, description: '1, 2, 3 … within the connection, without gaps' }),
  event_id: IdSchema('evt'),
  type: Type.String({ examples: ['payment_request.signed', 'payment_request.late_report'] }),
  request_id: Type.String(),
  previous_status: orNull(PaymentStatusName),
  status: PaymentStatusName,
  occurred_at: Timestamp,
})

/** What the API shows of events. */
import { PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Resource } from '../operation.ts'
import { PaymentEventType, PaymentStatusName } from '../payment-requests/records.ts'
import { AssuranceName } from '../settlement/records.ts'
import { orNull } from '../wire/envelopes.ts'
import { At, Counted, RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { EXAMPLE_HASH } from '../wire/payable.ts'

export const EVENTS_LIMIT_MAX = 500
export const EVENTS_LIMIT_DEFAULT = 100
export const EVENTS_WAIT_MAX_S = 30

export const PaymentEvent = Resource('PaymentEvent', 'something that happened to a payment request', {
  cursor: Counted('1, 2, 3 … within the connection, without gaps', 3, { minimum: 1 }),
  event_id: IdSchema('evt'),
  type: { ...PaymentEventType, examples: ['payment_request.signed'] },
  request_id: Shown('the payment request that it happened to', 'pr_01k0000000e008000000000000'),
  previous_status: orNull(PaymentStatusName, 'the status before; null for a new request'),
  status: Type.Enum([...PAYMENT_STATUSES], { type: 'string', description: 'the status then', examples: ['signed'] }),
  occurred_at: At('when it happened'),
  transaction_hash: Type.Optional(Shown('the transaction that the wallet named with this report', EXAMPLE_HASH, RARE)),
  reason: Type.Optional(Shown('as the wallet gave it with this report, or what the ledger shows', 'not mine', RARE)),
  assurance: Type.Optional({ ...AssuranceName, ...RARE }),
})

// What can be said against the cursor of a feed.

export const cursorAhead = errorEntry({
  code: 'cursor_ahead',
  status: 422,
  meaning: 'The cursor is past the end of this feed; the last one is `last_cursor`.',
  recovery: 'Use a cursor that this feed gave you.',
  retry: 'never',
})

export const cursorReset = errorEntry({
  code: 'cursor_reset',
  status: 410,
  meaning:
    'The service was restored from a backup, and events that you have seen up to this cursor are lost. `resume_from` is the last cursor before them, `epoch` the number of the history since then.',
  recovery:
    'Read what you keep about open requests again, then go on from `resume_from`. Cursors jump after a restore, so no number comes twice.',
  retry: 'never',
})

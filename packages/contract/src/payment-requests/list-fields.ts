/** By what lists of requests are narrowed, and what they answer with. */

import { PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
import { Type } from 'typebox'
import { onlyFor } from '../operation.ts'
import { OVERVIEW_MEASURES } from '../overview/records.ts'
import { AssuranceName } from '../settlement/records.ts'
import { Amount } from '../wire/amount.ts'
import { page } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { IdInput, Key, Time, TransactionHash } from '../wire/inputs.ts'
import { PaymentRequest, PaymentStatusName, TOTAL_MAX } from './records.ts'

/** One, or several: `?status=pending&status=signed`. */
const Statuses = Type.Union(
  [PaymentStatusName, Type.Array(PaymentStatusName, { minItems: 1, maxItems: PAYMENT_STATUSES.length })],
  {
    description: 'only these; repeat it for several',
    'x-rule': `must be one or several of ${PAYMENT_STATUSES.map((status) => `\`${status}\``).join(', ')}`,
  },
)
const StandingName = Type.Enum([...OVERVIEW_MEASURES], {
  type: 'string',
  description: 'where a request stands, by its status and the ledger, as the overview counts it',
})
const Standings = Type.Union(
  [StandingName, Type.Array(StandingName, { minItems: 1, maxItems: OVERVIEW_MEASURES.length })],
  {
    description: 'only these, as the overview counts them; repeat it for several',
    'x-rule': `must be one or several of ${OVERVIEW_MEASURES.map((name) => `\`${name}\``).join(', ')}`,
  },
)
/** What a list and an export are narrowed by; for a merchant, by more. */
export const filters = {
  status: Type.Optional(Statuses),
  connection_id: Type.Optional(IdInput('con', { description: 'only requests of this connection' })),
  recipient_id: Type.Optional(IdInput('rcp', { description: 'only requests to pay this recipient' })),
  ...onlyFor(['merchant_session', 'merchant_key'], {
    q: Type.Optional(
      Key({
        maxLength: 200,
        description:
          'words that the title, ID, task or amount has, each from its beginning; or how the ID begins, or a transaction hash. Looks at the newest 2,000 with the rarest of the words',
        examples: ['order 1042'],
      }),
    ),
    standing: Type.Optional(Standings),
    assurance: Type.Optional(AssuranceName),
    request_id: Type.Optional(Key({ maxLength: 160, description: 'requests whose `request_id` begins so' })),
    task_ref: Type.Optional(Key({ description: "the agent's task, as in `metadata.task_ref`" })),
    asked_by: Type.Optional(IdInput('agt', { description: 'the agent that asked' })),
    transaction_hash: Type.Optional(
      TransactionHash({ description: 'requests for which this transaction was named, late reports included' }),
    ),
    amount_min: Type.Optional(
      Type.String({ ...Amount, description: 'at least this amount, in units of whatever asset the request is for' }),
    ),
    amount_max: Type.Optional(
      Type.String({ ...Amount, description: 'at most this amount, in units of whatever asset the request is for' }),
    ),
    created_from: Type.Optional(Time({ description: 'created at or after this time' })),
    created_to: Type.Optional(Time({ description: 'created before this time' })),
  }),
}

export const countedPage = Type.Object({
  ...page('payment_requests', PaymentRequest).properties,
  total: Type.Optional(
    Counted(`for a merchant, how many requests match, counted up to ${TOTAL_MAX}; on the first page only`, 112),
  ),
  total_is_capped: Type.Optional(
    Type.Boolean({ description: 'there are at least `total`, and maybe more', examples: [false] }),
  ),
})

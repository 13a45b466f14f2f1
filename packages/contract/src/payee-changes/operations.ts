/** Changes of the payees that a wallet may be asked to pay, in the order of the payee log. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted } from '../wire/fields.ts'
import { Whole } from '../wire/inputs.ts'
import { PayeeChange } from './records.ts'

export const listPayeeChanges = operation({
  id: 'payee_changes.list',
  method: 'GET',
  path: '/v1/payee-changes',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'List changes of payees you may be asked to pay',
  description:
    'Changes of the payees of every merchant that this wallet is connected to, oldest first, up to 100. Keep `next_since` and send it as `since` next time. It is a place in the payee log, which only grows, so nothing can appear behind it.',
  credential: 'device_token',
  cross_origin: true,
  limit: 'standard',
  query: Input({
    since: Type.Optional(
      Whole(0, 2 ** 40, { description: '`next_since` of the answer before; leave it out to start at the beginning' }),
    ),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      payee_changes: Type.Array(PayeeChange, { description: 'oldest first, up to 100' }),
      next_since: orNull(
        Counted('the `log_index` of the last change here, or the `since` that you sent', 17),
        'null before the first change',
      ),
    }),
  },
  refuses: [],
  example: { query: { since: 17 } },
})

export const payeeChangeOperations = [listPayeeChanges] as const

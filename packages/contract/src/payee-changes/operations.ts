/** Changes of the payees that a wallet may be asked to pay, in the order of the payee log. */
import { Type } from 'typebox'
import { Input, operation as operationOperation, Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, mostlyNull, NetworkName, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Whole } from '../wire/inputs.ts'
import { payable } from '../wire/payable.ts'

/** What a wallet learns of a payee that changed. */
const PayeeChange = Resource('PayeeChange', 'a change of a payee, as the payee log has it', {
  log_index: Counted('its place in the payee log', 17),
  event: Type.Enum(['cooling', 'activated', 'retired'], {
    type: 'string',
    description: 'what this version of the payee became: announced, paid from now on, or no longer paid',
    examples: ['activated'],
  }),
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  number: Counted('which version of the payee', 2),
  name: Shown('the payee, as payers see it', 'Harbour Books till'),
  domain: Shown('the domain that lists it', 'shop.example'),
  network: NetworkName,
  asset: payable.asset,
  to: payable.address,
  memo: mostlyNull(payable.memo, payable.memo.description),
  serves_at: mostlyNull(Timestamp, 'from when on it is paid, if nobody holds it; null unless it is cooling'),
  at: At('when it was written'),
})

export const listPayeeChanges = operationOperation({
  id: 'payee_changes.list',
  method: 'GET',
  path: '/v1/payee-changes',
  tier: 'payee_safety',
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

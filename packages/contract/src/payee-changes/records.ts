/** What a wallet learns of a payee that changed. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { Timestamp } from '../wire/envelopes.ts'
import { At, Counted, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { NetworkName } from '../wire/networks.ts'
import { payable } from '../wire/payable.ts'

export const PayeeChange = Resource('PayeeChange', 'a change of a payee, as the payee log has it', {
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

/** What anybody may know of a payee. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, mostlyNull, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { NetworkName, RailName } from '../wire/networks.ts'
import { payable } from '../wire/payable.ts'

const SALT = '9f'.repeat(32)

export const PayeeServing = Resource('PayeeServing', 'where a payee is paid now', {
  recipient_version_id: IdSchema('rcv'),
  number: Counted('1, 2, 3 … within the payee', 1),
  rail: RailName,
  network: NetworkName,
  asset: payable.asset,
  to: payable.address,
  memo: mostlyNull(payable.memo, payable.memo.description),
  contract: mostlyNull(payable.contract, payable.contract.description),
  issuer: mostlyNull(payable.issuer, payable.issuer.description),
  decimals: payable.decimals,
  chain_id: mostlyNull(payable.chain_id, payable.chain_id.description),
  since: At('since when it serves'),
  changed_at: mostlyNull(Timestamp, 'when it took the place of another; null for the first one'),
})

const found = {
  recipient_id: IdSchema('rcp'),
  name: Shown('the payee, as payers see it', 'Harbour Books till'),
  domain: Shown('the domain that lists it', 'shop.example'),
}

export const FoundPayee = Resource('FoundPayee', 'a payee that serves now', { ...found, serving: PayeeServing })

export const PayeeOpening = Resource('PayeeOpening', 'what the commitment of an entry means', {
  salt: Shown('32 random bytes, in hexadecimal', SALT),
  document: Shown(
    'canonical JSON (RFC 8785) of the payee as it was then; SHA-256 over type, salt and document is the commitment',
    '{"domain":"shop.example",…,"type":"svc.payee_opening.v1"}',
  ),
})

export const PayeeEvent = Resource('PayeeEvent', 'an entry about a payee in the log', {
  seq: Counted('1, 2, 3 … within the payee; a number that is missing means that something was hidden', 1),
  event: Type.Enum(['cooling', 'activated', 'retired'], {
    type: 'string',
    description: 'what a version of the payee became',
    examples: ['activated'],
  }),
  at: At('when it was written'),
  number: orNull(Counted('which version of the payee', 1), 'null where it was erased'),
  log_index: orNull(Counted('its place in the log', 17), 'null until it has one, which takes about a second'),
  opening: orNull(PayeeOpening, 'null where it was erased'),
})

export const Payee = Resource('Payee', 'a payee, as the payee log shows it', {
  ...found,
  serving: orNull(PayeeServing, 'null while none of its versions is active'),
  history: Type.Array(PayeeEvent, { description: 'newest first, up to 100' }),
  complete: Type.Boolean({
    description: 'whether `history` goes back to the first entry without a gap',
    examples: [true],
  }),
  checkpoint: orNull(
    Shown('the head of the log, signed, as of this answer', 'pay.example/log\n18\n…'),
    'null before the first one is published',
  ),
})

/** What anybody may know of a payee, and how to check it against the payee log without believing us. */
import { Type } from 'typebox'
import { Input, operation } from '../operation.ts'
import { orNull } from '../wire/envelopes.ts'
import { Counted, Shown } from '../wire/fields.ts'
import { exampleId } from '../wire/ids.ts'
import { IdInput, Key, Name } from '../wire/inputs.ts'
import { NetworkName } from '../wire/networks.ts'
import { FoundPayee, Payee, PayeeOpening } from './records.ts'

const open = {
  method: 'GET',
  defined_by: 'extension',
  idempotency: 'safe',
  credential: 'none',
  cross_origin: true,
  limit: 'standard',
  refuses: [],
} as const

export const lookUpPayees = operation({
  ...open,
  id: 'payees.look_up',
  path: '/v1/payees',
  summary: 'Look up a payee',
  description:
    "Active payees, by the exact domain that lists them or by the exact network and address. Without either you get an empty list: you can't list all payees.",
  query: Input({
    domain: Type.Optional(Key({ description: 'a host name such as `shop.example`', maxLength: 253 })),
    network: Type.Optional(NetworkName),
    address: Type.Optional(Key({ description: 'an address of that network' })),
  }),
  answer: {
    status: 200,
    body: Type.Object({ payees: Type.Array(FoundPayee, { description: 'at most 100, the newest first' }) }),
  },
  example: { query: { domain: 'shop.example' } },
})

export const readPayee = operation({
  ...open,
  id: 'payees.read',
  path: '/v1/payees/{recipient_id}',
  summary: 'Read a payee and its history',
  description:
    "Everything the payee log has about one payee, with what you need to check each entry. Check it with the SDK's `verifyPayee`, or with the proofs from `log.prove`.",
  params: Input({ recipient_id: IdInput('rcp') }),
  answer: { status: 200, body: Type.Object({ payee: Payee }) },
  example: { params: { recipient_id: exampleId('rcp') } },
})

export const readPayeeRecord = operation({
  ...open,
  id: 'payees.read_record',
  path: '/v1/payees/{recipient_id}/versions/{recipient_version_id}/record',
  summary: 'Read the proof that a payee is on public record',
  description:
    'What a wallet checks before it signs: the log entry that activated this version, what opens its commitment, the evidence, and the proof that the entry is in the log. `proof` is null for about a second after an activation.',
  params: Input({ recipient_id: IdInput('rcp'), recipient_version_id: IdInput('rcv') }),
  query: Input({
    name: Type.Optional(Name({ description: 'what the request calls the payee, where it was renamed since' })),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      entry: Shown('the entry, byte for byte', '{"at":"2026-11-15T09:30:00.000Z",…,"type":"svc.log.payee.v1"}'),
      opening: orNull(PayeeOpening, 'null where it was erased'),
      evidence: orNull(
        Shown(
          'the evidence document whose digest the opening has',
          '{"facts":{…},…,"type":"svc.recipient_evidence.v2"}',
        ),
        'null where it was erased',
      ),
      log_index: orNull(Counted('its place in the log', 17), 'null until it has one'),
      proof: orNull(
        Shown('the proof as one text (C2SP tlog-proof)', 'c2sp.org/tlog-proof@v1\nindex 17\n…'),
        'null until a checkpoint that has it is published',
      ),
    }),
  },
  example: { params: { recipient_id: exampleId('rcp'), recipient_version_id: exampleId('rcv') } },
})

export const payeeOperations = [lookUpPayees, readPayee, readPayeeRecord] as const

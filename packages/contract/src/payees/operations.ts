/** What anybody may know of a payee, and how to check it against the payee log without believing us. */
import { Type } from 'typebox'
import { domainInvalid } from '../domains/records.ts'
import { merchantNotActive } from '../merchants/records.ts'
import { Input, operation as operationOperation, Resource } from '../operation.ts'
import { networkNotEnabled, payeeNotListed, paymentFactsInvalid, recipientRetired } from '../recipients/errors.ts'
import { listable } from '../recipients/operations.ts'
import { Evidence } from '../recipients/records.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, mostlyNull, NetworkName, RailName, Shown } from '../wire/fields.ts'
import { exampleId, IdSchema } from '../wire/ids.ts'
import { IdInput, Key, Name } from '../wire/inputs.ts'
import { payable } from '../wire/payable.ts'

// What anybody may know of a payee.

const SALT = '9f'.repeat(32)

const PayeeServing = Resource('PayeeServing', 'where a payee is paid now', {
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

const FoundPayee = Resource('FoundPayee', 'a payee that serves now', { ...found, serving: PayeeServing })

const PayeeOpening = Resource('PayeeOpening', 'what the commitment of an entry means', {
  salt: Shown('32 random bytes, in hexadecimal', SALT),
  document: Shown(
    'canonical JSON (RFC 8785) of the payee as it was then; SHA-256 over type, salt and document is the commitment',
    '{"domain":"shop.example",…,"type":"svc.payee_opening.v1"}',
  ),
})

const PayeeEvent = Resource('PayeeEvent', 'an entry about a payee in the log', {
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

const Payee = Resource('Payee', 'a payee, as the payee log shows it', {
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

const open = {
  method: 'GET',
  tier: 'payee_safety',
  idempotency: 'safe',
  credential: 'none',
  cross_origin: true,
  limit: 'standard',
  refuses: [],
} as const

export const lookUpPayees = operationOperation({
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

export const readPayee = operationOperation({
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

export const readPayeeRecord = operationOperation({
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

export const resolvePayee = operationOperation({
  id: 'payees.resolve',
  method: 'POST',
  path: '/v1/payees/resolve',
  tier: 'agent_tools',
  idempotency: 'natural',
  summary: 'Find a payee on its domain',
  description:
    "For an agent that wants to pay somebody who isn't its merchant's payee. We look whether `domain` lists exactly these facts, in the places where a merchant's own domain would (`recipients.verify`), and answer with a payee that you can request payments for. Its name is the domain. A listing counts for 24 hours after it was seen; calling again looks again after 12. A connection can find 20 new payees a day; those it found before don't count.",
  credential: 'connection_token',
  scope: 'payees.resolve',
  limit: 'standard',
  body: Input({
    domain: Key({
      maxLength: 253,
      description: 'the exact host name that lists the payee',
      examples: ['shop.example'],
    }),
    ...listable,
  }),
  answer: {
    status: 200,
    body: Type.Object({
      recipient_id: IdSchema('rcp'),
      recipient_version_id: IdSchema('rcv'),
      standing: Type.Literal('listed', { description: 'a domain lists it; nothing else is known of it' }),
      evidence: Evidence,
    }),
  },
  refuses: [domainInvalid, paymentFactsInvalid, networkNotEnabled, merchantNotActive, payeeNotListed, recipientRetired],
  example: {
    body: {
      domain: 'shop.example',
      network: 'stellar_testnet',
      asset: 'XLM',
      address: 'GBRPYHIL2CI3FNQ4BXLFMNDLFJUNPU2HY3ZMFSHONUCEOASW7QC7OX2H',
    },
  },
})

export const payeeOperations = [lookUpPayees, readPayee, readPayeeRecord, resolvePayee] as const

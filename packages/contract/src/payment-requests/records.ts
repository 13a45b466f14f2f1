/** What the API shows of payment requests. */

import { PAYMENT_CHANGES, PAYMENT_STATUSES } from '@pursestrings/protocol/payment-status'
import { Type } from 'typebox'
import { Source } from '../connections/records.ts'
import { Resource } from '../operation.ts'
import { AssuranceName, ledgerFields, SETTLEMENT_NOTES } from '../settlement/records.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { At, Counted, CreatedAt, NetworkName, RARE, RailName, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { Name } from '../wire/inputs.ts'
import { EXAMPLE_ADDRESS, EXAMPLE_DIGEST, EXAMPLE_HASH, MethodName, payable, ReferenceName } from '../wire/payable.ts'
import { shownTerms } from '../wire/terms.ts'

export const PROTOCOL = 'svc.payment_request.v1' as const
export const EXPIRY_DEFAULT_S = 30 * 60
/** So far ahead an expiry may lie. */
export const EXPIRY_MIN_S = 60
export const EXPIRY_MAX_S = 7 * 24 * 3600
/** Transactions that a payment takes note of beside its own: more than a wallet errs, fewer than fill a feed. */
export const LATE_REPORTS_MAX = 16
const Free = (description: string, example: object) =>
  Type.Object({}, { additionalProperties: true, description, examples: [example] })

/** What `/v1/payment-requests/events` means is no request, and facts that name `apy_…` are those of an agent payment. */
export const RequestId = Name({
  reserved: ['events', 'apy_*'],
  description: 'of your choice, unique per connection; made by the service if left out',
})

/** Why a request failed, where it was not the wallet that said so. */
export const SERVICE_REASONS = ['canceled_by_agent', 'recipient_recalled'] as const

export const PaymentStatusName = Type.Enum([...PAYMENT_STATUSES], {
  type: 'string',
  description: 'what is known of the payment; `pending` waits for the user',
})

/** What the user's decision rests on. */
export const DECISIONS = ['none', 'device_token', 'device_signed'] as const

/** Lists count no further. */
export const TOTAL_MAX = 10_000

/** Later versions of the service may add kinds, so readers must let unknown ones pass. */
export const PaymentEventType = Type.Enum(
  PAYMENT_CHANGES.map((change) => `payment_request.${change}` as const),
  { type: 'string', 'x-open': true, description: 'what happened; more kinds may be added later' },
)

/** What one request tells of its payee besides, to the wallet and to the merchant. */
const payeeStanding = {
  domain_verified_since: Type.Optional({
    ...orNull(Timestamp, "since when the domain has been verified without a break; null while it isn't"),
    ...RARE,
  }),
  number: Type.Optional(Counted('which version of the payee this is; 1 is the first', 2, { minimum: 1, ...RARE })),
  serving_since: Type.Optional({ ...At('when this version became the active one'), ...RARE }),
  changed_at: Type.Optional({
    ...orNull(Timestamp, 'when the payee last changed where it is paid; null if this is its first active version'),
    ...RARE,
  }),
  previous: Type.Optional({
    ...orNull(
      Type.Object({
        recipient_version_id: IdSchema('rcv'),
        address: payable.address,
        memo: Type.Optional({ ...payable.memo, ...RARE }),
        retired_at: orNull(Timestamp, "when that version stopped being active; null while it's active"),
      }),
      'the previously active version; null if there was none',
    ),
    ...RARE,
  }),
  evidence: Type.Optional({
    ...orNull(
      Type.Object({
        found_in: Shown('where the domain vouches for the address', 'svc-recipients.json'),
        evidence_digest: Shown('SHA-256, in hexadecimal, of the facts and what was fetched', EXAMPLE_DIGEST),
        seen_at: At('when it was fetched'),
      }),
      'what the domain itself says about this version',
    ),
    ...RARE,
  }),
}

export const SAID_BY = ['agent', 'wallet', 'merchant', 'clock', 'ledger'] as const
export type SaidBy = (typeof SAID_BY)[number]

export const PaymentRequestStep = Resource('PaymentRequestStep', 'a step of a request, as its feed has it', {
  cursor: Counted('the place of this event in the feed of the connection', 3, { minimum: 1 }),
  type: PaymentEventType,
  previous_status: orNull(PaymentStatusName, 'the status before; null for the first step'),
  status: PaymentStatusName,
  occurred_at: At('when it happened'),
  said_by: Type.Enum([...SAID_BY], {
    type: 'string',
    description: 'on whose word it rests; `clock` is the expiry',
  }),
  reason: Type.Optional(Shown('the reason given', 'not mine', RARE)),
  transaction_hash: Type.Optional(Shown('the transaction that the report named', EXAMPLE_HASH, RARE)),
})

export const LateReport = Resource(
  'LateReport',
  'a transaction reported after the request was over; kept, but it changed nothing',
  {
    reported_status: PaymentStatusName,
    transaction_hash: Shown('the transaction that the wallet named', EXAMPLE_HASH),
    reason: Type.Optional(Shown('as the wallet gave it', 'the phone was offline', RARE)),
    reported_at: At('when it was reported'),
  },
)

export const PaymentRequest = Resource('PaymentRequest', 'an agent asks, a wallet answers', {
  protocol: Type.Literal(PROTOCOL, { description: 'the form of this record' }),
  request_id: Shown('names the request within its connection', 'pr_01k0000000e008000000000000', {
    minLength: 1,
    maxLength: 160,
  }),
  connection_id: IdSchema('con'),
  issuer: Shown('the base address of the service that asks', 'https://pay.example'),
  transaction_id: Type.Optional(
    Shown('the transaction context that the wallet shows', 'txn_01k0000000e008000000000000', {
      minLength: 1,
      maxLength: 160,
      ...RARE,
    }),
  ),
  transaction_context: Type.Optional(
    Type.Enum(['pinned', 'missing'], {
      type: 'string',
      description:
        'whether there are words about the transaction that go with this request: `pinned`, those of `transaction_revision`; `missing`, none had been sent under this `transaction_id` when the request was created, so there is nothing to show',
      ...RARE,
    }),
  ),
  transaction_revision: Type.Optional(
    Counted('the revision of the transaction context that was the latest at the create; later ones are not meant', 1, {
      minimum: 1,
      ...RARE,
    }),
  ),
  created_at: CreatedAt,
  expires_at: At('until when the user can decide'),
  idempotency_key: Shown('the key that it was created with', 'order-1042', { maxLength: 256 }),
  status: PaymentStatusName,
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  source: Source,
  payee: Type.Object(
    {
      name: Shown('as payers see it', 'Harbour Books till'),
      verified: Type.Boolean({
        description:
          "whether this payee is verified right now: its domain is, and it's neither suspended nor recalled. Don't sign while it's false",
        examples: [true],
      }),
      domain: Shown('the domain that lists it', 'shop.example'),
      standing: Type.Optional(
        Type.Literal('listed', {
          description:
            "an agent found the payee on its domain, which is all that is known of it: it isn't a payee of the agent's organization. Part of the signed facts; absent for the organization's own payees",
          ...RARE,
        }),
      ),
      ...payeeStanding,
    },
    { description: 'who is paid' },
  ),
  payment: Type.Object(
    {
      rail: RailName,
      network: NetworkName,
      asset: payable.asset,
      amount: Shown('exact decimal amount, as requested', '12.50'),
      to: payable.address,
      contract: Type.Optional({ ...payable.contract, ...RARE }),
      issuer: Type.Optional({ ...payable.issuer, ...RARE }),
      decimals: payable.decimals,
      chain_id: Type.Optional({ ...payable.chain_id, ...RARE }),
      memo: Type.Optional({ ...payable.memo, ...RARE }),
      reference: Type.Optional({ ...ReferenceName, ...RARE }),
      method: Type.Optional({ ...MethodName, ...RARE }),
    },
    { description: 'the payment facts, pinned from the recipient version' },
  ),
  policy: Type.Object(
    { requires_user_approval: Type.Literal(true, { description: 'always: no request is paid without its user' }) },
    { description: 'who decides' },
  ),
  display: Type.Optional(Free('words of the agent for the user', { title: 'Order 1042' })),
  metadata: Type.Optional(Free('yours; the service only keeps it', { order: '1042' })),
  ...shownTerms,
  transaction_hash: Type.Optional(Shown('the transaction that the wallet named', EXAMPLE_HASH, RARE)),
  reason: Type.Optional(
    Shown(
      "why it was rejected or failed, in the wallet's words; `canceled_by_agent` where the agent took a waiting request back",
      'not mine',
      RARE,
    ),
  ),
  settlement: Type.Object(
    {
      assurance: AssuranceName,
      decision: Type.Enum([...DECISIONS], {
        type: 'string',
        description:
          "who decided: `device_signed`, the wallet, proven with its device's key; `device_token`, somebody with the device's token; `none`, nobody",
      }),
      notes: Type.Array(Type.Enum([...SETTLEMENT_NOTES], { type: 'string' }), {
        description:
          '`transaction_hash_repeated`: another payment on this network names the same transaction, which can pay only one of them. `unreported_payment`: found in the ledger without a report from the wallet. `expiry_not_enforced`: the transaction could have been applied after the request expired',
        examples: [[]],
      }),
      ...ledgerFields,
    },
    { description: 'how sure the status is' },
  ),
  late_reports: Type.Array(LateReport, {
    description:
      'transactions reported after the request was over: money may have moved, so check before you request it again',
    examples: [[]],
  }),
  history: Type.Optional(
    Type.Array(PaymentRequestStep, {
      description: 'every step in order; shown where the wallet or the merchant reads one request',
      ...RARE,
    }),
  ),
  replay_count: Type.Optional(
    Counted('how often the agent sent the same create again; shown to the merchant', 0, RARE),
  ),
  facts_digest: Shown('SHA-256, in hexadecimal, of the canonical JSON of the payment facts', EXAMPLE_DIGEST),
  reference_value: Type.Optional(
    Shown(
      'what the payment carries where `payment.reference` says so: the digest of the facts, in hexadecimal',
      EXAMPLE_DIGEST,
      RARE,
    ),
  ),
  facts_jws: Shown(
    'the facts signed by the service. Keys: /.well-known/jwks.json',
    'eyJhbGciOiJFZERTQSJ9..c2lnbmF0dXJl',
  ),
  handoff: Type.Optional(
    Type.Object(
      { uri: Shown('SEP-7, for Stellar networks', `web+stellar:pay?destination=${EXAMPLE_ADDRESS}&amount=12.50`) },
      { description: 'how another wallet on the same device can be asked' },
    ),
  ),
})

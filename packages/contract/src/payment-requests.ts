/**
 * A payment request: an agent names a payee and an amount, the wallet answers (spec 2.1, 2.2, 4.4, contract 4). Every
 * payment fact is pinned from the recipient's active version; nothing the caller writes can override one.
 */
import { Type } from 'typebox'
import { Amount } from './amount.ts'
import { cursorInvalid } from './audit-events.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { IdSchema } from './ids.ts'
import { FreeJson, IdInput, Key, Name, NamePath, Time, TransactionHash } from './inputs.ts'
import { NETWORK_NAMES, RAILS } from './networks.ts'
import { Input, operation, Resource } from './operation.ts'
import * as errors from './payment-request-errors.ts'
import { PAYMENT_STATUSES } from './payment-status.ts'
import { merchantNotActive } from './recipient-errors.ts'
import { Text } from './text.ts'
import { resourceNotFound } from './transport-errors.ts'

export const PROTOCOL = 'svc.payment_request.v1' as const
export const EXPIRY_DEFAULT_S = 30 * 60

const Free = Type.Object({}, { additionalProperties: true })
/** What `/v1/payment-requests/events` means is no request. */
export const RequestId = Name({ reserved: ['events'] })
export const PaymentStatusName = Type.Enum([...PAYMENT_STATUSES], { type: 'string' })

/** Findings that a status alone does not show. */
export const SETTLEMENT_NOTES = ['transaction_hash_repeated'] as const

export const PaymentRequest = Resource('PaymentRequest', {
  protocol: Type.Literal(PROTOCOL),
  request_id: Type.String({ minLength: 1, maxLength: 160 }),
  connection_id: IdSchema('con'),
  transaction_id: Type.Optional(Type.String({ minLength: 1, maxLength: 160 })),
  created_at: Timestamp,
  expires_at: Timestamp,
  idempotency_key: Type.String({ maxLength: 256 }),
  status: PaymentStatusName,
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  source: Free,
  payee: Type.Object({ name: Type.String(), verified: Type.Literal(true), domain: Type.String() }),
  payment: Type.Object({
    rail: Type.Enum([...RAILS], { type: 'string' }),
    network: Type.Enum([...NETWORK_NAMES], { type: 'string' }),
    asset: Type.String(),
    amount: Type.String(),
    to: Type.String(),
    contract: Type.Optional(Type.String()),
    issuer: Type.Optional(Type.String()),
    decimals: Type.Integer(),
    chain_id: Type.Optional(Type.Integer()),
    memo: Type.Optional(Type.String()),
  }),
  policy: Type.Object({ requires_user_approval: Type.Literal(true) }),
  display: Type.Optional(Free),
  metadata: Type.Optional(Free),
  transaction_hash: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  settlement: Type.Object({
    assurance: Type.Enum(['none', 'wallet_reported'], {
      type: 'string',
      description: 'what the status rests on; nothing claims more than it knows',
    }),
    notes: Type.Array(Type.Enum([...SETTLEMENT_NOTES], { type: 'string' }), {
      description:
        '`transaction_hash_repeated`: another payment on this network names the same transaction, which can pay for one of them at most',
    }),
  }),
  facts_digest: Type.String({ description: 'SHA-256, in hexadecimal, of the canonical JSON of the payment facts' }),
  facts_jws: Type.Optional(
    Type.String({ description: 'the facts signed by the service; on every read. Keys: /.well-known/jwks.json' }),
  ),
  handoff: Type.Optional(Type.Object({ uri: Type.String({ description: 'SEP-7, for Stellar networks' }) })),
})

const common = { limit: 'standard', cross_origin: true } as const
const requestPath = Input({ request_id: NamePath() })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }
const one = Type.Object({ payment_request: PaymentRequest })

export const createPaymentRequest = operation({
  ...common,
  id: 'payment_requests.create',
  method: 'POST',
  path: '/v1/payment-requests',
  summary: 'Ask for a payment',
  description:
    'Creates a request that waits for the wallet; it pays nothing. Needs an idempotency key, in `X-Idempotency-Key`, `Idempotency-Key` or the body; it is unique per connection for ever. The same key with the same body answers with the existing request as it is now and `Idempotency-Replayed: true`.',
  credential: 'connection_token',
  deferred: true,
  scope: 'payment.requests.create',
  body: Type.Object(
    {
      request_id: Type.Optional(RequestId),
      recipient_id: IdInput('rcp'),
      recipient_version_id: IdInput('rcv'),
      payment: Type.Object({ amount: Amount }, { additionalProperties: false }),
      policy: Type.Object({ requires_user_approval: Type.Literal(true) }, { additionalProperties: false }),
      expires_at: Type.Optional(Time()),
      idempotency_key: Type.Optional(Key()),
      transaction_id: Type.Optional(Name()),
      display: Type.Optional(FreeJson()),
      metadata: Type.Optional(FreeJson()),
    },
    { additionalProperties: false },
  ),
  answer: { status: 201, body: one },
  refuses: [
    errors.idempotencyKeyRequired,
    errors.idempotencyKeyMismatch,
    errors.idempotencyKeyReused,
    errors.recipientVersionNotActive,
    errors.requestIdTaken,
    errors.tooManyPending,
    errors.tooManyPendingInWallet,
    errors.tooManyCreates,
    errors.amountInvalid,
    errors.overrideForbidden,
    errors.expiryOutOfRange,
    merchantNotActive,
    resourceNotFound,
  ],
  example: {
    body: {
      recipient_id: 'rcp_01k0000000e008000000000000',
      recipient_version_id: 'rcv_01k0000000e008000000000000',
      payment: { amount: '12.5' },
      policy: { requires_user_approval: true },
      idempotency_key: 'order-1042',
    },
  },
})

export const readPaymentRequest = operation({
  ...common,
  id: 'payment_requests.read',
  method: 'GET',
  path: '/v1/payment-requests/{request_id}',
  summary: 'Read a payment request',
  description: 'For the agent of its connection and for the wallet. This, never a webhook, is the source of truth.',
  credential: ['connection_token', 'device_token'],
  deferred: true,
  scope: 'payment.requests.read',
  params: requestPath,
  query: Input({ connection_id: Type.Optional(IdInput('con')) }),
  answer: { status: 200, body: one },
  refuses: [errors.requestIdAmbiguous],
  example: { params: EXAMPLE },
})

export const listPaymentRequests = operation({
  ...common,
  id: 'payment_requests.list',
  method: 'GET',
  path: '/v1/payment-requests',
  summary: 'List payment requests',
  description: 'Newest first: those of the connection for an agent, those of all its connections for a wallet.',
  credential: ['connection_token', 'device_token'],
  scope: 'payment.requests.read',
  query: Input({ ...pageQuery, status: Type.Optional(PaymentStatusName) }),
  answer: { status: 200, body: page('payment_requests', PaymentRequest) },
  refuses: [cursorInvalid],
  example: {},
})

export const listMerchantPaymentRequests = operation({
  id: 'payment_requests.list_for_merchant',
  method: 'GET',
  path: '/v1/merchant/payment-requests',
  summary: "List the merchant's payment requests",
  description: 'Newest first, over all connections of its agents.',
  credential: 'merchant_session',
  limit: 'standard',
  query: Input({ ...pageQuery, status: Type.Optional(PaymentStatusName) }),
  answer: { status: 200, body: page('payment_requests', PaymentRequest) },
  refuses: [cursorInvalid],
  example: {},
})

export const reportPaymentStatus = operation({
  ...common,
  id: 'payment_requests.report_status',
  method: 'POST',
  path: '/v1/payment-requests/{request_id}/status',
  summary: 'Report a status transition',
  description:
    'By the wallet. The same report again changes nothing and answers 200. A report about an expired request that names a transaction is kept as evidence (`late: true`), and changes nothing else.',
  credential: 'device_token',
  params: requestPath,
  body: Input({
    status: Type.Enum(['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'], { type: 'string' }),
    transaction_hash: Type.Optional(TransactionHash()),
    reason: Type.Optional(Text({ maxLength: 200 })),
    connection_id: Type.Optional(IdInput('con')),
  }),
  answer: { status: 200, body: Type.Object({ payment_request: PaymentRequest, late: Type.Boolean() }) },
  refuses: [
    errors.invalidTransition,
    errors.transactionHashRequired,
    errors.transactionHashFixed,
    errors.requestIdAmbiguous,
  ],
  example: { params: EXAMPLE, body: { status: 'signed' } },
})

export const paymentRequestOperations = [
  createPaymentRequest,
  listPaymentRequests,
  readPaymentRequest,
  reportPaymentStatus,
  listMerchantPaymentRequests,
] as const

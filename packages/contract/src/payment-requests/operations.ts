/**
 * A payment request: an agent names a payee and an amount, the wallet answers (spec 2.1, 2.2, 4.4, contract 4). Every
 * payment fact is pinned from the recipient's active version; nothing the caller writes can override one.
 */
import { Type } from 'typebox'
import { merchantNotActive } from '../merchants/errors.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, resourceNotFound } from '../transport-errors.ts'
import { Amount } from '../wire/amount.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { FreeJson, IdInput, Key, Name, NamePath, Time, TransactionHash } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import * as errors from './errors.ts'
import { PaymentRequest, PaymentStatusName, RequestId } from './records.ts'

const common = { limit: 'standard', cross_origin: true } as const
const requestPath = Input({ request_id: NamePath() })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }
const one = Type.Object({ payment_request: PaymentRequest })

export const createPaymentRequest = operation({
  ...common,
  id: 'payment_requests.create',
  method: 'POST',
  path: '/v1/payment-requests',
  defined_by: 'specification',
  idempotency: 'key',
  summary: 'Ask for a payment',
  description:
    'Creates a request that waits for the wallet; it pays nothing. Needs an idempotency key, in `X-Idempotency-Key`, `Idempotency-Key` or the body; it is unique per connection for ever. The same key with the same body answers with the existing request as it is now and `Idempotency-Replayed: true`.',
  credential: 'connection_token',
  deferred: 'connection_token',
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
  defined_by: 'specification',
  idempotency: 'safe',
  summary: 'Read a payment request',
  description: 'For the agent of its connection and for the wallet. This, never a webhook, is the source of truth.',
  credential: ['connection_token', 'device_token'],
  deferred: 'connection_token',
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
  defined_by: 'extension',
  idempotency: 'safe',
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
  defined_by: 'extension',
  idempotency: 'safe',
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
  defined_by: 'specification',
  idempotency: 'natural',
  summary: 'Report a status transition',
  description:
    'By the wallet. The same report again changes nothing and answers 200. A report about an expired request that names a transaction is kept as evidence (`late: true`), and changes nothing else.',
  credential: 'device_token',
  deferred: 'device_token',
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

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
import { Counted } from '../wire/fields.ts'
import { FreeJson, IdInput, Key, Name, NamePath, Time, TransactionHash } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import * as errors from './errors.ts'
import { AssuranceName, PaymentRequest, PaymentStatusName, RequestId, TOTAL_MAX } from './records.ts'
import { PAYMENT_STATUSES } from './states.ts'

const common = { limit: 'standard', cross_origin: true } as const
const requestPath = Input({ request_id: NamePath({ description: 'the id of the payment request' }) })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }
const one = Type.Object({ payment_request: PaymentRequest })

/** One, or several: `?status=pending&status=signed`. */
const Statuses = Type.Union(
  [PaymentStatusName, Type.Array(PaymentStatusName, { minItems: 1, maxItems: PAYMENT_STATUSES.length })],
  {
    description: 'only these; repeat it for several',
    'x-rule': `must be one or several of ${PAYMENT_STATUSES.map((status) => `\`${status}\``).join(', ')}`,
  },
)
const ofWhom = {
  connection_id: Type.Optional(IdInput('con', { description: 'only requests of this connection' })),
  recipient_id: Type.Optional(IdInput('rcp', { description: 'only requests to pay this recipient' })),
}
const listed = page('payment_requests', PaymentRequest)
const countedPage = Type.Object({
  ...listed.properties,
  total: Type.Optional(
    Counted(`how many requests the filters match; on the first page, and counted to ${TOTAL_MAX} at most`, 112),
  ),
  total_is_capped: Type.Optional(
    Type.Boolean({ description: 'there are at least `total`, and maybe more', examples: [false] }),
  ),
})

export const createPaymentRequest = operation({
  ...common,
  id: 'payment_requests.create',
  method: 'POST',
  path: '/v1/payment-requests',
  defined_by: 'specification',
  idempotency: 'key',
  summary: 'Ask for a payment',
  description:
    'Creates a request that waits for the wallet; it pays nothing. Needs an idempotency key, in `X-Idempotency-Key`, `Idempotency-Key` or the body; it is unique per connection forever. The same key with the same body answers with the existing request as it is now and `Idempotency-Replayed: true`.',
  credential: 'connection_token',
  deferred: 'connection_token',
  scope: 'payment.requests.create',
  body: Type.Object(
    {
      request_id: Type.Optional(RequestId),
      recipient_id: IdInput('rcp'),
      recipient_version_id: IdInput('rcv'),
      payment: Type.Object(
        { amount: Amount },
        { additionalProperties: false, description: 'the rest is pinned from the recipient version' },
      ),
      policy: Type.Object(
        { requires_user_approval: Type.Literal(true, { description: 'always: no request is paid without its user' }) },
        { additionalProperties: false, description: 'who decides' },
      ),
      expires_at: Type.Optional(Time({ description: 'until when the user can decide; in 30 minutes if left out' })),
      idempotency_key: Type.Optional(Key({ description: 'instead of the header; unique per connection' })),
      transaction_id: Type.Optional(
        Name({
          description:
            'of the transaction context that the wallet shows: send the context first. Its latest revision is pinned; the answer says `transaction_context: "missing"` where there is none',
        }),
      ),
      display: Type.Optional(FreeJson({ description: 'words for the user, shown as said by the agent' })),
      metadata: Type.Optional(FreeJson({ description: 'yours; the service only keeps it' })),
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
  query: Input({
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: { status: 200, body: one },
  refuses: [errors.requestIdAmbiguous],
  example: { params: EXAMPLE },
})

export const readMerchantPaymentRequest = operation({
  id: 'payment_requests.read_for_merchant',
  method: 'GET',
  path: '/v1/merchant/payment-requests/{request_id}',
  defined_by: 'extension',
  idempotency: 'safe',
  summary: "Read one of the merchant's payment requests",
  description:
    'The request as it is now, with its signed facts, every step of its history, late reports, and what is known of the payee. This, never a webhook, is the source of truth for your back end. Where two connections use the same `request_id`, say which one with `connection_id`.',
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
  limit: 'standard',
  params: requestPath,
  query: Input({
    connection_id: Type.Optional(
      IdInput('con', { description: 'which connection, where two use the same `request_id`' }),
    ),
  }),
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
  query: Input({ ...pageQuery, status: Type.Optional(Statuses), ...ofWhom }),
  answer: { status: 200, body: listed },
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
  description:
    'Newest first, over all connections of its agents. Filters can be combined. A filtered list is at most seconds behind, as a rule far less; the list without filters and the read of one request are always exact. A page of a filtered list may hold fewer requests than `limit`: go on while `next_cursor` is not null.',
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
  limit: 'standard',
  query: Input({
    ...pageQuery,
    status: Type.Optional(Statuses),
    assurance: Type.Optional(AssuranceName),
    request_id: Type.Optional(Key({ maxLength: 160, description: 'requests whose `request_id` begins so' })),
    task_ref: Type.Optional(Key({ description: "the agent's task, as in `metadata.task_ref`" })),
    asked_by: Type.Optional(IdInput('agt', { description: 'the agent that asked' })),
    ...ofWhom,
    transaction_hash: Type.Optional(
      TransactionHash({ description: 'requests for which this transaction was named, late reports included' }),
    ),
    created_from: Type.Optional(Time({ description: 'created then or later' })),
    created_to: Type.Optional(Time({ description: 'created before then' })),
  }),
  answer: { status: 200, body: countedPage },
  refuses: [cursorInvalid],
  example: {},
})

export const cancelPaymentRequest = operation({
  id: 'payment_requests.cancel',
  method: 'POST',
  path: '/v1/payment-requests/{request_id}/cancel',
  defined_by: 'extension',
  idempotency: 'natural',
  summary: 'Take a payment request back',
  description:
    'By the agent, while the user has not decided: the request becomes `failed` with the reason `canceled_by_agent`, and makes room for another. Canceling it again changes nothing. Also open to a paused connection. A wallet that had paid already can still report its transaction, which is kept as evidence.',
  credential: 'connection_token',
  limit: 'standard',
  scope: 'payment.requests.create',
  withdraws: true,
  params: requestPath,
  answer: { status: 200, body: one },
  refuses: [errors.invalidTransition],
  example: { params: EXAMPLE },
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
    'By the wallet. The same report again changes nothing and answers 200. A report about an expired or canceled request that names a transaction is kept as evidence (`late: true`), and changes nothing else.',
  credential: 'device_token',
  deferred: 'device_token',
  params: requestPath,
  body: Input({
    status: Type.Enum(['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'], {
      type: 'string',
      description: 'what the wallet did or saw',
    }),
    transaction_hash: Type.Optional(TransactionHash({ description: 'needed from `broadcasted` on, and then fixed' })),
    reason: Type.Optional(Text({ maxLength: 200, description: 'why, where it failed or was rejected' })),
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      payment_request: PaymentRequest,
      late: Type.Boolean({ description: 'kept as evidence; the status did not change', examples: [false] }),
    }),
  },
  refuses: [
    errors.invalidTransition,
    errors.transactionHashRequired,
    errors.transactionHashFixed,
    errors.recipientSuspended,
    errors.requestIdAmbiguous,
  ],
  example: { params: EXAMPLE, body: { status: 'signed' } },
})

export const paymentRequestOperations = [
  createPaymentRequest,
  listPaymentRequests,
  readPaymentRequest,
  cancelPaymentRequest,
  readMerchantPaymentRequest,
  reportPaymentStatus,
  listMerchantPaymentRequests,
] as const

/**
 * A payment request: an agent names a payee and an amount, the wallet answers (specification 2.1, 2.2, 4.4). Every
 * payment fact is pinned from the recipient's active version; nothing the caller writes can override one.
 */
import { Type } from 'typebox'
import { merchantNotActive } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import { cursorInvalid, resourceNotFound } from '../transport-errors.ts'
import { pageQuery } from '../wire/envelopes.ts'
import { Amount, EXPORT_RULES, exportAnswer, Format } from '../wire/fields.ts'
import { FreeJson, IdInput, Key, Name, NamePath, Time, Tolerant, TransactionHash } from '../wire/inputs.ts'
import { Terms } from '../wire/terms.ts'
import { Text } from '../wire/text.ts'
import * as errors from './errors.ts'
import { countedPage, decisionRefusals, filters, reportedTransaction } from './fields.ts'
import { PaymentRequest, RequestId } from './records.ts'

// The merchant's payment requests as a file.

const CSV = `request_id,created_at,status,amount,asset,payee,agent,assurance\r
order-1042,2026-11-15T09:30:00.000Z,confirmed,12.5,XLM,Harbour Books till,Checkout agent,wallet_reported\r
`

export const exportPaymentRequests = operation({
  id: 'payment_requests.export',
  method: 'GET',
  path: '/v1/merchant/exports/payment-requests',
  tier: 'merchant_tools',
  idempotency: 'safe',
  summary: "Export the merchant's payment requests",
  description: `With the filters of the list; without any, all of them. ${EXPORT_RULES}`,
  credential: ['merchant_session', 'merchant_key'],
  merchant_scope: 'payment_requests:read',
  limit: 'standard',
  query: Input({
    format: Type.Optional(Format),
    settlement: Type.Optional(
      Type.Enum(['include', 'leave_out'], {
        type: 'string',
        description: 'CSV only: the columns about the ledger, such as `assurance`; `include` is the default',
      }),
    ),
    ...filters,
  }),
  answer: exportAnswer(CSV, '{"request_id":"order-1042","status":"confirmed"}\n'),
  refuses: [],
  example: {},
})

const common = { limit: 'standard', cross_origin: true } as const
const requestPath = Input({ request_id: NamePath({ description: 'the id of the payment request' }) })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }
const one = Type.Object({ payment_request: PaymentRequest })

export const createPaymentRequest = operation({
  ...common,
  id: 'payment_requests.create',
  method: 'POST',
  path: '/v1/payment-requests',
  tier: 'specification',
  idempotency: 'key',
  summary: 'Request a payment',
  description:
    'Creates a request for the wallet to approve; nothing is paid yet. Needs an idempotency key, in `X-Idempotency-Key`, `Idempotency-Key` or the body. The key is unique per connection and never expires. The same key with the same body returns the existing request as it is now, with `Idempotency-Replayed: true`. Other fields, such as `protocol`, `source` or `payee`, are ignored and do not count as part of the body, but a payment fact in them is refused.',
  credential: 'connection_token',
  deferred: ['connection_token'],
  scope: 'payment.requests.create',
  body: Tolerant({
    request_id: Type.Optional(RequestId),
    recipient_id: IdInput('rcp'),
    recipient_version_id: IdInput('rcv'),
    payment: Tolerant({ amount: Amount }, { description: 'the rest is pinned from the recipient version' }),
    policy: Tolerant(
      { requires_user_approval: Type.Literal(true, { description: 'always: no request is paid without its user' }) },
      { description: 'who decides' },
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
    terms: Type.Optional(Terms),
  }),
  answer: { status: 201, body: one },
  refuses: [
    errors.idempotencyKeyRequired,
    errors.idempotencyKeyMismatch,
    errors.idempotencyKeyReused,
    errors.recipientVersionNotActive,
    errors.payeeListingStale,
    errors.payeeNotResolved,
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
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Read a payment request',
  description:
    'As it is now; trust this, not a webhook. The agent gets the request of its connection. The wallet and the merchant also get its history and what we know about the payee, and the merchant how often it was sent again.',
  credential: ['connection_token', 'device_token', 'merchant_session', 'merchant_key'],
  deferred: ['connection_token'],
  scope: 'payment.requests.read',
  merchant_scope: 'payment_requests:read',
  params: requestPath,
  query: Input({
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
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
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List payment requests',
  description:
    "Newest first. An agent sees its connection's requests, a wallet those of all its connections, a merchant those of all its agents. Filters can be combined. A merchant's filtered list can be a few seconds behind; the unfiltered list and a single request are always exact. A filtered page may have fewer requests than `limit`: continue while `next_cursor` isn't null.",
  credential: ['connection_token', 'device_token', 'merchant_session', 'merchant_key'],
  deferred: ['connection_token', 'device_token'],
  scope: 'payment.requests.read',
  merchant_scope: 'payment_requests:read',
  query: Input({ ...pageQuery, ...filters }),
  answer: { status: 200, body: countedPage },
  refuses: [cursorInvalid],
  example: {},
})

export const cancelPaymentRequest = operation({
  id: 'payment_requests.cancel',
  method: 'POST',
  path: '/v1/payment-requests/{request_id}/cancel',
  tier: 'agent_tools',
  idempotency: 'natural',
  summary: 'Cancel a payment request',
  description:
    'For the agent, until the user decides, even on a paused connection. The request becomes `failed` with the reason `canceled_by_agent` and no longer counts as pending. Canceling again changes nothing. If the wallet already paid, it can still report its transaction, which we keep as evidence.',
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
  tier: 'specification',
  idempotency: 'natural',
  summary: 'Report a status transition',
  description:
    'For the wallet. Sending the same report again changes nothing and answers 200. If you name a transaction for an expired or canceled request, we keep it as evidence (`late: true`) and change nothing else.',
  credential: 'device_token',
  deferred: ['device_token'],
  params: requestPath,
  body: Input({
    status: Type.Enum(['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'], {
      type: 'string',
      description: 'what the wallet did or saw',
    }),
    transaction_hash: Type.Optional(TransactionHash({ description: 'needed from `broadcasted` on, and then fixed' })),
    reason: Type.Optional(Text({ maxLength: 200, description: 'why, where it failed or was rejected' })),
    ...reportedTransaction,
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
    errors.transactionMismatch,
    errors.recipientSuspended,
    errors.requestIdAmbiguous,
    ...decisionRefusals,
  ],
  example: { params: EXAMPLE, body: { status: 'signed' } },
})

export const paymentRequestOperations = [
  createPaymentRequest,
  listPaymentRequests,
  readPaymentRequest,
  cancelPaymentRequest,
  reportPaymentStatus,
  exportPaymentRequests,
] as const

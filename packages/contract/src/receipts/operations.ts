/** Receipts, for whoever may see the payment. */
import { Type } from 'typebox'
import { errorEntry } from '../errors.ts'
import { Input, operation as operationOperation } from '../operation.ts'
import { requestIdAmbiguous } from '../payment-requests/errors.ts'
import { Shown } from '../wire/fields.ts'
import { IdInput, NamePath } from '../wire/inputs.ts'

export const receiptNotReady = errorEntry({
  code: 'receipt_not_ready',
  status: 409,
  meaning:
    "There is no receipt yet: the payment still waits for the wallet, or the service's key isn't in the public log yet.",
  recovery: 'Ask again once the wallet has answered, or the payment has ended.',
  retry: 'later',
})

const requestPath = Input({ request_id: NamePath({ description: 'the id of the payment request' }) })
const EXAMPLE = { request_id: 'pr_01k0000000e008000000000000' }

const RECEIPT =
  "Everything that was signed about the payment in one text: the facts, the wallet's decision, the payee's public record and what the ledger says, as far as there is any of it. Check it offline with `verifyReceipt` of the SDK or `pursestrings receipt verify`. Needs a service with a payee log and receipt keys; others answer `resource_not_found`."

const body = Type.Object({
  receipt: Shown(
    'save it byte for byte: a changed byte breaks it',
    '{"facts_jws":"…","keys":[…],"type":"svc.receipt.v1"}',
  ),
})

export const readReceipt = operationOperation({
  limit: 'standard',
  cross_origin: true,
  id: 'payment_requests.read_receipt',
  method: 'GET',
  path: '/v1/payment-requests/{request_id}/receipt',
  tier: 'evidence',
  idempotency: 'safe',
  summary: 'Get the receipt of a payment request',
  description: RECEIPT,
  credential: ['connection_token', 'device_token', 'merchant_session', 'merchant_key'],
  scope: 'payment.requests.read',
  merchant_scope: 'payment_requests:read',
  params: requestPath,
  query: Input({
    connection_id: Type.Optional(IdInput('con', { description: 'needed where two connections use one id' })),
  }),
  answer: { status: 200, body },
  refuses: [requestIdAmbiguous, receiptNotReady],
  example: { params: EXAMPLE },
})

export const readAgentPaymentReceipt = operationOperation({
  surface: 'agent_payments',
  limit: 'standard',
  cross_origin: true,
  id: 'agent_payments.read_receipt',
  method: 'GET',
  path: '/v1/agent-payments/{agent_payment_id}/receipt',
  tier: 'evidence',
  idempotency: 'safe',
  summary: 'Get the receipt of an agent payment',
  description: RECEIPT,
  credential: ['api_key', 'merchant_session', 'device_token'],
  params: Input({ agent_payment_id: IdInput('apy') }),
  answer: { status: 200, body },
  refuses: [receiptNotReady],
  example: { params: { agent_payment_id: 'apy_01k0000000e008000000000000' } },
})

export const receiptOperations = [readReceipt, readAgentPaymentReceipt] as const

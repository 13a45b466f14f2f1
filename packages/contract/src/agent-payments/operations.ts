/**
 * A payment that a project asks for over a connection, by an agent within a policy or by a human who waits for the wallet
 * (specification 1.7, 4.6). Every payment fact is pinned from the recipient's active version, as for payment requests.
 */
import { Type } from 'typebox'
import { hitlRequired } from '../automation-policies/errors.ts'
import { merchantNotActive } from '../merchants/records.ts'
import { Input, operation } from '../operation.ts'
import * as errors from '../payment-requests/errors.ts'
import { decisionRefusals, reportedTransaction } from '../payment-requests/fields.ts'
import { reportPaymentStatus } from '../payment-requests/operations.ts'
import * as transport from '../transport-errors.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { Amount } from '../wire/fields.ts'
import { IdInput, Key } from '../wire/inputs.ts'
import { Terms } from '../wire/terms.ts'
import { Text } from '../wire/text.ts'
import {
  AGENT_PAYMENT_STATUSES,
  AgentPayment,
  Initiator,
  REPORTED_AGENT_PAYMENT_STATUSES,
  RefusedAttempt,
} from './records.ts'

const surface = { surface: 'agent_payments', limit: 'standard' } as const
const ofBoth = { ...surface, credential: ['api_key', 'merchant_session', 'device_token'], cross_origin: true } as const
const paymentPath = Input({ agent_payment_id: IdInput('apy') })
const one = { status: 200, body: AgentPayment } as const
const example = { params: { agent_payment_id: 'apy_01k0000000e008000000000000' } }

export const createAgentPayment = operation({
  ...surface,
  id: 'agent_payments.create',
  method: 'POST',
  path: '/v1/agent-payments',
  tier: 'specification',
  idempotency: 'key',
  summary: 'Create a payment intent',
  description:
    "This doesn't pay yet: the wallet claims the intent and signs, or asks its user. An `agent` intent must fit a policy that the user opted into: `policy_id`, or by default the newest active one for this connection and asset. If it doesn't fit, you get 403 with every limit it exceeds and, in `next_action`, the call to send instead. Needs an idempotency key, in `Idempotency-Key`, `X-Idempotency-Key` or the body. The key is unique per project and never expires; a replay returns the payment as it is now, with `Idempotency-Replayed: true`.",
  credential: 'api_key',
  deferred: ['api_key'],
  body: Input({
    initiator: Initiator,
    connection_id: IdInput('con'),
    recipient_id: IdInput('rcp'),
    recipient_version_id: IdInput('rcv'),
    amount: Amount,
    purpose: Type.Optional(Text({ maxLength: 200, description: 'what it is for, as the user will see it' })),
    policy_id: Type.Optional(IdInput('pol')),
    terms: Type.Optional(Terms),
    idempotency_key: Type.Optional(Key({ description: 'instead of the header; unique per project' })),
  }),
  answer: { status: 201, body: AgentPayment },
  refuses: [
    hitlRequired,
    errors.idempotencyKeyRequired,
    errors.idempotencyKeyMismatch,
    errors.idempotencyKeyReused,
    errors.recipientVersionNotActive,
    errors.amountInvalid,
    errors.tooManyPending,
    merchantNotActive,
    transport.agentNotActive,
    transport.connectionPaused,
    transport.agentCredentialInactive,
    transport.connectionRevoked,
    transport.scopeMissing,
    transport.resourceNotFound,
  ],
  example: {
    body: {
      initiator: 'agent',
      connection_id: 'con_01k0000000e008000000000000',
      recipient_id: 'rcp_01k0000000e008000000000000',
      recipient_version_id: 'rcv_01k0000000e008000000000000',
      amount: '2.5',
      purpose: 'Groceries of the week',
      idempotency_key: 'basket-1042',
    },
  },
})

export const listAgentPayments = operation({
  ...ofBoth,
  id: 'agent_payments.list',
  method: 'GET',
  path: '/v1/agent-payments',
  tier: 'completes',
  idempotency: 'safe',
  summary: 'List agent payments',
  description:
    "Newest first: the project's for a key, the organization's for a session, the wallet's own for a device. Keys and sessions also see what agents were refused, in `refused_attempts`: a page has the newest of both, each list newest first. We keep attempts for 90 days, up to 10 a minute and 200 a day per connection; `not_kept` counts the rest.",
  query: Input({
    ...pageQuery,
    status: Type.Optional(
      Type.Enum([...AGENT_PAYMENT_STATUSES, 'refused'], {
        type: 'string',
        description: 'payments with this status; `refused` lists refused attempts only',
      }),
    ),
  }),
  answer: {
    status: 200,
    body: Type.Object({
      ...page('agent_payments', AgentPayment).properties,
      refused_attempts: Type.Array(RefusedAttempt, { description: 'what agents asked for beyond their policy' }),
    }),
  },
  refuses: [transport.cursorInvalid],
  example: {},
})

export const readAgentPayment = operation({
  ...ofBoth,
  id: 'agent_payments.read',
  method: 'GET',
  path: '/v1/agent-payments/{agent_payment_id}',
  tier: 'specification',
  idempotency: 'safe',
  summary: 'Read an agent payment',
  description: 'Its current status and its history.',
  deferred: ['api_key', 'device_token'],
  params: paymentPath,
  answer: one,
  refuses: [],
  example,
})

export const readRefusedAttempt = operation({
  ...surface,
  id: 'agent_payments.read_refused',
  method: 'GET',
  path: '/v1/agent-payments/refused/{refused_attempt_id}',
  tier: 'policy_tools',
  idempotency: 'safe',
  summary: 'Read a refused attempt',
  description: 'What the agent tried to pay beyond its policy, every limit, and the call that asks the user instead.',
  credential: ['api_key', 'merchant_session'],
  params: Input({ refused_attempt_id: IdInput('apr') }),
  answer: { status: 200, body: RefusedAttempt },
  refuses: [],
  example: { params: { refused_attempt_id: 'apr_01k0000000e008000000000000' } },
})

export const sendAgentPaymentToPayer = operation({
  ...surface,
  id: 'agent_payments.send_to_payer',
  method: 'POST',
  path: '/v1/agent-payments/refused/{refused_attempt_id}/send-to-payer',
  tier: 'policy_tools',
  idempotency: 'natural',
  summary: 'Send a refused attempt to the payer',
  description:
    'What its `next_action` does, for a session that has no API key: the same payment under the same idempotency key, now for a person to approve in the wallet. Of the two calls one payment at most comes to be, and repeating either answers with it.',
  credential: ['api_key', 'merchant_session'],
  role: 'developer',
  params: Input({ refused_attempt_id: IdInput('apr') }),
  answer: one,
  refuses: [
    errors.idempotencyKeyReused,
    errors.recipientVersionNotActive,
    errors.tooManyPending,
    merchantNotActive,
    transport.agentNotActive,
    transport.connectionPaused,
    transport.agentCredentialInactive,
    transport.connectionRevoked,
    transport.scopeMissing,
  ],
  example: { params: { refused_attempt_id: 'apr_01k0000000e008000000000000' } },
})

export const reportAgentPaymentStatus = operation({
  ...surface,
  id: 'agent_payments.report_status',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/status',
  tier: 'completes',
  idempotency: 'natural',
  summary: 'Report a status transition',
  description:
    "For the wallet. `approved` claims the payment, which the wallet must do before it signs. We check an agent payment against its current policy again; if it no longer fits, you get 403 `HC_NC_5_HITL_REQUIRED`, and the payment stays pending until it expires or is canceled. A claimed payment can't be canceled, doesn't expire and keeps counting against its policy. Sending the same report again changes nothing and answers 200 (`repeated: true`). If you name a transaction after the payment reached `expired`, `canceled`, `rejected` or `failed`, or in a report we refuse (`hash_kept: true` in the details), we keep it as evidence (`late: true`). That changes no status, but counts against the policy.",
  credential: 'device_token',
  deferred: ['device_token'],
  cross_origin: true,
  params: paymentPath,
  body: Input({
    status: Type.Enum([...REPORTED_AGENT_PAYMENT_STATUSES], {
      type: 'string',
      description: 'what the wallet did or saw; `approved` is the claim before it signs',
    }),
    transaction_hash: reportPaymentStatus.body.properties.transaction_hash,
    reason: reportPaymentStatus.body.properties.reason,
    ...reportedTransaction,
  }),
  answer: {
    status: 200,
    body: Type.Object({
      ...AgentPayment.properties,
      late: Type.Boolean({ description: 'the transaction is kept as evidence, and moved nothing', examples: [false] }),
      repeated: Type.Boolean({ description: 'the same had been reported before', examples: [false] }),
    }),
  },
  refuses: [
    errors.invalidTransition,
    errors.transactionHashRequired,
    errors.transactionHashFixed,
    errors.transactionMismatch,
    ...decisionRefusals,
    errors.recipientSuspended,
    errors.recipientVersionNotActive,
    hitlRequired,
    transport.agentNotActive,
    transport.connectionPaused,
    transport.connectionRevoked,
    transport.scopeMissing,
  ],
  example: { ...example, body: { status: 'approved' } },
})

export const cancelAgentPayment = operation({
  ...surface,
  id: 'agent_payments.cancel',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/cancel',
  tier: 'agent_tools',
  idempotency: 'natural',
  summary: 'Cancel an agent payment',
  description: "Possible while it's `intent_created`, before the wallet claims it. Canceling again changes nothing.",
  credential: ['api_key', 'merchant_session'],
  role: 'admin',
  params: paymentPath,
  answer: one,
  refuses: [errors.invalidTransition],
  example,
})

export const agentPaymentOperations = [
  createAgentPayment,
  listAgentPayments,
  readAgentPayment,
  readRefusedAttempt,
  sendAgentPaymentToPayer,
  reportAgentPaymentStatus,
  cancelAgentPayment,
] as const

/**
 * A payment that a project asks for over a connection, by an agent within a policy or by a human who waits for the wallet
 * (spec 1.7, 4.6; contract 6). Every payment fact is pinned from the recipient's active version, as for payment requests.
 */
import { Type } from 'typebox'
import { hitlRequired } from '../automation-policies/errors.ts'
import { merchantNotActive } from '../merchants/errors.ts'
import { Input, operation } from '../operation.ts'
import * as errors from '../payment-requests/errors.ts'
import { reportPaymentStatus } from '../payment-requests/operations.ts'
import * as transport from '../transport-errors.ts'
import { Amount } from '../wire/amount.ts'
import { page, pageQuery } from '../wire/envelopes.ts'
import { IdInput, Key } from '../wire/inputs.ts'
import { Text } from '../wire/text.ts'
import { AgentPayment, Initiator, RefusedAttempt } from './records.ts'
import { AGENT_PAYMENT_STATUSES, REPORTED_AGENT_PAYMENT_STATUSES } from './states.ts'

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
  defined_by: 'specification',
  idempotency: 'key',
  summary: 'Create a payment intent',
  description:
    'It pays nothing: the wallet claims it and signs, or asks its user. An `agent` intent must be within a policy that the user has opted into: the one that `policy_id` names, else the newest in force of this connection and asset. Beyond it, the answer is 403 with every threshold that does not hold and, in `next_action`, the call to send instead. Needs an idempotency key, in `Idempotency-Key`, `X-Idempotency-Key` or the body; it is unique per project forever, and a replay answers with the payment as it is now and `Idempotency-Replayed: true`.',
  credential: 'api_key',
  body: Input({
    initiator: Initiator,
    connection_id: IdInput('con'),
    recipient_id: IdInput('rcp'),
    recipient_version_id: IdInput('rcv'),
    amount: Amount,
    purpose: Type.Optional(Text({ maxLength: 200, description: 'what it is for, as the user will see it' })),
    policy_id: Type.Optional(IdInput('pol')),
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
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'List agent payments',
  description:
    "Newest first: the project's for a key, the organization's for a session, the wallet's own for a device. A key and a session also see what agents asked for in vain, in `refused_attempts`: a page holds the newest of both together, each list newest first. Attempts are kept for 90 days, at most 10 a minute and 200 a day of a connection; the rest are counted in `not_kept`.",
  query: Input({
    ...pageQuery,
    status: Type.Optional(
      Type.Enum([...AGENT_PAYMENT_STATUSES, 'refused'], {
        type: 'string',
        description: 'payments that stand there; `refused`: attempts alone',
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
  defined_by: 'specification',
  idempotency: 'safe',
  summary: 'Read an agent payment',
  description: 'With its authoritative status and its history.',
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
  defined_by: 'extension',
  idempotency: 'safe',
  summary: 'Read a refused attempt',
  description: 'What an agent asked for beyond its policy, every threshold beside it, and the call that asks a person.',
  credential: ['api_key', 'merchant_session'],
  params: Input({ refused_attempt_id: IdInput('apr') }),
  answer: { status: 200, body: RefusedAttempt },
  refuses: [],
  example: { params: { refused_attempt_id: 'apr_01k0000000e008000000000000' } },
})

export const reportAgentPaymentStatus = operation({
  ...surface,
  id: 'agent_payments.report_status',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/status',
  defined_by: 'extension',
  idempotency: 'natural',
  summary: 'Report a status transition',
  description:
    'By the wallet. `approved` is the claim that it must win before it signs: an agent payment is judged once more by its policy as it is then, and what is beyond it is refused with 403 `HC_NC_5_HITL_REQUIRED`; the payment then waits until it expires or is canceled. Once claimed, nothing cancels or expires it and its use is not given back. The same report again changes nothing and answers 200 (`repeated: true`). A transaction named after the payment has ended (`expired`, `canceled`, `rejected`, `failed`) is kept as evidence (`late: true`); so is one whose report is refused (`hash_kept: true` among the details). It moves nothing, and counts against the policy.',
  credential: 'device_token',
  cross_origin: true,
  params: paymentPath,
  body: Input({
    status: Type.Enum([...REPORTED_AGENT_PAYMENT_STATUSES], {
      type: 'string',
      description: 'what the wallet did or saw; `approved` is the claim before it signs',
    }),
    transaction_hash: reportPaymentStatus.body.properties.transaction_hash,
    reason: reportPaymentStatus.body.properties.reason,
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
    errors.recipientSuspended,
    errors.recipientVersionNotActive,
    hitlRequired,
    merchantNotActive,
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
  defined_by: 'extension',
  idempotency: 'natural',
  summary: 'Cancel an agent payment',
  description:
    'While it is `intent_created`: what the wallet has claimed can no longer be canceled. Repeating it changes nothing.',
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
  reportAgentPaymentStatus,
  cancelAgentPayment,
] as const

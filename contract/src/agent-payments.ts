/**
 * A payment that a project asks for over a connection, by an agent within a policy or by a human who waits for the wallet
 * (spec 1.7, 4.6; contract 6). Every payment fact is pinned from the recipient's active version, as for payment requests.
 */
import { Type } from 'typebox'
import { AGENT_PAYMENT_STATUSES, REPORTED_AGENT_PAYMENT_STATUSES } from './agent-payment-status.ts'
import { Amount } from './amount.ts'
import { cursorInvalid } from './audit-events.ts'
import { hitlRequired } from './automation-policy-errors.ts'
import { page, pageQuery, Timestamp } from './envelopes.ts'
import { IdSchema } from './ids.ts'
import { Input, operation, Resource } from './operation.ts'
import * as errors from './payment-request-errors.ts'
import { PaymentRequest, reportPaymentStatus } from './payment-requests.ts'
import { merchantNotActive } from './recipient-errors.ts'
import { Text } from './text.ts'
import * as transport from './transport-errors.ts'

export const INITIATORS = ['agent', 'human'] as const
const Initiator = Type.Enum([...INITIATORS], {
  type: 'string',
  description: '`agent`: within a policy, or refused. `human`: the wallet asks its user.',
})
const StatusName = Type.Enum([...AGENT_PAYMENT_STATUSES], { type: 'string' })
const orNull = <const S extends Type.TSchema>(schema: S) => Type.Union([schema, Type.Null()])
const { payee, payment, settlement, facts_digest, facts_jws, handoff } = PaymentRequest.properties

export const AgentPayment = Resource('AgentPayment', {
  id: IdSchema('apy'),
  status: StatusName,
  initiator: Initiator,
  project_id: IdSchema('prj'),
  connection_id: IdSchema('con'),
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  payee,
  payment,
  purpose: Type.Optional(Type.String()),
  policy: Type.Object({
    policy_id: orNull(IdSchema('pol')),
    policy_version: orNull(Type.Integer()),
    allowed_without_asking: Type.Boolean({
      description:
        'the wallet may sign now without asking: a policy allowed it, and both it and the connection are in force still. Else it asks its user',
    }),
  }),
  idempotency_key: Type.String({ maxLength: 256 }),
  created_at: Timestamp,
  expires_at: Timestamp,
  transaction_hash: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  settlement,
  facts_digest,
  facts_jws,
  handoff,
  history: Type.Optional(
    Type.Array(
      Type.Object({
        status: StatusName,
        previous_status: orNull(StatusName),
        late: Type.Boolean({ description: 'a report after the payment had expired: evidence, which moves nothing' }),
        transaction_hash: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
        occurred_at: Timestamp,
      }),
      { description: 'oldest first; where one payment is read' },
    ),
  ),
})

const surface = { surface: 'agent_payments', limit: 'standard' } as const
const ofBoth = { ...surface, credential: ['api_key', 'merchant_session', 'device_token'], cross_origin: true } as const
const id = Type.String({ maxLength: 160 })
const paymentPath = Input({ agent_payment_id: id })
const one = { status: 200, body: AgentPayment } as const
const example = { params: { agent_payment_id: 'apy_01k0000000e008000000000000' } }

export const createAgentPayment = operation({
  ...surface,
  id: 'agent_payments.create',
  method: 'POST',
  path: '/v1/agent-payments',
  summary: 'Create a payment intent',
  description:
    'It pays nothing: the wallet signs, or asks its user. An `agent` intent must be within a policy that the user has opted into: the one that `policy_id` names, else the newest in force of this connection and asset. Beyond it, the answer is 403 with every threshold that does not hold and, in `next_action`, the call to send instead. Needs an idempotency key, in `Idempotency-Key`, `X-Idempotency-Key` or the body; it is unique per project for ever, and a replay answers with the payment as it is now and `Idempotency-Replayed: true`.',
  credential: 'api_key',
  body: Input({
    initiator: Initiator,
    connection_id: id,
    recipient_id: id,
    recipient_version_id: id,
    amount: Amount,
    purpose: Type.Optional(Text({ maxLength: 200, description: 'what it is for, as the user will see it' })),
    policy_id: Type.Optional(id),
    idempotency_key: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
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
  summary: 'List agent payments',
  description:
    "Newest first: the project's for a key, the organization's for a session, the wallet's own for a device.",
  query: Input({ ...pageQuery, status: Type.Optional(StatusName) }),
  answer: { status: 200, body: page('agent_payments', AgentPayment) },
  refuses: [cursorInvalid],
  example: {},
})

export const readAgentPayment = operation({
  ...ofBoth,
  id: 'agent_payments.read',
  method: 'GET',
  path: '/v1/agent-payments/{agent_payment_id}',
  summary: 'Read an agent payment',
  description: 'With its authoritative status and its history.',
  params: paymentPath,
  answer: one,
  refuses: [],
  example,
})

export const reportAgentPaymentStatus = operation({
  ...surface,
  id: 'agent_payments.report_status',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/status',
  summary: 'Report a status transition',
  description:
    'By the wallet. The same report again changes nothing and answers 200. A report about an expired payment that names a transaction is kept as evidence (`late: true`), and changes nothing else.',
  credential: 'device_token',
  cross_origin: true,
  params: paymentPath,
  body: Input({
    status: Type.Enum([...REPORTED_AGENT_PAYMENT_STATUSES], { type: 'string' }),
    transaction_hash: reportPaymentStatus.body.properties.transaction_hash,
    reason: reportPaymentStatus.body.properties.reason,
  }),
  answer: { status: 200, body: Type.Object({ ...AgentPayment.properties, late: Type.Boolean() }) },
  refuses: [errors.invalidTransition, errors.transactionHashRequired, errors.transactionHashFixed],
  example: { ...example, body: { status: 'approved' } },
})

export const cancelAgentPayment = operation({
  ...surface,
  id: 'agent_payments.cancel',
  method: 'POST',
  path: '/v1/agent-payments/{agent_payment_id}/cancel',
  summary: 'Cancel an agent payment',
  description: 'While it is `intent_created`. Repeating it changes nothing.',
  credential: ['api_key', 'merchant_session'],
  params: paymentPath,
  answer: one,
  refuses: [errors.invalidTransition],
  example,
})

export const agentPaymentOperations = [
  createAgentPayment,
  listAgentPayments,
  readAgentPayment,
  reportAgentPaymentStatus,
  cancelAgentPayment,
] as const

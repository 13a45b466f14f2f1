/** What the API shows of agent payments. */
import { Type } from 'typebox'
import { Resource } from '../operation.ts'
import { PaymentRequest } from '../payment-requests/records.ts'
import { orNull, Timestamp } from '../wire/envelopes.ts'
import { IdSchema } from '../wire/ids.ts'
import { AGENT_PAYMENT_STATUSES } from './states.ts'

const { payee, payment, settlement, facts_digest, facts_jws, handoff } = PaymentRequest.properties
export const INITIATORS = ['agent', 'human'] as const

export const Initiator = Type.Enum([...INITIATORS], {
  type: 'string',
  description: '`agent`: within a policy, or refused. `human`: the wallet asks its user.',
})

export const AgentPaymentStatusName = Type.Enum([...AGENT_PAYMENT_STATUSES], { type: 'string' })

export const AgentPayment = Resource('AgentPayment', {
  id: IdSchema('apy'),
  status: AgentPaymentStatusName,
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
        'a hint, as things stood when this was read: a claim would be allowed without asking the user. It is not a leave to sign: the wallet first reports `approved`, and signs only when that was answered with status `approved`',
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
        status: AgentPaymentStatusName,
        previous_status: orNull(AgentPaymentStatusName),
        late: Type.Boolean({
          description:
            'evidence: a transaction that was named after the payment had ended, without a claim, or beside the one that is fixed. It moves nothing, and counts against the policy',
        }),
        transaction_hash: Type.Optional(Type.String()),
        reason: Type.Optional(Type.String()),
        occurred_at: Timestamp,
      }),
      { description: 'oldest first; where one payment is read' },
    ),
  ),
})

/** What the API shows of agent payments. */
import { POLICY_RULES } from '@pursestrings/protocol/policy-judge'
import { Type } from 'typebox'
import { ThresholdName } from '../automation-policies/records.ts'
import { Resource } from '../operation.ts'
import { PaymentRequest } from '../payment-requests/records.ts'
import { orNull } from '../wire/envelopes.ts'
import { At, Counted, CreatedAt, mostlyNull, RARE, Shown } from '../wire/fields.ts'
import { IdSchema } from '../wire/ids.ts'
import { EXAMPLE_HASH } from '../wire/payable.ts'
import { shownTerms } from '../wire/terms.ts'

/**
 * The statuses of an agent payment and which may follow which: one typed table for code, SQL, docs and tests. A
 * new status does not compile until it is placed.
 */
export const AGENT_PAYMENT_STATUSES = [
  'intent_created',
  'approved',
  'submitted',
  'settled',
  'rejected',
  'failed',
  'expired',
  'canceled',
] as const
export type AgentPaymentStatus = (typeof AGENT_PAYMENT_STATUSES)[number]

/** What can happen to a payment, as events name it. */
export const AGENT_PAYMENT_CHANGES = [
  ...AGENT_PAYMENT_STATUSES,
  'late_report',
  // What the ledger says; the status stays.
  'chain_observed',
  'disputed',
  'proven_unpaid',
  'ledger_finding',
  // The merchant decided that a payment on the ledger was for it.
  'merchant_accepted',
] as const

export const AGENT_PAYMENT_STATUS_NEXT = {
  intent_created: ['approved', 'rejected', 'failed', 'expired', 'canceled'],
  approved: ['submitted', 'failed'],
  submitted: ['settled', 'failed'],
  settled: [],
  rejected: [],
  failed: [],
  expired: [],
  canceled: [],
} as const satisfies Record<AgentPaymentStatus, readonly AgentPaymentStatus[]>

/** What a wallet can say; time alone expires a payment, and its project alone cancels it. */
export const REPORTED_AGENT_PAYMENT_STATUSES = [
  'approved',
  'submitted',
  'settled',
  'rejected',
  'failed',
] as const satisfies readonly AgentPaymentStatus[]

/** From here on a report names the transaction that it speaks of. */
export const AGENT_PAYMENT_NEEDS_TRANSACTION_HASH = [
  'submitted',
  'settled',
] as const satisfies readonly AgentPaymentStatus[]

/** The wallet claims a payment with this one, before it signs: from then on nothing cancels, expires or gives back. */
export const AGENT_PAYMENT_CLAIM = 'approved' satisfies AgentPaymentStatus

/**
 * Ends without a payment that anybody knows of. Before the claim, and without a transaction, the policy gets back what it
 * had reserved, once; a transaction that is named afterwards is kept, and counts again.
 */
export const AGENT_PAYMENT_ENDS_UNPAID = [
  'rejected',
  'failed',
  'expired',
  'canceled',
] as const satisfies readonly AgentPaymentStatus[]

const { issuer, payee, payment, settlement, facts_digest, reference_value, facts_jws, handoff } =
  PaymentRequest.properties
/** How long what an agent was refused can be looked at. */
export const REFUSED_ATTEMPT_KEPT_DAYS = 90

export const INITIATORS = ['agent', 'human'] as const

export const Initiator = Type.Enum([...INITIATORS], {
  type: 'string',
  description: '`agent`: within a policy, or refused. `human`: the wallet asks its user.',
})

export const AgentPaymentStatusName = Type.Enum([...AGENT_PAYMENT_STATUSES], {
  type: 'string',
  description: 'what is known of the payment; `intent_created` waits for the wallet',
})

export const AgentPayment = Resource('AgentPayment', 'a payment that a project asks for', {
  id: IdSchema('apy'),
  status: AgentPaymentStatusName,
  initiator: Initiator,
  project_id: IdSchema('prj'),
  connection_id: IdSchema('con'),
  issuer,
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  payee,
  payment,
  purpose: Type.Optional(Shown('what it is for, as the user sees it', 'Groceries of the week')),
  ...shownTerms,
  policy: Type.Object(
    {
      policy_id: orNull(IdSchema('pol'), 'the policy that it is within; null where the user is asked'),
      policy_version: orNull(Counted('the version', 1), 'of the policy, when the payment was created'),
      allowed_without_asking: Type.Boolean({
        description:
          'a hint, as things stood when this was read: a claim would be allowed without asking the user. It is not a leave to sign: the wallet first reports `approved`, and signs only when that was answered with status `approved`',
      }),
    },
    { description: 'whether the wallet may sign without asking' },
  ),
  idempotency_key: Shown('the key that it was created with', 'basket-1042', { maxLength: 256 }),
  created_at: CreatedAt,
  expires_at: At('until when the wallet can claim it'),
  transaction_hash: Type.Optional(Shown('the transaction that the wallet named', EXAMPLE_HASH, RARE)),
  reason: Type.Optional(Shown('why it failed, was rejected or canceled', 'not mine', RARE)),
  settlement,
  facts_digest,
  reference_value,
  facts_jws,
  handoff,
  history: Type.Optional(
    Type.Array(
      Type.Object({
        status: AgentPaymentStatusName,
        previous_status: mostlyNull(AgentPaymentStatusName, 'the status before; null for a new payment'),
        late: Type.Boolean({
          description:
            'evidence: a transaction reported after the payment was over, without a claim, or besides the one on record. It changes no status, but counts against the policy',
          examples: [false],
        }),
        transaction_hash: Type.Optional(Shown('the transaction that was named', EXAMPLE_HASH, RARE)),
        reason: Type.Optional(Shown('why', 'not mine', RARE)),
        occurred_at: At('when it happened'),
      }),
      { description: 'oldest first; where one payment is read' },
    ),
  ),
})

const ThresholdAt = Type.Object({
  name: ThresholdName,
  limit: orNull(
    Shown('what was agreed', '10'),
    'what was agreed then, a window as `from/to`; null where nothing is agreed, and for the list, which the policy shows',
  ),
  would_be: Shown('what this attempt would have made of it: an amount, a total, a time, a recipient', '18'),
})

export const RefusedAttempt = Resource('RefusedAttempt', 'what an agent tried beyond its policy; nothing was created', {
  id: IdSchema('apr'),
  project_id: IdSchema('prj'),
  connection_id: IdSchema('con'),
  recipient_id: IdSchema('rcp'),
  recipient_version_id: IdSchema('rcv'),
  payee: Type.Object(
    { name: payee.properties.name, domain: payee.properties.domain },
    { description: 'who was to be paid' },
  ),
  network: payment.properties.network,
  asset: payment.properties.asset,
  amount: payment.properties.amount,
  purpose: Type.Optional(Shown('what it was for', 'Monthly box')),
  policy_id: orNull(IdSchema('pol'), 'the policy that was asked; null where none speaks of the payment'),
  policy_version: orNull(Counted('the version', 1), 'of the terms that it was judged by'),
  rule: Type.Enum([...POLICY_RULES], { type: 'string', description: 'what decided', examples: ['single_tx_limit'] }),
  triggered_thresholds: Type.Array(ThresholdAt, { description: 'every threshold that did not hold' }),
  held_thresholds: Type.Array(ThresholdAt, { description: 'the others', examples: [[]] }),
  next_action: orNull(
    Type.Object({
      method: Shown('the method', 'POST'),
      path: Shown('the path', '/v1/agent-payments'),
      body: Type.Object(
        {
          initiator: Shown('a person decides', 'human'),
          connection_id: IdSchema('con'),
          recipient_id: IdSchema('rcp'),
          recipient_version_id: IdSchema('rcv'),
          amount: payment.properties.amount,
          purpose: Type.Optional(Shown('what it is for, as the user sees it', 'Monthly box')),
          terms: shownTerms.terms,
          idempotency_key: Shown("the attempt's key, so that at most one payment is created", 'basket-1042', {
            maxLength: 256,
          }),
        },
        { description: 'to send as it is' },
      ),
    }),
    'the call that asks a person instead; null once it was sent',
  ),
  agent_payment_id: mostlyNull(IdSchema('apy'), 'the payment that the user was asked to approve instead'),
  not_kept: Counted('attempts of this connection that came too fast after it to be kept', 0),
  created_at: At('when it was refused'),
})

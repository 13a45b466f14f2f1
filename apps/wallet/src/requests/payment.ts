/**
 * What a wallet is asked to pay, whoever asked: a payment request of an agent, or an agent payment of a project. Both are checked, drawn
 * and decided in the same way, so an agent payment takes the form of a request here.
 */
import type { AgentPayment, PaymentRequest } from '@pursestrings/sdk'
import type { Asked } from '../review/check-request.ts'

export interface Payment
  extends Omit<PaymentRequest, 'protocol' | 'source' | 'policy' | 'handoff' | 'metadata' | 'late_reports'> {
  readonly kind?: 'agent_payment'
  /** An agent asked within a policy: whether its limits would let it be paid now without asking. */
  readonly within_limits?: boolean
}

const STATUSES = {
  intent_created: 'pending',
  approved: 'signed',
  submitted: 'broadcasted',
  settled: 'confirmed',
  rejected: 'rejected',
  failed: 'failed',
  expired: 'expired',
  canceled: 'failed',
} as const satisfies Record<AgentPayment['status'], PaymentRequest['status']>

export const requestOf = ({
  id,
  status,
  initiator,
  purpose,
  policy,
  history: _history,
  ...rest
}: AgentPayment): Payment => ({
  ...rest,
  kind: 'agent_payment',
  request_id: id,
  status: STATUSES[status],
  ...(status === 'canceled' && { reason: 'canceled_by_agent' }),
  ...(purpose !== undefined && { display: { title: purpose } }),
  ...(initiator === 'agent' && { within_limits: policy.allowed_without_asking }),
})

/** When it was paid, by the ledger's clock; until then, when it was asked for. */
export const timeOfPayment = ({ settlement, created_at }: Pick<Payment, 'settlement' | 'created_at'>): string =>
  settlement.closed_at ?? created_at

/** A kind in the address, since an agent may call its request as it likes. */
export const pathOf = (page: 'review' | 'paying' | 'receipt', { connection_id, request_id, kind }: Asked): string =>
  `/${page}/${encodeURIComponent(connection_id)}/${encodeURIComponent(request_id)}${kind ? `?kind=${kind}` : ''}`

/** How a payment request is told to a person. Asked for is never called paid, and confirmed is the wallet's word. */
import type { PaymentEvent, PaymentRequest, PaymentStatus } from '@countersign/sdk'
import type { Field } from './layout.ts'

export const MEANING: Readonly<Record<PaymentStatus, string>> = {
  pending: 'asked for, not paid: the user has not decided',
  signed: 'the user approved, and the wallet signed; not paid yet',
  broadcasted: 'the wallet sent the transaction; not confirmed yet',
  confirmed: 'the wallet reports it as confirmed',
  failed: 'it failed, or the agent took it back: the reason says which',
  expired: 'nobody decided in time',
  rejected: 'the user declined',
}

export const requestFields = (request: PaymentRequest): readonly Field[] => {
  const { payment, payee, status } = request
  return [
    ['request', request.request_id],
    ['task', request.metadata?.task_ref],
    ['status', `${status}: ${MEANING[status]}`],
    ['reason', request.reason],
    ['amount', `${payment.amount} ${payment.asset} on ${payment.network}`],
    ['payee', `${payee.name}, vouched for by ${payee.domain}`],
    ['to', payment.to],
    ['memo', payment.memo],
    ['transaction', request.transaction_hash],
    ['known by', request.settlement.assurance],
    ['expires', status === 'pending' ? request.expires_at : undefined],
    ['facts digest', request.facts_digest],
    ...request.late_reports.map((late): Field => ['paid late?', `${late.transaction_hash}, told ${late.reported_at}`]),
    ...(request.history ?? []).map(
      (step): Field => [
        step.occurred_at.slice(0, 19),
        [step.type.replace('payment_request.', ''), `by the ${step.said_by}`, step.reason].filter(Boolean).join(', '),
      ],
    ),
  ]
}

export const REQUEST_TITLES = ['REQUEST', 'STATUS', 'AMOUNT', 'PAYEE'] as const

export const requestRow = ({ request_id, status, payment, payee }: PaymentRequest): readonly unknown[] => [
  request_id,
  status,
  `${payment.amount} ${payment.asset}`,
  payee.name,
]

export const eventText = ({ cursor, occurred_at, request_id, status, type }: PaymentEvent): string => {
  const what = type === `payment_request.${status}` ? status : type.replace('payment_request.', '')
  return `${String(cursor).padStart(6)}  ${occurred_at.slice(0, 19)}Z  ${what.padEnd(11)}  ${request_id}`
}

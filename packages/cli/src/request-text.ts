/** A payment request as text for people. Never calls a pending request paid; `confirmed` comes from the wallet. */
import type { FeedReset, PaymentEvent, PaymentRequest, PaymentStatus } from '@countersign/sdk'
import type { Field } from './layout.ts'

export const MEANING: Readonly<Record<PaymentStatus, string>> = {
  pending: 'waiting for the user',
  signed: 'approved and signed, not paid yet',
  broadcasted: 'sent, not confirmed yet',
  confirmed: 'confirmed by the wallet',
  failed: 'failed or canceled; see the reason',
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
    ['payee', `${payee.name}, listed by ${payee.domain}`],
    ['to', payment.to],
    ['memo', payment.memo],
    ['transaction', request.transaction_hash],
    ['wallet says', WALLET_SAYS.has(status) ? MEANING[status] : undefined],
    ...ledgerFields(request.settlement),
    ['expires', status === 'pending' ? request.expires_at : undefined],
    ['facts digest', request.facts_digest],
    ...request.late_reports.map(
      (late): Field => ['paid late?', `${late.transaction_hash}, reported ${late.reported_at}`],
    ),
    ...(request.history ?? []).map(
      (step): Field => [
        step.occurred_at.slice(0, 19),
        [step.type.replace('payment_request.', ''), `by the ${step.said_by}`, step.reason].filter(Boolean).join(', '),
      ],
    ),
  ]
}

const WALLET_SAYS: ReadonlySet<PaymentStatus> = new Set(['signed', 'broadcasted', 'confirmed', 'failed', 'rejected'])

type Settlement = PaymentRequest['settlement']

const LEDGER_SAYS: Readonly<Record<NonNullable<Settlement['ledger_outcome']>, string>> = {
  paid: 'paid',
  unpaid: 'not paid',
  mismatch: "doesn't match the request",
  unknown: 'nothing yet',
}

/** Nothing where nobody looks at the ledger. */
const ledgerFields = ({ ledger_outcome, assurance, reason, observers = [], ...seen }: Settlement): readonly Field[] => {
  if (ledger_outcome === undefined) return [['assurance', assurance]]
  const said = [LEDGER_SAYS[ledger_outcome], reason].filter(Boolean).join(': ')
  const where = seen.ledger === undefined ? '' : `, in ledger ${seen.ledger}`
  return [
    ['ledger says', `${said}${where}${seen.simulated === true ? ' (simulated ledger)' : ''}`],
    ['assurance', observers.length === 0 ? assurance : `${assurance}, seen by ${observers.join(', ')}`],
    ['request again', seen.retry === 'safe' ? 'safe' : seen.retry && 'not yet: the payer may still pay'],
  ]
}

export const REQUEST_TITLES = ['REQUEST', 'STATUS', 'AMOUNT', 'PAYEE'] as const

export const requestRow = ({ request_id, status, payment, payee }: PaymentRequest): readonly unknown[] => [
  request_id,
  status,
  `${payment.amount} ${payment.asset}`,
  payee.name,
]

/** What the ledger shows, apart from the status, which comes from the wallet. */
const LEDGER_STEPS: Readonly<Record<string, string>> = {
  'payment_request.chain_observed': 'the ledger shows the payment',
  'payment_request.disputed': 'the wallet and the ledger disagree',
  'payment_request.proven_unpaid': 'the ledger shows no payment',
  'payment_request.ledger_finding': "something on the ledger doesn't match",
}

export const stepText = ({ type, status }: Pick<PaymentEvent, 'type' | 'status'>): string => {
  const ledger = LEDGER_STEPS[type]
  return ledger === undefined ? `${status.padEnd(11)}  ${MEANING[status]}` : `${'ledger'.padEnd(11)}  ${ledger}`
}

export const resetText = ({ since, resume_from }: FeedReset): string =>
  `The service was restored from a backup: events ${resume_from + 1} to ${since} are lost. Check your open requests.`

export const eventText = ({ cursor, occurred_at, request_id, status, type }: PaymentEvent): string => {
  const what = type === `payment_request.${status}` ? status : type.replace('payment_request.', '')
  return `${String(cursor).padStart(6)}  ${occurred_at.slice(0, 19)}Z  ${what.padEnd(11)}  ${request_id}`
}

/** What happened, newest first: each step with whose word it rests on, its time, and how long after the one before. */
import type { PaymentRequest, PaymentRequestStep } from '@pursestrings/sdk'
import { glyphOf, StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { statusOf } from '@pursestrings/ui/standing'
import { useTranslation } from 'react-i18next'
import { useDuration } from '../overview/use-duration.ts'

interface Props {
  readonly request: PaymentRequest
  /** Without what only a program reads. */
  readonly brief?: boolean
}

export const Steps = ({ request: { history = [] }, brief = false }: Props) => (
  <ol className="steps">
    {history
      .map((step, at) => ({ step, before: history[at - 1] }))
      .toReversed()
      .map(({ step, before }) => (
        <Step key={step.cursor} step={step} before={before} brief={brief} />
      ))}
  </ol>
)

const Step = ({
  step,
  before,
  brief,
}: {
  readonly step: PaymentRequestStep
  readonly before: PaymentRequestStep | undefined
  readonly brief: boolean
}) => {
  const { t } = useTranslation()
  const { occurred_at, said_by, type, transaction_hash } = step
  const duration = useDuration()
  const look = statusOf(step)
  const is_late = type.endsWith('.late_report')
  const of_ledger = ledgerStep(type)
  const after_s = before && Math.round((Date.parse(occurred_at) - Date.parse(before.occurred_at)) / 1000)
  return (
    <li>
      <StatusGlyph {...glyphOf(of_ledger?.look ?? (is_late ? 'lapsed' : look))} />
      <div>
        <b>
          {of_ledger
            ? t(of_ledger.word)
            : is_late
              ? t('request.lateStep')
              : t(before ? `request.step.${look}` : 'request.requested')}
        </b>
        <p className="muted">{t(`request.said.${said_by}`)}</p>
        {!brief && transaction_hash !== undefined && <p className="mono">{transaction_hash}</p>}
      </div>
      <p className="steps-time">
        <time dateTime={occurred_at}>{new Date(occurred_at).toLocaleTimeString()}</time>
        {after_s !== undefined && <span className="muted">{t('request.after', { time: duration(after_s) })}</span>}
      </p>
    </li>
  )
}

const LEDGER_STEPS = {
  'payment_request.chain_observed': { look: 'paid', word: 'ledger.step.chain_observed' },
  'payment_request.merchant_accepted': { look: 'accepted', word: 'ledger.step.merchant_accepted' },
  'payment_request.disputed': { look: 'disputed', word: 'ledger.step.disputed' },
  'payment_request.proven_unpaid': { look: 'unpaid', word: 'ledger.step.proven_unpaid' },
  'payment_request.ledger_finding': { look: 'failing', word: 'ledger.step.ledger_finding' },
} as const

const ledgerStep = (type: string) =>
  LEDGER_STEPS[type as keyof typeof LEDGER_STEPS] as (typeof LEDGER_STEPS)[keyof typeof LEDGER_STEPS] | undefined

/** The tries of a delivery: one mark for each, which opens to the times and answers, with the next try on top. */
import './webhooks.css'
import type { WebhookDelivery } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { timeOf } from './Standing.tsx'

type Attempt = WebhookDelivery['attempts'][number]

const answered = (t: TFunction, { status_code, error_kind, latency_ms }: Attempt): string => {
  const what = status_code ?? t(`webhook.kind.${error_kind ?? 'status'}`)
  return t('webhook.took', { what, ms: latency_ms })
}

export const lastResponse = (t: TFunction, { attempts, status }: WebhookDelivery): string => {
  const last = attempts.at(-1)
  if (last) return answered(t, last)
  return status === 'held' ? t('webhook.wasOff') : ''
}

interface TriesProps {
  readonly of: WebhookDelivery
  readonly open: boolean
  readonly onOpen: (open: boolean) => void
}

export const Tries = ({ of: { attempts, event_type: event }, open, onOpen }: TriesProps) => {
  const { t } = useTranslation()
  if (attempts.length === 0) return <span className="muted">{t('webhook.noTries')}</span>
  return (
    <button
      type="button"
      className="tries"
      aria-expanded={open}
      aria-label={t('webhook.triesOf', { count: attempts.length, event })}
      onClick={() => onOpen(!open)}
    >
      {attempts.map(({ attempt, error_kind }) => (
        <span key={attempt} data-ok={error_kind === null ? '' : undefined} />
      ))}
    </button>
  )
}

export const Attempts = ({ of: { attempts, next_attempt_at: next } }: { readonly of: WebhookDelivery }) => {
  const { t } = useTranslation()
  return (
    <ol className="steps">
      {next !== null && (
        <li>
          <StatusGlyph tone="ink" glyph="clock" />
          <span className="muted">{t('webhook.nextTry')}</span>
          <time className="steps-time" dateTime={next}>
            {timeOf(next)}
          </time>
        </li>
      )}
      {attempts.toReversed().map((one) => (
        <li key={one.attempt}>
          {one.error_kind === null ? (
            <StatusGlyph tone="proven" glyph="tick" filled />
          ) : (
            <StatusGlyph tone="stop" glyph="cross" filled />
          )}
          <span>
            <b>{t('webhook.nth', { n: one.attempt })}</b> {answered(t, one)}
          </span>
          <time className="steps-time" dateTime={one.attempted_at}>
            {new Date(one.attempted_at).toLocaleTimeString()}
          </time>
        </li>
      ))}
    </ol>
  )
}

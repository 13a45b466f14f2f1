/** The steps, each with its mark, its time and a sentence. The mark's shape says as much as its color. */
import { type Entry, isAuthorization } from '@pursestrings/signing/journal'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { timeOf, timeToSecond } from '../review/words-of-time.ts'
import type { PayingView, ShownStep, StepState, Told } from './steps-of.ts'

/** As `comparePayment` of the signing package compares; a test holds the two together. */
export const FIELDS_COMPARED = 14

interface Props {
  readonly view: PayingView
  readonly entry: Entry
  readonly told: Told
}

export const Steps = ({ view, entry, told }: Props) => {
  const { t } = useTranslation()
  return (
    <ol className="review-card paying-steps" aria-label={t('paying.steps')} aria-live="polite">
      {view.steps.map((shown) => (
        <li key={shown.step} data-state={shown.state}>
          <Mark state={shown.state} />
          <div>
            <p className="paying-name">
              <b>
                {shown.step === 'sent' && shown.state === 'unsure'
                  ? t('paying.step.sent.unsure')
                  : shown.step === 'handed' || shown.step === 'sighted'
                    ? t(`paying.once.${shown.step}.name`)
                    : t(`paying.step.${shown.step}.name`)}
              </b>
              {shown.at !== undefined && (shown.state === 'done' || shown.state === 'unsure') && (
                <time dateTime={new Date(shown.at).toISOString()}>{timeToSecond(shown.at)}</time>
              )}
            </p>
            <p className="muted">
              <Note shown={shown} entry={entry} told={told} unknown={view.is_unknown} unproven={view.unproven} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  )
}

const Mark = ({ state }: { readonly state: StepState }) => {
  if (state === 'done') return <StatusGlyph tone="proven" glyph="tick" filled size={24} />
  if (state === 'unsure') return <StatusGlyph tone="look" glyph="alert" size={24} />
  if (state === 'failed') return <StatusGlyph tone="stop" glyph="cross" filled size={24} />
  if (state === 'later') return <StatusGlyph tone="idle" glyph="ring" size={24} />
  return (
    <svg className="spinner" width="24" height="24" viewBox="0 0 16 16" aria-hidden="true">
      <circle cx="8" cy="8" r="6.4" />
      <path d="M8 1.6A6.4 6.4 0 0 1 13.5 4.8" />
    </svg>
  )
}

interface NoteProps {
  readonly shown: ShownStep
  readonly entry: Entry
  readonly told: Told
  readonly unknown: boolean
  readonly unproven: PayingView['unproven']
}

/** A sight is this wallet's own, of blocks that can still be undone. */
const SightedNote = ({ state, entry }: Pick<NoteProps, 'entry'> & { readonly state: StepState }) => {
  const { t } = useTranslation()
  if (entry.outcome?.is === 'paid') return t('paying.once.sighted.final', { block: entry.outcome.ledger })
  const seen = isAuthorization(entry) ? entry.seen : undefined
  if (seen) return t('paying.once.sighted.note', { block: seen.block })
  if (state === 'failed') return t('paying.once.sighted.failed')
  const over = Date.now() >= entry.max_time * 1000
  return t(over ? 'paying.once.sighted.over' : 'paying.once.sighted.now', { time: timeOf(entry.max_time * 1000) })
}

const Note = ({ shown: { step, state }, entry, told, unknown, unproven }: NoteProps) => {
  const { t } = useTranslation()
  switch (step) {
    case 'checked':
      return isAuthorization(entry)
        ? t('paying.once.checked')
        : t('paying.step.checked.note', { count: FIELDS_COMPARED })
    case 'signed':
      return t('paying.step.signed.note', { time: timeOf(entry.max_time * 1000) })
    case 'sent': {
      if (state === 'done') return t('paying.step.sent.note')
      if (state !== 'unsure' || !told.unknown) return t('paying.step.sent.now')
      const seconds = Math.ceil((told.unknown.again_at - Date.now()) / 1000)
      if (seconds <= 0) return t('paying.step.sent.looking')
      return t('paying.step.sent.looked', { count: told.unknown.looked, seconds })
    }
    case 'handed':
      return t(state === 'done' ? 'paying.once.handed.note' : 'paying.once.handed.now')
    case 'sighted':
      return <SightedNote state={state} entry={entry} />
    case 'ledger':
      if (isAuthorization(entry)) {
        if (entry.outcome?.is === 'paid') return t('paying.once.ledger.note', { ledger: entry.outcome.ledger })
        return t(state === 'now' ? 'paying.once.ledger.now' : 'paying.once.ledger.later')
      }
      if (entry.outcome?.is === 'paid') return t('paying.step.ledger.note', { ledger: entry.outcome.ledger })
      return t(unknown ? 'paying.step.ledger.unsure' : 'paying.step.ledger.now')
    default:
      if (unproven) return t(`paying.step.seen.${unproven}`)
      return t(
        state === 'done'
          ? 'paying.step.seen.note'
          : state === 'now'
            ? 'paying.step.seen.now'
            : 'paying.step.seen.later',
      )
  }
}

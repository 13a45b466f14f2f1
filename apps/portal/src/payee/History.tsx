/** Every change of a payee, newest first, with its place in the log. */
import { StatusGlyph } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { momentOf } from '../frame/day.ts'
import type { Checked } from './check-payee.ts'

const lookOf = (event: 'cooling' | 'activated' | 'retired', newest: boolean) => {
  if (event === 'cooling') return { tone: 'ink', glyph: 'clock' } as const
  return event === 'activated' && newest
    ? ({ tone: 'proven', glyph: 'tick', filled: true } as const)
    : ({ tone: 'idle', glyph: 'bar' } as const)
}

export const History = ({ checked: { payee, history } }: { readonly checked: Checked }) => {
  const { t } = useTranslation()
  const newest = payee.history.find(({ event }) => event === 'activated')
  return (
    <section className="card pad">
      <h2>{t('payee.history')}</h2>
      <p className="muted">{history.complete ? t('payee.whole', { count: payee.history.length }) : t('payee.gaps')}</p>
      <ol className="public-history">
        {payee.history.map((one) => (
          <li key={one.seq}>
            <StatusGlyph {...lookOf(one.event, one === newest && payee.serving !== null)} />
            <div>
              <p>{t(`payee.event.${one.event}`, { number: one.number ?? t('payee.erased') })}</p>
              <p className="muted small">
                <time dateTime={one.at}>{momentOf(one.at)}</time>
              </p>
            </div>
            {one.log_index !== null && (
              <span className="mono muted">#{one.log_index.toLocaleString('en').replaceAll(',', ' ')}</span>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

/** What each place that we asked has answered, and when we look again by ourselves. */
import type { MerchantDomainsReadAnswer } from '@pursestrings/sdk'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { momentOf } from '../frame/day.ts'

export const Found = ({
  last_check,
  next_check_at,
}: Pick<MerchantDomainsReadAnswer, 'last_check' | 'next_check_at'>) => {
  const { t } = useTranslation()
  if (!last_check) return <p className="muted">{t('domain.never')}</p>
  const when = [
    new Date(last_check.checked_at).toLocaleTimeString(),
    ...(next_check_at === null ? [] : [t('domain.next', { at: momentOf(next_check_at) })]),
  ]
  return (
    <section className="card">
      <h2 className="card-title">
        {t('domain.found')} <span className="muted">{when.join(' · ')}</span>
      </h2>
      <ul className="checks">
        {last_check.checks.map((check) => {
          const good = check.kind === 'wildcard' ? !check.matches : check.matches
          const said = check.matches ? 'yours' : check.outcome
          return (
            <li key={`${check.kind}${check.from}`}>
              <span className={`status tone-${good ? 'proven' : 'look'}`}>
                <StatusGlyph
                  {...(good ? { tone: 'proven', glyph: 'tick', filled: true } : { tone: 'look', glyph: 'alert' })}
                />
                {t(`domain.kind.${check.kind}`, { from: check.from })}
              </span>
              <span>
                {t(`domain.outcome.${said}`)}
                {!check.matches &&
                  check.values.map((value) => (
                    <span key={value} className="mono muted checks-value">
                      {value}
                    </span>
                  ))}
              </span>
              <span className="muted checks-time">{t('domain.took', { n: check.took_ms })}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** Do payers wait? How long they took to approve or reject. */
import type { Overview } from '@pursestrings/sdk'
import { Bars } from '@pursestrings/ui/charts/Bars'
import { useTranslation } from 'react-i18next'

const BANDS = [
  ['minute', 60],
  ['five', 300],
  ['quarter', 900],
  ['half', 1_800],
  ['longer', Number.POSITIVE_INFINITY],
] as const

export const Answers = ({ overview: { time_to_answer } }: { readonly overview: Overview }) => {
  const { t } = useTranslation()
  const { histogram, unanswered } = time_to_answer
  const answered = histogram.reduce((sum, { count }) => sum + count, 0)
  const bars = BANDS.map(([name, to], at) => {
    const from = BANDS[at - 1]?.[1] ?? 0
    const value = histogram.reduce((sum, { to_s, count }) => (to_s > from && to_s <= to ? sum + count : sum), 0)
    return { name: t(`overview.answers.${name}`), value, fill: 'open' as const }
  })
  return (
    <section className="card pad">
      <h2>
        {t('overview.answers.title')}{' '}
        <span className="muted">{t('overview.answers.of', { count: answered + unanswered })}</span>
      </h2>
      <Bars
        label={t('overview.answers.label', { answered, unanswered })}
        show_table={t('overview.table')}
        head={[t('overview.answers.title'), t('overview.requests')]}
        bars={[...bars, { name: t('overview.answers.none'), value: unanswered, fill: 'late' }]}
      />
    </section>
  )
}

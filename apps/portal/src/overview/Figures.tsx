/** Four figures. What only wallets say is called reported. */
import type { Overview } from '@countersign/sdk'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useDuration } from './use-duration.ts'

interface Props {
  readonly overview: Overview
  /** The chosen time in words. */
  readonly range: string
}

export const Figures = ({ overview, range }: Props) => {
  const { t } = useTranslation()
  const words = useDuration()
  const { buckets, previous, time_to_answer, waiting } = overview
  const sum = (name: 'pending' | 'under_way' | 'confirmed' | 'chain_observed' | 'rejected' | 'expired' | 'failed') =>
    buckets.reduce((all, one) => all + one[name], 0)
  const [reported, seen] = [sum('confirmed'), sum('chain_observed')]
  const total = reported + seen + sum('pending') + sum('under_way') + sum('rejected') + sum('expired') + sum('failed')
  const change = previous.total === 0 ? undefined : Math.round((100 * (total - previous.total)) / previous.total)
  const oldest_s = waiting.oldest_at === null ? undefined : (Date.now() - Date.parse(waiting.oldest_at)) / 1000
  const { p50_s, p90_s } = time_to_answer
  return (
    <dl className="card figures">
      <Figure name={t('overview.requests')} value={total.toLocaleString('en')}>
        {change === undefined
          ? t('overview.noPrevious', { range })
          : t('overview.change', { change: `${change < 0 ? '−' : '+'}${Math.abs(change)}`, range })}
      </Figure>
      <Figure name={t('overview.confirmed')} value={(reported + seen).toLocaleString('en')}>
        {seen === 0 ? t('overview.reported') : t('overview.seen', { seen, reported })}
      </Figure>
      <Figure name={t('overview.median')} value={p50_s === null ? '–' : words(p50_s)}>
        {p90_s === null ? t('overview.noAnswers') : t('overview.within', { time: words(p90_s) })}
      </Figure>
      <Figure name={t('overview.waiting')} value={waiting.count.toLocaleString('en')}>
        {oldest_s === undefined ? t('overview.noneWaits') : t('overview.oldest', { time: words(oldest_s) })}
      </Figure>
    </dl>
  )
}

const Figure = ({
  name,
  value,
  children,
}: {
  readonly name: string
  readonly value: string
  readonly children: ReactNode
}) => (
  <div>
    <dt className="muted">{name}</dt>
    <dd>
      <b>{value}</b>
      <span className="muted">{children}</span>
    </dd>
  </div>
)

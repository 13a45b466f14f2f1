/** Four figures. Paid is what the ledger shows, bound to its request; what only wallets say is called reported. */
import type { Overview } from '@pursestrings/sdk'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { countText, useCount } from '../requests/use-count.ts'
import { useDuration } from './use-duration.ts'

type Bucket = Overview['buckets'][number]
type Measure = Exclude<keyof Bucket, 'from'>

const allIn = ({ from: _from, ...measures }: Bucket): number =>
  Object.values(measures).reduce((all, count) => all + count, 0)

interface Props {
  readonly overview: Overview
  /** The chosen time in words. */
  readonly range: string
}

export const Figures = ({ overview, range }: Props) => {
  const { t } = useTranslation()
  const words = useDuration()
  const { buckets, previous, time_to_answer, waiting } = overview
  const waits = useCount('waiting')
  const sum = (name: Measure) => buckets.reduce((all, one) => all + one[name], 0)
  const total = buckets.reduce((all, one) => all + allIn(one), 0)
  const [reported, paid, accepted] = [sum('confirmed'), sum('chain_observed'), sum('merchant_accepted')]
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
      <Figure name={t('overview.paid')} value={paid.toLocaleString('en')}>
        {t(accepted === 0 ? 'overview.notPaid' : 'overview.accepted', { reported, accepted })}
      </Figure>
      <Figure name={t('overview.median')} value={p50_s === null ? '–' : words(p50_s)}>
        {p90_s === null ? t('overview.noAnswers') : t('overview.within', { time: words(p90_s) })}
      </Figure>
      <Figure name={t('overview.waiting')} value={waits ? countText(waits) : '…'}>
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

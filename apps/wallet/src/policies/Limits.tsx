/** The four limits. Where one would change, what holds now is struck through beside it; only that one is amber. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { AmountView } from '@pursestrings/ui/AmountView'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../review/words-of-time.ts'
import type { Limit, Offer } from './terms-of.ts'

interface Props {
  readonly policy: AutomationPolicy
  readonly offer: Offer
  readonly agent: string | undefined
}

/** The end is not included: the day that is shown is the last one. */
const lastDay = (to: string): string => dayOf(new Date(Date.parse(to) - 1).toISOString())

export const Limits = ({ policy: { asset, used }, offer, agent }: Props) => {
  const { t } = useTranslation()
  const amount = (text: string) => <AmountView amount={text} asset={asset} />
  return (
    <dl className="review-card limits" aria-label={t('policy.limits')}>
      <Row name={t('policy.single')} limit={offer.single} shown={amount} />
      <Row
        name={t('policy.total')}
        limit={offer.total}
        shown={amount}
        beside={<span className="muted">{t('policy.used', { used })}</span>}
      />
      <Row name={t('policy.until')} limit={offer.until} shown={lastDay} />
      {agent !== undefined && (
        <div>
          <dt>{t('policy.agent')}</dt>
          <dd>
            <bdi>{agent}</bdi>
          </dd>
        </div>
      )}
    </dl>
  )
}

interface RowProps {
  readonly name: string
  readonly limit: Limit
  readonly shown: (text: string) => ReactNode
  readonly beside?: ReactNode
}

const Row = ({ name, limit: { is, was, wider }, shown, beside }: RowProps) => (
  <div>
    <dt>{name}</dt>
    <dd data-wider={wider ? '' : undefined}>
      {was !== undefined && <del>{shown(was)}</del>}
      <span className="limit-is">{is === undefined ? '–' : shown(is)}</span>
      {beside}
    </dd>
  </div>
)

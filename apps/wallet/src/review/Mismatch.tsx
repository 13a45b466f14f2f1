/** What was signed beside what arrived, and nothing else of the request: none of the rest can be trusted. */
import { AddressView } from '@pursestrings/ui/AddressView'
import { plain } from '@pursestrings/ui/agent-text'
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import { Icon } from '../frame/Icon.tsx'
import type { Difference } from './check-request.ts'

const NAMED = [
  'payment.to',
  'payment.amount',
  'payment.asset',
  'payment.memo',
  'payment.network',
  'payee.name',
  'payee.domain',
  'issuer',
  'expires_at',
  'facts_digest',
  'request_id',
  'connection_id',
] as const
const SHOWN_MAX = 4

export const Mismatch = ({ differences }: { readonly differences: readonly Difference[] }) => {
  const { t } = useTranslation()
  return (
    <>
      {differences.length === 0 ? (
        <section className="mismatch">
          <h2>
            <StatusGlyph tone="stop" glyph="cross" filled />
            {t('review.wrong.signature')}
          </h2>
        </section>
      ) : (
        differences.slice(0, SHOWN_MAX).map((difference) => <One key={difference.fact} {...difference} />)
      )}
      <p className="review-why is-strong">
        <Icon name="info" size={20} />
        {t('review.safe')}
      </p>
      <p className="review-why">
        <Icon name="info" size={20} />
        {t('review.hidden')}
      </p>
    </>
  )
}

const One = ({ fact, signed, received }: Difference) => {
  const { t } = useTranslation()
  const named = NAMED.find((name) => name === fact) ?? 'other'
  const value = (text: string | undefined, against?: string) => {
    if (text === undefined) return <span className="muted">{t('review.wrong.nothing')}</span>
    if (fact === 'payment.to') return <AddressView address={plain(text)} {...(against !== undefined && { against })} />
    return <bdi className="mono">{plain(text)}</bdi>
  }
  return (
    <section className="mismatch">
      <h2>
        <StatusGlyph tone="stop" glyph="cross" filled />
        {t('review.wrong.fact', { fact: t(`review.wrong.facts.${named}`) })}
      </h2>
      <dl>
        <div>
          <dt>{t('review.wrong.signed')}</dt>
          <dd>{value(signed)}</dd>
        </div>
        <div>
          <dt>{t('review.wrong.received')}</dt>
          <dd>{value(received, signed)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** The key that nobody here knows beside those that are trusted. No fact of the request is drawn, and nothing can be pinned here. */
import { StatusGlyph } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import type { RequestCheck } from './check-request.ts'
import { ReviewIcon } from './ReviewNotice.tsx'
import { Thumbprint } from './Thumbprint.tsx'

type Unknown = Extract<RequestCheck, { is: 'unknown_key' }>

export const UnknownKey = ({ check: { key, trusted } }: { readonly check: Unknown }) => {
  const { t } = useTranslation()
  return (
    <>
      <section className="review-card">
        <h2>{t('review.key.title')}</h2>
        {key === undefined ? (
          <p className="muted">{t('review.key.unserved')}</p>
        ) : (
          <>
            <Thumbprint of={key.thumbprint} size="l" />
            <dl className="review-sums">
              <div>
                <dt>{t('review.key.claims')}</dt>
                <dd>{t('review.key.claimed')}</dd>
              </div>
              <div>
                <dt>{t('review.key.endorsed')}</dt>
                <dd className="tone-stop">
                  <b>{t('review.key.no')}</b>
                </dd>
              </div>
            </dl>
          </>
        )}
      </section>
      <TrustedKeys trusted={trusted} />
      <p className="review-why">
        <ReviewIcon name="info" />
        {t('review.key.info')}
      </p>
    </>
  )
}

const TrustedKeys = ({ trusted }: Pick<Unknown, 'trusted'>) => {
  const { t } = useTranslation()
  return (
    <section className="review-card">
      <h2>{t('review.key.trusted')}</h2>
      {trusted.length === 0 && <p className="muted">{t('review.key.none')}</p>}
      <ul className="about-list">
        {trusted.map((thumbprint) => (
          <li key={thumbprint}>
            <StatusGlyph tone="proven" glyph="tick" filled size={18} />
            <Thumbprint of={thumbprint} />
          </li>
        ))}
      </ul>
    </section>
  )
}

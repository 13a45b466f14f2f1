/** Who asks, for whom it runs, and when it asked. */
import type { Connection } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { Ago } from '../frame/Ago.tsx'
import { Icon } from '../frame/Icon.tsx'

export const WhoAsks = ({ source, at }: { readonly source: Connection['source']; readonly at: string }) => {
  const { t } = useTranslation()
  return (
    <div className="who-asks">
      <span className="who-tile">
        <Icon name="agents" />
      </span>
      <p>
        <b>
          <bdi>{source.agent_name}</bdi>
        </b>{' '}
        {t('review.who.asks')}
        <span className="muted">
          <bdi>{t('review.who.runs', { merchant: source.merchant_name })}</bdi> · {t('review.who.asked')}{' '}
          <Ago at={at} />
        </span>
      </p>
    </div>
  )
}

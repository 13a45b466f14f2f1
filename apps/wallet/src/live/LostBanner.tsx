import { useTranslation } from 'react-i18next'
import { tryNow, useFailures } from './state.ts'

/** One lost stream is not said: the next try often connects. */
const SAID_AFTER = 2

export const LostBanner = () => {
  const { t } = useTranslation()
  if (useFailures() < SAID_AFTER) return null
  return (
    <div className="lost" role="status">
      <p>
        <b>{t('live.lost')}</b> {t('live.means')}
      </p>
      <button type="button" className="button" data-size="small" onClick={tryNow}>
        {t('live.again')}
      </button>
    </div>
  )
}

import { useTranslation } from 'react-i18next'
import { tryNow, useFailures, useOnline } from './state.ts'

/** One lost stream is not said: the next try often connects. Being offline is said at once. */
const SAID_AFTER = 2

export const LostBanner = () => {
  const { t } = useTranslation()
  const online = useOnline()
  const failures = useFailures()
  if (online && failures < SAID_AFTER) return null
  return (
    <div className="lost" role="status">
      <p>
        <b>{t(online ? 'live.lost' : 'live.offline')}</b> {t('live.means')}
      </p>
      <button type="button" className="button" data-size="small" onClick={tryNow}>
        {t('live.again')}
      </button>
    </div>
  )
}

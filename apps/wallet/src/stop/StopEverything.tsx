/** One press, and one to confirm it. Nothing where all is stopped already, or the service has no such call. */
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Ask } from '../frame/Ask.tsx'
import { Icon } from '../frame/Icon.tsx'
import { stopAll, useCanStop, useStoppedAt } from './stop-all.ts'

export const StopEverything = () => {
  const { t } = useTranslation()
  const [asks, setAsks] = useState(false)
  const can_stop = useCanStop()
  if (useStoppedAt() !== null || !can_stop) return null
  return (
    <>
      <button type="button" className="button" data-kind="stop" onClick={() => setAsks(true)}>
        <Icon name="pause" size={18} />
        {t('stop.button')}
      </button>
      {asks && (
        <Ask title={t('stop.title')} verb={t('stop.button')} run={stopAll} onClose={() => setAsks(false)}>
          <p className="muted">{t('stop.means')}</p>
          <p className="muted">{t('stop.undoable')}</p>
        </Ask>
      )}
    </>
  )
}

/** The locked wallet: one question, in place of whatever page was asked for. */
import { Mark } from '@pursestrings/ui/Wordmark'
import { useTranslation } from 'react-i18next'
import { useFocusedHeading } from '../frame/use-focused-heading.ts'
import { lockAfterMinutes, unlock, useSession } from '../keys/session.ts'
import { OpenerForm } from './OpenerForm.tsx'

export const Unlock = () => {
  const { t } = useTranslation()
  const { is_idle = false } = useSession()
  const heading = useFocusedHeading(t('unlock.title'))
  return (
    <div className="page unlock">
      <span className="emblem" data-filled="">
        <Mark size={60} />
      </span>
      <h1 ref={heading} tabIndex={-1} className="hero">
        {t('unlock.title')}
      </h1>
      <p className="lead">{is_idle ? t('unlock.idle', { count: lockAfterMinutes() }) : t('unlock.lead')}</p>
      <OpenerForm run={unlock} verb={t('unlock.go')} />
    </div>
  )
}

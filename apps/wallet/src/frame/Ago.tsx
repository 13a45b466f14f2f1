import { useTranslation } from 'react-i18next'
import { dayOf, useNow } from './day.ts'
import { Icon } from './Icon.tsx'

// How long something still counts, in minutes and seconds; amber under a minute.

const SOON_S = 60

export const Left = ({ until }: { readonly until: string }) => {
  const { t } = useTranslation()
  const seconds = Math.max(0, Math.ceil((Date.parse(until) - useNow(1000)) / 1000))
  const time = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
  return (
    <span className={seconds < SOON_S ? 'left tone-look' : 'left muted'} role="timer">
      <Icon name="clock" size={18} />
      {seconds > 0 ? t('time.left', { time }) : t('time.over')}
    </span>
  )
}

/** Is it over by now? */
export const useIsOver = (until: string | undefined): boolean => {
  const now = useNow(1000)
  return until !== undefined && Date.parse(until) <= now
}

/** How long ago something was; the exact time stands in the title. */
export const Ago = ({ at }: { readonly at: string }) => {
  const { t } = useTranslation()
  const minutes = Math.floor((useNow(30_000) - Date.parse(at)) / 60_000)
  const text = () => {
    if (minutes < 1) return t('time.now')
    if (minutes < 60) return t('time.minutes', { n: minutes })
    return minutes < 24 * 60 ? t('time.hours', { n: Math.floor(minutes / 60) }) : dayOf(at)
  }
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {text()}
    </time>
  )
}

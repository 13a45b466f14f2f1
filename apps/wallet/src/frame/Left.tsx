/** How long something still counts, in minutes and seconds; amber under a minute. */
import { useTranslation } from 'react-i18next'
import { useNow } from './clock.ts'
import { Icon } from './Icon.tsx'

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

/** How long ago something was, or "never"; the exact time stands in the title. */
import { useTranslation } from 'react-i18next'

const MINUTE_MS = 60_000
const DAYS_AS_AGO = 14

export const dayOf = (at: string): string => new Date(at).toLocaleDateString('en-GB', { dateStyle: 'medium' })

export const Ago = ({ at }: { readonly at: string | null }) => {
  const { t } = useTranslation()
  if (at === null) return t('time.never')
  const minutes = Math.floor((Date.now() - Date.parse(at)) / MINUTE_MS)
  const text = () => {
    if (minutes < 1) return t('time.now')
    if (minutes < 60) return t('time.minutes', { n: minutes })
    if (minutes < 48 * 60) return t('time.hours', { n: Math.floor(minutes / 60) })
    return minutes < DAYS_AS_AGO * 1440 ? t('time.days', { n: Math.floor(minutes / 1440) }) : dayOf(at)
  }
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {text()}
    </time>
  )
}

const SOON_DAYS = 30

/** When it ends: a date, or how many days are left where that is few. */
export const Until = ({ at }: { readonly at: string | null }) => {
  const { t } = useTranslation()
  if (at === null) return t('time.never')
  const days = Math.ceil((Date.parse(at) - Date.now()) / (1440 * MINUTE_MS))
  const soon = days > 0 && days <= SOON_DAYS
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()} className={soon ? 'tone-look' : undefined}>
      {soon ? t('time.inDays', { count: days }) : dayOf(at)}
    </time>
  )
}

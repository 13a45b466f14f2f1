/** How long ago something was, or "never"; the exact time stands in the title. */
import { useTranslation } from 'react-i18next'
import { dayOf } from './day.ts'

const MINUTE_MS = 60_000
const DAYS_AS_AGO = 14

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

/** Today, yesterday, or which day it was. */
export const DayName = ({ at }: { readonly at: string }) => {
  const { t } = useTranslation()
  const day = new Date(at).toDateString()
  const yesterday = new Date()
  yesterday.setDate(yesterday.getDate() - 1)
  if (day === new Date().toDateString()) return t('time.today')
  return day === yesterday.toDateString() ? t('time.yesterday') : dayOf(at)
}

import { useTranslation } from 'react-i18next'
import { useNow } from './clock.ts'
import { dayOf } from './day.ts'

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

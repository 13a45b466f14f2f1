/** A time in the two largest units that say something. */
import { useTranslation } from 'react-i18next'

export const useDuration = (): ((seconds: number) => string) => {
  const { t } = useTranslation()
  return (exact) => {
    const s = Math.round(exact)
    if (s < 60) return t('overview.duration.s', { s })
    if (s < 3_600) {
      return s % 60 === 0
        ? t('overview.duration.m', { m: s / 60 })
        : t('overview.duration.ms', { m: Math.floor(s / 60), s: s % 60 })
    }
    if (s < 86_400) return t('overview.duration.hm', { h: Math.floor(s / 3_600), m: Math.floor((s % 3_600) / 60) })
    return t('overview.duration.d', { d: Math.floor(s / 86_400) })
  }
}

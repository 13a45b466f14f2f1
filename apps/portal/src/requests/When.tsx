/** How long ago it was created, or how long it still waits; the exact time stands in the title. */
import type { PaymentRequest } from '@countersign/sdk'
import { useTranslation } from 'react-i18next'

const MINUTE_MS = 60_000

export const When = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { status, created_at, expires_at } = request
  const left_ms = Date.parse(expires_at) - Date.now()
  const waits = status === 'pending' && left_ms > 0
  const ago = Math.floor((Date.now() - Date.parse(created_at)) / MINUTE_MS)
  const text = () => {
    if (waits && left_ms < MINUTE_MS) return t('time.expiresSoon', { n: Math.ceil(left_ms / 1000) })
    if (waits) return t('time.expires', { n: Math.floor(left_ms / MINUTE_MS) })
    if (ago < 1) return t('time.now')
    if (ago < 60) return t('time.minutes', { n: ago })
    return ago < 48 * 60 ? t('time.hours', { n: Math.floor(ago / 60) }) : t('time.days', { n: Math.floor(ago / 1440) })
  }
  const at = waits ? expires_at : created_at
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {text()}
    </time>
  )
}

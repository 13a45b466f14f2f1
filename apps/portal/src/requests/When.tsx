/** How long it still waits, or how long ago it was created; the exact time stands in the title. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { useTranslation } from 'react-i18next'
import { Ago } from '../frame/Ago.tsx'

const MINUTE_MS = 60_000

export const When = ({ request }: { readonly request: PaymentRequest }) => {
  const { t } = useTranslation()
  const { status, created_at, expires_at } = request
  const left_ms = Date.parse(expires_at) - Date.now()
  if (status !== 'pending' || left_ms <= 0) return <Ago at={created_at} />
  return (
    <time dateTime={expires_at} title={new Date(expires_at).toLocaleString()}>
      {left_ms < MINUTE_MS
        ? t('time.expiresSoon', { n: Math.ceil(left_ms / 1000) })
        : t('time.expires', { n: Math.floor(left_ms / MINUTE_MS) })}
    </time>
  )
}

/** What became of a request, in a few words for a list. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { plain } from '@pursestrings/ui/agent-text'
import { standingOf } from '@pursestrings/ui/standing'
import { useTranslation } from 'react-i18next'
import { dayOf } from '../frame/day.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

const timeOf = (at: string): string =>
  new Date(at).toLocaleTimeString(undefined, { hour: '2-digit', minute: '2-digit' })

export const useBecame = (request: PaymentRequest): string => {
  const { t } = useTranslation()
  const { created_at, expires_at, reason, settlement } = request
  const stands = standingOf(request)
  if (stands === 'pending') {
    const left_ms = Date.parse(expires_at) - Date.now()
    if (left_ms < MINUTE_MS) return t('requests.became.waitsSeconds', { n: Math.max(0, Math.ceil(left_ms / 1000)) })
    if (left_ms < 2 * HOUR_MS) return t('requests.became.waitsMinutes', { n: Math.floor(left_ms / MINUTE_MS) })
    return t('requests.became.waitsHours', { n: Math.floor(left_ms / HOUR_MS) })
  }
  if (stands === 'paid' && settlement.closed_at !== undefined) {
    const same_day = new Date(settlement.closed_at).toDateString() === new Date(created_at).toDateString()
    const at = timeOf(settlement.closed_at)
    return t('requests.became.paidAt', { at: same_day ? at : `${dayOf(settlement.closed_at)}, ${at}` })
  }
  if (stands === 'rejected' && reason !== undefined) return t('requests.became.rejectedFor', { reason: plain(reason) })
  const over = stands === 'expired' || stands === 'unpaid' || stands === 'failed'
  return over && settlement.retry === 'safe' ? t(`requests.became.${stands}Safe`) : t(`requests.became.${stands}`)
}

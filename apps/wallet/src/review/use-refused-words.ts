/** Why the engine would not sign, in words. */
import { useTranslation } from 'react-i18next'

const WORDED = [
  'real_money',
  'facts_changed',
  'signed_before',
  'payment_in_flight',
  'pays_itself',
  'payer_needs_signers',
  'payer_no_trustline',
  'payer_not_authorized',
  'memo_required',
  'too_late',
  'beyond_policy',
] as const

export const useRefusedWords = () => {
  const { t } = useTranslation()
  return (code = 'unknown'): string => {
    const worded = WORDED.find((one) => one === code)
    return worded ? t(`review.refused.${worded}`) : t('review.refused.other', { code })
  }
}

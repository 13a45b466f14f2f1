import { StatusBadge } from '@pursestrings/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import type { openFrameStrings } from './open-strings.ts'

export type Look = keyof typeof openFrameStrings.status

/** A status as the wallet names it. What nobody but this wallet says is marked as reported. */
export const Status = ({ of }: { readonly of: Look }) => {
  const { t } = useTranslation()
  return (
    <StatusBadge
      status={of}
      word={t(`status.${of}.word`)}
      means={t(`status.${of}.means`)}
      {...(of === 'confirmed' && { and: t('status.confirmed.and') })}
    />
  )
}

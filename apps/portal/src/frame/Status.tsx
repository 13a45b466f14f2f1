import { StatusBadge } from '@countersign/ui/StatusBadge'
import { useTranslation } from 'react-i18next'
import type { frameStrings } from './strings.ts'

export type Look = keyof typeof frameStrings.status

/** A status as the portal names it. What only the wallet says is marked as reported. */
export const Status = ({ of }: { readonly of: Look }) => {
  const { t } = useTranslation()
  return (
    <StatusBadge
      status={of}
      word={t(`status.${of}.word`)}
      means={t(`status.${of}.means`)}
      {...((of === 'confirmed' || of === 'settled') && { and: t(`status.${of}.and`) })}
    />
  )
}

import { CopyButton } from '@pursestrings/ui/CopyButton'
import { useTranslation } from 'react-i18next'

/** Copies a value; `what` says to screen readers which one. */
export const Copy = ({ value, what }: { readonly value: string; readonly what: string }) => {
  const { t } = useTranslation()
  return <CopyButton value={value} label={t('copy.of', { what })} copied={t('copy.done')} />
}

import { CopyButton } from '@countersign/ui/CopyButton'
import { useTranslation } from 'react-i18next'

/** A command to run as it stands. */
export const Code = ({ text }: { readonly text: string }) => {
  const { t } = useTranslation()
  return (
    <div className="code">
      <code>{text}</code>
      <CopyButton value={text} label={t('copy.of', { what: text })} copied={t('copy.done')} />
    </div>
  )
}

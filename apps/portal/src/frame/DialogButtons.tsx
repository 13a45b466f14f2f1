import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  readonly onClose: () => void
  readonly kind?: 'primary' | 'danger'
  readonly disabled?: boolean
  /** The word on the button that submits. */
  readonly children: ReactNode
}

/** The foot of most dialogs: Cancel, and the button that submits. */
export const DialogButtons = ({ onClose, kind = 'primary', disabled = false, children }: Props) => {
  const { t } = useTranslation()
  return (
    <>
      <button type="button" className="button" onClick={onClose}>
        {t('dialog.cancel')}
      </button>
      <button type="submit" className="button" data-kind={kind} disabled={disabled}>
        {children}
      </button>
    </>
  )
}

/** Asks before something that cannot be undone, or that stops something: the consequence, and a verb on the button. */
import { Sheet } from '@pursestrings/ui/Sheet'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from './Fault.tsx'

interface Props {
  readonly title: string
  readonly verb: string
  readonly run: () => Promise<unknown>
  readonly onClose: () => void
  /** What happens then. */
  readonly children: ReactNode
  readonly kind?: 'danger' | 'primary'
}

export const Ask = ({ title, verb, run, onClose, children, kind = 'danger' }: Props) => {
  const { t } = useTranslation()
  const act = useMutation({ mutationFn: run, onSuccess: onClose })
  return (
    <Sheet title={title} onClose={onClose}>
      {children}
      {act.error ? <Fault error={act.error} /> : null}
      <div className="pair-of-buttons">
        <button type="button" className="button" onClick={onClose}>
          {t('frame.cancel')}
        </button>
        <button type="button" className="button" data-kind={kind} disabled={act.isPending} onClick={() => act.mutate()}>
          {verb}
        </button>
      </div>
    </Sheet>
  )
}

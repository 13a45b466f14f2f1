/** Asks before something that cannot be undone, or that stops something: the consequence, and a verb on the button. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from './Dialog.tsx'
import { Fault } from './Fault.tsx'

interface Props {
  readonly title: string
  /** What the button says, such as "Revoke key 2026-11". */
  readonly verb: string
  readonly run: () => PromiseLike<unknown>
  readonly onClose: () => void
  /** What happens then. */
  readonly children: ReactNode
  readonly kind?: 'danger' | 'primary'
}

export const Confirm = ({ title, verb, run, onClose, children, kind = 'danger' }: Props) => {
  const { t } = useTranslation()
  const act = useMutation({ mutationFn: async () => run(), onSuccess: onClose, meta: { confirms: verb } })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => act.mutate()}
      foot={
        <>
          <button type="button" className="button" onClick={onClose}>
            {t('dialog.cancel')}
          </button>
          <button type="submit" className="button" data-kind={kind} disabled={act.isPending}>
            {verb}
          </button>
        </>
      }
    >
      {children}
      {act.error ? <Fault error={act.error} /> : null}
    </Dialog>
  )
}

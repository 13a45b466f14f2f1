/** Asks before something that cannot be undone, or that stops something: the consequence, and a verb on the button. */
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Dialog } from './Dialog.tsx'
import { DialogButtons } from './DialogButtons.tsx'
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
  const act = useMutation({ mutationFn: async () => run(), onSuccess: onClose, meta: { confirms: verb } })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => act.mutate()}
      foot={
        <DialogButtons onClose={onClose} kind={kind} disabled={act.isPending}>
          {verb}
        </DialogButtons>
      }
    >
      {children}
      {act.error ? <Fault error={act.error} /> : null}
    </Dialog>
  )
}

/**
 * A question over the page, on the browser's own dialog: the page behind is inert, Esc closes, and the focus goes back to
 * where it was. Draw it only while it is open. One that is `kept` closes by its own buttons alone.
 */
import './dialog.css'
import { Field } from '@pursestrings/ui/Field'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Fault } from './Fault.tsx'
import { Icon, type IconName } from './Icon.tsx'

interface DialogProps {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons; a submitting one calls `onSubmit`. The first one stands in for "no". */
  readonly foot: ReactNode
  readonly onSubmit?: () => void
  readonly kept?: boolean
  readonly icon?: IconName
}

export const Dialog = ({ title, onClose, children, foot, onSubmit, kept = false, icon }: DialogProps) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing, not only removing, is what gives the focus back.
    return () => shown?.close()
  }, [])
  // Chromium closes at a second Esc whatever the page says.
  const closed = () => {
    if (dialog.current?.open !== false) return
    if (kept) dialog.current.showModal()
    else onClose()
  }
  return (
    <dialog
      ref={dialog}
      className="dialog"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        if (!kept) onClose()
      }}
      onClose={closed}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault()
          onSubmit?.()
        }}
      >
        <div className="dialog-body">
          {icon && (
            <span className="dialog-icon">
              <Icon name={icon} />
            </span>
          )}
          <h2 id={id}>{title}</h2>
          {children}
        </div>
        <div className="dialog-foot">{foot}</div>
      </form>
    </dialog>
  )
}

interface DialogButtonsProps {
  readonly onClose: () => void
  readonly kind?: 'primary' | 'danger'
  readonly disabled?: boolean
  /** What is missing, where the button can't be pressed because of it. */
  readonly why?: string
  /** The word on the button that submits. */
  readonly children: ReactNode
}

/** The foot of most dialogs: Cancel, and the button that submits. */
export const DialogButtons = ({ onClose, kind = 'primary', disabled = false, why, children }: DialogButtonsProps) => {
  const { t } = useTranslation()
  return (
    <>
      <p className="muted dialog-why" role="status">
        {why}
      </p>
      <button type="button" className="button" onClick={onClose}>
        {t('dialog.cancel')}
      </button>
      <button type="submit" className="button" data-kind={kind} disabled={disabled}>
        {children}
      </button>
    </>
  )
}

// Asks before something that cannot be undone, or that stops something: the consequence, and a verb on the button.

interface ConfirmProps {
  readonly title: string
  /** What the button says, such as "Revoke key 2026-11". */
  readonly verb: string
  readonly run: () => PromiseLike<unknown>
  readonly onClose: () => void
  /** What happens then. */
  readonly children: ReactNode
  readonly kind?: 'danger' | 'primary'
}

export const Confirm = ({ title, verb, run, onClose, children, kind = 'danger' }: ConfirmProps) => {
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

// Another name for something, in a dialog.

interface RenameProps {
  readonly title: string
  readonly name: string
  readonly run: (name: string) => PromiseLike<unknown>
  readonly onClose: () => void
}

export const Rename = ({ title, name, run, onClose }: RenameProps) => {
  const { t } = useTranslation()
  const [typed, setTyped] = useState(name)
  const save = useMutation({ mutationFn: async () => run(typed.trim()), onSuccess: onClose })
  return (
    <Dialog
      title={title}
      onClose={onClose}
      onSubmit={() => save.mutate()}
      foot={
        <DialogButtons onClose={onClose} disabled={save.isPending}>
          {t('dialog.save')}
        </DialogButtons>
      }
    >
      <Field label={t('dialog.name')} required maxLength={120} value={typed} onChange={setTyped} />
      {save.error ? <Fault error={save.error} /> : null}
    </Dialog>
  )
}

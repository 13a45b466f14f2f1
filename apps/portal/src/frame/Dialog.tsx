/**
 * A question over the page, on the browser's own dialog: the page behind is inert, Esc closes, and the focus goes back to
 * where it was. Draw it only while it is open. One that is `kept` closes by its own buttons alone.
 */
import './dialog.css'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { Icon, type IconName } from './Icon.tsx'

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
  /** The buttons; a submitting one calls `onSubmit`. The first one stands in for "no". */
  readonly foot: ReactNode
  readonly onSubmit?: () => void
  readonly kept?: boolean
  readonly icon?: IconName
}

export const Dialog = ({ title, onClose, children, foot, onSubmit, kept = false, icon }: Props) => {
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

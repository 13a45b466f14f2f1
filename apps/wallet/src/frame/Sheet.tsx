/**
 * A question from the foot of the screen, on the browser's own dialog: the page behind is inert, Esc closes, and the focus
 * goes back to where it was. Draw it only while it is open.
 */
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'

interface Props {
  readonly title: string
  readonly onClose: () => void
  readonly children: ReactNode
}

export const Sheet = ({ title, onClose, children }: Props) => {
  const id = useId()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const shown = dialog.current
    shown?.showModal()
    // Closing, not only removing, is what gives the focus back.
    return () => shown?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      className="sheet"
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => dialog.current?.open === false && onClose()}
    >
      <div className="sheet-body">
        <h2 id={id}>{title}</h2>
        {children}
      </div>
    </dialog>
  )
}

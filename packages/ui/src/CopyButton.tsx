/** Copies, and says so for two seconds in words that a screen reader hears too. The words come from the page. */
import { useState } from 'react'

interface Props {
  readonly value: string
  /** What a screen reader calls the button, such as "Copy address". */
  readonly label: string
  readonly copied: string
  /** Words beside the icon make it the main button of its place, unless it is a quiet one. */
  readonly text?: string
  readonly quiet?: boolean
}

export const CopyButton = ({ value, label, copied, text, quiet = false }: Props) => {
  const [done, setDone] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(value)
    setDone(true)
    setTimeout(() => setDone(false), 2000)
  }
  return (
    <button
      type="button"
      className={text === undefined ? 'copy' : 'button'}
      data-kind={text === undefined || quiet ? undefined : 'primary'}
      onClick={() => void copy()}
      aria-label={label}
    >
      <svg
        width="14"
        height="14"
        viewBox="0 0 16 16"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        {done ? (
          <path d="m3 8.5 3.2 3.2L13 4.5" />
        ) : (
          <>
            <rect x="5.5" y="5.5" width="8" height="8" rx="1.5" />
            <path d="M10.5 3.5v-.2A1.3 1.3 0 0 0 9.2 2H3.3A1.3 1.3 0 0 0 2 3.3v5.9a1.3 1.3 0 0 0 1.3 1.3h.2" />
          </>
        )}
      </svg>
      {!done && text}
      <span role="status">{done ? copied : ''}</span>
    </button>
  )
}

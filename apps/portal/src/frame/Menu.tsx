/** What is done rarely, behind three dots or what `children` say. It closes when something is chosen, at Esc, and when the focus goes elsewhere. */
import './menu.css'
import { type ReactNode, useRef } from 'react'

interface Choice {
  /** Where two choices may have one label. */
  readonly id?: string
  readonly label: string
  readonly run: () => void
  readonly stop?: boolean
}

interface Props {
  readonly label: string
  readonly choices: readonly Choice[]
  readonly children?: ReactNode
}

export const Menu = ({ label, choices, children }: Props) => {
  const menu = useRef<HTMLDetailsElement>(null)
  const close = () => {
    if (menu.current) menu.current.open = false
  }
  return (
    <details
      ref={menu}
      className="menu"
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) close()
      }}
      onKeyDown={({ key, currentTarget }) => {
        if (key !== 'Escape') return
        close()
        currentTarget.querySelector('summary')?.focus()
      }}
    >
      {children ? (
        <summary>
          <span className="visually-hidden">{label}</span>
          {children}
        </summary>
      ) : (
        <summary className="button" aria-label={label}>
          <span aria-hidden="true">⋯</span>
        </summary>
      )}
      <ul>
        {choices.map(({ id, label: name, run, stop }) => (
          <li key={id ?? name}>
            <button
              type="button"
              data-stop={stop ? '' : undefined}
              onClick={() => {
                close()
                run()
              }}
            >
              {name}
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}

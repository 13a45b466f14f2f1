/** The page's one h1. It takes the focus when the page opens, so that a screen reader says where it is. */
import { type ReactNode, useEffect, useRef } from 'react'

interface Props {
  readonly title: string
  readonly lead?: ReactNode
  /** In place of the title, where more than words is shown; screen readers still hear the title. */
  readonly shown?: ReactNode
  readonly action?: ReactNode
}

export const Heading = ({ title, lead, shown, action }: Props) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    document.title = `${title} · Pursestrings`
    heading.current?.focus({ preventScroll: true })
  }, [title])
  return (
    <header className="heading">
      <div>
        <h1 ref={heading} tabIndex={-1}>
          {shown === undefined ? title : <span className="heading-shown">{shown}</span>}
        </h1>
        {lead !== undefined && <p className="muted">{lead}</p>}
      </div>
      {action}
    </header>
  )
}

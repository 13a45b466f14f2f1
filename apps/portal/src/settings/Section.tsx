import { type ReactNode, useId } from 'react'

interface Props {
  readonly title: string
  readonly lead: string
  readonly children: ReactNode
}

/** What it is about on the left, what can be changed on the right. */
export const Section = ({ title, lead, children }: Props) => {
  const id = useId()
  return (
    <section className="settings-section" aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        <p className="muted">{lead}</p>
      </div>
      <div className="card">{children}</div>
    </section>
  )
}

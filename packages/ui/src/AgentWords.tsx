/** What the agent says, fenced off: plain text in grey that nobody checked, never a link, never near a tick. */
import './agent-words.css'
import { useId, useLayoutEffect, useRef, useState } from 'react'

interface Props {
  readonly says: string
  readonly notChecked: string
  readonly showAll: string
  readonly lines: readonly string[]
}

export const AgentWords = ({ says, notChecked, showAll, lines }: Props) => {
  const id = useId()
  const text = useRef<HTMLDivElement>(null)
  const [all, setAll] = useState(false)
  const [cut, setCut] = useState(false)
  // Twelve lines are counted as they are drawn: one long line can wrap into many.
  useLayoutEffect(() => {
    const box = text.current
    if (!box) return
    const look = () => setCut(box.scrollHeight > box.clientHeight + 1)
    look()
    const watch = new ResizeObserver(look)
    watch.observe(box)
    return () => watch.disconnect()
  }, [])
  if (lines.length === 0) return null
  return (
    <section className="agent-words" aria-labelledby={id}>
      <header>
        <h2 id={id}>
          <bdi>{says}</bdi>
        </h2>
        <span className="chip">{notChecked}</span>
      </header>
      <div ref={text} className="agent-words-text" data-all={all ? '' : undefined}>
        {lines.map((line, at) => (
          // oxlint-disable-next-line react/no-array-index-key
          <p key={at} dir="auto">
            {line}
          </p>
        ))}
      </div>
      {cut && !all && (
        <button type="button" onClick={() => setAll(true)}>
          {showAll}
        </button>
      )}
    </section>
  )
}

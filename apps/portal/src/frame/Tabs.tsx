/** One of several views at a time. Arrow keys move between the tabs; the page keeps which one is open. */
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react'

interface Props<N extends string> {
  readonly label: string
  readonly tabs: readonly { readonly name: N; readonly title: string }[]
  readonly open: N
  readonly onOpen: (name: N) => void
  readonly children: ReactNode
}

export const Tabs = <N extends string>({ label, tabs, open, onOpen, children }: Props<N>) => {
  const id = useId()
  const list = useRef<HTMLDivElement>(null)
  const move = ({ key }: KeyboardEvent) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const at = (tabs.findIndex(({ name }) => name === open) + step + tabs.length) % tabs.length
    const next = tabs[at]
    if (!next) return
    onOpen(next.name)
    list.current?.querySelectorAll('button')[at]?.focus()
  }
  return (
    <div className="tabs">
      <div ref={list} className="tabs-list" role="tablist" aria-label={label} onKeyDown={move}>
        {tabs.map(({ name, title }) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === open}
            aria-controls={`${id}-panel`}
            tabIndex={name === open ? 0 : -1}
            onClick={() => onOpen(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}-panel`} aria-labelledby={`${id}-${open}`}>
        {children}
      </div>
    </div>
  )
}

/** What every chart has: a sentence that says what it shows, and the same figures as a table for whoever wants them. */
import './figure.css'
import { type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react'

export interface ChartWords {
  /** A sentence: what is shown and what stands out. */
  readonly label: string
  readonly show_table: string
  readonly head: readonly string[]
}

interface Props extends ChartWords {
  readonly rows: readonly (readonly (string | number)[])[]
  readonly children: ReactNode
}

export const Chart = ({ show_table, label, head, rows, children }: Props) => (
  <div className="figure">
    {children}
    <details className="chart-table">
      <summary>{show_table}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached by keyboard */}
      <section tabIndex={0} aria-label={label}>
        <table>
          <thead>
            <tr>
              {head.map((word) => (
                <th key={word} scope="col">
                  {word}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(([name, ...cells]) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                {cells.map((cell, at) => (
                  <td key={head[at + 1]}>{cell}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </details>
  </div>
)

/** How wide an element is now: a chart is drawn at its own size, so that its words stay readable on a phone. */
export const useWidth = <E extends HTMLElement>(): [RefObject<E | null>, number] => {
  const element = useRef<E>(null)
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const watched = element.current
    if (!watched) return undefined
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)))
    observer.observe(watched)
    return () => observer.disconnect()
  }, [])
  return [element, width]
}

/** What every chart has: a sentence that says what it shows, and the same figures as a table for whoever wants them. */
import './figure.css'
import type { ReactNode } from 'react'

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

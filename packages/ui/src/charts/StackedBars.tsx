/** Parts of a whole over time, one bar for each hour or day. Hatched is reported, solid is proven. */
import { Chart, type ChartWords, useWidth } from './Chart.tsx'

export type Fill = 'proven' | 'hand' | 'said' | 'open' | 'no' | 'late' | 'gone' | 'bad'

interface Props extends Omit<ChartWords, 'head'> {
  readonly series: readonly { readonly fill: Fill; readonly word: string }[]
  /** The first word of the table's head. */
  readonly when: string
  /** A value for each of the series, from the bottom up. */
  readonly bars: readonly { readonly name: string; readonly values: readonly number[] }[]
}

const [HEIGHT, LEFT, BOTTOM, TOP] = [208, 34, 24, 18]
/** Until it is known how wide the place is. */
const WIDTH_FIRST = 936
/** For each word below. */
const LABEL_WIDTH = 90
const LABELS_MAX = 5

/** The next round figure that divides into four whole steps. */
export const topOf = (highest: number): number => {
  const step = Math.max(1, Math.ceil(highest / 4))
  const power = 10 ** Math.floor(Math.log10(step))
  const round = [1, 2, 3, 5, 10].map((n) => n * power).find((n) => n >= step) ?? step
  return 4 * round
}

export const StackedBars = ({ series, bars, when, ...words }: Props) => {
  const [box, measured] = useWidth<HTMLDivElement>()
  const width = measured || WIDTH_FIRST
  const top = topOf(Math.max(...bars.map(({ values }) => values.reduce((sum, value) => sum + value, 0)), 0))
  const tall = (value: number) => ((HEIGHT - BOTTOM - TOP) * value) / top
  const wide = (width - LEFT) / Math.max(1, bars.length)
  const gap = Math.min(6, wide / 4)
  const every = Math.max(1, Math.ceil(bars.length / Math.min(LABELS_MAX, Math.floor(width / LABEL_WIDTH) || 1)))
  return (
    <Chart
      {...words}
      head={[when, ...series.map(({ word }) => word)]}
      rows={bars.map(({ name, values }) => [name, ...values])}
    >
      <ul className="chart-legend">
        {series.map(({ fill, word }) => (
          <li key={fill}>
            <svg width="10" height="10" aria-hidden="true">
              <rect width="10" height="10" rx="2" className={`fill-${fill}`} />
            </svg>
            {word}
          </li>
        ))}
      </ul>
      <div ref={box}>
        <svg width={width} height={HEIGHT} viewBox={`0 0 ${width} ${HEIGHT}`} role="img" aria-label={words.label}>
          <defs>
            <pattern id="said" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="fill-soft" />
              <rect width="2.6" height="6" className="fill-proven" />
            </pattern>
            <pattern id="hand" width="5" height="5" patternUnits="userSpaceOnUse">
              <rect width="5" height="5" className="fill-soft" />
              <circle cx="2.5" cy="2.5" r="1.5" className="fill-proven" />
            </pattern>
            <pattern id="gone" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
              <rect width="6" height="6" className="fill-none" />
              <rect width="2.6" height="6" className="fill-no" />
            </pattern>
          </defs>
          {[0, 1, 2, 3, 4].map((step) => (
            <g key={step} className="chart-axis">
              <line
                x1={LEFT}
                x2={width}
                y1={HEIGHT - BOTTOM - tall((top * step) / 4)}
                y2={HEIGHT - BOTTOM - tall((top * step) / 4)}
              />
              <text x={LEFT - 8} y={HEIGHT - BOTTOM - tall((top * step) / 4) + 4} textAnchor="end">
                {(top * step) / 4}
              </text>
            </g>
          ))}
          {bars.map(({ name, values }, at) => (
            <g key={name}>
              <title>{name}</title>
              {values.map((value, part) => {
                const below = values.slice(0, part).reduce((sum, one) => sum + one, 0)
                const fill = series[part]?.fill
                return value === 0 || fill === undefined ? null : (
                  <rect
                    key={fill}
                    x={LEFT + at * wide + gap / 2}
                    width={wide - gap}
                    y={HEIGHT - BOTTOM - tall(below + value)}
                    height={Math.max(1, tall(value) - 1)}
                    rx="1"
                    className={`fill-${fill}`}
                  />
                )
              })}
              {at % every === 0 && (
                <text className="chart-when" x={LEFT + (at + 0.5) * wide} y={HEIGHT - 6} textAnchor="middle">
                  {name}
                </text>
              )}
            </g>
          ))}
        </svg>
      </div>
    </Chart>
  )
}

/** A few figures beside each other, each with its name and its value. */
import { Chart, type ChartWords } from './Chart.tsx'

interface Props extends ChartWords {
  readonly bars: readonly { readonly name: string; readonly value: number; readonly fill: 'open' | 'late' }[]
}

const WIDTH = 240

export const Bars = ({ bars, ...words }: Props) => {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <Chart {...words} rows={bars.map(({ name, value }) => [name, value])}>
      <div className="chart-bars" role="img" aria-label={words.label}>
        {bars.map(({ name, value, fill }) => (
          <div key={name}>
            <span>{name}</span>
            <svg viewBox={`0 0 ${WIDTH} 16`} preserveAspectRatio="none" aria-hidden="true">
              <rect width={(WIDTH * value) / most} height="16" rx="2" className={`fill-${fill}`} />
            </svg>
            <b>{value}</b>
          </div>
        ))}
      </div>
    </Chart>
  )
}

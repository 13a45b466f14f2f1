/** How each of many hours went: one mark for each. */
import { Chart, type ChartWords } from './Chart.tsx'

interface Props extends ChartWords {
  readonly hours: readonly { readonly name: string; readonly good: number; readonly bad: number }[]
}

const [STEP, WIDTH] = [9.2, 7]

const fillOf = (good: number, bad: number): string => (bad > 0 ? 'bad' : good > 0 ? 'proven' : 'none')

export const Strip = ({ hours, ...words }: Props) => (
  <Chart
    {...words}
    rows={hours.filter(({ good, bad }) => good + bad > 0).map(({ name, good, bad }) => [name, good, bad])}
  >
    <svg
      className="chart-strip"
      viewBox={`0 0 ${STEP * hours.length} 26`}
      preserveAspectRatio="none"
      role="img"
      aria-label={words.label}
    >
      {hours.map(({ name, good, bad }, at) => (
        <rect key={name} x={at * STEP} width={WIDTH} height="26" rx="1.5" className={`fill-${fillOf(good, bad)}`}>
          <title>{name}</title>
        </rect>
      ))}
    </svg>
  </Chart>
)

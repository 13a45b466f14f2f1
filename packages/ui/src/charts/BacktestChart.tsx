/**
 * What the past would have been under other limits: every payment as a mark against the limit for one payment, and below it
 * the running total against the limit for all. Marks differ in shape, not only in colour. Numbers here are for drawing alone.
 */
import type { ReactNode } from 'react'
import './charts.css'
import { useWidth } from './Chart.tsx'

/** `changes`: the other limits would have said something else. `asks`: a person decides either way. */
export type BacktestMark = 'automatic' | 'changes' | 'asks'

interface BacktestPoint {
  readonly at: number
  readonly amount: number
  readonly mark: BacktestMark
}

interface BacktestLine {
  readonly value: number
  readonly label: string
}

interface Props {
  /** A sentence that says what the picture shows. */
  readonly label: string
  readonly from: number
  readonly to: number
  readonly points: readonly BacktestPoint[]
  readonly single: { readonly now: BacktestLine; readonly proposed?: BacktestLine }
  readonly total: {
    readonly limit: BacktestLine
    readonly now: readonly (readonly [at: number, sum: number])[]
    readonly nowLabel: string
    readonly proposed?: readonly (readonly [at: number, sum: number])[]
    readonly proposedLabel?: string
  }
  readonly dayText: (at: number) => string
}

const LEFT = 36
const TOP = 12
const DOTS = 200
const GAP = 56
const SUM = 84
const HEIGHT = TOP + DOTS + GAP + SUM + 12
const R = 4

/** Steps of 1, 2 or 5 that make at most five lines. */
const stepFor = (most: number): number => {
  const rough = Math.max(most, 1e-7) / 5
  const power = 10 ** Math.floor(Math.log10(rough))
  return ([1, 2, 5, 10].find((step) => step * power >= rough) ?? 10) * power
}

const Mark = ({ x, y, mark }: { readonly x: number; readonly y: number; readonly mark: BacktestMark }): ReactNode => {
  if (mark === 'changes') return <path className="chart-changes" d={`M${x} ${y - 5.5} l5.5 5.5 -5.5 5.5 -5.5 -5.5z`} />
  return <circle className={mark === 'automatic' ? 'chart-automatic' : 'chart-asks'} cx={x} cy={y} r={R} />
}

/** Key of a mark, beside its words. */
export const BacktestKey = ({ mark }: { readonly mark: BacktestMark }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden="true">
    <Mark x={6} y={6} mark={mark} />
  </svg>
)

export const BacktestChart = (props: Props) => {
  const [box, width] = useWidth<HTMLDivElement>()
  return (
    <div ref={box} className="chart">
      {width > 0 && <Drawn {...props} width={width} />}
    </div>
  )
}

const Drawn = ({ label, from, to, points, single, total, dayText, width }: Props & { readonly width: number }) => {
  const right = width < 480 ? 12 : 108
  const x = (at: number) => LEFT + ((at - from) / Math.max(to - from, 1)) * (width - LEFT - right)
  const limits = [single.now, ...(single.proposed ? [single.proposed] : [])]
  const step = stepFor(Math.max(...points.map((p) => p.amount), ...limits.map((l) => l.value)) * 1.05)
  const ticks = Array.from({ length: 6 }, (_, i) => i * step)
  const y = (amount: number) => TOP + DOTS - (amount / (step * 5)) * DOTS
  const low = Math.min(...limits.map((l) => l.value))
  const high = Math.max(...limits.map((l) => l.value))
  const days = Array.from(
    { length: width < 480 ? 3 : 4 },
    (_, i, all = width < 480 ? 2 : 3) => from + ((to - from) * i) / all,
  )
  return (
    <svg width={width} height={HEIGHT} role="img" aria-label={label}>
      {high > low && (
        <rect className="chart-band" x={LEFT} width={width - LEFT - right} y={y(high)} height={y(low) - y(high)} />
      )}
      {ticks.map((tick) => (
        <g key={tick}>
          <path className="chart-rule" d={`M${LEFT} ${y(tick)}H${width - right}`} />
          <text className="chart-word" x={LEFT - 8} y={y(tick) + 4} textAnchor="end">
            {Number(tick.toPrecision(3))}
          </text>
        </g>
      ))}
      <Limit line={single.now} y={y(single.now.value)} end={width - right} words={width >= 480} kind="now" />
      {single.proposed && (
        <Limit
          line={single.proposed}
          y={y(single.proposed.value)}
          end={width - right}
          words={width >= 480}
          kind="proposed"
        />
      )}
      {points.map(({ at, amount, mark }, i) => (
        // oxlint-disable-next-line react/no-array-index-key
        <Mark key={i} x={x(at)} y={y(Math.min(amount, step * 5))} mark={mark} />
      ))}
      {days.map((at, i) => (
        <text
          key={at}
          className="chart-word"
          x={x(at)}
          y={TOP + DOTS + 20}
          textAnchor={i === 0 ? 'start' : i === days.length - 1 ? 'end' : 'middle'}
        >
          {dayText(at)}
        </text>
      ))}
      <Totals total={total} to={to} x={x} width={width} right={right} />
    </svg>
  )
}

const Limit = (limit: {
  readonly line: BacktestLine
  readonly y: number
  readonly end: number
  readonly words: boolean
  readonly kind: 'now' | 'proposed'
}) => (
  <>
    <path className={`chart-limit is-${limit.kind}`} d={`M${LEFT} ${limit.y}H${limit.end}`} />
    {limit.words && (
      <text className={`chart-word is-${limit.kind}`} x={limit.end + 8} y={limit.y + 4}>
        {limit.line.label}
      </text>
    )}
  </>
)

const Totals = ({
  total,
  to,
  x,
  width,
  right,
}: {
  readonly total: Props['total']
  readonly to: number
  readonly x: (at: number) => number
  readonly width: number
  readonly right: number
}) => {
  const foot = TOP + DOTS + GAP + SUM
  const sums = [...total.now, ...(total.proposed ?? [])].map(([, sum]) => sum)
  const most = Math.max(total.limit.value, ...sums)
  const y = (sum: number) => foot - (sum / most) * SUM
  const steps = (line: readonly (readonly [number, number])[]) =>
    `M${LEFT} ${y(0)}${line.map(([at, sum]) => `H${x(at)}V${y(sum)}`).join('')}H${x(to)}`
  const end = (line: readonly (readonly [number, number])[]) => line.at(-1)?.[1] ?? 0
  const words = [
    { text: total.limit.label, at: y(total.limit.value), kind: 'limit' },
    ...(total.proposed ? [{ text: total.proposedLabel ?? '', at: y(end(total.proposed)), kind: 'proposed' }] : []),
    { text: total.nowLabel, at: y(end(total.now)), kind: 'now' },
  ].toSorted((a, b) => a.at - b.at)
  // Words that would lie on each other move down.
  let last = Number.NEGATIVE_INFINITY
  const placed = words.map((word) => {
    last = Math.max(word.at + 4, last + 16)
    return { ...word, at: last }
  })
  return (
    <>
      {[0, 0.5].map((share) => (
        <path key={share} className="chart-rule" d={`M${LEFT} ${y(most * share)}H${width - right}`} />
      ))}
      <path className="chart-limit is-limit" d={`M${LEFT} ${y(total.limit.value)}H${width - right}`} />
      <path className="chart-area" d={`${steps(total.now)}V${foot}H${LEFT}Z`} />
      <path className="chart-limit is-now" d={steps(total.now)} />
      {total.proposed && <path className="chart-limit is-proposed" d={steps(total.proposed)} />}
      <text className="chart-word" x={LEFT - 8} y={foot + 4} textAnchor="end">
        0
      </text>
      <text className="chart-word" x={LEFT - 8} y={y(total.limit.value) + 4} textAnchor="end">
        {total.limit.value}
      </text>
      {width >= 480 &&
        placed.map(({ text, at, kind }) => (
          <text key={kind} className={`chart-word is-${kind}`} x={width - right + 8} y={at}>
            {text}
          </text>
        ))}
    </>
  )
}

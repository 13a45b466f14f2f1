/**
 * What cells carry, by simulation: the same seed gives the same table. Its costs were measured on a small machine, the rest is
 * a model; docs/scale.md says how far to believe it.
 *
 *   node deploy/cells/simulate.ts [--seed 1] [--seconds 10]
 */
import { parseArgs } from 'node:util'
import { place, zipfWeights } from './place.ts'
import { randomOf } from './random.ts'
import { type CellSeen, simulateCell } from './simulate-cell.ts'

export interface Row {
  readonly what: string
  readonly p50_ms: number
  readonly p99_ms: number
  /** Of the busiest cell, and of the one in the middle. */
  readonly use: readonly [busiest: number, median: number]
  readonly more?: string
}

const MERCHANTS = 100_000
/** Lives per second at full use: what the write-ahead log of one cell carries, of which its processors could do more. */
const CAPACITY_PER_S = 1_430
/** Of a hundred cells so many are played through, the busiest and the median among them. */
const PLAYED_MAX = 10

export const simulate = (seed: number, seconds: number): Row[] => {
  const one = (
    what: string,
    input: Partial<Parameters<typeof simulateCell>[0]>,
    more?: (seen: CellSeen) => string,
  ): Row => {
    const seen = simulateCell({ seed, seconds, lives_per_s: 0, ...input })
    const { p50_ms, p99_ms, use } = seen
    return { what, p50_ms, p99_ms, use: [use, use], ...(more && { more: more(seen) }) }
  }
  return [
    ...[1_000, 2_000, 3_000].map((lives_per_s) => one(`1 cell, ${lives_per_s} lives/s`, { lives_per_s })),
    ...[500, 800, 1_200].map((lives_per_s) =>
      one(`1 cell, ${lives_per_s} lives/s, each report in a transaction of its own`, { lives_per_s, report_ms: 2.5 }),
    ),
    ...fleet({ seed, seconds, cells: 10, lives_per_s: 6_000, s: 1 }),
    ...fleet({ seed, seconds, cells: 100, lives_per_s: 60_000, s: 0.8 }),
    one('800 lives/s beside one tenant with 8,000/s', { lives_per_s: 800, hot_per_s: 8_000 }),
    one(
      'the same, with a budget of 600/s for the tenant',
      { lives_per_s: 800, hot_per_s: 8_000, hot_budget_per_s: 600 },
      ({ refused }) => `${percent(refused)} of the tenant's calls refused`,
    ),
    ...[500, 1_000, 1_500].map((lives_per_s) =>
      one(
        `${lives_per_s} lives/s, database gone for 20 s`,
        { lives_per_s, failover_s: 20, seconds: Math.max(seconds, 90) },
        ({ longest_ms, normal_after_s }) =>
          `longest wait ${(longest_ms / 1000).toFixed(0)} s, normal ${normal_after_s.toFixed(0)} s later`,
      ),
    ),
  ]
}

interface Fleet {
  readonly seed: number
  readonly seconds: number
  readonly cells: number
  readonly lives_per_s: number
  /** How unequal the merchants are. */
  readonly s: number
}

/** By hash a merchant goes anywhere; by weight to the emptiest cell. */
const fleet = ({ seed, seconds, cells, lives_per_s, s }: Fleet): Row[] => {
  const weights = zipfWeights(MERCHANTS, s).map((weight) => weight * lives_per_s)
  const random = randomOf(seed)
  const hashed = Array.from({ length: cells }, () => 0)
  for (const weight of weights) {
    const cell = Math.floor(random.next() * cells)
    hashed[cell] = (hashed[cell] ?? 0) + weight
  }
  const rooms = Array.from({ length: cells }, (_, n) => ({
    name: `cell-${n}`,
    open: true,
    capacity_per_s: CAPACITY_PER_S,
    used_per_s: 0,
  }))
  const merchants = weights.map((weight, n) => ({ merchant_id: `mer_${n}`, lives_per_s: weight }))
  const { use, left_over } = place(rooms, merchants)
  const weighed = Object.values(use).map((share) => share * CAPACITY_PER_S)
  const name = `${cells} cells, ${lives_per_s.toLocaleString('en')} lives/s, Zipf ${s.toFixed(1)}`
  return [
    played(`${name}, placed by hash`, hashed, seed, seconds),
    { ...played(`${name}, placed by weight`, weighed, seed, seconds), more: leftOver(left_over) },
  ]
}

const leftOver = (merchants: readonly { lives_per_s: number }[]): string =>
  merchants.length === 0
    ? 'every merchant has a place'
    : `${merchants.length} merchants are too heavy for any cell (${Math.round(merchants.reduce((sum, one) => sum + one.lives_per_s, 0))} lives/s)`

const played = (what: string, rates: readonly number[], seed: number, seconds: number): Row => {
  const sorted = rates.toSorted((a, b) => b - a)
  const step = Math.max(1, Math.floor(sorted.length / PLAYED_MAX))
  const median_at = Math.floor(sorted.length / 2)
  const chosen = [...sorted.keys()].filter((n) => n === 0 || n === median_at || n % step === 0)
  const seen = new Map(
    chosen.map((n) => [n, simulateCell({ seed: seed + n, seconds, lives_per_s: sorted[n] ?? 0 })] as const),
  )
  const median = seen.get(median_at)?.use ?? 0
  const all = [...seen.values()]
  return {
    what,
    p50_ms: seen.get(median_at)?.p50_ms ?? 0,
    p99_ms: Math.max(...all.map(({ p99_ms }) => p99_ms)),
    use: [Math.max(...all.map(({ use }) => use)), median],
  }
}

const percent = (share: number): string => `${Math.round(share * 100)} %`

export const tableOf = (rows: readonly Row[]): string =>
  [
    '| Case | p50 ms | p99 ms, worst cell | Use: busiest / median cell | |',
    '| --- | --- | --- | --- | --- |',
    ...rows.map(
      ({ what, p50_ms, p99_ms, use: [busiest, median], more = '' }) =>
        `| ${what} | ${p50_ms.toFixed(1)} | ${p99_ms.toFixed(1)} | ${percent(busiest)} / ${percent(median)} | ${more} |`,
    ),
  ].join('\n')

if (import.meta.main) {
  const { values } = parseArgs({
    options: { seed: { type: 'string', default: '1' }, seconds: { type: 'string', default: '10' } },
  })
  console.log(tableOf(simulate(Number(values.seed), Number(values.seconds))))
}

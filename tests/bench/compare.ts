/** Interleaved rounds of ours and bare, at several numbers of clients; the result is the median ratio of a round. */
import type { Figure } from './engines.ts'

export const CLIENTS = [1, 8, 32, 128] as const

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
}
export const round = (value: number): number => Math.round(value * 1000) / 1000

/** How far the rounds lie apart, as a part of their median. */
export const spreadOf = (values: readonly number[]): number =>
  round((Math.max(...values) - Math.min(...values)) / median(values))

export interface Sides {
  ours(clients: number): Promise<Figure>
  bare(clients: number): Promise<Figure>
}

export const compare = async (
  sides: Sides,
  { clients, rounds }: { clients: readonly number[]; rounds: number } = { clients: CLIENTS, rounds: 3 },
) => {
  const ratios: Record<string, number> = {}
  const details: Record<string, object> = {}
  let spread = 0
  // Unmeasured: compiled code, filled pools and caches on both sides.
  await sides.bare(32)
  await sides.ours(32)
  for (const n of clients) {
    const pairs: { ours: Figure; bare: Figure }[] = []
    for (let i = 0; i < rounds; i++) {
      // Which goes first alternates, so that neither always finds the warmer cache.
      const first = i % 2 === 0 ? 'bare' : 'ours'
      const one = await sides[first](n)
      const two = await sides[first === 'bare' ? 'ours' : 'bare'](n)
      pairs.push(first === 'bare' ? { bare: one, ours: two } : { bare: two, ours: one })
    }
    const of = (side: 'ours' | 'bare', figure: keyof Figure) => round(median(pairs.map((p) => p[side][figure])))
    const each = pairs.map((p) => p.ours.per_s / p.bare.per_s)
    ratios[n] = round(median(each))
    spread = Math.max(spread, spreadOf(each))
    details[n] = {
      ours_per_s: of('ours', 'per_s'),
      bare_per_s: of('bare', 'per_s'),
      ours_p50_ms: of('ours', 'p50_ms'),
      ours_p99_ms: of('ours', 'p99_ms'),
      bare_p50_ms: of('bare', 'p50_ms'),
      bare_p99_ms: of('bare', 'p99_ms'),
      ours_node_us: of('ours', 'node_us'),
      ours_postgres_us: of('ours', 'postgres_us'),
      bare_postgres_us: of('bare', 'postgres_us'),
    }
    console.log(`${n} clients: ratio ${ratios[n]}`, details[n])
  }
  return { ratios, details, rounds, spread }
}

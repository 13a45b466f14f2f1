/** Many schedules in a row, and what came of them. */
import { openGates } from './gates.ts'
import type { Ways } from './programs.ts'
import { type Played, playSchedule } from './schedule.ts'
import { BARS, type Bar } from './what-must-hold.ts'

export interface Sum {
  readonly schedules: number
  readonly first_seed: number
  readonly bars: Readonly<Record<Bar, number>>
  readonly counted: Readonly<Record<string, number>>
  readonly outcomes: Readonly<Record<string, number>>
  /** The first of each kind. */
  readonly failed: readonly Played[]
}

interface Wanted {
  readonly first_seed: number
  readonly schedules: number
  readonly ways?: Ways
  /** No further, once this was seen. */
  readonly until?: Bar
}

const SHOWN_MAX = 5

export async function playMany({ first_seed, schedules, ways, until }: Wanted): Promise<Sum> {
  const gates = openGates()
  const bars = Object.fromEntries(BARS.map((bar) => [bar, 0])) as Record<Bar, number>
  const counted: Record<string, number> = {}
  const outcomes: Record<string, number> = {}
  const failed: Played[] = []
  let played = 0
  try {
    for (let is_seen = false; played < schedules && !is_seen; ) {
      const one = await playSchedule(first_seed + played++, gates, ways)
      const broken = Object.keys(one.broken) as Bar[]
      for (const bar of broken) bars[bar]++
      is_seen = until !== undefined && broken.includes(until)
      if (broken.length > 0 && failed.length < SHOWN_MAX) failed.push(one)
      for (const [name, n] of Object.entries(one.counted)) counted[name] = (counted[name] ?? 0) + n
      for (const outcome of one.outcomes) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
    }
  } finally {
    gates.close()
  }
  return { schedules: played, first_seed, bars, counted, outcomes, failed }
}

/** To be played again: its seed, what did not hold, and every step. */
export const toldOf = ({ seed, broken, steps }: Played): string =>
  [`X402_SEED=${seed} ${JSON.stringify(broken)}`, ...steps.map((step) => `  ${step}`)].join('\n')

/** The line of figures that a fault run shows: what the judge found, and how long creates were not acknowledged. */
import { checkHistory, outagesIn, type Verdict } from './check-history.ts'
import type { CreateCall, Line } from './history.ts'

export interface Figures extends Verdict {
  readonly fault: string
  readonly faults: Readonly<Record<string, number>>
  /** By what was broken: the longest time without an acknowledged create. */
  readonly longest_outage_ms: Readonly<Record<string, number>>
  /** Creates whose first try and whose second try both failed. */
  readonly failed_twice: number
  /** Creates whose first try failed. */
  readonly failed_once: number
  /** By what failed tries were told. */
  readonly said: Readonly<Record<string, number>>
  readonly seconds: number
}

export const figuresOf = (fault: string, lines: readonly Line[]): Figures => {
  const outages = outagesIn(lines)
  const faults: Record<string, number> = {}
  const longest_outage_ms: Record<string, number> = {}
  for (const { what, ms } of outages) {
    faults[what] = (faults[what] ?? 0) + 1
    longest_outage_ms[what] = Math.max(longest_outage_ms[what] ?? 0, ms)
  }
  const creates = lines.filter((line): line is CreateCall => line.kind === 'create')
  const unknown = creates.filter(({ outcome }) => outcome === 'unknown')
  const said: Record<string, number> = {}
  for (const one of unknown) said[one.said] = (said[one.said] ?? 0) + 1
  const first = creates[0]?.begin ?? 0
  const last = creates.reduce((latest, { end }) => Math.max(latest, end), first)
  return {
    fault,
    ...checkHistory(lines),
    faults,
    longest_outage_ms,
    failed_once: unknown.filter(({ attempt }) => attempt === 1).length,
    failed_twice: unknown.filter(({ attempt }) => attempt === 2).length,
    said,
    seconds: Math.round((last - first) / 1_000),
  }
}

/** What must hold whatever was broken. */
export const NOTHING_LOST = {
  refused: 0,
  lost: 0,
  duplicated: 0,
  missed: 0,
  gaps: 0,
  repeated: 0,
  lost_webhooks: 0,
  wrong: [],
} as const

/** A replay of the past as the chart and the table draw it: each intent with what the policy says, and what other terms would. */
import type { AutomationPoliciesBacktestAnswer } from '@pursestrings/sdk'
import type { BacktestMark } from './BacktestChart.tsx'

export type Backtest = AutomationPoliciesBacktestAnswer

type Entry = Backtest['policy']['passed'][number]
type Outcome = Entry['outcome']

export interface Replayed {
  readonly entry: Entry
  readonly now: Outcome
  readonly other: Outcome
  readonly mark: BacktestMark
}

const keyOf = ({ at, amount, recipient_version_id, agent_payment_id }: Entry): string =>
  [at, amount, recipient_version_id, agent_payment_id].join(' ')

const markOf = (now: Outcome, other: Outcome): BacktestMark => {
  if (now !== other) return 'changes'
  return now === 'passed' ? 'automatic' : 'asks'
}

/** Oldest first. What the policy does not speak of, such as another asset, has no place on its scale. */
export const replayedOf = ({ policy, difference = [] }: Backtest): Replayed[] => {
  const others = new Map(difference.map((one) => [keyOf(one), one.other_outcome]))
  return [...policy.passed, ...policy.asked]
    .map((entry) => {
      const other = others.get(keyOf(entry)) ?? entry.outcome
      return { entry, now: entry.outcome, other, mark: markOf(entry.outcome, other) }
    })
    .toSorted((a, b) => a.entry.at.localeCompare(b.entry.at))
}

/** What would have been spent without asking by then; numbers for drawing alone. */
export const runningTotal = (replayed: readonly Replayed[], of: 'now' | 'other'): (readonly [number, number])[] => {
  let sum = 0
  return replayed.flatMap((one) => {
    if (one[of] !== 'passed') return []
    sum += Number(one.entry.amount)
    return [[Date.parse(one.entry.at), sum] as const]
  })
}

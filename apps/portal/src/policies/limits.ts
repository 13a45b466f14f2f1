/** Limits as a form holds them, what they would change, and whether that allows more than the payer agreed to. */
import type { AutomationPolicy } from '@pursestrings/sdk'
import { isAmount, isMore } from './amounts.ts'

export interface Limits {
  readonly single: string
  readonly total: string
  /** The last day, as a date field has it. */
  readonly until: string
  readonly payees: readonly string[]
}

const DAY_MS = 86_400_000

/** The end is not included: the day that is shown is the one before it, where the end is a midnight. */
const lastDay = (to: string): string => new Date(Date.parse(to) - 1).toISOString().slice(0, 10)
const endOf = (day: string): string => new Date(Date.parse(`${day}T00:00:00.000Z`) + DAY_MS).toISOString()

export const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

type Shown = Pick<AutomationPolicy, 'single_tx_limit' | 'cumulative_limit' | 'validity_window' | 'allowlist'>

export const limitsOf = ({ single_tx_limit, cumulative_limit, validity_window, allowlist }: Shown): Limits => ({
  single: single_tx_limit ?? '',
  total: cumulative_limit ?? '',
  until: validity_window ? lastDay(validity_window.to) : '',
  payees: allowlist,
})

/** What every policy is proposed with. */
export const filled = ({ single, total, until, payees }: Limits, from: string) => ({
  single_tx_limit: single,
  cumulative_limit: total,
  validity_window: { from, to: endOf(until) },
  allowlist: [...payees],
})

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  a.length === b.length && a.every((one) => b.includes(one))

/** Only what differs; undefined where nothing does, or where a field cannot be read yet. */
export const termsOf = (policy: AutomationPolicy, limits: Limits) => {
  const now = limitsOf(policy)
  if (!isAmount(limits.single) || !isAmount(limits.total) || limits.until === '' || limits.payees.length === 0) {
    return undefined
  }
  const terms = filled(limits, policy.validity_window?.from ?? new Date().toISOString())
  if (Date.parse(terms.validity_window.to) <= Date.parse(terms.validity_window.from)) return undefined
  const changed = {
    ...(limits.single !== now.single && { single_tx_limit: terms.single_tx_limit }),
    ...(limits.total !== now.total && { cumulative_limit: terms.cumulative_limit }),
    ...(limits.until !== now.until && { validity_window: terms.validity_window }),
    ...(!sameSet(limits.payees, now.payees) && { allowlist: terms.allowlist }),
  }
  return Object.keys(changed).length === 0 ? undefined : changed
}

/** As the service judges it; shown before it is sent. */
export const isWider = (policy: AutomationPolicy, limits: Limits): boolean => {
  const { single_tx_limit, cumulative_limit, decimals, allowlist } = policy
  const now = limitsOf(policy)
  return (
    single_tx_limit === null ||
    cumulative_limit === null ||
    isMore(limits.single, single_tx_limit, decimals) ||
    isMore(limits.total, cumulative_limit, decimals) ||
    limits.until > now.until ||
    limits.payees.some((one) => !allowlist.includes(one))
  )
}

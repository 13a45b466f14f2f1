/** Which requests the address of the page asks for. Whatever it cannot mean is left out. */
import type { PaymentRequestsListInput } from '@pursestrings/sdk'
import { ALL_STANDS, STANDS, type Stands } from './stands.ts'

const DAY_MS = 86_400_000

export const CREATED_DAYS = { day: 1, week: 7, month: 30 } as const
export type Created = keyof typeof CREATED_DAYS

export const FILTERS = ['q', 'standing', 'payee', 'agent', 'created', 'from', 'to', 'min', 'max'] as const

export const standsIn = (query: URLSearchParams): Stands[] =>
  ALL_STANDS.filter((name) => query.getAll('standing').includes(name))

export const createdIn = (query: URLSearchParams): Created | undefined =>
  (Object.keys(CREATED_DAYS) as Created[]).find((name) => name === query.get('created'))

/** As much as the service takes. */
export const SEARCH_MAX = 200
export const searchIn = (query: URLSearchParams): string => (query.get('q') ?? '').trim().slice(0, SEARCH_MAX)

/** Days are days of the person who looks. */
const dayIn = (query: URLSearchParams, name: 'from' | 'to'): Date | undefined => {
  const day = new Date(`${query.get(name) ?? ''}T00:00`)
  return Number.isNaN(day.getTime()) ? undefined : day
}

const timesIn = (query: URLSearchParams): Pick<PaymentRequestsListInput, 'created_from' | 'created_to'> => {
  const created = createdIn(query)
  if (created) return { created_from: new Date(Date.now() - CREATED_DAYS[created] * DAY_MS).toISOString() }
  const [from, to] = [dayIn(query, 'from'), dayIn(query, 'to')]
  to?.setDate(to.getDate() + 1)
  return {
    ...(from && { created_from: from.toISOString() }),
    ...(to && { created_to: to.toISOString() }),
  }
}

/** As the service takes it. */
export const AMOUNT_PATTERN = '(?=[0.]*[1-9])(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?'
const AMOUNT = new RegExp(`^${AMOUNT_PATTERN}$`)

/** What is no amount that the service takes is left out. */
export const amountIn = (query: URLSearchParams, name: 'min' | 'max'): string | undefined => {
  const text = query.get(name) ?? ''
  return AMOUNT.test(text) ? text : undefined
}

export const inputOf = (query: URLSearchParams): PaymentRequestsListInput => {
  const standing = standsIn(query).flatMap((name) => [...STANDS[name]])
  return {
    q: searchIn(query) || undefined,
    standing: standing.length === 0 ? undefined : standing,
    recipient_id: query.get('payee') ?? undefined,
    asked_by: query.get('agent') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
    amount_min: amountIn(query, 'min'),
    amount_max: amountIn(query, 'max'),
    ...timesIn(query),
  }
}

/** The same list, whichever page of it is open. */
export const filtersOf = (query: URLSearchParams): string =>
  new URLSearchParams(FILTERS.flatMap((name) => query.getAll(name).map((value) => [name, value]))).toString()

/** With another filter, the list begins at its first page. */
export const withFilter = (query: URLSearchParams, change: Readonly<Record<string, readonly string[]>>) => {
  const next = new URLSearchParams(query)
  for (const name of ['cursor', 'after', 'open', ...Object.keys(change)]) next.delete(name)
  for (const [name, values] of Object.entries(change)) for (const value of values) next.append(name, value)
  return next
}

/** Which requests the address of the page asks for. Whatever it cannot mean is left out. */
import { PAYMENT_STATUSES, type PaymentRequestsListInput, type PaymentStatus } from '@pursestrings/sdk'

const DAY_MS = 86_400_000

export const CREATED_DAYS = { day: 1, week: 7, month: 30 } as const
export type Created = keyof typeof CREATED_DAYS

/** What a search can look for, and as what the API takes it. */
export const SEARCHES = { request: 'request_id', task: 'task_ref', hash: 'transaction_hash' } as const
export type Search = keyof typeof SEARCHES

export const FILTERS = [
  'status',
  'assurance',
  'payee',
  'agent',
  'created',
  'from',
  'to',
  'min',
  'max',
  'request',
  'task',
  'hash',
] as const

export const statusesIn = (query: URLSearchParams): PaymentStatus[] =>
  PAYMENT_STATUSES.filter((status) => query.getAll('status').includes(status))

export const ASSURANCES = [
  'wallet_reported',
  'chain_observed',
  'merchant_accepted',
  'disputed',
  'proven_unpaid',
] as const

type Asked = Pick<PaymentRequestsListInput, 'assurance'> & { readonly status?: readonly PaymentStatus[] }

/** What a list can be narrowed to, in the words of the page, and how the API is asked for it. */
export const STANDS = {
  waiting: { status: ['pending', 'signed'] },
  sent: { status: ['broadcasted', 'confirmed'], assurance: 'wallet_reported' },
  paid: { assurance: 'chain_observed' },
  accepted: { assurance: 'merchant_accepted' },
  disputed: { assurance: 'disputed' },
  unpaid: { assurance: 'proven_unpaid' },
  failed: { status: ['failed'] },
  expired: { status: ['expired'] },
  rejected: { status: ['rejected'] },
} as const satisfies Readonly<Record<string, Asked>>
export type Stands = keyof typeof STANDS

/** In the address. */
export const asFilter = ({ status = [], assurance }: Asked) => ({
  status,
  assurance: assurance === undefined ? [] : [assurance],
})

const sameAs = (query: URLSearchParams, asked: Asked): boolean =>
  String(statusesIn(query)) === String(asked.status ?? []) && assuranceIn(query) === asked.assurance

/** Undefined where the address asks for something that has no name. */
export const standsIn = (query: URLSearchParams): Stands | undefined =>
  (Object.keys(STANDS) as Stands[]).find((name) => sameAs(query, STANDS[name]))

export const assuranceIn = (query: URLSearchParams) => ASSURANCES.find((name) => name === query.get('assurance'))

export const createdIn = (query: URLSearchParams): Created | undefined =>
  (Object.keys(CREATED_DAYS) as Created[]).find((name) => name === query.get('created'))

export const searchIn = (query: URLSearchParams): readonly [Search, string] | undefined =>
  (Object.keys(SEARCHES) as Search[])
    .map((name) => [name, query.get(name) ?? ''] as const)
    .find(([, text]) => text !== '')

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
  const search = searchIn(query)
  return {
    status: statusesIn(query),
    assurance: assuranceIn(query),
    recipient_id: query.get('payee') ?? undefined,
    asked_by: query.get('agent') ?? undefined,
    cursor: query.get('cursor') ?? undefined,
    amount_min: amountIn(query, 'min'),
    amount_max: amountIn(query, 'max'),
    ...timesIn(query),
    ...(search && { [SEARCHES[search[0]]]: search[1] }),
  }
}

/** The same list, whichever page of it is open. */
export const filtersOf = (query: URLSearchParams): string =>
  FILTERS.flatMap((name) => query.getAll(name).map((value) => `${name}=${value}`)).join('&')

/** With another filter, the list begins at its first page. */
export const withFilter = (query: URLSearchParams, change: Readonly<Record<string, readonly string[]>>) => {
  const next = new URLSearchParams(query)
  for (const name of ['cursor', 'after', ...Object.keys(change)]) next.delete(name)
  for (const [name, values] of Object.entries(change)) for (const value of values) next.append(name, value)
  return next
}

/** The requests of a page, day by day, with what was paid of those days that the page has whole. */
import type { PaymentRequest } from '@pursestrings/sdk'
import { standingOf } from '@pursestrings/ui/standing'
import { sum } from '../policies/amounts.ts'

export interface Day {
  readonly requests: readonly PaymentRequest[]
  /** Undefined for a day that goes on to the page before or after: its sum would be too small. */
  readonly paid:
    | {
        readonly count: number
        /** One for each asset of each network: nothing is added across them. */
        readonly sums: readonly { readonly asset: string; readonly network: string; readonly amount: string }[]
      }
    | undefined
}

const paidOf = (requests: readonly PaymentRequest[]): Day['paid'] => {
  const paid = requests.filter((request) => standingOf(request) === 'paid').map(({ payment }) => payment)
  const kinds = Map.groupBy(paid, ({ asset, network }) => `${asset} ${network}`)
  const sums = Array.from(kinds.values(), (payments) => {
    const [{ asset, network } = { asset: '', network: '' }] = payments
    return { asset, network, amount: sum(payments.map(({ amount }) => amount)) }
  })
  return { count: paid.length, sums }
}

export const daysOf = (
  requests: readonly PaymentRequest[],
  { is_first, is_last }: { readonly is_first: boolean; readonly is_last: boolean },
): Day[] => {
  const days = [...Map.groupBy(requests, ({ created_at }) => new Date(created_at).toDateString()).values()]
  return days.map((of_day, at) => {
    const is_whole = (is_first || at > 0) && (is_last || at < days.length - 1)
    return { requests: of_day, paid: is_whole ? paidOf(of_day) : undefined }
  })
}
